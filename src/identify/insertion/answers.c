/* Estimates and errors at one minimum, and of several that the recording does not separate.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/identify.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "fields/structs.h"
#include "insertion/regressor.h"

/* γ that errors are computed with where displacements stay as drawn. */
static const double held = 1e9;

/* Only K × depth is determined where the offset's error is more than this share of its prior, and K's is more than that
 * share of K: if K is known, so is depth. */
static const double unseen = 0.5, unknown = 0.05;

/* One minimum --------------------------------------------------------------------------------------------*/

/* Depth is linear in the compliance 1/K and in displacements, force is not: so intervals are those of 1/K. */
static void find_interval(routh_insertion_answer *answer) {
    const double share = ROUTH_NORMAL_INTERVAL * answer->stiffness_error / answer->stiffness;
    if (answer->stiffness > 0) {
        answer->stiffness_low = answer->stiffness / (1 + share);
        answer->stiffness_high = share < 1 ? answer->stiffness / (1 - share) : INFINITY;
    } else {
        answer->stiffness_low = answer->stiffness - ROUTH_NORMAL_INTERVAL * answer->stiffness_error;
        answer->stiffness_high = answer->stiffness + ROUTH_NORMAL_INTERVAL * answer->stiffness_error;
    }
}

/* From (K and μK where determined, z) to (K, μK, x). */
static void spread_covariance(const routh_separable *problem, const routh_linear *linear, const double *from,
                              double *covariance) {
    const size_t size = problem->unknowns + 2;
    for (size_t i = 0; i < size; i++)
        for (size_t k = 0; k < size; k++) {
            const size_t low = i < k ? i : k, shift = 2 - linear->determined;
            const double by = (i < 2 ? 1 : problem->displacement[i - 2].deviation) *
                              (k < 2 ? 1 : problem->displacement[k - 2].deviation);
            const int determined = low >= 2 || (low < linear->determined && (i >= 2 || i < linear->determined) &&
                                                (k >= 2 || k < linear->determined));
            const size_t row = i < 2 ? i : i - shift, column = k < 2 ? k : k - shift;
            covariance[i * size + k] = determined ? by * from[row * linear->columns + column] : NAN;
        }
}

/* Of μ = μK/K from the covariance of both. */
static double friction_error(const double *covariance, size_t size, double stiffness, double mu) {
    const double *c = covariance;
    return sqrt(fmax(0, c[size + 1] - 2 * mu * c[1] + mu * mu * c[0])) / fabs(stiffness);
}

static void read_errors(const routh_separable *problem, const routh_projection *at, const double *covariance,
                        routh_insertion_answer *answer) {
    const size_t size = problem->unknowns + 2;
    answer->stiffness = at->fit.theta[0]; /* K; theta[1] is μK */
    answer->stiffness_error = sqrt(covariance[0]);
    answer->friction = at->fit.rank > 1 ? at->fit.theta[1] / at->fit.theta[0] : NAN;
    answer->friction_error =
        at->fit.rank > 1 ? friction_error(covariance, size, answer->stiffness, answer->friction) : NAN;
    for (size_t j = 0; j < problem->unknowns; j++) {
        answer->x[j] = at->x[j];
        answer->error[j] = sqrt(covariance[(j + 2) * size + j + 2]);
    }
    answer->force_cost = at->force_cost;
    answer->geometric_cost = at->geometric_cost;
    find_interval(answer);
}

