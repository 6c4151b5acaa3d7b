/* Where a body lies on a fixed part: planes, and contact areas known otherwise.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../effort.h"
#include "../subject.h"
#include "base/context.h"
#include "base/numbers.h"
#include "geometry/geometry.h"
#include "placed.h"

static double thickness_of(const routh_polyhedron *body) {
    routh_shape3 shape;
    assert_int_equal(routh_shape3_of_polyhedron(NULL, body, NULL, &shape), ROUTH_OK);
    const double thickness = shape.thickness;
    routh_shape3_release(NULL, &shape);
    return thickness;
}

/* Where edges are shorter than the rounding, a ball can lie within the hull of the others. */
static bool is_corner(const placed *p, size_t ball) {
    const routh_polyhedron_facts core = routh_polyhedron_facts_of(p->core);
    for (size_t v = 0; v < core.vertices; v++) {
        double off = 0;
        for (int k = 0; k < 3; k++)
            off = fmax(off, fabs(p->shape.vertex[ball][k] - p->rounding * p->shape.inset[ball][k] -
                                 core.vertex[3 * v + (size_t)k]));
        if (off < 1e-12)
            return true;
    }
    return false;
}

/* Over a face that is larger than itself a body has the contacts it has over a plane: its balls. */
static void a_large_box_is_a_plane(void **state) {
    (void)state;
    routh_random random = seeded(6);
    for (int i = 0, trials = effort(300, 3000, 30000); i < trials; i++) {
        routh_polyhedron *body = i % 2 ? box(0.05, 0.05, 0.05) : random_part(&random, 0.1);
        const double large = i % 3 ? 2 : 1000, centre[3] = {0.003, -0.002, 0.001}, up[3] = {0, 0, 1};
        routh_pose3 under = routh_pose3_default(), pose = random_pose(&random, 1);
        under.position[2] = -large;
        const routh_pose3 part_pose = routh_pose3_compose(&pose, &under);
        const double rounding = i % 5 ? routh_random_uniform(&random, 0, 0.2) * thickness_of(body) : 0;
        placed p = placed_of(box(large, large, large), &part_pose, body, rounding, centre);
        double normal[3], at[3], height[256], lowest = INFINITY;
        routh_pose3_direction(&pose, up, normal);
        random_orientation(&random, p.orientation);
        for (size_t v = 0; v < p.shape.count; v++) {
            placed_ball(&p, v, at);
            for (int k = 0; k < 3; k++)
                at[k] -= pose.position[k];
            height[v] = dot(normal, at) - rounding;
            lowest = fmin(lowest, height[v]);
        }
        const double gap = i % 2 ? random_gap(&random) : -routh_random_uniform(&random, 0, 1e-3);
        for (int k = 0; k < 3; k++)
            p.position[k] += (gap - lowest) * normal[k];
        const double farthest = gap + routh_random_uniform(&random, 0, 0.05);
        routh_touch3 touch[ROOM];
        const size_t count = routh_fixed3_contacts(p.fixed, p.position, p.orientation, farthest, touch, ROOM);
        size_t expected = 0, seen = 0;
        for (size_t v = 0; v < p.shape.count; v++) {
            placed_ball(&p, v, at);
            if (!is_corner(&p, v))
                continue;
            expected += height[v] - lowest + gap <= farthest;
            for (size_t c = 0; c < count; c++) {
                double foot[3];
                for (int k = 0; k < 3; k++)
                    foot[k] = p.position[k] + touch[c].arm[k] + rounding * normal[k];
                seen += distance(foot, at) < 1e-12 * large && dot(touch[c].normal, normal) > 1 - 1e-14 &&
                        fabs(touch[c].gap - (height[v] - lowest + gap)) < 1e-12 * large;
            }
        }
        if (!(count == expected && seen == expected))
            fail_msg("trial %d: %zu contacts, %zu balls within %g, %zu alike", i, count, expected, farthest, seen);
        placed_release(&p);
    }
}

