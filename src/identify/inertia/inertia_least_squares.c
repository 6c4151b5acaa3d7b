/* Ordinary least squares with Θ ≥ 0, how well a regressor is excited, and errors that hold for unequal noise.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/singular.h"
#include "base/context.h"
#include "inertia/inertia.h"

/* 1/m = β/κ with β = 1/I and κ = m/I is no unknown of its own. About the values κ₀, β₀ that the fit has,
 *
 *     β/κ ≈ β₀/κ₀ + β/κ₀ − κ β₀/κ₀²
 *
 * so that its column goes to those of κ and β, and a constant to the left. */
static void tie_mass(const inertia_work *work, routh_regression_rows *all, double *y) {
    const double kappa = work->fit->value[0], beta = work->unknowns > 1 ? work->fit->value[1] : 0;
    for (int row = 0; row < all->rows && kappa > 0; row++) {
        const double column = all->psi[row][2];
        y[row] -= column * beta / kappa;
        all->psi[row][0] -= column * beta / (kappa * kappa);
        all->psi[row][1] += column / kappa;
    }
}

routh_regression_rows routh_inertia_rows(const inertia_work *work, size_t i) {
    const routh_inertia_options *o = work->options;
    routh_regression_rows all = routh_regression_rows_of(o->regression, &work->record[i], o->gravity, o->mu, o->eps),
                          kept = all;
    for (int row = 0; row < all.rows && !isnan(o->mass); row++) {
        all.psi[row][0] += all.psi[row][1] / o->mass;
        kept.y[row] -= all.unknowns > 2 ? all.psi[row][2] / o->mass : 0;
    }
    if (isnan(o->mass) && all.unknowns > 2)
        tie_mass(work, &all, kept.y);
    kept.unknowns = work->unknowns;
    for (int k = 0; k < work->unknowns; k++)
        for (int from = 0; from < all.unknowns; from++)
            if (all.unknown[from] == work->unknown[k]) {
                kept.unknown[k] = work->unknown[k];
                for (int row = 0; row < all.rows; row++)
                    kept.psi[row][k] = all.psi[row][from];
            }
    return kept;
}

/* All rows of the used contacts under one another. */
typedef struct stack {
    double *psi; /* MOST_UNKNOWNS a row */
    double *y;
    size_t rows;
    double length[MOST_UNKNOWNS]; /* of the columns, which are scaled to 1 */
} stack;

static routh_status stack_rows(routh_context *context, const inertia_work *work, stack *s) {
    *s = (stack){.psi = routh_allocate(context, 3 * work->count, MOST_UNKNOWNS * sizeof *s->psi),
                 .y = routh_allocate(context, 3 * work->count, sizeof *s->y)};
    if (!s->psi || !s->y) {
        routh_release(context, s->psi);
        routh_release(context, s->y);
        return ROUTH_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < work->count; i++) {
        if (!inertia_uses(work, i))
            continue;
        const routh_regression_rows rows = routh_inertia_rows(work, i);
        for (int row = 0; row < rows.rows; row++, s->rows++) {
            s->y[s->rows] = rows.y[row];
            for (int k = 0; k < work->unknowns; k++) {
                s->psi[s->rows * MOST_UNKNOWNS + (size_t)k] = rows.psi[row][k];
                s->length[k] = hypot(s->length[k], rows.psi[row][k]);
            }
        }
    }
    for (size_t j = 0; j < s->rows; j++)
        for (int k = 0; k < work->unknowns; k++)
            s->psi[j * MOST_UNKNOWNS + (size_t)k] /= s->length[k] > 0 ? s->length[k] : 1;
    return ROUTH_OK;
}

static void release_stack(routh_context *context, stack *s) {
    routh_release(context, s->psi);
    routh_release(context, s->y);
}

/* Least squares with the columns of the mask alone, the others 0. Directions that the regressor does not excite stay 0.
 * Returns the squared residual. */
