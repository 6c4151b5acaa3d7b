/* Kernel densities of errors: Gaussian kernels, Silverman's bandwidth, mirrored at 0 because errors cannot be negative.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>

#include "base/numbers.h"
#include "study/internal.h"

/* Further away than this many bandwidths a kernel adds less than rounding does. */
static const double reach = 8.5;

/* Silverman's rule of thumb: 0.9 n^(−1/5) times the deviation or, for skewed errors, the smaller quartile range / 1.34. */
static double bandwidth_of(const double *sorted, size_t count) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++) {
        sum += sorted[i];
        squares += sorted[i] * sorted[i];
    }
    const double n = (double)count, deviation = sqrt(fmax(0, squares / n - sum * sum / (n * n)));
    const double quartiles = sorted[3 * count / 4] - sorted[count / 4];
    return fmax(0.9 * fmin(deviation, quartiles / 1.34) * pow(n, -0.2), 1e-4);
}

/* The first of the sorted values that is not below. */
static size_t first_from(const double *sorted, size_t count, double value) {
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (sorted[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static double kernels_at(const double *sorted, size_t count, double at, double h) {
    double sum = 0;
    for (size_t i = first_from(sorted, count, at - reach * h); i < count && sorted[i] <= at + reach * h; i++)
        sum += exp(-0.5 * (at - sorted[i]) * (at - sorted[i]) / (h * h));
    return sum;
}

void routh_study_density(double *error, size_t count, const double *abscissa, double *density) {
    for (size_t j = 0; j < ROUTH_DENSITY_POINTS; j++)
        density[j] = NAN;
    if (count == 0)
        return;
    qsort(error, count, sizeof *error, routh_ascending);
    const double h = bandwidth_of(error, count), root = sqrt(2 * ROUTH_PI);
    for (size_t j = 0; j < ROUTH_DENSITY_POINTS; j++)
        density[j] = (kernels_at(error, count, abscissa[j], h) + kernels_at(error, count, -abscissa[j], h)) /
                     ((double)count * h * root);
}
