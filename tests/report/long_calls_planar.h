/* Long calls on drops and on models of their impacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_LONG_CALLS_PLANAR_H
#define ROUTH_TESTS_REPORT_LONG_CALLS_PLANAR_H

#include "inertia/inertia.h"
#include "long_calls.h"

static struct {
    size_t impacts, trained; /* of the recording; of a model */
    routh_dataset drops, moving;
    routh_buffer file;
    routh_sample *sample;
    size_t count;
    routh_model *model;
} planar_input;

static inline void planar_input_begin(size_t impacts, size_t throws, size_t trained) {
    static routh_half_plane ground;
    const routh_dataset_generator drops = routh_dataset_generator_default();
    routh_world_generator world = routh_world_generator_default();
    routh_model_options options = routh_model_options_default();
    ground = (routh_half_plane){.mu = 0.3, .eps = 0.5};
    world.world.plane = &ground;
    world.world.plane_count = 1;
    world.count = throws;
    planar_input.impacts = impacts;
    planar_input.trained = trained;
    options.kind = ROUTH_MODEL_RIGID;
    assert_int_equal(routh_dataset_generate(NULL, &drops, impacts, &planar_input.drops), ROUTH_OK);
    assert_int_equal(routh_world_generate(NULL, &world, &planar_input.moving), ROUTH_OK);
    assert_int_equal(routh_dataset_write(NULL, &planar_input.moving, routh_io_buffer(&planar_input.file, NULL)),
                     ROUTH_OK);
    assert_int_equal(
        routh_samples_of(NULL, &planar_input.drops, ROUTH_AS_RECORDED, &planar_input.sample, &planar_input.count, NULL),
        ROUTH_OK);
    assert_int_equal(routh_model_train(NULL, planar_input.sample, NULL, trained < 100 ? trained : 100, &options,
                                       &planar_input.model),
                     ROUTH_OK);
}

static inline void planar_input_end(void) {
    routh_model_release(NULL, planar_input.model);
    routh_samples_release(NULL, planar_input.sample);
    routh_buffer_release(NULL, &planar_input.file);
    routh_dataset_release(NULL, &planar_input.moving);
    routh_dataset_release(NULL, &planar_input.drops);
}

static inline routh_status long_generate(routh_context *context) {
    const routh_dataset_generator drops = routh_dataset_generator_default();
    routh_dataset made = {0};
    const routh_status status = routh_dataset_generate(context, &drops, 100 * planar_input.impacts, &made);
    routh_dataset_release(context, &made);
    return status;
}

static inline routh_status long_throws(routh_context *context) {
    static routh_half_plane ground = {.mu = 0.3, .eps = 0.5};
    routh_world_generator world = routh_world_generator_default();
    routh_dataset made = {0};
    world.world.plane = &ground;
    world.world.plane_count = 1;
    world.count = planar_input.impacts;
    const routh_status status = routh_world_generate(context, &world, &made);
    routh_dataset_release(context, &made);
    return status;
}

static inline routh_status long_read(routh_context *context) {
    routh_dataset read = {0};
    const routh_status status = routh_dataset_read(
        context, routh_io_memory(planar_input.file.byte, planar_input.file.byte_count, "drops.h5"), NULL, &read);
    routh_dataset_release(context, &read);
    return status;
}

static inline routh_status long_write(routh_context *context) {
    routh_buffer buffer = {0};
    const routh_status status = routh_dataset_write(context, &planar_input.moving, routh_io_buffer(&buffer, NULL));
    routh_buffer_release(context, &buffer);
    return status;
}

static inline routh_status long_segment(routh_context *context) {
    routh_dataset read = {0};
    assert_int_equal(
        routh_dataset_read(NULL, routh_io_memory(planar_input.file.byte, planar_input.file.byte_count, "drops.h5"),
                           NULL, &read),
        0);
    begin_to_listen(context);
    const routh_status status = routh_dataset_segment(context, NULL, &read);
    /* made of memory of another context: the hooks for memory are not used here */
    routh_dataset_release(NULL, &read);
    return status;
}

static inline routh_status long_check(routh_context *context) {
    routh_findings findings = {0};
    const routh_status status = routh_dataset_check(context, &planar_input.moving, &findings, NULL);
    routh_findings_release(context, &findings);
    return status;
}

static inline routh_status long_diagnosis(routh_context *context) {
    routh_diagnosis diagnosis = {.count = 0};
    routh_dataset few = planar_input.moving;
    few.count = 0;
    const routh_status status = routh_diagnosis_of(context, &few, NULL, &diagnosis);
    routh_diagnosis_release(context, &diagnosis);
    return status;
}

static inline routh_status long_sensitivity(routh_context *context) {
    routh_sensitivity sensitivity;
    return routh_sensitivity_of(context, &planar_input.moving, NULL, &sensitivity);
}

