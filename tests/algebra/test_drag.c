/* Shares of a motion against drag, beside their integrals: first is the mean of e^(−xs) over s from 0 to 1, second that of
 * (1 − s) e^(−xs).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "algebra/space.h"

/* Simpson's rule in long double: h⁴ x⁴/180 is 1e-15 for |x| ≤ 5. */
static void integrals(double x, double *first, double *second) {
    enum { PARTS = 4000 };
    long double sum[2] = {0};
    for (int i = 0; i <= PARTS; i++) {
        const long double s = (long double)i / PARTS, value = expl(-(long double)x * s);
        const long double weight = (i == 0 || i == PARTS ? 1 : i % 2 ? 4 : 2) / (3.0L * PARTS);
        sum[0] += weight * value;
        sum[1] += weight * (1 - s) * value;
    }
    *first = (double)sum[0];
    *second = (double)sum[1];
}

static void test_shares(void **state) {
    (void)state;
    const double sizes[] = {0, 1e-9, 1e-5, 9.99e-4, 1.001e-3, 5e-3, 0.05, 0.7, 4};
    for (size_t i = 0; i < 2 * sizeof sizes / sizeof sizes[0]; i++) {
        const double x = i % 2 ? -sizes[i / 2] : sizes[i / 2];
        double first, second, wanted[2];
        routh_drag_shares(x, &first, &second);
        integrals(x, &wanted[0], &wanted[1]);
        assert_true(fabs(first - wanted[0]) <= 1e-14 * wanted[0]);
        /* 1 − first has the rounding of 1, and is divided by 1e-3 or more */
        assert_true(fabs(second - wanted[1]) <= 4e-13 * wanted[1]);
    }
}

SUBJECT(drag) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shares)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
