/* A quasi-Newton method with bounds: the BFGS approximation B of the second derivatives gives a quadratic model, whose
 * least point within the bounds (found by fixing the variables that would leave them, one round after another) is where
 * to go; a search along that line makes sure that the function goes down. With few variables the full B is cheaper than
 * a limited memory of it, and as the line ends within the bounds, nothing has to be projected.
 *
 * J. Nocedal, S. J. Wright, Numerical optimization (2006), sections 3.5 and 6.1, and 18.3 for Powell's damping, which
 * keeps B positive definite where the function is not convex.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/quasi_newton.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "algebra/cholesky.h"
#include "algebra/qr.h"

enum { MOST = ROUTH_QUASI_NEWTON_MOST, LINE_STEPS = 12 };

#define ENOUGH_DOWN 1e-4 /* of what the slope promises */

/* B overrates the curvature of directions in which the search has hardly moved, and then expects too little of them; so
 * the slope must be small as well, this many times the tolerance at most. */
#define STEEP 1000

/* The state of one search. */
typedef struct walk {
    routh_quasi_newton *d;
    size_t n;
    double gradient[MOST], step[MOST];
    double gain;  /* what the quadratic model expects of the step */
    double slope; /* gradient · step */
    double steep; /* the largest slope of a variable that is free to move */
    double trial[MOST], trial_value, trial_gradient[MOST];
} walk;

static int evaluate(walk *w) {
    w->d->evaluated++;
    const int stop = w->d->function(w->trial, &w->trial_value, w->trial_gradient, w->d->user);
    if (isnan(w->trial_value))
        w->trial_value = INFINITY;
    return stop;
}

static void accept(walk *w) {
    memcpy(w->d->x, w->trial, w->n * sizeof *w->trial);
    memcpy(w->gradient, w->trial_gradient, w->n * sizeof *w->trial_gradient);
    w->d->value = w->trial_value;
}

/* Nothing is known of the curvature: the first step shall have length 1. */
static void forget(walk *w) {
    const double size = sqrt(routh_sum_of_products(w->n, w->gradient, w->gradient));
    memset(w->d->curvature, 0, sizeof w->d->curvature);
    for (size_t i = 0; i < w->n; i++)
        w->d->curvature[i][i] = size > 0 ? size : 1;
    w->d->learned = 0;
}

/* The step of the free variables, B_ff s_f = −g_f − B_fx s_x, by Cholesky's method; false if B has lost its
 * definiteness to rounding. */
static bool solve_free(walk *w, const bool *fixed) {
    double factor[MOST][MOST], part[MOST];
    size_t free[MOST], count = 0;
    for (size_t i = 0; i < w->n; i++)
        if (!fixed[i])
            free[count++] = i;
    for (size_t a = 0; a < count; a++) {
        const double *row = w->d->curvature[free[a]];
        for (size_t b = 0; b <= a; b++)
            factor[a][b] = row[free[b]];
        part[a] = -w->gradient[free[a]];
        for (size_t i = 0; i < w->n; i++)
            part[a] -= fixed[i] ? row[i] * w->step[i] : 0;
    }
    if (!routh_cholesky_factor(count, MOST, factor[0], 0))
        return false;
    routh_cholesky_solve(count, MOST, factor[0], part);
    for (size_t a = 0; a < count; a++)
        w->step[free[a]] = part[a];
    return true;
}

/* The step to the least point of the quadratic model within the bounds; false if there is no way down. */
static bool plan(walk *w) {
    const routh_quasi_newton *d = w->d;
    bool fixed[MOST] = {false}, left = true;
    w->steep = 0;
    for (size_t i = 0; i < w->n; i++) {
        fixed[i] = (d->x[i] <= d->low[i] && w->gradient[i] > 0) || (d->x[i] >= d->high[i] && w->gradient[i] < 0);
        w->steep = fixed[i] ? w->steep : fmax(w->steep, fabs(w->gradient[i]));
        w->step[i] = 0;
    }
    for (size_t round = 0; left && round <= w->n; round++) {
        if (!solve_free(w, fixed))
            return false;
        left = false;
        for (size_t i = 0; i < w->n; i++) {
            const double low = fmax(d->low[i] - d->x[i], -d->longest), high = fmin(d->high[i] - d->x[i], d->longest);
            if (!fixed[i] && (w->step[i] < low || w->step[i] > high)) {
                w->step[i] = w->step[i] < low ? low : high;
                fixed[i] = left = true;
            }
        }
    }
    w->slope = routh_sum_of_products(w->n, w->gradient, w->step);
    w->gain = -w->slope;
    for (size_t i = 0; i < w->n; i++)
        w->gain -= 0.5 * w->step[i] * routh_sum_of_products(w->n, d->curvature[i], w->step);
    return w->slope < 0 && w->gain >= 0;
}

