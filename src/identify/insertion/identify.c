/* K, μ and the displacements of a recorded insertion.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "insertion/answers.h"
#include "insertion/basins.h"
#include "insertion/identify.h"
#include "insertion/late.h"
#include "insertion/regressor.h"

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
    for (size_t i = 0; fit->answer && i < fit->answers; i++) {
        routh_release(context, fit->answer[i].x);
        routh_release(context, fit->answer[i].error);
        routh_release(context, fit->answer[i].load);
    }
    routh_release(context, fit->answer);
    routh_release(context, fit->x);
    routh_release(context, fit->error);
    routh_release(context, fit->covariance);
    routh_release(context, fit->instant);
    *fit = (routh_insertion_estimate){0};
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
    if (status != ROUTH_OK)
        return status;
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
static routh_status search_minima(routh_context *context, const routh_separable *problem,
                                  const routh_insertion_options *options, const routh_lcurve *lcurve,
                                  routh_descent *descent, routh_basins *basins, routh_insertion_estimate *fit) {
    const bool simplex = options->method == ROUTH_NELDER_MEAD, given = !isnan(options->gamma);
    const size_t starts = simplex ? 0 : options->starts;
    const bool traced = !given && (lcurve || starts == 0);
    routh_lm_search search = search_of(options);
    routh_status status = ROUTH_OK;
    if (traced)
        status = choose_gamma(context, problem, options->method, lcurve, descent, &search);
    else if (given && !simplex)
        status = routh_levenberg_marquardt(context, problem, descent, &search);
    if (status == ROUTH_OK)
        status = routh_basins_find(context, problem, starts, !given, traced || given, descent, &search, basins);
    fit->flags |= basins->more ? (unsigned)ROUTH_INSERTION_MORE_MODES : 0;
    fit->flags |= basins->count > 1 ? (unsigned)ROUTH_INSERTION_SEVERAL_ANSWERS : 0;
    fit->modes = basins->modes;
    return status;
}

/* To the minima; the best, at which the descent is left, is searched closely. */
static routh_status search_closely(routh_context *context, const routh_separable *problem,
                                   const routh_insertion_options *options, const routh_lcurve *lcurve,
                                   routh_descent *descent, routh_basins *basins, routh_insertion_estimate *fit) {
    routh_lm_search search = search_of(options);
    routh_status status = search_minima(context, problem, options, lcurve, descent, basins, fit);
    if (status != ROUTH_OK)
        return status;
    search.coarse = 0;
    search.gamma = basins->basin[0].gamma;
    if (options->starts > 0 && options->method != ROUTH_NELDER_MEAD)
        status = routh_descent_move(context, problem, basins->basin[0].z, descent);
    if (status == ROUTH_OK)
        status = routh_search_by(context, problem, descent, options->method, &search);
    memcpy(basins->basin[0].z, descent->at.z, problem->unknowns * sizeof *descent->at.z);
    fit->flags |= search.converged ? 0 : (unsigned)ROUTH_INSERTION_NOT_CONVERGED;
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

/* To the minima of early unknowns. Points of the L-curve have all of them. */
static routh_status search_early(routh_context *context, const routh_assembly *assembly,
                                 const routh_insertion_options *options, const routh_lcurve *lcurve, routh_early *early,
                                 routh_basins *basins, routh_insertion_estimate *fit) {
    routh_lcurve_point point = lcurve ? lcurve->point[lcurve->chosen] : (routh_lcurve_point){0};
    const routh_lcurve own = {.count = 1, .point = &point};
    double *x = routh_allocate(context, assembly->count, sizeof *x);
    if (!x)
        return ROUTH_OUT_OF_MEMORY;
    if (lcurve)
        routh_early_of(assembly, point.x, x);
    point.x = x;
    const routh_status status =
        search_minima(context, &early->problem, options, lcurve ? &own : NULL, &early->descent, basins, fit);
    routh_release(context, x);
    return status;
}

/* To the minima, late unknowns last. */
static routh_status search_late(routh_context *context, const routh_separable *problem,
                                const routh_insertion_options *options, const routh_lcurve *lcurve,
                                routh_descent *descent, routh_basins *basins, routh_insertion_estimate *fit) {
    routh_early early;
    routh_status status = routh_early_create(context, problem->regressor, &early);
    if (status != ROUTH_OK)
        return status;
    status = search_early(context, problem->regressor->assembly, options, lcurve, &early, basins, fit);
    basins->evaluations += routh_separable_evaluations(&early.problem);
    routh_lm_search search = search_of(options);
    if (status == ROUTH_OK)
        status = routh_late_follow(context, problem, options, descent, &search, basins);
    if (status == ROUTH_OK && !search.converged)
        fit->flags |= ROUTH_INSERTION_NOT_CONVERGED;
    routh_early_release(context, &early);
    return status;
}

/* Minima, and what is said of each. */
static routh_status identify_geometry(routh_context *context, const routh_separable *problem,
                                      const routh_insertion_options *options, const routh_lcurve *lcurve,
                                      routh_descent *descent, routh_insertion_estimate *fit) {
    routh_basins basins = {0};
    const bool late = routh_late_count(problem->regressor->assembly) > 0;
    routh_status status =
        (late ? search_late : search_closely)(context, problem, options, lcurve, descent, &basins, fit);
    if (status == ROUTH_OK && descent->at.fit.rank == 0)
        set_undetermined(problem, fit);
    else if (status == ROUTH_OK)
        status = routh_answers_fill(context, problem, &basins, descent, fit);
    fit->evaluations = basins.evaluations;
    routh_basins_release(context, &basins);
    return status;
}

/* Each sample at the time of its pose: a wrench that is late is read later. */
static routh_status show_instants(routh_context *context, const routh_separable *problem, routh_descent *descent,
                                  routh_insertion_estimate *fit) {
    if (!problem->regressor->delays)
        return routh_find_instants(context, problem, &descent->at, fit->instant, &fit->flags);
    routh_separable shown = *problem;
    shown.at_poses = true;
    memcpy(descent->trial.z, descent->at.z, problem->unknowns * sizeof *descent->at.z);
    const routh_status status = routh_project(context, &shown, &descent->trial);
    descent->trial.fit = descent->at.fit;
    return status == ROUTH_OK ? routh_find_instants(context, &shown, &descent->trial, fit->instant, &fit->flags)
                              : status;
}

static routh_status identify(routh_context *context, const routh_separable *problem,
                             const routh_insertion_options *options, const routh_lcurve *lcurve, routh_descent *descent,
                             routh_insertion_estimate *fit) {
    routh_status status = allocate(context, problem, fit);
    if (status == ROUTH_OK)
        status = routh_project(context, problem, &descent->at);
    const bool touches = descent->at.fit.rank > 0;
    /* other contact modes may touch where the drawing does not */
    if (status == ROUTH_OK && !touches && !(options->geometry && options->starts && routh_enough_instants(problem)))
        set_undetermined(problem, fit);
    else if (status == ROUTH_OK && options->geometry && !routh_enough_instants(problem))
        status = routh_fail(context, ROUTH_BAD_ARGUMENT,
                            "%zu instants with contact are too few for stiffness, friction and %zu displacements: at "
                            "least %zu are needed; with parts as drawn fewer will do",
                            problem->used, problem->unknowns, (4 * (problem->unknowns + 2) + 5) / 6);
    else if (status == ROUTH_OK && options->geometry)
        status = identify_geometry(context, problem, options, lcurve, descent, fit);
    else if (status == ROUTH_OK)
        status = routh_answers_fill(context, problem, NULL, descent, fit);
    if (status == ROUTH_OK)
        status = show_instants(context, problem, descent, fit);
    fit->force_cost = descent->at.force_cost;
    fit->geometric_cost = descent->at.geometric_cost;
    fit->objective = routh_objective(&descent->at, isnan(fit->gamma) ? 0.0 : fit->gamma);
    for (size_t k = 0; status == ROUTH_OK && !(fit->flags & ROUTH_INSERTION_NO_CONTACT) && k < problem->samples; k++)
        fit->used += problem->regressor->measures ? fit->instant[k].contacts > 0 : problem->counted[k];
    fit->evaluations += routh_separable_evaluations(problem);
    return status;
}

routh_status routh_regressor_fit_along(routh_context *context, routh_regressor *regressor,
                                       const routh_insertion_options *options, const routh_lcurve *lcurve,
                                       routh_insertion_estimate *fit) {
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
        status = identify(context, &problem, options, lcurve, &descent, fit);
        routh_descent_release(context, &descent);
    }
    routh_separable_release(context, &problem);
    if (status != ROUTH_OK)
        routh_insertion_estimate_release(context, fit);
    return status;
}

routh_status routh_regressor_fit(routh_context *context, routh_regressor *regressor,
                                 const routh_insertion_options *options, routh_insertion_estimate *fit) {
    return routh_regressor_fit_along(context, regressor, options, NULL, fit);
}
