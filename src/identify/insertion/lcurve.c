/* The L-curve: force cost against geometric cost over γ, its corner, and which γ to take.
 *
 * P. C. Hansen, Rank-deficient and discrete ill-posed problems (SIAM, 1998), section 7.5.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "fields/structs.h"
#include "insertion/identify.h"

/* Slopes and bends of (log force, log geometric cost) over log γ, from a parabola through the neighbours: two to each
 * side where there are two, which evens out what is left of kinks in the geometry. */
static void bend(const routh_lcurve_point *p, size_t reach, double first[2], double second[2]) {
    double s2 = 0, s4 = 0, sum[2] = {0, 0}, slope[2] = {0, 0}, square[2] = {0, 0};
    const double count = 2 * (double)reach + 1, apart = log(p[1].gamma / p[0].gamma);
    for (size_t i = 0; i <= 2 * reach; i++) {
        const routh_lcurve_point *at = p + i - reach;
        const double t = (double)i - (double)reach, value[2] = {log(at->force_cost), log(at->geometric_cost)};
        s2 += t * t;
        s4 += t * t * t * t;
        for (int c = 0; c < 2; c++) {
            sum[c] += value[c];
            slope[c] += t * value[c];
            square[c] += t * t * value[c];
        }
    }
    for (int c = 0; c < 2; c++) {
        first[c] = slope[c] / s2 / apart;
        second[c] = 2 * (count * square[c] - s2 * sum[c]) / (count * s4 - s2 * s2) / (apart * apart);
    }
}

/* Positive where the curve turns as an L does. Where neither cost changes it has no direction: NaN. */
static double curvature(const routh_lcurve_point *p, size_t reach) {
    static const double still = 1e-3;
    double first[2], second[2];
    bend(p, reach, first, second);
    const double speed = hypot(first[0], first[1]);
    if (!(speed > still))
        return NAN;
    return (first[0] * second[1] - first[1] * second[0]) / (speed * speed * speed);
}

void routh_lcurve_find_corner(routh_lcurve *lcurve) {
    const size_t count = lcurve->count;
    double most = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        const size_t before = i, after = count - 1 - i, room = before < after ? before : after;
        lcurve->point[i].curvature = room ? curvature(&lcurve->point[i], room > 2 ? 2 : room) : NAN;
        if (lcurve->point[i].curvature > most) {
            most = lcurve->point[i].curvature;
            lcurve->corner = i;
        }
    }
}

/* The smallest γ that is not below the Bayesian one. Above it the prior has too much weight: K is biased towards the
 * value that goes with the nominal offset. Below it the fit follows noise. The Bayesian γ knows both only as well as
 * the noise is known; that errors of the model last for many samples is part of it (identify_problem.c). The corner
 * needs no such knowledge, but is often flat, and lies far above where displacements stray by more than their prior
 * deviations. */
static void choose(routh_wrench_noise noise, routh_lcurve *lcurve) {
    size_t chosen = 0;
    while (chosen + 1 < lcurve->count && lcurve->point[chosen + 1].gamma >= lcurve->gamma_bayes)
        chosen++;
    const int reached = chosen + 1 < lcurve->count;
    lcurve->chosen = chosen;
    snprintf(lcurve->why, sizeof lcurve->why,
             "gamma %.2g: the smallest value %s %.2g, the Bayesian value for errors of %.2g %% of the scales that last "
             "%.0f samples; the corner is at %.2g",
             lcurve->point[chosen].gamma, reached ? "not below" : "of the list, still above", lcurve->gamma_bayes,
             100 * sqrt(noise.variance), ceil(noise.span), lcurve->point[lcurve->corner].gamma);
}

static routh_status allocate(routh_context *context, size_t count, size_t unknowns, routh_lcurve *lcurve) {
    *lcurve = (routh_lcurve){.count = count, .unknowns = unknowns};
    lcurve->point = routh_allocate(context, count, sizeof *lcurve->point);
    if (!lcurve->point)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; i++)
        if (!(lcurve->point[i].x = routh_allocate(context, unknowns, sizeof(double))))
            return ROUTH_OUT_OF_MEMORY;
    return ROUTH_OK;
}

