/* Convex parts from points and half-spaces: closed forms, conversions there and back, and what is refused.
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

#include "../ledger.h"

#define assert_near(x, y, tolerance) assert_true(fabs((x) - (y)) <= (tolerance))

/* Every vertex below every face, corners on their face and counter-clockwise, every edge on two faces. */
static void check_surface(const routh_polyhedron *part) {
    const size_t vertices = routh_polyhedron_vertices(part), faces = routh_polyhedron_faces(part);
    const double rounding = 1e-12 * routh_polyhedron_radius(part);
    int sides[64][64] = {{0}};
    size_t corners = 0;
    assert_true(vertices <= 64);
    for (size_t f = 0; f < faces; f++) {
        const routh_face face = routh_polyhedron_face(part, f);
        assert_near(dot(face.normal, face.normal), 1, 1e-15);
        for (size_t v = 0; v < vertices; v++)
            assert_true(dot(face.normal, routh_polyhedron_vertex(part, v)) <= face.offset + rounding);
        for (size_t k = 0; k < face.count; k++) {
            const double *a = routh_polyhedron_vertex(part, face.corner[k]);
            const double *b = routh_polyhedron_vertex(part, face.corner[(k + 1) % face.count]);
            const double *c = routh_polyhedron_vertex(part, face.corner[(k + 2) % face.count]);
            const double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, w[3] = {c[0] - b[0], c[1] - b[1], c[2] - b[2]};
            const double turn[3] = {u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]};
            assert_near(dot(face.normal, a), face.offset, rounding);
            assert_true(dot(face.normal, turn) > 0);
            sides[face.corner[k]][face.corner[(k + 1) % face.count]]++;
        }
        corners += face.count;
    }
    assert_int_equal(vertices + faces, corners / 2 + 2);
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            assert_true(sides[i][j] == sides[j][i] && sides[i][j] <= 1);
}

static void solids_have_their_volumes(void **state) {
    (void)state;
    const double ico_edge = 1 / sin(0.4 * acos(-1)), dode_edge = 4 / (sqrt(3) * (1 + sqrt(5)));
    const struct {
        routh_polyhedron *part;
        size_t vertices, faces;
        double volume, radius;
    } cases[] = {
        {box(1, 2, 3), 8, 6, 48, sqrt(14)},
        {icosahedron(1), 12, 20, 5 * (3 + sqrt(5)) / 12 * pow(ico_edge, 3), 1},
        {dodecahedron(1), 20, 12, (15 + 7 * sqrt(5)) / 4 * pow(dode_edge, 3), 1},
        {part_of(4, (const double[]){0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}), 4, 4, 1 / 6.0, sqrt(11) / 4},
        {wedge(), 10, 7, 0.03 * (0.02 * 0.02 + 0.04 * 0.01), 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const routh_polyhedron *part = cases[i].part;
        assert_int_equal(routh_polyhedron_vertices(part), cases[i].vertices);
        assert_int_equal(routh_polyhedron_faces(part), cases[i].faces);
        assert_near(routh_polyhedron_volume(part), cases[i].volume, 1e-14 * cases[i].volume);
        if (cases[i].radius > 0)
            assert_near(routh_polyhedron_radius(part), cases[i].radius, 1e-14);
        check_surface(part);
        routh_polyhedron_release(NULL, cases[i].part);
    }
}

/* Points within faces, on edges and inside change nothing, nor does where in space the part lies. */
static void points_that_are_no_corners_are_dropped(void **state) {
    (void)state;
    double points[3 * 125];
    static const double steps[] = {-1, -0.3, 0.1, 0.7, 1};
    routh_random random = routh_random_seed(3, 0);
    for (int turn = 0; turn < 50; turn++) {
        const routh_pose3 pose = turn ? random_pose(&random, turn % 3 ? 0.1 : 100) : routh_pose3_identity();
        for (int i = 0; i < 125; i++) {
            const double p[3] = {0.01 * steps[i % 5], 0.02 * steps[i / 5 % 5], 0.03 * steps[i / 25]};
            routh_pose3_point(&pose, p, points + 3 * i);
        }
        routh_polyhedron *part = part_of(125, points);
        assert_int_equal(routh_polyhedron_vertices(part), 8);
        assert_int_equal(routh_polyhedron_faces(part), 6);
        assert_near(routh_polyhedron_volume(part), 48e-6, turn % 3 ? 1e-18 : 1e-15);
        double middle[3], expected[3];
        routh_polyhedron_centroid(part, middle);
        routh_pose3_point(&pose, (const double[]){0, 0, 0}, expected);
        assert_true(distance(middle, expected) < 1e-13);
        routh_polyhedron_release(NULL, part);
    }
}

/* Vertices to half-spaces, of any length and in any order, with redundant ones among them, and back. */
static void halfspaces_give_the_vertices_back(void **state) {
    (void)state;
    routh_random random = routh_random_seed(4, 0);
    for (int turn = 0; turn < 300; turn++) {
        routh_polyhedron *part = turn == 0   ? icosahedron(1)
                                 : turn == 1 ? dodecahedron(1)
                                 : turn == 2 ? box(1, 1, 1)
                                             : random_part(&random, turn % 2 ? 1 : 0.02);
        const size_t faces = routh_polyhedron_faces(part), count = faces + 5;
        double f[64][3], g[64];
        const double far[3] = {turn % 4, 0.3, -2};
        for (size_t i = 0; i < count; i++) {
            const routh_face face = routh_polyhedron_face(part, i % faces);
            const double length = pow(10, routh_random_uniform(&random, -3, 3));
            for (int k = 0; k < 3; k++)
                f[i][k] = length * face.normal[k];
            g[i] = -length * (face.offset + dot(face.normal, far) + (i >= faces ? 0.1 * (double)(i - faces) : 0));
        }
        routh_context context = routh_context_default();
        routh_polyhedron *back;
        if (routh_polyhedron_from_halfspaces(&context, count, f[0], g, &back) != ROUTH_OK)
            fail_msg("%d: %s", turn, context.message);
        assert_int_equal(routh_polyhedron_vertices(back), routh_polyhedron_vertices(part));
        assert_int_equal(routh_polyhedron_faces(back), faces);
        for (size_t i = 0; i < routh_polyhedron_vertices(part); i++) {
            double nearest = INFINITY, at[3];
            for (int k = 0; k < 3; k++)
                at[k] = routh_polyhedron_vertex(part, i)[k] + far[k];
            for (size_t j = 0; j < routh_polyhedron_vertices(back); j++)
                nearest = fmin(nearest, distance(at, routh_polyhedron_vertex(back, j)));
            assert_true(nearest < 1e-11); /* thin corners of parts 2 m away, whose planes are rounded to 2e-16 m */
        }
        routh_polyhedron_release(NULL, part);
        routh_polyhedron_release(NULL, back);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solids_have_their_volumes),
        cmocka_unit_test(points_that_are_no_corners_are_dropped),
        cmocka_unit_test(halfspaces_give_the_vertices_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
