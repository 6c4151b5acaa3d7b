/* The parameters that cost least on many impacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FIT_ENSEMBLE_SEARCH_H
#define ROUTH_SRC_FIT_ENSEMBLE_SEARCH_H

#include "fit/ensemble_task.h"

/* The best of the whole box. `samples` and `index` are what was loaded. Returns 0 if the evaluations ran out. */
int routh_ensemble_search(routh_ensemble_task *task, const routh_sample *samples, const size_t *index, double *u,
                          double *value);

/* The best near *u, whose cost is *value: a simplex of size `step`, begun again smaller and to the other side until
 * that gains nothing, down to `tolerance`. Returns 0 if the evaluations ran out. */
int routh_ensemble_refine(routh_ensemble_task *task, double step, double tolerance, double *u, double *value);

#endif
