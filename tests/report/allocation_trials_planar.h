/* Trials of the planar rooms: files, impacts, worlds, datasets, fits, models, studies.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_PLANAR_H
#define ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_PLANAR_H

#include "allocations.h"
#include "inertia/inertia.h"
#include "study/internal.h"

enum { RECORDS = 16, TRAINED = 12, MANY = 48 /* enough to explore */ };

/* Made once, with memory that suffices. */
static struct {
    routh_dataset drops, moving, many; /* records alone; trajectories; more records */
    routh_buffer drops_file, moving_file;
    routh_sample *sample, *many_sample;
    size_t count, separating, many_count;
    routh_model *model;
} planar;

static inline routh_model_options small_model(void) {
    routh_model_options options = routh_model_options_default();
    options.kind = ROUTH_MODEL_RIGID;
    return options;
}

static inline routh_world_generator small_world(void) {
    static routh_half_plane ground;
    routh_world_generator generator = routh_world_generator_default();
    if (!generator.world.plane) {
        ground = routh_half_plane_default();
        generator.world.plane = &ground;
        generator.world.plane_count = 1;
    }
    generator.count = 3;
    return generator;
}

static inline void planar_begin(void) {
    const routh_world_generator generator = small_world();
    const routh_dataset_generator drops = routh_dataset_generator_default();
    const routh_model_options options = small_model();
    assert_int_equal(routh_dataset_generate(NULL, &drops, RECORDS, &planar.drops), ROUTH_OK);
    assert_int_equal(routh_world_generate(NULL, &generator, &planar.moving), ROUTH_OK);
    assert_int_equal(routh_dataset_generate(NULL, &drops, MANY, &planar.many), ROUTH_OK);
    assert_int_equal(
        routh_samples_of(NULL, &planar.many, ROUTH_AS_RECORDED, &planar.many_sample, &planar.many_count, NULL),
        ROUTH_OK);
    assert_int_equal(routh_dataset_write(NULL, &planar.drops, routh_io_buffer(&planar.drops_file, NULL)), ROUTH_OK);
    assert_int_equal(routh_dataset_write(NULL, &planar.moving, routh_io_buffer(&planar.moving_file, NULL)), ROUTH_OK);
    assert_int_equal(
        routh_samples_of(NULL, &planar.drops, ROUTH_AS_RECORDED, &planar.sample, &planar.count, &planar.separating),
        ROUTH_OK);
    assert_int_equal(routh_model_train(NULL, planar.sample, NULL, TRAINED, &options, &planar.model), ROUTH_OK);
}

static inline void planar_end(void) {
    routh_model_release(NULL, planar.model);
    routh_samples_release(NULL, planar.sample);
    routh_samples_release(NULL, planar.many_sample);
    routh_dataset_release(NULL, &planar.many);
    routh_buffer_release(NULL, &planar.drops_file);
    routh_buffer_release(NULL, &planar.moving_file);
    routh_dataset_release(NULL, &planar.drops);
    routh_dataset_release(NULL, &planar.moving);
}

static inline void try_tables(trial *t) {
    static const char text[] = "mass,inertia,rx,ry,vx,vy,omega\n1,1,0,-1,0.3,-1,0\n2,1,0.1,-1,0.3,-1,0\n";
    const routh_table_columns columns = {.required = routh_impact_columns};
    routh_table table = {0};
    routh_impact impact[2];
    routh_output output = {0};
    routh_buffer buffer = {0};
    TRY(t, routh_table_read(t->context, routh_io_memory(text, strlen(text), "impacts.csv"), &columns, &table));
    TRY(t, routh_impacts_of_table(t->context, &table, 0, table.rows, impact));
    TRY(t, routh_impacts_of_table(t->context, &table, 1, 1, impact));
    if (t->status == ROUTH_OK)
        ALWAYS(routh_impact_fail_row(t->context, &table, 1));
    TRY(t, routh_folder_sync(t->context, "."));
    TRY(t, routh_output_create(t->context, routh_io_buffer(&buffer, NULL), &output));
    if (output.file)
        fputs(text, output.file);
    TRY(t, routh_output_complete(t->context, &output));
    TRY(t, routh_output_write(t->context, &output));
    ALWAYS(routh_output_release(t->context, &output));
    end_buffer(t, &buffer);
    ALWAYS(routh_table_release(t->context, &table));
}

static inline void no_answer(const routh_contact *contact, const double *parameters, void *user,
                             routh_impulse *impulse) {
    (void)contact, (void)parameters, (void)user, (void)impulse;
}

