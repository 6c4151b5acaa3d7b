/* What searches over many impacts have in common.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FIT_ENSEMBLE_TASK_H
#define ROUTH_SRC_FIT_ENSEMBLE_TASK_H

#include "fit/box.h"
#include "fit/ensemble.h"

typedef struct routh_ensemble_task {
    routh_ensemble *ensemble; /* loaded */
    const routh_law *law;
    const routh_box *box;
    int limit;       /* of evaluations in one local search */
    int evaluations; /* so far */
} routh_ensemble_task;

/* The cost at a point of the box. */
double routh_cost_in_box(routh_ensemble_task *task, const double *u);

#endif
