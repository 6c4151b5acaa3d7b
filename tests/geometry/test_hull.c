/* Convex hulls: the side of a plane against arithmetic in whole numbers, and hulls of random and degenerate points, judged by
 * what a hull is and, where it is installed, against Qhull.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../effort.h"
#include "../subject.h"
#include "parts.h"

#include "geometry/geometry.h"
#ifdef ROUTH_HAVE_QHULL
#include "base/context.h"
#include "qhull_peer.h"
#else
#endif

enum { MOST_CLOUD = 3000 };

typedef struct cloud {
    size_t count;
    double x[MOST_CLOUD][3];
} cloud;

/* Sides -------------------------------------------------------------------------------------------------*/

/* Points of a plane through lattice points, some moved by one step: the sign is that of the step, as one step moves the volume
 * by a product of whole numbers and not by rounding. */
static void sides_are_exact(void **state) {
    (void)state;
    routh_random r = routh_random_seed(7, 0);
    size_t flat = 0;
    for (int i = 0; i < effort(20000, 100000, 2000000); i++) {
        double a[3], u[3], v[3], b[3], c[3], d[3];
        const double reach = ldexp(1, 48);
        const double m = floor(routh_random_uniform(&r, -3, 4)), n = floor(routh_random_uniform(&r, -3, 4));
        for (int k = 0; k < 3; k++) {
            a[k] = floor(routh_random_uniform(&r, -reach, reach));
            u[k] = floor(routh_random_uniform(&r, -reach, reach));
            v[k] = floor(routh_random_uniform(&r, -reach, reach));
            b[k] = a[k] + u[k];
            c[k] = a[k] + v[k];
            d[k] = a[k] + m * u[k] + n * v[k]; /* in their plane, exactly */
        }
        assert_true(routh_side_of(a, b, c, d) == 0);
        const int axis = i % 3;
        const double step = i % 2 ? 1 : -1;
        d[axis] += step;
        /* the cofactor's sign in long double, which has 64 bits for differences of products of 98: good unless it is small */
        const int j = (axis + 1) % 3, k = (axis + 2) % 3;
        const long double cofactor = (long double)u[j] * v[k] - (long double)u[k] * v[j];
        const double side = routh_side_of(a, b, c, d);
        if (fabsl(cofactor) > ldexpl(1, 40))
            assert_true((side > 0) == (step * cofactor > 0) && side != 0);
        else
            flat++;
        assert_true((routh_side_of(b, a, c, d) > 0) == (side < 0));
        assert_true((routh_side_of(b, c, a, d) > 0) == (side > 0));
    }
    printf("%zu planes too near to an axis to judge\n", flat);
}

/* Clouds ------------------------------------------------------------------------------------------------*/

static void turn_all(routh_random *r, cloud *c) {
    const double axis[3] = {routh_random_uniform(r, -1, 1), routh_random_uniform(r, -1, 1), 1.5}, origin[3] = {0};
    const routh_pose3 pose = routh_pose3_turn(axis, origin, routh_random_uniform(r, 0, 3));
    for (size_t i = 0; i < c->count; i++)
        routh_pose3_point(&pose, c->x[i], c->x[i]);
}

static void add(cloud *c, double x, double y, double z) {
    c->x[c->count][0] = x;
    c->x[c->count][1] = y;
    c->x[c->count++][2] = z;
}

static void jitter(routh_random *r, cloud *c, double by) {
    for (size_t i = 0; i < c->count; i++)
        for (int k = 0; k < 3; k++)
            c->x[i][k] += by * routh_random_uniform(r, -1, 1);
}

static void in_cube(routh_random *r, int scale, cloud *c) {
    for (int i = 0; i < 8 << scale % 8; i++)
        add(c, routh_random_uniform(r, -1, 1), routh_random_uniform(r, -1, 1), routh_random_uniform(r, -1, 1));
}

static void on_sphere(routh_random *r, int scale, cloud *c) {
    for (int i = 0; i < 8 << scale % 8; i++) {
        const double z = routh_random_uniform(r, -1, 1), turn = routh_random_uniform(r, 0, 7), s = sqrt(1 - z * z);
        add(c, s * cos(turn), s * sin(turn), z);
    }
}

static void geodesic(routh_random *r, int scale, cloud *c) {
    (void)r;
    const double sizes[3] = {1, scale % 2 ? 0.9 : 1, scale % 3 ? 0.3 : 1};
    routh_shape3 shape;
    assert_int_equal(
        routh_shape3_ellipsoid(NULL, sizes, (size_t[]){162, 642, effort(362, 642, 2562)}[scale % 3], &shape), ROUTH_OK);
    for (size_t i = 0; i < shape.count; i++)
        add(c, shape.vertex[i][0], shape.vertex[i][1], shape.vertex[i][2]);
    routh_shape3_release(NULL, &shape);
}

/* A lattice within a box: corners, and points on edges, on faces and inside. */
static void grid(routh_random *r, int scale, cloud *c) {
    const int n = 2 + scale % 6;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                add(c, 2. * i / (n - 1) - 1, 1.4 * j / (n - 1) - 0.7, k * 0.6 / (n - 1) - 0.3);
    if (scale % 2)
        turn_all(r, c);
}

