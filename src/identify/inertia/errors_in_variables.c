/* Errors in variables: where the averaged conditional scores of poses.c add up to 0.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "inertia/inertia.h"

/* Fewer contacts cannot determine the distribution of momentum changes. */
enum { LEAST_FOR_MODEL = 20, MOST_ROUNDS = 40, MOST_NEWTON = 60 };

/* A value is moved by this share of it to differentiate a score, and by no more than about its error: further away other
 * poses explain a contact, and the score is not straight. */
static const double difference = 0.02;

/* Θ of the fit: the unknowns, then the offsets. */
static void theta_of(const pose_work *poses, double theta[MOST_SCORES]) {
    const routh_inertia_estimate *fit = poses->work->fit;
    memset(theta, 0, MOST_SCORES * sizeof *theta);
    memcpy(theta, fit->value, (size_t)poses->work->unknowns * sizeof *theta);
    theta[poses->work->unknowns + OFFSET_ANGLE] = fit->angle_offset;
    theta[poses->work->unknowns + OFFSET_HEIGHT] = fit->height_offset;
}

static int size_of(const pose_work *poses) {
    return poses->work->unknowns + poses->offsets;
}

/* 1/variance of every number of Θ beforehand: 0 for the unknowns. */
static void prior_of(const pose_work *poses, double prior[MOST_SCORES]) {
    memset(prior, 0, MOST_SCORES * sizeof *prior);
    if (poses->offsets > 0)
        routh_pose_offset_prior(poses->work, &prior[poses->work->unknowns]);
}

/* The sums of the scores, with the prior's. */
static void scores_of(const pose_work *poses, const double *theta, double sum[MOST_SCORES]) {
    double prior[MOST_SCORES];
    prior_of(poses, prior);
    routh_pose_scores(poses, theta, sum);
    for (int k = 0; k < size_of(poses); k++)
        sum[k] -= prior[k] * theta[k];
}

static double score_of(const pose_work *poses, double kappa, const double *theta) {
    double at[MOST_SCORES], sum[MOST_SCORES];
    memcpy(at, theta, sizeof at);
    at[0] = kappa;
    routh_pose_scores(poses, at, sum);
    return sum[0];
}

/* The score is positive below the answer and negative above it: brackets the sign's change next to *kappa, then closes
 * in by false position (Illinois). 0 where there is none. */
static int find_root(const pose_work *poses, double *theta) {
    enum { MOST_WIDENINGS = 80, MOST_STEPS = 100 };
    static const double widen = 1.1;
    double low = theta[0], high = theta[0], at_low = score_of(poses, low, theta), at_high = at_low;
    const int up = at_low > 0;
    for (int k = 0; k < MOST_WIDENINGS && (up ? at_high > 0 : at_low < 0); k++) {
        if (up) {
            low = high;
            at_low = at_high;
            at_high = score_of(poses, high *= widen, theta);
        } else {
            high = low;
            at_high = at_low;
            at_low = score_of(poses, low /= widen, theta);
        }
    }
    if (!(at_low >= 0 && at_high <= 0))
        return 0;
    for (int k = 0, side = 0; k < MOST_STEPS && high - low > 1e-14 * high && at_low > at_high; k++) {
        const double middle = (low * -at_high + high * at_low) / (at_low - at_high),
                     at = score_of(poses, middle, theta);
        if (at > 0) {
            low = middle;
            at_low = at;
            at_high *= side > 0 ? 0.5 : 1;
            side = 1;
        } else if (at < 0) {
            high = middle;
            at_high = at;
            at_low *= side < 0 ? 0.5 : 1;
            side = -1;
        } else
            low = high = middle;
    }
    theta[0] = (low + high) / 2;
    return 1;
}

/* How far Newton's method may move each number of Θ at once. */
static void reach_of(const pose_work *poses, const double *theta, double reach[MOST_SCORES]) {
    const int unknowns = poses->work->unknowns;
    for (int k = 0; k < unknowns; k++)
        reach[k] = 0.3 * fabs(theta[k]);
    routh_pose_offset_reach(poses->work, &reach[unknowns]);
}

