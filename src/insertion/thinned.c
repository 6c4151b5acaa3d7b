/* The same recording with fewer samples.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/thinned.h"

#include "base/context.h"

routh_status routh_thinned_create(routh_context *context, const routh_separable *problem, size_t most,
                                  routh_thinned *thinned) {
    const routh_regressor *from = problem->regressor;
    const size_t step = (problem->samples + most - 1) / most, count = (problem->samples + step - 1) / step;
    *thinned = (routh_thinned){.insertion = *from->insertion};
    thinned->insertion.count = count;
    thinned->insertion.sample = routh_allocate(context, count, sizeof *thinned->insertion.sample);
    if (!thinned->insertion.sample)
        return ROUTH_OUT_OF_MEMORY;
    /* the last sample stays: parts have settled there */
    for (size_t k = 0; k < count; k++)
        thinned->insertion.sample[count - 1 - k] = from->insertion->sample[problem->samples - 1 - step * k];
    routh_status status =
        routh_regressor_create(context, from->assembly, &thinned->insertion, &from->options, &thinned->regressor);
    if (status == ROUTH_OK)
        status = routh_separable_create(context, thinned->regressor, &thinned->problem);
    if (status == ROUTH_OK)
        status = routh_descent_create(context, &thinned->problem, &thinned->descent);
    if (status != ROUTH_OK)
        routh_thinned_release(context, thinned);
    return status;
}

void routh_thinned_release(routh_context *context, routh_thinned *thinned) {
    routh_descent_release(context, &thinned->descent);
    routh_separable_release(context, &thinned->problem);
    routh_regressor_release(context, thinned->regressor);
    routh_release(context, thinned->insertion.sample);
    *thinned = (routh_thinned){0};
}
