/* Depth and normal of an interference against brute force over all directions that can matter.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../effort.h"
#include "../subject.h"
#include "base/context.h"
#include "geometry/geometry.h"
#include "judge.h"

/* Depth to 1e-10 of itself, or of rounding of the coordinates where it is as small as that; the normal where the judge's
 * second best direction is worse by more than rounding. Returns the relative error; −1 for parts that are apart. */
static double check_pair(const routh_polyhedron *a, const routh_pose3 *pose_a, const routh_polyhedron *b,
                         const routh_pose3 *pose_b, routh_overlap_scratch *scratch) {
    routh_overlap found;
    const int is_found = routh_overlap_find(a, pose_a, b, pose_b, 0, NULL, scratch, &found);
    const judged best = judge(a, pose_a, b, pose_b);
    const double size = routh_polyhedron_radius(a) + routh_polyhedron_radius(b), depth = (double)best.depth;
    if (fabs(depth) < 1e-15 * size)
        return -1;
    assert_int_equal(is_found, depth > 0);
    if (!is_found) {
        assert_true(found.depth == 0 && dot(found.normal, found.normal) == 0);
        return -1;
    }
    const double error = fabs(found.depth - depth);
    if (!(error < 1e-10 * depth + 1e-17 * size))
        fail_msg("depth %.17g, brute force %.17g (%.3g)", found.depth, depth, error / depth);
    if ((double)(best.second - best.depth) > 1e-9 * size && distance(found.normal, best.normal) > 1e-8)
        fail_msg("normal off by %.3g", distance(found.normal, best.normal));
    return depth > 1e-8 * size ? error / depth : 0;
}

enum { POOL = 400 };

static void random_pairs_agree_with_brute_force(void **state) {
    (void)state;
    const int pairs = effort(300, 3000, 100000);
    routh_random random = routh_random_seed(7, 0);
    routh_overlap_scratch *scratch = ample_scratch();
    routh_polyhedron *pool[POOL];
    for (int i = 0; i < POOL; i++)
        pool[i] = random_part(&random, 1);
    double worst = 0;
    int overlapping = 0;
    while (overlapping < pairs) {
        const routh_pose3 pose_a = random_pose(&random, 1.2), pose_b = random_pose(&random, 1.2);
        const routh_polyhedron *a = pool[routh_random_index(&random, POOL)];
        const routh_polyhedron *b = pool[routh_random_index(&random, POOL)];
        const double error = check_pair(a, &pose_a, b, &pose_b, scratch);
        worst = fmax(worst, error);
        overlapping += error >= 0;
    }
    print_message("largest relative error of %d pairs: %.2g\n", pairs, worst);
    assert_true(worst < 1e-10);
    for (int i = 0; i < POOL; i++)
        routh_polyhedron_release(NULL, pool[i]);
    routh_overlap_scratch_release(NULL, scratch);
}

static void wedges_in_grooves_agree_at_any_tilt(void **state) {
    (void)state;
    static const double tilts[] = {0, 1e-9, 1e-6, 1e-3, 3e-2};
    routh_random random = routh_random_seed(8, 0);
    routh_overlap_scratch *scratch = ample_scratch();
    routh_polyhedron *wall = groove_wall(), *part = wedge();
    const routh_pose3 still = routh_pose3_default();
    for (size_t t = 0; t < sizeof tilts / sizeof *tilts; t++) {
        double worst = 0;
        for (int i = 0; i < 40; i++) {
            double axis[3], zero[3] = {0}, way[3] = {-0.28734788556634544, 0.95782628522115143, 0};
            for (int k = 0; k < 3; k++)
                axis[k] = routh_random_uniform(&random, -1, 1);
            routh_pose3 pose = routh_pose3_turn(axis, zero, tilts[t] * routh_random_uniform(&random, 0.3, 1.7));
            pose.position[2] = routh_random_uniform(&random, -0.002, 0.002);
            pose = judge_place_at_depth(wall, &still, part, pose, way, -0.005, 0.02, 1e-4);
            worst = fmax(worst, check_pair(wall, &still, part, &pose, scratch));
            worst = fmax(worst, check_pair(part, &pose, wall, &still, scratch));
        }
        print_message("tilt %g: largest relative error %.2g\n", tilts[t], worst);
        assert_true(worst < 1e-10);
    }
    routh_polyhedron_release(NULL, wall);
    routh_polyhedron_release(NULL, part);
    routh_overlap_scratch_release(NULL, scratch);
}

/* Pairs that overlap, touch or miss, on the way from one to the other. */
typedef struct random_pair {
    routh_polyhedron *a, *b;
    routh_pose3 pose_a, pose_b;
} random_pair;

