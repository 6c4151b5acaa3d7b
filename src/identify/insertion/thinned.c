/* The same recording with fewer samples.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/thinned.h"

#include "base/context.h"

/* Every step-th sample; the last stays: parts have settled there. */
static routh_status thin_out(routh_context *context, const routh_insertion *from, size_t step, routh_insertion *to) {
    *to = *from;
    to->count = (from->count + step - 1) / step;
    to->rate = from->rate / (double)step;
    to->sample = routh_allocate(context, to->count, sizeof *to->sample);
    for (size_t k = 0; to->sample && k < to->count; k++)
        to->sample[to->count - 1 - k] = from->sample[from->count - 1 - step * k];
    return to->sample ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

static routh_status thin_out_all(routh_context *context, const routh_regressor *from, size_t step,
                                 routh_thinned *thinned) {
    const routh_insertion **recording = routh_allocate(context, from->recordings, sizeof *recording);
    thinned->insertion = routh_allocate(context, from->recordings, sizeof *thinned->insertion);
    routh_status status = recording && thinned->insertion ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < from->recordings && status == ROUTH_OK; i++) {
        recording[i] = &thinned->insertion[i];
        thinned->count++;
        status = thin_out(context, from->recording[i], step, &thinned->insertion[i]);
    }
    if (status == ROUTH_OK)
        status = routh_regressor_create_of(context, from->assembly, recording, from->recordings, &from->options,
                                           &thinned->regressor);
    routh_release(context, recording);
    return status;
}

routh_status routh_thinned_create(routh_context *context, const routh_separable *problem, size_t most,
                                  routh_thinned *thinned) {
    *thinned = (routh_thinned){0};
    routh_status status = thin_out_all(context, problem->regressor, (problem->samples + most - 1) / most, thinned);
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
    for (size_t i = 0; i < thinned->count; i++)
        routh_release(context, thinned->insertion[i].sample);
    routh_release(context, thinned->insertion);
    *thinned = (routh_thinned){0};
}
