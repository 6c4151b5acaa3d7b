/* Parts and poses, for tests and bench.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_POLYHEDRA_PARTS_H
#define ROUTH_TESTS_POLYHEDRA_PARTS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <routh/drawing.h>

#include "base/context.h"
#include "geometry/geometry.h"

static inline double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double distance(const double a[3], const double b[3]) {
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

static inline routh_polyhedron *part_of(size_t count, const double *points) {
    routh_context context = routh_context_default();
    routh_polyhedron *part;
    if (routh_polyhedron_of_points(&context, count, points, 0, &part) != ROUTH_OK) {
        fprintf(stderr, "%s\n", context.message);
        abort();
    }
    return part;
}

static inline routh_polyhedron *box(double x, double y, double z) {
    double points[24];
    for (int i = 0; i < 8; i++) {
        points[3 * i] = i & 1 ? x : -x;
        points[3 * i + 1] = i & 2 ? y : -y;
        points[3 * i + 2] = i & 4 ? z : -z;
    }
    return part_of(8, points);
}

/* Twelve and twenty vertices on a sphere. */
static inline routh_polyhedron *icosahedron(double radius) {
    const double golden = 0.5 * (1 + sqrt(5)), s = radius / sqrt(1 + golden * golden);
    double points[36];
    for (int i = 0; i < 4; i++) {
        const double a = i & 1 ? s : -s, b = (i & 2 ? s : -s) * golden;
        const double three[3][3] = {{0, a, b}, {a, b, 0}, {b, 0, a}};
        memcpy(points + 9 * i, three, sizeof three);
    }
    return part_of(12, points);
}

static inline routh_polyhedron *dodecahedron(double radius) {
    const double golden = 0.5 * (1 + sqrt(5)), s = radius / sqrt(3);
    double points[60];
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            points[3 * i + k] = i >> k & 1 ? s : -s;
    for (int i = 0; i < 4; i++) {
        const double a = (i & 1 ? s : -s) / golden, b = (i & 2 ? s : -s) * golden;
        const double three[3][3] = {{0, a, b}, {a, b, 0}, {b, 0, a}};
        memcpy(points + 24 + 9 * i, three, sizeof three);
    }
    return part_of(20, points);
}

/* A polygon in x and y, from −half to half along z. */
static inline routh_polyhedron *prism(size_t count, const double (*corner)[2], double half) {
    double points[3 * 32];
    for (size_t i = 0; i < 2 * count; i++) {
        points[3 * i] = corner[i / 2][0];
        points[3 * i + 1] = corner[i / 2][1];
        points[3 * i + 2] = i % 2 ? half : -half;
    }
    return part_of(2 * count, points);
}

/* The wedge with its edge down, and the right wall of its groove, of issue and anchors: flanks at 45°. */
static inline routh_polyhedron *wedge(void) {
    return prism(5, (const double[][2]){{0, 0}, {0.02, 0.02}, {0.02, 0.03}, {-0.02, 0.03}, {-0.02, 0.02}}, 0.015);
}

static inline routh_polyhedron *groove_wall(void) {
    return prism(4, (const double[][2]){{0, 0}, {0.03, 0.03}, {0.03, -0.01}, {0, -0.01}}, 0.025);
}

/* The hull of 6 to 20 points near a sphere, or anywhere in an oblong cloud. */
static inline routh_polyhedron *random_part(routh_random *random, double size) {
    double points[3 * 20], stretch[3];
    const size_t count = 6 + routh_random_index(random, 15);
    const int round = routh_random_index(random, 2) == 0;
    for (int k = 0; k < 3; k++)
        stretch[k] = round ? 1 : routh_random_uniform(random, 0.3, 1);
    for (size_t i = 0; i < count; i++) {
        double *p = points + 3 * i, length = 0;
        for (int k = 0; k < 3; k++)
            p[k] = routh_random_normal(random);
        length = round ? sqrt(dot(p, p)) * routh_random_uniform(random, 1, 1.2) : 2;
        for (int k = 0; k < 3; k++)
            p[k] *= size * stretch[k] / length;
    }
    return part_of(count, points);
}

static inline routh_pose3 random_pose(routh_random *random, double reach) {
    double q[4], p[3];
    for (int i = 0; i < 4; i++)
        q[i] = routh_random_normal(random);
    for (int i = 0; i < 3; i++)
        p[i] = routh_random_uniform(random, -reach, reach);
    return routh_pose3_of_quaternion(q, p);
}

static inline routh_overlap_scratch *ample_scratch(void) {
    routh_overlap_scratch *scratch;
    if (routh_overlap_scratch_create(NULL, 128, 256, &scratch) != ROUTH_OK)
        abort();
    return scratch;
}

#endif
