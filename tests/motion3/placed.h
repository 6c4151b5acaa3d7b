/* A fixed part and a body near it, for tests: with what proves distances and gaps.
 *
 * Any unit vector n gives a lower bound of the distance, by the support of body and part along it; any two points of them an
 * upper bound. A normal and two points for which both agree prove the distance.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_MOTION3_PLACED_H
#define ROUTH_TESTS_MOTION3_PLACED_H

#include "../geometry/parts.h"
#include "base/context.h"
#include "geometry/geometry.h"
#include "motion3/motion3.h"

enum { ROOM = ROUTH_MOST_CONTACTS3 };

static const double no_shift[3] = {0, 0, 0};

/* ROUTH_SEED in the environment gives other worlds. */
static inline routh_random seeded(uint64_t stream) {
    const char *seed = getenv("ROUTH_SEED");
    return routh_random_seed(seed ? strtoull(seed, NULL, 10) : 1, stream);
}

/* A gap of the size at which a run looks for contacts, or anything. */
static inline double random_gap(routh_random *random) {
    return pow(10, routh_random_uniform(random, -8, -0.5));
}

typedef struct placed {
    routh_polyhedron *part, *core; /* core: of the body, body axes, origin the tracked point */
    routh_pose3 part_pose;
    routh_shape3 shape;
    double rounding, centre[3];
    routh_fixed3 *fixed;
    double position[3], orientation[4];
} placed;

/* Takes both polyhedra. */
static inline placed placed_of(routh_polyhedron *part, const routh_pose3 *part_pose, routh_polyhedron *body,
                               double rounding, const double centre[3]) {
    placed p = {.part = part, .part_pose = *part_pose, .rounding = rounding, .orientation = {1, 0, 0, 0}};
    memcpy(p.centre, centre, sizeof p.centre);
    if (routh_shape3_of_polyhedron(NULL, body, NULL, &p.shape) != ROUTH_OK ||
        routh_fixed3_create(NULL, part, part_pose, &p.shape, rounding, centre, &p.fixed) != ROUTH_OK)
        abort();
    routh_polyhedron_release(NULL, body);
    double points[3 * 256];
    for (size_t v = 0; v < p.shape.count; v++)
        for (int k = 0; k < 3; k++)
            points[3 * v + (size_t)k] = p.shape.vertex[v][k] - rounding * p.shape.inset[v][k];
    if (routh_polyhedron_of_points(NULL, p.shape.count, points, 0, &p.core) != ROUTH_OK)
        p.core = NULL; /* as flat as can be */
    return p;
}

static inline void placed_release(placed *p) {
    routh_fixed3_release(NULL, p->fixed);
    routh_shape3_release(NULL, &p->shape);
    routh_polyhedron_release(NULL, p->part);
    routh_polyhedron_release(NULL, p->core);
}

static inline void random_orientation(routh_random *random, double orientation[4]) {
    double squared = 0;
    for (int k = 0; k < 4; k++) {
        orientation[k] = routh_random_normal(random);
        squared += orientation[k] * orientation[k];
    }
    for (int k = 0; k < 4; k++)
        orientation[k] /= sqrt(squared);
}

