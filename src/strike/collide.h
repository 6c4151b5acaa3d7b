/* A collision on its way: all contacts of a scene with their springs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STRIKE_COLLIDE_H
#define ROUTH_SRC_STRIKE_COLLIDE_H

#include "fall.h"

typedef struct routh_collide {
    size_t count;
    routh_springs springs[ROUTH_MOST_MEETINGS];
    double w[ROUTH_MOST_MEETINGS * ROUTH_MOST_MEETINGS][3][3]; /* W_ij at i × count + j */
    double time;
    double friction, normal, left; /* energy lost so far */
    double impulse_scale, speed_scale;
    double tolerance;
} routh_collide;

/* Below this share of the speed scale a contact neither closes nor opens: it rests. */
#define ROUTH_RESTING_SPEED 1e-10

/* Closes every contact that touches and approaches, and decides for those that touch and rest whether the forces on the way
 * close them, open them, or leave them alone. */
void routh_collide_settle(routh_collide *collide);

/* Goes on until the next change at a contact: which, and what. ROUTH_TURN_NONE: all are apart for good. */
routh_turn routh_collide_step(routh_collide *collide, size_t *contact);

#endif
