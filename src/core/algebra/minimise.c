/* Minima of functions of one number, of few without derivatives, and of few within bounds.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "algebra/algebra.h"

/* A minimum on a line: parabolas, and golden sections where those do not settle.
 *
 * After R. P. Brent, Algorithms for minimization without derivatives (1973), chapter 5. On a
 * smooth function it takes a handful of evaluations; at a kink it is a golden section. */

enum { STEPS = 100 };

/* The vertex of the parabola through three points; not finite where there is none. */
static double vertex_of(routh_line_point a, routh_line_point b, routh_line_point c) {
    const double left = b.x - a.x, right = c.x - b.x;
    const double fall = (a.value - b.value) * right, rise = (c.value - b.value) * left;
    return b.x + 0.5 * (fall * right - rise * left) / (fall + rise);
}

routh_line_point routh_line_minimum(routh_line_function function, void *user, routh_line_point low,
                                    routh_line_point middle, routh_line_point high, double tolerance) {
    static const double shorter = 0.3819660112501051; /* part of a golden section */
    double width = high.x - low.x;
    int slow = 0;
    for (int step = 0; step < STEPS && width > 2.5 * tolerance; step++) {
        const double left = middle.x - low.x, right = high.x - middle.x, vertex = vertex_of(low, middle, high);
        const int parabola = vertex > low.x && vertex < high.x && slow < 2;
        routh_line_point next = {.x = left > right ? middle.x - shorter * left : middle.x + shorter * right};
        if (parabola && fabs(vertex - middle.x) <= tolerance) /* there already? then both sides go up */
            next.x = left > right ? middle.x - tolerance : middle.x + tolerance;
        else if (parabola)
            next.x = vertex;
        next.value = function(next.x, user);
        routh_line_point *before = next.x < middle.x ? &low : &high, *behind = next.x < middle.x ? &high : &low;
        if (next.value < middle.value) {
            *behind = middle;
            middle = next;
        } else {
            *before = next;
        }
        /* a parabola may creep up to the minimum from one side */
        slow = !parabola || high.x - low.x < 0.5 * width ? 0 : slow + 1;
        width = high.x - low.x;
    }
    return middle;
}

/* Nelder and Mead's simplex.
 *
 * J. A. Nelder, R. Mead, A simplex method for function minimization, Computer Journal 7 (1965). It asks for no
 * derivatives: the cost of a law has kinks where impacts change from slip to stick, and jumps for some laws; that of an
 * insertion has them where contacts come and go. */

/* A vertex is its coordinates and, behind them, its value. Vertices come best first, then the three below. */
static double *vertex(const routh_simplex *s, size_t i) {
    return &s->room[i * (s->dimension + 1)];
}

static double *centre_of(const routh_simplex *s) {
    return vertex(s, s->dimension + 1);
}

static double *reflected_of(const routh_simplex *s) {
    return vertex(s, s->dimension + 2);
}

static double *other_of(const routh_simplex *s) {
    return vertex(s, s->dimension + 3);
}

static double value_of(const routh_simplex *s, const double *v) {
    return v[s->dimension];
}

static void copy(const routh_simplex *s, const double *from, double *to) {
    memcpy(to, from, (s->dimension + 1) * sizeof *to);
}

static double kept_inside(const routh_simplex *s, double x) {
    return !s->in_cube ? x : x < 0 ? 0 : x > 1 ? 1 : x;
}

static void evaluate(routh_simplex *s, double *v) {
    v[s->dimension] = s->function(v, s->user);
    s->evaluations++;
}

/* Best first; equals keep their order. */
static void sort(const routh_simplex *s) {
    double *kept = other_of(s);
    for (size_t i = 1; i <= s->dimension; i++) {
        size_t j = i;
        copy(s, vertex(s, i), kept);
        for (; j > 0 && value_of(s, kept) < value_of(s, vertex(s, j - 1)); j--)
            copy(s, vertex(s, j - 1), vertex(s, j));
        copy(s, kept, vertex(s, j));
    }
}

