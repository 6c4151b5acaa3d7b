/* Where a law comes closest to one measured impulse.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FIT_IMPACT_SEARCH_H
#define ROUTH_SRC_FIT_IMPACT_SEARCH_H

#include "fit/box.h"

typedef struct routh_impact_search {
    const routh_law *law;
    const routh_contact *contact;
    routh_box box;
    int restitution;    /* which parameter is ε */
    routh_point target; /* the measured impulse */
    double size;        /* its length, or that of the stopping impulse if that is larger: the scale of rounding */
} routh_impact_search;

typedef struct routh_nearest {
    double u[ROUTH_MAX_PARAMETERS]; /* in the unit cube */
    double distance;                /* N s */
    double side;                    /* −1, 1: on which side of the curve over ε the target lies; 0: on it */
} routh_nearest;

/* Distances closer than this share of the size are equal. */
#define ROUTH_SAME_DISTANCE 1e-9

routh_impact_search routh_impact_search_for(const routh_law *law, const routh_box *box, const routh_contact *contact,
                                            routh_point target);

routh_impulse routh_impulse_in_box(const routh_impact_search *search, const double *u);

/* The closest of all; of equally close ones that with the least friction. */
routh_nearest routh_find_nearest(const routh_impact_search *search);

/* Of all that lead to the same sticking impulse as *nearest, the one with the least friction. */
void routh_take_smallest_friction(const routh_impact_search *search, routh_nearest *nearest);

#endif
