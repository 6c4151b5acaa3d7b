/* The order of numbers, their median and quantiles.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/order.h"

#include <math.h>
#include <stdlib.h>

double routh_median(double *values, size_t count) {
    if (count == 0)
        return NAN;
    qsort(values, count, sizeof *values, routh_ascending);
    return count % 2 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

double routh_quantile(const double *value, size_t count, double share) {
    const double at = share * (double)(count + 1) - 1;
    if (at <= 0)
        return value[0];
    if (at >= (double)(count - 1))
        return value[count - 1];
    const size_t below = (size_t)at;
    return value[below] + (at - (double)below) * (value[below + 1] - value[below]);
}
