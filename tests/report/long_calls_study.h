/* Long studies of drops. Include after long_calls_planar.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_LONG_CALLS_STUDY_H
#define ROUTH_TESTS_REPORT_LONG_CALLS_STUDY_H

#include "long_calls_planar.h"
#include "study/internal.h"

static const routh_covariate speed_in_eps = {.parameter = "eps", .quantity = "vy", .degree = 1};

static inline routh_status study_of(routh_context *context, const routh_study_options *options) {
    const routh_frame frame = ROUTH_AS_RECORDED;
    routh_study study = {0};
    const routh_status status = routh_study_run(context, &planar_input.drops, &frame, 1, "", options, &study);
    routh_study_release(context, &study);
    return status;
}

static inline routh_study_options brief_study(void) {
    routh_study_options options = routh_study_options_default();
    options.k_max = 40;
    options.draws = 4;
    options.resamples = 10;
    options.references = 2;
    return options;
}

static inline routh_status long_study(routh_context *context) {
    const routh_study_options options = brief_study();
    return study_of(context, &options);
}

static inline routh_status long_study_learning(routh_context *context) {
    routh_study_options options = brief_study();
    routh_learning_options learning = routh_learning_options_default();
    const size_t sizes[] = {planar_input.trained / 18, planar_input.trained / 4};
    const routh_law *law = routh_law_find(NULL, "smith");
    learning.sizes = sizes;
    learning.size_count = 2;
    learning.draws = 1;
    options.laws = &law;
    options.law_count = 1;
    options.learning = &learning;
    options.references = 0;
    options.draws = 1;
    return study_of(context, &options);
}

static inline routh_status fit_study(routh_context *context, size_t draws) {
    const routh_law *const laws[] = {routh_law_find(NULL, "smith"), routh_law_find(NULL, "compliant")};
    routh_fit_study study = {.dataset = &planar_input.drops,
                             .why = "",
                             .sample = planar_input.sample,
                             .count = planar_input.count,
                             .laws = laws,
                             .law_count = 2,
                             .fit_count = planar_input.count / 2,
                             .draws = draws,
                             .resamples = 10,
                             .seed = 1,
                             .options = routh_fit_options_default()};
    const routh_status status = routh_fit_study_run(context, &study);
    routh_fit_study_release(context, &study);
    return status;
}

static inline routh_status long_fit_study(routh_context *context) {
    return fit_study(context, 0);
}

static inline routh_status long_fit_draws(routh_context *context) {
    return fit_study(context, 5);
}

static inline routh_status long_dependence(routh_context *context) {
    const routh_law *law = routh_law_find(NULL, "smith");
    const routh_dependence_options options = {.covariates = &speed_in_eps,
                                              .covariate_count = 1,
                                              .laws = &law,
                                              .law_count = 1,
                                              .fit_count = planar_input.count / 2,
                                              .fit = routh_fit_options_default()};
    routh_dependence_study study = {0};
    const routh_status status = routh_dependence_study_run(context, &planar_input.drops, planar_input.sample,
                                                           planar_input.count, &options, &study);
    routh_dependence_study_release(context, &study);
    return status;
}

static inline routh_status long_exploration(routh_context *context) {
    routh_exploration exploration = {0};
    const routh_status status = routh_exploration_run(context, &planar_input.drops, planar_input.sample,
                                                      planar_input.count, NULL, &exploration);
    routh_exploration_release(context, &exploration);
    return status;
}

static inline routh_status long_systematics(routh_context *context) {
    routh_study_options options = routh_study_options_default();
    routh_systematics systematics = {0};
    options.resamples = 20;
    const routh_status status =
        routh_systematics_of(context, &planar_input.drops, NULL, ROUTH_AS_RECORDED, NULL, &options, &systematics);
    routh_systematics_release(context, &systematics);
    return status;
}

static inline routh_status long_split(routh_context *context) {
    routh_split_options options = routh_split_options_default();
    routh_split split = {0};
    options.fit.resamples = 10;
    const routh_status status = routh_split_of(context, &planar_input.drops, ROUTH_AS_RECORDED, &options, &split);
    routh_split_release(context, &split);
    return status;
}

static inline routh_status long_behaviour(routh_context *context) {
    routh_behaviour behaviour = {.count = 0};
    const routh_status status = routh_behaviour_of_dataset(context, &planar_input.drops, NULL, NULL, &behaviour);
    routh_behaviour_release(context, &behaviour);
    return status;
}

static inline routh_status long_rebounds(routh_context *context) {
    char text[8192];
    size_t used = (size_t)snprintf(text, sizeof text, "quantity,incidence_deg,value\n");
    for (int i = 0; i < 80; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "spin_after_rad_s,%d,%d\nrebound_angle_deg,%d,%g\n",
                                 2 + i, 20 + i, 2 + i, 0.7 * (2 + i));
    routh_rebounds rebounds = {0};
    routh_rebound_study study = {0};
    assert_int_equal(routh_rebounds_read(NULL, routh_io_memory(text, used, "spheres.csv"), 0.01, 2, &rebounds),
                     ROUTH_OK);
    begin_to_listen(context);
    const routh_status status = routh_rebound_study_run(context, &rebounds, NULL, &study);
    routh_rebound_study_release(context, &study);
    routh_rebounds_release(NULL, &rebounds);
    return status;
}

static inline routh_status long_page(routh_context *context) {
    static routh_study study;
    const routh_frame frame = ROUTH_AS_RECORDED;
    const routh_study_options options = brief_study();
    routh_buffer buffer = {0};
    if (!study.dataset)
        assert_int_equal(routh_study_run(NULL, &planar_input.drops, &frame, 1, "", &options, &study), ROUTH_OK);
    begin_to_listen(context);
    const routh_status status = routh_study_write(context, &study, 0, routh_io_buffer(&buffer, "report.html"));
    routh_buffer_release(context, &buffer);
    return status;
}

static const long_call study_calls[] = {
    {"study_run", long_study},
    {"study_run with learning", long_study_learning},
    {"study_write report.html", long_page},
    {"fit_study_run", long_fit_study},
    {"fit_study_run by draws", long_fit_draws},
    {"dependence_study_run", long_dependence},
    {"exploration_run", long_exploration},
    {"systematics_of", long_systematics},
    {"split_of", long_split},
    {"behaviour_of_dataset", long_behaviour},
    {"rebound_study_run", long_rebounds},
    {NULL, NULL},
};

#endif
