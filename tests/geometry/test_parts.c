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

#include "../subject.h"
#include "parts.h"

#include "../ledger.h"
#include "geometry/geometry.h"

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
        const routh_pose3 pose = turn ? random_pose(&random, turn % 3 ? 0.1 : 100) : routh_pose3_default();
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
        if (routh_polyhedron_of_halfspaces(&context, count, f[0], g, &back) != ROUTH_OK)
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

static void what_is_no_part_is_refused(void **state) {
    (void)state;
    const double flat[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0.5, 0.3, 0};
    double thin[15], far[12], dented[27];
    memcpy(thin, flat, sizeof thin);
    thin[14] = 1e-11;
    for (int i = 0; i < 12; i++)
        far[i] = 1e30 * flat[i];
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            dented[3 * i + k] = i >> k & 1;
    dented[24] = dented[25] = 0.5;
    dented[26] = 1 - 1e-8;
    const double lost[12] = {0, 0, 0, 1, 0, 0, 0, INFINITY, 0, 0, 0, 1};
    const struct {
        size_t count;
        const double *points;
        int strict;
        routh_status status;
        const char *words;
    } cases[] = {
        {3, flat, 0, ROUTH_BAD_ARGUMENT, "3 points"},
        {0, flat, 0, ROUTH_BAD_ARGUMENT, "0 points"},
        {5, flat, 0, ROUTH_BAD_ARGUMENT, "one plane"},
        {5, thin, 0, ROUTH_BAD_ARGUMENT, "flat"},
        {4, lost, 0, ROUTH_NOT_FINITE, "point 2 "},
        {4, far, 0, ROUTH_OUT_OF_RANGE, "5e+29 m"},
        {9, dented, 1, ROUTH_BAD_ARGUMENT, "not convex: point 8 lies 1e-08 m inside"},
        {9, dented, 0, ROUTH_OK, ""},
        {8, dented, 1, ROUTH_OK, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        routh_context context = routh_context_default();
        routh_polyhedron *part;
        const routh_status status =
            routh_polyhedron_of_points(&context, cases[i].count, cases[i].points, cases[i].strict, &part);
        if (status != cases[i].status || !strstr(context.message, cases[i].words))
            fail_msg("case %zu: %d '%s'", i, status, context.message);
        assert_true((part != NULL) == (status == ROUTH_OK));
        routh_polyhedron_release(NULL, part);
    }
}

static void halfspaces_without_a_body_are_refused(void **state) {
    (void)state;
    static const double f[][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {0, 0, 0}};
    static const double tilted[][3] = {{1, 0, 0.1}, {-1, 0, 0.1}, {0, 1, 0.1}, {0, -1, 0.1}, {0, 0, -1}};
    const double g[][7] = {
        {-1, -1, -1, -1, -1, -1, 0},     /* a cube */
        {1, -0.5, -1, -1, -1, -1, 0},    /* x ≤ −1 and x ≥ −0.5: nothing */
        {0.5, -0.5, -1, -1, -1, -1, 0},  /* x = −0.5: flat */
        {-1, -1, -1, -1, -1, -1, 1},     /* 0 · x ≤ −1 */
        {-1, NAN, -1, -1, -1, -1, 0},    /* */
        {-1e300, -1, -1, -1, -1, -1, 0}, /* beyond the size of bodies */
    };
    const struct {
        size_t count;
        const double *f, *g;
        routh_status status;
        const char *words;
    } cases[] = {
        {6, f[0], g[0], ROUTH_OK, ""},
        {6, f[0], g[1], ROUTH_BAD_ARGUMENT, "empty or flat: the largest ball inside has a radius of -0.25 m"},
        {6, f[0], g[2], ROUTH_BAD_ARGUMENT, "empty or flat"},
        {7, f[0], g[3], ROUTH_BAD_ARGUMENT, "half-space 6 has no normal"},
        {6, f[0], g[4], ROUTH_NOT_FINITE, "half-space 1 "},
        {6, f[0], g[5], ROUTH_BAD_ARGUMENT, "planes are up to 1e+300 m away"},
        {5, f[0], g[0], ROUTH_BAD_ARGUMENT, "unbounded"},
        {4, f[0], g[0], ROUTH_BAD_ARGUMENT, "unbounded"},
        {3, f[0], g[0], ROUTH_BAD_ARGUMENT, "unbounded: 3 half-spaces"},
        {5, tilted[0], g[0], ROUTH_OK, ""},
        {4, tilted[0], g[0], ROUTH_BAD_ARGUMENT, "unbounded"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        routh_context context = routh_context_default();
        routh_polyhedron *part;
        const routh_status status =
            routh_polyhedron_of_halfspaces(&context, cases[i].count, cases[i].f, cases[i].g, &part);
        if (status != cases[i].status || !strstr(context.message, cases[i].words))
            fail_msg("case %zu: %d '%s'", i, status, context.message);
        assert_true((part != NULL) == (status == ROUTH_OK));
        routh_polyhedron_release(NULL, part);
    }
}

/* With every number of successful allocations up to the one that suffices. */
static void nothing_leaks_when_memory_runs_out(void **state) {
    (void)state;
    static const double f[][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    static const double g[] = {-1, -1, -1, -1, -1, -1};
    routh_status status = ROUTH_OUT_OF_MEMORY;
    int budget = 0;
    for (; status != ROUTH_OK; budget++) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        routh_polyhedron *part;
        routh_overlap_scratch *scratch = NULL;
        status = routh_polyhedron_of_halfspaces(&context, 6, f[0], g, &part);
        if (status == ROUTH_OK)
            status = routh_overlap_scratch_create(&context, 8, 6, &scratch);
        assert_true(status == ROUTH_OK || status == ROUTH_OUT_OF_MEMORY);
        routh_overlap_scratch_release(&context, scratch);
        routh_polyhedron_release(&context, part);
        assert_int_equal(book.blocks, 0);
    }
    assert_true(budget > 40);
}

/* A hull with many corners, and a cone whose tip lies on as many planes. */
static void large_parts_are_whole(void **state) {
    (void)state;
    enum { COUNT = 500 };
    static double f[COUNT + 1][3], g[COUNT + 1], points[COUNT][3];
    const double turn = 2 * acos(-1) / COUNT;
    for (int i = 0; i < COUNT; i++) {
        f[i][0] = cos(turn * i);
        f[i][1] = sin(turn * i);
        f[i][2] = 1;
        g[i] = -1;
        const double z = 1 - (2 * i + 1.0) / COUNT, r = sqrt(1 - z * z), angle = i * 2.399963229728653;
        points[i][0] = r * cos(angle);
        points[i][1] = r * sin(angle);
        points[i][2] = z;
    }
    f[COUNT][2] = -1;
    routh_polyhedron *cone, *ball = part_of(COUNT, points[0]);
    assert_int_equal(routh_polyhedron_of_halfspaces(NULL, COUNT + 1, f[0], g, &cone), ROUTH_OK);
    assert_int_equal(routh_polyhedron_vertices(cone), COUNT + 1);
    assert_int_equal(routh_polyhedron_faces(cone), COUNT + 1);
    const double base = COUNT * tan(0.5 * turn);
    assert_near(routh_polyhedron_volume(cone), base / 3, 1e-13);
    assert_int_equal(routh_polyhedron_vertices(ball), COUNT);
    assert_near(routh_polyhedron_volume(ball), 4.0 / 3 * acos(-1), 0.06);
    routh_polyhedron_release(NULL, cone);
    routh_polyhedron_release(NULL, ball);
}

SUBJECT(parts) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solids_have_their_volumes),          cmocka_unit_test(points_that_are_no_corners_are_dropped),
        cmocka_unit_test(halfspaces_give_the_vertices_back),  cmocka_unit_test(large_parts_are_whole),
        cmocka_unit_test(what_is_no_part_is_refused),         cmocka_unit_test(halfspaces_without_a_body_are_refused),
        cmocka_unit_test(nothing_leaks_when_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
