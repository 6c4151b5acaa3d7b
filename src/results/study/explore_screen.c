/* Screening: what each quantity explains on impacts that were held out.
 *
 * Each fold of the impacts is predicted by a linear least-squares fit to all others. A fold is a stretch of the file, and holds
 * trajectories whole, so that noise which neighbours share does not predict itself. The normal equations of a fold are
 * sums over its impacts, so that those of all others are a difference, and the fold's squared error follows from its own
 * sums: one pass over the impacts does for all folds and degrees.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "impact/impact.h"
#include "study/explore.h"

enum { PARTS = ROUTH_EXPLORE_PARTS, COLUMNS = ROUTH_EXPLORE_COLUMNS, VIEWS = ROUTH_EXPLORE_VIEWS };

routh_status routh_explore_view_create(routh_arena *arena, size_t count, const routh_explore_list *list,
                                       const size_t *group, size_t folds, routh_explore_view *view) {
    *view = (routh_explore_view){.count = count,
                                 .quantities = list->count,
                                 .used = routh_take(arena, count, 1),
                                 .fold = routh_take(arena, count, 1),
                                 .g = routh_take(arena, count, sizeof *view->g),
                                 .term = routh_take(arena, count, list->count * PARTS * sizeof *view->term),
                                 .scratch = routh_take(arena, count, sizeof *view->scratch)};
    for (int k = 0; k < VIEWS; k++)
        view->y[k] = routh_take(arena, count, sizeof *view->y[k]);
    ROUTH_TRY(arena->status);
    for (size_t q = 0; q < list->count; q++) {
        view->angle[q] = routh_quantity_is_angle(list->name[q]);
        view->parts[q] = view->angle[q] ? 2 : PARTS;
    }
    for (size_t i = 0; i < count; i++)
        view->fold[i] = (unsigned char)(group[i] * folds / count);
    return ROUTH_OK;
}

static void fill_terms(const routh_explore_view *v, size_t q, const double *value) {
    double *const term = v->term + q * PARTS * v->count;
    double mean = 0, square = 0;
    for (size_t i = 0; i < v->count; i++)
        mean += value[i] / (double)v->count;
    for (size_t i = 0; i < v->count; i++)
        square += (value[i] - mean) * (value[i] - mean) / (double)v->count;
    for (size_t i = 0; i < v->count; i++) {
        const double z = (value[i] - mean) / sqrt(square);
        const double polynomial[PARTS] = {z, z * z, z * z * z}, turn[2] = {sin(value[i]), cos(value[i])};
        for (int part = 0; part < v->parts[q]; part++)
            term[(size_t)part * v->count + i] = v->angle[q] ? turn[part] : polynomial[part];
    }
}

void routh_explore_view_fill(const routh_dataset *dataset, const routh_sample *samples, const routh_law *law,
                             const double *parameters, const routh_explore_list *list, bool friction,
                             routh_explore_view *view) {
    for (size_t i = 0; i < view->count; i++) {
        const routh_sample *s = &samples[i];
        const routh_contact *c = &s->contact;
        const routh_impulse p = routh_law_impulse(law, c, parameters);
        const routh_law_free shown = friction ? routh_friction_shown(s, &p) : routh_restitution_shown(s);
        view->used[i] = shown.used;
        view->g[i] = shown.g;
        view->y[ROUTH_VIEW_FREE][i] = shown.y;
        view->y[ROUTH_VIEW_BEYOND][i] =
            shown.y - (friction ? fabs(p.pt) : c->vn + c->wtn * p.pt + c->wnn * p.pn); /* what the law gives */
    }
    for (size_t q = 0; q < list->count; q++) {
        routh_quantity_of(NULL, dataset, samples, view->count, list->name[q], view->scratch); /* known by now */
        fill_terms(view, q, view->scratch);
    }
}

