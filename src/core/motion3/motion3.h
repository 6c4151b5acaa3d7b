/* Inside of the room of motion in space: a world made ready for running, the contacts of a body in it, and a run in progress.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_MOTION3_MOTION3_H
#define ROUTH_SRC_MOTION3_MOTION3_H

#include <routh/motion3.h>

#include "algebra/space.h"
#include "geometry/geometry.h"

/* Inside of motion3: a world made ready for running, the contacts of a pose, flights, and the solvers of impacts and steps. */

/* A place where the body touches what is fixed, or nearly does. */
typedef struct routh_touch3 {
    double gap;       /* m; negative: depth */
    double normal[3]; /* out of what is fixed, unit length, world axes */
    double arm[3];    /* from the centre of mass to the contact point on the body, world axes, m */
    double rate;      /* of the gap, m/s */
    unsigned name;    /* the same for the same place one step later */
} routh_touch3;

/* A plane: unit normal, and n · x on its surface. */
typedef struct routh_level3 {
    double normal[3], level;
} routh_level3;

/* A world with what does not change during runs. */
typedef struct routh_stage3 {
    const routh_world3 *world;
    size_t count;      /* balls */
    double (*ball)[3]; /* centres from the centre of mass, body axes, m */
    double *reach;     /* their distances from it, m */
    double radius;     /* of the balls */
    double size;       /* of a ball about the centre of mass that contains the body, m */
    size_t plane_count;
    routh_level3 plane[ROUTH_MOST_PLANES3];
    double inverse[3][3]; /* of the inertia, body axes */
    routh_free_turn turn;
    double least_moment;        /* the smallest principal moment, kg m² */
    double turning;             /* the largest |ω̇| ÷ |ω|² in free turning */
    struct routh_fixed3 *fixed; /* the fixed part, made ready; NULL: none */
} routh_stage3;

routh_status routh_surface3_check(routh_context *context, const routh_surface3 *surface);

/* For a world that passes routh_world3_check. */
routh_status routh_stage3_open(routh_context *context, const routh_world3 *world, routh_stage3 *stage);
void routh_stage3_close(routh_context *context, routh_stage3 *stage);

/* I⁻¹ in world axes. */
void routh_stage3_inverse(const routh_stage3 *stage, const double rotation[3][3], double inverse[3][3]);

double routh_stage3_kinetic(const routh_stage3 *stage, const routh_state3 *state);
double routh_stage3_potential(const routh_stage3 *stage, const routh_state3 *state);
double routh_stage3_energy(const routh_stage3 *stage, const routh_state3 *state); /* both */

/* No point of the body is accelerated by more than this in flight without drag, m/s². */
double routh_stage3_bend(const routh_stage3 *stage, const routh_state3 *state);

/* Contacts ----------------------------------------------------------------------------------------------*/

/* The rate of a contact's gap, m/s. */
double routh_touch3_rate(const routh_touch3 *touch, const routh_velocity3 *velocity);

/* Where the gap is at most `farthest`, and the rates of the gaps. Of many on one plane the outermost, and of more than
 * ROUTH_MOST_CONTACTS3 in all those with the smallest gaps. Returns how many. */
size_t routh_stage3_touches(const routh_stage3 *stage, const routh_state3 *state, double farthest, routh_touch3 *touch);

/* The smallest gap, m. */
double routh_stage3_gap(const routh_stage3 *stage, const routh_state3 *state);

/* Flights -----------------------------------------------------------------------------------------------*/

/* A free flight from a state on. */
typedef struct routh_fall3 {
    const routh_stage3 *stage;
    routh_state3 start;
    routh_free_turn_series turning; /* where the moments differ */
    double longest;                 /* how long it is accurate and cheap to follow, s: then start another one */
} routh_fall3;

void routh_fall3_start(const routh_stage3 *stage, const routh_state3 *state, routh_fall3 *fall);

/* The state at `time` since its start; `state->time` is absolute. */
void routh_fall3_at(const routh_fall3 *fall, double time, routh_state3 *state);

/* The first time, up to `latest`, at which a gap has shrunk to `touching` and goes on shrinking; ∞: none. It is
 * approached from before, by steps that no gap can close in, so that no contact is missed. */
double routh_fall3_contact(const routh_fall3 *fall, double latest, double touching);

/* Cones -------------------------------------------------------------------------------------------------*/

/* Several contacts of one body with friction, solved together: for each contact, in its axes,
 *
 *     v_n ≥ target,  p_n ≥ floor,  (v_n − target)(p_n − floor) = 0,  p_t opposes v_t, |p_t| ≤ μ p_n, < only where v_t = 0 */
typedef struct routh_cone3 {
    size_t count;
    double mass_inverse, inverse[3][3]; /* of the inertia, world axes */
    struct routh_cone3_contact {
        double axis[3][3];    /* t, s, n, world axes */
        double lever[3][3];   /* r × axis */
        double swing[3][3];   /* I⁻¹ (r × axis) */
        double w[3][3];       /* W of this contact alone */
        double holding[3][3]; /* W⁻¹ */
        double tangential;    /* the largest stiffness of W_tt: a safe step for friction */
        double mu, p[3], target, floor;
        unsigned name;
    } contact[ROUTH_MOST_CONTACTS3];
} routh_cone3;

