/* Nelder and Mead's simplex on the projected objective, as the paper does; the displacements in prior deviations.
 *
 * J. A. Nelder, R. Mead, A simplex method for function minimization, Computer Journal 7 (1965).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "insertion/identify.h"

/* The first simplex reaches this far along each displacement; the last one is no larger than this. In deviations. */
static const double first_size = 0.5, last_size = 1e-3;

/* Thousands of steps may be needed: progress is told every so many. */
enum { TOLD_EVERY = 20 };

typedef struct simplex {
    routh_context *context;
    const routh_separable *problem;
    routh_projection *trial;
    double gamma;
    size_t n;
    double **vertex; /* n + 1 of them, best first */
    double *value;
    double *centre, *reflected, *other;
    routh_status status;
} simplex;

static double evaluate(simplex *s, const double *z) {
    if (s->status != ROUTH_OK)
        return INFINITY;
    memcpy(s->trial->z, z, s->n * sizeof *z);
    s->status = routh_project(s->context, s->problem, s->trial);
    return s->status == ROUTH_OK ? routh_objective(s->trial, s->gamma) : INFINITY;
}

/* Best first; equals keep their order. */
static void sort(simplex *s) {
    for (size_t i = 1; i <= s->n; i++)
        for (size_t j = i; j > 0 && s->value[j] < s->value[j - 1]; j--) {
            double *vertex = s->vertex[j];
            const double value = s->value[j];
            s->vertex[j] = s->vertex[j - 1];
            s->value[j] = s->value[j - 1];
            s->vertex[j - 1] = vertex;
            s->value[j - 1] = value;
        }
}

/* centre + along (centre − worst), the centre being that of all but the worst. */
static double look_beyond(simplex *s, double along, double *z) {
    for (size_t d = 0; d < s->n; d++)
        z[d] = s->centre[d] + along * (s->centre[d] - s->vertex[s->n][d]);
    return evaluate(s, z);
}

static void replace_worst(simplex *s, const double *z, double value) {
    memcpy(s->vertex[s->n], z, s->n * sizeof *z);
    s->value[s->n] = value;
}

static void shrink(simplex *s) {
    for (size_t i = 1; i <= s->n; i++) {
        for (size_t d = 0; d < s->n; d++)
            s->vertex[i][d] = 0.5 * (s->vertex[0][d] + s->vertex[i][d]);
        s->value[i] = evaluate(s, s->vertex[i]);
    }
}

static void advance(simplex *s) {
    for (size_t d = 0; d < s->n; d++) {
        s->centre[d] = 0;
        for (size_t i = 0; i < s->n; i++)
            s->centre[d] += s->vertex[i][d] / (double)s->n;
    }
    const double reflected = look_beyond(s, 1, s->reflected);
    if (reflected < s->value[0]) {
        const double expanded = look_beyond(s, 2, s->other);
        const int further = expanded < reflected;
        replace_worst(s, further ? s->other : s->reflected, further ? expanded : reflected);
    } else if (reflected < s->value[s->n - 1]) {
        replace_worst(s, s->reflected, reflected);
    } else {
        const int outside = reflected < s->value[s->n];
        const double contracted = look_beyond(s, outside ? 0.5 : -0.5, s->other);
        if (contracted < (outside ? reflected : s->value[s->n]))
            replace_worst(s, s->other, contracted);
        else
            shrink(s);
    }
    sort(s);
}

static int is_small(const simplex *s, double tolerance) {
    if (s->value[s->n] - s->value[0] > tolerance * s->value[0] + ROUTH_NO_DIFFERENCE)
        return 0;
    for (size_t i = 1; i <= s->n; i++)
        for (size_t d = 0; d < s->n; d++)
            if (fabs(s->vertex[i][d] - s->vertex[0][d]) > last_size)
                return 0;
    return 1;
}

static void begin(simplex *s, const routh_projection *at) {
    for (size_t i = 0; i <= s->n; i++) {
        memcpy(s->vertex[i], at->z, s->n * sizeof *at->z);
        if (i > 0)
            s->vertex[i][i - 1] += first_size;
        s->value[i] = i > 0 ? evaluate(s, s->vertex[i]) : routh_objective(at, s->gamma);
    }
    sort(s);
}

routh_status routh_nelder_mead(routh_context *context, const routh_separable *problem, routh_projection *at,
                               routh_projection *trial, routh_search *search) {
    const size_t n = problem->unknowns;
    search->converged = n == 0 || at->fit.rank == 0;
    if (search->converged)
        return ROUTH_OK;
    simplex s = {.context = context, .problem = problem, .trial = trial, .gamma = search->gamma, .n = n};
    double *numbers = routh_allocate(context, (n + 1) * n + (n + 1) + 3 * n, sizeof *numbers);
    s.vertex = routh_allocate(context, n + 1, sizeof *s.vertex);
    if (numbers && s.vertex) {
        for (size_t i = 0; i <= n; i++)
            s.vertex[i] = &numbers[i * n];
        s.value = &numbers[(n + 1) * n];
        s.centre = s.value + n + 1;
        s.reflected = s.centre + n;
        s.other = s.reflected + n;
        size_t steps = 0;
        begin(&s, at);
        while (!search->converged && s.status == ROUTH_OK && routh_separable_evaluations(problem) < search->limit) {
            if (steps++ % TOLD_EVERY == 0)
                s.status = routh_progress(context, "Nelder-Mead's simplex",
                                          (double)routh_separable_evaluations(problem) / (double)search->limit);
            advance(&s);
            search->converged = is_small(&s, search->tolerance);
        }
        memcpy(at->z, s.vertex[0], n * sizeof *at->z);
        if (s.status == ROUTH_OK)
            s.status = routh_project(context, problem, at);
    } else
        s.status = ROUTH_OUT_OF_MEMORY;
    routh_release(context, numbers);
    routh_release(context, s.vertex);
    return s.status;
}
