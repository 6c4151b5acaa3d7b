/* Long calls on tosses and on insertions. Include after long_calls.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_LONG_CALLS_SPACE_H
#define ROUTH_TESTS_REPORT_LONG_CALLS_SPACE_H

#include "../segment/generated_tosses.h"
#include "long_calls.h"
#include "papers.h"
#include "rollout/rollout.h"

static struct {
    size_t tosses, resamples;
    routh_dataset3 dataset; /* segmented */
    routh_sample3 *sample;
    size_t count;
    routh_shape3 body;
    routh_plane3 plane;
    routh_world3 world;
    routh_start3 *start;
    routh_assembly assembly;
    routh_insertion insertion;
} space_input;

static inline void space_input_begin(size_t tosses, double settle) {
    const toss_truth truth = usual_truth();
    const vguides guides = vguides_default();
    routh_insertion_generator generator = guides_generator(GUIDES_TEST_1A);
    space_input.tosses = tosses;
    space_input.resamples = 10;
    space_input.dataset = generate_tosses(&truth, tosses, NULL);
    assert_int_equal(routh_dataset3_segment(NULL, NULL, &space_input.dataset), ROUTH_OK);
    assert_int_equal(routh_samples3_of(NULL, &space_input.dataset, &space_input.sample, &space_input.count), ROUTH_OK);
    assert_int_equal(routh_world3_of_dataset(NULL, &space_input.dataset, true, &space_input.body, &space_input.plane,
                                             &space_input.world),
                     ROUTH_OK);
    space_input.start = calloc(tosses, sizeof *space_input.start);
    assert_non_null(space_input.start);
    assert_int_equal(routh_starts3_of(NULL, &space_input.dataset, &space_input.world, NULL, space_input.start),
                     ROUTH_OK);
    generator.rate = 50;
    generator.settle = settle;
    assert_int_equal(vguides_assembly(NULL, &guides, &space_input.assembly), ROUTH_OK);
    assert_int_equal(routh_insertion_generate(NULL, &space_input.assembly, &generator, &space_input.insertion, NULL),
                     ROUTH_OK);
    printf("insertion of %zu instants; %zu impacts of %zu tosses\n", space_input.insertion.count, space_input.count,
           tosses);
}

static inline void space_input_end(void) {
    routh_insertion_release(NULL, &space_input.insertion);
    routh_assembly_release(NULL, &space_input.assembly);
    free(space_input.start);
    routh_shape3_release(NULL, &space_input.body);
    routh_samples3_release(NULL, space_input.sample);
    routh_dataset3_release(NULL, &space_input.dataset);
}

static inline routh_status long_segment3(routh_context *context) {
    const toss_truth truth = usual_truth();
    routh_dataset3 tosses = generate_tosses(&truth, space_input.tosses, NULL);
    begin_to_listen(context);
    const routh_status status = routh_dataset3_segment(context, NULL, &tosses);
    routh_dataset3_release(NULL, &tosses);
    return status;
}

static inline routh_status long_fit3(routh_context *context) {
    routh_estimate estimate;
    return routh_law3_fit(context, routh_law3_find(NULL, "compliant"), space_input.sample, NULL, space_input.count,
                          &estimate);
}

static inline routh_status long_study3(routh_context *context) {
    routh_study3_options options = routh_study3_options_default();
    routh_study3 study = {0};
    options.resamples = space_input.resamples;
    const routh_status status = routh_study3_run(context, &space_input.dataset, &options, &study);
    routh_study3_release(context, &study);
    return status;
}

static inline routh_status long_starts(routh_context *context) {
    routh_start3 *start = calloc(space_input.tosses, sizeof *start);
    const routh_status status = routh_starts3_of(context, &space_input.dataset, &space_input.world, NULL, start);
    free(start);
    return status;
}

static inline routh_status long_rollouts(routh_context *context) {
    routh_rollout *rollout = calloc(space_input.tosses, sizeof *rollout);
    const routh_status status =
        routh_rollouts_run(context, &space_input.dataset, &space_input.world, space_input.start, NULL, rollout);
    routh_rollouts_release(context, rollout, space_input.tosses);
    free(rollout);
    return status;
}

static inline routh_status long_rollout_fit(routh_context *context) {
    routh_rollout_options options = routh_rollout_options_default();
    routh_rollout_estimate estimate;
    options.evaluations = 10;
    return routh_rollout_fit(context, &space_input.dataset, &options, NULL, &estimate);
}

static inline routh_status long_rollout_study(routh_context *context) {
    routh_rollout_study_options options = routh_rollout_study_options_default();
    routh_rollout_study study = {.count = 0};
    options.fit.free = 1u << ROUTH_ROLLOUT_MU;
    options.fit.evaluations = 10;
    options.fit.folds = 2;
    options.fit.errors = false;
    options.ablation_evaluations = 10;
    options.spread = 20;
    options.spread_evaluations = 1;
    const routh_status status = routh_rollout_study_run(context, &space_input.dataset, &options, &study);
    routh_rollout_study_release(context, &study);
    return status;
}

static inline routh_status long_spreads(routh_context *context) {
    routh_spread3 *spread = calloc(space_input.tosses, sizeof *spread);
    const routh_status status =
        routh_spreads3_run(context, &space_input.dataset, &space_input.world, space_input.start, NULL, NULL, spread);
    routh_spreads3_release(context, spread, space_input.tosses);
    free(spread);
    return status;
}

