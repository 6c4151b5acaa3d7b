/* Poses: turns, shifts, quaternions, and what is no pose.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../subject.h"
#include "geometry/geometry.h"
#include "parts.h"

static double difference(const routh_pose3 *a, const routh_pose3 *b) {
    double worst = 0;
    for (int i = 0; i < 3; i++) {
        worst = fmax(worst, fabs(a->position[i] - b->position[i]));
        for (int j = 0; j < 3; j++)
            worst = fmax(worst, fabs(a->rotation[i][j] - b->rotation[i][j]));
    }
    return worst;
}

static void a_pose_and_its_inverse_cancel(void **state) {
    (void)state;
    routh_random random = routh_random_seed(1, 0);
    const routh_pose3 identity = routh_pose3_default();
    for (int i = 0; i < 1000; i++) {
        const routh_pose3 a = random_pose(&random, 2), b = random_pose(&random, 2), back = routh_pose3_inverse(&a);
        const routh_pose3 product = routh_pose3_compose(&a, &back), both = routh_pose3_compose(&a, &b);
        const double x[3] = {0.3, -1, 2};
        double once[3], twice[3], together[3];
        assert_true(difference(&product, &identity) < 4e-15);
        assert_int_equal(routh_pose3_check(NULL, &a), ROUTH_OK);
        routh_pose3_point(&b, x, once);
        routh_pose3_point(&a, once, twice);
        routh_pose3_point(&both, x, together);
        assert_true(distance(twice, together) < 4e-15);
        routh_pose3_point(&b, x, once);
        routh_pose3_point(&b, (const double[]){0, 0, 0}, twice);
        routh_pose3_direction(&b, x, together);
        for (int k = 0; k < 3; k++)
            assert_true(fabs(once[k] - twice[k] - together[k]) < 2e-15);
    }
}

/* The quaternion of a turn has cos and sin of half the angle; and turns may write where they read. */
static void turns_are_their_quaternions(void **state) {
    (void)state;
    routh_random random = routh_random_seed(2, 0);
    for (int i = 0; i < 1000; i++) {
        const double angle =
            i % 2 ? routh_random_uniform(&random, -6, 6) : pow(10, routh_random_uniform(&random, -12, 0));
        double axis[3], through[3], zero[3] = {0}, length, moved[3];
        for (int k = 0; k < 3; k++) {
            axis[k] = routh_random_normal(&random);
            through[k] = routh_random_normal(&random);
        }
        length = sqrt(dot(axis, axis)) / sin(0.5 * angle);
        const double q[4] = {2 * cos(0.5 * angle), 2 * axis[0] / length, 2 * axis[1] / length, 2 * axis[2] / length};
        const routh_pose3 made = routh_pose3_of_quaternion(q, zero), turn = routh_pose3_turn(axis, zero, angle);
        const routh_pose3 about = routh_pose3_turn(axis, through, angle);
        assert_true(difference(&made, &turn) < 2e-15);
        assert_int_equal(routh_pose3_check(NULL, &about), ROUTH_OK);
        memcpy(moved, through, sizeof moved);
        routh_pose3_point(&about, moved, moved);
        assert_true(distance(moved, through) < 1e-14);
    }
}

/* To first order a turn by θ about u moves a point at r from the axis by θ u × r, with all its digits. */
static void tiny_turns_keep_their_digits(void **state) {
    (void)state;
    const double axis[3] = {0, 0, 3}, through[3] = {0.5, 0, 0}, angle = 1e-9;
    const routh_pose3 turn = routh_pose3_turn(axis, through, angle);
    assert_true(fabs(turn.position[1] + 0.5e-9) < 1e-25);
    assert_true(fabs(turn.position[0] - 0.5 * 0.5e-18) < 1e-33);
    assert_true(fabs(turn.rotation[1][0] - 1e-9) < 1e-25 && turn.rotation[1][0] == -turn.rotation[0][1]);
    const routh_pose3 shift = routh_pose3_shift((const double[]){0, 4, -3}, 0.25);
    assert_true(fabs(shift.position[1] - 0.2) < 1e-16 && fabs(shift.position[2] + 0.15) < 1e-16);
    assert_true(shift.position[0] == 0 && shift.rotation[0][0] == 1 && shift.rotation[0][1] == 0);
}

static void what_is_no_pose_is_refused(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_pose3 pose = routh_pose3_default();
    pose.position[1] = NAN;
    assert_int_equal(routh_pose3_check(&context, &pose), ROUTH_NOT_FINITE);
    pose = routh_pose3_default();
    pose.rotation[0][1] = 1e-3;
    assert_int_equal(routh_pose3_check(&context, &pose), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "by 0.001"));
    pose = routh_pose3_default();
    pose.rotation[2][2] = -1;
    assert_int_equal(routh_pose3_check(&context, &pose), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "reflection"));
    pose.rotation[2][2] = 1 + 4e-7;
    assert_int_equal(routh_pose3_check(&context, &pose), ROUTH_OK);
    pose.rotation[2][2] = 1 + 6e-7;
    assert_int_equal(routh_pose3_check(&context, &pose), ROUTH_BAD_ARGUMENT);
    const double no_axis[3] = {0};
    pose = routh_pose3_turn(no_axis, no_axis, 1);
    assert_int_equal(routh_pose3_check(&context, &pose), ROUTH_NOT_FINITE);
}

SUBJECT(pose) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pose_and_its_inverse_cancel),
        cmocka_unit_test(turns_are_their_quaternions),
        cmocka_unit_test(tiny_turns_keep_their_digits),
        cmocka_unit_test(what_is_no_pose_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
