/* Inside of the motion room: flights, half-planes, landings, and a run in progress.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_MOTION_MOTION_H
#define ROUTH_SRC_MOTION_MOTION_H

#include <math.h>

#include <routh/motion.h>

/* The world's half-planes and the body's outline, prepared for repeated use in a run; the inner loops of the search for
 * contacts are inline. */

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

/* A body in the air: where it is at a time, and when it first touches a half-plane. */

/* A stretch of flight over which the wrench has no kink. */
typedef struct routh_free_flight {
    const routh_surfaces *surfaces;
    routh_state start;
    double end;       /* where the next stretch must begin, s; +∞: never */
    double ax, ay;    /* constant acceleration, m/s² */
    double alpha;     /* rad/s² */
    int varies;       /* the wrench's share is not in these, but changes with time */
    double piece;     /* s: over less than this the wrench is as good as a polynomial */
    double most_push; /* largest acceleration beside the constant one, m/s² */
    double most_turn; /* likewise, rad/s² */
} routh_free_flight;

routh_free_flight routh_free_flight_from(const routh_surfaces *surfaces, const routh_state *start);

/* The state at a time from start to end. */
routh_state routh_free_flight_at(const routh_free_flight *flight, double time);

/* The first contact after the start and up to `until` (≤ end). A point that touches or, by rounding or time steps, is
 * below a surface at the start counts once it is closing; it counts as at the surface. */
typedef struct routh_first_contact {
    int touches;       /* 0: none, and `state` is that at `until` */
    routh_state state; /* before the impact */
    size_t plane;
    size_t point; /* as in routh_point_over */
    size_t steps; /* of the search */
} routh_first_contact;

routh_status routh_free_flight_contact(routh_context *context, const routh_free_flight *flight, double until,
                                       routh_first_contact *contact);

/* What other rooms use from the motion room beyond its public header: wrenches, points near a half-plane. */

/* A point of a shape that is near, at or below the surface of a half-plane. */
typedef struct routh_contact_point {
    double rx, ry;   /* from the centre of mass, world axes, m */
    double distance; /* from the surface, m; negative: below */
    double jt[3], jn[3];
    size_t vertex; /* of a polygon; 0 otherwise */
} routh_contact_point;

/* The shape's lowest point over a half-plane first, then, for a polygon, other vertices not farther than `reach` from
 * the surface, nearer ones first. At most `capacity`; returns how many. */
size_t routh_contact_point_find(const routh_shape *shape, routh_pose pose, const routh_half_plane *plane, double reach,
                                routh_contact_point *near, size_t capacity);

/* Are the options within their ranges, and `runs` of them not too long? */
routh_status routh_run_options_check(routh_context *context, const routh_run_options *options, size_t runs);

void routh_wrench_at(const routh_wrench *wrench, double time, double value[3]);

/* ∫ over a stretch of time, from ≤ to, of the wrench, exactly: N s, N s, N m s. */
void routh_wrench_impulse(const routh_wrench *wrench, double from, double to, double value[3]);

/* Kinetic plus potential energy, J. Valid pointers only. */
double routh_world_energy(const routh_world *world, const routh_state *state);

/* What happens at the moment in which points of a body touch while closing: the law of impact acts. */

/* Impulses in one landing. Beyond that, two points that hit in turns are taken to stay. */
enum { ROUTH_MOST_LANDING = 64 };

typedef struct routh_landing {
    size_t count;
    /* In order; `before` and `after` belong to each impulse, or to both where two points land at once. */
    routh_run_record record[ROUTH_MOST_LANDING];
    int stays; /* a point is left that does not leave faster than the rest speed: contact goes on */
} routh_landing;

/* Lets the law of the options, with restitution its parameter of that position (−1: none), act on the points not higher than
 * `reach`, until none of them closes faster than the rest
 * speed; the velocity of *state becomes that after. The fastest goes first. Two corners on one surface that close at once
 * land as an edge, if what the law then asks for can be shared between them; otherwise one after the other. */
routh_status routh_land(routh_context *context, const routh_surfaces *surfaces, const routh_run_options *options,
                        int restitution, double reach, routh_state *state, routh_landing *landing);

/* A run in progress: what both integrators share. */

#endif
