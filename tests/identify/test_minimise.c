/* The searches themselves, on functions whose minimum is known.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "generated.h"

#include "algebra/flatness.h"
#include "algebra/line.h"
#include "algebra/simplex.h"
#include "identify/box.h"

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

static void a_simplex_finds_the_bottom(void **state) {
    (void)state;
    double u[3] = {0.1, 0.9}, value = rosenbrock(u, NULL);
    routh_simplex simplex = {.dimension = 2, .function = rosenbrock, .limit = 1000};
    assert_int_equal(routh_simplex_descend(&simplex, 0.1, 1e-9, u, &value), 1);
    assert_near(u[0], 0.5, 1e-7);
    assert_near(u[1], 0.5, 1e-7);
    assert_true(simplex.evaluations < 400);

    double targets[][3] = {{-1, -1, -1}, {0.4, 2, 0.3}, {0.4, 0.2, 1.4}, {0.6, 0.5, 0.25}};
    for (int i = 0; i < 4; i++) {
        double at[3] = {0.5, 0.5, 0.5}, cost = beyond_the_edge(at, targets[i]);
        simplex = (routh_simplex){.dimension = 3, .function = beyond_the_edge, .user = targets[i], .limit = 5000};
        for (int again = 0; again < 3; again++) /* it may stall in a kink, and goes on when begun again */
            assert_int_equal(routh_simplex_descend(&simplex, 0.1, 1e-10, at, &cost), 1);
        for (int d = 0; d < 3; d++)
            assert_near(at[d], fmin(1, fmax(0, targets[i][d])), 1e-5);
    }
}

static void running_out_of_evaluations_is_said(void **state) {
    (void)state;
    double u[2] = {0.1, 0.9}, value = rosenbrock(u, NULL);
    const double before = value;
    routh_simplex simplex = {.dimension = 2, .function = rosenbrock, .limit = 20};
    assert_int_equal(routh_simplex_descend(&simplex, 0.1, 1e-9, u, &value), 0);
    assert_true(simplex.evaluations <= 20 + 4 && value <= before);
}

/* λ and its vector satisfy A x = λ x, and A − λ has no negative direction */
static void the_smallest_eigenvalue_is_one(void **state) {
    (void)state;
    routh_random random = routh_random_seed(5, 0);
    for (int trial = 0; trial < 300; trial++) {
        const int n = 1 + trial % 3;
        double a[3][3] = {{0}}, x[3] = {0};
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= i; j++)
                a[i][j] = a[j][i] = routh_random_normal(&random);
        const double least = routh_smallest_eigenvalue(n, a, x);
        assert_near(x[0] * x[0] + x[1] * x[1] + x[2] * x[2], 1, 1e-12);
        for (int i = 0; i < n; i++)
            assert_near(a[i][0] * x[0] + a[i][1] * x[1] + a[i][2] * x[2], least * x[i], 1e-12);
        for (int k = 0; k < 20; k++) {
            double y[3] = {0}, form = 0, norm = 0;
            for (int i = 0; i < n; i++)
                y[i] = routh_random_normal(&random);
            for (int i = 0; i < n; i++) {
                norm += y[i] * y[i];
                for (int j = 0; j < n; j++)
                    form += y[i] * a[i][j] * y[j];
            }
            assert_true(form >= (least - 1e-12) * norm);
        }
    }
}

static void the_box_maps_both_ways(void **state) {
    (void)state;
    routh_box box;
    for (size_t l = 0; l < routh_law_count(); l++)
        for (double cap = 1e-3; cap < 1e4; cap *= 10) {
            assert_int_equal(routh_box_of(NULL, routh_law_at(l), cap, &box), ROUTH_OK);
            for (int d = 0; d < box.dimension; d++) {
                assert_near(routh_box_value(&box, d, 0), box.low[d], 0);
                assert_near(routh_box_value(&box, d, 1), box.high[d], 0);
                double before = -INFINITY;
                for (double u = 0; u <= 1; u += 0.125) {
                    const double value = routh_box_value(&box, d, u);
                    assert_true(value > before);
                    assert_near(routh_box_coordinate(&box, d, value), u, 1e-12);
                    before = value;
                }
            }
        }
    routh_context context = routh_context_default();
    assert_int_equal(routh_box_of(&context, routh_law_at(0), 0, &box), ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_box_of(&context, routh_law_at(0), INFINITY, &box), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "inf"));
    const routh_law without = {.name = "without", .parameter_count = 1, .parameter = {{.name = "mu", .high = 1}}};
    assert_int_equal(routh_box_of(&context, &without, 1, &box), ROUTH_BAD_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_minimised),
        cmocka_unit_test(a_simplex_finds_the_bottom),
        cmocka_unit_test(running_out_of_evaluations_is_said),
        cmocka_unit_test(the_smallest_eigenvalue_is_one),
        cmocka_unit_test(the_box_maps_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
