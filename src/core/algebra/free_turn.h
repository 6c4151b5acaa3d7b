/* The free rotation of a rigid body: Euler's equations without a moment.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_FREE_TURN_H
#define ROUTH_SRC_ALGEBRA_FREE_TURN_H

#include <stdbool.h>

/* How a body turns by itself: only the ratios of its moments of inertia matter. */
typedef struct routh_free_turn {
    bool unequal;    /* the moments differ; 0: the spin stays as it is */
    double axes[4];  /* from principal to body axes */
    double share[3]; /* (J₂ − J₃)/J₁ and so on, J the principal moments */
} routh_free_turn;

/* Of an inertia tensor in body axes, symmetric and positive definite, of any size. */
routh_free_turn routh_free_turn_of(const double inertia[3][3]);

/* A spin in world axes after the body, which has this orientation, is left to itself: its rate, rad/s². */
void routh_free_turn_rate(const routh_free_turn *turn, const double orientation[4], const double spin[3],
                          double rate[3]);

/* The motion from one instant on, in powers of time. */
enum { ROUTH_FREE_TURN_ORDER = 16 };
typedef struct routh_free_turn_series {
    const routh_free_turn *turn;                                                 /* must outlive it */
    double q[ROUTH_FREE_TURN_ORDER + 1][4], omega[ROUTH_FREE_TURN_ORDER + 1][3]; /* principal axes */
    double longest; /* time for which one series is enough, s */
} routh_free_turn_series;

/* From an orientation and a spin in world axes. */
void routh_free_turn_start(const routh_free_turn *turn, const double orientation[4], const double spin[3],
                           routh_free_turn_series *series);

/* Both after `time`, which may be negative. A steady turn is exact; another one errs by about 1e-11 for each radian, up to a
 * hundred of them. */
void routh_free_turn_at(const routh_free_turn_series *series, double time, double orientation[4], double spin[3]);

#endif