/* First b, then a. */
static inline void turn_after(const double a[4], const double b[4], double product[4]) {
    product[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    product[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    product[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    product[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

static inline double placed_distance(const placed *p, double normal[3], double arm[3]) {
    return routh_fixed3_distance(p->fixed, p->position, p->orientation, normal, arm);
}

/* A corner's ball in world axes. */
static inline void placed_ball(const placed *p, size_t corner, double at[3]) {
    const routh_pose3 pose = routh_pose3_of_quaternion(p->orientation, p->position);
    double own[3];
    for (int k = 0; k < 3; k++)
        own[k] = p->shape.vertex[corner][k] - p->rounding * p->shape.inset[corner][k] - p->centre[k];
    routh_pose3_point(&pose, own, at);
}

/* How far apart body and part are along a unit vector. */
static inline double placed_separation(const placed *p, const double normal[3]) {
    double low = INFINITY, high = -INFINITY, at[3];
    for (size_t v = 0; v < p->shape.count; v++) {
        placed_ball(p, v, at);
        low = fmin(low, dot(normal, at) - p->rounding);
    }
    const routh_polyhedron_facts facts = routh_polyhedron_facts_of(p->part);
    for (size_t v = 0; v < facts.vertices; v++) {
        routh_pose3_point(&p->part_pose, facts.vertex + 3 * v, at);
        high = fmax(high, dot(normal, at));
    }
    return low - high;
}

/* How far a point in world axes lies above a polyhedron's highest face over it; not positive inside. */
static inline double height_over(const routh_polyhedron *part, const routh_pose3 *pose, const double point[3]) {
    const routh_pose3 back = routh_pose3_inverse(pose);
    const size_t faces = routh_polyhedron_facts_of(part).faces;
    double own[3], highest = -INFINITY;
    routh_pose3_point(&back, point, own);
    for (size_t f = 0; f < faces; f++) {
        const routh_face face = routh_polyhedron_face(part, f);
        highest = fmax(highest, dot(face.normal, own) - face.offset);
    }
    return highest;
}

/* How far the two points of a gap are from belonging to part and core. */
static inline double placed_error(const placed *p, double gap, const double normal[3], const double arm[3]) {
    const double to_tracked[3] = {-p->centre[0], -p->centre[1], -p->centre[2]};
    const routh_pose3 pose = routh_pose3_of_quaternion(p->orientation, p->position);
    routh_pose3 tracked = pose;
    double on_part[3], on_core[3];
    routh_pose3_point(&pose, to_tracked, tracked.position);
    for (int k = 0; k < 3; k++) {
        on_core[k] = p->position[k] + arm[k] + p->rounding * normal[k];
        on_part[k] = p->position[k] + arm[k] - gap * normal[k];
    }
    const double part = height_over(p->part, &p->part_pose, on_part);
    return fmax(part, p->core ? height_over(p->core, &tracked, on_core) : -INFINITY);
}

/* Moves the body along a direction until the distance is `gap`. It must be apart by more than that where it comes from. */
static inline void bring_to(placed *p, const double direction[3], double from, double gap) {
    double low = 0, high = from, middle[3], normal[3], arm[3];
    routh_pose3_point(&p->part_pose, routh_polyhedron_facts_of(p->part).centroid, middle);
    for (int i = 0; i < 200 && low < high; i++) {
        const double way = 0.5 * (low + high);
        if (way <= low || way >= high)
            break;
        for (int k = 0; k < 3; k++)
            p->position[k] = middle[k] + way * direction[k];
        *(placed_distance(p, normal, arm) > gap ? &high : &low) = way;
    }
}

static inline void random_direction(routh_random *random, double direction[3]) {
    for (int k = 0; k < 3; k++)
        direction[k] = routh_random_normal(random);
    const double length = sqrt(dot(direction, direction));
    for (int k = 0; k < 3; k++)
        direction[k] /= length;
}

/* A random part somewhere, a random body of size about 0.1 m with a centre of mass off its middle. `rounding` is a share of
 * its thickness. */
static inline placed random_placed(routh_random *random, double rounding) {
    const routh_pose3 pose = random_pose(random, 0.5);
    const double size = routh_random_uniform(random, 0.03, 0.3);
    routh_polyhedron *part =
        routh_random_index(random, 3) == 0 ? box(size, 0.5 * size, 0.2 * size) : random_part(random, size);
    routh_polyhedron *body = routh_random_index(random, 3) == 0 ? box(0.05, 0.05, 0.05) : random_part(random, 0.1);
    routh_shape3 shape;
    double centre[3];
    if (routh_shape3_of_polyhedron(NULL, body, NULL, &shape) != ROUTH_OK)
        abort();
    const double radius = rounding * shape.thickness;
    for (int k = 0; k < 3; k++)
        centre[k] = routh_random_uniform(random, -0.1, 0.1) * shape.thickness;
    routh_shape3_release(NULL, &shape);
    placed p = placed_of(part, &pose, body, radius, centre);
    random_orientation(random, p.orientation);
    return p;
}

#endif
