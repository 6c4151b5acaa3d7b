/* How the parameters of a law are correlated over resamples.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "fit/correlate.h"

#include <math.h>

#include "algebra/resample.h"
#include "base/context.h"

enum { MOST = ROUTH_MAX_PARAMETERS };

routh_status routh_parameters_correlate(routh_context *context, const routh_parameter *parameter, int count,
                                        const double *values, size_t draws, double correlation[MOST][MOST]) {
    double *room = routh_allocate(context, draws, (MOST + 2) * sizeof *room);
    if (!room)
        return ROUTH_OUT_OF_MEMORY;
    const double *row[MOST];
    for (int d = 0; d < count; d++) {
        double *own = room + (size_t)(2 + d) * draws;
        row[d] = own;
        for (size_t i = 0; i < draws; i++) {
            const double value = values[(size_t)d * draws + i];
            own[i] = parameter[d].fit_low > 0 ? log(value) : value;
        }
    }
    routh_resample_correlation(row, (size_t)count, draws, room, MOST, correlation[0]);
    routh_release(context, room);
    return ROUTH_OK;
}
