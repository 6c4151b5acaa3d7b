/* Defaults set every field, and NULL options are the defaults.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../subject.h"

/* Leaves rubbish where the next call has its variables. */
static void dirty_stack(unsigned char byte) {
    volatile unsigned char rubbish[16384];
    for (size_t i = 0; i < sizeof rubbish; i++)
        rubbish[i] = byte;
}

/* Two defaults made over different rubbish are alike in each of these fields, which are all there are: what is left of
 * the struct is no more than what fills numbers of fewer than eight bytes up to eight. Structs within have lines of their
 * own. */
#define FIELD(field)                                                                                                   \
    assert_memory_equal(&a.field, &b.field, sizeof a.field);                                                           \
    left -= sizeof a.field;                                                                                            \
    gaps += (8 - sizeof a.field % 8) % 8;
#define WITHIN(field) left -= sizeof a.field;

#define CHECK_DEFAULT(type, fields)                                                                                    \
    do {                                                                                                               \
        type a, b;                                                                                                     \
        size_t left = sizeof a, gaps = 0;                                                                              \
        memset(&a, 0xA5, sizeof a);                                                                                    \
        dirty_stack(0xA5);                                                                                             \
        a = type##_default();                                                                                          \
        memset(&b, 0x5A, sizeof b);                                                                                    \
        dirty_stack(0x5A);                                                                                             \
        b = type##_default();                                                                                          \
        fields assert_true(left <= gaps);                                                                              \
    } while (0)

