/* The parameters of a law in space that explain many impacts best.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FIT_FIT3_H
#define ROUTH_SRC_FIT_FIT3_H

#include <routh/fit.h>

/* Impacts and how much each counts; a weight of 0 leaves one out. */
typedef struct routh_weighted3 {
    const routh_sample3 *sample;
    const double *weight; /* one for each sample; NULL: all alike */
    size_t count;
} routh_weighted3;

typedef struct routh_fit3 {
    double u[ROUTH_MAX_PARAMETERS]; /* in the unit cube in which the search goes */
    routh_estimate estimate;
    routh_status status;
} routh_fit3;

/* The least mean error over all parameters within their bounds: a grid, then simplexes from its best nodes. The context
 * is asked whether to stop; the status is then ROUTH_CANCELLED. */
routh_fit3 routh_fit3_search(routh_context *context, const routh_law3 *law, const routh_weighted3 *samples);

/* The same from near a place that is known to be good for similar weights. */
routh_fit3 routh_fit3_near(routh_context *context, const routh_law3 *law, const routh_weighted3 *samples,
                           const double *u);

/* The parameters at a place in the unit cube. */
void routh_fit3_parameters(const routh_law3 *law, const double *u, double *parameters);

#endif
