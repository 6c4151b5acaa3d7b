/* Where the fit of a chain begins, and which of its contacts are not certain to be at the point that seems lowest.
 *
 * The spins measured before and after a flight link its two angles. What is left open is one angle for the whole chain.
 * It is looked for over the range that the measured angles leave, by what they and the heights say.
 *
 * A polygon that lands nearly flat may have touched with either corner, and the balance of the wrong one is no balance.
 * Such a contact stays in the chain as a bridge between its flights, with y and Δvx free.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "geometry/shape.h"
#include "inertia/flight_chain.h"

/* Offsets reach this many deviations of the mean angle to either side, so many of them. */
static const double reach = 4;
enum { OFFSETS = 65, CANDIDATES = 4 };

/* Two starts that end this close in χ², at angles this many deviations apart, are both possible. */
static const double clearly_better = 9;

/* A contact is certain where no other corner is lowest within so many deviations of the angle. */
static const double certain = 3;

/* Sum of squared errors of angles and heights at an offset. */
static double pose_square(const chain_setting *s, const flight_chain *c, const double *theta, double offset) {
    double square = 0;
    for (size_t i = 0; i < c->count; i++) {
        double rx, ry, next;
        routh_shape_lowest(s->shape, theta[i] + offset, &rx, &ry, &next);
        const double turn = (c->measured[i][CHAIN_THETA] - theta[i] - offset) / s->deviation[CHAIN_THETA];
        const double high = s->deviation[CHAIN_Y] > 0 ? (c->measured[i][CHAIN_Y] + ry) / s->deviation[CHAIN_Y] : 0;
        square += turn * turn + high * high;
    }
    return square;
}

static void place_unknowns(const chain_setting *s, flight_chain *c, const double *theta, double offset) {
    const size_t n = c->count;
    for (size_t i = 0; i < n; i++)
        c->at[i] = theta[i] + offset;
    c->at[n] = c->measured[0][CHAIN_VX];
    c->at[n + 1] = c->measured[0][CHAIN_VY];
    c->at[n + 2] = c->measured[0][CHAIN_OMEGA];
    c->at[n + 3] = c->measured[n - 1][CHAIN_VY_AFTER];
    c->at[n + 4] = c->measured[n - 1][CHAIN_OMEGA_AFTER];
    c->unknowns = (int)n + CHAIN_ENDS;
    for (size_t i = 0; i < n; i++) {
        double rx, ry, next;
        if (!c->bridge[i])
            continue;
        routh_shape_lowest(s->shape, c->at[i], &rx, &ry, &next);
        c->at[c->unknowns++] = -ry;
        c->at[c->unknowns++] = c->measured[i][CHAIN_VX_AFTER] - c->measured[i][CHAIN_VX];
    }
}

/* Angles linked by the spins, with the offset 0 at the mean of those measured. */
static void link_angles(const flight_chain *c, double theta[CHAIN_MOST]) {
    double sum = 0;
    theta[0] = 0;
    for (size_t i = 0; i + 1 < c->count; i++)
        theta[i + 1] =
            theta[i] + c->flight[i] * (c->measured[i][CHAIN_OMEGA_AFTER] + c->measured[i + 1][CHAIN_OMEGA]) / 2;
    for (size_t i = 0; i < c->count; i++)
        sum += c->measured[i][CHAIN_THETA] - theta[i];
    for (size_t i = 0; i < c->count; i++)
        theta[i] += sum / (double)c->count;
}

/* The offsets at which the poses fit best among their neighbours, best first. */
static int find_offsets(const chain_setting *s, const flight_chain *c, const double *theta, double offset[CANDIDATES]) {
    double square[OFFSETS], best[CANDIDATES];
    const double step = 2 * reach * s->deviation[CHAIN_THETA] / sqrt((double)c->count) / (OFFSETS - 1);
    int found = 0;
    for (int j = 0; j < OFFSETS; j++)
        square[j] = pose_square(s, c, theta, step * (j - OFFSETS / 2));
    for (int j = 0; j < OFFSETS; j++) {
        if ((j > 0 && square[j - 1] < square[j]) || (j + 1 < OFFSETS && square[j + 1] <= square[j]))
            continue;
        if (found == CANDIDATES && square[j] >= best[CANDIDATES - 1])
            continue;
        int place = found < CANDIDATES ? found++ : CANDIDATES - 1;
        for (; place > 0 && best[place - 1] > square[j]; place--) {
            best[place] = best[place - 1];
            offset[place] = offset[place - 1];
        }
        best[place] = square[j];
        offset[place] = step * (j - OFFSETS / 2);
    }
    return found;
}

static size_t lowest_corner(const routh_shape *shape, double theta) {
    const double s = sin(theta), c = cos(theta);
    size_t lowest = 0;
    double least = INFINITY;
    for (size_t k = 0; k < shape->count; k++) {
        const double y = s * shape->vertex[k][0] + c * shape->vertex[k][1];
        if (y < least) {
            least = y;
            lowest = k;
        }
    }
    return lowest;
}

/* Marks contacts whose corner is not certain; true where there is a new one. */
static bool mark_bridges(const chain_setting *s, flight_chain *c) {
    bool any = false;
    for (size_t i = 0; i < c->count && s->shape->kind == ROUTH_POLYGON; i++) {
        const double wide = certain * c->theta_error[i];
        if (c->bridge[i] || (lowest_corner(s->shape, c->at[i] - wide) == lowest_corner(s->shape, c->at[i]) &&
                             lowest_corner(s->shape, c->at[i] + wide) == lowest_corner(s->shape, c->at[i])))
            continue;
        c->bridge[i] = any = true;
    }
    return any;
}

static bool same_angles(const flight_chain *a, const flight_chain *b) {
    for (size_t i = 0; i < a->count; i++)
        if (fabs(a->at[i] - b->at[i]) > fmax(a->theta_error[i], b->theta_error[i]))
            return false;
    return true;
}

void routh_chain_start(const chain_setting *s, flight_chain *c) {
    double theta[CHAIN_MOST], offset[CANDIDATES] = {0};
    memset(c->bridge, 0, sizeof c->bridge);
    c->used = false;
    c->square = INFINITY;
    c->freedom = 1;
    link_angles(c, theta);
    const int starts = find_offsets(s, c, theta, offset);
    flight_chain best = *c;
    double second = INFINITY;
    for (int k = 0; k < starts; k++) {
        flight_chain one = *c;
        place_unknowns(s, &one, theta, offset[k]);
        if (!routh_chain_fit(s, &one))
            continue;
        if (!best.used || one.square < best.square) {
            if (best.used && !same_angles(&one, &best))
                second = best.square;
            best = one;
            best.used = true;
        } else if (!same_angles(&one, &best))
            second = fmin(second, one.square);
    }
    if (best.used && second < best.square + clearly_better)
        best.used = false;
    for (size_t pass = 0; best.used && pass < c->count && mark_bridges(s, &best); pass++) {
        memcpy(theta, best.at, sizeof theta);
        place_unknowns(s, &best, theta, 0);
        best.used = routh_chain_fit(s, &best);
    }
    size_t bridges = 0;
    for (size_t i = 0; i < c->count; i++)
        bridges += best.bridge[i];
    best.used = best.used && bridges < c->count;
    *c = best;
}