static inline void try_impact(trial *t) {
    const routh_impact impact = {.mass = 1, .inertia = 1, .rx = 0.2, .ry = -1, .vx = 0.3, .vy = -1, .omega = 0.5};
    const routh_law *law = routh_law_find(NULL, "smith");
    const double parameters[ROUTH_MAX_PARAMETERS] = {0.3, 0.5};
    routh_contact contact;
    routh_ellipse ellipse;
    routh_bound bound;
    routh_stick_friction stick;
    routh_impact_study study = {0};
    double w[5];
    TRY(t, routh_contacts_of(t->context, &impact, 1, &w[0], &w[1], &w[2], &w[3], &w[4], NULL));
    ALWAYS(routh_law_find(t->context, "smith"));
    ALWAYS(routh_find(t->context, &routh_frames, "mirror-t"));
    TRY(t, routh_law_check(t->context, law, parameters));
    routh_law own = {.name = "own"};
    TRY(t, routh_law_of_call(t->context, &(routh_law_caller){.call = no_answer}, &own));
    TRY(t, routh_contact_of(t->context, &impact, &contact));
    TRY(t, routh_contact_check(t->context, &contact));
    TRY(t, routh_ellipse_of(t->context, &contact, &ellipse));
    TRY(t, routh_bound_of(t->context, &impact, (routh_velocity){0.1, 0.4, 0}, ROUTH_VELOCITY, &bound));
    TRY(t, routh_stick_friction_of(t->context, law, &contact, parameters, 1, &stick));
    TRY(t, routh_impact_study_run(t->context, &impact, NULL, &study));
    WRITE(t, "ellipse.svg", routh_impact_study_write, &study);
    WRITE(t, "ellipse.json", routh_impact_study_write, &study);
    WRITE(t, "ellipse.csv", routh_impact_study_write, &study);
    ALWAYS(routh_impact_study_release(t->context, &study));
    WRITE(t, NULL, routh_laws_write, NULL);
    WRITE(t, ".txt", routh_laws_write, NULL);
    WRITE(t, ".csv", routh_laws_write, law);
    double number[3];
    unsigned char label[2];
    routh_batch batch = routh_batch_default();
    batch.count = 1;
    batch.wtt = &contact.wtt;
    batch.wtn = &contact.wtn;
    batch.wnn = &contact.wnn;
    batch.vt = &contact.vt;
    batch.vn = &contact.vn;
    for (int i = 0; i < law->parameter_count; i++)
        batch.parameter[i] = &parameters[i];
    batch.pt = &number[0];
    batch.pn = &number[1];
    batch.couple = &number[2];
    batch.mode = &label[0];
    batch.flags = &label[1];
    if (t->status == ROUTH_OK)
        assert_int_equal(routh_impacts_solve_batch(law, &impact, &batch, NULL), ROUTH_OK);
    WRITE(t, "outcomes.csv", routh_outcomes_write, law, &impact, &batch);
    WRITE(t, "outcomes.json", routh_outcomes_write, law, &impact, &batch);
}

static inline void try_datasets(trial *t) {
    const routh_impact_generator impacts = routh_impact_generator_default();
    const routh_dataset_generator drops = routh_dataset_generator_default();
    routh_impact impact[4];
    routh_dataset made = {0}, read = {0};
    routh_body_description body;
    TRY(t, routh_impacts_generate(t->context, &impacts, 4, impact));
    TRY(t, routh_dataset_generate(t->context, &drops, 4, &made));
    WRITE(t, NULL, routh_dataset_write, &made);
    WRITE(t, NULL, routh_import_write, &made);
    WRITE(t, ".txt", routh_import_write, &made);
    TRY(t, routh_dataset_read(t->context,
                              routh_io_memory(planar.drops_file.byte, planar.drops_file.byte_count, "drops.h5"), NULL,
                              &read));
    TRY(t, routh_body_description_read(t->context, routh_io_memory("{\"mass\": 1}", 11, "body.json"), &body));
    ALWAYS(routh_dataset_release(t->context, &read));
    ALWAYS(routh_dataset_release(t->context, &made));
}

