/* The rows of the point-impulse identity, and what they leave over at given values of its unknowns.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "segment/segment.h"

#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "base/numbers.h"
#include "geometry/geometry.h"
#include "segment/segment3.h"

enum { UNKNOWNS = ROUTH_IDENTITY_UNKNOWNS };

routh_status routh_identity_create(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                                   routh_identity *identity) {
    const bool mirror_n = frame == ROUTH_MIRROR_N || frame == ROUTH_MIRROR_BOTH;
    const bool mirror_t = frame == ROUTH_MIRROR_T || frame == ROUTH_MIRROR_BOTH;
    *identity = (routh_identity){.shape = dataset->body.shape,
                                 .normal = mirror_n ? -1 : 1,
                                 .tangential = mirror_t ? -1 : 1,
                                 .gravity = dataset->gravity,
                                 .stored = routh_shape_check(NULL, &dataset->body.shape) != ROUTH_OK};
    const size_t most = dataset->count ? dataset->count : 1;
    identity->row = routh_allocate(context, most, sizeof *identity->row);
    identity->residual = routh_allocate(context, most, sizeof *identity->residual);
    identity->sorted = routh_allocate(context, most, sizeof *identity->sorted);
    identity->jacobian = routh_allocate(context, most, UNKNOWNS * sizeof *identity->jacobian);
    identity->stopped = routh_allocate(context, 1, sizeof *identity->stopped);
    identity->context = context;
    if (!identity->row || !identity->residual || !identity->sorted || !identity->jacobian || !identity->stopped)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < dataset->count; i++) {
        const routh_record *record = &dataset->record[i];
        if (record->reasons != 0 || (!isfinite(record->theta) && !identity->stored))
            continue;
        const routh_impact before = routh_dataset_impact(dataset, i, frame);
        identity->row[identity->count++] =
            (routh_identity_row){.theta = record->theta,
                                 .step = dataset->rate > 0 ? before.omega / dataset->rate : 0,
                                 .rx = record->rx,
                                 .ry = record->ry,
                                 .dvx = record->after.vx - before.vx,
                                 .dvy = record->after.vy - before.vy,
                                 .turn = record->after.omega - before.omega};
    }
    return ROUTH_OK;
}

void routh_identity_release(routh_context *context, routh_identity *identity) {
    routh_release(context, identity->row);
    routh_release(context, identity->residual);
    routh_release(context, identity->sorted);
    routh_release(context, identity->jacobian);
    routh_release(context, identity->stopped);
    *identity = (routh_identity){0};
}

void routh_identity_lever(const routh_shape *shape, double theta, double step, const double value[UNKNOWNS], double *rx,
                          double *ry) {
    const double angle = theta - value[ROUTH_IDENTITY_ANGLE] + value[ROUTH_IDENTITY_LEAD] * step;
    const double x = value[ROUTH_IDENTITY_CENTRE_X], y = value[ROUTH_IDENTITY_CENTRE_Y];
    double next;
    if (shape->kind == ROUTH_ELLIPSE) {
        const double half = exp(value[ROUTH_IDENTITY_RATIO] / 2);
        const routh_shape stretched = {.kind = ROUTH_ELLIPSE, .a = shape->a * half, .b = shape->b / half};
        routh_shape_lowest(&stretched, angle, rx, ry, &next);
    } else {
        routh_shape_lowest(shape, angle, rx, ry, &next);
    }
    *rx -= cos(angle) * x - sin(angle) * y;
    *ry -= sin(angle) * x + cos(angle) * y;
}

/* Signed r, and Δω − κ (r × Δv). */
static double identity_left_over(const routh_identity *identity, const routh_identity_row *row,
                                 const double value[UNKNOWNS], double *rx, double *ry) {
    *rx = row->rx;
    *ry = row->ry;
    if (!identity->stored)
        routh_identity_lever(&identity->shape, row->theta, row->step, value, rx, ry);
    *rx *= identity->normal;
    *ry *= identity->tangential;
    const double dvy = row->dvy + identity->gravity * value[ROUTH_IDENTITY_GAP];
    return row->turn - value[ROUTH_IDENTITY_SLOPE] * (*rx * dvy - *ry * row->dvx);
}

/* A polygon this near to lying flat may have touched with the other corner, rad. Its lever jumps there, and no standard
 * error would know. */
static const double nearly_flat = 0.03;

/* Marks the rows whose lowest corner is not the same on both sides of their angle as ambiguous; returns how many are
 * not. */
