/* How far (K, μK, z) can be from the truth, from what the recording itself shows.
 *
 * The residual is not one kind of noise. While parts slide it is mostly noise of the sensors, which a few samples average
 * out. Where a contact opens or closes it is larger, and those few samples say most about K. Where contacts stick, the
 * friction that Φ leaves out is the same for seconds. One variance and one correlation time for all would take the last
 * for the first. So what slides of a recording is cut into stretches, and what the estimate would be without each of
 * them is found with the Jacobian held: the sum of the squares of these changes is the covariance (delete-a-group
 * jackknife; J. Shao, C. F. J. Wu, A general theory for jackknife variance estimation, Annals of Statistics 17 (1989)).
 * It includes that samples with much influence have small residuals because of it.
 *
 * Frozen friction lasts longer than any stretch, and is seen once: the six components of an error, independent, the
 * same in all samples of a recording in proportion to what sticks, as large as what is left of the wrench there says,
 * and at least f. Shrinkage is as in identify_covariance.c.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/context.h"
#include "insertion/identify.h"
#include "insertion/regressor.h"

enum {
    STRETCHES = 24, /* of a recording, if it has as many samples that slide */
    FEWEST = 5      /* with fewer the changes say too little */
};

/* The share of depth from which on a sample is one of contacts that stick. */
static const double mostly = 0.5;

/* A stretch without which K or μK is hardly determined: what is left of its column of Φ, relative to all of it. */
static const double hardly = 1e-3;

/* The square of f in this recording set: what is left of wrenches where contacts mostly stick. */
static double frozen_square(const routh_separable *problem, const double *residual) {
    double squares = 0, shares = 0;
    for (size_t k = 0; k < problem->samples; k++) {
        const double share = problem->stuck[k], level = problem->level[k];
        if (!problem->counted[k] || share < mostly)
            continue;
        squares += routh_sum_of_products(6, &residual[6 * k], &residual[6 * k]) / (level * level);
        shares += 6 * share * share;
    }
    return fmax(routh_frozen_friction * routh_frozen_friction, shares > 0 ? squares / shares : 0.0);
}

/* Adds the covariance of Gᵀ (frozen friction): f² Σ h hᵀ over recordings and components, h = Σ share Gᵀ. */
static void add_frozen(const routh_separable *problem, const routh_linear *linear, double square, double *h,
                       double *noise) {
    const size_t n = linear->columns, rows = problem->rows;
    const routh_instant *instant = problem->regressor->instant;
    for (size_t first = 0, last; first < problem->samples; first = last) {
        for (last = first; last < problem->samples && instant[last].recording == instant[first].recording;)
            last++;
        for (size_t c = 0; c < 6; c++) {
            for (size_t i = 0; i < n; i++) {
                h[i] = 0;
                for (size_t k = first; k < last; k++)
                    if (problem->counted[k])
                        h[i] += problem->level[k] * problem->stuck[k] * linear->g[i * rows + 6 * k + c];
            }
            for (size_t i = 0; i < n; i++)
                for (size_t k = 0; k < n; k++)
                    noise[i * n + k] += square * h[i] * h[k];
        }
    }
}

static bool slides(const routh_separable *problem, size_t k) {
    return problem->counted[k] && problem->stuck[k] < mostly;
}

/* The stretch of each sample, from 0, SIZE_MAX where contacts mostly stick; returns how many there are. Each stretch of a
 * recording has as many samples with contact. */
static size_t cut(const routh_separable *problem, size_t *stretch) {
    const routh_instant *instant = problem->regressor->instant;
    size_t count = 0;
    for (size_t first = 0, last; first < problem->samples; first = last) {
        size_t used = 0, passed = 0;
        for (last = first; last < problem->samples && instant[last].recording == instant[first].recording; last++)
            used += slides(problem, last);
        const size_t own = used < STRETCHES ? used : STRETCHES;
        for (size_t k = first; k < last; k++)
            stretch[k] = slides(problem, k) ? count + passed++ * own / used : SIZE_MAX;
        count += own;
    }
    return count;
}

/* The change of (K, μK, z) without stretch b; false: it does not leave enough to determine K and μK. */
static routh_status leave_out(routh_context *context, const routh_separable *problem, const routh_linear *linear,
                              const double *residual, double lambda, const size_t *stretch, size_t b,
                              routh_linear *rest, double *inverse, double *change, bool *determined) {
    const size_t n = linear->columns, rows = problem->rows;
    double *pull = change + n;
    memcpy(rest->g, linear->g, rows * n * sizeof *rest->g);
    memset(pull, 0, n * sizeof *pull);
    for (size_t k = 0; k < problem->samples; k++)
        for (size_t i = 0; i < n && stretch[k] == b; i++)
            for (size_t row = 6 * k; row < 6 * k + 6; row++) {
                pull[i] -= linear->g[i * rows + row] * residual[row];
                rest->g[i * rows + row] = 0;
            }
    routh_triangularise(rows, n, rest->g, rest->r);
    for (size_t i = 0; i < linear->determined; i++)
        *determined = *determined && rest->r[i * n + i] > hardly * linear->r[i * n + i];
    if (!*determined)
        return ROUTH_OK;
    ROUTH_TRY(routh_damped_inverse(context, rest, lambda, inverse));
    for (size_t i = 0; i < n; i++)
        change[i] = routh_sum_of_products(n, &inverse[i * n], pull) / (i < linear->determined ? linear->scale[i] : 1);
    return ROUTH_OK;
}