static inline void try_worlds(trial *t) {
    const routh_world_generator generator = small_world();
    const routh_state start = routh_world_generator_at(&generator, 0);
    routh_state next;
    routh_step_report report;
    routh_dataset dataset = {0};
    routh_run run = {0};
    TRY(t, routh_shape_check(t->context, &generator.world.body.shape));
    TRY(t, routh_wrench_check(t->context, &generator.world.wrench));
    double push[2] = {0, 1};
    char force[4][8] = {"time", "fx", "fy", "torque"};
    const routh_table forces = {.name = (char *[]){force[0], force[1], force[2], force[3]},
                                .column = (double *[]){push, push, push, push},
                                .columns = 4,
                                .rows = 2};
    routh_wrench wrench;
    TRY(t, routh_wrench_of_table(t->context, &forces, &wrench));
    TRY(t, routh_world_check(t->context, &generator.world));
    TRY(t, routh_world_step(t->context, &generator.world, 1e-3, &start, &next, &report));
    TRY(t, routh_world_generate(t->context, &generator, &dataset));
    TRY(t, routh_world_run(t->context, &generator.world, &start, &generator.run, &run));
    WRITE(t, NULL, routh_simulation_write, &generator, &dataset, &run);
    WRITE(t, "drops.txt", routh_simulation_write, &generator, &dataset, &run);
    WRITE(t, "drop.csv", routh_trajectory_write, &dataset, (size_t)0);
    routh_body body = generator.world.body;
    TRY(t, routh_body_uniform(t->context, &body));
    WRITE(t, "drop.svg", routh_run_write, &generator.world, &run, "a drop");
    WRITE(t, "drop.html", routh_run_write, &generator.world, &run, "a drop");
    ALWAYS(routh_run_release(t->context, &run));
    ALWAYS(routh_dataset_release(t->context, &dataset));
}

static inline void try_segments(trial *t) {
    const routh_segment_options options = routh_segment_options_default();
    routh_dataset moving = {0};
    routh_sensitivity sensitivity;
    routh_noise noise;
    TRY(t, routh_dataset_read(t->context,
                              routh_io_memory(planar.moving_file.byte, planar.moving_file.byte_count, "drops.h5"), NULL,
                              &moving));
    TRY(t, routh_dataset_segment(t->context, &options, &moving));
    TRY(t, routh_sensitivity_of(t->context, &moving, &options, &sensitivity));
    TRY(t, routh_noise_of_flights(t->context, &moving, &noise));
    WRITE(t, NULL, routh_segment_write, &moving, &sensitivity);
    WRITE(t, ".txt", routh_segment_write, &moving, &sensitivity);
    WRITE(t, "contacts.svg", routh_trajectory_write, &moving, (size_t)0);
    ALWAYS(routh_dataset_release(t->context, &moving));
}

/* A recording of which nothing can be used: every trial of the diagnosis. */
static inline void try_diagnosis(trial *t) {
    routh_dataset moving = {0};
    routh_diagnosis diagnosis = {.count = 0};
    TRY(t, routh_dataset_read(t->context,
                              routh_io_memory(planar.moving_file.byte, planar.moving_file.byte_count, "drops.h5"), NULL,
                              &moving));
    double x[3] = {0, 0.1, 0.2}, y[3] = {1, 0.9, 0.8}, theta[3] = {0, 0.1, 0.2}, time[3] = {0, 0.01, 0.02};
    char names[4][8] = {"x", "y", "theta", "time"}, source[] = "motion";
    char *name[] = {names[0], names[1], names[2], names[3]};
    double *column[] = {x, y, theta, time};
    const routh_table table = {.name = name, .column = column, .columns = 4, .rows = 3, .source = source};
    const routh_body disc = {.shape = routh_shape_disc(0.05), .mass = 1, .inertia = 0.001};
    const routh_import_options import = {.body = &disc, .gyration = NAN, .rate = NAN, .gravity = NAN, .gap = NAN};
    routh_dataset made = {0};
    TRY(t, routh_dataset_of_tables(t->context, &table, 1, &import, &made));
    ALWAYS(routh_dataset_release(t->context, &made));
    routh_dataset copy = {0};
    TRY(t, routh_dataset_copy(t->context, &moving, &copy));
    ALWAYS(routh_dataset_release(t->context, &copy));
    const size_t all = moving.trajectory_count;
    for (size_t i = 0; i < moving.count; i++)
        moving.record[i].reasons = ROUTH_NOT_GROUND;
    moving.trajectory_count = all < 2 ? all : 2;
    TRY(t, routh_diagnosis_of(t->context, &moving, NULL, &diagnosis));
    moving.trajectory_count = all;
    ALWAYS(routh_diagnosis_release(t->context, &diagnosis));
    ALWAYS(routh_dataset_release(t->context, &moving));
}

