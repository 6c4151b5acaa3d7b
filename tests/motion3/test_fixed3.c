/* Contacts of a rounded body with a fixed part: distances that prove themselves, and the overlaps of the geometry room.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../effort.h"
#include "../ledger.h"
#include "../subject.h"
#include "base/context.h"
#include "base/numbers.h"
#include "geometry/geometry.h"
#include "placed.h"

/* Distances ----------------------------------------------------------------------------------------------*/

/* Lower and upper bound agree: 1e-12 m is some thousand roundings of coordinates up to 1 m. */
static void distances_prove_themselves(void **state) {
    (void)state;
    routh_random random = seeded(1);
    double worst = 0;
    for (int i = 0, trials = effort(300, 2000, 40000); i < trials; i++) {
        placed p = random_placed(&random, i % 4 ? routh_random_uniform(&random, 0.01, 0.95) : 0);
        double direction[3], normal[3], arm[3];
        random_direction(&random, direction);
        const double gap = random_gap(&random);
        bring_to(&p, direction, 2, gap);
        const double found = placed_distance(&p, normal, arm);
        assert_true(fabs(found - gap) < 1e-11);
        const double off = fmax(fabs(placed_separation(&p, normal) - found), placed_error(&p, found, normal, arm));
        worst = fmax(worst, off);
        if (!(off < 1e-12 && fabs(dot(normal, normal) - 1) < 1e-12))
            fail_msg("trial %d: gap %g, bounds differ by %g", i, gap, off);
        placed_release(&p);
    }
    print_message("bounds of distances agree to %.1e m\n", worst);
}

/* As deep as the rounding and deeper, against the least overlap of all directions. */
static void depths_are_those_of_overlaps(void **state) {
    (void)state;
    routh_random random = seeded(2);
    routh_overlap_scratch *scratch = ample_scratch();
    int compared = 0;
    for (int i = 0, trials = effort(300, 1500, 30000); i < trials; i++) {
        placed p = random_placed(&random, i % 2 ? routh_random_uniform(&random, 0, 0.5) : 0);
        double direction[3], normal[3], arm[3];
        random_direction(&random, direction);
        bring_to(&p, direction, 2, -p.rounding);
        for (int k = 0; k < 3; k++)
            p.position[k] -= pow(10, routh_random_uniform(&random, -12, -2)) * direction[k];
        const routh_pose3 pose = routh_pose3_of_quaternion(p.orientation, p.position);
        routh_pose3 tracked = pose;
        const double back[3] = {-p.centre[0], -p.centre[1], -p.centre[2]};
        routh_pose3_point(&pose, back, tracked.position);
        routh_overlap overlap;
        const double found = placed_distance(&p, normal, arm);
        if (routh_overlap_find(p.part, &p.part_pose, p.core, &tracked, 0, NULL, scratch, &overlap) == 1) {
            compared++;
            if (!(fabs(found + overlap.depth + p.rounding) < 1e-12))
                fail_msg("trial %d: distance %g, overlap %g, rounding %g", i, found, overlap.depth, p.rounding);
            assert_true(fabs(placed_separation(&p, normal) - found) < 1e-12);
        }
        placed_release(&p);
    }
    assert_true(compared > effort(200, 1250, 25000));
    routh_overlap_scratch_release(NULL, scratch);
}

/* Every gap listed is one of body and part, none is smaller than the distance, and one is the distance. Less room keeps the
 * smallest. Where sharp bodies touch, other gaps are found for the body lifted by a nanometre or less. */
static void gaps_are_true(void **state) {
    (void)state;
    routh_random random = seeded(3);
    for (int i = 0, trials = effort(300, 2000, 40000); i < trials; i++) {
        placed p = random_placed(&random, i % 4 ? routh_random_uniform(&random, 0.01, 0.95) : 0);
        double direction[3], normal[3], arm[3], least = INFINITY;
        random_direction(&random, direction);
        bring_to(&p, direction, 2, i % 3 ? random_gap(&random) : -routh_random_uniform(&random, 0, 0.9) * p.rounding);
        const double found = placed_distance(&p, normal, arm), farthest = found + random_gap(&random);
        const double slack = p.rounding <= 0 && found < 1e-9 ? 1e-9 : 1e-11;
        routh_touch3 touch[ROOM], few[3];
        const size_t count = routh_fixed3_contacts(p.fixed, p.position, p.orientation, farthest, touch, ROOM);
        for (size_t c = 0; c < count; c++) {
            assert_true(touch[c].gap <= farthest && touch[c].gap >= found - 1e-13);
            assert_true(fabs(dot(touch[c].normal, touch[c].normal) - 1) < 1e-12);
            assert_true(placed_error(&p, touch[c].gap, touch[c].normal, touch[c].arm) < slack);
            least = fmin(least, touch[c].gap);
        }
        assert_true(count > 0 && fabs(least - found) < 1e-13);
        assert_int_equal(routh_fixed3_contacts(p.fixed, p.position, p.orientation, found - 1e-9, touch, ROOM), 0);
        const size_t kept = routh_fixed3_contacts(p.fixed, p.position, p.orientation, farthest, few, 3);
        assert_int_equal(kept, count < 3 ? count : 3);
        for (size_t c = 0; c < kept; c++) {
            size_t smaller = 0;
            for (size_t d = 0; d < count; d++)
                smaller += touch[d].gap < few[c].gap - 1e-13;
            assert_true(smaller < 3);
        }
        placed_release(&p);
    }
}

