/* Inside of rollouts: recorded poses in true metres, and the first flight of a toss.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ROLLOUT_ROLLOUT3_H
#define ROUTH_SRC_ROLLOUT_ROLLOUT3_H

#include <routh/rollout.h>

#include "algebra/free_turn.h"

/* The tracked point at an instant: true metres, above the board. */
void routh_rollout_recorded(const routh_dataset3 *dataset, size_t trajectory, size_t instant, double point[3]);

/* How far a predicted state is from that instant: distance of the tracked point, m, and angle, rad. */
void routh_rollout_distance(const routh_dataset3 *dataset, const routh_world3 *world, size_t trajectory, size_t instant,
                            const routh_state3 *predicted, double *distance, double *angle);

/* The free flight of a body with linear drag β, from a state on, `time` later: with a = (1 − e^(−βt))/β and
 * b = (t − a)/β it is at X₀ + a V₀ − b g e_z. */
typedef struct routh_start3_fall {
    double a, b;
} routh_start3_fall;
routh_start3_fall routh_start3_fall_of(double drag, double time);

/* The flight fitted to instants first … last of a toss, at least three. */
typedef struct routh_start3_flight {
    routh_state3 state; /* at instant `first`, time 0 */
    double place[2][2]; /* covariance of X₀ and V₀ along any axis, for a standard deviation of 1 m */
    double turn[6][6];  /* of turn and spin, for 1 rad */
    double square[2];   /* mean square of what is left in a coordinate, m² and rad² */
    double excess[2];   /* further acceleration that what is left looks like, m/s² and rad/s² */
    double line[2];     /* what 1 of it would add to a place and a velocity as fitted */
    double bends;       /* its variance in a coordinate is that of an instant ÷ this, s⁴ */
} routh_start3_flight;

/* False where the turn cannot be fitted: it is not that of a free body. */
bool routh_start3_flight_fit(const routh_dataset3 *dataset, const routh_world3 *world, const routh_free_turn *turn,
                             size_t trajectory, size_t first, size_t last, routh_start3_flight *flight);

/* The start of a toss in a world with another centre of mass or drag; its turn stays. */
routh_state3 routh_start3_moved(const routh_dataset3 *dataset, const routh_world3 *world, const routh_start3 *start);

#endif