static random_pair draw_pair(routh_random *random) {
    random_pair pair = {random_part(random, 1), random_part(random, 1), random_pose(random, 0.7),
                        random_pose(random, 0.7)};
    return pair;
}

static void release_pair(random_pair *pair) {
    routh_polyhedron_release(NULL, pair->a);
    routh_polyhedron_release(NULL, pair->b);
}

static void swapping_the_parts_turns_the_normal_round(void **state) {
    (void)state;
    routh_random random = routh_random_seed(21, 0);
    routh_overlap_scratch *scratch = ample_scratch();
    int overlapping = 0;
    for (int i = 0; i < 2000; i++) {
        random_pair p = draw_pair(&random);
        routh_overlap one, other;
        const int found = routh_overlap_find(p.a, &p.pose_a, p.b, &p.pose_b, 1, NULL, scratch, &one);
        assert_int_equal(routh_overlap_find(p.b, &p.pose_b, p.a, &p.pose_a, 1, NULL, scratch, &other), found);
        if (found && one.depth > 1e-6) {
            const double back[3] = {-other.normal[0], -other.normal[1], -other.normal[2]};
            assert_true(fabs(one.depth - other.depth) < 1e-14);
            assert_true(fabs(one.volume - other.volume) < 1e-13);
            assert_true(distance(one.point, other.point) < 1e-13 / one.depth);
            assert_true(distance(one.normal, back) < 1e-9);
            overlapping++;
        }
        release_pair(&p);
    }
    assert_true(overlapping > 500);
    routh_overlap_scratch_release(NULL, scratch);
}

static void moving_both_parts_moves_the_answer(void **state) {
    (void)state;
    routh_random random = routh_random_seed(22, 0);
    routh_overlap_scratch *scratch = ample_scratch();
    for (int i = 0; i < 2000; i++) {
        random_pair p = draw_pair(&random);
        const routh_pose3 move = random_pose(&random, 2);
        const routh_pose3 moved_a = routh_pose3_compose(&move, &p.pose_a),
                          moved_b = routh_pose3_compose(&move, &p.pose_b);
        routh_overlap one, other;
        const int found = routh_overlap_find(p.a, &p.pose_a, p.b, &p.pose_b, 1, NULL, scratch, &one);
        assert_int_equal(routh_overlap_find(p.a, &moved_a, p.b, &moved_b, 1, NULL, scratch, &other), found);
        if (found && one.depth > 1e-6) {
            double point[3], normal[3];
            routh_pose3_point(&move, one.point, point);
            routh_pose3_direction(&move, one.normal, normal);
            assert_true(fabs(one.depth - other.depth) < 1e-14);
            assert_true(distance(point, other.point) < 1e-13 / one.depth);
            assert_true(distance(normal, other.normal) < 1e-9);
        }
        release_pair(&p);
    }
    routh_overlap_scratch_release(NULL, scratch);
}

/* Moved out by the depth along the normal, and a hair more, the parts are apart; a hair less, and they are not. */
static void the_depth_along_the_normal_separates(void **state) {
    (void)state;
    routh_random random = routh_random_seed(23, 0);
    routh_overlap_scratch *scratch = ample_scratch();
    for (int i = 0; i < 2000; i++) {
        random_pair p = draw_pair(&random);
        routh_overlap found, after;
        if (routh_overlap_find(p.a, &p.pose_a, p.b, &p.pose_b, 0, NULL, scratch, &found)) {
            routh_pose3 out = p.pose_b, in = p.pose_b;
            for (int k = 0; k < 3; k++) {
                out.position[k] += (found.depth + 1e-12) * found.normal[k];
                in.position[k] += (found.depth - 1e-12) * found.normal[k];
            }
            assert_int_equal(routh_overlap_find(p.a, &p.pose_a, p.b, &out, 0, NULL, scratch, &after), 0);
            if (found.depth > 1e-11) {
                assert_int_equal(routh_overlap_find(p.a, &p.pose_a, p.b, &in, 0, NULL, scratch, &after), 1);
                assert_true(fabs(after.depth - 1e-12) < 1e-14);
            }
        }
        release_pair(&p);
    }
    routh_overlap_scratch_release(NULL, scratch);
}

