/* One law fitted to rebounds of spheres.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_REBOUND_FIT_H
#define ROUTH_SRC_STUDY_REBOUND_FIT_H

#include <routh/study.h>

#include "fit/fit.h"

enum { ROUTH_REBOUND_VALLEYS = 6, ROUTH_REBOUND_DIRECTIONS = 3 }; /* parameters, at most */

/* A fit of one law to rows with weights. */
typedef struct routh_rebound_fit {
    routh_context *context; /* asked whether to stop; NULL: none */
    bool *stopped;          /* it said so: every cost is infinite, and searches end soon */
    const routh_rebounds *rebounds;
    const routh_law *law;
    routh_box box;
    const unsigned *times;                 /* of each row */
    double size[ROUTH_REBOUND_QUANTITIES]; /* mean square of the measured values */

    int valley_count;
    double valley[ROUTH_REBOUND_VALLEYS][ROUTH_MAX_PARAMETERS]; /* where the search ended, in the unit cube */
} routh_rebound_fit;

/* Sets the box and the sizes. */
routh_status routh_rebound_fit_begin(routh_context *context, double mu_max, routh_rebound_fit *fit);

/* The parameters that cost least, and their cost; infinite where the law has no answer. Keeps the valleys it went down. */
double routh_rebound_fit_search(routh_rebound_fit *fit, double *parameters);

/* The same with other `times`, from the valleys that the search has kept: for the many fits of a bootstrap. */
double routh_rebound_fit_again(const routh_rebound_fit *fit, double *parameters);

#endif