static inline routh_status long_spread_fit(routh_context *context) {
    routh_spread3_options options = routh_spread3_options_default();
    return routh_spread3_fit(context, &space_input.dataset, &space_input.world, space_input.start, NULL, 2, &options);
}

static inline routh_status long_world3(routh_context *context) {
    routh_world3_generator generator = routh_world3_generator_default();
    routh_dataset3 made = {0};
    generator.world = space_input.world;
    generator.count = space_input.tosses;
    const routh_status status = routh_world3_generate(context, &generator, &made);
    routh_dataset3_release(context, &made);
    return status;
}

static inline routh_status long_behaviour3(routh_context *context) {
    routh_behaviour behaviour = {.count = 0};
    const routh_status status = routh_behaviour_of_dataset3(context, &space_input.dataset, NULL, NULL, &behaviour);
    routh_behaviour_release(context, &behaviour);
    return status;
}

static inline routh_status long_write3(routh_context *context) {
    routh_buffer buffer = {0};
    const routh_status status =
        routh_dataset3_write(context, &space_input.dataset, routh_io_buffer(&buffer, "tosses.h5"));
    routh_buffer_release(context, &buffer);
    return status;
}

static inline routh_status long_read3(routh_context *context) {
    const routh_import3_options usual = routh_import3_options_default();
    routh_buffer buffer = {0};
    routh_dataset3 read = {0};
    assert_int_equal(routh_dataset3_write(NULL, &space_input.dataset, routh_io_buffer(&buffer, "tosses.h5")), ROUTH_OK);
    begin_to_listen(context);
    const routh_status status =
        routh_dataset3_read(context, routh_io_memory(buffer.byte, buffer.byte_count, "tosses.h5"), &usual, &read);
    routh_dataset3_release(context, &read);
    routh_buffer_release(NULL, &buffer);
    return status;
}

static inline routh_status long_insert(routh_context *context) {
    routh_insertion_generator generator = guides_generator(GUIDES_TEST_1A);
    routh_insertion made = {0};
    generator.rate = 50;
    const routh_status status = routh_insertion_generate(context, &space_input.assembly, &generator, &made, NULL);
    routh_insertion_release(context, &made);
    return status;
}

static inline routh_status long_identify(routh_context *context) {
    routh_insertion_options options = routh_insertion_options_default();
    routh_insertion_estimate fit = {0};
    options.gamma = 0.01;
    const routh_status status =
        routh_insertion_fit(context, &space_input.assembly, &space_input.insertion, &options, &fit);
    routh_insertion_estimate_release(context, &fit);
    return status;
}

static inline routh_status long_observe(routh_context *context) {
    routh_observability seen = {0};
    const routh_status status =
        routh_insertion_observe(context, &space_input.assembly, &space_input.insertion, NULL, NULL, &seen);
    routh_observability_release(context, &seen);
    return status;
}

static inline routh_status long_insertion_check(routh_context *context) {
    routh_insertion_check check = {0};
    const routh_status status =
        routh_insertion_check_of(context, &space_input.assembly, &space_input.insertion, NULL, NULL, &check);
    routh_insertion_check_release(context, &check);
    return status;
}

static inline routh_status long_lcurve(routh_context *context) {
    routh_lcurve lcurve = {0};
    const routh_status status = routh_lcurve_of(context, &space_input.assembly, &space_input.insertion, NULL, &lcurve);
    routh_lcurve_release(context, &lcurve);
    return status;
}

static inline routh_status long_insertion_study(routh_context *context) {
    routh_insertion_study study = {0};
    const routh_status status =
        routh_insertion_study_run(context, &space_input.assembly, &space_input.insertion, 1, NULL, &study);
    routh_insertion_study_release(context, &study);
    return status;
}

static inline routh_status long_plan(routh_context *context) {
    routh_insertion_plan_options options = routh_insertion_plan_options_default();
    routh_insertion_plan plan = {0};
    options.draws = options.screening = 1;
    options.sweeps = 0;
    const routh_status status = routh_insertion_plan_run(context, &space_input.assembly, &options, &plan);
    routh_insertion_plan_release(context, &plan);
    return status;
}

static const long_call space_calls[] = {
    {"dataset3_segment", long_segment3},
    {"dataset3_write", long_write3},
    {"dataset3_read", long_read3},
    {"law3_fit compliant", long_fit3},
    {"study3_run", long_study3},
    {"starts3_of", long_starts},
    {"rollouts_run", long_rollouts},
    {"rollout_fit", long_rollout_fit},
    {"rollout_study_run", long_rollout_study},
    {"spreads3_run", long_spreads},
    {"spread3_fit", long_spread_fit},
    {"world3_generate", long_world3},
    {"behaviour_of_dataset3", long_behaviour3},
    {"insertion_generate", long_insert},
    {"insertion_fit", long_identify},
    {"insertion_observe", long_observe},
    {"insertion_check_of", long_insertion_check},
    {"lcurve_of", long_lcurve},
    {"insertion_study_run", long_insertion_study},
    {"insertion_plan_run", long_plan},
    {NULL, NULL},
};

#endif
