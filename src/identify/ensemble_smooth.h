/* The parameters that cost least on many impacts, for laws whose impulses change smoothly but take their time.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IDENTIFY_ENSEMBLE_SMOOTH_H
#define ROUTH_SRC_IDENTIFY_ENSEMBLE_SMOOTH_H

#include "identify/ensemble_search.h"

/* Is the law such a one, and the cost a sum of squares? */
int routh_is_smooth(const routh_ensemble_task *task);

/* Beginnings for a search, the best first; how many. Looks at a part of the impacts only. */
enum { ROUTH_BEGINNINGS = 2 };
int routh_find_beginnings(routh_ensemble_task *task, double beginning[ROUTH_BEGINNINGS][ROUTH_MAX_PARAMETERS]);

/* Towards the best near *u, whose cost is *value, by so many rounds at most; nonzero when it is there. */
int routh_descend_smoothly(routh_ensemble_task *task, int rounds, double *u, double *value);

#endif