/* By how much to move a number: 1/√(Σ score²) is its error were the others known. After routh_pose_scores. */
static double step_of(const pose_work *poses, const double *theta, int k) {
    double squares = 0, reach[MOST_SCORES];
    for (size_t i = 0; i < poses->work->count; i++)
        if (inertia_uses(poses->work, i))
            squares += poses->score[i * MOST_SCORES + (size_t)k] * poses->score[i * MOST_SCORES + (size_t)k];
    reach_of(poses, theta, reach);
    return fmin(k < poses->work->unknowns ? difference * fabs(theta[k]) : reach[k] / 4, 1 / sqrt(squares));
}

/* Minus the derivative of the scores' sum. */
static void slope_of(const pose_work *poses, const double *theta, double slope[MOST_SCORES][MOST_SCORES]) {
    const int n = size_of(poses);
    double steps[MOST_SCORES], at[MOST_SCORES];
    scores_of(poses, theta, at);
    for (int l = 0; l < n; l++)
        steps[l] = step_of(poses, theta, l);
    for (int l = 0; l < n; l++) {
        double moved[MOST_SCORES], above[MOST_SCORES], below[MOST_SCORES];
        memcpy(moved, theta, sizeof moved);
        moved[l] = theta[l] + steps[l];
        scores_of(poses, moved, above);
        moved[l] = theta[l] - steps[l];
        scores_of(poses, moved, below);
        for (int k = 0; k < n; k++)
            slope[k][l] = (below[k] - above[k]) / (2 * steps[l]);
    }
}

/* Nodes that move pass corners one by one, and the scores would jump: they are placed anew only after a long way. */
static void follow_offsets(pose_work *poses, const double *theta) {
    const double *offset = &theta[poses->work->unknowns];
    if (poses->offsets > 0 && fabs(offset[OFFSET_ANGLE] - poses->centre[OFFSET_ANGLE]) > poses->work->noise.theta)
        routh_pose_recentre(poses, offset);
}

/* A slope that is still good enough. */
typedef struct known_slope {
    bool known;
    double at[MOST_SCORES][MOST_SCORES];
} known_slope;

/* All of Θ together, by Newton's method from a start that least squares found. A slope costs as much as 2 n + 1 sums: it is
 * kept as long as each step is much shorter than the one before. */
static int find_roots(pose_work *poses, double *theta, known_slope *slope) {
    static const double much_shorter = 0.3;
    const int n = size_of(poses);
    const double enough = poses->offsets > 0 ? 1e-7 : 3e-14, at_last = poses->offsets > 0 ? 1e-4 : 3e-9;
    double last = INFINITY;
    for (int step = 0; step < MOST_NEWTON; step++) {
        double sum[MOST_SCORES], matrix[MOST_SCORES][MOST_SCORES], reach[MOST_SCORES], longest = 0;
        if (!slope->known)
            slope_of(poses, theta, slope->at);
        slope->known = true;
        memcpy(matrix, slope->at, sizeof matrix);
        scores_of(poses, theta, sum);
        reach_of(poses, theta, reach);
        if (!routh_elimination_solve((size_t)n, MOST_SCORES, matrix[0], sum, 0))
            return 0;
        for (int k = 0; k < n; k++)
            longest = fmax(longest, fabs(sum[k] / reach[k]));
        for (int k = 0; k < n; k++)
            theta[k] += longest > 1 ? sum[k] / longest : sum[k];
        follow_offsets(poses, theta);
        if (longest < enough)
            return 1;
        if (!isfinite(longest) || !(theta[0] > 0))
            return 0;
        if (step + 1 == MOST_NEWTON)
            return longest < at_last;
        slope->known = longest < much_shorter * last;
        last = longest;
    }
    return 0;
}

/* The roots, the momentum model and, where the noise is not known, its proportions depend on one another: in turns
 * until nothing changes. */
