/* K, μ and the displacements of a recorded insertion.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "insertion/identify.h"
#include "insertion/regressor.h"

/* Where γ is looked for: above, displacements stay nominal; below, the prior no longer counts. */
static const double gamma_ends[2] = {10, 1e-6};
enum { GAMMAS = 15 };

/* γ that errors are computed with where displacements stay as drawn. */
static const double held = 1e9;

/* The recording does not determine an offset whose error is more than this share of its prior. */
static const double unseen = 0.5;

/* Another minimum. */
typedef struct second_answer {
    int exists;
    double *z, theta[2];
    double excess; /* of its objective */
} second_answer;

static routh_status check(routh_context *context, const routh_insertion_options *options) {
    if (options->method != ROUTH_LEVENBERG_MARQUARDT && options->method != ROUTH_NELDER_MEAD)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no search %d", (int)options->method);
    if (options->gamma < 0 || options->gamma > 1e30)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "gamma",
                                "gamma %g is outside 0 … 1e30; NaN is to have it chosen", options->gamma);
    if (!(options->tolerance > 0 && options->tolerance < 1))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "tolerance %g must lie between 0 and 1", options->tolerance);
    return ROUTH_OK;
}

static routh_status allocate(routh_context *context, const routh_separable *problem, routh_insertion_estimate *fit) {
    const size_t unknowns = problem->unknowns, size = unknowns + 2;
    fit->count = unknowns;
    fit->sample_count = problem->samples;
    fit->x = routh_allocate(context, unknowns, sizeof *fit->x);
    fit->error = routh_allocate(context, unknowns, sizeof *fit->error);
    fit->covariance = routh_allocate(context, size, size * sizeof *fit->covariance);
    fit->instant = routh_allocate(context, problem->samples, sizeof *fit->instant);
    return fit->x && fit->error && fit->covariance && fit->instant ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

void routh_insertion_estimate_release(routh_context *context, routh_insertion_estimate *fit) {
    routh_release(context, fit->x);
    routh_release(context, fit->error);
    routh_release(context, fit->covariance);
    routh_release(context, fit->instant);
    *fit = (routh_insertion_estimate){0};
}

/* γ from the L-curve, and its point there. */
static routh_status choose_gamma(routh_context *context, const routh_separable *problem, routh_insertion_method method,
                                 routh_descent *descent, routh_lm_search *search) {
    routh_lcurve lcurve;
    routh_status status = routh_trace_lcurve(context, problem, descent, method, gamma_ends, GAMMAS, search, &lcurve);
    if (status != ROUTH_OK)
        return status;
    const routh_lcurve_point *chosen = &lcurve.point[lcurve.chosen];
    search->gamma = chosen->gamma;
    for (size_t j = 0; j < problem->unknowns; j++)
        descent->at.z[j] = (chosen->x[j] - problem->displacement[j].nominal) / problem->displacement[j].deviation;
    descent->memory.width = 0;
    routh_lcurve_release(context, &lcurve);
    return routh_project(context, problem, &descent->at);
}

/* Displacements mirrored at the nominal ones, but for the offset. Symmetric parts react to a shift and its opposite
 * almost alike, so there may be a second minimum there. */
static void mirror(const routh_separable *problem, double *z) {
    for (size_t j = 0; j < problem->unknowns; j++)
        z[j] *= problem->displacement[j].kind == ROUTH_DISPLACE_OFFSET ? 1 : -1;
}

/* From a minimum to the one that its mirror image leads to; the better is left in descent->at, the other, where there are
 * two, in `other`. */
static routh_status look_behind(routh_context *context, const routh_separable *problem, routh_descent *descent,
                                routh_lm_search *search, second_answer *other) {
    static const double same = 0.05; /* deviations */
    const size_t unknowns = problem->unknowns;
    const routh_two_columns fit = descent->at.fit;
    const double objective = routh_objective(&descent->at, search->gamma);
    memcpy(other->z, descent->at.z, unknowns * sizeof *other->z);
    mirror(problem, descent->at.z);
    descent->memory.width = 0;
    routh_status status = routh_project(context, problem, &descent->at);
    if (status == ROUTH_OK)
        status = routh_levenberg_marquardt(context, problem, descent, search);
    double apart = 0, change = routh_objective(&descent->at, search->gamma) - objective;
    for (size_t j = 0; j < unknowns; j++)
        apart = fmax(apart, fabs(descent->at.z[j] - other->z[j]));
    other->exists = apart > same;
    other->excess = fabs(change);
    other->theta[0] = fit.theta[0];
    other->theta[1] = fit.theta[1];
    if (status == ROUTH_OK && change > 0) { /* the first was better: back to it */
        for (size_t j = 0; j < unknowns; j++) {
            const double kept = other->z[j];
            other->z[j] = descent->at.z[j];
            descent->at.z[j] = kept;
        }
        memcpy(other->theta, descent->at.fit.theta, sizeof other->theta);
        descent->memory.width = 0;
        status = routh_project(context, problem, &descent->at);
    }
    return status;
}

/* To the point of the least objective, γ being chosen first if it is not given. */
static routh_status search_point(routh_context *context, const routh_separable *problem,
                                 const routh_insertion_options *options, routh_descent *descent, second_answer *other,
                                 routh_insertion_estimate *fit) {
    routh_lm_search search = {
        .gamma = options->gamma, .tolerance = options->tolerance, .limit = options->evaluations, .coarse = 1};
    routh_status status = ROUTH_OK;
    if (isnan(options->gamma))
        status = choose_gamma(context, problem, options->method, descent, &search);
    else if (options->method == ROUTH_LEVENBERG_MARQUARDT)
        status = routh_levenberg_marquardt(context, problem, descent, &search);
    if (status == ROUTH_OK && options->method == ROUTH_LEVENBERG_MARQUARDT)
        status = look_behind(context, problem, descent, &search, other);
    search.coarse = 0;
    fit->gamma = search.gamma;
    if (status == ROUTH_OK)
        status = routh_search_by(context, problem, descent, options->method, &search);
    fit->flags |= search.converged ? 0 : (unsigned)ROUTH_INSERTION_NOT_CONVERGED;
    return status;
}

/* A minimum that noise does not distinguish from the estimate may be the truth: with even odds the estimate is then
 * wrong by the whole distance. Errors of the model last as long as the recording, so finer odds cannot be justified. */
static void add_other_answer(const routh_separable *problem, const routh_projection *at, const second_answer *other,
                             routh_wrench_noise noise, const routh_linear *linear, double *covariance,
                             routh_insertion_estimate *fit) {
    static const double told_apart = 9, probability = 0.5; /* three deviations; even odds */
    const double chi = 6 * problem->mass * other->excess / (noise.level);
    if (!other->exists || chi > told_apart)
        return;
    const size_t n = linear->columns, determined = linear->determined;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            const double a =
                i < determined ? other->theta[i] - at->fit.theta[i] : other->z[i - determined] - at->z[i - determined];
            const double b =
                k < determined ? other->theta[k] - at->fit.theta[k] : other->z[k - determined] - at->z[k - determined];
            covariance[i * n + k] += probability * a * b;
        }
    fit->flags |= ROUTH_INSERTION_TWO_ANSWERS;
}

