/* An interval from the values of many resamples.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "identify/interval.h"

#include <math.h>
#include <stdlib.h>

#include "base/order.h"

routh_interval routh_interval_of(double *value, size_t count, double tail) {
    double mean = 0, squares = 0;
    for (size_t i = 0; i < count; i++)
        mean += value[i] / (double)count;
    for (size_t i = 0; i < count; i++)
        squares += (value[i] - mean) * (value[i] - mean);
    qsort(value, count, sizeof *value, routh_ascending);
    return (routh_interval){.low = routh_quantile(value, count, tail),
                            .high = routh_quantile(value, count, 1 - tail),
                            .deviation = sqrt(squares / (double)(count - 1))};
}
