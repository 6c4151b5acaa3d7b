/* The motion3 room: one convex body in space above fixed planes, under gravity and drag: exact flights, impacts by any law
 * in space, and sliding, rolling and rest by time steps with friction cones.
 *
 * World axes x, y, z, gravity along −z. SI units. Body axes are those of the shape, with the tracked point as origin. A
 * rounded body is the hull of balls of the rounding's radius about the shape's inset corners; what touches is always a
 * ball, and on an edge or a face several of them.
 *
 * docs/tosses.md has the mathematics.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_MOTION3_H
#define ROUTH_MOTION3_H

#include <routh/geometry.h>
#include <routh/impact3.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is fixed ----------------------------------------------------------------------------------------*/

/* A fixed half-space: solid on the side opposite to its normal. */
typedef struct routh_plane3 {
    double point[3];  /* of its surface, m */
    double normal[3]; /* any length but 0 */
} routh_plane3;

/* The ground, z = 0. */
ROUTH_API routh_plane3 routh_plane3_default(void);

/* How several contacts that close at once are solved. */
#define ROUTH_SEVERAL_TABLE(X)                                                                                         \
    X(ROUTH_TOGETHER, "together", "rigid, all at once: compression, then restitution; never gains energy")             \
    X(ROUTH_IN_TURN, "in-turn", "one after another, the fastest first, each by the law for one contact")               \
    X(ROUTH_SPRINGS, "springs", "all at once, with normal and tangential springs; slow")

typedef enum routh_several {
#define ROUTH_SEVERAL_CODE(code, name, about) code,
    ROUTH_SEVERAL_TABLE(ROUTH_SEVERAL_CODE)
#undef ROUTH_SEVERAL_CODE
        ROUTH_SEVERAL_COUNT
} routh_several;

ROUTH_API extern const routh_names routh_severals; /* "together" */

/* What the body and all that is fixed are to each other. */
typedef struct routh_surface3 {
    const routh_law3 *law; /* of impacts at one contact; default rigid */
    routh_several several; /* and at several; default ROUTH_TOGETHER */
    routh_pair pair;       /* at impacts; eps at 1 m/s */
    double eps_slope;      /* e = eps + eps_slope ln(v s/m), v the speed of approach, within 0 … 1; default 0 */
    double mu_slide;       /* friction in sliding, rolling and rest, at 1 m/s; NaN (default): that of impacts */
    double mu_slope;       /* μ = mu_slide + mu_slope ln(v s/m), v the speed of slip, at least 0.01 m/s; default 0 */
} routh_surface3;

ROUTH_API routh_surface3 routh_surface3_default(void);

/* World and state --------------------------------------------------------------------------------------*/

typedef struct routh_world3 {
    /* the body */
    const routh_shape3 *shape; /* owned by the caller */
    double rounding;           /* radius of corners and edges, m, from 0 to the shape's thickness */
    double mass;               /* kg */
    double centre[3];          /* of mass, from the tracked point, body axes, m */
    double inertia[3][3];      /* about the centre of mass, body axes, kg m² */

    /* what is fixed */
    const routh_plane3 *plane;    /* owned by the caller */
    size_t plane_count;           /* 0 … ROUTH_MOST_PLANES3; at least one, or a part */
    const routh_polyhedron *part; /* [-] a fixed convex part, owned by the caller; NULL (default): none */
    routh_pose3 part_pose;

    routh_surface3 surface;
    double gravity; /* m/s², ≥ 0 */
    double drag;    /* of the air: deceleration ÷ velocity of the centre of mass, 1/s, ≥ 0 */
} routh_world3;

#define ROUTH_MOST_PLANES3   8
#define ROUTH_MOST_CONTACTS3 64 /* at once */

/* A sharp body of that shape with uniform density and mass, over no plane yet; gravity 9.81. Valid pointers only. */
ROUTH_API routh_world3 routh_world3_of(const routh_shape3 *shape, double mass);