static int settle(pose_work *poses, double *theta) {
    const inertia_work *work = poses->work;
    size_t used = 0;
    for (size_t i = 0; i < work->count; i++)
        used += (size_t)inertia_uses(work, i);
    const int with_model = poses->nodes > 1 && used >= LEAST_FOR_MODEL;
    known_slope slope = {0};
    for (int round = 0; round < MOST_ROUNDS; round++) {
        const double before = theta[0];
        poses->variance = routh_inertia_variances(work, theta[0]);
        if (with_model && (round > 0 || poses->has_model)) /* a model learned far from the answer could hold it there */
            routh_pose_learn_model(poses, theta);
        if (!(size_of(poses) > 1 ? find_roots(poses, theta, &slope) : find_root(poses, theta)))
            return 0;
        if ((round > 0 || !with_model) && fabs(theta[0] - before) <= (with_model ? 1e-5 : 1e-14) * before)
            break;
    }
    return 1;
}

/* By how much the errors of the unknowns grow at most, the more offsets are fitted. */
static double cost_of(int unknowns, double more[MOST_SCORES][MOST_SCORES], double fewer[MOST_SCORES][MOST_SCORES]) {
    double most = 1;
    for (int k = 0; k < unknowns; k++)
        most = fmax(most, sqrt(more[k][k] / fewer[k][k]));
    return most;
}

/* An offset in its errors, as a step of Newton's method from here finds it together with all before it. */
static double evidence_of(const pose_work *poses, const double *theta, double slope[MOST_SCORES][MOST_SCORES],
                          double covariance[MOST_SCORES][MOST_SCORES], int offset) {
    const int place = poses->work->unknowns + offset;
    double matrix[MOST_SCORES][MOST_SCORES], step[MOST_SCORES];
    memcpy(matrix, slope, sizeof matrix);
    scores_of(poses, theta, step);
    const bool solved = routh_elimination_solve((size_t)place + 1, MOST_SCORES, matrix[0], step, 0);
    return solved ? fabs(theta[place] + step[place]) / sqrt(covariance[place][place]) : 0;
}

/* How many offsets to fit. Where one makes the errors of the unknowns hardly larger, it is fitted always. Where contacts hardly
 * separate it from m/I, as those of a body that always lands on one side of a corner, only if it is far from 0. */
static int wanted_offsets(pose_work *poses, const double *theta, bool *shows) {
    static const double small_cost = 1.1, evident = 3.3;
    const int unknowns = poses->work->unknowns, before = poses->offsets;
    double slope[MOST_SCORES][MOST_SCORES] = {{0}}, sum[MOST_SCORES], prior[MOST_SCORES];
    double covariance[OFFSETS_OF_POSE + 1][MOST_SCORES][MOST_SCORES];
    poses->offsets = OFFSETS_OF_POSE;
    slope_of(poses, theta, slope);
    routh_pose_scores(poses, theta, sum);
    prior_of(poses, prior);
    for (int k = 0; k <= OFFSETS_OF_POSE; k++)
        routh_inertia_sandwich(poses->work, unknowns + k, poses->score, slope, prior, covariance[k]);
    int wanted = 0;
    *shows = false;
    for (int k = 0; k < OFFSETS_OF_POSE; k++) {
        const bool clear = evidence_of(poses, theta, slope, covariance[k + 1], k) > evident;
        if (clear || (wanted == k && cost_of(unknowns, covariance[k + 1], covariance[k]) <= small_cost))
            wanted = k + 1;
        *shows = *shows || clear;
    }
    poses->offsets = before;
    return wanted;
}

/* From the same start without offsets. */
static void forget_offsets(pose_work *poses, const double *start, double *theta) {
    routh_inertia_estimate *fit = poses->work->fit;
    memcpy(theta, start, MOST_SCORES * sizeof *theta);
    memset(&theta[poses->work->unknowns], 0, OFFSETS_OF_POSE * sizeof *theta);
    poses->offsets = 0;
    poses->has_model = 0;
    fit->angle_offset = fit->height_offset = fit->angle_offset_error = fit->height_offset_error = 0;
    routh_pose_recentre(poses, &theta[poses->work->unknowns]);
}