/* Twice the area of the hull of points in a plane, by gift wrapping. */
static double hull_area(size_t count, double (*point)[2]) {
    size_t first = 0;
    for (size_t i = 1; i < count; i++)
        if (point[i][0] < point[first][0] || (point[i][0] <= point[first][0] && point[i][1] < point[first][1]))
            first = i;
    double area = 0;
    size_t at = first;
    for (size_t step = 0; step < count; step++) {
        size_t next = at == 0 ? 1 : 0;
        for (size_t i = 0; i < count; i++) {
            const double ax = point[next][0] - point[at][0], ay = point[next][1] - point[at][1];
            const double bx = point[i][0] - point[at][0], by = point[i][1] - point[at][1];
            const double turn = ax * by - ay * bx;
            if (turn < 0 || (turn <= 0 && bx * bx + by * by > ax * ax + ay * ay))
                next = i;
        }
        area += point[at][0] * point[next][1] - point[at][1] * point[next][0];
        at = next;
        if (at == first)
            break;
    }
    return 0.5 * area;
}

/* A prism of random base, its lower face at z = 0. */
static routh_polyhedron *random_prism(routh_random *random, double size) {
    double corner[12][2];
    const size_t count = 3 + routh_random_index(random, 9);
    for (size_t i = 0; i < count; i++) {
        const double angle = 2 * ROUTH_PI * ((double)i + routh_random_uniform(random, 0, 0.9)) / (double)count;
        corner[i][0] = size * cos(angle);
        corner[i][1] = size * sin(angle);
    }
    return prism(count, (const double(*)[2])corner, size);
}

/* A body that lies flat on a part, `gap` above it, turned about the vertical and all but level. */
typedef struct lying {
    placed p;
    double area, gap;   /* in which the faces overlap; between them */
    routh_pose3 inside; /* from the world to the part's axes */
} lying;

/* The area follows from the volume in which the cores overlap where they are pressed together. */
static lying random_lying(routh_random *random, int i, routh_overlap_scratch *scratch) {
    const double below = routh_random_uniform(random, 0.03, 0.2), above = 0.05, press = 1e-6;
    routh_polyhedron *part = i % 3 == 0 ? box(below, 0.5 * below, below) : random_prism(random, below);
    routh_polyhedron *body = i % 2 ? box(above, above, above) : random_prism(random, above);
    const double gap = i % 4 == 0 ? 0 : i % 4 == 1 ? -1e-3 : routh_random_uniform(random, -1e-6, 1e-6);
    const double half = i % 5 == 0 ? 0 : routh_random_uniform(random, -3, 3), tilt = i % 8 < 4 ? 0 : 1e-10;
    const double shift = i % 7 == 0 ? 0 : 0.3 * (below + above),
                 rounding = i % 11 < 5 ? 0 : fmin(0.006, 0.5 * thickness_of(body));
    double turn[4] = {cos(half), tilt, -0.5 * tilt, sin(half)}, pose[4] = {1, 0, 0, 0};
    double at[3] = {routh_random_uniform(random, -shift, shift), routh_random_uniform(random, -shift, shift), 0};
    double low = INFINITY, origin[3] = {0.3, -0.2, 0.7};
    if (i % 6)
        random_orientation(random, pose);
    const routh_pose3 part_pose = routh_pose3_of_quaternion(pose, origin);
    lying l = {.p = placed_of(part, &part_pose, body, rounding, no_shift), .inside = routh_pose3_inverse(&part_pose)};
    const routh_polyhedron_facts core = routh_polyhedron_facts_of(l.p.core);
    for (size_t v = 0; v < core.vertices; v++)
        low = fmin(low, core.vertex[3 * v + 2]);
    turn_after(pose, turn, l.p.orientation);
    at[2] = below - low - press;
    const routh_pose3 pressed_in = routh_pose3_of_quaternion(turn, at),
                      pressed = routh_pose3_compose(&part_pose, &pressed_in);
    routh_overlap overlap;
    l.gap = gap;
    l.area = routh_overlap_find(l.p.part, &part_pose, l.p.core, &pressed, 1, NULL, scratch, &overlap) == 1
                 ? overlap.volume / press
                 : 0;
    at[2] = below - low + rounding + gap;
    routh_pose3_point(&part_pose, at, l.p.position);
    return l;
}

