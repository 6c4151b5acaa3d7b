/* The overlap of two parts as a body: its volume and centroid against closed forms and against the intersection of all
 * half-spaces, continuous along paths through flat contact.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "parts.h"

#define assert_near(x, y, tolerance)                                                                                   \
    do {                                                                                                               \
        const double x_ = (x), y_ = (y);                                                                               \
        if (!(fabs(x_ - y_) <= (tolerance)))                                                                           \
            fail_msg("%.17g and %.17g differ by %.3g", x_, y_, fabs(x_ - y_));                                         \
    } while (0)

static void boxes_overlap_in_a_box(void **state) {
    (void)state;
    routh_interference_scratch *scratch = scratch_for_tests();
    routh_polyhedron *lower = box(0.03, 0.02, 0.01), *upper = box(0.01, 0.03, 0.02);
    static const double depths[] = {3e-3, 1e-4, 1e-6, 1e-9};
    for (int i = 0; i < 4; i++) {
        const routh_pose3 at = routh_pose3_identity();
        routh_pose3 over = at;
        over.position[0] = 0.025;
        over.position[1] = 0.015;
        over.position[2] = 0.03 - depths[i];
        const double depth = 0.01 - (over.position[2] - 0.02); /* as rounded */
        routh_interference found;
        assert_int_equal(routh_interference_find(lower, &at, upper, &over, 1, NULL, scratch, &found), 1);
        assert_near(found.depth, depth, 1e-17);
        assert_true(found.normal[0] == 0 && found.normal[1] == 0 && found.normal[2] == 1);
        const double x = 0.03 - (0.025 - 0.01), y = 0.02 - (0.015 - 0.03);
        assert_near(found.volume, x * y * depth, 1e-14 * x * y * 0.01);
        assert_near(found.point[0], 0.03 - 0.5 * x, 1e-11);
        assert_near(found.point[1], 0.02 - 0.5 * y, 1e-11);
        assert_near(found.point[2], 0.01 - 0.5 * depth, 1e-13);
    }
    routh_polyhedron_release(NULL, lower);
    routh_polyhedron_release(NULL, upper);
    routh_interference_scratch_release(NULL, scratch);
}

/* A box tilted about y sinks into a wide table. In the box's own axes, s along its bottom, the thickness of the overlap is
 * t = m / cos θ + s tan θ where that is positive, m the depth in the middle: all integrals are of powers of s. */
static void a_tilted_box_sinks_as_a_wedge(void **state) {
    (void)state;
    routh_interference_scratch *scratch = scratch_for_tests();
    routh_polyhedron *table = box(1, 1, 0.5), *part = box(0.02, 0.01, 0.005);
    static const double tilts[] = {0, 1e-9, 1e-6, 1e-3, 4e-3, 2e-2};
    for (int i = 0; i < 6; i++) {
        const double axis[3] = {0, 1, 0}, foot[3] = {0, 0, -0.005}, middle = 1e-4;
        const routh_pose3 at = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .position = {0, 0, -0.5}};
        routh_pose3 pose = routh_pose3_turn(axis, foot, tilts[i]);
        pose.position[2] += 0.005 - middle;
        routh_interference found;
        assert_int_equal(routh_interference_find(table, &at, part, &pose, 1, NULL, scratch, &found), 1);
        const double t0 = middle / cos(tilts[i]), t1 = tan(tilts[i]), high = 0.02;
        const double low = t0 - 0.02 * t1 > 0 ? -0.02 : -t0 / t1;
        const double s1 = high - low, s2 = (high * high - low * low) / 2, s3 = (pow(high, 3) - pow(low, 3)) / 3;
        const double volume = t0 * s1 + t1 * s2, along = t0 * s2 + t1 * s3;
        const double up = t0 * t0 * s1 / 2 + t0 * t1 * s2 + t1 * t1 * s3 / 2;
        const double own[3] = {along / volume, 0, -0.005 + up / volume};
        double expected[3];
        routh_pose3_point(&pose, own, expected);
        assert_near(found.volume, 0.02 * volume, 1e-11 * 0.02 * volume);
        for (int k = 0; k < 3; k++)
            assert_near(found.point[k], expected[k], 1e-12);
    }
    routh_polyhedron_release(NULL, table);
    routh_polyhedron_release(NULL, part);
    routh_interference_scratch_release(NULL, scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_overlap_in_a_box),
        cmocka_unit_test(a_tilted_box_sinks_as_a_wedge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