/* The columns of the base and those of one quantity, as pointers; NULL is a constant. */
static size_t list_columns(const routh_explore_view *v, const routh_explore_base *base, size_t quantity, int parts,
                           const double *column[COLUMNS]) {
    size_t n = 0;
    column[n++] = NULL;
    for (size_t k = 0; k < base->count; k++) {
        const int own = v->angle[base->quantity[k]] ? 2 : base->degree[k];
        for (int part = 0; part < own; part++)
            column[n++] = v->term + (base->quantity[k] * PARTS + (size_t)part) * v->count;
    }
    for (int part = 0; part < parts; part++)
        column[n++] = v->term + (quantity * PARTS + (size_t)part) * v->count;
    return n;
}

/* The sums of one fold. */
typedef struct sums {
    double matrix[COLUMNS][COLUMNS], right[VIEWS][COLUMNS], square[VIEWS];
} sums;

static void row_of(const routh_explore_view *v, const double *const *column, size_t n, size_t i, double *row) {
    for (size_t c = 0; c < n; c++)
        row[c] = column[c] ? column[c][i] * v->g[i] : v->g[i];
}

/* Adds up every fold; `all` gets the total. */
static void add_up(const routh_explore_view *v, const double *const *column, size_t n, size_t folds, sums *fold,
                   sums *all) {
    memset(fold, 0, folds * sizeof *fold);
    memset(all, 0, sizeof *all);
    for (size_t i = 0; i < v->count; i++) {
        if (!v->used[i])
            continue;
        sums *const s = &fold[v->fold[i]];
        double row[COLUMNS];
        row_of(v, column, n, i, row);
        for (size_t a = 0; a < n; a++)
            for (size_t b = 0; b <= a; b++)
                s->matrix[a][b] += row[a] * row[b];
        for (int k = 0; k < VIEWS; k++) {
            for (size_t a = 0; a < n; a++)
                s->right[k][a] += row[a] * v->y[k][i];
            s->square[k] += v->y[k][i] * v->y[k][i];
        }
    }
    for (size_t f = 0; f < folds; f++)
        for (size_t a = 0; a < n; a++) {
            for (size_t b = 0; b <= a; b++)
                all->matrix[a][b] += fold[f].matrix[a][b];
            for (int k = 0; k < VIEWS; k++)
                all->right[k][a] += fold[f].right[k][a];
        }
}

/* Coefficients of the first n columns from `all` without `without` (NULL: nothing is left out); false where they are not determined. */
static bool solve(const sums *all, const sums *without, size_t n, double theta[VIEWS][COLUMNS]) {
    double matrix[COLUMNS * COLUMNS], largest = 0;
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b <= a; b++) {
            matrix[a * COLUMNS + b] = all->matrix[a][b] - (without ? without->matrix[a][b] : 0);
            largest = a == b ? fmax(largest, matrix[a * COLUMNS + b]) : largest;
        }
    if (!routh_cholesky_factor(n, COLUMNS, matrix, 1e-12 * largest))
        return false;
    for (int k = 0; k < VIEWS; k++) {
        for (size_t a = 0; a < n; a++)
            theta[k][a] = all->right[k][a] - (without ? without->right[k][a] : 0);
        routh_cholesky_solve(n, COLUMNS, matrix, theta[k]);
    }
    return true;
}

/* Squared errors held out with the first n columns, by view; NaN where a fit is not determined. */
static void squares_with(const sums *all, const sums *fold, size_t folds, size_t n, double square[VIEWS]) {
    memset(square, 0, VIEWS * sizeof *square);
    for (size_t f = 0; f < folds; f++) {
        double theta[VIEWS][COLUMNS];
        if (!solve(all, &fold[f], n, theta)) {
            square[0] = square[1] = NAN;
            return;
        }
        for (int k = 0; k < VIEWS; k++) {
            double sum = fold[f].square[k];
            for (size_t a = 0; a < n; a++) {
                double product = fold[f].matrix[a][a] * theta[k][a];
                for (size_t b = 0; b < a; b++)
                    product += 2 * fold[f].matrix[a][b] * theta[k][b];
                sum += theta[k][a] * (product - 2 * fold[f].right[k][a]);
            }
            square[k] += sum;
        }
    }
}