ROUTH_RELEASED_BY_FIELDS(routh_lcurve)

routh_status routh_trace_lcurve(routh_context *context, const routh_separable *problem, routh_descent *descent,
                                routh_insertion_method method, const double ends[2], size_t count,
                                routh_lm_search *search, routh_lcurve *lcurve) {
    ROUTH_TRY(allocate(context, count, problem->unknowns, lcurve));
    const double ratio = count > 1 ? log(ends[1] / ends[0]) / (double)(count - 1) : 0.0;
    int converged = 1;
    for (size_t i = 0; i < count; i++) {
        routh_lcurve_point *point = &lcurve->point[i];
        point->gamma = search->gamma = i + 1 < count || count == 1 ? ends[0] * exp(ratio * (double)i) : ends[1];
        descent->memory.width = 0; /* the Jacobian that steps updated at the last γ is too inaccurate to start from */
        ROUTH_TRY(routh_search_by(context, problem, descent, method, search));
        converged = converged && search->converged;
        const routh_projection *at = &descent->at;
        point->force_cost = at->force_cost;
        point->geometric_cost = at->geometric_cost;
        point->stiffness = at->fit.rank ? at->fit.theta[0] : NAN;
        point->friction = at->fit.rank > 1 ? at->fit.theta[1] / at->fit.theta[0] : NAN;
        memcpy(point->x, at->x, problem->unknowns * sizeof *at->x);
        ROUTH_TRY(routh_progress(context, "L-curve", (double)(i + 1) / (double)count));
    }
    search->converged = converged;
    const routh_wrench_noise noise = routh_residual_noise(problem, descent->at.residual, problem->unknowns + 2);
    lcurve->gamma_bayes = routh_bayes_gamma(problem, noise);
    routh_lcurve_find_corner(lcurve);
    choose(noise, lcurve);
    lcurve->evaluations = routh_separable_evaluations(problem);
    return ROUTH_OK;
}

static routh_status trace_early(routh_context *context, const routh_regressor *regressor,
                                const routh_insertion_options *options, routh_lcurve *lcurve) {
    ROUTH_ARENA(room, context);
    routh_lm_search search = {.tolerance = options->tolerance, .limit = options->evaluations, .coarse = 1};
    routh_early early;
    ROUTH_TRY(routh_early_create(&room, regressor, &early));
    if (early.descent.at.fit.rank == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "no sample has a contact: there is no L-curve");
    ROUTH_TRY(routh_trace_lcurve(context, &early.problem, &early.descent, options->method,
                                 (const double[]){options->gamma_high, options->gamma_low}, options->gammas, &search,
                                 lcurve));
    return routh_late_fill(context, regressor->assembly, lcurve);
}

routh_status routh_regressor_lcurve(routh_context *context, routh_regressor *regressor,
                                    const routh_insertion_options *options, routh_lcurve *lcurve) {
    options = options ? options : &regressor->options;
    const double high = options->gamma_high, low = options->gamma_low;
    *lcurve = (routh_lcurve){0};
    const routh_limit limits[] = {{"gamma_high", "", high, 1e-30, 1e30}, {"gamma_low", "", low, 1e-30, 1e30}};
    ROUTH_TRY(routh_check_count(context, "L-curve", "gammas", options->gammas, 1, 1000));
    ROUTH_TRY(routh_check_limits(context, "L-curve", limits, sizeof limits / sizeof limits[0]));
    if (!(high >= low))
        return routh_fail_field(
            context, ROUTH_BAD_ARGUMENT, "gamma_high gamma_low",
            "the L-curve needs at least one gamma, and a positive range from high to low; it has %zu from %g to %g",
            options->gammas, high, low);
    const routh_status status = trace_early(context, regressor, options, lcurve);
    if (status != ROUTH_OK)
        routh_lcurve_release(context, lcurve);
    return status;
}