/* How much of a step that went wrong to take next: to the least point of the parabola through both values and the
 * slope. */
static double shorter(const walk *w, double share) {
    const double rise = w->trial_value - w->d->value - share * w->slope;
    const double least = isfinite(rise) && rise > 0 ? -0.5 * share * share * w->slope / rise : 0;
    return fmin(fmax(least, 0.1 * share), 0.5 * share);
}

typedef enum line_end { LINE_DOWN, LINE_NOT_DOWN, LINE_STOPPED } line_end;

/* Shortens the step until the function goes down enough; the trial is then where it led. */
static line_end search_line(walk *w) {
    double share = 1;
    for (int attempt = 0; attempt < LINE_STEPS && w->d->evaluated < w->d->evaluations; attempt++) {
        for (size_t i = 0; i < w->n; i++)
            w->trial[i] = fmin(fmax(w->d->x[i] + share * w->step[i], w->d->low[i]), w->d->high[i]);
        if (evaluate(w))
            return LINE_STOPPED;
        if (w->trial_value <= w->d->value + ENOUGH_DOWN * share * w->slope)
            return LINE_DOWN;
        share = shorter(w, share);
    }
    return LINE_NOT_DOWN;
}

/* Takes the difference of two gradients into B. */
static void learn(walk *w) {
    double s[MOST], y[MOST], bs[MOST];
    for (size_t i = 0; i < w->n; i++) {
        s[i] = w->trial[i] - w->d->x[i];
        y[i] = w->trial_gradient[i] - w->gradient[i];
    }
    double sy = routh_sum_of_products(w->n, s, y);
    if (!w->d->learned && sy > 0) { /* the scale of the whole from the first difference */
        const double scale = routh_sum_of_products(w->n, y, y) / sy;
        for (size_t i = 0; i < w->n; i++)
            w->d->curvature[i][i] = scale;
    }
    for (size_t i = 0; i < w->n; i++)
        bs[i] = routh_sum_of_products(w->n, w->d->curvature[i], s);
    const double sbs = routh_sum_of_products(w->n, s, bs);
    if (!(sbs > 0))
        return;
    if (sy < 0.2 * sbs) {
        const double keep = 0.8 * sbs / (sbs - sy);
        for (size_t i = 0; i < w->n; i++)
            y[i] = keep * y[i] + (1 - keep) * bs[i];
        sy = routh_sum_of_products(w->n, s, y);
    }
    for (size_t i = 0; i < w->n; i++)
        for (size_t j = 0; j < w->n; j++)
            w->d->curvature[i][j] += y[i] * y[j] / sy - bs[i] * bs[j] / sbs;
    w->d->learned = 1;
}

/* Below this the function's own rounding decides. */
static bool is_rounding(const walk *w) {
    return w->gain <= 100 * w->d->tolerance || w->gain <= 1e-10 * fabs(w->d->value);
}

routh_quasi_newton_end routh_quasi_newton_minimise(routh_quasi_newton *descent) {
    walk w = {.d = descent, .n = descent->variables};
    memcpy(w.trial, descent->x, w.n * sizeof *w.trial);
    descent->value = INFINITY;
    descent->evaluated = 0;
    if (evaluate(&w))
        return ROUTH_QUASI_NEWTON_STOPPED;
    accept(&w);
    if (!isfinite(descent->value))
        return ROUTH_QUASI_NEWTON_STUCK;
    if (!descent->learned)
        forget(&w);
    while (descent->evaluated < descent->evaluations) {
        const bool way = plan(&w);
        if (way && w.gain < descent->tolerance && w.steep < STEEP * descent->tolerance)
            return ROUTH_QUASI_NEWTON_CONVERGED;
        const line_end end = way ? search_line(&w) : LINE_NOT_DOWN;
        if (end == LINE_STOPPED)
            return ROUTH_QUASI_NEWTON_STOPPED;
        if (end == LINE_DOWN) {
            learn(&w);
            accept(&w);
        } else if (descent->learned && !(way && is_rounding(&w))) {
            forget(&w);
        } else {
            return !way || is_rounding(&w) ? ROUTH_QUASI_NEWTON_CONVERGED : ROUTH_QUASI_NEWTON_STUCK;
        }
    }
    return ROUTH_QUASI_NEWTON_RAN_OUT;
}