static void test_every_field_is_set(void **state) {
    (void)state;
    CHECK_DEFAULT(routh_import_options, FIELD(body) FIELD(gyration) FIELD(rate) FIELD(gravity) FIELD(gap) FIELD(name)
                                            FIELD(variable) FIELD(body_may_be_unknown));
    CHECK_DEFAULT(routh_sample_fit_options, FIELD(metric) FIELD(mu_max) FIELD(tolerance));
    CHECK_DEFAULT(routh_fit_options, FIELD(cost) FIELD(metric) FIELD(norms) FIELD(robust) FIELD(mu_max) FIELD(scale)
                                         FIELD(evaluations) FIELD(resamples) FIELD(level) FIELD(seed));
    CHECK_DEFAULT(routh_law3_options, FIELD(tolerance) FIELD(watch) FIELD(points) FIELD(user));
    CHECK_DEFAULT(routh_inertia_options, FIELD(regression) FIELD(estimator) FIELD(gravity) FIELD(mu) FIELD(eps)
                                             FIELD(slip) FIELD(mass) FIELD(noise) FIELD(shape) FIELD(robust));
    CHECK_DEFAULT(routh_inertia_study_options,
                  WITHIN(fit) FIELD(frame) FIELD(noise_given) FIELD(noise_of_flights) FIELD(snr_db) FIELD(online));
    CHECK_DEFAULT(routh_insertion_options,
                  FIELD(slip_speed) FIELD(force_scale) FIELD(moment_scale) FIELD(stick_weight) FIELD(method)
                      FIELD(geometry) FIELD(gamma) FIELD(evaluations) FIELD(tolerance) FIELD(gammas) FIELD(gamma_high)
                          FIELD(gamma_low) FIELD(starts));
    CHECK_DEFAULT(routh_insertion_arrays,
                  FIELD(name) FIELD(count) FIELD(time) FIELD(hand) FIELD(twist) FIELD(wrench) FIELD(receptacle)
                      FIELD(plate) FIELD(reference) FIELD(offset) FIELD(rate));
    CHECK_DEFAULT(routh_gp_options, FIELD(starts) FIELD(seed) FIELD(evaluations) FIELD(tolerance) FIELD(coarse)
                                        FIELD(most_exact) FIELD(inducing) FIELD(start) FIELD(low) FIELD(high));
    CHECK_DEFAULT(routh_model_options, FIELD(kind) FIELD(law) FIELD(metric) FIELD(pose) WITHIN(ensemble) FIELD(
                                           covariates) FIELD(covariate_count) FIELD(covariate) WITHIN(gp) FIELD(prior));
    CHECK_DEFAULT(routh_run_options, FIELD(integrator) FIELD(law) FIELD(parameters) FIELD(duration) FIELD(step)
                                         FIELD(rate) FIELD(rest_speed) FIELD(most_impacts));
    CHECK_DEFAULT(routh_run3_options, FIELD(integrator) FIELD(duration) FIELD(step) FIELD(rate) FIELD(rest_speed) FIELD(
                                          together) FIELD(most_impacts) FIELD(records) WITHIN(scatter) FIELD(seed));
    CHECK_DEFAULT(routh_surface3,
                  FIELD(law) FIELD(several) WITHIN(pair) FIELD(eps_slope) FIELD(mu_slide) FIELD(mu_slope));
    CHECK_DEFAULT(routh_plane3, FIELD(point) FIELD(normal));
    CHECK_DEFAULT(routh_world3_generator,
                  FIELD(world) WITHIN(run) FIELD(count) FIELD(low) FIELD(high) FIELD(any_orientation) FIELD(width)
                      FIELD(position_noise) FIELD(rotation_noise) FIELD(seed));
    CHECK_DEFAULT(routh_recording_options,
                  WITHIN(import) FIELD(convention) WITHIN(axes) FIELD(up) FIELD(motions) FIELD(keep_wrong));
    CHECK_DEFAULT(routh_correction_options, FIELD(calibrate) FIELD(reflag) FIELD(frame) FIELD(segmentation));
    CHECK_DEFAULT(routh_axes_options, FIELD(up) FIELD(normal) FIELD(gravity) FIELD(rest_height));
    CHECK_DEFAULT(routh_segment_options, FIELD(calibrate) FIELD(height_offset) FIELD(angle_offset) FIELD(angle_delay)
                                             FIELD(flight_min) FIELD(flight_max) FIELD(deviation_max) FIELD(meeting_max)
                                                 FIELD(ground_max) FIELD(energy_drift) FIELD(corner_gap) FIELD(soft));
    CHECK_DEFAULT(routh_import3_options, FIELD(width) FIELD(mass) FIELD(unit) FIELD(rate) FIELD(gravity) FIELD(shape));
    CHECK_DEFAULT(routh_shape3_options, FIELD(unit) FIELD(hull) FIELD(tracked));
    CHECK_DEFAULT(routh_shape_options, FIELD(unit) FIELD(hull) FIELD(centre));
    CHECK_DEFAULT(routh_segment3_options, FIELD(calibrate) FIELD(inertia) FIELD(calibration) FIELD(flight_min)
                                              FIELD(flight_max) FIELD(deviation_max) FIELD(meeting_max)
                                                  FIELD(ground_max) FIELD(corner_gap) FIELD(rounding) FIELD(soft));
    CHECK_DEFAULT(routh_export_options,
                  FIELD(mu) FIELD(eps) FIELD(eps_slope) FIELD(has_restitution) FIELD(restitution) FIELD(step)
                      FIELD(speed) FIELD(depth) FIELD(textbook) FIELD(shape) FIELD(mesh) WITHIN(mesh_options)
                          FIELD(mass) FIELD(density) FIELD(rounding) FIELD(gravity) FIELD(centre) FIELD(inertia));
    CHECK_DEFAULT(routh_behaviour_options, FIELD(bins) FIELD(resamples) FIELD(gain) FIELD(seed));
    CHECK_DEFAULT(routh_behaviour_throws, FIELD(count) FIELD(speed) FIELD(slip) FIELD(spin) FIELD(seed));
    CHECK_DEFAULT(routh_study3_options,
                  FIELD(resamples) FIELD(seed) FIELD(split) FIELD(segmentation) FIELD(law) FIELD(results));
    CHECK_DEFAULT(routh_spread3_options, FIELD(rollouts) FIELD(share) FIELD(widen) WITHIN(run));
    CHECK_DEFAULT(routh_start3_options, FIELD(flight_min) FIELD(flight_max) FIELD(one));
    CHECK_DEFAULT(routh_rollout_options, FIELD(free) FIELD(calibrated) WITHIN(start) WITHIN(surface) WITHIN(run)
                                             FIELD(folds) FIELD(evaluations) FIELD(errors) FIELD(from));
    CHECK_DEFAULT(routh_rollout_study_options,
                  WITHIN(fit) FIELD(spread) FIELD(spread_evaluations) FIELD(ablation_evaluations) FIELD(single));
    CHECK_DEFAULT(routh_engine_target, WITHIN(surface) FIELD(restitution) FIELD(speed) FIELD(eps_tolerance)
                                           FIELD(friction_tolerance) FIELD(depth));
    CHECK_DEFAULT(routh_proof_options, FIELD(impacts) FIELD(phases) FIELD(share) FIELD(slip) FIELD(spin) FIELD(settings)
                                           FIELD(same_across) FIELD(seed));
    CHECK_DEFAULT(routh_split_options, FIELD(groups) FIELD(seed) FIELD(laws) FIELD(law_count) WITHIN(fit));
    CHECK_DEFAULT(routh_study_options,
                  FIELD(laws) FIELD(law_count) FIELD(fit_count) FIELD(k_max) FIELD(draws) FIELD(resamples) FIELD(level)
                      FIELD(seed) WITHIN(ensemble) FIELD(tolerance) FIELD(slow_friction) FIELD(surface) FIELD(learning)
                          FIELD(truth) FIELD(truth_parameters) FIELD(split) FIELD(transfer) FIELD(calibration)
                              FIELD(rank_by_impulse) FIELD(covariates) FIELD(covariate_count) FIELD(explore)
                                  FIELD(references) FIELD(uncalibrated) FIELD(command) FIELD(checksum) FIELD(date));
    CHECK_DEFAULT(routh_material,
                  FIELD(name) FIELD(body) FIELD(ground) FIELD(law) FIELD(restitution) FIELD(value) FIELD(error)
                      FIELD(interval) FIELD(correlation) FIELD(correlated) FIELD(flags) FIELD(speed) FIELD(impacts)
                          FIELD(shape) FIELD(mass) FIELD(rounding) FIELD(centre) FIELD(inertia) FIELD(source)
                              FIELD(licence) FIELD(command) FIELD(note));
    CHECK_DEFAULT(routh_rebound_options,
                  FIELD(laws) FIELD(law_count) FIELD(mu_max) FIELD(resamples) FIELD(level) FIELD(seed));
    CHECK_DEFAULT(routh_explore_options,
                  WITHIN(fit) FIELD(simulations) FIELD(significance) FIELD(least) FIELD(folds) FIELD(seed));
    CHECK_DEFAULT(routh_learning_options, FIELD(sizes) FIELD(size_count) FIELD(draws) FIELD(last_draws) FIELD(detail)
                                              FIELD(law) FIELD(prior) FIELD(prior_name) WITHIN(gp) FIELD(seed)
                                                  FIELD(covariates) FIELD(covariate_count) FIELD(covariate));
    CHECK_DEFAULT(routh_insertion_study_options, WITHIN(fit) FIELD(rate) FIELD(also) FIELD(demand));
    CHECK_DEFAULT(routh_insertion_plan_options,
                  FIELD(precision) FIELD(time) FIELD(moment) FIELD(start_shift) FIELD(start_turn) FIELD(draws)
                      FIELD(screening) FIELD(sweeps) WITHIN(generator) WITHIN(fit) FIELD(rate));
    CHECK_DEFAULT(routh_impact_study_options, FIELD(mu) FIELD(eps) FIELD(et) FIELD(eta2) FIELD(laws) FIELD(law_count));
}