static void prisms(routh_random *r, int scale, cloud *c) {
    const int n = 3 << scale % 8;
    for (int i = 0; i < n; i++)
        for (int k = -1; k <= 1; k++) /* with corners half way up, on edges */
            add(c, cos(6.283185307179586 * i / n), sin(6.283185307179586 * i / n), 0.4 * k);
    add(c, 0.1, 0.2, 0.4);
    add(c, 0, 0, -0.4);
    turn_all(r, c);
}

static void pyramids(routh_random *r, int scale, cloud *c) {
    const int n = 4 << scale % 7;
    for (int i = 0; i < n; i++)
        add(c, cos(6.283185307179586 * i / n), sin(6.283185307179586 * i / n), 0);
    add(c, 0, 0, 1);
    add(c, 0, 0, -0.5);
    turn_all(r, c);
}

static void repeated(routh_random *r, int scale, cloud *c) {
    on_sphere(r, scale % 5, c);
    const size_t count = c->count;
    for (size_t i = 0; i < 3 * count; i++) {
        const double *x = c->x[routh_random_index(r, count)];
        add(c, x[0], x[1], x[2]);
    }
}

static void far_away(routh_random *r, int scale, cloud *c) {
    (scale % 2 ? grid : in_cube)(r, scale / 2, c);
    for (size_t i = 0; i < c->count; i++)
        for (int k = 0; k < 3; k++)
            c->x[i][k] += pow(10, 1 + scale % 6) * (k + 1);
}

static void plates(routh_random *r, int scale, cloud *c) {
    (scale % 2 ? prisms : grid)(r, scale / 2, c);
    for (size_t i = 0; i < c->count; i++)
        c->x[i][2] *= pow(10, -1 - scale % 7);
    if (scale % 3)
        turn_all(r, c);
}

/* Coordinates that scatter by a little, up to rounding: points of a face lie nearly in its plane. */
static void nearly_flat(routh_random *r, int scale, cloud *c) {
    grid(r, scale, c);
    turn_all(r, c);
    jitter(r, c, pow(10, -16 + scale % 12));
}

static void nearly_repeated(routh_random *r, int scale, cloud *c) {
    repeated(r, scale, c);
    jitter(r, c, pow(10, -16 + scale % 12));
}

/* Hulls -------------------------------------------------------------------------------------------------*/

typedef routh_status find_loops(routh_arena *arena, size_t count, double *points, routh_loops *loops);

static double measure(const cloud *c, double middle[3], double *offset) {
    double size = 0;
    *offset = 0;
    for (int k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < c->count; i++) {
            low = fmin(low, c->x[i][k]);
            high = fmax(high, c->x[i][k]);
        }
        middle[k] = 0.5 * low + 0.5 * high;
        size = fmax(size, 0.5 * (high - low));
        *offset = fmax(*offset, fabs(middle[k]));
    }
    return size;
}

/* As routh_polyhedron_of_points, with faces found by either way. */
static routh_polyhedron *hull_by(find_loops *find, const cloud *c) {
    static double scaled[MOST_CLOUD][3];
    double middle[3], offset;
    const double size = measure(c, middle, &offset);
    ROUTH_ARENA(room, NULL);
    routh_loops loops;
    routh_polyhedron *made = NULL;
    for (size_t i = 0; i < c->count; i++)
        for (int k = 0; k < 3; k++)
            scaled[i][k] = (c->x[i][k] - middle[k]) / size;
    routh_status status = find(&room, c->count, scaled[0], &loops);
    if (status == ROUTH_OK)
        status = routh_join_flat(&room, c->count, scaled[0], 1e-13 + 64 * DBL_EPSILON * (1 + offset / size), &loops);
    if (status == ROUTH_OK)
        routh_polyhedron_build(NULL, c->count, c->x[0], &loops, &made);
    return made;
}

/* How far the highest of the points lies out of the part. */
static double outside(const routh_polyhedron *part, size_t count, const double *x) {
    double most = -INFINITY;
    for (size_t f = 0; f < routh_polyhedron_faces(part); f++) {
        const routh_face face = routh_polyhedron_face(part, f);
        for (size_t i = 0; i < count; i++)
            most = fmax(most, dot(face.normal, x + 3 * i) - face.offset);
    }
    return most;
}

typedef struct family {
    const char *name;
    void (*make)(routh_random *r, int scale, cloud *c);
    bool sharp; /* no point is nearer to the surface than it can be seen: corners and faces are then the same */
} family;

static const family families[] = {
    {"random in a cube", in_cube, true},
    {"random on a sphere", on_sphere, true},
    {"geodesic spheres", geodesic, true},
    {"grids", grid, true},
    {"prisms", prisms, true},
    {"double pyramids", pyramids, true},
    {"repeated", repeated, true},
    {"far away", far_away, true},
    {"thin plates", plates, true},
    {"nearly flat", nearly_flat, false},
    {"nearly repeated", nearly_repeated, false},
};

