/* Shapes in space: mass properties against closed forms, insets against their definition, files with what is wrong in them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../subject.h"
#include "algebra/space.h"
#include "geometry/geometry.h"
#include "parts.h"

#define assert_near(x, y, tolerance) assert_true(fabs((x) - (y)) <= (tolerance))

/* A box of sides a, b, c: k²_x = (b² + c²)/12. */
static void boxes(void **state) {
    (void)state;
    const double side[3] = {0.1, 0.07, 0.03};
    routh_shape3 shape;
    assert_int_equal(routh_shape3_box(NULL, side, &shape), ROUTH_OK);
    assert_int_equal(shape.count, 8);
    assert_int_equal(shape.face_count, 6);
    assert_string_equal(shape.name, "box");
    assert_near(shape.volume, 0.1 * 0.07 * 0.03, 1e-15);
    assert_near(shape.thickness, 0.015, 1e-15);
    assert_near(shape.radius, 0.5 * sqrt(0.01 + 0.0049 + 0.0009), 1e-15);
    for (int i = 0; i < 3; i++) {
        const double b = side[(i + 1) % 3], c = side[(i + 2) % 3];
        assert_near(shape.gyration[i][i], (b * b + c * c) / 12, 1e-15);
        assert_near(shape.gyration[i][(i + 1) % 3], 0, 1e-16);
        assert_near(shape.centroid[i], 0, 1e-16);
    }
    for (size_t v = 0; v < 8; v++)
        for (int c = 0; c < 3; c++)
            assert_near(shape.inset[v][c], shape.vertex[v][c] > 0 ? 1 : -1, 1e-8);
    routh_shape3_release(NULL, &shape);
    assert_int_equal(routh_shape3_box(NULL, (const double[]){0.1, 0.1, 0.1}, &shape), ROUTH_OK);
    assert_string_equal(shape.name, "cube");
    routh_shape3_release(NULL, &shape);
    routh_context context = routh_context_default();
    const double flat[3] = {0.1, 0, 0.03};
    assert_int_equal(routh_shape3_box(&context, flat, &shape), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "sides of 0.1, 0 and 0.03 m"));
}

/* Every face of a shape as the loop of its corners: Euler's formula, each edge once in each direction, and the area vectors
 * of the loops along the faces' normals, adding up to the volume. */
static void check_faces(const routh_shape3 *shape) {
    size_t corners = 0;
    double volume = 0;
    for (size_t f = 0; f < shape->face_count; f++) {
        double area[3] = {0};
        const size_t first = routh_shape3_first_corner(shape, f);
        size_t corner = first, count = 0;
        do {
            const size_t next = routh_shape3_next_corner(shape, f, corner);
            double across[3];
            assert_true(next != corner);
            routh_cross3(shape->vertex[corner], shape->vertex[next], across);
            for (int c = 0; c < 3; c++)
                area[c] += across[c] / 2;
            corner = next;
            assert_true(++count <= shape->count);
        } while (corner != first);
        assert_true(count >= 3);
        const double size = routh_dot3(area, shape->face[f]);
        assert_true(size > 0);
        assert_near(routh_length3(area), size, 1e-6 * size);
        corners += count;
        volume += size * shape->face[f][3] / 3;
    }
    assert_int_equal(shape->count + shape->face_count, corners / 2 + 2);
    assert_near(volume, shape->volume, 1e-9 * shape->volume);
}

