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

#include "../subject.h"
#include "geometry/geometry.h"
#include "parts.h"

#define assert_near(x, y, tolerance)                                                                                   \
    do {                                                                                                               \
        const double x_ = (x), y_ = (y);                                                                               \
        if (!(fabs(x_ - y_) <= (tolerance)))                                                                           \
            fail_msg("%.17g and %.17g differ by %.3g", x_, y_, fabs(x_ - y_));                                         \
    } while (0)

static void boxes_overlap_in_a_box(void **state) {
    (void)state;
    routh_overlap_scratch *scratch = ample_scratch();
    routh_polyhedron *lower = box(0.03, 0.02, 0.01), *upper = box(0.01, 0.03, 0.02);
    static const double depths[] = {3e-3, 1e-4, 1e-6, 1e-9};
    for (int i = 0; i < 4; i++) {
        const routh_pose3 at = routh_pose3_default();
        routh_pose3 over = at;
        over.position[0] = 0.025;
        over.position[1] = 0.015;
        over.position[2] = 0.03 - depths[i];
        const double depth = 0.01 - (over.position[2] - 0.02); /* as rounded */
        routh_overlap found;
        assert_int_equal(routh_overlap_find(lower, &at, upper, &over, 1, NULL, scratch, &found), 1);
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
    routh_overlap_scratch_release(NULL, scratch);
}

/* A box tilted about y sinks into a wide table. In the box's own axes, s along its bottom, the thickness of the overlap is
 * t = m / cos θ + s tan θ where that is positive, m the depth in the middle: all integrals are of powers of s. */
static void a_tilted_box_sinks_as_a_wedge(void **state) {
    (void)state;
    routh_overlap_scratch *scratch = ample_scratch();
    routh_polyhedron *table = box(1, 1, 0.5), *part = box(0.02, 0.01, 0.005);
    static const double tilts[] = {0, 1e-9, 1e-6, 1e-3, 4e-3, 2e-2};
    for (int i = 0; i < 6; i++) {
        const double axis[3] = {0, 1, 0}, foot[3] = {0, 0, -0.005}, middle = 1e-4;
        const routh_pose3 at = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .position = {0, 0, -0.5}};
        routh_pose3 pose = routh_pose3_turn(axis, foot, tilts[i]);
        pose.position[2] += 0.005 - middle;
        routh_overlap found;
        assert_int_equal(routh_overlap_find(table, &at, part, &pose, 1, NULL, scratch, &found), 1);
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
    routh_overlap_scratch_release(NULL, scratch);
}

/* All half-spaces of a part where it is placed. */
static size_t add_halfspaces(const routh_polyhedron *part, const routh_pose3 *pose, double (*f)[3], double *g) {
    const size_t faces = routh_polyhedron_faces(part);
    for (size_t i = 0; i < faces; i++) {
        const routh_face face = routh_polyhedron_face(part, i);
        routh_pose3_direction(pose, face.normal, f[i]);
        g[i] = -(face.offset + dot(f[i], pose->position));
    }
    return faces;
}

/* The overlap is the set of all half-spaces of both parts, which their dual turns into a body by another way. */
static void random_overlaps_are_the_common_halfspaces(void **state) {
    (void)state;
    routh_random random = routh_random_seed(11, 0);
    routh_overlap_scratch *scratch = ample_scratch();
    int compared = 0;
    for (int i = 0; i < 3000; i++) {
        routh_polyhedron *a = random_part(&random, 1), *b = random_part(&random, 1), *common;
        const routh_pose3 pose_a = random_pose(&random, 0.8), pose_b = random_pose(&random, 0.8);
        routh_overlap found;
        if (routh_overlap_find(a, &pose_a, b, &pose_b, 1, NULL, scratch, &found) && found.depth > 1e-3) {
            double f[128][3], g[128], centroid[3];
            const size_t first = add_halfspaces(a, &pose_a, f, g);
            const size_t count = first + add_halfspaces(b, &pose_b, f + first, g + first);
            assert_int_equal(routh_polyhedron_of_halfspaces(NULL, count, f[0], g, &common), ROUTH_OK);
            const double volume = routh_polyhedron_volume(common), thickness = found.depth;
            routh_polyhedron_centroid(common, centroid);
            assert_near(found.volume, volume, 1e-12 * volume / thickness);
            assert_true(distance(found.point, centroid) < 1e-12 / thickness);
            routh_polyhedron_release(NULL, common);
            compared++;
        }
        routh_polyhedron_release(NULL, a);
        routh_polyhedron_release(NULL, b);
    }
    assert_true(compared > 1000);
    routh_overlap_scratch_release(NULL, scratch);
}

/* The same for thin overlaps: the wedge lies on its wall, 1e-4 m deep, tilted by any little. */
static void wedges_on_walls_overlap_in_the_common_halfspaces(void **state) {
    (void)state;
    static const double tilts[] = {0, 1e-9, 1e-6, 1e-3, 3e-2};
    routh_random random = routh_random_seed(14, 0);
    routh_overlap_scratch *scratch = ample_scratch();
    routh_polyhedron *wall = groove_wall(), *part = wedge(), *common;
    const routh_pose3 still = routh_pose3_default();
    for (int i = 0; i < 200; i++) {
        double axis[3], corner[3] = {0.01, 0.01, 0}, f[32][3], g[32], centroid[3];
        for (int k = 0; k < 3; k++)
            axis[k] = routh_random_uniform(&random, -1, 1);
        routh_pose3 pose = routh_pose3_turn(axis, corner, tilts[i % 5]);
        pose.position[1] -= 2e-4;
        routh_overlap found;
        assert_int_equal(routh_overlap_find(wall, &still, part, &pose, 1, NULL, scratch, &found), 1);
        const size_t first = add_halfspaces(wall, &still, f, g);
        const size_t count = first + add_halfspaces(part, &pose, f + first, g + first);
        assert_int_equal(routh_polyhedron_of_halfspaces(NULL, count, f[0], g, &common), ROUTH_OK);
        routh_polyhedron_centroid(common, centroid);
        assert_near(found.volume, routh_polyhedron_volume(common), 1e-12 * found.volume);
        assert_true(distance(found.point, centroid) < 1e-14);
        routh_polyhedron_release(NULL, common);
    }
    routh_polyhedron_release(NULL, wall);
    routh_polyhedron_release(NULL, part);
    routh_overlap_scratch_release(NULL, scratch);
}

/* A path of the wedge against its wall, through the pose in which the faces are parallel. */
static routh_pose3 on_path(double s) {
    const double axis[3] = {0.4, 0.2, 1}, through[3] = {0.01, 0.01, 0.003};
    routh_pose3 pose = routh_pose3_turn(axis, through, 1e-3 * s);
    pose.position[1] += -2e-4 * (1 + 0.3 * s);
    pose.position[2] += 1e-3 * s;
    return pose;
}

/* Halving the steps halves the largest change of depth and point from one pose to the next: neither jumps. */
static void depth_and_point_are_continuous_through_flat_contact(void **state) {
    (void)state;
    routh_overlap_scratch *scratch = ample_scratch();
    routh_polyhedron *wall = groove_wall(), *part = wedge();
    const routh_pose3 still = routh_pose3_default();
    double depth_step[4], point_step[4];
    for (int level = 0; level < 4; level++) {
        const int steps = 2000 << level;
        routh_overlap last = {0}, now;
        depth_step[level] = point_step[level] = 0;
        for (int i = 0; i <= steps; i++, last = now) {
            const routh_pose3 pose = on_path(2.0 * i / steps - 1);
            assert_int_equal(routh_overlap_find(wall, &still, part, &pose, 1, NULL, scratch, &now), 1);
            if (i == 0)
                continue;
            depth_step[level] = fmax(depth_step[level], fabs(now.depth - last.depth));
            point_step[level] = fmax(point_step[level], distance(now.point, last.point));
        }
    }
    for (int level = 1; level < 4; level++) {
        assert_true(depth_step[level] < 0.51 * depth_step[level - 1]);
        assert_true(point_step[level] < 0.51 * point_step[level - 1]);
    }
    routh_polyhedron_release(NULL, wall);
    routh_polyhedron_release(NULL, part);
    routh_overlap_scratch_release(NULL, scratch);
}

/* Flush sides: faces of both parts in one plane, where rounding alone decides what is in and what is out. */
static void flush_parts_overlap_in_what_they_should(void **state) {
    (void)state;
    routh_random random = routh_random_seed(12, 0);
    routh_overlap_scratch *scratch = ample_scratch();
    routh_polyhedron *a = box(0.01, 0.02, 0.03);
    for (int i = 0; i < 2000; i++) {
        const double step = pow(10, routh_random_uniform(&random, -9, -2.5));
        const int k = i % 3;
        routh_pose3 pose_a = random_pose(&random, 1), shift = routh_pose3_default();
        shift.position[k] = i % 2 ? step : -step;
        const routh_pose3 pose_b = routh_pose3_compose(&pose_a, &shift);
        static const double half[3] = {0.01, 0.02, 0.03};
        const double thickness = 2 * half[k] - step;
        routh_overlap found;
        double middle[3], expected[3] = {0};
        assert_int_equal(routh_overlap_find(a, &pose_a, a, &pose_b, 1, NULL, scratch, &found), 1);
        expected[k] = 0.5 * shift.position[k];
        routh_pose3_point(&pose_a, expected, middle);
        assert_near(found.volume, 48e-6 / (2 * half[k]) * thickness, 1e-13 * 48e-6);
        assert_true(distance(found.point, middle) < 1e-14);
        assert_near(found.depth, k == 0 ? thickness : 0.02, 1e-15);
    }
    routh_polyhedron_release(NULL, a);
    routh_overlap_scratch_release(NULL, scratch);
}

/* With a scale: one part inside the other, the whole of it is the overlap. */
static void a_part_within_another_is_the_overlap(void **state) {
    (void)state;
    routh_random random = routh_random_seed(13, 0);
    routh_overlap_scratch *scratch = ample_scratch();
    routh_polyhedron *outer = box(1, 1, 1);
    for (int i = 0; i < 200; i++) {
        routh_polyhedron *inner = random_part(&random, 0.2);
        const routh_pose3 at = random_pose(&random, 0.2), still = routh_pose3_default();
        double own[3], centroid[3];
        routh_polyhedron_centroid(inner, own);
        routh_pose3_point(&at, own, centroid);
        for (int swap = 0; swap < 2; swap++) {
            routh_overlap found;
            assert_int_equal(routh_overlap_find(swap ? inner : outer, swap ? &at : &still, swap ? outer : inner,
                                                swap ? &still : &at, 1, NULL, scratch, &found),
                             1);
            assert_near(found.volume, routh_polyhedron_volume(inner), 1e-14);
            assert_true(distance(found.point, centroid) < 1e-13);
        }
        routh_polyhedron_release(NULL, inner);
    }
    routh_polyhedron_release(NULL, outer);
    routh_overlap_scratch_release(NULL, scratch);
}

SUBJECT(overlap) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_overlap_in_a_box),
        cmocka_unit_test(a_tilted_box_sinks_as_a_wedge),
        cmocka_unit_test(random_overlaps_are_the_common_halfspaces),
        cmocka_unit_test(wedges_on_walls_overlap_in_the_common_halfspaces),
        cmocka_unit_test(depth_and_point_are_continuous_through_flat_contact),
        cmocka_unit_test(flush_parts_overlap_in_what_they_should),
        cmocka_unit_test(a_part_within_another_is_the_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
