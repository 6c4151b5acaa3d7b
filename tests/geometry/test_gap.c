/* Gaps between parts and the contacts that closing them would make, against boxes known by hand.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../subject.h"
#include "geometry/geometry.h"

static routh_polyhedron *box(double half) {
    double corner[8][3];
    routh_polyhedron *made;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            corner[i][k] = i >> k & 1 ? half : -half;
    assert_int_equal(routh_polyhedron_of_points(NULL, 8, &corner[0][0], 1, &made), ROUTH_OK);
    return made;
}

/* Two boxes face to face, anywhere in space: the gap, and minus it as a depth, on both sides of touching. */
static void boxes_have_the_gap_between_them(void **state) {
    (void)state;
    routh_polyhedron *a = box(0.03), *b = box(0.02);
    routh_overlap_scratch *scratch;
    routh_random random = routh_random_seed(3, 1);
    assert_int_equal(routh_overlap_scratch_create(NULL, 8, 6, &scratch), ROUTH_OK);
    for (int trial = 0; trial < 50; trial++) {
        double axis[3], through[3];
        for (int k = 0; k < 3; k++) {
            axis[k] = routh_random_normal(&random);
            through[k] = routh_random_normal(&random);
        }
        const routh_pose3 anywhere = routh_pose3_turn(axis, through, routh_random_uniform(&random, -3, 3));
        const double gap = trial % 2 ? 1e-4 * trial : -1e-5 * trial;
        routh_pose3 beside = routh_pose3_default();
        beside.position[0] = 0.05 + gap;
        beside.position[1] = routh_random_uniform(&random, -0.02, 0.02);
        beside.position[2] = routh_random_uniform(&random, -0.02, 0.02);
        const routh_pose3 pose = routh_pose3_compose(&anywhere, &beside);
        const double along[3] = {1, 0, 0};
        double normal[3], expected[3];
        routh_overlap found;
        routh_pose3_direction(&anywhere, along, expected);
        assert_int_equal(routh_signed_overlap(a, &anywhere, b, &pose, 0.1, scratch, &found), 1);
        assert_true(fabs(found.depth + gap) < 1e-12);
        for (int k = 0; k < 3; k++)
            assert_true(fabs(found.normal[k] - expected[k]) < 1e-9);
        assert_true(gap <= 0 || fabs(routh_gap_find(a, &anywhere, b, &pose, normal) - gap) < 1e-12);
        assert_int_equal(routh_signed_overlap(a, &anywhere, b, &pose, 0.5 * gap, scratch, &found), gap <= 0);
        /* the other way round the normal turns */
        assert_int_equal(routh_signed_overlap(b, &pose, a, &anywhere, 0.1, scratch, &found), 1);
        assert_true(fabs(found.depth + gap) < 1e-12 && fabs(found.normal[0] + expected[0]) < 1e-9);
    }
    routh_overlap_scratch_release(NULL, scratch);
    routh_polyhedron_release(NULL, a);
    routh_polyhedron_release(NULL, b);
}

/* Corners that miss each other: closing the gap of the faces makes no contact. */
static void parts_that_would_pass_each_other_make_no_contact(void **state) {
    (void)state;
    routh_polyhedron *a = box(0.03);
    routh_overlap_scratch *scratch;
    routh_overlap found;
    assert_int_equal(routh_overlap_scratch_create(NULL, 8, 6, &scratch), ROUTH_OK);
    const routh_pose3 here = routh_pose3_default();
    routh_pose3 there = here;
    there.position[0] = there.position[1] = 0.07;
    assert_int_equal(routh_signed_overlap(a, &here, a, &there, 1, scratch, &found), 0);
    routh_overlap_scratch_release(NULL, scratch);
    routh_polyhedron_release(NULL, a);
}

SUBJECT(gap) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_have_the_gap_between_them),
        cmocka_unit_test(parts_that_would_pass_each_other_make_no_contact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