static size_t identity_mark(const routh_identity *identity, const double value[UNKNOWNS]) {
    size_t used = 0;
    if (identity->stored)
        return identity->count;
    for (size_t i = 0; i < identity->count; i++) {
        double side[2][UNKNOWNS], x[2], y[2];
        for (int j = 0; j < 2; j++) {
            memcpy(side[j], value, sizeof side[j]);
            side[j][ROUTH_IDENTITY_ANGLE] += j == 0 ? nearly_flat : -nearly_flat;
            routh_identity_lever(&identity->shape, identity->row[i].theta, identity->row[i].step, side[j], &x[j],
                                 &y[j]);
        }
        const double moved = hypot(x[1] - x[0], y[1] - y[0]), turned = 2 * nearly_flat * hypot(x[0], y[0]);
        identity->row[i].ambiguous = identity->shape.kind == ROUTH_POLYGON && moved > 1.01 * turned;
        used += !identity->row[i].ambiguous;
    }
    return used;
}

/* What row i leaves over, divided by √(1 + k2 κ² |r|²); 0 if ambiguous. k2 is the square of the length that turns the noise
 * of a spin into that of a velocity; 0: the spin alone is noisy. */
static double identity_residual(const routh_identity *identity, size_t i, const double value[UNKNOWNS], double k2) {
    double rx, ry;
    if (identity->row[i].ambiguous)
        return 0;
    const double rest = identity_left_over(identity, &identity->row[i], value, &rx, &ry),
                 slope = value[ROUTH_IDENTITY_SLOPE];
    return rest / sqrt(1 + k2 * slope * slope * (rx * rx + ry * ry));
}

/* A robust fit of the point-impulse identity Δω = κ (rx Δvy − ry Δvx), κ = m/I, in geometry and κ.
 * 
 * Loss: Tukey's biweight (Beaton and Tukey, Technometrics 16, 1974), c = 4.685 deviations, begun at Huber's estimate,
 * whose scale (median absolute deviation) it keeps: a few per cent of bad impacts get no weight at all. Standard errors
 * are the sandwich A⁻¹ B A⁻¹ (Huber, 1967), right for residuals of unequal size.
 * 
 * Noise in Δv makes a regression's slope too small, and more so in the noisier of its two parts, which then looks like
 * another shape. ROUTH_NOISE_OF_ALL divides each residual by √(1 + κ² |r|² k²), k² = I/m as the regression has it: orthogonal regression where
 * velocities are equally noisy in the metric of kinetic energy (Fuller, Measurement Error Models, 1987, section 1.3). No
 * recording of impacts says where its noise is, so a conclusion should hold both ways. */

enum { MOST_STEPS = 40, MOST_HALVINGS = 8 };

static const double huber_limit = 1.345, tukey_limit = 4.685;

/* A direction in which the residuals change less than this, relative to those of each unknown alone, is flat. */
static const double flat = 1e-7;

static void evaluate(const routh_identity *identity, const double value[UNKNOWNS], double k2, double *residual) {
    for (size_t i = 0; i < identity->count; i++)
        residual[i] = identity_residual(identity, i, value, k2);
}

/* Weight of a residual, ρ, and ψ' of the loss; in deviations. */
typedef struct loss {
    double weight, cost, bend;
} loss;

typedef enum loss_kind { SQUARE, HUBER, TUKEY } loss_kind;

static loss loss_of(loss_kind kind, double u) {
    const double size = fabs(u);
    if (kind == SQUARE)
        return (loss){1, u * u / 2, 1};
    if (kind == HUBER)
        return size <= huber_limit ? (loss){1, u * u / 2, 1}
                                   : (loss){huber_limit / size, huber_limit * (size - huber_limit / 2), 0};
    const double share = u / tukey_limit, rest = 1 - share * share, sixth = tukey_limit * tukey_limit / 6;
    return size >= tukey_limit ? (loss){0, sixth, 0}
                               : (loss){rest * rest, sixth * (1 - rest * rest * rest), rest * (1 - 5 * share * share)};
}

static double total_cost(const routh_identity *identity, const double *residual, double scale, loss_kind kind) {
    double cost = 0;
    for (size_t i = 0; i < identity->count; i++)
        cost += loss_of(kind, residual[i] / scale).cost;
    return cost;
}