/* Depth is linear in the compliance 1/K and in displacements, force is not: so intervals are those of 1/K. */
static void find_interval(routh_insertion_estimate *fit) {
    static const double quantile = 1.959963984540054; /* 95 % of a normal distribution */
    const double share = quantile * fit->stiffness_error / fit->stiffness;
    if (fit->stiffness > 0) {
        fit->stiffness_low = fit->stiffness / (1 + share);
        fit->stiffness_high = share < 1 ? fit->stiffness / (1 - share) : INFINITY;
    } else {
        fit->stiffness_low = fit->stiffness - quantile * fit->stiffness_error;
        fit->stiffness_high = fit->stiffness + quantile * fit->stiffness_error;
    }
}

/* From (K and μK where determined, z) to (K, μK, x). */
static void spread_covariance(const routh_separable *problem, const routh_linear *linear, const double *from,
                              routh_insertion_estimate *fit) {
    const size_t size = fit->count + 2;
    for (size_t i = 0; i < size; i++)
        for (size_t k = 0; k < size; k++) {
            const size_t low = i < k ? i : k, shift = 2 - linear->determined;
            const double by = (i < 2 ? 1 : problem->displacement[i - 2].deviation) *
                              (k < 2 ? 1 : problem->displacement[k - 2].deviation);
            const int determined = low >= 2 || (low < linear->determined && (i >= 2 || i < linear->determined) &&
                                                (k >= 2 || k < linear->determined));
            const size_t row = i < 2 ? i : i - shift, column = k < 2 ? k : k - shift;
            fit->covariance[i * size + k] = determined ? by * from[row * linear->columns + column] : NAN;
        }
}

static void read_errors(const routh_projection *at, routh_insertion_estimate *fit) {
    const size_t size = fit->count + 2;
    const double *c = fit->covariance, mu = at->fit.theta[1] / at->fit.theta[0];
    fit->stiffness = at->fit.theta[0]; /* K; theta[1] is μK */
    fit->stiffness_error = sqrt(c[0]);
    fit->friction = at->fit.rank > 1 ? mu : NAN;
    /* of a ratio */
    fit->friction_error = sqrt(fmax(0, c[size + 1] - 2 * mu * c[1] + mu * mu * c[0])) / fabs(fit->stiffness);
    if (at->fit.rank < 2)
        fit->friction_error = NAN;
    for (size_t j = 0; j < fit->count; j++) {
        fit->x[j] = at->x[j];
        fit->error[j] = sqrt(c[(j + 2) * size + j + 2]);
    }
    find_interval(fit);
}

