/* Linear least squares row by row.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "matrices.h"

#include "../subject.h"
#include "algebra/algebra.h"

/* A straight line through (0, 1), (1, 3), (2, 4), (3, 4): intercept 1.5, slope 1, residuals ½, ½, ½, ½ in size, so that
 * s² = 1/2, the slope's variance s²/5 and the intercept's s² (1/4 + 1.5²/5). */
static void a_line_through_four_points(void **state) {
    (void)state;
    static const double y[] = {1, 3, 4, 4};
    routh_normal normal = {.unknowns = 2};
    for (int i = 0; i < 4; i++)
        routh_normal_add(&normal, (double[]){1, i}, y[i]);
    routh_normal_answer answer;
    assert_true(routh_normal_solve(&normal, &answer));
    assert_true(fabs(answer.value[0] - 1.5) < 1e-14 && fabs(answer.value[1] - 1) < 1e-14);
    assert_true(fabs(answer.scatter - sqrt(0.5)) < 1e-14);
    assert_true(fabs(answer.error[1] - sqrt(0.5 / 5)) < 1e-14);
    assert_true(fabs(answer.error[0] - sqrt(0.5 * (0.25 + 2.25 / 5))) < 1e-14);

    routh_normal same = {.unknowns = 2}; /* two columns alike */
    for (int i = 0; i < 4; i++)
        routh_normal_add(&same, (double[]){i, 2 * i}, y[i]);
    assert_false(routh_normal_solve(&same, &answer));
    routh_normal few = {.unknowns = 2}; /* no more rows than unknowns */
    for (int i = 0; i < 2; i++)
        routh_normal_add(&few, (double[]){1, i}, y[i]);
    assert_false(routh_normal_solve(&few, &answer));
}

SUBJECT(normal) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_through_four_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