static bool is_small(const routh_simplex *s) {
    const double *best = vertex(s, 0), *worst = vertex(s, s->dimension);
    if (value_of(s, worst) - value_of(s, best) > s->share * value_of(s, best) + s->slack)
        return false;
    for (size_t i = 1; i <= s->dimension; i++)
        for (size_t d = 0; d < s->dimension; d++)
            if (fabs(vertex(s, i)[d] - best[d]) > s->tolerance)
                return false;
    return true;
}

/* Of all but the worst. */
static void find_centre(const routh_simplex *s) {
    double *centre = centre_of(s);
    for (size_t d = 0; d < s->dimension; d++) {
        centre[d] = 0;
        for (size_t i = 0; i < s->dimension; i++)
            centre[d] += vertex(s, i)[d];
        centre[d] /= (double)s->dimension;
    }
}

/* centre + along (centre − worst) */
static double look_beyond(routh_simplex *s, double along, double *v) {
    const double *centre = centre_of(s), *worst = vertex(s, s->dimension);
    for (size_t d = 0; d < s->dimension; d++)
        v[d] = kept_inside(s, centre[d] + along * (centre[d] - worst[d]));
    evaluate(s, v);
    return value_of(s, v);
}

static void shrink(routh_simplex *s) {
    for (size_t i = 1; i <= s->dimension; i++) {
        for (size_t d = 0; d < s->dimension; d++)
            vertex(s, i)[d] = 0.5 * (vertex(s, 0)[d] + vertex(s, i)[d]);
        evaluate(s, vertex(s, i));
    }
}

static void advance(routh_simplex *s) {
    double *worst = vertex(s, s->dimension), *mirrored = reflected_of(s), *other = other_of(s);
    find_centre(s);
    const double reflected = look_beyond(s, 1, mirrored);
    if (reflected < value_of(s, vertex(s, 0))) {
        const double expanded = look_beyond(s, 2, other);
        copy(s, expanded < reflected ? other : mirrored, worst);
    } else if (reflected < value_of(s, vertex(s, s->dimension - 1))) {
        copy(s, mirrored, worst);
    } else {
        const bool outside = reflected < value_of(s, worst);
        const double contracted = look_beyond(s, outside ? 0.5 : -0.5, other);
        if (contracted < (outside ? reflected : value_of(s, worst)))
            copy(s, other, worst);
        else
            shrink(s);
    }
    sort(s);
}

static void begin(routh_simplex *s, double step, const double *x, double value) {
    for (size_t i = 0; i <= s->dimension; i++) {
        double *v = vertex(s, i);
        memcpy(v, x, s->dimension * sizeof *v);
        v[s->dimension] = value;
        if (i == 0)
            continue;
        const double along = x[i - 1] + step;
        v[i - 1] += !s->in_cube || (along >= 0 && along <= 1) ? step : -step;
        v[i - 1] = kept_inside(s, v[i - 1]);
        evaluate(s, v);
    }
    sort(s);
}

bool routh_simplex_minimise(routh_simplex *s, double step, double *x, double *value) {
    bool small = false;
    begin(s, step, x, *value);
    while (!small && s->evaluations < s->limit && !(s->stop && s->stop(s->user))) {
        advance(s);
        small = is_small(s);
    }
    memcpy(x, vertex(s, 0), s->dimension * sizeof *x);
    *value = value_of(s, vertex(s, 0));
    return small;
}

/* A quasi-Newton method with bounds: the BFGS approximation B of the second derivatives gives a quadratic model, whose
 * least point within the bounds (found by fixing the variables that would leave them, one round after another) is where
 * to go; a search along that line makes sure that the function goes down. With few variables the full B is cheaper than
 * a limited memory of it, and as the line ends within the bounds, nothing has to be projected.
 *
 * J. Nocedal, S. J. Wright, Numerical optimization (2006), sections 3.5 and 6.1, and 18.3 for Powell's damping, which
 * keeps B positive definite where the function is not convex. */

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

static int evaluate_trial(walk *w) {
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
        if (evaluate_trial(w))
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
    if (evaluate_trial(&w))
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
