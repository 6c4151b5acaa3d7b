/* Identification from a recording, from a given point, and the public calls.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/identify.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "insertion/regressor.h"

/* K, μ and the displacements of a recorded insertion. */

/* Where γ is looked for: above, displacements stay nominal; below, the prior no longer counts. */
static const double gamma_ends[2] = {10, 1e-6};
enum { GAMMAS = 15 };

/* γ of the first search where each minimum finds its own: displacements move, but not far. */
static const double first_gamma = 1e-3;

static routh_status check(routh_context *context, const routh_insertion_options *options) {
    if (options->method != ROUTH_LEVENBERG_MARQUARDT && options->method != ROUTH_NELDER_MEAD)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no search %d", (int)options->method);
    if (options->gamma < 0 || options->gamma > 1e30)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "gamma",
                                "gamma %g is outside 0 … 1e30; NaN is to have it chosen", options->gamma);
    if (options->starts > 1000)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "starts", "%zu starts are more than 1000",
                                options->starts);
    if (!(options->tolerance > 0 && options->tolerance < 1))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "tolerance %g must lie between 0 and 1", options->tolerance);
    return ROUTH_OK;
}

/* With room for `samples` samples. */
static routh_status allocate(routh_context *context, const routh_separable *problem, size_t samples,
                             routh_insertion_estimate *fit) {
    const size_t unknowns = problem->unknowns, size = unknowns + 2;
    fit->count = unknowns;
    fit->sample_count = samples;
    fit->x = routh_allocate(context, unknowns, sizeof *fit->x);
    fit->error = routh_allocate(context, unknowns, sizeof *fit->error);
    fit->covariance = routh_allocate(context, size, size * sizeof *fit->covariance);
    fit->instant = routh_allocate(context, samples, sizeof *fit->instant);
    return fit->x && fit->error && fit->covariance && fit->instant ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

/* γ of the L-curve, and its point there. */
static routh_status take_point(routh_context *context, const routh_separable *problem, const routh_lcurve *lcurve,
                               routh_descent *descent, routh_lm_search *search) {
    const routh_lcurve_point *chosen = &lcurve->point[lcurve->chosen];
    search->gamma = chosen->gamma;
    for (size_t j = 0; j < problem->unknowns; j++)
        descent->at.z[j] = (chosen->x[j] - problem->displacement[j].nominal) / problem->displacement[j].deviation;
    descent->memory.width = 0;
    return routh_project(context, problem, &descent->at);
}

static routh_status choose_gamma(routh_context *context, const routh_separable *problem, routh_insertion_method method,
                                 const routh_lcurve *lcurve, routh_descent *descent, routh_lm_search *search) {
    if (lcurve)
        return take_point(context, problem, lcurve, descent, search);
    routh_lcurve own;
    routh_status status = routh_trace_lcurve(context, problem, descent, method, gamma_ends, GAMMAS, search, &own);
    if (status == ROUTH_OK)
        status = take_point(context, problem, &own, descent, search);
    routh_lcurve_release(context, &own);
    return status;
}

/* How searches begin. */
static routh_lm_search search_of(const routh_insertion_options *options) {
    return (routh_lm_search){.gamma = isnan(options->gamma) ? first_gamma : options->gamma,
                             .tolerance = options->tolerance,
                             .limit = options->evaluations,
                             .coarse = 1};
}

/* To the minima, γ being chosen if it is not given. Where other contact modes are tried, each minimum finds its own γ, and
 * no L-curve is needed for it. */
static routh_status search_minima(routh_arena *arena, const routh_separable *problem,
                                  const routh_insertion_options *options, const routh_lcurve *lcurve,
                                  routh_descent *descent, routh_minima *minima, routh_insertion_estimate *fit) {
    const bool simplex = options->method == ROUTH_NELDER_MEAD, given = !isnan(options->gamma);
    const size_t starts = simplex ? 0 : options->starts;
    const bool traced = !given && (lcurve || starts == 0);
    routh_lm_search search = search_of(options);
    if (traced)
        ROUTH_TRY(choose_gamma(arena->context, problem, options->method, lcurve, descent, &search));
    else if (given && !simplex)
        ROUTH_TRY(routh_levenberg_marquardt(arena->context, problem, descent, &search));
    ROUTH_TRY(routh_minima_find(arena, problem, starts, !given, traced || given, descent, &search, minima));
    fit->flags |= minima->more ? (unsigned)ROUTH_INSERTION_MORE_MODES : 0;
    fit->modes = minima->modes;
    return ROUTH_OK;
}

/* To the minima; the best, at which the descent is left, is searched closely. */
static routh_status search_closely(routh_arena *arena, const routh_separable *problem,
                                   const routh_insertion_options *options, const routh_lcurve *lcurve,
                                   routh_descent *descent, routh_minima *minima, routh_insertion_estimate *fit) {
    routh_context *context = arena->context;
    routh_lm_search search = search_of(options);
    ROUTH_TRY(search_minima(arena, problem, options, lcurve, descent, minima, fit));
    search.coarse = 0;
    search.gamma = minima->minimum[0].gamma;
    if (options->starts > 0 && options->method != ROUTH_NELDER_MEAD)
        ROUTH_TRY(routh_descent_move(context, problem, minima->minimum[0].z, descent));
    ROUTH_TRY(routh_search_by(context, problem, descent, options->method, &search));
    memcpy(minima->minimum[0].z, descent->at.z, problem->unknowns * sizeof *descent->at.z);
    fit->flags |= search.converged ? 0 : (unsigned)ROUTH_INSERTION_NOT_CONVERGED;
    return ROUTH_OK;
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

/* To the minima, late unknowns last. Points of the L-curve have all unknowns. */
static routh_status search_late(routh_arena *arena, const routh_separable *problem,
                                const routh_insertion_options *options, const routh_lcurve *lcurve,
                                routh_descent *descent, routh_minima *minima, routh_insertion_estimate *fit) {
    const routh_assembly *assembly = problem->regressor->assembly;
    routh_lcurve_point point = lcurve ? lcurve->point[lcurve->chosen] : (routh_lcurve_point){0};
    const routh_lcurve own = {.count = 1, .point = &point};
    routh_lm_search search = search_of(options);
    routh_early early;
    ROUTH_TRY(routh_early_create(arena, problem->regressor, &early));
    double *x = routh_take(arena, assembly->count, sizeof *x);
    ROUTH_TRY(arena->status);
    if (lcurve)
        routh_early_of(assembly, point.x, x);
    point.x = x;
    ROUTH_TRY(search_minima(arena, &early.problem, options, lcurve ? &own : NULL, &early.descent, minima, fit));
    minima->evaluations += routh_separable_evaluations(&early.problem);
    ROUTH_TRY(routh_late_follow(arena, problem, options, descent, &search, minima));
    fit->flags |= search.converged ? 0 : (unsigned)ROUTH_INSERTION_NOT_CONVERGED;
    return ROUTH_OK;
}

/* Minima, and what is said of each. */
static routh_status identify_geometry(routh_context *context, const routh_separable *problem,
                                      const routh_insertion_options *options, const routh_lcurve *lcurve,
                                      routh_descent *descent, routh_insertion_estimate *fit) {
    ROUTH_ARENA(room, context);
    routh_minima minima = {0};
    const bool late = routh_late_count(problem->regressor->assembly) > 0;
    ROUTH_TRY((late ? search_late : search_closely)(&room, problem, options, lcurve, descent, &minima, fit));
    fit->evaluations = minima.evaluations;
    if (descent->at.fit.rank > 0)
        return routh_answers_fill(context, problem, &minima, descent, fit);
    set_undetermined(problem, fit);
    return ROUTH_OK;
}

/* Each sample at the time of its pose: a wrench that is late is read later. */
static routh_status show_instants(routh_context *context, const routh_separable *problem, routh_descent *descent,
                                  routh_insertion_estimate *fit) {
    if (!problem->regressor->delays)
        return routh_find_instants(context, problem, &descent->at, fit->instant, &fit->flags);
    routh_separable shown = *problem;
    shown.at_poses = true;
    memcpy(descent->trial.z, descent->at.z, problem->unknowns * sizeof *descent->at.z);
    ROUTH_TRY(routh_project(context, &shown, &descent->trial));
    descent->trial.fit = descent->at.fit;
    return routh_find_instants(context, &shown, &descent->trial, fit->instant, &fit->flags);
}

static routh_status identify(routh_context *context, routh_regressor *regressor, const routh_insertion_options *options,
                             const routh_lcurve *lcurve, routh_insertion_estimate *fit) {
    ROUTH_ARENA(room, context);
    routh_separable separable, *const problem = &separable;
    routh_descent descent;
    ROUTH_TRY(check(context, options));
    ROUTH_TRY(routh_separable_create(&room, regressor, problem));
    ROUTH_TRY(routh_descent_create(&room, problem, &descent));
    ROUTH_TRY(allocate(context, problem, problem->samples, fit));
    ROUTH_TRY(routh_project(context, problem, &descent.at));
    /* other contact modes may touch where the drawing does not */
    if (descent.at.fit.rank == 0 && !(options->geometry && options->starts && routh_enough_instants(problem)))
        set_undetermined(problem, fit);
    else if (options->geometry && !routh_enough_instants(problem))
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "%zu instants with contact are too few for stiffness, friction and %zu displacements: at "
                          "least %zu are needed; with parts as drawn fewer will do",
                          problem->used, problem->unknowns, (4 * (problem->unknowns + 2) + 5) / 6);
    else if (options->geometry)
        ROUTH_TRY(identify_geometry(context, problem, options, lcurve, &descent, fit));
    else
        ROUTH_TRY(routh_answers_fill(context, problem, NULL, &descent, fit));
    ROUTH_TRY(show_instants(context, problem, &descent, fit));
    fit->force_cost = descent.at.force_cost;
    fit->geometric_cost = descent.at.geometric_cost;
    fit->objective = routh_objective(&descent.at, isnan(fit->gamma) ? 0.0 : fit->gamma);
    for (size_t k = 0; !(fit->flags & ROUTH_INSERTION_NO_CONTACT) && k < problem->samples; k++)
        fit->used += regressor->measures ? fit->instant[k].contacts > 0 : problem->counted[k];
    fit->evaluations += routh_separable_evaluations(problem);
    return ROUTH_OK;
}

/* The status, with which nothing is left of a fit that failed. */
static routh_status end(routh_context *context, routh_status status, routh_insertion_estimate *fit) {
    if (status != ROUTH_OK)
        routh_insertion_estimate_release(context, fit);
    return status;
}

routh_status routh_regressor_fit_along(routh_context *context, routh_regressor *regressor,
                                       const routh_insertion_options *options, const routh_lcurve *lcurve,
                                       routh_insertion_estimate *fit) {
    *fit = (routh_insertion_estimate){0};
    return end(context, identify(context, regressor, options ? options : &regressor->options, lcurve, fit), fit);
}

routh_status routh_regressor_fit(routh_context *context, routh_regressor *regressor,
                                 const routh_insertion_options *options, routh_insertion_estimate *fit) {
    return routh_regressor_fit_along(context, regressor, options, NULL, fit);
}

/* What `identify` would state, from a point that is known to be near the answer.
 *
 * The generator knows where the parts truly are. From there one descent finds the minimum that belongs to the truth; no
 * other contact mode is looked for. It goes as `identify` does: without late unknowns first, which decides on γ, and then
 * with all. In a narrow valley another way ends elsewhere, and states other errors. */

/* The descent without late unknowns, first with hardly any prior, then at the Bayesian γ that follows from what is left. */
static routh_status settle_near(routh_context *context, routh_early *early, routh_minimum *minimum) {
    const routh_separable *problem = &early->problem;
    routh_descent *descent = &early->descent;
    routh_lm_search search = {
        .gamma = routh_lowest_gamma(problem), .tolerance = routh_closely, .limit = 20000, .coarse = 1};
    ROUTH_TRY(routh_levenberg_marquardt(context, problem, descent, &search));
    const routh_wrench_noise least = routh_residual_noise(problem, descent->at.residual, problem->unknowns + 2);
    search.gamma = fmin(routh_gamma_high, fmax(routh_lowest_gamma(problem), routh_bayes_gamma(problem, least)));
    descent->memory.width = 0;
    ROUTH_TRY(routh_levenberg_marquardt(context, problem, descent, &search));
    minimum->z = descent->at.z;
    minimum->gamma = search.gamma;
    return ROUTH_OK;
}

static routh_status fit_near(routh_context *context, routh_regressor *regressor, const double *x,
                             routh_insertion_estimate *fit) {
    ROUTH_ARENA(room, context);
    const routh_insertion_options *options = &regressor->options;
    routh_lm_search search = {.tolerance = options->tolerance, .limit = options->evaluations, .coarse = 1};
    routh_minima minima = {.count = 1};
    routh_separable problem;
    routh_descent descent;
    routh_early early;
    ROUTH_TRY(routh_separable_create(&room, regressor, &problem));
    ROUTH_TRY(routh_descent_create(&room, &problem, &descent));
    ROUTH_TRY(allocate(context, &problem, 0, fit));
    ROUTH_TRY(routh_early_create(&room, regressor, &early));
    double *z = early.descent.at.z;
    routh_early_of(regressor->assembly, x, z);
    for (size_t j = 0; j < early.problem.unknowns; j++)
        z[j] = (z[j] - early.assembly.displacement[j].nominal) / early.assembly.displacement[j].deviation;
    ROUTH_TRY(routh_project(context, &early.problem, &early.descent.at));
    fit->used = problem.used;
    if (early.descent.at.fit.rank == 0 || !routh_enough_instants(&problem)) {
        fit->flags |= ROUTH_INSERTION_NO_CONTACT;
        return ROUTH_OK;
    }
    ROUTH_TRY(settle_near(context, &early, &minima.minimum[0]));
    ROUTH_TRY(routh_late_follow(&room, &problem, options, &descent, &search, &minima));
    fit->flags |= search.converged ? 0 : (unsigned)ROUTH_INSERTION_NOT_CONVERGED;
    ROUTH_TRY(routh_answers_fill(context, &problem, &minima, &descent, fit));
    fit->force_cost = descent.at.force_cost;
    return ROUTH_OK;
}

routh_status routh_regressor_fit_from(routh_context *context, routh_regressor *regressor, const double *x,
                                      routh_insertion_estimate *fit) {
    *fit = (routh_insertion_estimate){0};
    return end(context, fit_near(context, regressor, x, fit), fit);
}

/* The public calls about insertions: each makes a regressor of its own. */

/* The motions of the reference leave the list of displacements, for which the caller's assembly has no names. */
static void set_apart(size_t count, routh_insertion_estimate *fit) {
    const size_t from = fit->count + 2, to = count + 2;
    for (size_t i = count; i < fit->count; i++) {
        fit->motion[i - count] = fit->x[i];
        fit->motion_error[i - count] = fit->error[i];
    }
    for (size_t i = 0; i < to; i++)
        memmove(&fit->covariance[i * to], &fit->covariance[i * from], to * sizeof *fit->covariance);
    fit->motions = fit->count - count;
    fit->count = count;
}

/* A regressor with the motions of the reference pose among its unknowns. */
static routh_status extend(routh_arena *arena, const routh_assembly *assembly, const routh_insertion *insertion,
                           const routh_insertion_options *options, routh_regressor **regressor) {
    routh_assembly *extended = routh_take(arena, 1, sizeof *extended);
    ROUTH_TRY(arena->status);
    ROUTH_TRY(routh_reference_create(arena, assembly, extended));
    return routh_regressor_create(arena, extended, insertion, options, regressor);
}

routh_status routh_insertion_fit(routh_context *context, const routh_assembly *assembly,
                                 const routh_insertion *insertion, const routh_insertion_options *options,
                                 routh_insertion_estimate *fit) {
    ROUTH_ARENA(room, context);
    routh_regressor *regressor;
    *fit = (routh_insertion_estimate){0};
    ROUTH_TRY(extend(&room, assembly, insertion, options, &regressor));
    ROUTH_TRY(routh_regressor_fit(context, regressor, options, fit));
    set_apart(assembly->count, fit);
    return ROUTH_OK;
}

routh_status routh_insertion_observe(routh_context *context, const routh_assembly *assembly,
                                     const routh_insertion *insertion, const double *x,
                                     const routh_insertion_options *options, routh_observability *observability) {
    ROUTH_ARENA(room, context);
    routh_regressor *regressor;
    *observability = (routh_observability){0};
    ROUTH_TRY(routh_regressor_create(&room, assembly, insertion, options, &regressor));
    ROUTH_TRY(routh_regressor_observe(context, regressor, x, observability));
    const routh_status status =
        routh_insertion_check_of(context, assembly, insertion, x, options, &observability->check);
    if (status != ROUTH_OK)
        routh_observability_release(context, observability);
    return status;
}

routh_status routh_lcurve_of(routh_context *context, const routh_assembly *assembly, const routh_insertion *insertion,
                             const routh_insertion_options *options, routh_lcurve *lcurve) {
    ROUTH_ARENA(room, context);
    routh_regressor *regressor;
    *lcurve = (routh_lcurve){0};
    ROUTH_TRY(extend(&room, assembly, insertion, options, &regressor));
    ROUTH_TRY(routh_regressor_lcurve(context, regressor, options, lcurve));
    lcurve->unknowns = assembly->count;
    return ROUTH_OK;
}
