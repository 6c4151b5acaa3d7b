/* Fits of laws in space to samples whose truth is known exactly: the motion after is what a law predicts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../segment/generated_tosses.h"
#include "../subject.h"

#include "fit/fit.h"
#include "impact3/impact3.h"

enum { TOSSES = 30 };

/* Impacts as tosses have them, with the motion after that the law makes of them. */
static routh_sample3 *samples_under(const routh_law3 *law, const double *parameters, size_t *count) {
    toss_truth t = usual_truth();
    t.pair.mu = 0.5;
    routh_dataset3 dataset = generate_tosses(&t, TOSSES, NULL);
    routh_sample3 *sample;
    assert_int_equal(routh_dataset3_segment(NULL, NULL, &dataset), ROUTH_OK);
    assert_int_equal(routh_samples3_of(NULL, &dataset, &sample, count), ROUTH_OK);
    assert_true(*count >= 10);
    for (size_t i = 0; i < *count; i++) {
        assert_int_equal(routh_sample3_predict(NULL, law, parameters, &sample[i], &sample[i].after), ROUTH_OK);
        assert_true(routh_sample3_error(&sample[i], &sample[i].after) == 0);
    }
    routh_dataset3_release(NULL, &dataset);
    return sample;
}

/* Every law finds its own parameters; the search ends within 1e-5 of its range. */
static void test_truth(void **state) {
    (void)state;
    const double truth[] = {0.45, 0.3, 1.5};
    for (size_t l = 0; routh_law3_at(l); l++) {
        const routh_law3 *law = routh_law3_at(l);
        size_t count;
        routh_sample3 *sample = samples_under(law, truth, &count);
        routh_estimate fit;
        assert_int_equal(routh_law3_fit(NULL, law, sample, NULL, count, &fit), ROUTH_OK);
        assert_true(fit.cost < 1e-4 && fit.flags == 0 && fit.evaluations > 0);
        for (int d = 0; d < ROUTH_MAX_PARAMETERS; d++) {
            assert_true(isnan(fit.curvature[d]) && isnan(fit.interval[d].low) && isnan(fit.interval[d].high));
            assert_true(d < law->parameter_count ? fabs(fit.parameters[d] / truth[d] - 1) < 1e-3
                                                 : isnan(fit.parameters[d]));
        }
        routh_samples3_release(NULL, sample);
    }
}

/* So do laws with modifiers, whose numbers are the last. */
static void test_modifiers(void **state) {
    (void)state;
    static const char *const names[] = {"rigid+eps-power", "rigid+eps-exp"};
    const double truth[] = {0.45, 0.3, 0.2};
    for (size_t l = 0; l < sizeof names / sizeof *names; l++) {
        const routh_law3 *law = routh_law3_find(NULL, names[l]);
        size_t count;
        routh_sample3 *sample = samples_under(law, truth, &count);
        routh_estimate fit;
        assert_int_equal(routh_law3_fit(NULL, law, sample, NULL, count, &fit), ROUTH_OK);
        assert_true(fit.cost < 1e-4);
        for (int d = 0; d < law->parameter_count; d++)
            assert_true(fabs(fit.parameters[d] / truth[d] - 1) < 2e-3);
        routh_samples3_release(NULL, sample);
    }
}

/* A sample without weight may be anything; weights alone of each other count. */
static void test_weights(void **state) {
    (void)state;
    const routh_law3 *law = routh_law3_find(NULL, "rigid");
    const double truth[] = {0.3, 0.2};
    size_t count;
    routh_sample3 *sample = samples_under(law, truth, &count);
    double *weight = calloc(count, sizeof *weight);
    routh_estimate some, weighted;
    const size_t kept = count / 2;
    for (size_t i = 0; i < count; i++) {
        weight[i] = i < kept ? 2 : 0;
        sample[i].after.velocity[2] += i < kept ? 0 : 1;
    }
    assert_int_equal(routh_law3_fit(NULL, law, sample, NULL, kept, &some), ROUTH_OK);
    assert_int_equal(routh_law3_fit(NULL, law, sample, weight, count, &weighted), ROUTH_OK);
    assert_memory_equal(some.parameters, weighted.parameters, 2 * sizeof some.parameters[0]);
    assert_true(fabs(some.parameters[0] - truth[0]) < 1e-3);

    routh_context context = routh_context_default();
    memset(weight, 0, count * sizeof *weight);
    assert_int_equal(routh_law3_fit(&context, law, sample, weight, count, &some), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "rigid law: no impact"));
    weight[0] = 3;
    for (int bad = 0; bad < 3; bad++) {
        weight[1] = (const double[]){-1, NAN, INFINITY}[bad];
        assert_int_equal(routh_law3_fit(&context, law, sample, weight, count, &some), ROUTH_BAD_ARGUMENT);
        assert_non_null(strstr(context.message, "the weight of impact 1"));
    }
    free(weight);
    routh_samples3_release(NULL, sample);
}