/* From the median absolute residual; never 0, for data without noise. */
static double scale_of(const routh_identity *identity, const double *residual) {
    double turns = 0;
    size_t count = 0;
    for (size_t i = 0; i < identity->count; i++) {
        if (!identity->row[i].ambiguous)
            identity->sorted[count++] = fabs(residual[i]);
        turns += identity->row[i].turn * identity->row[i].turn;
    }
    const double least = 1e-9 * sqrt(turns / (double)identity->count);
    return fmax(fmax(ROUTH_FROM_MEDIAN_DEVIATION * routh_median(identity->sorted, count), least), 1e-300);
}

/* Steps of the differences: far below every error, far above rounding. */
static double step_of(const routh_identity *identity, const double value[UNKNOWNS], int unknown) {
    const double radius = identity->stored ? 1 : routh_shape_radius(&identity->shape);
    switch (unknown) {
    case ROUTH_IDENTITY_SLOPE:
        return 1e-5 * fmax(fabs(value[ROUTH_IDENTITY_SLOPE]), 1e-9 / (radius * radius));
    case ROUTH_IDENTITY_CENTRE_X:
    case ROUTH_IDENTITY_CENTRE_Y:
        return 1e-5 * radius;
    case ROUTH_IDENTITY_LEAD:
        return 1e-3;
    default:
        return 1e-5;
    }
}

/* The unknowns of `free` in order. */
static int list_free(unsigned free, int which[UNKNOWNS]) {
    int count = 0;
    for (int k = 0; k < UNKNOWNS; k++)
        if (free >> k & 1)
            which[count++] = k;
    return count;
}

static void differentiate(const routh_identity *identity, const double value[UNKNOWNS], double k2, const int *which,
                          int count) {
    for (int j = 0; j < count; j++) {
        double up[UNKNOWNS], down[UNKNOWNS];
        const double step = step_of(identity, value, which[j]);
        memcpy(up, value, sizeof up);
        memcpy(down, value, sizeof down);
        up[which[j]] += step;
        down[which[j]] -= step;
        for (size_t i = 0; i < identity->count; i++)
            identity->jacobian[i * UNKNOWNS + (size_t)j] =
                (identity_residual(identity, i, up, k2) - identity_residual(identity, i, down, k2)) / (2 * step);
    }
}

/* Σ f(u) J Jᵀ with the weights, the bends, or the squared forces of the loss. */
typedef enum moment { BY_WEIGHT, BY_BEND, BY_FORCE } moment;

static void add_up(const routh_identity *identity, const double *residual, double scale, loss_kind kind, moment of,
                   int count, double matrix[UNKNOWNS][UNKNOWNS]) {
    memset(matrix, 0, UNKNOWNS * sizeof *matrix);
    for (size_t i = 0; i < identity->count; i++) {
        const double u = residual[i] / scale, *row = &identity->jacobian[i * UNKNOWNS];
        const loss at = loss_of(kind, u);
        const double factor = of == BY_WEIGHT ? at.weight : of == BY_BEND ? at.bend : at.weight * at.weight * u * u;
        for (int j = 0; j < count; j++)
            for (int k = 0; k < count; k++)
                matrix[j][k] += factor * row[j] * row[k];
    }
}

/* Solves matrix · x = right, unknowns scaled to 1; false where a direction is flat. */
static bool solve_scaled(int count, double matrix[UNKNOWNS][UNKNOWNS], double *right) {
    double copy[UNKNOWNS][UNKNOWNS], size[UNKNOWNS];
    for (int j = 0; j < count; j++) {
        size[j] = sqrt(matrix[j][j]);
        if (!(size[j] > 0) || !isfinite(size[j]))
            return false;
    }
    for (int j = 0; j < count; j++) {
        right[j] /= size[j];
        for (int k = 0; k < count; k++)
            copy[j][k] = matrix[j][k] / (size[j] * size[k]);
    }
    if (!routh_cholesky_factor((size_t)count, UNKNOWNS, &copy[0][0], flat))
        return false;
    routh_cholesky_solve((size_t)count, UNKNOWNS, &copy[0][0], right);
    for (int j = 0; j < count; j++)
        right[j] /= size[j];
    return true;
}

