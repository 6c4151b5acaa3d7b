/* Restitution of f = k x₊ (1 + d ẋ)₊, x the depth.
 *
 * m ẍ = −k x (1 + d ẋ) separates: ẋ dẋ/(1 + d ẋ) = −(k/m) x dx. From x = 0, ẋ = v to x = 0, ẋ = −e v both sides integrate to
 * d v (1 + e) = ln[(1 + d v)/(1 − e d v)], whatever k and m. With c(x) = −x − ln(1 − x) = x²/2 + x³/3 + …
 *
 *     c(e d v) = c(−d v).
 *
 * The rebound is slower than 1/d, since c(x) → ∞ for x → 1.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "engine/engine.h"

enum { TERMS = 40, MOST = 200 };

/* (c(x) − x²/2)/x³ = 1/3 + x/4 + x²/5 + …, x < 1: accurate where c itself is a difference of nearly equal numbers. */
static double rest(double x) {
    if (fabs(x) > 0.3)
        return (-x - log1p(-x) - x * x / 2) / (x * x * x);
    double sum = 0;
    for (int n = TERMS; n >= 3; n--)
        sum = sum * x + 1.0 / n;
    return sum;
}

/* [c(e y) − c(−y)]/y²: falls below 0 for small y, and rises with both e and y. */
static double excess(double e, double y) {
    return -(1 - e) * (1 + e) / 2 + y * (e * e * e * rest(e * y) + rest(-y));
}

double routh_hunt_crossley_restitution(double dissipation_speed) {
    const double y = dissipation_speed;
    if (!(y >= 0))
        return NAN;
    if (y == 0)
        return 1;
    double low = 0, high = y > 1 ? 1 / y : 1;
    for (int i = 0; i < MOST; i++) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            break;
        if (middle * y < 1 && excess(middle, y) < 0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

double routh_hunt_crossley_dissipation(double restitution) {
    const double e = restitution;
    if (!(e >= 0 && e <= 1))
        return NAN;
    if (e == 0)
        return INFINITY;
    double low = 0, high = 1 / e;
    for (int i = 0; i < MOST; i++) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            break;
        if (e * middle < 1 && excess(e, middle) < 0)
            low = middle;
        else
            high = middle;
    }
    return e < 1 ? high : 0;
}