static const routh_impact impact = {
    .mass = 0.0364, .inertia = 1.347e-5, .rx = -0.012, .ry = -0.0287, .vx = 0.98, .vy = -1.9, .omega = 13};

enum { SAMPLES = 12 };
static void make_samples(routh_sample *sample) {
    const routh_law *law = routh_law_find(NULL, "wang-mason");
    double parameters[ROUTH_MAX_PARAMETERS];
    routh_random random = routh_random_seed(1, 1);
    routh_law_parameters(law, 0.2, 0.5, parameters);
    for (int i = 0; i < SAMPLES; i++) {
        routh_impact one = impact;
        one.vx += 0.2 * routh_random_normal(&random);
        one.rx += 0.002 * routh_random_normal(&random);
        one.omega += routh_random_normal(&random);
        assert_int_equal(routh_sample_of(NULL, &one, (routh_velocity){0}, &sample[i]), ROUTH_OK);
        assert_int_equal(routh_sample_of(NULL, &one, routh_sample_predict(law, parameters, &sample[i]), &sample[i]),
                         ROUTH_OK);
    }
}

static void test_fits(void **state) {
    (void)state;
    routh_sample sample[SAMPLES];
    make_samples(sample);
    const routh_law *law = routh_law_find(NULL, "mirtich");
    const routh_sample_fit_options own = routh_sample_fit_options_default();
    const routh_fit_options options = routh_fit_options_default();
    routh_sample_estimate one[2];
    routh_estimate all[2];
    assert_int_equal(routh_sample_fit(NULL, law, sample, NULL, &one[0]), ROUTH_OK);
    assert_int_equal(routh_sample_fit(NULL, law, sample, &own, &one[1]), ROUTH_OK);
    assert_memory_equal(one[0].parameters, one[1].parameters, sizeof one[0].parameters);
    assert_int_equal(routh_law_fit(NULL, law, sample, NULL, SAMPLES, NULL, &all[0]), ROUTH_OK);
    assert_int_equal(routh_law_fit(NULL, law, sample, NULL, SAMPLES, &options, &all[1]), ROUTH_OK);
    assert_memory_equal(all[0].parameters, all[1].parameters, sizeof all[0].parameters);
}

