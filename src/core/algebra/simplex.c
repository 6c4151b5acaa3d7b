/* Nelder and Mead's simplex.
 *
 * J. A. Nelder, R. Mead, A simplex method for function minimization, Computer Journal 7 (1965). It asks for no
 * derivatives: the cost of a law has kinks where impacts change from slip to stick, and jumps for some laws; that of an
 * insertion has them where contacts come and go.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/simplex.h"

#include <math.h>
#include <string.h>

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
