/* Where a function, known at the points of a step, first falls to 0: there the step must end, because something changes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT3_FALL_H
#define ROUTH_SRC_IMPACT3_FALL_H

#include "impact3/collocation.h"

/* What happens to a contact. */
typedef enum routh_turn {
    ROUTH_TURN_NONE,
    ROUTH_COMPRESSION_ENDS, /* v_n = 0 while loading */
    ROUTH_LOADS_AGAIN,      /* the force is back at its highest, and grows */
    ROUTH_SLIP_BEGINS,
    ROUTH_STICK_BEGINS,
    ROUTH_OPENS,  /* the force is 0 */
    ROUTH_CLOSES, /* the gap is 0 */
    ROUTH_WAKES,  /* its force is no longer faint */
    ROUTH_RESTS,  /* all contacts under load have come to rest */
    ROUTH_STALLS  /* no progress: the limit on steps was reached */
} routh_turn;

/* A function that is positive until its turn comes: its value at the start and at the points. */
typedef struct routh_watched {
    routh_turn turn;
    double scale; /* the scale of the values */
    double noise; /* shallower falls are ignored: they may be errors of the step's sweeps */
    double start;
    double at[RADAU_WIDTH];

    /* Its value at ξ, where its own polynomial would not do; NULL: it does. */
    double (*between)(const struct routh_watched *watched, double xi);
    const routh_springs *springs;      /* for `between`: the contact at the start, */
    const routh_step_contact *contact; /* and at the points */
} routh_watched;

/* The first ξ at which its polynomial falls to 0; 2 if it does not within the step. */
double routh_first_fall(const routh_watched *g);

/* A step cut at such a place ends a little off it. By what share of itself it should be longer or shorter, by the
 * secant through its last two points; 0: it cannot get closer. */
double routh_fall_missed(const routh_watched *g);

#endif