/* The search with one loss: Gauss–Newton steps, halved until the cost falls. */
static bool descend(const routh_identity *identity, double k2, loss_kind kind, const int *which, int count,
                    routh_identity_fit *fit) {
    double matrix[UNKNOWNS][UNKNOWNS];
    for (int step = 0; step < MOST_STEPS; step++) {
        evaluate(identity, fit->value, k2, identity->residual);
        if (kind != TUKEY)
            fit->scale = scale_of(identity, identity->residual);
        const double cost = total_cost(identity, identity->residual, fit->scale, kind);
        differentiate(identity, fit->value, k2, which, count);
        add_up(identity, identity->residual, fit->scale, kind, BY_WEIGHT, count, matrix);
        double move[UNKNOWNS] = {0}, from[UNKNOWNS], gain = 0;
        for (size_t i = 0; i < identity->count; i++) {
            const double force = loss_of(kind, identity->residual[i] / fit->scale).weight * identity->residual[i];
            for (int j = 0; j < count; j++)
                move[j] -= force * identity->jacobian[i * UNKNOWNS + (size_t)j];
        }
        if (!solve_scaled(count, matrix, move))
            return false;
        memcpy(from, fit->value, sizeof from);
        double share = 1, now = cost;
        for (int halving = 0; halving < MOST_HALVINGS; halving++, share /= 2) {
            for (int j = 0; j < count; j++)
                fit->value[which[j]] = from[which[j]] + share * move[j];
            evaluate(identity, fit->value, k2, identity->residual);
            now = total_cost(identity, identity->residual, fit->scale, kind);
            if (now <= cost)
                break;
        }
        if (!(now <= cost))
            memcpy(fit->value, from, sizeof from);
        for (int j = 0; j < count; j++)
            gain = fmax(gain, share * share * move[j] * move[j] * matrix[j][j]);
        if (gain < 1e-6 * fit->scale * fit->scale || !(now <= cost))
            break;
    }
    return true;
}

/* A⁻¹ B A⁻¹ times n/(n − p), n the rows that are used: the others add nothing to A and B. */
static bool sandwich(const routh_identity *identity, double k2, const int *which, int count, routh_identity_fit *fit) {
    double bend[UNKNOWNS][UNKNOWNS], force[UNKNOWNS][UNKNOWNS], half[UNKNOWNS][UNKNOWNS];
    evaluate(identity, fit->value, k2, identity->residual);
    differentiate(identity, fit->value, k2, which, count);
    add_up(identity, identity->residual, fit->scale, TUKEY, BY_BEND, count, bend);
    add_up(identity, identity->residual, fit->scale, TUKEY, BY_FORCE, count, force);
    for (int j = 0; j < count; j++) { /* half = (A⁻¹ B)ᵀ, column by column */
        double column[UNKNOWNS];
        for (int k = 0; k < count; k++)
            column[k] = force[k][j];
        if (!solve_scaled(count, bend, column))
            return false;
        memcpy(half[j], column, sizeof column);
    }
    const double number = (double)fit->used, factor = number / (number - count) * fit->scale * fit->scale;
    for (int j = 0; j < count; j++) {
        double column[UNKNOWNS];
        for (int k = 0; k < count; k++)
            column[k] = half[k][j];
        if (!solve_scaled(count, bend, column))
            return false;
        for (int k = 0; k < count; k++)
            fit->covariance[which[j]][which[k]] = factor * column[k];
    }
    return true;
}

/* m/I whichever side the noise is on: from the regression of Δω on the lever, which is too small if the lever is noisy,
 * to that of the lever on Δω, which is too large if Δω is (Frisch's bounds), each less or more its own error. */
static void bound_slope(const routh_identity *identity, double k2, int unknowns, routh_identity_fit *fit) {
    double ll = 0, lt = 0, tt = 0, forward = 0, inverse = 0, rx, ry;
    double *lever = identity->jacobian; /* no longer needed: lever, weight */
    const double slope = fit->value[ROUTH_IDENTITY_SLOPE];
    for (size_t i = 0; i < identity->count; i++) {
        const routh_identity_row *row = &identity->row[i];
        double weight = loss_of(TUKEY, identity_residual(identity, i, fit->value, k2) / fit->scale).weight;
        lever[2 * i] = (row->turn - identity_left_over(identity, row, fit->value, &rx, &ry)) / slope;
        lever[2 * i + 1] = weight = row->ambiguous ? 0 : weight;
        ll += weight * lever[2 * i] * lever[2 * i];
        lt += weight * lever[2 * i] * row->turn;
        tt += weight * row->turn * row->turn;
    }
    const double low = lt / ll, high = tt / lt;
    for (size_t i = 0; i < identity->count; i++) {
        const double turn = identity->row[i].turn, weight = lever[2 * i + 1];
        const double one = weight * lever[2 * i] * (turn - low * lever[2 * i]);
        const double other = weight * turn * (lever[2 * i] - turn / high);
        forward += one * one;
        inverse += other * other;
    }
    /* the geometry's share of the error is in the fit's own, in which it is correlated with the slope */
    const double factor = routh_student_quantile(0.95, fmax((double)fit->used - unknowns, 1));
    const double own = sqrt(fit->covariance[ROUTH_IDENTITY_SLOPE][ROUTH_IDENTITY_SLOPE]);
    fit->slope_interval[0] = low - factor * fmax(sqrt(forward) / ll, own);
    fit->slope_interval[1] = high + factor * fmax(sqrt(inverse) / tt * high * high, own);
}

