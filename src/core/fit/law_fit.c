/* A law's parameters from many impacts, with their intervals.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/context.h"
#include "fit/ensemble.h"

routh_status routh_law_fit(routh_context *context, const routh_law *law, const routh_sample *samples,
                           const size_t *index, size_t count, const routh_fit_options *options,
                           routh_estimate *estimate) {
    if (!law || !estimate)
        return routh_fail_null(context, "law estimate", (const void *const[]){law, estimate});
    const routh_fit_options defaults = routh_fit_options_default();
    options = options ? options : &defaults;
    routh_ensemble *ensemble = NULL;
    routh_status status = routh_array_check(context, "samples", samples, count);
    if (status == ROUTH_OK)
        status = routh_ensemble_create(context, count, &ensemble);
    if (status == ROUTH_OK)
        status = routh_ensemble_fit(context, law, samples, index, count, options, ensemble, estimate);
    routh_ensemble_release(context, ensemble);
    if (status == ROUTH_OK && options->resamples > 0)
        status = routh_ensemble_bootstrap(context, law, samples, index, count, options, options->resamples,
                                          options->level, options->seed, estimate->interval, estimate->correlation);
    return status;
}
