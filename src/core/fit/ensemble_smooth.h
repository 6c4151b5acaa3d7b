/* The parameters that cost least on many impacts, for laws whose impulses change smoothly but are slow to compute.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FIT_ENSEMBLE_SMOOTH_H
#define ROUTH_SRC_FIT_ENSEMBLE_SMOOTH_H

#include "fit/ensemble_task.h"

/* Is the law of this kind, and the cost a sum of squares? */
int routh_is_smooth(const routh_ensemble_task *task);

/* Starts for a search, the best first; returns how many. Uses only a part of the impacts. */
enum { ROUTH_BEGINNINGS = 2 };
int routh_find_beginnings(routh_ensemble_task *task, double beginning[ROUTH_BEGINNINGS][ROUTH_MAX_PARAMETERS]);

/* Towards the best near *u, whose cost is *value, by at most `rounds` rounds; nonzero when it has converged. */
int routh_descend_smoothly(routh_ensemble_task *task, int rounds, double *u, double *value);

#endif
