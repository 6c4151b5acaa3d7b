/* A law's parameters as points of the unit cube, in which searches go.
 *
 * Restitutions are linear in it. A parameter with a range of its own for fits, such as a ratio of stiffnesses, is
 * logarithmic. Friction is μ = M u / (1 + M (1 − u)) up to its cap M: even steps of u are nearly even
 * steps of μ while μ is small, where laws change fast, and wide ones where everything sticks.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FIT_BOX_H
#define ROUTH_SRC_FIT_BOX_H

#include <math.h>

#include <routh/impact.h>

typedef struct routh_box {
    int dimension;
    int friction; /* which parameter is μ; −1: none */
    double low[ROUTH_MAX_PARAMETERS], high[ROUTH_MAX_PARAMETERS];
    double decades[ROUTH_MAX_PARAMETERS]; /* ln(high/low) of a logarithmic one; 0: it is not */
} routh_box;

/* Fails if the cap is not a positive number, or if the law has parameters but no restitution, on which the searches
 * rely. */
routh_status routh_box_of(routh_context *context, const routh_law *law, double mu_max, routh_box *box);

static inline double routh_box_value(const routh_box *box, int i, double u) {
    const double low = box->low[i], high = box->high[i];
    const double value = box->decades[i] > 0  ? low * exp(box->decades[i] * u)
                         : i == box->friction ? high * (u / (1 + high * (1 - u)))
                                              : low + (high - low) * u;
    return u < 1 && value < high ? value : high;
}

static inline void routh_box_parameters(const routh_box *box, const double *u, double *parameters) {
    for (int i = 0; i < box->dimension; i++)
        parameters[i] = routh_box_value(box, i, u[i]);
}

/* The way back, of a value within the bounds. */
static inline double routh_box_coordinate(const routh_box *box, int i, double value) {
    const double low = box->low[i], high = box->high[i];
    if (box->decades[i] > 0)
        return log(value / low) / box->decades[i];
    return i == box->friction ? value * (1 + high) / (high * (1 + value)) : (value - low) / (high - low);
}

/* Closer than this to 0 or 1 is at the bound. */
#define ROUTH_BOX_EDGE 1e-6

int routh_box_at_edge(const routh_box *box, const double *u);

#endif