static void faces(void **state) {
    (void)state;
    const double side[3] = {0.1, 0.07, 0.03}, semi_axis[3] = {0.05, 0.04, 0.3};
    routh_shape3 shape;
    assert_int_equal(routh_shape3_box(NULL, side, &shape), ROUTH_OK);
    check_faces(&shape);
    routh_shape3_release(NULL, &shape);
    assert_int_equal(routh_shape3_ellipsoid(NULL, semi_axis, 162, &shape), ROUTH_OK);
    check_faces(&shape);
    routh_shape3_release(NULL, &shape);
    /* hulls of random points, and prisms, whose faces have many corners */
    routh_random random = routh_random_seed(18, 0);
    for (int n = 0; n < 40; n++) {
        double point[24][3];
        for (int k = 0; k < 24; k++)
            for (int c = 0; c < 3; c++)
                point[k][c] = n % 2    ? routh_random_uniform(&random, -1, 1)
                              : c == 2 ? (k % 2 ? 0.4 : -0.4)
                              : c == 1 ? sin(k / 2 * 0.5235987755982988 + n)
                                       : cos(k / 2 * 0.5235987755982988 + n);
        routh_polyhedron *part;
        assert_int_equal(routh_polyhedron_of_points(NULL, 24, point[0], 0, &part), ROUTH_OK);
        assert_int_equal(routh_shape3_of_polyhedron(NULL, part, NULL, &shape), ROUTH_OK);
        check_faces(&shape);
        routh_shape3_release(NULL, &shape);
        routh_polyhedron_release(NULL, part);
    }
}

/* Corners lie on the ellipsoid; volume and gyration come near to 4/3 π a b c and (b² + c²)/5 from below, as 1/corners; the body's
 * axes are principal ones. */
static void ellipsoids_of_corners(void **state) {
    (void)state;
    const double axis[3] = {0.05, 0.04, 0.03}, whole = 4.0 / 3 * 3.14159265358979323846 * 0.05 * 0.04 * 0.03;
    static const struct {
        size_t asked, made;
    } counts[] = {{1, 12}, {12, 12}, {13, 42}, {162, 162}, {200, 252}, {ROUTH_MOST_ELLIPSOID_CORNERS, 4002}};
    double missing = 1;
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
        routh_shape3 shape;
        assert_int_equal(routh_shape3_ellipsoid(NULL, axis, counts[k].asked, &shape), ROUTH_OK);
        assert_int_equal(shape.count, counts[k].made);
        assert_string_equal(shape.name, "ellipsoid");
        for (size_t v = 0; v < shape.count; v++) {
            double on = 0;
            for (int c = 0; c < 3; c++)
                on += shape.vertex[v][c] * shape.vertex[v][c] / (axis[c] * axis[c]);
            assert_near(on, 1, 1e-12);
        }
        const double left = 1 - shape.volume / whole;
        assert_true(left > 0 && left <= missing + 1e-12 && left < 6.0 / (double)shape.count);
        missing = left;
        for (int i = 0; i < 3; i++) {
            const double b = axis[(i + 1) % 3], c = axis[(i + 2) % 3];
            const double share = shape.gyration[i][i] / ((b * b + c * c) / 5);
            assert_true(share < 1 && share > 1 - 6.0 / (double)shape.count);
            assert_near(shape.gyration[i][(i + 1) % 3], 0, 1e-12 * b * c);
            assert_near(shape.centroid[i], 0, 1e-12);
        }
        routh_shape3_release(NULL, &shape);
    }
    routh_context context = routh_context_default();
    routh_shape3 shape;
    const double flat[3] = {0.1, 0, 0.03};
    assert_int_equal(routh_shape3_ellipsoid(&context, flat, 12, &shape), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "semi-axes of 0.1, 0 and 0.03 m"));
    assert_int_not_equal(routh_shape3_ellipsoid(&context, axis, 5000, &shape), ROUTH_OK);
    assert_string_equal(context.field, "corners");
}

/* A tetrahedron with edges a, b, c along the axes: ∫ x² = V a²/10 about the corner, and V a²/80 · 3 about the centroid at a/4;
 * ∫ xy = V ab/20, less V ab/16 about the centroid. */
