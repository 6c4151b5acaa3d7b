/* Where a function, known at the points of a step, first falls to 0.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact3/fall.h"

static double value_at(const routh_watched *g, double xi) {
    return g->between ? g->between(g, xi) : routh_step_between(g->start, g->at, xi);
}

/* How deep a fall must be to count as one. */
static double least_fall(const routh_watched *g) {
    return fmax(1e-13 * g->scale, g->noise);
}

/* A zero of g between two ξ where it is positive and negative. */
static double zero_between(const routh_watched *g, double low, double above, double high, double below) {
    for (int n = 0; n < 60 && high - low > 1e-14; n++) { /* false position, bisection every third time */
        const double xi = n % 3 == 2 ? 0.5 * (low + high) : low + (high - low) * above / (above - below);
        const double value = value_at(g, xi);
        if (fabs(value) <= 1e-15 * g->scale)
            return xi;
        if (value > 0) {
            low = xi;
            above = value;
        } else {
            high = xi;
            below = value;
        }
    }
    return high;
}

/* A dip below 0 between points where g is positive: looked for around its lowest point, by golden section. A dip
 * shallower than 1e-9 may be rounding of the polynomial, and changes nothing. */
static double first_dip(const routh_watched *g) {
    const double golden = 0.6180339887498949;
    int lowest = 0;
    double most = g->start;
    for (int i = 1; i < RADAU_POINTS; i++) {
        lowest = g->at[i] < g->at[lowest] ? i : lowest;
        most = fmax(most, g->at[i]);
    }
    const int just_begun = lowest == 0 && g->start <= 1e-13 * g->scale; /* it starts from 0, and grows */
    if (g->at[lowest] > 0.1 * most || just_begun)
        return 2;
    const double begin = lowest == 0 ? 0 : routh_radau_node[lowest - 1];
    double low = begin, high = lowest + 1 < RADAU_POINTS ? routh_radau_node[lowest + 1] : 1;
    for (int n = 0; n < 16; n++) {
        const double left = high - golden * (high - low), right = low + golden * (high - low);
        const double at_left = value_at(g, left);
        const double at_right = value_at(g, right);
        const double least = fmin(at_left, at_right), where = at_left < at_right ? left : right;
        if (least < -fmax(1e-9 * most, least_fall(g)))
            return zero_between(g, begin, lowest == 0 ? g->start : g->at[lowest - 1], where, least);
        if (at_left < at_right)
            high = right;
        else
            low = left;
    }
    return 2;
}

/* The fall before the first point. A function that starts from 0 may grow before it falls. If it does not, a little later than
 * at once: where rounding hides the difference between stick and slip, that ensures some progress. */
static double fall_at_start(const routh_watched *g) {
    double high = routh_radau_node[0], below = g->at[0];
    if (g->start > least_fall(g))
        return zero_between(g, 0, g->start, high, below);
    for (int n = 0; n < 24; n++) {
        const double xi = 0.5 * high, value = value_at(g, xi);
        if (value > 0)
            return zero_between(g, xi, value, high, below);
        high = xi;
        below = value;
    }
    return high;
}

double routh_first_fall(const routh_watched *g) {
    for (int i = 0; i < RADAU_POINTS; i++)
        if (g->at[i] < -least_fall(g))
            return i == 0
                       ? fall_at_start(g)
                       : zero_between(g, routh_radau_node[i - 1], fmax(g->at[i - 1], 0), routh_radau_node[i], g->at[i]);
    return first_dip(g);
}

double routh_fall_missed(const routh_watched *g) {
    const double end = g->at[RADAU_POINTS - 1], before = g->at[RADAU_POINTS - 2];
    if (fabs(end) <= 1e-14 * g->scale || before <= end)
        return 0;
    const double change = end / (before - end) * (1 - routh_radau_node[RADAU_POINTS - 2]);
    return fabs(change) < 0.5 && fabs(change) >= 1e-14 ? change : 0;
}
