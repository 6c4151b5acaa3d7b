/* The bounded search on functions whose least value is known.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "../subject.h"
#include "algebra/algebra.h"

enum { N = 6 };

static routh_quasi_newton search(routh_smooth_function *function, size_t variables, const double *low,
                                 const double *high, const double *from) {
    routh_quasi_newton d = {.variables = variables,
                            .low = low,
                            .high = high,
                            .function = function,
                            .tolerance = 1e-14,
                            .longest = 1,
                            .evaluations = 400};
    memcpy(d.x, from, variables * sizeof *from);
    return d;
}

/* Rosenbrock's valley: 0 at (1, 1). */
static int valley(const double *x, double *value, double *gradient, void *user) {
    (void)user;
    const double a = 1 - x[0], b = x[1] - x[0] * x[0];
    *value = a * a + 100 * b * b;
    gradient[0] = -2 * a - 400 * x[0] * b;
    gradient[1] = 200 * b;
    return 0;
}

static void it_follows_a_bent_valley(void **state) {
    (void)state;
    const double low[2] = {-5, -5}, high[2] = {5, 5};
    routh_quasi_newton d = search(valley, 2, low, high, (const double[]){-1.2, 1});
    assert_int_equal(routh_quasi_newton_minimise(&d), ROUTH_QUASI_NEWTON_CONVERGED);
    assert_true(fabs(d.x[0] - 1) < 1e-6 && fabs(d.x[1] - 1) < 1e-6);
    assert_true(d.value < 1e-12 && d.evaluated < 60);
}

/* With x ≤ ½ the valley's least point on the bound is (½, ¼), where it is ¼. */
static void it_ends_on_a_bound(void **state) {
    (void)state;
    const double low[2] = {-5, -5}, high[2] = {0.5, 5};
    routh_quasi_newton d = search(valley, 2, low, high, (const double[]){-1.2, 1});
    assert_int_equal(routh_quasi_newton_minimise(&d), ROUTH_QUASI_NEWTON_CONVERGED);
    assert_true(d.x[0] == 0.5 && fabs(d.x[1] - 0.25) < 1e-6 && fabs(d.value - 0.25) < 1e-12);
    d = search(valley, 2, low, high, (const double[]){0.5, -5}); /* from the corner that is farthest */
    assert_int_equal(routh_quasi_newton_minimise(&d), ROUTH_QUASI_NEWTON_CONVERGED);
    assert_true(d.x[0] == 0.5 && fabs(d.x[1] - 0.25) < 1e-6);
}

/* Σ 10ⁱ (xᵢ − i − xᵢ₋₁/10)²: neighbours are coupled, and stiffness goes over five orders of magnitude. */
static int bowl(const double *x, double *value, double *gradient, void *user) {
    (*(int *)user)++;
    *value = 0;
    for (int i = 0; i < N; i++) {
        const double stiff = pow(10, i), off = x[i] - i - (i > 0 ? 0.1 * x[i - 1] : 0);
        *value += stiff * off * off;
        gradient[i] = 2 * stiff * off;
        if (i > 0)
            gradient[i - 1] -= 0.2 * stiff * off;
    }
    return 0;
}

static void it_fixes_what_would_leave_the_bounds(void **state) {
    (void)state;
    const double low[N] = {-9, -9, -9, -9, -9, -9}, high[N] = {9, -4.6, 9, 9, -3, 0};
    const double from[N] = {-5, -5, -5, -5, -5, -5};
    int calls = 0;
    routh_quasi_newton d = search(bowl, N, low, high, from);
    d.user = &calls;
    assert_int_equal(routh_quasi_newton_minimise(&d), ROUTH_QUASI_NEWTON_CONVERGED);
    assert_int_equal(calls, d.evaluated);
    double value, gradient[N];
    bowl(d.x, &value, gradient, &calls);
    assert_true(value == d.value);
    int at_bound = 0;
    for (int i = 0; i < N; i++) { /* Karush, Kuhn, Tucker; the function is convex */
        at_bound += d.x[i] == high[i];
        assert_true(d.x[i] == high[i] ? gradient[i] < 0 : fabs(gradient[i]) < 1e-4);
    }
    assert_true(at_bound >= 2 && at_bound < N);
}

