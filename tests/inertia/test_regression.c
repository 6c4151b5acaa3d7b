/* The regressions hold to rounding for contact steps that were made without them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "inertia/inertia.h"
#include "steps.h"

enum { STEPS = 400 };

static const double all_eps[] = {0, 0.6, 1}, all_force[] = {0, 30};

static step_case case_of(double eps, double force) {
    return (step_case){.mass = 1.7, .inertia = 0.4, .mu = 0.4, .eps = eps, .gravity = 9.81, .h = 0.02, .force = force};
}

static const double all_tilt[] = {0, 0.4, -1.5};

/* Largest |Y − Ψ Θ| at the true Θ. */
static double residual(const routh_regression_rows *rows, const step_case *s) {
    double most = 0;
    for (int row = 0; row < rows->rows; row++) {
        double e = rows->y[row];
        for (int k = 0; k < rows->unknowns; k++) {
            const double truth[] = {[ROUTH_M_OVER_I] = s->mass / s->inertia,
                                    [ROUTH_ONE_OVER_I] = 1 / s->inertia,
                                    [ROUTH_ONE_OVER_M] = 1 / s->mass};
            e -= rows->psi[row][k] * truth[rows->unknown[k]];
        }
        most = fmax(most, fabs(e));
    }
    return most;
}

static void test_residuals_vanish_at_the_truth(void **state) {
    (void)state;
    for (int e = 0; e < 3; e++)
        for (int f = 0; f < 6; f++) {
            step_case s = case_of(all_eps[e], all_force[f % 2]);
            s.tilt = all_tilt[f / 2];
            static step steps[STEPS];
            double most[3] = {0, 0, 0};
            size_t sticking = 0;
            make_steps(&s, 7, STEPS, steps);
            for (size_t i = 0; i < STEPS; i++) {
                const routh_regression mode = steps[i].sticks ? ROUTH_STICKING_MODE : ROUTH_SLIDING_MODE;
                const routh_regression both[] = {ROUTH_MODE_FREE, mode};
                sticking += (size_t)steps[i].sticks;
                for (int k = 0; k < 2; k++) {
                    const routh_regression_rows rows =
                        routh_regression_rows_of(both[k], &steps[i].record, s.gravity, s.mu, s.eps);
                    most[both[k]] = fmax(most[both[k]], residual(&rows, &s));
                }
            }
            print_message("eps %g, force %g N, tilt %g: mode-free %.1e, sliding %.1e (%zu), sticking %.1e (%zu)\n",
                          s.eps, s.force, s.tilt, most[ROUTH_MODE_FREE], most[ROUTH_SLIDING_MODE], STEPS - sticking,
                          most[ROUTH_STICKING_MODE], sticking);
            assert_true(sticking > STEPS / 10 && sticking < STEPS - STEPS / 10);
            for (int k = 0; k < 3; k++)
                assert_true(most[k] < 1e-10);
        }
}

/* Where the wrong mode is assumed the rows do not hold: the test above can fail. */
static void test_the_wrong_mode_does_not_hold(void **state) {
    (void)state;
    const step_case s = case_of(0.6, 30);
    static step steps[STEPS];
    make_steps(&s, 8, STEPS, steps);
    for (size_t i = 0; i < STEPS; i++) {
        const routh_regression wrong = steps[i].sticks ? ROUTH_SLIDING_MODE : ROUTH_STICKING_MODE;
        const routh_regression_rows rows = routh_regression_rows_of(wrong, &steps[i].record, s.gravity, s.mu, s.eps);
        assert_true(residual(&rows, &s) > 1e-9);
    }
}

/* Without force only m/I has a column that is not 0. */
static void test_columns_without_force(void **state) {
    (void)state;
    const step_case s = case_of(0.6, 0);
    step one;
    make_steps(&s, 9, 1, &one);
    for (int mode = ROUTH_MODE_FREE; mode <= ROUTH_STICKING_MODE; mode++) {
        const routh_regression_rows rows =
            routh_regression_rows_of((routh_regression)mode, &one.record, s.gravity, s.mu, s.eps);
        assert_int_equal(rows.unknown[0], ROUTH_M_OVER_I);
        for (int row = 0; row < rows.rows; row++)
            for (int k = 1; k < rows.unknowns; k++)
                assert_true(fabs(rows.psi[row][k]) <= 0);
    }
}

static void test_names(void **state) {
    (void)state;
    assert_string_equal(routh_name(&routh_unknowns, ROUTH_M_OVER_I), "m/I");
    assert_string_equal(routh_name(&routh_unknowns, ROUTH_ONE_OVER_M), "1/m");
    assert_string_equal(routh_about(&routh_unknowns, ROUTH_ONE_OVER_I), "1/(kg m²)");
}

SUBJECT(regression) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_residuals_vanish_at_the_truth),
        cmocka_unit_test(test_the_wrong_mode_does_not_hold),
        cmocka_unit_test(test_columns_without_force),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