/* A change that moves a displacement by more than its prior deviation is made so much smaller: the Jacobian does not hold that
 * far, and the prior would not let it go. */
static void limit(size_t n, size_t determined, double *change) {
    double most = 1;
    for (size_t i = determined; i < n; i++)
        most = fmax(most, fabs(change[i]));
    for (size_t i = 0; i < n; i++)
        change[i] /= most;
}

/* Adds the changes without each stretch. With ν + 1 of them errors have Student's distribution, whose variance is
 * ν/(ν − 2) of the normal one's. */
static routh_status add_changes(routh_context *context, const routh_separable *problem, const routh_linear *linear,
                                const double *residual, double lambda, const size_t *stretch, size_t count,
                                double *covariance, bool *determined) {
    const size_t n = linear->columns;
    const double wider = (double)(count - 1) / (double)(count - 3);
    routh_linear rest = *linear;
    ROUTH_ARENA(room, context);
    rest.g = routh_take(&room, problem->rows, n * sizeof *rest.g);
    rest.r = routh_take(&room, n, n * sizeof *rest.r);
    double *inverse = routh_take(&room, n, n * sizeof *inverse);
    double *change = routh_take(&room, 2 * n, sizeof *change);
    ROUTH_TRY(room.status);
    for (size_t b = 0; b < count; b++) {
        ROUTH_TRY(routh_check_cancelled(context));
        ROUTH_TRY(
            leave_out(context, problem, linear, residual, lambda, stretch, b, &rest, inverse, change, determined));
        if (!*determined)
            return ROUTH_OK;
        limit(n, linear->determined, change);
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < n; k++)
                covariance[i * n + k] += wider * change[i] * change[k];
    }
    return ROUTH_OK;
}

/* What the stretches and frozen friction say about all unknowns; false: too short for that. */
static routh_status measure(routh_context *context, const routh_separable *problem, const routh_linear *linear,
                            const double *residual, double gamma, double *covariance, bool *determined) {
    const size_t n = linear->columns;
    ROUTH_ARENA(room, context);
    double *noise = routh_take(&room, n + 1, n * sizeof *noise);
    size_t *stretch = routh_take(&room, problem->samples, sizeof *stretch);
    ROUTH_TRY(room.status);
    add_frozen(problem, linear, frozen_square(problem, residual), noise + n * n, noise);
    ROUTH_TRY(routh_covariance_of_noise(context, problem, linear, gamma, noise, covariance));
    const size_t count = cut(problem, stretch);
    *determined = count >= FEWEST;
    return *determined ? add_changes(context, problem, linear, residual, routh_prior_weight(problem, gamma), stretch,
                                     count, covariance, determined)
                       : ROUTH_OK;
}

/* The triangle L of C = L Lᵀ, of the first m ≤ 2 rows. */
static void find_root(size_t n, size_t m, const double *c, double root[3]) {
    root[0] = sqrt(c[0]);
    root[1] = m > 1 ? c[n] / root[0] : 0.0;
    root[2] = m > 1 ? sqrt(fmax(0, c[n + 1] - root[1] * root[1])) : 1.0;
}

/* Gives K and μK the covariance that they have in `from`, displacements the larger variance of both, but that of `from` only up to
 * the prior's, and keeps how they depend on each other: T C Tᵀ with T = L_from L⁻¹ in the block of K and μK, and diagonal otherwise. */
static void take_over(const routh_linear *linear, const double *from, double *covariance) {
    const size_t n = linear->columns, m = linear->determined;
    double old[3], new[3];
    find_root(n, m, covariance, old);
    find_root(n, m, from, new);
    if (m == 0 || !(old[0] > 0) || !(old[2] > 0))
        return;
    const double t[3] = {new[0] / old[0], (new[1] - new[2] / old[2] * old[1]) / old[0], new[2] / old[2]};
    for (int side = 0; side < 2; side++)
        for (size_t k = 0; k < n; k++) {
            double *first = side ? &covariance[k * n] : &covariance[k];
            double *second = side ? &covariance[k * n + 1] : &covariance[n + k];
            if (m > 1)
                *second = t[1] * *first + t[2] * *second;
            *first *= t[0];
        }
    for (size_t i = m; i < n; i++) {
        const double more = sqrt(fmax(1, fmin(1, from[i * n + i]) / covariance[i * n + i]));
        for (size_t k = 0; k < n; k++) {
            covariance[i * n + k] *= more;
            covariance[k * n + i] *= more;
        }
    }
}

routh_status routh_measured_covariance(routh_context *context, const routh_separable *problem,
                                       const routh_linear *linear, const routh_projection *at, double gamma,
                                       double *covariance) {
    const size_t n = linear->columns;
    const routh_wrench_noise noise = routh_residual_noise(problem, at->residual, n);
    ROUTH_ARENA(room, context);
    double *own = routh_take(&room, n, n * sizeof *own);
    bool determined = false;
    ROUTH_TRY(room.status);
    ROUTH_TRY(routh_error_covariance(context, problem, linear, noise, gamma, covariance));
    ROUTH_TRY(measure(context, problem, linear, at->residual, gamma, own, &determined));
    if (determined)
        take_over(linear, own, covariance);
    return ROUTH_OK;
}
