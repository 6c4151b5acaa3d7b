/* Exact contacts give exact answers; what cannot be told is said to be so.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "steps.h"

#include "../ledger.h"

enum { STEPS = 60 };

static const step_case free_case = {1.7, 0.4, 0.4, 0.6, 9.81, 0.02, 0, 0};
static const step_case forced_case = {1.7, 0.4, 0.4, 0.6, 9.81, 0.02, 0, 30};

static routh_inertia_estimate fit_steps(const step_case *s, const step *steps, size_t count,
                                        const routh_inertia_options *options) {
    static routh_record records[STEPS];
    routh_inertia_options o = *options;
    routh_context context = routh_context_default();
    routh_inertia_estimate fit;
    o.gravity = s->gravity;
    o.mu = s->mu;
    o.eps = s->eps;
    take_records(steps, count, records);
    if (routh_inertia_fit(&context, records, count, &o, &fit) != ROUTH_OK)
        print_error("%s\n", context.message);
    assert_string_equal(context.message, "");
    return fit;
}

static int says(const routh_inertia_estimate *fit, const char *part) {
    for (size_t i = 0; i < fit->findings.count; i++)
        if (strstr(fit->findings.finding[i].text, part))
            return 1;
    return 0;
}

static void test_ratio_without_force(void **state) {
    (void)state;
    step steps[STEPS];
    make_steps(&free_case, 1, STEPS, steps);
    for (int estimator = 0; estimator < 2; estimator++) {
        routh_inertia_options o = routh_inertia_options_default();
        o.estimator = (routh_estimator)estimator;
        routh_inertia_estimate fit = fit_steps(&free_case, steps, STEPS, &o);
        assert_int_equal(fit.unknowns, 1);
        check_near(fit.m_over_i, 1.7 / 0.4, 1e-9);
        assert_true(isnan(fit.mass) && isnan(fit.inertia));
        assert_int_equal(fit.used, STEPS);
        assert_false(fit.impulse_is_absolute);
        for (size_t i = 0; i < STEPS; i++) {
            check_near(fit.impulse[2 * i], steps[i].pt / 1.7, 1e-9);
            check_near(fit.impulse[2 * i + 1], steps[i].pn / 1.7, 1e-9);
        }
        assert_true(says(&fit, "cannot be separated"));
        assert_true(says(&fit, "moment about the contact point"));
        routh_inertia_estimate_release(NULL, &fit);
    }
}

static void test_a_given_mass(void **state) {
    (void)state;
    const step_case *both[] = {&free_case, &forced_case};
    for (int k = 0; k < 2; k++) {
        step steps[STEPS];
        make_steps(both[k], 2, STEPS, steps);
        routh_inertia_options o = routh_inertia_options_default();
        o.mass = 1.7;
        routh_inertia_estimate fit = fit_steps(both[k], steps, STEPS, &o);
        check_near(fit.inertia, 0.4, 1e-9);
        assert_true(fit.impulse_is_absolute);
        for (size_t i = 0; i < STEPS; i++)
            check_near(fit.impulse[2 * i + 1], steps[i].pn, 1e-9);
        routh_inertia_estimate_release(NULL, &fit);
    }
}

static void test_mass_and_inertia_with_known_forces(void **state) {
    (void)state;
    step steps[STEPS];
    make_steps(&forced_case, 3, STEPS, steps);
    for (int estimator = 0; estimator < 2; estimator++) {
        routh_inertia_options o = routh_inertia_options_default();
        o.estimator = (routh_estimator)estimator;
        routh_inertia_estimate fit = fit_steps(&forced_case, steps, STEPS, &o);
        assert_int_equal(fit.unknowns, 2);
        assert_true(fit.identifiable);
        check_near(fit.mass, 1.7, 1e-6);
        check_near(fit.inertia, 0.4, 1e-6);
        check_near(fit.m_over_i, 1.7 / 0.4, 1e-9);
        for (size_t i = 0; i < STEPS; i++) {
            check_near(fit.impulse[2 * i], steps[i].pt, 1e-6);
            check_near(fit.impulse[2 * i + 1], steps[i].pn, 1e-6);
        }
        /* columns of length 1: the squares of their singular values add up to their number */
        check_near(fit.singular[0] * fit.singular[0] + fit.singular[1] * fit.singular[1], 2, 1e-12);
        check_near(fit.condition, fit.singular[0] / fit.singular[1], 1e-12);
        routh_inertia_estimate_release(NULL, &fit);
    }
}