/* Bodies that lie flat on parts, anywhere: the contacts' hull is the area in which the faces overlap. */
static void faces_on_faces_touch_at_the_corners_of_their_area(void **state) {
    (void)state;
    routh_random random = seeded(7);
    routh_overlap_scratch *scratch = ample_scratch();
    int compared = 0;
    double worst = 0;
    for (int i = 0, trials = effort(200, 3000, 30000); i < trials; i++) {
        lying l = random_lying(&random, i, scratch);
        routh_touch3 touch[ROOM];
        double normal[3], arm[3], foot[ROOM][2], at[3], own[3];
        const double found = placed_distance(&l.p, normal, arm);
        const size_t count = routh_fixed3_contacts(l.p.fixed, l.p.position, l.p.orientation, found + 1e-8, touch, ROOM);
        size_t upright = 0;
        for (size_t c = 0; c < count; c++) {
            for (int k = 0; k < 3; k++)
                at[k] = l.p.position[k] + touch[c].arm[k];
            routh_pose3_direction(&l.inside, touch[c].normal, own);
            if (own[2] < 1 - 1e-6)
                continue;
            routh_pose3_point(&l.inside, at, own);
            memcpy(foot[upright++], own, sizeof foot[0]);
        }
        if (l.area > 1e-6 && fabs(found - l.gap) < 1e-9) { /* otherwise the shortest way out is sideways */
            const double area = upright > 2 ? hull_area(upright, foot) : 0, off = fabs(area / l.area - 1);
            compared++;
            worst = fmax(worst, off);
            if (!(off < 1e-4))
                fail_msg("trial %d: area %g of %zu contacts (%zu in all), %g expected", i, area, upright, count,
                         l.area);
        }
        placed_release(&l.p);
    }
    print_message("%d areas, the worst off by %.1e of it\n", compared, worst);
    assert_true(compared > effort(100, 1500, 15000));
    routh_overlap_scratch_release(NULL, scratch);
}

/* A plank across a beam touches where their edges cross, though none of their corners is near; and still does tilted by what a
 * step of a run may tilt it. */
static void a_plank_across_a_beam_has_four_contacts(void **state) {
    (void)state;
    const routh_pose3 origin = routh_pose3_default();
    for (int i = 0; i < 12; i++) {
        const double rounding = i % 2 ? 0.004 : 0, tilt = i / 2 * 2e-3;
        placed p = placed_of(box(0.02, 0.3, 0.02), &origin, box(0.3, 0.015, 0.01), rounding, no_shift);
        routh_touch3 touch[ROOM];
        p.orientation[0] = cos(tilt / 2);
        p.orientation[2] = sin(tilt / 2);
        const double up[3] = {0, 0, 1};
        bring_to(&p, up, 0.5, 1e-6);
        assert_int_equal(routh_fixed3_contacts(p.fixed, p.position, p.orientation, 1e-3, touch, ROOM), 4);
        double sum[3] = {0};
        for (size_t c = 0; c < 4; c++) {
            for (int k = 0; k < 3; k++)
                sum[k] += touch[c].arm[k] / 4;
            assert_true(fabs(touch[c].normal[2] - cos(tilt)) < 1e-9);
            assert_true(fabs(fabs(touch[c].arm[1]) - (0.015 - rounding)) < 1e-10); /* insets have nine digits */
            const double on_part = p.position[0] + touch[c].arm[0] - touch[c].gap * touch[c].normal[0];
            assert_true(fabs(fabs(on_part) - 0.02) < 1e-12);
        }
        assert_true(fabs(sum[0]) < 1e-3 && fabs(sum[1]) < 1e-12);
        placed_release(&p);
    }
}

/* What touches at an edge does not stop a ball that sticks out over it: all normals are upright while a body slides in over a
 * part's edge. */
static void edges_do_not_stop_what_slides_over_them(void **state) {
    (void)state;
    const routh_pose3 origin = routh_pose3_default();
    for (int i = 0; i < 3; i++) {
        const double rounding = i == 0 ? 0 : 0.005, gap = i == 2 ? -1e-6 : 0;
        placed p = placed_of(box(0.2, 0.2, 0.02), &origin, box(0.05, 0.05, 0.05), rounding, no_shift);
        for (int step = 0; step <= 4000; step++) {
            routh_touch3 touch[ROOM];
            p.position[0] = 0.17 - 1e-5 * step;
            p.position[1] = 0.01;
            p.position[2] = 0.07 + gap;
            const size_t count = routh_fixed3_contacts(p.fixed, p.position, p.orientation, 1e-4, touch, ROOM);
            assert_true(count >= 4);
            for (size_t c = 0; c < count; c++)
                assert_true(touch[c].normal[2] > 0.998);
        }
        placed_release(&p);
    }
}

SLOW_SUBJECT(fixed3_areas) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_large_box_is_a_plane),
        cmocka_unit_test(faces_on_faces_touch_at_the_corners_of_their_area),
        cmocka_unit_test(a_plank_across_a_beam_has_four_contacts),
        cmocka_unit_test(edges_do_not_stop_what_slides_over_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