/* The contacts of a pose, without impulses. */
void routh_cone3_of(const routh_stage3 *stage, const routh_state3 *state, const routh_touch3 *touch, size_t count,
                    double mu, routh_cone3 *cone);

/* Changes the velocity by the impulses that solve the problem, beginning with those in the contacts, which must be in the
 * velocity already. It ends when no velocity changes by more than the share `settled` of the largest. Returns the rounds it
 * took, or 0 if it did not converge: what still closes is then stopped without friction (cone3.c). */
size_t routh_cone3_solve(routh_cone3 *cone, double settled, routh_velocity3 *velocity);

/* The velocity of a contact point in its axes. */
void routh_cone3_velocity(const struct routh_cone3_contact *contact, const routh_velocity3 *velocity, double v[3]);

/* Adds an impulse at a contact. */
void routh_cone3_push(const routh_cone3 *cone, const struct routh_cone3_contact *contact, const double p[3],
                      routh_velocity3 *velocity);

/* Impacts -----------------------------------------------------------------------------------------------*/

/* Restitution at a speed of approach. */
double routh_surface3_restitution(const routh_surface3 *surface, double speed, double rest_speed);

/* Friction in lasting contact at a speed of slip. */
double routh_surface3_friction(const routh_surface3 *surface, double speed);

/* The velocity after the contacts, one or more, have closed. *state has it in the end. ROUTH_NOT_ENDED, …, where the law
 * fails. */
routh_status routh_impact3_apply(routh_context *context, const routh_stage3 *stage, const routh_surface3 *surface,
                                 double rest_speed, const routh_touch3 *touch, size_t count, routh_state3 *state);

/* Runs --------------------------------------------------------------------------------------------------*/

routh_status routh_run3_options_check(routh_context *context, const routh_run3_options *options);

typedef struct routh_runner3 {
    routh_context *context;
    const routh_run3_options *options;
    routh_surface3 surface; /* the world's, with what was drawn for this run */
    routh_random random;
    routh_stage3 stage;
    routh_run3 *run;
    routh_state3 state;
    double start, end; /* s */
    size_t sampled;    /* samples filled */
    size_t capacity;   /* of records */
    size_t impacts;
    routh_cone3 cone[2]; /* of this time step and of the last one, where this one begins */
    int turn;            /* which of them is this one's */
    double cone_step;    /* length of the last one, s; 0: there was none, or something else came between */
    double still, speed; /* for how long nothing has moved, s, and the speed in the last step, m/s */
} routh_runner3;

/* A start deeper than this share of the body's size is inside; the last state of another run never is. */
#define ROUTH_DEEPEST_START 1e-5

/* A state as the next sample, with the sample's own time. */
void routh_runner3_sample(routh_runner3 *runner, const routh_state3 *state);

/* Fills the samples up to a time from a flight; and those between two states of a step. */
void routh_runner3_sample_fall(routh_runner3 *runner, const routh_fall3 *fall, double until);
void routh_runner3_sample_step(routh_runner3 *runner, const routh_state3 *next);

/* One time step of at most h from runner->state, which it moves on; shorter where a contact closes that is an impact.
 * *carried: something touched. */
routh_status routh_runner3_step(routh_runner3 *runner, double h, bool *carried);

/* Which of the shape's faces is below: the one whose normal is nearest to −z. Valid pointers only. */
size_t routh_shape3_face_below(const routh_shape3 *shape, const double orientation[4]);

/* Kinetic plus potential energy, J. Valid pointers only. */
double routh_world3_energy(const routh_world3 *world, const routh_state3 *state);

/* Contacts of a rounded convex body with a fixed convex part. */

/* A part and a body made ready for finding contacts. It has working memory of its own: one for each thread. */
typedef struct routh_fixed3 routh_fixed3;

/* The body is the hull of balls of radius `rounding` about the shape's inset corners, in body axes with the tracked point as
 * origin; `centre` is its centre of mass. A rounding within a millionth of the shape's thickness, which would leave nothing
 * within, counts as a millionth less. The part must outlive the result. */
routh_status routh_fixed3_create(routh_context *context, const routh_polyhedron *part, const routh_pose3 *pose,
                                 const routh_shape3 *shape, double rounding, const double centre[3],
                                 routh_fixed3 **fixed);
void routh_fixed3_release(routh_context *context, routh_fixed3 *fixed); /* NULL is fine */

/* Where the gap is at most `farthest`: into `touch`, at most `room` of them (≥ 1), the smallest gaps, in no order. Returns how many.
 * The smallest gap is the distance of body and part. All other gaps are true ones, too: of a ball, a corner or a pair of
 * edges. Names count from 0: balls, corners of the part, pairs of edges. The rates stay as they are. Never allocates. */
size_t routh_fixed3_contacts(const routh_fixed3 *fixed, const double position[3], const double orientation[4],
                             double farthest, routh_touch3 *touch, size_t room);

/* The distance of body and part, negative: how deep they overlap; with the normal there, out of the part, and the arm from the
 * centre of mass to the body's point, both in world axes. */
double routh_fixed3_distance(const routh_fixed3 *fixed, const double position[3], const double orientation[4],
                             double normal[3], double arm[3]);

/* The point of a convex part nearest to a point outside, and the nearest points of two edges. */

/* A piece of a straight line. */

#endif