static inline void try_checks(trial *t) {
    routh_check_answer answer = {.dataset = &planar.moving};
    TRY(t, routh_frame_evidence_of(t->context, &planar.drops, &answer.evidence));
    TRY(t, routh_frame_of(t->context, &planar.drops, NULL, &answer.frame, answer.why));
    TRY(t, routh_dataset_check(t->context, &planar.moving, &answer.findings, &answer.evidence));
    WRITE(t, "check.txt", routh_check_write, &answer);
    WRITE(t, "check.json", routh_check_write, &answer);
    ALWAYS(routh_findings_release(t->context, &answer.findings));
    routh_check_answer whole = {.hint = NULL};
    TRY(t, routh_check_run(t->context, &planar.drops, NULL, NULL, &whole));
    ALWAYS(routh_check_answer_release(t->context, &whole));
}

static inline void try_fits(trial *t) {
    const routh_law *const laws[] = {routh_law_find(NULL, "smith"), routh_law_find(NULL, "compliant")};
    routh_fit_options options = routh_fit_options_default();
    routh_sample *sample = NULL;
    routh_sample one;
    routh_estimate estimate;
    routh_sample_estimate own;
    routh_fit_study study = {.dataset = &planar.drops,
                             .why = "",
                             .sample = planar.sample,
                             .count = planar.count,
                             .laws = laws,
                             .law_count = 2,
                             .fit_count = 10,
                             .resamples = 2,
                             .seed = 1,
                             .options = options};
    routh_sample_estimate fits[2 * RECORDS];
    options.resamples = 2;
    TRY(t, routh_samples_of(t->context, &planar.drops, ROUTH_AS_RECORDED, &sample, &(size_t){0}, &(size_t){0}));
    TRY(t, routh_sample_of(t->context, &planar.sample[0].impact, planar.sample[0].after, &one));
    TRY(t, routh_sample_fit(t->context, laws[0], &planar.sample[0], NULL, &own));
    TRY(t, routh_law_fit(t->context, laws[0], planar.sample, NULL, planar.count, &options, &estimate));
    TRY(t, routh_fit_study_run(t->context, &study));
    WRITE(t, "fits.txt", routh_fit_study_write, &study);
    WRITE(t, "fits.csv", routh_fit_study_write, &study);
    WRITE(t, "fits.json", routh_fit_study_write, &study);
    routh_fit_study each = study;
    char why[ROUTH_NAME_SIZE];
    each.sample = NULL;
    TRY(t, routh_fit_study_samples(t->context, "as-recorded", why, &each));
    TRY(t, routh_fit_study_each(t->context, &each, fits));
    WRITE(t, "each.csv", routh_fit_study_each_write, &each, fits);
    ALWAYS(routh_samples_release(t->context, each.sample));
    ALWAYS(routh_fit_study_release(t->context, &study));
    ALWAYS(routh_samples_release(t->context, sample));
}

static inline void try_inertia(trial *t) {
    routh_inertia_study study = {.dataset = &planar.drops, .noise_from = ""};
    routh_noise noise;
    TRY(t, routh_records_of(t->context, &planar.drops, ROUTH_AS_RECORDED, &study.record, &study.count));
    ALWAYS(routh_records_release(t->context, study.record));
    study.record = NULL;
    TRY(t, routh_records_of_noisy(t->context, &planar.drops, ROUTH_AS_RECORDED, &study.record, &study.count));
    TRY(t, routh_noise_of_snr(t->context, study.record, study.count, 20, &noise));
    TRY(t, routh_inertia_fit(t->context, study.record, study.count, NULL, &study.fit));
    WRITE(t, "inertia.txt", routh_inertia_study_write, &study);
    WRITE(t, "inertia.csv", routh_inertia_study_write, &study);
    WRITE(t, "inertia.json", routh_inertia_study_write, &study);
    WRITE(t, "inertia.svg", routh_inertia_study_write, &study);
    TRY(t, routh_inertia_online(t->context, study.record, study.count, NULL, &study.online));
    WRITE(t, "online.txt", routh_inertia_study_write, &study);
    WRITE(t, "online.csv", routh_inertia_study_write, &study);
    WRITE(t, "online.json", routh_inertia_study_write, &study);
    WRITE(t, "online.svg", routh_inertia_study_write, &study);
    ALWAYS(routh_inertia_history_release(t->context, &study.online));
    ALWAYS(routh_inertia_estimate_release(t->context, &study.fit));
    ALWAYS(routh_records_release(t->context, study.record));
    routh_inertia_study_options whole_options = routh_inertia_study_options_default();
    routh_inertia_study whole = {0};
    whole_options.online = true;
    TRY(t, routh_inertia_study_run(t->context, &planar.drops, &whole_options, &whole));
    ALWAYS(routh_inertia_study_release(t->context, &whole));
}

