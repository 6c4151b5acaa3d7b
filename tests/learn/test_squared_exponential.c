/* The kernel against the library's exponential, and its sums against plain loops.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "../subject.h"
#include "learn/gp.h"

enum { COUNT = 1000, INPUTS = 3 };

/* Points on a line: distances, and so exponents, of every size. */
static void it_is_the_exponential_to_rounding(void **state) {
    (void)state;
    double z[COUNT], value[COUNT];
    const double origin = 0;
    const routh_points points = {z, COUNT, 1};
    for (int i = 0; i < COUNT; i++)
        z[i] = 37.6 * pow((double)i / COUNT, 3);
    routh_kernel_row(&points, 0, COUNT, &origin, 1, value);
    assert_true(value[0] == 1);
    for (int i = 0; i < COUNT; i++) {
        const double expected = exp(-0.5 * (z[i] * z[i]));
        assert_true(fabs(value[i] - expected) <= 2 * DBL_EPSILON * expected);
    }
}

static void far_points_have_nothing_in_common(void **state) {
    (void)state;
    const double z[4] = {38, 1e3, 1e200, -1e5}, origin = 0;
    const routh_points points = {z, 4, 1};
    double value[4];
    routh_kernel_row(&points, 0, 4, &origin, 5, value);
    for (int i = 0; i < 4; i++)
        assert_true(value[i] >= 0 && value[i] < 1e-300);
}

static void sums_are_those_of_plain_loops(void **state) {
    (void)state;
    double z[INPUTS * COUNT], weight[COUNT], point[INPUTS], row[COUNT];
    static routh_kernel_sums sums;
    const routh_points points = {z, COUNT, INPUTS};
    const size_t first = 13, count = 700;
    routh_random random = routh_random_seed(1, 1);
    for (int i = 0; i < INPUTS * COUNT; i++)
        z[i] = routh_random_normal(&random);
    for (int i = 0; i < COUNT; i++)
        weight[i] = routh_random_normal(&random);
    memset(&sums, 0, sizeof sums);
    double plain = 0, square[INPUTS] = {0};
    for (size_t at = 0; at < 5; at++) {
        routh_point_of(&points, at, point);
        routh_kernel_row(&points, first, count, point, 1.7, row);
        routh_kernel_row_sums(&points, first, count, point, 1.7, weight, &sums);
        for (size_t i = 0; i < count; i++) {
            double distance = 0;
            for (size_t k = 0; k < INPUTS; k++)
                distance += pow(z[k * COUNT + first + i] - z[k * COUNT + at], 2);
            const double kernel = 1.7 * exp(-0.5 * distance);
            assert_true(fabs(row[i] - kernel) < 1e-14);
            plain += weight[i] * kernel;
            for (size_t k = 0; k < INPUTS; k++)
                square[k] += weight[i] * kernel * pow(z[k * COUNT + first + i] - z[k * COUNT + at], 2);
        }
    }
    assert_true(fabs(routh_kernel_sum(sums.plain) - plain) < 1e-11);
    for (size_t k = 0; k < INPUTS; k++)
        assert_true(fabs(routh_kernel_sum(sums.square[k]) - square[k]) < 1e-11);
}

SUBJECT(squared_exponential) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_exponential_to_rounding),
        cmocka_unit_test(far_points_have_nothing_in_common),
        cmocka_unit_test(sums_are_those_of_plain_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
