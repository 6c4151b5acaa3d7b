/* Mass and moment of inertia by least squares, and contacts that do not fit.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "base/numbers.h"
#include "inertia/inertia.h"
#include "segment/segment3.h"

/* Ordinary least squares with Θ ≥ 0, how well a regressor is excited, and errors that hold for unequal noise. */

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

/* Rows with a known mass worked in: 1/m goes to the left, 1/I = κ/m to κ's column; and only the work's unknowns. */
static routh_regression_rows inertia_rows(const inertia_work *work, size_t i) {
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
        const routh_regression_rows rows = inertia_rows(work, i);
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
    ROUTH_ARENA(room, context);
    double *scratch = routh_take(&room, s.rows, MOST_UNKNOWNS * sizeof *scratch);
    double *score = routh_take(&room, work->count, MOST_SCORES * sizeof *score);
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
            const routh_regression_rows rows = inertia_rows(work, i);
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
    release_stack(context, &s);
    return status;
}

routh_status routh_inertia_excitation(routh_context *context, const inertia_work *work) {
    stack s;
    ROUTH_TRY(stack_rows(context, work, &s));
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

/* All contacts of a body share one m/I: finds those that disagree, and what may have happened there. */

static const routh_name_entry misfits[] = {
    [ROUTH_FITS] = {"fits", "fits the others"},
    [ROUTH_MISFIT_TWO_POINTS] = {"two-points", "two corners touched: an impulse between them explains it"},
    [ROUTH_MISFIT_MISSED] = {"missed", "a contact is missing, or several lie between the states before and after"},
    [ROUTH_MISFIT_OTHER] = {"other", "no impulse at the stated point explains it: another point, or a wrong number"},
    [ROUTH_MISFIT_MODE] =
        {"mode", "its mode of contact is not that of the regression, or it does not rebound as restitution says"},
    [ROUTH_MISFIT_UNCERTAIN] = {"uncertain",
                                "noise or a fast turn leaves open which point touched, or no free flight links it"}};
const routh_names routh_misfits = {"misfit", sizeof misfits / sizeof *misfits, misfits};

/* Least absolute deviations, by least squares with weights 1/|e| in turns. */
void routh_inertia_robust_start(const inertia_work *work) {
    enum { MOST_TURNS = 50 };
    const int n = work->unknowns > 1 ? 2 : 1;
    double *theta = work->fit->value, size = 0;
    for (size_t i = 0; i < work->count; i++)
        size = fmax(size, fabs(work->change[i].omega));
    for (int turn = 0; turn < MOST_TURNS; turn++) {
        double a[MOST_UNKNOWNS][MOST_UNKNOWNS] = {{0}}, b[MOST_UNKNOWNS] = {0};
        for (size_t i = 0; i < work->count; i++) {
            double x[2];
            if (!inertia_uses(work, i))
                continue;
            inertia_arms(work, i, work->record[i].rx, work->record[i].ry, &x[0], &x[1]);
            double e = work->change[i].omega;
            for (int k = 0; k < n && turn > 0; k++)
                e -= theta[k] * x[k];
            const double weight = turn > 0 ? 1 / fmax(fabs(e), 1e-9 * size) : 1;
            for (int k = 0; k < n; k++) {
                b[k] += weight * x[k] * work->change[i].omega;
                for (int l = 0; l < n; l++)
                    a[k][l] += weight * x[k] * x[l];
            }
        }
        if (!routh_elimination_solve((size_t)n, MOST_UNKNOWNS, a[0], b, 0))
            return;
        for (int k = 0; k < n; k++)
            theta[k] = b[k];
    }
}

/* The smallest error of pose and balance together, each in deviations of its noise. */
static double least_deviation(const pose_work *poses, size_t i, double floor) {
    const inertia_work *work = poses->work;
    const double *theta = work->fit->value;
    double least = INFINITY;
    for (size_t j = 0; j < poses->nodes; j++) {
        const pose_node *node = &poses->node[i * poses->nodes + j];
        double lever, moment, of_lever;
        inertia_arms(work, i, node->rx, node->ry, &lever, &moment);
        const double var = routh_inertia_variance(work, &poses->variance, i, node->rx, node->ry, theta[0], &of_lever);
        const double e = work->change[i].omega - theta[0] * lever - (work->unknowns > 1 ? theta[1] * moment : 0);
        least = fmin(least, e * e / fmax(var, floor) - 2 * node->log_weight);
    }
    return sqrt(least);
}

/* Where the level of the noise is not known it follows from the median; where it is, the larger of the two counts. */
routh_status routh_inertia_deviations(routh_context *context, const inertia_work *work) {
    routh_inertia_estimate *fit = work->fit;
    pose_work poses;
    const routh_status status = routh_pose_work_create(context, work, fit->value[0], &poses);
    double *sorted = status == ROUTH_OK ? routh_allocate(context, work->count, sizeof *sorted) : NULL;
    if (!sorted) {
        if (status == ROUTH_OK)
            routh_pose_work_release(context, &poses);
        return ROUTH_OUT_OF_MEMORY;
    }
    double size = 0, widest = 0, of_lever;
    size_t used = 0;
    for (size_t i = 0; i < work->count; i++) {
        const routh_record *c = &work->record[i];
        size = fmax(size, fabs(work->change[i].omega));
        widest = fmax(widest, routh_inertia_variance(work, &poses.variance, i, c->rx, c->ry, fit->value[0], &of_lever));
    }
    /* exact data leave rounding errors, which are no outliers: 1e-9 of the largest Δω is none at any level */
    const double rounding = 1e-9 * size;
    for (size_t i = 0; i < work->count; i++) {
        fit->deviation[i] = least_deviation(&poses, i, work->noise_known ? rounding * rounding : 0);
        const bool open = fit->misfit[i] == ROUTH_MISFIT_UNCERTAIN && work->record[i].duration > 0;
        if (fit->misfit[i] != ROUTH_MISFIT_MODE && !open)
            sorted[used++] = fit->deviation[i];
    }
    double level = ROUTH_FROM_MEDIAN_DEVIATION * routh_median(sorted, used);
    level = work->noise_known ? fmax(1, level) : fmax(level, rounding / sqrt(widest));
    fit->level = work->noise_known ? level : 1;
    for (size_t i = 0; i < work->count; i++)
        fit->deviation[i] = level > 0 ? fit->deviation[i] / level : 0;
    if (!work->noise_known)
        fit->noise = (routh_noise){.vx = level * sqrt(poses.variance.vx / 2),
                                   .vy = level * sqrt(poses.variance.vy / 2),
                                   .omega = level * sqrt(poses.variance.omega / 2)};
    routh_release(context, sorted);
    routh_pose_work_release(context, &poses);
    return ROUTH_OK;
}

/* The contact's impulse per mass, and the moment per mass about the centre that it must have had. */
typedef struct push {
    double x, y, moment;
} push;

static push push_of(const inertia_work *work, size_t i) {
    const routh_record *c = &work->record[i];
    const double kappa = work->fit->value[0], mass = work->fit->mass, known = isnan(mass) ? 0 : c->duration / mass;
    return (push){work->change[i].vx - known * c->fx, work->change[i].vy - known * c->fy,
                  work->change[i].omega / kappa - known * c->torque};
}

/* Does an impulse at some point between the two lowest corners have that moment? The second must be near the ground. */
static int between_corners(const inertia_work *work, size_t i, push p) {
    static const double near_ground = 0.25; /* sine of the edge's angle to the ground; the angle's noise comes on top */
    const routh_shape *shape = work->options->shape;
    const double theta = work->record[i].theta;
    if (!shape || shape->kind != ROUTH_POLYGON || !isfinite(theta))
        return 0;
    const double c = cos(theta), s = sin(theta);
    double x[2] = {0, 0}, y[2] = {INFINITY, INFINITY};
    for (size_t k = 0; k < shape->count; k++) {
        const double vx = c * shape->vertex[k][0] - s * shape->vertex[k][1];
        const double vy = s * shape->vertex[k][0] + c * shape->vertex[k][1];
        const int rank = vy < y[0] ? 0 : vy < y[1] ? 1 : 2;
        if (rank == 0) {
            x[1] = x[0];
            y[1] = y[0];
        }
        if (rank < 2) {
            x[rank] = vx;
            y[rank] = vy;
        }
    }
    const double edge = hypot(x[1] - x[0], y[1] - y[0]);
    if (y[1] - y[0] > edge * (near_ground + 4 * work->noise.theta))
        return 0;
    const double first = x[0] * p.y - y[0] * p.x, second = x[1] * p.y - y[1] * p.x;
    const double share = (p.moment - first) / (second - first);
    return share > 0 && share < 1;
}

/* The point still closes afterwards, nothing happened at all, or the impulse passes outside the body. */
static int states_do_not_belong(const inertia_work *work, size_t i, push p) {
    static const double deviations = 4, outside = 1.05;
    const routh_record *c = &work->record[i];
    const routh_noise *noise = &work->fit->noise;
    const double strength = hypot(p.x, p.y), noise_of_normal = hypot(noise->vy, c->rx * noise->omega);
    const double normal = c->after.vy + c->rx * c->after.omega;
    return normal < -deviations * noise_of_normal - 1e-6 * strength ||
           strength <= deviations * sqrt(2) * hypot(noise->vx, noise->vy) ||
           fabs(p.moment) > outside * routh_inertia_reach(work) * strength;
}

routh_misfit routh_inertia_explain(const inertia_work *work, size_t i) {
    const push p = push_of(work, i);
    if (states_do_not_belong(work, i, p))
        return ROUTH_MISFIT_MISSED;
    return between_corners(work, i, p) ? ROUTH_MISFIT_TWO_POINTS : ROUTH_MISFIT_OTHER;
}