static void test_models(void **state) {
    (void)state;
    routh_sample sample[SAMPLES];
    make_samples(sample);
    const routh_model_options options = routh_model_options_default();
    routh_prediction said[2];
    for (int i = 0; i < 2; i++) {
        routh_model *model = NULL;
        assert_int_equal(routh_model_train(NULL, sample, NULL, SAMPLES, i ? &options : NULL, &model), ROUTH_OK);
        assert_int_equal(routh_model_predict(NULL, model, 1, &impact, NULL, NULL, &said[i]), ROUTH_OK);
        routh_model_release(NULL, model);
    }
    assert_memory_equal(&said[0].impulse, &said[1].impulse, sizeof said[0].impulse);
    assert_memory_equal(&said[0].after, &said[1].after, sizeof said[0].after);
}

static void test_inertia(void **state) {
    (void)state;
    routh_sample sample[SAMPLES];
    routh_record record[SAMPLES];
    make_samples(sample);
    for (int i = 0; i < SAMPLES; i++) {
        const routh_impact *b = &sample[i].impact;
        record[i] = (routh_record){
            .rx = b->rx, .ry = b->ry, .before = {b->vx, b->vy, b->omega}, .after = sample[i].after, .trajectory = -1};
    }
    const routh_inertia_options options = routh_inertia_options_default();
    routh_inertia_estimate fit[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(routh_inertia_fit(NULL, record, SAMPLES, i ? &options : NULL, &fit[i]), ROUTH_OK);
    assert_memory_equal(&fit[0].m_over_i, &fit[1].m_over_i, sizeof fit[0].m_over_i);
    assert_memory_equal(&fit[0].m_over_i_error, &fit[1].m_over_i_error, sizeof fit[0].m_over_i_error);
    for (int i = 0; i < 2; i++)
        routh_inertia_estimate_release(NULL, &fit[i]);
}

static void test_runs(void **state) {
    (void)state;
    const routh_half_plane ground = routh_half_plane_default();
    const routh_world world = {.body = {routh_shape_square(0.06), 0.1, 6e-5},
                               .plane = &ground,
                               .plane_count = 1,
                               .gravity = 9.81,
                               .wrench = routh_wrench_default()};
    const routh_state start = {.pose = {.y = 0.2, .theta = 0.4}};
    const routh_run_options options = routh_run_options_default();
    routh_run run[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(routh_world_run(NULL, &world, &start, i ? &options : NULL, &run[i]), ROUTH_OK);
    assert_int_equal(run[0].sample_count, run[1].sample_count);
    assert_memory_equal(run[0].sample, run[1].sample, run[0].sample_count * sizeof *run[0].sample);
    for (int i = 0; i < 2; i++)
        routh_run_release(NULL, &run[i]);
}

static void test_one_impact(void **state) {
    (void)state;
    const routh_impact_study_options options = routh_impact_study_options_default();
    routh_impact_study study[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(routh_impact_study_run(NULL, &impact, i ? &options : NULL, &study[i]), ROUTH_OK);
    assert_int_equal(study[0].count, study[1].count);
    for (size_t l = 0; l < study[0].count; l++)
        assert_memory_equal(study[0].laws[l].parameters, study[1].laws[l].parameters,
                            sizeof study[0].laws[l].parameters);
    for (int i = 0; i < 2; i++)
        routh_impact_study_release(NULL, &study[i]);
}

static void test_strikes(void **state) {
    (void)state;
    const routh_contact3 contact = {.w = {{3, 0.2, 0.1}, {0.2, 2, -0.1}, {0.1, -0.1, 1}}, .v = {0.5, 0.2, -1}};
    const routh_pair pair = routh_pair_default();
    const routh_law3_options options = routh_law3_options_default();
    routh_outcome3 outcome[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &pair, &contact,
                                          i ? &options : NULL, &outcome[i]),
                         ROUTH_OK);
    assert_memory_equal(outcome[0].p, outcome[1].p, sizeof outcome[0].p);
}

SUBJECT(defaults) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_field_is_set),
        cmocka_unit_test(test_fits),
        cmocka_unit_test(test_models),
        cmocka_unit_test(test_inertia),
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_one_impact),
        cmocka_unit_test(test_strikes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
