/* The median is that of the numbers in order, whatever order they come in: compared with a sort.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <math.h>

#include <cmocka.h>

#include <routh/base.h>

#include "../subject.h"
#include "base/numbers.h"

enum { MOST = 3000 };

static double sorted_median(const double *value, size_t count) {
    static double sorted[MOST];
    memcpy(sorted, value, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, routh_ascending);
    return count % 2 ? sorted[count / 2] : 0.5 * (sorted[count / 2 - 1] + sorted[count / 2]);
}

/* Random, of few values, rising, falling, up and down, sawteeth, all equal, and with infinities. */
static double number(int kind, size_t i, size_t count, routh_random *random) {
    const double draw = routh_random_uniform(random, -1, 1);
    switch (kind) {
    case 0:
        return draw;
    case 1:
        return floor(3 * draw);
    case 2:
        return (double)i;
    case 3:
        return -(double)i;
    case 4:
        return fabs((double)i - (double)count / 2);
    case 5:
        return (double)(i % 17) + 1e-3 * draw;
    case 6:
        return 7;
    default:
        return draw > .8 ? INFINITY : draw < -.8 ? -INFINITY : draw;
    }
}

static void median_of_any_order(void **state) {
    (void)state;
    static double value[MOST];
    routh_random random = routh_random_seed(1, 1);
    for (int kind = 0; kind < 8; kind++)
        for (size_t count = 1; count <= MOST; count += count < 60 ? 1 : 97) {
            for (size_t i = 0; i < count; i++)
                value[i] = number(kind, i, count, &random);
            const double wanted = sorted_median(value, count);
            assert_true(routh_median(value, count) == wanted || isnan(wanted));
        }
    assert_true(isnan(routh_median(value, 0)));
}

/* They have no median, but must not lead beyond the array. */
static void numbers_that_are_none(void **state) {
    (void)state;
    routh_random random = routh_random_seed(2, 1);
    for (int tries = 0; tries < 300; tries++) {
        const size_t count = 1 + (size_t)routh_random_uniform(&random, 0, 400);
        double *value = malloc(count * sizeof *value);
        assert_non_null(value);
        for (size_t i = 0; i < count; i++)
            value[i] = routh_random_uniform(&random, 0, 1) < .5 ? NAN : routh_random_uniform(&random, -1, 1);
        routh_median(value, count);
        free(value);
    }
}

SUBJECT(order) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(median_of_any_order), cmocka_unit_test(numbers_that_are_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