static inline routh_status long_noise(routh_context *context) {
    routh_noise noise;
    return routh_noise_of_flights(context, &planar_input.moving, &noise);
}

static inline routh_status long_calibration(routh_context *context) {
    routh_calibration calibration;
    return routh_calibration_of(context, &planar_input.drops, ROUTH_AS_RECORDED, NULL, &calibration);
}

static inline routh_status long_provenance(routh_context *context) {
    routh_provenance provenance;
    return routh_provenance_of(context, &planar_input.drops, ROUTH_AS_RECORDED, &provenance);
}

static inline routh_status fit_law(routh_context *context, const char *name, size_t resamples) {
    routh_fit_options options = routh_fit_options_default();
    routh_estimate estimate;
    options.resamples = resamples;
    return routh_law_fit(context, routh_law_find(NULL, name), planar_input.sample, NULL, planar_input.count, &options,
                         &estimate);
}

static inline routh_status long_fit(routh_context *context) {
    return fit_law(context, "smith", 0);
}

static inline routh_status long_fit_compliant(routh_context *context) {
    return fit_law(context, "compliant", 0);
}

static inline routh_status long_bootstrap(routh_context *context) {
    return fit_law(context, "wang-mason", 50);
}

static inline routh_status long_inertia(routh_context *context) {
    routh_record *record = NULL;
    size_t count = 0;
    routh_inertia_estimate estimate = {0};
    routh_inertia_options options = routh_inertia_options_default();
    options.shape = &planar_input.drops.body.shape;
    options.noise = (routh_noise){.y = 1e-4, .theta = 0.01, .vx = 0.01, .vy = 0.01, .omega = 0.1};
    assert_int_equal(routh_records_of(NULL, &planar_input.drops, ROUTH_AS_RECORDED, &record, &count), ROUTH_OK);
    begin_to_listen(context);
    const routh_status status = routh_inertia_fit(context, record, count, &options, &estimate);
    routh_inertia_estimate_release(context, &estimate);
    routh_records_release(NULL, record);
    return status;
}

static inline routh_status long_inertia_online(routh_context *context) {
    routh_record *record = NULL;
    size_t count = 0;
    routh_inertia_history history = {0};
    assert_int_equal(routh_records_of(NULL, &planar_input.drops, ROUTH_AS_RECORDED, &record, &count), ROUTH_OK);
    begin_to_listen(context);
    const routh_status status = routh_inertia_online(context, record, count, NULL, &history);
    routh_inertia_history_release(context, &history);
    routh_records_release(NULL, record);
    return status;
}

static inline routh_status train(routh_context *context, size_t count, routh_model_kind kind) {
    routh_model_options options = routh_model_options_default();
    routh_model *model = NULL;
    options.kind = kind;
    const routh_status status = routh_model_train(
        context, planar_input.sample, NULL, count < planar_input.count ? count : planar_input.count, &options, &model);
    routh_model_release(context, model);
    return status;
}

static inline routh_status long_train_some(routh_context *context) {
    return train(context, planar_input.trained / 4, ROUTH_MODEL_RIGID);
}

static inline routh_status long_train(routh_context *context) {
    return train(context, planar_input.trained, ROUTH_MODEL_RIGID);
}

static inline routh_status long_train_parameters(routh_context *context) {
    return train(context, planar_input.trained / 4, ROUTH_MODEL_PARAMETERS);
}

static inline routh_status long_predict(routh_context *context) {
    enum { MOST = 4096 };
    static routh_impact impact[MOST];
    static routh_prediction prediction[MOST];
    const size_t count = planar_input.count < MOST ? planar_input.count : MOST;
    for (size_t i = 0; i < count; i++)
        impact[i] = planar_input.sample[i].impact;
    return routh_model_predict(context, planar_input.model, count, impact, NULL, NULL, prediction);
}

static const long_call planar_calls[] = {
    {"dataset_generate", long_generate},
    {"world_generate", long_throws},
    {"dataset_read", long_read},
    {"dataset_write", long_write},
    {"dataset_segment", long_segment},
    {"dataset_check", long_check},
    {"diagnosis", long_diagnosis},
    {"sensitivity_of", long_sensitivity},
    {"noise_of_flights", long_noise},
    {"calibration_of", long_calibration},
    {"provenance_of", long_provenance},
    {"law_fit smith", long_fit},
    {"law_fit compliant", long_fit_compliant},
    {"law_fit with 50 resamples", long_bootstrap},
    {"inertia_fit", long_inertia},
    {"inertia_online", long_inertia_online},
    {"model_train, a quarter", long_train_some},
    {"model_train", long_train},
    {"model_train parameters", long_train_parameters},
    {"model_predict", long_predict},
    {NULL, NULL},
};

#endif
