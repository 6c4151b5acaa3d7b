/* The motion room: one planar body under gravity and known forces above fixed half-planes, simulated in two ways: time
 * steps with complementarity, and exact flights with any law of impact between them.
 *
 * World axes x, y, gravity along −y; angles and ω count counter-clockwise. SI units. A body's pose is that of its centre
 * of mass; r = (rx, ry) runs from there to a contact point. In the axes t, n of a half-plane a contact point of the body moves with
 *
 *     v_t = J_t (vx, vy, ω),  J_t = (t, r × t)         v_n = J_n (vx, vy, ω),  J_n = (n, r × n)
 *
 * the velocity of the material point that touches: for the ground t = (1, 0), n = (0, 1), J_t = (1, 0, −ry), J_n = (0, 1, rx).
 *
 * From Identifiability analysis of planar rigid-body frictional contact; docs/simulation.md has the mathematics.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_MOTION_H
#define ROUTH_MOTION_H

#include <routh/data.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Shapes against half-planes ---------------------------------------------------------------------------*/

/* A fixed half-plane: everything on the other side of n is solid. */
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

/* A known force through the centre of mass and a torque about it, world axes. */
typedef struct routh_wrench {
    routh_wrench_kind kind;
    double fx, fy, torque;    /* amplitude, N, N, N m */
    double start, end;        /* s; default 0 … ∞; a table has its own */
    double frequency;         /* Hz, of a sinusoid */
    double phase;             /* rad, of a sinusoid, at `start` */
    const routh_table *table; /* with columns time, fx, fy, torque; of a sampled one; the caller keeps it */
} routh_wrench;

ROUTH_API routh_wrench routh_wrench_default(void); /* none */
ROUTH_API routh_status routh_wrench_check(routh_context *context, const routh_wrench *wrench);

/* World and state --------------------------------------------------------------------------------------*/

typedef struct routh_world {
    routh_body body;
    const routh_half_plane *plane; /* the caller keeps them */
    size_t plane_count;            /* 1 … ROUTH_MOST_PLANES */
    double gravity;                /* m/s², ≥ 0 */
    routh_wrench wrench;
} routh_world;

#define ROUTH_MOST_PLANES   8
#define ROUTH_MOST_CONTACTS 16 /* at once */

/* Convex shape, mass and inertia positive, planes and wrench legal? */
ROUTH_API routh_status routh_world_check(routh_context *context, const routh_world *world);

typedef struct routh_state {
    double time; /* s */
    routh_pose pose;
    routh_velocity velocity;
} routh_state;

/* Kinetic and potential energy, J. */
ROUTH_API double routh_world_energy(const routh_world *world, const routh_state *state);

/* The lowest distance over all planes, m. */
ROUTH_API double routh_world_distance(const routh_world *world, routh_pose pose);

/* What a contact did within a step or at an impact. */
typedef struct routh_run_record {
    double time; /* s: of the impact, or of the end of the step */
    size_t plane;
    routh_pose pose;              /* of the body when it touches, or when the step begins; set by runs */
    double rx, ry;                /* centre of mass to contact point, world axes, m */
    double pt, pn;                /* impulse on the body along t and n, N s */
    routh_velocity before, after; /* of the body; shared by all contacts of a step */
    int slips;                    /* friction at its limit */
} routh_run_record;

/* Time stepping ----------------------------------------------------------------------------------------
 * Stewart and Trinkle's step as a complementarity problem, with Anitescu and Potra's friction and Newton's restitution:
 * M (v⁺ − v) = h F + Σ J_nᵀ p_n + Σ J_tᵀ p_t, contacts whose distance would become negative within the step act.
 * Restitution acts in impacts only: contacts that close with more than twice what forces give them in a step. */

typedef struct routh_step_report {
    size_t contact_count;
    routh_run_record contact[ROUTH_MOST_CONTACTS];
    double energy_gain; /* kinetic, by contacts, J; positive only where Newton's restitution and friction create it */
    size_t pivots;      /* that the complementarity problem of the contacts took */
    double residual;    /* its largest violation, relative to its terms */
} routh_step_report;

/* One step of length h in a world that passes routh_world_check. ROUTH_NOT_ENDED, with a message, if the
 * complementarity problem is not solved. */
ROUTH_API routh_status routh_world_step(routh_context *context, const routh_world *world, double h,
                                        const routh_state *state, routh_state *next, routh_step_report *report);

/* Runs --------------------------------------------------------------------------------------------------*/

typedef enum routh_integrator {
    ROUTH_EVENTS,    /* exact flights, the law at each impact; sliding and resting by time steps */
    ROUTH_TIME_STEPS /* time steps only, with the planes' own μ and ε */
} routh_integrator;

typedef struct routh_run_options {
    routh_integrator integrator;             /* default ROUTH_EVENTS */
    const routh_law *law;                    /* of the impacts; default wang-mason */
    double parameters[ROUTH_MAX_PARAMETERS]; /* default the law's own */
    double duration;                         /* s; default 1 */
    double step;                             /* of time stepping, s; default 1e-3 */
    double rate;                             /* samples handed out, Hz; default 250 */
    double
        rest_speed; /* impacts slower than this (v_n, m/s) end bouncing: contact is then kept by time steps; default 1e-3 */
    size_t most_impacts; /* default 10000 */
} routh_run_options;

ROUTH_API routh_run_options routh_run_options_default(void);

/* A run: samples at the stated rate, every impact with its truth; by ROUTH_TIME_STEPS, every step in contact. Of two
 * corners that land at once each has its own entry under the same time. */
typedef struct routh_run {
    routh_state *sample;
    size_t sample_count;
    routh_run_record *record;
    size_t record_count;
    double penetration; /* deepest, m */
    double energy_gain; /* largest of a contact, J, and when */
    double energy_gain_time;
    int rests; /* at rest in the end */
} routh_run;

/* Fails on a start in penetration, on a step so long that a contact could be missed (the body falls through more than
 * half its own thickness within it, or turns by more than 1 rad near a surface), on bad numbers. Deterministic. */
ROUTH_API routh_status routh_world_run(routh_context *context, const routh_world *world, const routh_state *start,
                                       const routh_run_options *options, routh_run *run);
ROUTH_API void routh_run_release(routh_context *context, routh_run *run);

#ifdef __cplusplus
}
#endif
#endif