static routh_status find_errors(routh_context *context, const routh_separable *problem, const routh_projection *at,
                                const second_answer *other, routh_insertion_estimate *fit) {
    routh_linear linear;
    routh_status status = routh_linearise(context, problem, at, NULL, &linear);
    if (status != ROUTH_OK)
        return status;
    const routh_wrench_noise noise = routh_residual_noise(problem, at->residual, linear.columns);
    const routh_displacement *offset = problem->regressor->offset;
    double *c = routh_allocate(context, linear.columns, linear.columns * sizeof *c);
    status = c ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    fit->gamma_bayes = routh_bayes_gamma(problem, noise);
    if (status == ROUTH_OK)
        status = routh_error_covariance(context, problem, &linear, noise, fit->gamma_bayes, c);
    if (status == ROUTH_OK && offset) {
        const size_t at_offset = linear.determined + problem->regressor->offset_index;
        fit->flags |=
            c[at_offset * linear.columns + at_offset] > unseen * unseen ? (unsigned)ROUTH_INSERTION_OFFSET_UNSEEN : 0;
    }
    if (status == ROUTH_OK)
        status = routh_error_covariance(context, problem, &linear, noise, isnan(fit->gamma) ? held : fit->gamma, c);
    if (status == ROUTH_OK) {
        add_other_answer(problem, at, other, noise, &linear, c, fit);
        spread_covariance(problem, &linear, c, fit);
        read_errors(at, fit);
    }
    routh_release(context, c);
    routh_linear_release(context, &linear);
    return status;
}

/* No contact: nothing is determined. */
static void set_undetermined(const routh_separable *problem, routh_insertion_estimate *fit) {
    const size_t size = fit->count + 2;
    fit->stiffness = fit->stiffness_error = fit->friction = fit->friction_error = NAN;
    fit->stiffness_low = fit->stiffness_high = fit->gamma = fit->gamma_bayes = NAN;
    for (size_t i = 0; i < size * size; i++)
        fit->covariance[i] = NAN;
    for (size_t j = 0; j < fit->count; j++) {
        fit->x[j] = problem->displacement[j].nominal;
        fit->error[j] = problem->displacement[j].deviation;
    }
}

static routh_status identify(routh_context *context, const routh_separable *problem,
                             const routh_insertion_options *options, routh_descent *descent,
                             routh_insertion_estimate *fit) {
    routh_status status = allocate(context, problem, fit);
    if (status == ROUTH_OK)
        status = routh_project(context, problem, &descent->at);
    if (status == ROUTH_OK && descent->at.fit.rank == 0)
        set_undetermined(problem, fit);
    else if (status == ROUTH_OK) {
        fit->gamma = NAN;
        second_answer other = {.z = routh_allocate(context, problem->unknowns, sizeof *other.z)};
        status = other.z ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
        if (status == ROUTH_OK && options->geometry)
            status = search_point(context, problem, options, descent, &other, fit);
        if (status == ROUTH_OK)
            status = find_errors(context, problem, &descent->at, &other, fit);
        routh_release(context, other.z);
    }
    if (status == ROUTH_OK)
        status = routh_find_instants(context, problem, &descent->at, fit->instant, &fit->flags);
    fit->force_cost = descent->at.force_cost;
    fit->geometric_cost = descent->at.geometric_cost;
    fit->objective = routh_objective(&descent->at, isnan(fit->gamma) ? 0.0 : fit->gamma);
    fit->used = problem->used;
    fit->evaluations = routh_separable_evaluations(problem);
    return status;
}

routh_status routh_regressor_fit(routh_context *context, routh_regressor *regressor,
                                 const routh_insertion_options *options, routh_insertion_estimate *fit) {
    options = options ? options : &regressor->options;
    *fit = (routh_insertion_estimate){0};
    routh_separable problem;
    routh_descent descent;
    routh_status status = check(context, options);
    if (status == ROUTH_OK)
        status = routh_separable_create(context, regressor, &problem);
    if (status != ROUTH_OK)
        return status;
    status = routh_descent_create(context, &problem, &descent);
    if (status == ROUTH_OK) {
        status = identify(context, &problem, options, &descent, fit);
        routh_descent_release(context, &descent);
    }
    routh_separable_release(context, &problem);
    if (status != ROUTH_OK)
        routh_insertion_estimate_release(context, fit);
    return status;
}