static void test_the_modes_own_regressions(void **state) {
    (void)state;
    const step_case *both[] = {&free_case, &forced_case};
    for (int forced = 0; forced < 2; forced++)
        for (int mode = ROUTH_SLIDING_MODE; mode <= ROUTH_STICKING_MODE; mode++) {
            step steps[STEPS];
            size_t wanted = 0;
            make_steps(both[forced], 4, STEPS, steps);
            for (size_t i = 0; i < STEPS; i++)
                wanted += steps[i].sticks == (mode == ROUTH_STICKING_MODE);
            routh_inertia_options o = routh_inertia_options_default();
            o.regression = (routh_regression)mode;
            o.estimator = ROUTH_LEAST_SQUARES;
            routh_inertia_estimate fit = fit_steps(both[forced], steps, STEPS, &o);
            assert_int_equal(fit.used, wanted);
            check_near(fit.m_over_i, 1.7 / 0.4, 1e-9);
            if (forced) {
                check_near(fit.mass, 1.7, 1e-6);
                check_near(fit.inertia, 0.4, 1e-6);
            }
            routh_inertia_estimate_release(NULL, &fit);
        }
}

/* Force and torque that together have no moment about the contact point say nothing. */
static void test_a_force_without_moment(void **state) {
    (void)state;
    step steps[STEPS];
    make_steps(&free_case, 5, STEPS, steps);
    for (size_t i = 0; i < STEPS; i++) {
        routh_record *c = &steps[i].record;
        c->fx = 3;
        c->fy = -2;
        c->torque = c->rx * c->fy - c->ry * c->fx;
    }
    routh_inertia_options o = routh_inertia_options_default();
    o.estimator = ROUTH_LEAST_SQUARES;
    routh_inertia_estimate fit = fit_steps(&free_case, steps, STEPS, &o);
    assert_int_equal(fit.unknowns, 1);
    assert_true(says(&fit, "no moment about the contact point"));
    assert_true(isnan(fit.impulse[0]));
    routh_inertia_estimate_release(NULL, &fit);
}

/* One contact, seen several times: two columns, one direction. */
static void test_one_step_does_not_separate(void **state) {
    (void)state;
    step steps[4];
    make_steps(&forced_case, 6, 1, steps);
    for (int i = 1; i < 4; i++)
        steps[i] = steps[0];
    routh_inertia_options o = routh_inertia_options_default();
    o.estimator = ROUTH_LEAST_SQUARES;
    routh_inertia_estimate fit = fit_steps(&forced_case, steps, 4, &o);
    assert_false(fit.identifiable);
    assert_true(isnan(fit.mass));
    assert_true(fit.condition > 1e7);
    assert_true(says(&fit, "At least two contacts"));
    routh_inertia_estimate_release(NULL, &fit);
}

/* Θ ≥ 0: spins that contradict the levers give 0, not a negative inertia. */
static void test_nothing_negative(void **state) {
    (void)state;
    step steps[STEPS];
    make_steps(&free_case, 7, STEPS, steps);
    for (size_t i = 0; i < STEPS; i++) {
        routh_record *c = &steps[i].record;
        c->after.omega = 2 * c->before.omega - c->after.omega;
    }
    routh_inertia_options o = routh_inertia_options_default();
    o.estimator = ROUTH_LEAST_SQUARES;
    o.robust = 0;
    routh_inertia_estimate fit = fit_steps(&free_case, steps, STEPS, &o);
    check_near(fit.m_over_i, 0, 0);
    assert_false(fit.identifiable);
    routh_inertia_estimate_release(NULL, &fit);
}

static void refuse(const routh_record *records, size_t count, const routh_inertia_options *options,
                   routh_status expected, const char *holds) {
    routh_context context = routh_context_default();
    routh_inertia_estimate fit;
    assert_int_equal(routh_inertia_fit(&context, records, count, options, &fit), expected);
    if (!strstr(context.message, holds))
        print_error("\"%s\" is not in: %s\n", holds, context.message);
    assert_non_null(strstr(context.message, holds));
}

