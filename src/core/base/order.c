/* The order of numbers, their median and quantiles.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/numbers.h"

#include <math.h>
#include <stdlib.h>

static void swap(double *a, double *b) {
    const double kept = *a;
    *a = *b;
    *b = kept;
}

static double middle_of(double a, double b, double c) {
    return a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
}

/* What stands at `at` when values[0 … count-1] are in order; then no smaller one is behind it and no larger one before it.
 * Halves the range about twice for each round (Hoare 1961); where that does not come true, the rest is sorted. */
static double select_value(double *values, size_t count, size_t at) {
    size_t first = 0, last = count - 1;
    for (int rounds = 0; last - first > 16 && rounds < 128; rounds++) {
        const double pivot = middle_of(values[first], values[first + (last - first) / 2], values[last]);
        size_t left = first, right = last;
        for (;; left++, right--) {
            while (values[left] < pivot)
                left++;
            while (values[right] > pivot)
                right--;
            if (left >= right)
                break;
            swap(&values[left], &values[right]);
        }
        if (right == last && left == last)
            break; /* nothing was parted */
        if (at <= right)
            last = right;
        else
            first = right + 1;
    }
    qsort(values + first, last - first + 1, sizeof *values, routh_ascending);
    return values[at];
}

double routh_median(double *values, size_t count) {
    if (count == 0)
        return NAN;
    const double upper = select_value(values, count, count / 2);
    if (count % 2)
        return upper;
    double lower = values[0];
    for (size_t i = 1; i < count / 2; i++)
        lower = values[i] > lower ? values[i] : lower;
    return 0.5 * (lower + upper);
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
