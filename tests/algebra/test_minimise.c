/* The searches themselves, on functions whose minimum is known.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "matrices.h"

#include "../subject.h"
#include "algebra/algebra.h"

static int calls;

static double parabola(double x, void *at) {
    calls++;
    const double d = x - *(const double *)at;
    return 3 + 2 * d * d;
}

/* steeper on one side, as where one more impact begins to stick */
static double kink(double x, void *at) {
    calls++;
    const double d = x - *(const double *)at;
    return d < 0 ? -5 * d : 0.1 * d;
}

static double quartic(double x, void *at) {
    const double d = x - *(const double *)at;
    return d * d * d * d + 0.3 * d * d * d + d * d;
}

static double minimum_of(routh_line_function f, double at) {
    const routh_line_point low = {0, f(0, &at)}, middle = {0.5, f(0.5, &at)}, high = {1, f(1, &at)};
    calls = 0;
    return routh_line_minimum(f, &at, low, middle, high, 1e-9).x;
}

static void a_line_is_minimised(void **state) {
    (void)state;
    for (double at = 0.02; at < 1; at += 0.07) {
        assert_near(minimum_of(parabola, at), at, 1e-8);
        assert_true(calls <= 8);
        if (at > 0.1 && at < 0.9) {
            assert_near(minimum_of(kink, at), at, 3e-9);
            assert_near(minimum_of(quartic, at), at, 1e-7);
        }
    }
}

static double rosenbrock(const double *u, void *user) {
    (void)user;
    const double x = 2 * u[0], y = 2 * u[1];
    return (1 - x) * (1 - x) + 100 * (y - x * x) * (y - x * x);
}

/* the minimum of the free function lies outside the cube: it is at a corner, an edge and a face */
static double beyond_the_edge(const double *u, void *user) {
    const double *at = user;
    return pow(u[0] - at[0], 2) + 2 * pow(u[1] - at[1], 2) + 0.5 * fabs(u[2] - at[2]);
}

static double room[ROUTH_SIMPLEX_ROOM(8)];

static routh_simplex in_cube(size_t dimension, double (*function)(const double *, void *), void *user, double tolerance,
                             size_t limit) {
    return (routh_simplex){.dimension = dimension,
                           .function = function,
                           .user = user,
                           .in_cube = true,
                           .slack = INFINITY,
                           .tolerance = tolerance,
                           .limit = limit,
                           .room = room};
}

static void a_simplex_finds_the_bottom(void **state) {
    (void)state;
    double u[3] = {0.1, 0.9}, value = rosenbrock(u, NULL);
    routh_simplex simplex = in_cube(2, rosenbrock, NULL, 1e-9, 1000);
    assert_true(routh_simplex_minimise(&simplex, 0.1, u, &value));
    assert_near(u[0], 0.5, 1e-7);
    assert_near(u[1], 0.5, 1e-7);
    assert_true(simplex.evaluations < 400);

    double targets[][3] = {{-1, -1, -1}, {0.4, 2, 0.3}, {0.4, 0.2, 1.4}, {0.6, 0.5, 0.25}};
    for (int i = 0; i < 4; i++) {
        double at[3] = {0.5, 0.5, 0.5}, cost = beyond_the_edge(at, targets[i]);
        simplex = in_cube(3, beyond_the_edge, targets[i], 1e-10, 5000);
        for (int again = 0; again < 3; again++) /* it may stall in a kink, and goes on when begun again */
            assert_true(routh_simplex_minimise(&simplex, 0.1, at, &cost));
        for (int d = 0; d < 3; d++)
            assert_near(at[d], fmin(1, fmax(0, targets[i][d])), 1e-5);
    }
}

static void running_out_of_evaluations_is_said(void **state) {
    (void)state;
    double u[2] = {0.1, 0.9}, value = rosenbrock(u, NULL);
    const double before = value;
    routh_simplex simplex = in_cube(2, rosenbrock, NULL, 1e-9, 20);
    assert_false(routh_simplex_minimise(&simplex, 0.1, u, &value));
    assert_true(simplex.evaluations <= 20 + 4 && value <= before);
}

/* Σ (i + 1) (x_i − i)², far outside the cube. */
static double wide_bowl(const double *x, void *user) {
    double sum = 1;
    for (int i = 0; i < 8; i++)
        sum += (i + 1) * (x[i] - i) * (x[i] - i);
    ++*(size_t *)user;
    return sum;
}

static bool after_a_hundred(void *user) {
    return *(const size_t *)user >= 100;
}

/* Eight dimensions without bounds, until values and vertices are close; evaluations are counted, a stop is obeyed. */
static void a_simplex_goes_where_it_must(void **state) {
    (void)state;
    size_t asked = 0;
    double x[8] = {0}, value = wide_bowl(x, &asked);
    routh_simplex simplex = {.dimension = 8,
                             .function = wide_bowl,
                             .user = &asked,
                             .share = 1e-14,
                             .tolerance = 1e-5,
                             .limit = 20000,
                             .room = room};
    asked = 0;
    for (int again = 0; again < 4; again++) /* it may become flat on the way */
        assert_true(routh_simplex_minimise(&simplex, 0.5, x, &value));
    assert_int_equal(asked, simplex.evaluations);
    for (int i = 0; i < 8; i++)
        assert_near(x[i], i, 1e-4);
    assert_near(value, 1, 1e-8);

    memset(x, 0, sizeof x);
    asked = simplex.evaluations = 0;
    value = wide_bowl(x, &asked);
    simplex.stop = after_a_hundred;
    assert_false(routh_simplex_minimise(&simplex, 0.5, x, &value));
    assert_true(asked >= 100 && asked < 100 + 2 + 8);
}

SUBJECT(minimise) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_minimised),
        cmocka_unit_test(a_simplex_finds_the_bottom),
        cmocka_unit_test(running_out_of_evaluations_is_said),
        cmocka_unit_test(a_simplex_goes_where_it_must),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
