/* The phases of an impact with springs: each goes on until something changes, and says what.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT3_PHASE_H
#define ROUTH_SRC_IMPACT3_PHASE_H

#include "impact3/fall.h"

/* One impact in progress. */
typedef struct routh_springs_way {
    routh_springs springs;
    double w[3][3]; /* contact compliance */
    double time;
    double friction;      /* energy lost to friction so far */
    double impulse_scale; /* scale of errors of the impulse, N s */
    double tolerance;
    const routh_law3_options *options;
} routh_springs_way;

/* Is a trace recorded, with moments between the switches? */
static inline int routh_is_watched(const routh_springs_way *way) {
    return way->options->watch && way->options->points > 0;
}

/* How the springs change, m/s. */
void routh_spring_rate(const routh_springs *springs, double rate[3]);

/* The moment these springs are in. */
routh_moment routh_moment_of(const routh_springs *springs, double time);

/* Stick: in closed form over time. */
routh_turn routh_go_sticking(routh_springs_way *way);

/* Slip along a line: in closed form over the normal impulse. */
routh_turn routh_go_straight(routh_springs_way *way);

/* Slip whose direction turns: by collocation over time. */
routh_turn routh_go_turning(routh_springs_way *way);

/* Does the direction of slip stay as it is? */
int routh_slip_is_straight(const routh_springs_way *way);

#endif