/* What one search has learned makes the next, of a function twice as steep, short. */
static int steep_bowl(const double *x, double *value, double *gradient, void *user) {
    bowl(x, value, gradient, user);
    *value *= 2;
    for (int i = 0; i < N; i++)
        gradient[i] *= 2;
    return 0;
}

static void what_it_learned_can_be_used_again(void **state) {
    (void)state;
    const double low[N] = {-9, -9, -9, -9, -9, -9}, high[N] = {9, 9, 9, 9, 9, 9}, from[N] = {0};
    int calls = 0;
    routh_quasi_newton d = search(bowl, N, low, high, from);
    d.user = &calls;
    assert_int_equal(routh_quasi_newton_minimise(&d), ROUTH_QUASI_NEWTON_CONVERGED);
    const int first = d.evaluated;
    assert_true(d.learned);
    for (int i = 0; i < N; i++) {
        d.x[i] += 0.3;
        for (int j = 0; j < N; j++)
            d.curvature[i][j] *= 2;
    }
    d.function = steep_bowl;
    assert_int_equal(routh_quasi_newton_minimise(&d), ROUTH_QUASI_NEWTON_CONVERGED);
    assert_true(d.evaluated < first / 2);
    assert_true(d.value < 1e-10);
}

/* −cos x − 2 cos y is not convex on its hills; below y = −½ it is not defined. */
static int waves(const double *x, double *value, double *gradient, void *user) {
    (void)user;
    *value = x[1] < -0.5 ? INFINITY : -cos(x[0]) - 2 * cos(x[1]);
    gradient[0] = sin(x[0]);
    gradient[1] = 2 * sin(x[1]);
    return 0;
}

static void it_goes_down_where_the_function_is_not_convex(void **state) {
    (void)state;
    const double low[2] = {-20, -20}, high[2] = {20, 20};
    routh_quasi_newton d = search(waves, 2, low, high, (const double[]){2.9, 2.5});
    d.longest = 3;
    assert_int_equal(routh_quasi_newton_minimise(&d), ROUTH_QUASI_NEWTON_CONVERGED);
    assert_true(fabs(d.value + 3) < 1e-12);
    d = search(waves, 2, low, high, (const double[]){0, -1});
    assert_int_equal(routh_quasi_newton_minimise(&d), ROUTH_QUASI_NEWTON_STUCK);
}

static int stop_at_ten(const double *x, double *value, double *gradient, void *user) {
    valley(x, value, gradient, NULL);
    return ++*(int *)user == 10;
}

static void it_stops_when_asked_or_at_the_limit(void **state) {
    (void)state;
    const double low[2] = {-5, -5}, high[2] = {5, 5};
    int calls = 0;
    routh_quasi_newton d = search(stop_at_ten, 2, low, high, (const double[]){-1.2, 1});
    d.user = &calls;
    assert_int_equal(routh_quasi_newton_minimise(&d), ROUTH_QUASI_NEWTON_STOPPED);
    assert_int_equal(calls, 10);
    assert_true(d.value < 24.2); /* the start's */
    d = search(valley, 2, low, high, (const double[]){-1.2, 1});
    d.evaluations = 7;
    assert_int_equal(routh_quasi_newton_minimise(&d), ROUTH_QUASI_NEWTON_RAN_OUT);
    assert_int_equal(d.evaluated, 7);
}

SUBJECT(quasi_newton) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_follows_a_bent_valley),
        cmocka_unit_test(it_ends_on_a_bound),
        cmocka_unit_test(it_fixes_what_would_leave_the_bounds),
        cmocka_unit_test(what_it_learned_can_be_used_again),
        cmocka_unit_test(it_goes_down_where_the_function_is_not_convex),
        cmocka_unit_test(it_stops_when_asked_or_at_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
