/* The motion room: one planar body above fixed half-planes, under gravity and known forces, simulated in two ways: by
 * time steps with complementarity, and by exact flights with any law of impact between them.
 *
 * World axes x, y, gravity along −y; angles and ω count counter-clockwise. SI units. A body's pose is that of its
 * centre of mass; r = (rx, ry) runs from there to a contact point. In the axes t, n of a half-plane, the velocity of
 * the material point that touches is
 *
 *     v_t = J_t (vx, vy, ω),  J_t = (t, r × t)         v_n = J_n (vx, vy, ω),  J_n = (n, r × n)
 *
 * For the ground t = (1, 0), n = (0, 1), J_t = (1, 0, −ry), J_n = (0, 1, rx).
 *
 * From Identifiability analysis of planar rigid-body frictional contact; docs/simulation.md has the mathematics.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_MOTION_H
#define ROUTH_MOTION_H

#include <routh/geometry.h>
#include <routh/impact.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Shapes against half-planes ---------------------------------------------------------------------------*/

/* A fixed half-plane: solid on the side opposite to n. */
typedef struct routh_half_plane {
    double x, y;  /* a point of its surface, m */
    double angle; /* of the surface's t axis from x, rad; n is t turned by +90°. 0: flat ground */
    double mu;    /* friction, ≥ 0; for time steps */
    double eps;   /* Newton's restitution, 0 … 1; for time steps */
} routh_half_plane;

/* Ground at y = 0, μ = 0.3, ε = 0.5. */
ROUTH_API routh_half_plane routh_half_plane_default(void);

/* Forces -----------------------------------------------------------------------------------------------*/

typedef enum routh_wrench_kind {
    ROUTH_NO_WRENCH,
    ROUTH_CONSTANT, /* from start to end */
    ROUTH_PULSE,    /* half a sine wave from start to end */
    ROUTH_SINUSOID, /* sine of `frequency` from start to end */
    ROUTH_SAMPLED   /* piecewise linear over time, 0 outside */
} routh_wrench_kind;

/* A wrench over time, straight between its samples and 0 outside. Nothing is copied: the numbers belong to the caller. */
typedef struct routh_wrench_samples {
    size_t count;                   /* at least 2 */
    const double *time;             /* rising, s */
    const double *fx, *fy, *torque; /* N, N, N m */
    const char *source;             /* where they come from, for messages; NULL: no name */
} routh_wrench_samples;

/* A known force through the centre of mass and a torque about it, world axes. */
typedef struct routh_wrench {
    routh_wrench_kind kind;
    double fx, fy, torque;        /* amplitude, N, N, N m */
    double start, end;            /* s; default 0 … ∞; samples have their own times */
    double frequency;             /* of ROUTH_SINUSOID, Hz */
    double phase;                 /* of ROUTH_SINUSOID at `start`, rad */
    routh_wrench_samples samples; /* of ROUTH_SAMPLED */
} routh_wrench;

ROUTH_API routh_wrench routh_wrench_default(void); /* none */
ROUTH_API routh_status routh_wrench_check(routh_context *context, const routh_wrench *wrench);

/* World and state --------------------------------------------------------------------------------------*/

typedef struct routh_world {
    routh_body body;
    const routh_half_plane *plane; /* owned by the caller */
    size_t plane_count;            /* 1 … ROUTH_MOST_PLANES */
    double gravity;                /* m/s², ≥ 0 */
    routh_wrench wrench;
} routh_world;

#define ROUTH_MOST_PLANES   8
#define ROUTH_MOST_CONTACTS 16 /* at once */

/* Fails unless the shape is convex, mass and inertia are positive, and planes and wrench are valid. */
ROUTH_API routh_status routh_world_check(routh_context *context, const routh_world *world);

typedef struct routh_state {
    double time; /* s */
    routh_pose pose;
    routh_velocity velocity;
} routh_state;

/* The smallest distance to any plane, m. Valid pointers only. */
ROUTH_API double routh_world_distance(const routh_world *world, routh_pose pose);

/* Moves the pose along y until the body's lowest point is `height` away from the first plane, m. Valid pointers only. */
ROUTH_API void routh_world_place(const routh_world *world, double height, routh_pose *pose);

