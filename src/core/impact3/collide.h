/* A collision in progress: all contacts of a scene with their springs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT3_COLLIDE_H
#define ROUTH_SRC_IMPACT3_COLLIDE_H

#include "impact3/fall.h"

struct routh_collide;

/* Called with every step before the springs are at its end, and without a step (NULL) at the start, after every change and
 * at the end. */
typedef void (*routh_collide_watch)(const struct routh_collide *collide, const routh_step *step, void *user);

typedef struct routh_collide {
    size_t count;
    routh_springs springs[ROUTH_MOST_SCENE_CONTACTS];
    double time;
    double friction, normal, left;         /* energy lost so far */
    bool jammed;                           /* bodies stay jammed: see routh_lull */
    double eps[ROUTH_MOST_SCENE_CONTACTS]; /* e; that of the springs may be larger while a contact is pressed */
    double impulse_scale, speed_scale;
    double tolerance;

    /* A contact far from the one that was struck begins with a force of so high an order in time that for a while it is
     * lost in the errors of others. While it is that faint it goes without friction, for slip would have no direction;
     * this is whether it really sticks or slips, and its μ. ROUTH_NO_GRIP: it is not faint. */
    routh_grip faint[ROUTH_MOST_SCENE_CONTACTS];
    double faint_mu[ROUTH_MOST_SCENE_CONTACTS];

    routh_collide_watch watch; /* NULL: nobody watches */
    void *user;

    double w[][3][3]; /* W_ij at i × count + j */
} routh_collide;

/* The contact's phase; that of a faint one is what it will be. */
routh_phase routh_collide_phase(const routh_collide *collide, size_t contact);

/* routh_scene_solve, watched. */
routh_status routh_scene_follow(routh_context *context, const routh_scene *scene, double tolerance,
                                routh_collide_watch watch, void *user, routh_collision *collision);

/* Below this share of the speed scale a contact neither closes nor opens: it rests. */
#define ROUTH_RESTING_SPEED 1e-10

/* A contact pressed by others is followed with at least this e: collide_turn.c says why. With it a contact oscillates some
 * hundreds of times within others of its stiffness, and impulses were within 1e-3 of those of random rows integrated directly at
 * e = 1e-4, mostly within 3e-4. Where the limit itself jumps, as a contact is pressed with half its peak to within some 1e-3, they
 * may be on the other side of the jump: 1 row of 62, 13 % off. */
#define ROUTH_PRESSED_RESTITUTION 1e-3

/* One that is not pressed opens at once if its e is below this. */
#define ROUTH_LEAST_SCENE_RESTITUTION 1e-6

/* Compression ends at this contact, and at those that turn round with it; `opens` gets which of them have no force left. */
void routh_collide_turn(routh_collide *collide, size_t contact, bool opens[ROUTH_MOST_SCENE_CONTACTS]);

/* Closes every contact that touches and approaches, and decides for those that touch and rest whether the forces on the way
 * close them, open them, or leave them alone. */
void routh_collide_settle(routh_collide *collide);

/* What the sweeps of a step may leave in a contact's normal velocity, m/s; and a force that such velocities could make. */
double routh_speed_noise(const routh_collide *collide, size_t contact);
double routh_faint_force(const routh_collide *collide, size_t contact);

/* A time in which nothing changes, with contacts under load. */
typedef struct routh_lull {
    size_t steps;
    double time;
    double impulse[ROUTH_MOST_SCENE_CONTACTS][3]; /* ∫ p dt */
} routh_lull;

/* Adds a step that is about to be finished. */
void routh_lull_add(routh_lull *lull, const routh_collide *collide, const routh_step *step);

/* Are the bodies jammed? Looks only once in many steps: it takes long to see. */
bool routh_lull_is_rest(const routh_lull *lull, const routh_collide *collide);

/* Ends the collision in the state of rest about which the springs oscillate. */
void routh_lull_end(const routh_lull *lull, routh_collide *collide);

/* Goes on until the next change at a contact: which, and what. ROUTH_TURN_NONE: all are apart for good, or
 * jammed. */
routh_turn routh_collide_step(routh_collide *collide, size_t *contact);

#endif