/* Which pairs of parts carry the load. */
static routh_status find_load(routh_context *context, const routh_separable *problem, const routh_projection *at,
                              routh_insertion_answer *answer) {
    routh_regressor *r = problem->regressor;
    ROUTH_ARENA(room, context);
    routh_contact_point3 *contact = routh_take(&room, r->pairs, sizeof *contact);
    ROUTH_TRY(room.status);
    double sum = 0;
    for (size_t k = 0; k < problem->samples; k++) {
        const size_t count = at->contacts[k] ? routh_regressor_contacts(r, at->x, k, r->pairs, contact) : 0;
        for (size_t i = 0; i < count; i++) {
            const uint32_t *part = contact[i].part;
            const double load = contact[i].depth * r->placed[0][part[0]].stiffness * r->placed[1][part[1]].stiffness;
            answer->load[part[0] * r->parts[1] + part[1]] += load;
            sum += load;
        }
    }
    for (size_t p = 0; p < r->pairs && sum > 0; p++)
        answer->load[p] /= sum;
    return ROUTH_OK;
}

/* Fills the answer and the covariance of (K, μK, x) from the point; γ is the answer's. */
static routh_status read_point(routh_context *context, const routh_separable *problem, const routh_projection *at,
                               routh_insertion_answer *answer, double *covariance, routh_insertion_estimate *fit) {
    ROUTH_ARENA(room, context);
    routh_linear linear;
    ROUTH_TRY(routh_linearise(&room, problem, at, NULL, &linear));
    const routh_wrench_noise noise = routh_residual_noise(problem, at->residual, linear.columns);
    double *c = routh_take(&room, linear.columns, linear.columns * sizeof *c);
    ROUTH_TRY(room.status);
    fit->gamma_bayes = routh_bayes_gamma(problem, noise);
    ROUTH_TRY(routh_measured_covariance(context, problem, &linear, at, fit->gamma_bayes, c));
    if (problem->regressor->offset) {
        const size_t offset = linear.determined + problem->regressor->offset_index;
        const bool lost =
            c[offset * linear.columns + offset] > unseen * unseen && !(sqrt(c[0]) < unknown * fabs(at->fit.theta[0]));
        fit->flags |= lost ? (unsigned)ROUTH_INSERTION_OFFSET_UNSEEN : 0;
    }
    ROUTH_TRY(routh_measured_covariance(context, problem, &linear, at, isnan(answer->gamma) ? held : answer->gamma, c));
    spread_covariance(problem, &linear, c, covariance);
    read_errors(problem, at, covariance, answer);
    return find_load(context, problem, at, answer);
}

/* All of them --------------------------------------------------------------------------------------------*/

/* The weights of all answers: their evidences ÷ the sum. */
static double weight_of(const routh_insertion_estimate *fit, size_t i) {
    double sum = 0;
    for (size_t k = 0; k < fit->answers; k++)
        sum += exp(fit->answer[k].evidence);
    return exp(fit->answer[i].evidence) / sum;
}

/* What the i-th number of (K, μK, x) is in an answer. */
static double value_of(const routh_insertion_answer *answer, size_t i) {
    return i == 0   ? answer->stiffness
           : i == 1 ? answer->stiffness * (isnan(answer->friction) ? 0 : answer->friction)
                    : answer->x[i - 2];
}

/* If another answer is true, with the probability of its evidence, the estimate is wrong by the distance to it. The
 * interval of K reaches over the intervals of all answers: each has a probability above 5 %, or nearly so. */
static void join_answers(routh_insertion_estimate *fit) {
    const routh_insertion_answer *first = &fit->answer[0];
    const size_t size = fit->count + 2;
    fit->stiffness = first->stiffness;
    fit->friction = first->friction;
    fit->gamma = first->gamma;
    fit->stiffness_low = first->stiffness_low;
    fit->stiffness_high = first->stiffness_high;
    for (size_t a = 1; a < fit->answers; a++) {
        const routh_insertion_answer *other = &fit->answer[a];
        const double weight = weight_of(fit, a);
        fit->stiffness_low = fmin(fit->stiffness_low, other->stiffness_low);
        fit->stiffness_high = fmax(fit->stiffness_high, other->stiffness_high);
        for (size_t i = 0; i < size; i++)
            for (size_t k = 0; k < size; k++)
                fit->covariance[i * size + k] +=
                    weight * (value_of(other, i) - value_of(first, i)) * (value_of(other, k) - value_of(first, k));
    }
    fit->stiffness_error = sqrt(fit->covariance[0]);
    fit->friction_error =
        isnan(first->friction) ? NAN : friction_error(fit->covariance, size, fit->stiffness, fit->friction);
    for (size_t j = 0; j < fit->count; j++) {
        fit->x[j] = first->x[j];
        fit->error[j] = sqrt(fit->covariance[(j + 2) * size + j + 2]);
    }
}

