/* What is known to be wrong with an answer of errors in variables.
 *
 * The answer to Σ ψ_i(κ) = 0 is consistent, but with few and noisy contacts still a little off, by
 *
 *     b = Σ ψ_i ψ_i' / A² + ½ Σ ψ_i'' Σ ψ_i² / A³,   A = −Σ ψ_i'
 *
 * to second order (expand the sum about the truth; Cox and Snell, Journal of the Royal Statistical Society B 30 (1968)
 * 248). With m/I alone this is taken off.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/elimination.h"
#include "base/context.h"
#include "inertia/poses.h"

/* Share of a value by which it is moved to differentiate a score; by no more than its error. */
static const double difference = 0.02;

/* The correction never exceeds this share of the standard error: beyond that the expansion does not hold. */
static const double most_correction = 0.5;

static void scores_beside(const pose_work *poses, double kappa, const double *theta) {
    double at[MOST_SCORES], sum[MOST_SCORES];
    memcpy(at, theta, sizeof at);
    at[0] = kappa;
    routh_pose_scores(poses, at, sum);
}

/* The bias b (see the head of this file), from scores next to the answer. */
static double second_order_bias(const pose_work *poses, const double *theta, double error, double *beside[2]) {
    const inertia_work *work = poses->work;
    const double kappa = theta[0], step = fmin(difference * kappa, error);
    for (int side = 0; side < 2; side++) {
        scores_beside(poses, side ? kappa + step : kappa - step, theta);
        for (size_t i = 0; i < work->count; i++)
            beside[side][i] = poses->score[i * MOST_SCORES];
    }
    scores_beside(poses, kappa, theta);
    double slope = 0, curvature = 0, product = 0, square = 0;
    for (size_t i = 0; i < work->count; i++) {
        if (!inertia_uses(work, i))
            continue;
        const double at = poses->score[i * MOST_SCORES], first = (beside[1][i] - beside[0][i]) / (2 * step);
        slope -= first;
        curvature += (beside[1][i] - 2 * at + beside[0][i]) / (step * step);
        product += at * first;
        square += at * at;
    }
    const double bias = product / (slope * slope) + 0.5 * curvature * square / (slope * slope * slope);
    return isfinite(bias) ? fmax(-most_correction * error, fmin(most_correction * error, bias)) : 0;
}

routh_status routh_pose_correct_bias(routh_context *context, const pose_work *poses, double *theta) {
    double *scratch = routh_allocate(context, 2 * poses->work->count, sizeof *scratch);
    if (!scratch)
        return ROUTH_OUT_OF_MEMORY;
    theta[0] -= second_order_bias(poses, theta, sqrt(poses->work->fit->covariance[0][0]),
                                  (double *[2]){scratch, scratch + poses->work->count});
    routh_release(context, scratch);
    return ROUTH_OK;
}

/* What noise of the pose makes of the scores, taken off. The shift is that of poses and momentum changes like the fitted
 * ones, not of the true ones: so a shift well within the error is hardly taken off, and most of it is added to the error. */
routh_status routh_pose_correct_scores(routh_context *context, const pose_work *poses, double *theta,
                                       double slope[MOST_SCORES][MOST_SCORES],
                                       double covariance[MOST_SCORES][MOST_SCORES]) {
    static const double uncorrected = 0.75, trusted = 1, most = 3;
    const int n = poses->work->unknowns + poses->offsets;
    double shift[MOST_SCORES] = {0}, error[MOST_SCORES] = {0}, matrix[2][MOST_SCORES][MOST_SCORES];
    const routh_status status = routh_pose_mean_scores(context, poses, theta, shift, error);
    if (status != ROUTH_OK)
        return status;
    memcpy(matrix[0], slope, sizeof matrix[0]);
    memcpy(matrix[1], slope, sizeof matrix[1]);
    const bool solved = routh_elimination_solve((size_t)n, MOST_SCORES, matrix[0][0], shift, 0) &&
                        routh_elimination_solve((size_t)n, MOST_SCORES, matrix[1][0], error, 0);
    for (int k = 0; k < poses->work->unknowns; k++) {
        /* data without the noise that is stated are no reason to refuse */
        const double own = fmax(sqrt(covariance[k][k]), sqrt(ROUTH_POSE_REPLICAS) * fabs(error[k]));
        if (!solved || !(fabs(shift[k]) <= most * own) || !(theta[k] - shift[k] > 0))
            return routh_fail(
                context, ROUTH_NOT_ENDED,
                "%s is not determined: noise of the pose alone shifts the estimate %.4g by %.3g, far more "
                "than its error %.2g; contacts with the flights between them, or less noise in the angle, "
                "would help",
                routh_name(&routh_unknowns, poses->work->unknown[k]), theta[k], shift[k], own);
    }
    for (int k = 0; k < n; k++) {
        const double doubt = trusted * trusted * covariance[k][k], square = shift[k] * shift[k];
        theta[k] -= square + doubt > 0 ? shift[k] * square / (square + doubt) : 0;
        covariance[k][k] += uncorrected * uncorrected * shift[k] * shift[k] + error[k] * error[k];
    }
    return ROUTH_OK;
}
