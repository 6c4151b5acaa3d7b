/* a b + c with one rounding. C's fma is that on every system but newlib's, that of microcontrollers, which rounds twice.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_FUSED_H
#define ROUTH_SRC_ALGEBRA_FUSED_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* x + y rounded to odd: of the two numbers next to the sum the one whose last bit is 1, unless the sum is a number. */
static inline double routh_sum_to_odd(double x, double y) {
    const double sum = x + y, part = sum - x, rest = (x - (sum - part)) + (y - part);
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    if (rest == 0 || bits % 2 == 1)
        return sum;
    bits = (rest > 0) == (sum > 0) ? bits + 1 : bits - 1;
    double odd;
    memcpy(&odd, &bits, sizeof odd);
    return odd;
}

/* From sums and products alone (Boldo and Melquiond, Emulation of FMA and correctly rounded sums, IEEE Transactions on Computers
 * 57, 2008): exact where a b neither overflows nor has digits below the smallest number. */
static inline double routh_fused_of_sums(double a, double b, double c) {
    const double split = 134217729.0; /* 2²⁷ + 1 (Dekker 1971) */
    const double as = split * a, bs = split * b;
    const double ah = as - (as - a), bh = bs - (bs - b), al = a - ah, bl = b - bh;
    const double product = a * b, low = al * bl - (((product - ah * bh) - al * bh) - ah * bl);
    const double first = c + low, part1 = first - c, rest1 = (c - (first - part1)) + (low - part1);
    const double second = product + first, part2 = second - product;
    const double rest2 = (product - (second - part2)) + (first - part2);
    return second + routh_sum_to_odd(rest2, rest1);
}

static inline double routh_fused(double a, double b, double c) {
#if defined(__NEWLIB__) && !defined(FP_FAST_FMA)
    return routh_fused_of_sums(a, b, c);
#else
    return fma(a, b, c);
#endif
}

#endif