/* Is every number of `b` within the usual interval of `a`, the better one? Then `a` says all that is known of `b`, too: between
 * them lies what the recording does not determine, or a tip of the geometry. Where searches stop on such a ridge depends on
 * the last digits of the drawing. */
static bool is_within(size_t count, const routh_insertion_answer *a, const routh_insertion_answer *b) {
    bool within = fabs(b->stiffness - a->stiffness) <= ROUTH_NORMAL_INTERVAL * a->stiffness_error &&
                  !(fabs(b->friction - a->friction) > ROUTH_NORMAL_INTERVAL * a->friction_error);
    for (size_t j = 0; j < count && within; j++)
        within = fabs(b->x[j] - a->x[j]) <= ROUTH_NORMAL_INTERVAL * a->error[j];
    return within;
}

/* Answers that a better one includes are no others. The estimate's own interval has them already. */
static void drop_included(routh_context *context, routh_insertion_estimate *fit) {
    size_t kept = 0;
    for (size_t i = 0; i < fit->answers; i++) {
        bool is_other = true;
        for (size_t k = 0; k < kept; k++)
            is_other = is_other && !is_within(fit->count, &fit->answer[k], &fit->answer[i]);
        if (is_other)
            fit->answer[kept++] = fit->answer[i];
        else
            ROUTH_STRUCT_RELEASE(context, routh_insertion_answer, &fit->answer[i]);
    }
    fit->answers = kept;
}

ROUTH_RELEASED_BY_FIELDS(routh_insertion_estimate)

static routh_status allocate(routh_context *context, const routh_separable *problem, size_t answers,
                             routh_insertion_estimate *fit) {
    fit->answer = routh_allocate(context, answers, sizeof *fit->answer);
    if (!fit->answer)
        return ROUTH_OUT_OF_MEMORY;
    fit->answers = answers;
    for (size_t i = 0; i < answers; i++) {
        routh_insertion_answer *answer = &fit->answer[i];
        answer->x = routh_allocate(context, problem->unknowns, sizeof *answer->x);
        answer->error = routh_allocate(context, problem->unknowns, sizeof *answer->error);
        answer->load = routh_allocate(context, problem->regressor->pairs, sizeof *answer->load);
        if (!answer->x || !answer->error || !answer->load)
            return ROUTH_OUT_OF_MEMORY;
    }
    return ROUTH_OK;
}

routh_status routh_answers_fill(routh_context *context, const routh_separable *problem, const routh_minima *minima,
                                routh_descent *descent, routh_insertion_estimate *fit) {
    ROUTH_TRY(allocate(context, problem, minima ? minima->count : 1, fit));
    for (size_t i = fit->answers; i-- > 0;) {
        routh_insertion_answer *answer = &fit->answer[i];
        answer->gamma = minima ? minima->minimum[i].gamma : NAN;
        answer->evidence = minima ? minima->minimum[i].evidence : 0.0;
        if (fit->answers > 1)
            ROUTH_TRY(routh_descent_move(context, problem, minima->minimum[i].z, descent));
        fit->flags &= ~(unsigned)ROUTH_INSERTION_OFFSET_UNSEEN; /* of the first, which is the last here */
        ROUTH_TRY(read_point(context, problem, &descent->at, answer, fit->covariance, fit));
    }
    join_answers(fit);
    drop_included(context, fit);
    fit->flags |= fit->answers > 1 ? (unsigned)ROUTH_INSERTION_SEVERAL_ANSWERS : 0;
    return ROUTH_OK;
}