/* The regression's slope with every other unknown at its start. */
static double first_slope(const routh_identity *identity, const double value[UNKNOWNS]) {
    double at[UNKNOWNS], rx, ry, product = 0, square = 0;
    memcpy(at, value, sizeof at);
    at[ROUTH_IDENTITY_SLOPE] = 1;
    for (size_t i = 0; i < identity->count; i++) {
        const double lever = identity->row[i].turn - identity_left_over(identity, &identity->row[i], at, &rx, &ry);
        product += lever * identity->row[i].turn;
        square += lever * lever;
    }
    return square > 0 ? product / square : 0;
}

/* A polygon's lever jumps from corner to corner, and the cost then has several valleys: where is the deepest? */
static void start_angle(const routh_identity *identity, double value[UNKNOWNS]) {
    enum { STARTS = 41 };
    static const double widest = 0.2;
    double best = INFINITY, chosen = 0;
    for (int i = 0; i < STARTS; i++) {
        value[ROUTH_IDENTITY_ANGLE] = widest * (2.0 * i / (STARTS - 1) - 1);
        value[ROUTH_IDENTITY_SLOPE] = first_slope(identity, value);
        evaluate(identity, value, 0, identity->residual);
        double cost = 0;
        for (size_t j = 0; j < identity->count; j++)
            cost += fabs(identity->residual[j]);
        if (cost < best && value[ROUTH_IDENTITY_SLOPE] > 0) {
            best = cost;
            chosen = value[ROUTH_IDENTITY_ANGLE];
        }
    }
    value[ROUTH_IDENTITY_ANGLE] = chosen;
}

routh_identity_fit routh_identity_solve(const routh_identity *identity, unsigned free, routh_identity_noise noise) {
    routh_identity_fit fit = {.free = free, .used = identity->count};
    int which[UNKNOWNS];
    const int count = list_free(free, which);
    if (!*identity->stopped)
        *identity->stopped = routh_check_cancelled(identity->context) != ROUTH_OK;
    if (*identity->stopped || identity->count <= (size_t)count + 2)
        return fit;
    for (size_t i = 0; i < identity->count; i++)
        identity->row[i].ambiguous = false;
    if (free >> ROUTH_IDENTITY_ANGLE & 1)
        start_angle(identity, fit.value);
    const double slope = fit.value[ROUTH_IDENTITY_SLOPE] = first_slope(identity, fit.value);
    double k2 = 0;
    fit.determined =
        slope > 0 && descend(identity, k2, noise == ROUTH_IDENTITY_SQUARES ? SQUARE : HUBER, which, count, &fit);
    if (noise == ROUTH_IDENTITY_SQUARES)
        return fit;
    fit.used = identity_mark(identity, fit.value);
    fit.determined = fit.determined && fit.used > (size_t)count + 2;
    if (noise == ROUTH_NOISE_OF_ALL && fit.determined) {
        k2 = 1 / fabs(fit.value[ROUTH_IDENTITY_SLOPE]);
        fit.determined = descend(identity, k2, HUBER, which, count, &fit);
    }
    fit.determined = fit.determined && descend(identity, k2, TUKEY, which, count, &fit) &&
                     sandwich(identity, k2, which, count, &fit) && fit.value[ROUTH_IDENTITY_SLOPE] > 0;
    if (fit.determined)
        bound_slope(identity, k2, count, &fit);
    return fit;
}

double routh_identity_wald(const routh_identity_fit *fit, unsigned group) {
    int which[UNKNOWNS];
    const int count = list_free(group, which);
    double matrix[UNKNOWNS][UNKNOWNS] = {{0}}, right[UNKNOWNS], total = 0;
    for (int j = 0; j < count; j++) {
        right[j] = fit->value[which[j]];
        for (int k = 0; k < count; k++)
            matrix[j][k] = fit->covariance[which[j]][which[k]];
    }
    if (!routh_elimination_solve((size_t)count, UNKNOWNS, &matrix[0][0], right, 0))
        return 0;
    for (int j = 0; j < count; j++)
        total += right[j] * fit->value[which[j]];
    return total;
}