static void tetrahedra(void **state) {
    (void)state;
    const double a = 0.3, b = 0.5, c = 0.2, corner[4][3] = {{0, 0, 0}, {a, 0, 0}, {0, b, 0}, {0, 0, c}};
    routh_polyhedron *part = part_of(4, corner[0]);
    routh_shape3 shape;
    assert_int_equal(routh_shape3_of_polyhedron(NULL, part, corner[0], &shape), ROUTH_OK);
    assert_near(shape.volume, a * b * c / 6, 1e-16);
    assert_near(shape.centroid[0], a / 4, 1e-16);
    const double side[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        const double p = side[i], q = side[(i + 1) % 3], r = side[(i + 2) % 3];
        assert_near(shape.gyration[i][i], 3.0 / 80 * (q * q + r * r), 1e-15);
        assert_near(shape.gyration[i][(i + 1) % 3], p * q / 80, 1e-15);
    }
    /* three faces meet at each corner: moved inwards by R they meet at v − R w */
    for (size_t v = 0; v < shape.count; v++)
        for (size_t f = 0; f < shape.face_count; f++) {
            const double *n = shape.face[f], off = dot(n, shape.vertex[v]) - n[3];
            if (fabs(off) < 1e-12)
                assert_near(dot(n, shape.inset[v]), 1, 1e-7);
        }
    routh_shape3_release(NULL, &shape);
    assert_int_equal(routh_shape3_of_polyhedron(NULL, part, NULL, &shape), ROUTH_OK); /* tracked at the centroid */
    for (int i = 0; i < 3; i++)
        assert_near(shape.centroid[i], 0, 1e-16);
    routh_shape3_release(NULL, &shape);
    routh_polyhedron_release(NULL, part);
}

/* Points on an ellipsoid: the hull's volume and moments come near 4π/3 abc and (b² + c²)/5 from below, by about as much as a
 * mesh of that fineness cuts off. A turned one has the turned tensor. */
static void ellipsoids(void **state) {
    (void)state;
    enum { RINGS = 40, ROUND = 80, COUNT = RINGS * ROUND };
    const double axis[3] = {0.06, 0.04, 0.03}, about[3] = {0.3, -0.5, 0.9};
    static double point[COUNT][3], turned[COUNT][3];
    double turn[4];
    routh_turn_of(about, turn);
    for (int i = 0; i < RINGS; i++)
        for (int k = 0; k < ROUND; k++) {
            const double up = 3.14159265358979 * (i + 0.5) / RINGS, around = 2 * 3.14159265358979 * k / ROUND;
            double *p = point[i * ROUND + k];
            p[0] = axis[0] * sin(up) * cos(around);
            p[1] = axis[1] * sin(up) * sin(around);
            p[2] = axis[2] * cos(up);
            routh_turn_apply(turn, p, turned[i * ROUND + k]);
        }
    routh_shape3 shape, other;
    routh_polyhedron *part = part_of(COUNT, point[0]), *same = part_of(COUNT, turned[0]);
    assert_int_equal(routh_shape3_of_polyhedron(NULL, part, NULL, &shape), ROUTH_OK);
    assert_int_equal(routh_shape3_of_polyhedron(NULL, same, NULL, &other), ROUTH_OK);
    const double whole = 4 * 3.14159265358979 / 3 * axis[0] * axis[1] * axis[2];
    assert_true(shape.volume < whole && shape.volume > 0.993 * whole);
    for (int i = 0; i < 3; i++) {
        const double b = axis[(i + 1) % 3], c = axis[(i + 2) % 3], expected = (b * b + c * c) / 5;
        assert_true(shape.gyration[i][i] < expected && shape.gyration[i][i] > 0.99 * expected);
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double half[3][3], sum = 0;
            for (int k = 0; k < 3; k++) {
                const double unit[3] = {k == 0, k == 1, k == 2};
                routh_turn_apply(turn, unit, half[k]); /* R's columns */
            }
            for (int k = 0; k < 3; k++)
                for (int m = 0; m < 3; m++)
                    sum += half[k][i] * shape.gyration[k][m] * half[m][j];
            assert_near(other.gyration[i][j], sum, 1e-12);
        }
    /* corners are nearly flat: moved inwards they go along the normal, by about as much */
    for (size_t v = 0; v < shape.count; v++)
        assert_near(sqrt(dot(shape.inset[v], shape.inset[v])), 1, 0.05);
    routh_shape3_release(NULL, &shape);
    routh_shape3_release(NULL, &other);
    routh_polyhedron_release(NULL, part);
    routh_polyhedron_release(NULL, same);
}

static routh_status read_text(routh_context *context, const char *text, const routh_shape3_options *options,
                              routh_shape3 *shape) {
    return routh_shape3_read(context, routh_io_memory(text, strlen(text), "part.obj"), options, shape);
}

