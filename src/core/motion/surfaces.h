/* The world's half-planes and the body's outline, prepared for repeated use in a run; the inner loops of the search for
 * contacts are inline.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_MOTION_SURFACES_H
#define ROUTH_SRC_MOTION_SURFACES_H

#include <math.h>

#include <routh/motion.h>

typedef struct routh_surface {
    double tx, ty; /* along it */
    double nx, ny; /* out of it */
    double level;  /* n · a point of it, m */
    double angle;  /* of t from x, rad */
} routh_surface;

typedef struct routh_surfaces {
    const routh_world *world;
    routh_surface surface[ROUTH_MOST_PLANES];
    size_t count;
    double radius; /* of the circle around the centre of mass that holds the body, m */
    double width;  /* the least distance of two parallel lines that hold it, m */

    /* How fast the support height h(φ) of the outline can bend and tilt: h″ ≤ bend, |h′| ≤ tilt, m. For an ellipse
     * h + h″ is the radius of curvature, at most a²/b where h = b; for the corner of a polygon h″ = −h. */
    double bend, tilt;
} routh_surfaces;

routh_surfaces routh_surfaces_of(const routh_world *world);

/* The body as a surface sees it. */
typedef struct routh_body_seen {
    const routh_shape *shape;
    double sine, cosine;  /* of its angle against the surface */
    double height, speed; /* of its centre over the surface, m, m/s; negative speed: closing */
    double omega;
} routh_body_seen;

static inline routh_body_seen routh_seen_from(const routh_surfaces *surfaces, size_t plane, const routh_state *state) {
    const routh_surface *on = &surfaces->surface[plane];
    const double turned = state->pose.theta - on->angle;
    return (routh_body_seen){.shape = &surfaces->world->body.shape,
                             .sine = sin(turned),
                             .cosine = cos(turned),
                             .height = on->nx * state->pose.x + on->ny * state->pose.y - on->level,
                             .speed = on->nx * state->velocity.vx + on->ny * state->velocity.vy,
                             .omega = state->velocity.omega};
}

/* A point of the body, in the surface's axes: r from the centre of mass, height over the surface, and how fast that
 * changes. */
typedef struct routh_over {
    double rt, rn; /* m */
    double height; /* m */
    double speed;  /* m/s; negative: closing */
} routh_over;

/* Corner `point` of a polygon; the lowest point of any other shape. */
static inline routh_over routh_point_over(const routh_body_seen *seen, size_t point) {
    const routh_shape *shape = seen->shape;
    const double sine = seen->sine, cosine = seen->cosine;
    routh_over over;
    if (shape->kind == ROUTH_POLYGON) {
        const double *corner = shape->vertex[point];
        over.rt = cosine * corner[0] - sine * corner[1];
        over.rn = sine * corner[0] + cosine * corner[1];
    } else { /* the support point, as in src/recordings/simulate/impacts_generate.c */
        const double across = shape->a * sine, along = shape->b * cosine, low = sqrt(across * across + along * along);
        over.rt = (shape->b - shape->a) * ((shape->b + shape->a) / low) * sine * cosine;
        over.rn = -low;
    }
    over.height = seen->height + over.rn;
    over.speed = seen->speed + over.rt * seen->omega;
    return over;
}

/* Points that routh_point_over knows: corners of a polygon, else 1. */
static inline size_t routh_points_of(const routh_shape *shape) {
    return shape->kind == ROUTH_POLYGON ? shape->count : 1;
}

/* The lowest height over one surface, m. */
double routh_lowest_over(const routh_surfaces *surfaces, size_t plane, const routh_state *state);

/* The lowest height over all surfaces, m. */
double routh_lowest_height(const routh_surfaces *surfaces, const routh_state *state);

#endif