static double solve_columns(const stack *s, double *scratch, int unknowns, int mask, double x[MOST_UNKNOWNS]) {
    static const double negligible = 1e-12;
    double found[MOST_UNKNOWNS], square = 0;
    int place[MOST_UNKNOWNS], columns = 0;
    for (int k = 0; k < unknowns; k++)
        if (mask >> k & 1)
            place[columns++] = k;
    for (size_t j = 0; j < s->rows; j++)
        for (int k = 0; k < columns; k++)
            scratch[j * MOST_UNKNOWNS + (size_t)k] = s->psi[j * MOST_UNKNOWNS + (size_t)place[k]];
    routh_singular_solve(s->rows, (size_t)columns, MOST_UNKNOWNS, scratch, s->y, negligible, found);
    memset(x, 0, MOST_UNKNOWNS * sizeof *x);
    for (int k = 0; k < columns; k++)
        x[place[k]] = found[k];
    for (size_t j = 0; j < s->rows; j++) {
        double e = s->y[j];
        for (int k = 0; k < unknowns; k++)
            e -= s->psi[j * MOST_UNKNOWNS + (size_t)k] * x[k];
        square += e * e;
    }
    return square;
}

/* The best answer without negative numbers: with up to three unknowns, every choice of those that are 0 is tried. */
static void solve_bounded(const stack *s, double *scratch, int unknowns, double best[MOST_UNKNOWNS], int *mask) {
    const int all = (1 << unknowns) - 1;
    int legal = 1;
    solve_columns(s, scratch, unknowns, all, best);
    for (int k = 0; k < unknowns; k++)
        legal = legal && best[k] >= 0;
    *mask = all;
    if (legal)
        return;
    double least = INFINITY;
    for (int choice = 0; choice < all; choice++) {
        double x[MOST_UNKNOWNS];
        const double square = solve_columns(s, scratch, unknowns, choice, x);
        legal = 1;
        for (int k = 0; k < unknowns; k++)
            legal = legal && x[k] >= 0;
        if (legal && square < least) {
            least = square;
            *mask = choice;
            memcpy(best, x, sizeof x);
        }
    }
}

routh_status routh_inertia_least_squares(routh_context *context, const inertia_work *work, int at_zero[MOST_UNKNOWNS]) {
    stack s;
    routh_status status = stack_rows(context, work, &s);
    if (status != ROUTH_OK)
        return status;
    double *scratch = routh_allocate(context, s.rows, MOST_UNKNOWNS * sizeof *scratch);
    double *score = routh_allocate(context, work->count, MOST_SCORES * sizeof *score);
    if (scratch && score) {
        double best[MOST_UNKNOWNS], slope[MOST_SCORES][MOST_SCORES] = {{0}}, covariance[MOST_SCORES][MOST_SCORES];
        int mask;
        solve_bounded(&s, scratch, work->unknowns, best, &mask);
        for (int k = 0; k < work->unknowns; k++) {
            work->fit->value[k] = s.length[k] > 0 ? best[k] / s.length[k] : 0;
            at_zero[k] = !(mask >> k & 1);
        }
        for (size_t i = 0; i < work->count; i++) {
            if (!inertia_uses(work, i))
                continue;
            const routh_regression_rows rows = routh_inertia_rows(work, i);
            for (int row = 0; row < rows.rows; row++) {
                double e = rows.y[row];
                for (int k = 0; k < work->unknowns; k++)
                    e -= rows.psi[row][k] * work->fit->value[k];
                for (int k = 0; k < work->unknowns; k++) {
                    score[i * MOST_SCORES + (size_t)k] += e * rows.psi[row][k];
                    for (int l = 0; l < work->unknowns; l++)
                        slope[k][l] += rows.psi[row][k] * rows.psi[row][l];
                }
            }
        }
        routh_inertia_sandwich(work, work->unknowns, score, slope, NULL, covariance);
        routh_inertia_keep_covariance(work, covariance);
    } else
        status = ROUTH_OUT_OF_MEMORY;
    routh_release(context, scratch);
    routh_release(context, score);
    release_stack(context, &s);
    return status;
}

routh_status routh_inertia_excitation(routh_context *context, const inertia_work *work) {
    stack s;
    const routh_status status = stack_rows(context, work, &s);
    if (status != ROUTH_OK)
        return status;
    routh_inertia_estimate *fit = work->fit;
    const size_t unknowns = (size_t)work->unknowns;
    double right[MOST_UNKNOWNS * MOST_UNKNOWNS];
    routh_singular_values(s.rows, unknowns, MOST_UNKNOWNS, s.psi, fit->singular, right);
    for (size_t k = 0; k < unknowns; k++)
        for (size_t l = 0; l < unknowns; l++)
            fit->direction[k][l] = right[k * unknowns + l];
    const double smallest = fit->singular[work->unknowns - 1];
    fit->condition = smallest > 0 ? fit->singular[0] / smallest : INFINITY;
    release_stack(context, &s);
    return ROUTH_OK;
}