/* How the distance changes with the motion is what normal and arm say: n · (v + ω × arm). */
static void normals_and_arms_give_the_rate(void **state) {
    (void)state;
    routh_random random = seeded(4);
    for (int i = 0, trials = effort(200, 1000, 20000); i < trials; i++) {
        placed p = random_placed(&random, routh_random_uniform(&random, 0.05, 0.95));
        double direction[3], normal[3], arm[3], other[3], none[3], velocity[3], spin[3], gap[2];
        random_direction(&random, direction);
        random_direction(&random, velocity);
        random_direction(&random, spin);
        bring_to(&p, direction, 2, routh_random_uniform(&random, -0.5, 1) * p.rounding);
        placed_distance(&p, normal, arm);
        const double step = 1e-7 * p.rounding, rate = 10;
        for (int side = 0; side < 2; side++) {
            placed moved = p;
            const double half = (side ? 0.5 : -0.5) * step * rate;
            const double turn[4] = {1, half * spin[0], half * spin[1], half * spin[2]};
            turn_after(turn, p.orientation, moved.orientation);
            for (int k = 0; k < 3; k++)
                moved.position[k] += (side ? step : -step) * velocity[k];
            gap[side] = placed_distance(&moved, other, none);
        }
        const double expected = dot(normal, velocity) + rate * (normal[0] * (spin[1] * arm[2] - spin[2] * arm[1]) +
                                                                normal[1] * (spin[2] * arm[0] - spin[0] * arm[2]) +
                                                                normal[2] * (spin[0] * arm[1] - spin[1] * arm[0]));
        /* rounding of the distances ÷ step, and the curvature of what is within a step of an edge's or face's end */
        assert_true(fabs((gap[1] - gap[0]) / (2 * step) - expected) < 1e-5 + 1e-15 / step);
        placed_release(&p);
    }
}

/* The distance of a body that moves changes no more than its farthest point moves; through all kinds of pairs, and from apart to
 * a millimetre deep. There the normal turns by no more than it must: never round. */
static void distances_are_continuous(void **state) {
    (void)state;
    routh_random random = seeded(5);
    for (int i = 0, trials = effort(50, 500, 5000); i < trials; i++) {
        placed p = random_placed(&random, i % 3 ? routh_random_uniform(&random, 0.01, 0.9) : 0);
        double direction[3], across[3], normal[3], arm[3], last[3] = {0}, before = 0;
        random_direction(&random, direction);
        random_direction(&random, across);
        bring_to(&p, direction, 2, 1e-3);
        placed start = p;
        for (int step = 0; step <= 200; step++) {
            const double down = 1e-5 * step, along = 5e-5 * step;
            for (int k = 0; k < 3; k++)
                p.position[k] = start.position[k] - down * direction[k] + along * across[k];
            const double found = placed_distance(&p, normal, arm), moved = 1e-5 + 5e-5;
            assert_true(step == 0 || fabs(found - before) <= moved + 1e-10);
            assert_true(step == 0 || found < -1e-3 || dot(normal, last) > 0);
            before = found;
            memcpy(last, normal, sizeof last);
        }
        placed_release(&p);
    }
}

/* Degenerate pairs -----------------------------------------------------------------------------------------*/

/* Corner on corner, corner on edge, edge along edge and across, face on face, exactly and to within rounding; sharp and
 * rounded. Nothing in these is random but the last digits. */
static void exact_touches_have_normals(void **state) {
    (void)state;
    routh_random random = seeded(8);
    static const double eighth[4] = {0.92387953251128674, 0, 0.38268343236508977, 0}; /* 45° about y */
    static const double places[][3] = {{0.1, 0.1, 0.1}, {0.1, 0.1, 0}, {0.1, 0, 0}, {0.1, 0.03, 0.1}, {0, 0, 0.1}};
    const routh_pose3 origin = routh_pose3_default();
    for (int i = 0; i < 1200; i++) {
        const double rounding = i % 2 ? 0.005 : 0, off = i % 3 ? routh_random_uniform(&random, -1e-15, 1e-15) : 0;
        placed p = placed_of(box(0.05, 0.05, 0.05), &origin, box(0.05, 0.05, 0.05), rounding, no_shift);
        double normal[3], arm[3];
        for (int k = 0; k < 3; k++)
            p.position[k] = places[i % 5][k] * (1 + off) + off;
        if (i % 7 == 0)
            memcpy(p.orientation, eighth, sizeof eighth);
        const double found = placed_distance(&p, normal, arm);
        assert_true(fabs(dot(normal, normal) - 1) < 1e-12);
        assert_true(fabs(placed_separation(&p, normal) - found) < 1e-9);
        assert_true(i % 7 == 0 || rounding > 0 || fabs(found) < 1e-10);
        routh_touch3 touch[ROOM];
        assert_true(routh_fixed3_contacts(p.fixed, p.position, p.orientation, found + 1e-8, touch, ROOM) > 0);
        placed_release(&p);
    }
}

