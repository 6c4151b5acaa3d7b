/* Trials of what a recording says of itself and of what parameters depend on: calibration, provenance, systematics,
 * covariates, exploration, rebounds of spheres.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_DEPENDENCE_H
#define ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_DEPENDENCE_H

#include "allocation_trials_planar.h"
#include "study/internal.h"

static inline void try_readings(trial *t) {
    const routh_law *law = routh_law_find(NULL, "smith");
    routh_calibration calibration;
    routh_provenance provenance;
    routh_reflag reflag;
    routh_correction correction = {.calibrated = false};
    routh_dataset dataset = {0};
    routh_systematics systematics = {0};
    routh_study_options options = routh_study_options_default();
    static const char results[] = "{\"frame\": {\"chosen\": \"mirror-t\"}, \"laws\": [{\"name\": \"frictionless\", "
                                  "\"parameters\": {\"eps\": {\"value\": 0.5}}}]}";
    routh_transfer transfer;
    routh_split split = {0};
    routh_split_options groups = routh_split_options_default();
    groups.laws = &law;
    groups.law_count = 1;
    groups.fit.resamples = 2;
    options.resamples = 2;
    TRY(t, routh_dataset_read(t->context,
                              routh_io_memory(planar.drops_file.byte, planar.drops_file.byte_count, "drops.h5"), NULL,
                              &dataset));
    TRY(t, routh_calibration_of(t->context, &planar.drops, ROUTH_AS_RECORDED, NULL, &calibration));
    TRY(t, routh_dataset_calibrate(t->context, &calibration, NULL, &dataset));
    TRY(t, routh_provenance_of(t->context, &planar.drops, ROUTH_AS_RECORDED, &provenance));
    TRY(t, routh_dataset_reflag(t->context, ROUTH_AS_RECORDED, NULL, &dataset, &reflag));
    TRY(t, routh_dataset_correct(t->context, &(routh_correction_options){.reflag = true}, &dataset, &correction));
    TRY(t, routh_dataset_decide_frame(t->context, "auto", &dataset));
    TRY(t, routh_systematics_of(t->context, &planar.drops, NULL, ROUTH_AS_RECORDED, law, &options, &systematics));
    TRY(t, routh_split_of(t->context, &planar.drops, ROUTH_AS_RECORDED, &groups, &split));
    TRY(t, routh_transfer_read(t->context, routh_io_memory(results, strlen(results), "results.json"), &transfer));
    ALWAYS(routh_correction_release(t->context, &correction));
    ALWAYS(routh_split_release(t->context, &split));
    ALWAYS(routh_systematics_release(t->context, &systematics));
    ALWAYS(routh_dataset_release(t->context, &dataset));
}

static inline void try_dependence(trial *t) {
    const routh_law *law = routh_law_find(NULL, "smith");
    const routh_covariate covariate = {.parameter = "eps", .quantity = "vx", .degree = 1};
    const routh_dependence_options options = {.covariates = &covariate,
                                              .covariate_count = 1,
                                              .laws = &law,
                                              .law_count = 1,
                                              .fit_count = TRAINED,
                                              .fit = routh_fit_options_default()};
    routh_explore_options explore = routh_explore_options_default();
    unsigned char held_out[RECORDS] = {0};
    double *value = NULL, quantity[RECORDS];
    routh_dependence fit;
    routh_dependence_study study = {0};
    routh_input_study inputs = {0};
    routh_exploration exploration = {0};
    memset(held_out + TRAINED, 1, RECORDS - TRAINED);
    explore.simulations = 3;
    explore.significance = 0.5;
    TRY(t, routh_quantity_of(t->context, &planar.drops, planar.sample, planar.count, "vx", quantity));
    TRY(t, routh_covariates_of(t->context, &planar.drops, planar.sample, planar.count, &covariate, 1, &value));
    TRY(t, routh_dependence_fit(t->context, law, planar.sample, value, NULL, planar.count, &covariate, 1, NULL, &fit));
    TRY(t, routh_dependence_study_run(t->context, &planar.drops, planar.sample, planar.count, &options, &study));
    TRY(t,
        routh_input_study_run(t->context, &planar.drops, planar.sample, planar.count, held_out, &study, NULL, &inputs));
    TRY(t,
        routh_exploration_run(t->context, &planar.many, planar.many_sample, planar.many_count, &explore, &exploration));
    ALWAYS(routh_exploration_release(t->context, &exploration));
    ALWAYS(routh_input_study_release(t->context, &inputs));
    ALWAYS(routh_dependence_study_release(t->context, &study));
    ALWAYS(routh_covariates_release(t->context, value));
}

static inline void try_rebounds(trial *t) {
    static const char text[] = "quantity,incidence_deg,value\nspin_after_rad_s,10,100\nspin_after_rad_s,20,200\n"
                               "rebound_angle_deg,10,7\nrebound_angle_deg,30,21\ntangential_restitution,20,0.7\n"
                               "tangential_restitution,40,0.8\ntangential_restitution,50,0.85\n";
    const routh_law *law = routh_law_find(NULL, "smith");
    const double parameters[] = {0.1, 0.9};
    routh_rebounds rebounds = {0};
    routh_rebound_study study = {0};
    routh_rebound_options options = routh_rebound_options_default();
    double value;
    options.laws = &law;
    options.law_count = 1;
    options.resamples = 2;
    TRY(t, routh_rebounds_read(t->context, routh_io_memory(text, strlen(text), "spheres.csv"), 0.01, 2, &rebounds));
    if (t->status == ROUTH_OK)
        TRY(t, routh_rebound_predict(t->context, &rebounds, law, parameters, &rebounds.rebound[0], &value));
    TRY(t, routh_rebound_study_run(t->context, &rebounds, &options, &study));
    WRITE(t, "rebounds.json", routh_rebound_study_write, &study);
    WRITE(t, "rebounds.csv", routh_rebound_study_write, &study);
    WRITE(t, "rebounds.svg", routh_rebound_study_write, &study);
    WRITE(t, "rebounds.txt", routh_rebound_study_write, &study);
    ALWAYS(routh_rebound_study_release(t->context, &study));
    ALWAYS(routh_rebounds_release(t->context, &rebounds));
}

static const trial_entry dependence_trials[] = {
    {"readings", try_readings},
    {"dependence", try_dependence},
    {"rebounds", try_rebounds},
    {NULL, NULL},
};

#endif