static void files(void **state) {
    (void)state;
    /* a box of 30 × 20 × 10 mm from a corner on, in millimetres */
    static const char brick[] = "v 0 0 0\nv 30 0 0\nv 0 20 0\nv 30 20 0\nv 0 0 10\nv 30 0 10\nv 0 20 10\nv 30 20 10\n"
                                "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
    /* the same with the last face left out, and an L of two boxes */
    static const char open[] = "v 0 0 0\nv 30 0 0\nv 0 20 0\nv 30 20 0\nv 0 0 10\nv 30 0 10\nv 0 20 10\nv 30 20 10\n"
                               "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\n";
    static const char bent[] = "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\n"
                               "v 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n"
                               "f 1 4 3\nf 1 3 2\nf 1 6 4\nf 6 5 4\nf 7 9 10\nf 7 8 9\nf 7 10 12\nf 12 10 11\n"
                               "f 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n";
    routh_context context = routh_context_default();
    routh_shape3_options options = routh_shape3_options_default();
    routh_shape3 shape;
    assert_int_equal(read_text(&context, brick, NULL, &shape), ROUTH_BAD_FORMAT);
    assert_non_null(strstr(context.message, "part.obj: 37.42 m across if its numbers are metres; they look like"));
    assert_string_equal(context.field, "unit");
    options.unit = 1e-3;
    assert_int_equal(read_text(&context, brick, &options, &shape), ROUTH_OK);
    assert_string_equal(shape.name, "part.obj");
    assert_near(shape.volume, 6e-6, 1e-18);
    assert_near(shape.gyration[2][2], (9e-4 + 4e-4) / 12, 1e-15);
    assert_near(shape.vertex[0][0], -0.015, 1e-15); /* about the centroid */
    routh_shape3_release(NULL, &shape);
    options.tracked[0] = options.tracked[1] = options.tracked[2] = 10; /* in the file's unit */
    assert_int_equal(read_text(&context, brick, &options, &shape), ROUTH_OK);
    assert_near(shape.centroid[0], 0.005, 1e-15);
    assert_near(shape.centroid[2], -0.005, 1e-15);
    routh_shape3_release(NULL, &shape);

    options = routh_shape3_options_default();
    assert_int_equal(read_text(&context, open, &options, &shape), ROUTH_BAD_FORMAT);
    assert_string_equal(context.field, "unit"); /* the first thing to mend */
    options.unit = 1e-3;
    assert_int_equal(read_text(&context, open, &options, &shape), ROUTH_BAD_FORMAT);
    assert_non_null(strstr(context.message, "open"));
    assert_non_null(strstr(context.message, "its convex hull, 8 corners and 6e-06 m³, could be taken instead"));
    assert_string_equal(context.field, "hull");
    options.unit = 1;
    assert_int_equal(read_text(&context, bent, &options, &shape), ROUTH_BAD_FORMAT);
    assert_non_null(strstr(context.message, "not convex"));
    assert_non_null(strstr(context.message, "its convex hull, 10 corners and 3.5 m³"));
    options.hull = 1;
    assert_int_equal(read_text(&context, bent, &options, &shape), ROUTH_OK);
    assert_near(shape.volume, 3.5, 1e-12);
    routh_shape3_release(NULL, &shape);
    assert_int_equal(read_text(&context, "v 1 2\n", &options, &shape), ROUTH_BAD_FORMAT);
    options.unit = -1;
    assert_int_equal(read_text(&context, brick, &options, &shape), ROUTH_BAD_ARGUMENT);
    options = routh_shape3_options_default();
    options.tracked[1] = 0.1; /* without the others */
    options.unit = 1e-3;
    assert_int_equal(read_text(&context, brick, &options, &shape), ROUTH_NOT_FINITE);
}

SUBJECT(shape3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes),      cmocka_unit_test(faces),      cmocka_unit_test(ellipsoids_of_corners),
        cmocka_unit_test(ellipsoids), cmocka_unit_test(tetrahedra), cmocka_unit_test(ellipsoids),
        cmocka_unit_test(files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