static inline void try_models(trial *t) {
    size_t train[TRAINED], rest[RECORDS - TRAINED];
    double pose[RECORDS][3] = {{0}};
    const routh_model_options options = small_model();
    routh_model *model = NULL, *read = NULL;
    routh_model_origin origin;
    routh_prediction prediction;
    routh_buffer file = {0};
    for (size_t i = 0; i < RECORDS; i++)
        *(i < TRAINED ? &train[i] : &rest[i - TRAINED]) = i;
    TRY(t, routh_model_train(t->context, planar.sample, NULL, TRAINED, &options, &model));
    TRY(t, routh_model_predict(t->context, planar.model, 1, &planar.sample[0].impact, NULL, NULL, &prediction));
    TRY(t, routh_model_predict(t->context, planar.model, 1, &planar.sample[0].impact, NULL, NULL, &prediction));
    TRY(t, routh_model_write(t->context, planar.model, ROUTH_AS_RECORDED, "", routh_io_buffer(&file, NULL)));
    TRY(t, routh_model_read(t->context, routh_io_memory(file.byte, file.byte_count, "model.h5"), &read, &origin));
    routh_training training = {.dataset = &planar.drops,
                               .why = "",
                               .sample = planar.sample,
                               .count = planar.count,
                               .pose = pose,
                               .train = train,
                               .rest = rest,
                               .train_count = TRAINED,
                               .rest_count = RECORDS - TRAINED,
                               .options = options,
                               .model = planar.model};
    TRY(t, routh_training_test(t->context, &training));
    WRITE(t, NULL, routh_training_write, &training);
    WRITE(t, ".txt", routh_training_write, &training);
    routh_training all = {.dataset = &planar.drops, .why = "", .train_count = TRAINED, .seed = 1, .options = options};
    TRY(t, routh_training_run(t->context, &all));
    ALWAYS(routh_training_release(t->context, &all));
    const routh_predictions said = {.name = "model.h5",
                                    .model = planar.model,
                                    .count = 1,
                                    .impact = &planar.sample[0].impact,
                                    .prediction = &prediction};
    WRITE(t, "predictions.csv", routh_predictions_write, &said);
    WRITE(t, "predictions.json", routh_predictions_write, &said);
    end_buffer(t, &file);
    ALWAYS(routh_model_release(t->context, read));
    ALWAYS(routh_model_release(t->context, model));
}

static inline void try_study(trial *t) {
    const routh_law *const laws[] = {routh_law_find(NULL, "whittaker")};
    const routh_frame frame = ROUTH_AS_RECORDED;
    routh_study_options options = routh_study_options_default();
    options.laws = laws;
    options.law_count = 1;
    options.k_max = 2;
    options.draws = 2;
    options.resamples = 2;
    options.surface = 5;
    options.references = 2;
    routh_study study = {0};
    TRY(t, routh_study_run(t->context, &planar.moving, &frame, 1, "", &options, &study)); /* has a trajectory to show */
    study.seconds = 0;
    WRITE(t, "results.json", routh_study_write, &study, 0);
    WRITE(t, "report.html", routh_study_write, &study, 0);
    WRITE(t, "table-1.csv", routh_study_write, &study, 0);
    WRITE(t, "study.txt", routh_study_write, &study, 0);
    ALWAYS(routh_study_release(t->context, &study));
}

static inline void try_coverage(trial *t) {
    const routh_law *const laws[] = {routh_law_find(NULL, "wang-mason")};
    routh_coverage_options options = routh_coverage_options_default();
    options.draws = 2;
    options.only = 1u << ROUTH_COVERED_PLAIN;
    options.study.laws = laws;
    options.study.law_count = 1;
    options.study.resamples = 2;
    options.study.references = 2;
    routh_coverage coverage = {0};
    TRY(t, routh_coverage_run(t->context, &planar.drops, NULL, &options, &coverage));
    WRITE(t, "coverage.txt", routh_coverage_write, &coverage);
    WRITE(t, "coverage.csv", routh_coverage_write, &coverage);
    WRITE(t, "coverage.json", routh_coverage_write, &coverage);
    ALWAYS(routh_coverage_release(t->context, &coverage));
}

static const trial_entry planar_trials[] = {
    {"tables", try_tables},
    {"impact", try_impact},
    {"datasets", try_datasets},
    {"worlds", try_worlds},
    {"checks", try_checks},
    {"segments", try_segments},
    {"diagnosis", try_diagnosis},
    {"fits", try_fits},
    {"inertia", try_inertia},
    {"models", try_models},
    {"study", try_study},
    {"coverage", try_coverage},
    {NULL, NULL},
};

#endif