/* Θ, with the offsets that are wanted. Those that a start found may turn out not to be. */
static int find_all(pose_work *poses, double *theta) {
    const int unknowns = poses->work->unknowns;
    const bool possible = poses->nodes > 1 && routh_pose_shows_offsets(poses->work);
    double start[MOST_SCORES];
    bool shows = false;
    memcpy(start, theta, sizeof start);
    if (possible && fabs(theta[unknowns + OFFSET_ANGLE]) + fabs(theta[unknowns + OFFSET_HEIGHT]) > 0) {
        poses->offsets = fabs(theta[unknowns + OFFSET_ANGLE]) > 0 ? OFFSETS_OF_POSE : OFFSET_HEIGHT + 1;
        if (settle(poses, theta) && wanted_offsets(poses, theta, &shows) == poses->offsets)
            return 1;
    }
    forget_offsets(poses, start, theta);
    if (!settle(poses, theta))
        return 0;
    shows = false;
    poses->offsets = possible ? wanted_offsets(poses, theta, &shows) : 0;
    memcpy(start, theta, sizeof start);
    if (poses->offsets == 0 || settle(poses, theta))
        return 1;
    forget_offsets(poses, start, theta);
    return !shows && settle(poses, theta); /* those that show but are not found would be left in the answer */
}

/* The error of the settled answer, and what is known to be wrong with it. */
static routh_status finish(routh_context *context, const pose_work *poses, double *theta) {
    const inertia_work *work = poses->work;
    routh_inertia_estimate *fit = work->fit;
    const int unknowns = work->unknowns;
    double slope[MOST_SCORES][MOST_SCORES] = {{0}}, covariance[MOST_SCORES][MOST_SCORES], sum[MOST_SCORES],
           prior[MOST_SCORES];
    slope_of(poses, theta, slope);
    routh_pose_scores(poses, theta, sum);
    prior_of(poses, prior);
    routh_inertia_sandwich(work, size_of(poses), poses->score, slope, prior, covariance);
    routh_status status = ROUTH_OK;
    if (poses->nodes > 1)
        status = routh_pose_correct_scores(context, poses, theta, slope, covariance);
    routh_inertia_keep_covariance(work, covariance);
    if (status == ROUTH_OK && unknowns == 1)
        status = routh_pose_correct_bias(context, poses, theta);
    memcpy(fit->value, theta, (size_t)unknowns * sizeof *theta);
    double *const offset[] = {[OFFSET_HEIGHT] = &fit->height_offset, [OFFSET_ANGLE] = &fit->angle_offset};
    double *const error[] = {[OFFSET_HEIGHT] = &fit->height_offset_error, [OFFSET_ANGLE] = &fit->angle_offset_error};
    for (int k = 0; k < poses->offsets; k++) {
        *offset[k] = theta[unknowns + k];
        *error[k] = sqrt(covariance[unknowns + k][unknowns + k]);
    }
    return status;
}

routh_status routh_inertia_errors_in_variables(routh_context *context, const inertia_work *work) {
    routh_inertia_estimate *fit = work->fit;
    pose_work poses;
    double theta[MOST_SCORES];
    routh_status status = routh_pose_work_create(context, work, fit->value[0], &poses);
    if (status != ROUTH_OK)
        return status;
    theta_of(&poses, theta);
    const int found = find_all(&poses, theta);
    if (!found && !*poses.stopped)
        status =
            routh_fail(context, ROUTH_NOT_ENDED,
                       "no positive m/I explains the %zu contact%s within the noise; check the frame and the noise",
                       work->count, work->count == 1 ? "" : "s");
    if (found && !*poses.stopped)
        status = finish(context, &poses, theta);
    if (*poses.stopped)
        status = ROUTH_CANCELLED;
    for (size_t i = 0; status == ROUTH_OK && i < work->count; i++)
        routh_pose_momentum(&poses, theta, i, &fit->impulse[2 * i]);
    routh_pose_work_release(context, &poses);
    return status;
}

routh_status routh_inertia_momenta(routh_context *context, const inertia_work *work) {
    pose_work poses;
    ROUTH_TRY(routh_pose_work_create(context, work, work->fit->value[0], &poses));
    for (size_t i = 0; i < work->count; i++)
        routh_pose_momentum(&poses, work->fit->value, i, &work->fit->impulse[2 * i]);
    routh_pose_work_release(context, &poses);
    return ROUTH_OK;
}