/* Sets the moment of inertia to that of uniform density. Fails for a polygon whose centroid is not its centre of mass. */
ROUTH_API routh_status routh_body_uniform(routh_context *context, routh_body *body);

/* One contact within a step or at an impact. */
typedef struct routh_run_record {
    double time; /* s: of the impact, or of the end of the step */
    size_t plane;
    routh_pose pose;              /* of the body at the impact, or at the start of the step; set by runs only */
    double rx, ry;                /* centre of mass to contact point, world axes, m */
    double pt, pn;                /* impulse on the body along t and n, N s */
    routh_velocity before, after; /* of the body; shared by all contacts of a step */
    bool slips;                   /* 1: friction is at its limit */
} routh_run_record;

/* Time stepping ----------------------------------------------------------------------------------------
 * Stewart and Trinkle's step as a complementarity problem, with Anitescu and Potra's friction and Newton's restitution:
 * M (v⁺ − v) = h F + Σ J_nᵀ p_n + Σ J_tᵀ p_t, over the contacts whose distance would become negative within the step.
 * Restitution acts in impacts only: contacts that close faster than twice the velocity that forces add in a step. */

typedef struct routh_step_report {
    size_t contact_count;
    routh_run_record contact[ROUTH_MOST_CONTACTS];
    double energy_gain; /* kinetic, in contacts, J; positive only if Newton's restitution and friction create it */
    size_t pivots;      /* pivots needed to solve the complementarity problem of the contacts */
    double residual;    /* largest violation of that problem, relative to its terms */
} routh_step_report;

/* One step of length h in a world that passes routh_world_check. ROUTH_NOT_ENDED, with a message, if the
 * complementarity problem cannot be solved. */
ROUTH_API routh_status routh_world_step(routh_context *context, const routh_world *world, double h,
                                        const routh_state *state, routh_state *next, routh_step_report *report);

/* Runs --------------------------------------------------------------------------------------------------*/

typedef enum routh_integrator {
    ROUTH_EVENTS,    /* exact flights, the law at each impact; time steps while the body slides or rests */
    ROUTH_TIME_STEPS /* time steps only, with the planes' own μ and ε */
} routh_integrator;

typedef struct routh_run_options {
    routh_integrator integrator;             /* default ROUTH_EVENTS */
    const routh_law *law;                    /* for the impacts; default wang-mason */
    double parameters[ROUTH_MAX_PARAMETERS]; /* default the law's own */
    double duration;                         /* s, 0 … 1e9; default 1. Samples and steps: 1e8 each at most */
    double step;                             /* of time stepping, s, 1e-9 … 1e9; default 1e-3 */
    double rate;                             /* of the states returned, Hz, ROUTH_RANGE_RATE; default 250 */
    double rest_speed;   /* an impact slower than this (v_n, m/s, 1e-12 … 1e6) ends bouncing; time steps follow;
                          * default 1e-3 */
    size_t most_impacts; /* limit on the number of impacts; default 10000 */
} routh_run_options;

ROUTH_API routh_run_options routh_run_options_default(void);

/* A run: states at the chosen rate, and every contact. With ROUTH_EVENTS that is every impact, with ROUTH_TIME_STEPS
 * every step in contact. Two corners that land at once have two entries with the same time. */
typedef struct routh_run {
    routh_state *sample;
    size_t sample_count;
    routh_run_record *record;
    size_t record_count;
    double penetration;      /* deepest, m */
    double energy_gain;      /* the largest in one contact, J */
    double energy_gain_time; /* when that was, s */
    bool rests;              /* 1: at rest in the end */
} routh_run;

/* Fails if the body penetrates a plane at the start, if numbers are invalid, or if a step is so long that a contact
 * could be missed: the body moves by more than half its own thickness in it, or turns by more than 1 rad near a
 * surface. Deterministic. */
ROUTH_API routh_status routh_world_run(routh_context *context, const routh_world *world, const routh_state *start,
                                       const routh_run_options *options, routh_run *run);
ROUTH_API void routh_run_release(routh_context *context, routh_run *run);

#ifdef __cplusplus
}
#endif
#endif