#ifdef ROUTH_HAVE_QHULL
static bool same_corners(const routh_polyhedron *own, const routh_polyhedron *peer) {
    for (size_t v = 0; v < routh_polyhedron_vertices(own); v++) {
        size_t other = 0;
        while (other < routh_polyhedron_vertices(peer) &&
               distance(routh_polyhedron_vertex(own, v), routh_polyhedron_vertex(peer, other)) > 0)
            other++;
        if (other == routh_polyhedron_vertices(peer))
            return false;
    }
    return true;
}

/* Against Qhull: corners and faces alike, or, where points scatter within what is joined, neither hull outside the other. */
static void compare(const family *of, int scale, const cloud *c, const routh_polyhedron *own,
                    const routh_polyhedron *peer, double worst[3]) {
    double middle[3], offset;
    const double size = measure(c, middle, &offset);
    const size_t vertices = routh_polyhedron_vertices(own), faces = routh_polyhedron_faces(own);
    const double volume = fabs(routh_polyhedron_volume(own) - routh_polyhedron_volume(peer)) / pow(size, 3),
                 out = outside(own, routh_polyhedron_vertices(peer), routh_polyhedron_vertex(peer, 0)) / size,
                 in = outside(peer, vertices, routh_polyhedron_vertex(own, 0)) / size;
    const double rounding = 1 + offset / size; /* of coordinates, in units of DBL_EPSILON */
    worst[0] = fmax(worst[0], volume / rounding);
    worst[1] = fmax(worst[1], out / rounding);
    worst[2] = fmax(worst[2], in / rounding);
    const bool alike = vertices == routh_polyhedron_vertices(peer) && faces == routh_polyhedron_faces(peer);
    if (!alike)
        printf("%s %d: %zu corners and %zu faces, Qhull %zu and %zu\n", of->name, scale, vertices, faces,
               routh_polyhedron_vertices(peer), routh_polyhedron_faces(peer));
    if (of->sharp && !(alike && same_corners(own, peer)))
        fail_msg("%s %d: corners differ from Qhull's", of->name, scale);
    /* what is joined lies within 1e-13 of its plane, once in each hull */
    assert_true(fmax(out, in) <= 3e-13 * rounding && volume <= 1e-12 * rounding);
}
#endif

static void hulls_are_convex(void **state) {
    (void)state;
    static cloud c;
    for (size_t f = 0; f < sizeof families / sizeof *families; f++) {
        const family *of = &families[f];
        double worst[3] = {0}, highest = 0;
        size_t made = 0;
        for (int scale = 0; scale < effort(12, 24, 400); scale++) {
            routh_random r = routh_random_seed(11, (uint64_t)scale);
            double middle[3], offset;
            c.count = 0;
            of->make(&r, scale, &c);
            const double size = measure(&c, middle, &offset);
            routh_polyhedron *own = hull_by(routh_hull_loops, &c);
            assert_non_null(own);
            highest = fmax(highest, outside(own, c.count, c.x[0]) / (size + offset));
            made++;
#ifdef ROUTH_HAVE_QHULL
            routh_polyhedron *peer = hull_by(qhull_loops, &c);
            if (peer)
                compare(of, scale, &c, own, peer, worst);
            else
                printf("%s %d: Qhull has none\n", of->name, scale);
            routh_polyhedron_release(NULL, peer);
#endif
            routh_polyhedron_release(NULL, own);
        }
        printf("%-20s %3zu hulls, points outside by %.1e; from Qhull: volume %.1e, out %.1e, in %.1e\n", of->name, made,
               highest, worst[0], worst[1], worst[2]);
        assert_true(highest <= 2e-13);
    }
}

/* What has no hull, whatever the rounding. */
static void flat_points_are_refused(void **state) {
    (void)state;
    static cloud c;
    routh_context context = routh_context_default();
    ROUTH_ARENA(room, &context);
    routh_loops loops;
    for (int kind = 0; kind < 6; kind++) {
        routh_random r = routh_random_seed(13, (uint64_t)kind);
        c.count = 0;
        for (int i = 0; i < 200; i++) {
            const double u = routh_random_uniform(&r, -1, 1), v = kind % 3 > 0 ? routh_random_uniform(&r, -1, 1) : u;
            add(&c, kind % 3 == 2 ? 0.5 : u, kind % 3 == 2 ? 0.5 : v, kind % 3 == 2 ? -0.5 : 0.3 * u - 0.7 * v);
        }
        if (kind > 2)
            jitter(&r, &c, 1e-15);
        assert_int_equal(routh_hull_loops(&room, c.count, c.x[0], &loops), ROUTH_BAD_ARGUMENT);
        assert_non_null(strstr(context.message, "in one plane, on one line or in one place"));
    }
    c.x[7][1] = NAN;
    assert_int_equal(routh_hull_loops(&room, c.count, c.x[0], &loops), ROUTH_NOT_FINITE);
    assert_int_equal(routh_hull_loops(&room, 3, c.x[0], &loops), ROUTH_BAD_ARGUMENT);
}

SUBJECT(hull) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_are_exact),
        cmocka_unit_test(hulls_are_convex),
        cmocka_unit_test(flat_points_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