static void test_clear_errors(void **state) {
    (void)state;
    step steps[8];
    routh_record good[8], bad[8];
    make_steps(&free_case, 8, 8, steps);
    take_records(steps, 8, good);
    const routh_inertia_options usual = routh_inertia_options_default();
    routh_inertia_options o = usual;
    refuse(good, 0, &usual, ROUTH_BAD_ARGUMENT, "no contacts");
    for (int i = 0; i < 8; i++) { /* the impulse through the centre */
        bad[i] = good[i];
        bad[i].rx = bad[i].after.vx - bad[i].before.vx;
        bad[i].ry = bad[i].after.vy - bad[i].before.vy + bad[i].duration * usual.gravity;
    }
    refuse(bad, 8, &usual, ROUTH_BAD_ARGUMENT, "passes through the centre of mass");
    for (int i = 0; i < 8; i++) { /* free fall */
        bad[i] = good[i];
        bad[i].duration = 0;
        bad[i].after = bad[i].before;
    }
    refuse(bad, 8, &usual, ROUTH_BAD_ARGUMENT, "velocity does not change");
    for (int i = 0; i < 8; i++) {
        bad[i] = good[i];
        bad[i].after.omega = bad[i].before.omega;
    }
    refuse(bad, 8, &usual, ROUTH_BAD_ARGUMENT, "spin does not change");
    memcpy(bad, good, sizeof bad);
    bad[5].before.vx = NAN;
    refuse(bad, 8, &usual, ROUTH_NOT_FINITE, "record 5");
    o.mass = -1;
    refuse(good, 8, &o, ROUTH_BAD_MASS, "-1 kg");
    o = usual;
    o.noise.vx = -0.5;
    refuse(good, 8, &o, ROUTH_BAD_ARGUMENT, "-0.5");
    o = usual;
    o.regression = ROUTH_SLIDING_MODE;
    refuse(good, 8, &o, ROUTH_BAD_ARGUMENT, "mode-free");
    o.estimator = ROUTH_LEAST_SQUARES;
    o.slip = 1e6;
    refuse(good, 8, &o, ROUTH_BAD_ARGUMENT, "none of 8 contacts is sliding");
    o = usual;
    o.gravity = NAN;
    refuse(good, 8, &o, ROUTH_BAD_ARGUMENT, "gravity");
}

/* Whichever allocation fails, nothing is lost. */
static void test_memory_runs_out(void **state) {
    (void)state;
    step steps[STEPS];
    static routh_record records[STEPS];
    const routh_shape shape = routh_shape_square(1);
    make_steps(&free_case, 9, STEPS, steps);
    take_records(steps, STEPS, records);
    routh_inertia_options o = routh_inertia_options_default();
    o.shape = &shape;
    o.noise = (routh_noise){.theta = 1e-4, .y = 1e-4, .vx = 1e-3, .vy = 1e-3, .omega = 1e-3};
    routh_status status = ROUTH_OUT_OF_MEMORY;
    size_t failures = 0;
    for (int allowed = 0; status == ROUTH_OUT_OF_MEMORY && allowed < 1000; allowed++) {
        ledger book = {.budget = allowed};
        routh_context context = context_with(&book);
        routh_inertia_estimate fit;
        status = routh_inertia_fit(&context, records, STEPS, &o, &fit);
        if (status == ROUTH_OK)
            routh_inertia_estimate_release(&context, &fit);
        assert_int_equal(book.blocks, 0);
        failures++;
    }
    assert_int_equal(status, ROUTH_OK);
    assert_true(failures > 10);
}

SUBJECT(fit) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ratio_without_force),
        cmocka_unit_test(test_a_given_mass),
        cmocka_unit_test(test_mass_and_inertia_with_known_forces),
        cmocka_unit_test(test_the_modes_own_regressions),
        cmocka_unit_test(test_a_force_without_moment),
        cmocka_unit_test(test_one_step_does_not_separate),
        cmocka_unit_test(test_nothing_negative),
        cmocka_unit_test(test_clear_errors),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