/* Along a path in and out of contact: from the pose before, of another pair, or rubbish. */
static void memory_changes_no_bit_of_the_answer(void **state) {
    (void)state;
    routh_random random = routh_random_seed(24, 0);
    routh_overlap_scratch *scratch = ample_scratch();
    routh_overlap_memory memory = {0};
    int changes = 0, last = -1;
    for (int i = 0; i < 200; i++) {
        random_pair p = draw_pair(&random);
        for (uint32_t step = 0; step < 50; step++) {
            const double axis[3] = {1, 0.3, -0.5}, middle[3] = {0};
            const routh_pose3 turn = routh_pose3_turn(axis, middle, 0.02 * step);
            routh_pose3 pose = routh_pose3_compose(&turn, &p.pose_b);
            pose.position[0] += 0.05 * (step - 25.0);
            routh_overlap with, without;
            if (step % 17 == 16)
                memory = (routh_overlap_memory){1 + step % 4, (uint32_t)routh_random_index(&random, 80),
                                                (uint32_t)routh_random_index(&random, 80), 1 + step % 2};
            const int found = routh_overlap_find(p.a, &p.pose_a, p.b, &pose, 1, &memory, scratch, &with);
            assert_int_equal(routh_overlap_find(p.a, &p.pose_a, p.b, &pose, 1, NULL, scratch, &without), found);
            assert_memory_equal(&with, &without, sizeof with);
            changes += last >= 0 && found != last;
            last = found;
        }
        release_pair(&p);
    }
    assert_true(changes > 100);
    routh_overlap_scratch_release(NULL, scratch);
}

/* Faces that just touch do not overlap; parts too large for the scratch are not looked at. */
static void touching_is_not_overlapping(void **state) {
    (void)state;
    routh_overlap_scratch *scratch, *small;
    assert_int_equal(routh_overlap_scratch_create(NULL, 8, 6, &scratch), ROUTH_OK);
    assert_int_equal(routh_overlap_scratch_create(NULL, 7, 6, &small), ROUTH_OK);
    routh_polyhedron *part = box(0.5, 0.5, 0.5);
    const routh_pose3 still = routh_pose3_default();
    for (int k = 0; k < 3; k++) {
        routh_pose3 beside = still;
        beside.position[k] = 1;
        routh_overlap found, zero = {0};
        assert_int_equal(routh_overlap_find(part, &still, part, &beside, 1, NULL, scratch, &found), 0);
        assert_memory_equal(&found, &zero, sizeof zero);
        beside.position[k] = 1 - 1e-12;
        assert_int_equal(routh_overlap_find(part, &still, part, &beside, 1, NULL, scratch, &found), 1);
        assert_int_equal(routh_overlap_find(part, &still, part, &beside, 1, NULL, small, &found), -1);
        assert_memory_equal(&found, &zero, sizeof zero);
    }
    routh_polyhedron_release(NULL, part);
    routh_overlap_scratch_release(NULL, scratch);
    routh_overlap_scratch_release(NULL, small);
    assert_int_equal(routh_overlap_scratch_create(NULL, 3, 6, &small), ROUTH_BAD_ARGUMENT);
    assert_null(small);
}

/* More vertices than can vouch for edges one by one. */
static void large_parts_agree_with_brute_force(void **state) {
    (void)state;
    routh_random random = routh_random_seed(25, 0);
    routh_overlap_scratch *scratch = ample_scratch();
    for (int i = 0; i < 5; i++) {
        double points[2][3 * 66];
        for (int k = 0; k < 2 * 66; k++) {
            double *p = points[k / 66] + 3 * (k % 66), length;
            for (int l = 0; l < 3; l++)
                p[l] = routh_random_normal(&random);
            length = sqrt(dot(p, p));
            for (int l = 0; l < 3; l++)
                p[l] /= length;
        }
        routh_polyhedron *a = part_of(66, points[0]), *b = part_of(66, points[1]);
        for (int turn = 0; turn < 10; turn++) {
            const routh_pose3 pose_a = random_pose(&random, 0.6), pose_b = random_pose(&random, 0.6);
            assert_true(check_pair(a, &pose_a, b, &pose_b, scratch) < 1e-10);
        }
        routh_polyhedron_release(NULL, a);
        routh_polyhedron_release(NULL, b);
    }
    routh_overlap_scratch_release(NULL, scratch);
}

SLOW_SUBJECT(interference) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_pairs_agree_with_brute_force),
        cmocka_unit_test(wedges_in_grooves_agree_at_any_tilt),
        cmocka_unit_test(large_parts_agree_with_brute_force),
        cmocka_unit_test(swapping_the_parts_turns_the_normal_round),
        cmocka_unit_test(moving_both_parts_moves_the_answer),
        cmocka_unit_test(the_depth_along_the_normal_separates),
        cmocka_unit_test(memory_changes_no_bit_of_the_answer),
        cmocka_unit_test(touching_is_not_overlapping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
