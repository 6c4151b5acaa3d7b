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

#include "parts.h"

/* Depth to 1e-10 of itself, or of rounding of the coordinates where it is as small as that; the normal where the judge's
 * second best direction is worse by more than rounding. Returns the relative error. */
static double check_pair(const routh_polyhedron *a, const routh_pose3 *pose_a, const routh_polyhedron *b,
                         const routh_pose3 *pose_b, routh_interference_scratch *scratch) {
    routh_interference found;
    const int is_found = routh_interference_find(a, pose_a, b, pose_b, 0, NULL, scratch, &found);
    const judged best = judge(a, pose_a, b, pose_b);
    const double size = routh_polyhedron_radius(a) + routh_polyhedron_radius(b), depth = (double)best.depth;
    if (fabs(depth) < 1e-14 * size)
        return 0;
    assert_int_equal(is_found, depth > 0);
    if (!is_found) {
        assert_true(found.depth == 0 && dot(found.normal, found.normal) == 0);
        return 0;
    }
    const double error = fabs(found.depth - depth);
    if (!(error < 1e-10 * depth + 1e-15 * size))
        fail_msg("depth %.17g, brute force %.17g (%.3g)", found.depth, depth, error / depth);
    if ((double)(best.second - best.depth) > 1e-9 * size && distance(found.normal, best.normal) > 1e-8)
        fail_msg("normal off by %.3g", distance(found.normal, best.normal));
    return depth > 1e-5 * size ? error / depth : 0;
}

enum { POOL = 400 };

static void random_pairs_agree_with_brute_force(void **state) {
    (void)state;
    const int pairs = getenv("ROUTH_SOAK") ? 100000 : 20000;
    routh_random random = routh_random_seed(7, 0);
    routh_interference_scratch *scratch = scratch_for_tests();
    routh_polyhedron *pool[POOL];
    for (int i = 0; i < POOL; i++)
        pool[i] = random_part(&random, 1);
    double worst = 0;
    for (int i = 0; i < pairs; i++) {
        const routh_pose3 pose_a = random_pose(&random, 1.2), pose_b = random_pose(&random, 1.2);
        const routh_polyhedron *a = pool[routh_random_index(&random, POOL)];
        const routh_polyhedron *b = pool[routh_random_index(&random, POOL)];
        worst = fmax(worst, check_pair(a, &pose_a, b, &pose_b, scratch));
    }
    print_message("largest relative error of %d pairs: %.2g\n", pairs, worst);
    assert_true(worst < 1e-10);
    for (int i = 0; i < POOL; i++)
        routh_polyhedron_release(NULL, pool[i]);
    routh_interference_scratch_release(NULL, scratch);
}

/* Moves the wedge along `way` until the judge says the depth is 1e-4 m. */
static routh_pose3 at_depth(const routh_polyhedron *wall, const routh_polyhedron *part, routh_pose3 pose,
                            const double way[3], double depth) {
    const routh_pose3 still = routh_pose3_identity();
    const double from[3] = {pose.position[0], pose.position[1], pose.position[2]};
    double low = -0.005, high = 0.02; /* deeper, less deep */
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        for (int k = 0; k < 3; k++)
            pose.position[k] = from[k] + middle * way[k];
        if ((double)judge(wall, &still, part, &pose).depth > depth)
            low = middle;
        else
            high = middle;
    }
    return pose;
}

static void wedges_in_grooves_agree_at_any_tilt(void **state) {
    (void)state;
    static const double tilts[] = {0, 1e-9, 1e-6, 1e-3, 3e-2};
    routh_random random = routh_random_seed(8, 0);
    routh_interference_scratch *scratch = scratch_for_tests();
    routh_polyhedron *wall = groove_wall(), *part = wedge();
    const routh_pose3 still = routh_pose3_identity();
    for (size_t t = 0; t < sizeof tilts / sizeof *tilts; t++) {
        double worst = 0;
        for (int i = 0; i < 40; i++) {
            double axis[3], zero[3] = {0}, way[3] = {-0.28734788556634544, 0.95782628522115143, 0};
            for (int k = 0; k < 3; k++)
                axis[k] = routh_random_uniform(&random, -1, 1);
            routh_pose3 pose = routh_pose3_turn(axis, zero, tilts[t] * routh_random_uniform(&random, 0.3, 1.7));
            pose.position[2] = routh_random_uniform(&random, -0.002, 0.002);
            pose = at_depth(wall, part, pose, way, 1e-4);
            worst = fmax(worst, check_pair(wall, &still, part, &pose, scratch));
            worst = fmax(worst, check_pair(part, &pose, wall, &still, scratch));
        }
        print_message("tilt %g: largest relative error %.2g\n", tilts[t], worst);
        assert_true(worst < 1e-10);
    }
    routh_polyhedron_release(NULL, wall);
    routh_polyhedron_release(NULL, part);
    routh_interference_scratch_release(NULL, scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_pairs_agree_with_brute_force),
        cmocka_unit_test(wedges_in_grooves_agree_at_any_tilt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