/* Fails unless mass and inertia belong to a body, the rounding fits into the shape, and planes and surface are valid. */
ROUTH_API routh_status routh_world3_check(routh_context *context, const routh_world3 *world);

typedef struct routh_state3 {
    double time;              /* s */
    double position[3];       /* of the centre of mass, m */
    double orientation[4];    /* body to world, unit quaternion w x y z */
    routh_velocity3 velocity; /* of the centre of mass, and spin in world axes */
} routh_state3;

/* The tracked point, m. Valid pointers only. */
ROUTH_API void routh_world3_tracked(const routh_world3 *world, const routh_state3 *state, double point[3]);

/* The smallest distance to what is fixed, m; negative: how deep the body is in it. Valid pointers only. */
ROUTH_API double routh_world3_distance(const routh_world3 *world, const routh_state3 *state);

/* Lifts the body, or lets it down, until it is `clearance` (m) above all that is fixed, and no nearer than that to it. Fails
 * where no such place is found. */
ROUTH_API routh_status routh_world3_place(routh_context *context, const routh_world3 *world, double clearance,
                                          routh_state3 *state);

/* Runs -------------------------------------------------------------------------------------------------*/

typedef enum routh_integrator3 {
    ROUTH_EVENTS3,    /* exact flights, the law at each impact; time steps while the body slides, rolls or rests */
    ROUTH_TIME_STEPS3 /* time steps only, with Newton's restitution */
} routh_integrator3;

/* Impacts of the same kind differ from one another: how much they do. Friction and restitution of each impact, and friction
 * in lasting contact of each run, are drawn with these standard deviations. */
typedef struct routh_scatter3 {
    double mu, mu_slide; /* relative: a factor whose logarithm is normal */
    double eps;          /* absolute, normal */
} routh_scatter3;

typedef struct routh_run3_options {
    routh_integrator3 integrator; /* default ROUTH_EVENTS3 */
    double duration;              /* s, 0 … 1e9; default 1 */
    double step;                  /* of time stepping, s, 1e-9 … 1; default 1e-3 */
    double rate;                  /* of the states returned, Hz, ROUTH_RANGE_RATE; default 250 */
    double rest_speed;            /* an impact slower than this (m/s) has no restitution; contact lasts; default 0.01 */
    double together;     /* contacts this near, m, or within 0.002 of the body's size, take part in an impact; default
                                   * 1e-4 */
    size_t most_impacts; /* default 10000 */
    bool records;        /* 1 (default): keep a record of each impact */
    routh_scatter3 scatter; /* default 0: the same every time */
    uint64_t seed;          /* of what is drawn; default 1 */
} routh_run3_options;

ROUTH_API routh_run3_options routh_run3_options_default(void);

/* One impact. */
typedef struct routh_run3_record {
    double time;                        /* s */
    size_t contacts;                    /* that took part */
    double position[3], orientation[4]; /* of the body */
    routh_velocity3 before, after;
    double point[3];   /* of the contact that closed fastest, m, world axes */
    double normal[3];  /* there, out of what is fixed */
    double speed;      /* of its approach, m/s */
    double impulse[3]; /* of all contacts, N s, world axes */
} routh_run3_record;

/* A run: states at the chosen rate, and every impact. */
typedef struct routh_run3 {
    routh_state3 *sample;
    size_t sample_count;
    routh_run3_record *record;
    size_t record_count;
    double contact_time; /* when something first touched, s; ∞: never */
    double penetration;  /* deepest, m */
    double energy_gain;  /* the largest in one impact, J; 0: none. Time steps never gain any */
    size_t steps;        /* time steps taken */
    bool rests;          /* 1: at rest in the end */
} routh_run3;

/* Fails if the body starts inside what is fixed, or if numbers are invalid. Deterministic. */
ROUTH_API routh_status routh_world3_run(routh_context *context, const routh_world3 *world, const routh_state3 *start,
                                        const routh_run3_options *options, routh_run3 *run);
ROUTH_API void routh_run3_release(routh_context *context, routh_run3 *run);

#ifdef __cplusplus
}
#endif
#endif
