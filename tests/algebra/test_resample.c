/* Draws with replacement, percentiles of known values, and the widening for few of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "matrices.h"

#include "../subject.h"
#include "algebra/algebra.h"

/* As many are drawn as there are; over many draws each comes once on average, and with variance 1 − 1/n. */
static void draws_are_even(void **state) {
    (void)state;
    enum { COUNT = 20, DRAWS = 5000 };
    double sum[COUNT] = {0}, square[COUNT] = {0};
    unsigned times[COUNT], again[COUNT];
    for (uint64_t draw = 0; draw < DRAWS; draw++) {
        unsigned all = 0;
        routh_resample_counts(7, draw, COUNT, times);
        for (int i = 0; i < COUNT; i++) {
            all += times[i];
            sum[i] += times[i];
            square[i] += (times[i] - 1.0) * (times[i] - 1.0);
        }
        assert_int_equal(all, COUNT);
    }
    for (int i = 0; i < COUNT; i++) { /* five standard errors */
        assert_near(sum[i] / DRAWS, 1, 5 / sqrt(DRAWS));
        assert_near(square[i] / DRAWS, 1 - 1.0 / COUNT, 5 * sqrt(3.0 / DRAWS));
    }
    routh_resample_counts(7, 0, COUNT, times);
    routh_resample_counts(7, 0, COUNT, again);
    assert_memory_equal(times, again, sizeof times);
}

/* Of 1 … 99 in any order a tail of a tenth ends at 10 and 90; the variance is n (n + 1)/12. */
static void intervals_of_known_values(void **state) {
    (void)state;
    double value[99];
    for (int i = 0; i < 99; i++)
        value[i] = 1 + i * 37 % 99;
    const routh_interval interval = routh_resample_interval(value, 99, 0.1);
    assert_near(interval.low, 10, 1e-12);
    assert_near(interval.high, 90, 1e-12);
    assert_near(interval.deviation, sqrt(99 * 100 / 12.0), 1e-12);
}

/* For many it is half of what the level leaves. For 11 and one parameter Student's t at 97.5 % with 10 degrees of freedom
 * is 2.2281; the normal distribution has Φ(−2.2281 √1.1) = 0.00973 below that. */
static void tails_are_those_of_student(void **state) {
    (void)state;
    assert_near(routh_resample_tail(0.95, 100000000, 2), 0.025, 1e-8);
    assert_near(routh_resample_tail(0.95, 11, 1), 0.5 * erfc(2.2281 * sqrt(1.1 / 2)), 1e-4);
    assert_true(routh_resample_tail(0.95, 5, 2) < routh_resample_tail(0.95, 50, 2));
}

/* The middle 68.27 % of 1 … 99 is 2 · 34.13 % of 100 wide, wherever the outermost go; 2.2281 √1.1 as above. */
static void middles_of_known_values(void **state) {
    (void)state;
    const double half = 100 * (0.5 - 0.5 * erfc(sqrt(0.5)));
    for (int far = 0; far < 2; far++) {
        double value[99];
        for (int i = 0; i < 99; i++)
            value[i] = 1 + i * 37 % 99;
        for (int i = 0; i < 99 && far; i++)
            value[i] = value[i] == 99 ? 1e9 : value[i];
        const routh_interval interval = routh_resample_middle(40, value, 99, 0.95, 11, 1);
        assert_near(interval.deviation, half, 1e-9);
        assert_near(interval.high - 40, 2.2281 * sqrt(1.1) * half, 0.01 * half);
        assert_near(40 - interval.low, interval.high - 40, 1e-9);
    }
}

/* y = −2 x + 1 and z = x² over x = −50 … 50: correlations −1 and 0. One draw thrown far out changes little; a row that does not
 * vary has none. */
static void correlations_of_known_values(void **state) {
    (void)state;
    enum { COUNT = 101 };
    double x[COUNT], y[COUNT], z[COUNT], same[COUNT], room[2 * COUNT], r[4][5];
    for (int i = 0; i < COUNT; i++) {
        x[i] = (i * 37) % COUNT - 50;
        y[i] = 1 - 2 * x[i];
        z[i] = x[i] * x[i];
        same[i] = 7;
    }
    const double *const row[] = {x, y, z, same};
    for (int far = 0; far < 2; far++) {
        routh_resample_correlation(row, 4, COUNT, room, 5, r[0]);
        assert_near(r[0][1], -1, far ? 0.15 : 1e-12);
        assert_near(r[0][2], 0, far ? 0.15 : 1e-12);
        for (int i = 0; i < 4; i++) {
            assert_true(r[i][i] == 1 && (i == 3 || r[i][3] == 0));
            for (int j = 0; j < 4; j++)
                assert_true(r[i][j] == r[j][i]);
        }
        x[11] = 1e6;
    }
}

SUBJECT(resample) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_are_even),
        cmocka_unit_test(intervals_of_known_values),
        cmocka_unit_test(tails_are_those_of_student),
        cmocka_unit_test(middles_of_known_values),
        cmocka_unit_test(correlations_of_known_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
