/* The cost at a point of the unit cube.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "fit/ensemble_task.h"

double routh_cost_in_box(routh_ensemble_task *task, const double *u) {
    double parameters[ROUTH_MAX_PARAMETERS];
    routh_box_parameters(task->box, u, parameters);
    task->evaluations++;
    return routh_ensemble_evaluate(task->ensemble, task->law, parameters);
}