/* A law without parameters has a cost and nothing to seek. */
static void test_no_parameters(void **state) {
    (void)state;
    routh_law3 law = *routh_law3_find(NULL, "frictionless");
    size_t count;
    routh_sample3 *sample = samples_under(&law, (const double[]){0.4, 0, 1}, &count);
    routh_estimate fit;
    law.parameter_count = 0;
    assert_int_equal(routh_law3_fit(NULL, &law, sample, NULL, count, &fit), ROUTH_OK);
    assert_true(isfinite(fit.cost) && fit.flags == 0);
    for (int d = 0; d < ROUTH_MAX_PARAMETERS; d++)
        assert_true(isnan(fit.parameters[d]));
    routh_samples3_release(NULL, sample);
}

/* A point impulse that was made by a law is found again as the best one. */
static void test_best(void **state) {
    (void)state;
    const double truth[] = {0.45, 0.3, 1.5};
    size_t count;
    routh_sample3 *sample = samples_under(routh_law3_find(NULL, "compliant"), truth, &count);
    for (size_t i = 0; i < count; i++) {
        routh_velocity3 best;
        double turning[3];
        routh_cross3(sample[i].after.spin, sample[i].point, turning);
        for (int c = 0; c < 3; c++)
            sample[i].contact_after[c] = sample[i].after.velocity[c] + turning[c];
        assert_int_equal(routh_sample3_best(NULL, &sample[i], &best), ROUTH_OK);
        assert_true(routh_sample3_error(&sample[i], &best) < 1e-12);
    }
    routh_samples3_release(NULL, sample);
}

/* Samples of bodies in memory: what a scene's contact makes of a body is what its sample predicts. */
static void test_bodies(void **state) {
    (void)state;
    static const double moments[2][3] = {{0.002, 0.002, 0.002}, {0.002, 0.003, 0.004}};
    const routh_law3 *law = routh_law3_find(NULL, "rigid");
    const double parameters[] = {0.4, 0.6}, point[3] = {0.03, -0.02, -0.05};
    for (int kind = 0; kind < 2; kind++) {
        routh_body3 body = routh_body3_default(), ground = routh_body3_default(), moved;
        routh_scene_contact at = routh_scene_contact_default();
        const routh_pair pair = routh_pair_of(law, parameters);
        routh_contact3 contact;
        routh_outcome3 outcome;
        routh_sample3 sample;
        routh_velocity3 after, predicted, bad = {{NAN, 0, 0}, {0}};
        body.mass = 0.7;
        memset(body.inertia, 0, sizeof body.inertia);
        for (int c = 0; c < 3; c++)
            body.inertia[c][c] = moments[kind][c];
        memcpy(body.position, (double[3]){0.2, 0.1, 0.05}, sizeof body.position);
        memcpy(body.orientation, (double[4]){0.5, 0.5, -0.5, 0.5}, sizeof body.orientation);
        memcpy(body.velocity, (double[3]){0.6, -0.3, -1.5}, sizeof body.velocity);
        memcpy(body.spin, (double[3]){3, 1, -2}, sizeof body.spin);
        ground.freedom = ROUTH_FIXED;
        at.b = 1;
        for (int c = 0; c < 3; c++) {
            at.point[c] = body.position[c] + point[c];
            at.normal[c] = c == 2;
        }
        assert_int_equal(routh_contact3_of(NULL, &body, &ground, &at, &contact), ROUTH_OK);
        assert_int_equal(routh_law3_solve(NULL, law, &pair, &contact, NULL, &outcome), ROUTH_OK);
        moved = body;
        routh_contact3_apply(&moved, &ground, &at, outcome.p);
        memcpy(after.velocity, moved.velocity, sizeof after.velocity);
        memcpy(after.spin, moved.spin, sizeof after.spin);
        assert_int_equal(routh_sample3_of(NULL, &body, point, &after, &sample), ROUTH_OK);
        assert_true(sample.differ == kind && sample.record == 0);
        assert_int_equal(routh_sample3_predict(NULL, law, parameters, &sample, &predicted), ROUTH_OK);
        assert_true(routh_sample3_error(&sample, &predicted) < 1e-13);
        for (int c = 0; c < 3; c++)
            assert_true(fabs(sample.impulse[c] - outcome.p[c]) < 1e-13);
        assert_int_equal(routh_sample3_of(NULL, &body, point, &bad, &sample), ROUTH_NOT_FINITE);
        body.velocity[2] = 2;
        assert_int_equal(routh_sample3_of(NULL, &body, point, &after, &sample), ROUTH_SEPARATING);
    }
}

SUBJECT(fit3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_truth),         cmocka_unit_test(test_modifiers), cmocka_unit_test(test_weights),
        cmocka_unit_test(test_no_parameters), cmocka_unit_test(test_best),      cmocka_unit_test(test_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
