/* The parameters of a law that explain many impacts best.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TOSS_FIT_H
#define ROUTH_SRC_TOSS_FIT_H

#include <routh/toss.h>

/* Impacts and how much each counts; a weight of 0 leaves one out. */
typedef struct routh_toss_sample {
    const routh_toss_impacts *impacts;
    const size_t *index;  /* of the used ones among all impacts */
    const double *weight; /* one for each index */
    size_t count;
} routh_toss_sample;

typedef struct routh_toss_fit {
    double u[ROUTH_MAX_PARAMETERS]; /* in the unit cube in which the search goes */
    double parameters[ROUTH_MAX_PARAMETERS];
    double cost;    /* mean error, m/s */
    unsigned flags; /* of routh/identify.h */
    routh_status status;
} routh_toss_fit;

/* The least mean error over all parameters within their bounds: a grid, then simplexes from its best nodes. */
routh_toss_fit routh_toss_fit_law(const routh_toss_sample *sample, routh_toss_law law);

/* The same from near a place that is known to be good for similar weights. */
routh_toss_fit routh_toss_fit_near(const routh_toss_sample *sample, routh_toss_law law, const double *u);

#endif