static routh_explore_gain gain_of(const sums *all, const sums *fold, size_t folds, size_t base, int parts, bool angle) {
    double before[VIEWS], after[VIEWS];
    routh_explore_gain best = {.least = -INFINITY};
    squares_with(all, fold, folds, base, before);
    for (int degree = 1; degree <= (angle ? 1 : parts); degree++) {
        routh_explore_gain gain = {.degree = degree};
        squares_with(all, fold, folds, base + (size_t)(angle ? parts : degree), after);
        for (int k = 0; k < VIEWS; k++)
            gain.share[k] = 1 - after[k] / before[k];
        gain.least = fmin(gain.share[0], gain.share[1]);
        if (gain.least > best.least)
            best = gain;
    }
    return best;
}

static bool is_in_base(const routh_explore_base *base, size_t quantity) {
    for (size_t k = 0; k < base->count; k++)
        if (base->quantity[k] == quantity)
            return true;
    return false;
}

double routh_explore_screen(const routh_explore_view *view, size_t folds, const routh_explore_base *base,
                            routh_explore_gain *gain) {
    double best = -INFINITY;
    for (size_t q = 0; q < view->quantities; q++) {
        const double *column[COLUMNS];
        sums fold[ROUTH_EXPLORE_MOST_FOLDS], all;
        gain[q] = (routh_explore_gain){.least = -INFINITY};
        if (is_in_base(base, q))
            continue;
        const size_t n = list_columns(view, base, q, view->parts[q], column);
        add_up(view, column, n, folds, fold, &all);
        gain[q] = gain_of(&all, fold, folds, n - (size_t)view->parts[q], view->parts[q], view->angle[q]);
        best = fmax(best, gain[q].least);
    }
    return best;
}

double routh_explore_errors(const routh_explore_view *view, size_t folds, const routh_explore_base *base,
                            size_t quantity, int degree, int which, double *error) {
    const double *column[COLUMNS];
    double theta[ROUTH_EXPLORE_MOST_FOLDS][VIEWS][COLUMNS] = {{{0}}}, sum = 0;
    sums fold[ROUTH_EXPLORE_MOST_FOLDS], all;
    const int parts = degree && view->angle[quantity] ? 2 : degree;
    const size_t n = list_columns(view, base, quantity, parts, column);
    add_up(view, column, n, folds, fold, &all);
    for (size_t f = 0; f < folds; f++)
        solve(&all, &fold[f], n, theta[f]);
    for (size_t i = 0; i < view->count; i++) {
        double row[COLUMNS], off = view->used[i] ? view->y[which][i] : 0;
        row_of(view, column, n, i, row);
        for (size_t a = 0; view->used[i] && a < n; a++)
            off -= theta[view->fold[i]][which][a] * row[a];
        sum += off * off;
        if (error)
            error[i] = off * off;
    }
    return sum;
}

void routh_explore_fit_base(const routh_explore_view *view, routh_explore_base *base) {
    const double *column[COLUMNS];
    double theta[VIEWS][COLUMNS] = {{0}};
    sums fold[ROUTH_EXPLORE_MOST_FOLDS], all;
    const size_t n = list_columns(view, base, 0, 0, column);
    add_up(view, column, n, ROUTH_EXPLORE_MOST_FOLDS, fold, &all);
    solve(&all, NULL, n, theta);
    memcpy(base->coefficient, theta[ROUTH_VIEW_BEYOND], sizeof base->coefficient);
}

double routh_explore_base_at(const routh_explore_view *view, const routh_explore_base *base, size_t i) {
    const double *column[COLUMNS];
    const size_t n = list_columns(view, base, 0, 0, column);
    double sum = base->coefficient[0];
    for (size_t c = 1; c < n; c++)
        sum += base->coefficient[c] * column[c][i];
    return sum;
}