/* Boxes of whole centimetres at whole centimetres, turned by multiples of 45°: everything is parallel, coplanar or coincident.
 * Where the boxes keep their axes, distances follow from intervals. The normal of a corner on an edge has six digits. */
static void boxes_on_a_lattice_have_their_distance(void **state) {
    (void)state;
    routh_random random = seeded(10);
    const double eighth = 0.25 * ROUTH_PI;
    for (int i = 0, trials = effort(500, 2500, 50000); i < trials; i++) {
        double size[2][3], normal[3], arm[3], gap = -INFINITY, apart = 0;
        for (int k = 0; k < 3; k++) {
            size[0][k] = 0.01 * (1 + (double)routh_random_index(&random, 6));
            size[1][k] = 0.01 * (1 + (double)routh_random_index(&random, 6));
        }
        const double rounding = i % 3 ? 0 : 0.004;
        const routh_pose3 origin = routh_pose3_default();
        placed p = placed_of(box(size[0][0], size[0][1], size[0][2]), &origin, box(size[1][0], size[1][1], size[1][2]),
                             rounding, no_shift);
        for (int k = 0; k < 3; k++) {
            p.position[k] = 0.01 * ((double)routh_random_index(&random, 21) - 10);
            const double beyond = fabs(p.position[k]) - size[0][k] - size[1][k] + rounding;
            gap = fmax(gap, beyond);
            apart += pow(fmax(0, beyond), 2);
        }
        const bool turned = i % 2;
        if (turned) {
            const double half = 0.5 * eighth * (double)(1 + routh_random_index(&random, 7));
            p.orientation[0] = cos(half);
            p.orientation[1 + routh_random_index(&random, 3)] = sin(half);
        }
        const double found = placed_distance(&p, normal, arm);
        const double expected = (apart > 0 ? sqrt(apart) : gap) - rounding;
        if (!(fabs(dot(normal, normal) - 1) < 1e-12 && fabs(placed_separation(&p, normal) - found) < 1e-7 &&
              (turned || fabs(found - expected) < 1e-10)))
            fail_msg("trial %d: distance %.17g, along the normal %.17g, expected %.17g", i, found,
                     placed_separation(&p, normal), turned ? (double)NAN : expected);
        placed_release(&p);
    }
}

/* A cube rounded to a ball: the core is next to nothing, the distance that of a sphere. */
static void a_cube_can_be_a_ball(void **state) {
    (void)state;
    routh_random random = seeded(9);
    const routh_pose3 origin = routh_pose3_default();
    placed p = placed_of(box(0.1, 0.2, 0.3), &origin, box(0.05, 0.05, 0.05), 0.05, no_shift);
    for (int i = 0; i < 1000; i++) {
        double apart = 0, normal[3], arm[3];
        for (int k = 0; k < 3; k++) {
            p.position[k] = routh_random_uniform(&random, -1, 1);
            apart += pow(fmax(0, fabs(p.position[k]) - 0.1 * (k + 1)), 2);
        }
        random_orientation(&random, p.orientation);
        const double found = placed_distance(&p, normal, arm);
        assert_true(apart <= 0 || fabs(found - (sqrt(apart) - 0.05)) < 2e-6 * 0.05);
    }
    placed_release(&p);
}

static void memory_that_runs_out_is_reported(void **state) {
    (void)state;
    const routh_pose3 origin = routh_pose3_default();
    placed p = placed_of(box(0.1, 0.2, 0.3), &origin, box(0.05, 0.05, 0.05), 0.005, no_shift);
    for (int budget = 0;; budget++) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        routh_fixed3 *fixed;
        const routh_status status = routh_fixed3_create(&context, p.part, &origin, &p.shape, 0.005, no_shift, &fixed);
        routh_fixed3_release(&context, fixed);
        assert_int_equal(book.blocks, 0);
        if (status == ROUTH_OK)
            break;
        assert_int_equal(status, ROUTH_OUT_OF_MEMORY);
        assert_null(fixed);
    }
    placed_release(&p);
}

SLOW_SUBJECT(fixed3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_prove_themselves),
        cmocka_unit_test(depths_are_those_of_overlaps),
        cmocka_unit_test(gaps_are_true),
        cmocka_unit_test(normals_and_arms_give_the_rate),
        cmocka_unit_test(distances_are_continuous),
        cmocka_unit_test(exact_touches_have_normals),
        cmocka_unit_test(boxes_on_a_lattice_have_their_distance),
        cmocka_unit_test(a_cube_can_be_a_ball),
        cmocka_unit_test(memory_that_runs_out_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
