/* What `identify` would state, from a point that is known to be near the answer.
 *
 * The generator knows where the parts truly are. From there one descent finds the minimum that belongs to the truth; no
 * other contact mode is looked for. It goes as `identify` does: without late unknowns first, which decides on γ, and then
 * with all. In a narrow valley another way ends elsewhere, and states other errors.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "insertion/answers.h"
#include "insertion/late.h"
#include "insertion/regressor.h"

/* The descent without late unknowns, first with hardly any prior, then at the Bayesian γ that follows from what is left. */
static routh_status settle_near(routh_context *context, routh_early *early, routh_basin *basin) {
    const routh_separable *problem = &early->problem;
    routh_descent *descent = &early->descent;
    routh_lm_search search = {
        .gamma = routh_lowest_gamma(problem), .tolerance = routh_closely, .limit = 20000, .coarse = 1};
    routh_status status = routh_levenberg_marquardt(context, problem, descent, &search);
    if (status != ROUTH_OK)
        return status;
    const routh_wrench_noise least = routh_residual_noise(problem, descent->at.residual, problem->unknowns + 2);
    search.gamma = fmin(routh_gamma_high, fmax(routh_lowest_gamma(problem), routh_bayes_gamma(problem, least)));
    descent->memory.width = 0;
    status = routh_levenberg_marquardt(context, problem, descent, &search);
    memcpy(basin->z, descent->at.z, problem->unknowns * sizeof *basin->z);
    basin->gamma = search.gamma;
    return status;
}

/* From x to the minimum of all unknowns, at which the descent is left; false: nothing touches there, or too little. */
static routh_status descend(routh_context *context, const routh_separable *problem, routh_early *early, const double *x,
                            routh_descent *descent, routh_basins *basins, bool *touches, bool *converged) {
    const routh_insertion_options *options = &problem->regressor->options;
    const size_t unknowns = early->problem.unknowns;
    routh_lm_search search = {.tolerance = options->tolerance, .limit = options->evaluations, .coarse = 1};
    double *z = early->descent.at.z;
    routh_early_of(problem->regressor->assembly, x, z);
    for (size_t j = 0; j < unknowns; j++)
        z[j] = (z[j] - early->assembly.displacement[j].nominal) / early->assembly.displacement[j].deviation;
    routh_status status = routh_project(context, &early->problem, &early->descent.at);
    *touches = early->descent.at.fit.rank > 0 && routh_enough_instants(problem);
    if (status != ROUTH_OK || !*touches)
        return status;
    basins->basin[0].z = routh_allocate(context, unknowns, sizeof *z);
    if (!basins->basin[0].z)
        return ROUTH_OUT_OF_MEMORY;
    basins->count = 1;
    status = settle_near(context, early, &basins->basin[0]);
    if (status == ROUTH_OK)
        status = routh_late_follow(context, problem, options, descent, &search, basins);
    *converged = search.converged;
    return status;
}

static routh_status fit_near(routh_context *context, const routh_separable *problem, const double *x,
                             routh_descent *descent, routh_insertion_estimate *fit) {
    const size_t unknowns = problem->unknowns, size = unknowns + 2;
    routh_basins basins = {0};
    routh_early early;
    bool touches = false, converged = true;
    fit->count = unknowns;
    fit->x = routh_allocate(context, unknowns, sizeof *fit->x);
    fit->error = routh_allocate(context, unknowns, sizeof *fit->error);
    fit->covariance = routh_allocate(context, size, size * sizeof *fit->covariance);
    if (!fit->x || !fit->error || !fit->covariance)
        return ROUTH_OUT_OF_MEMORY;
    routh_status status = routh_early_create(context, problem->regressor, &early);
    if (status != ROUTH_OK)
        return status;
    status = descend(context, problem, &early, x, descent, &basins, &touches, &converged);
    routh_early_release(context, &early);
    if (status == ROUTH_OK && touches)
        status = routh_answers_fill(context, problem, &basins, descent, fit);
    fit->flags |= touches ? 0 : (unsigned)ROUTH_INSERTION_NO_CONTACT;
    fit->flags |= converged ? 0 : (unsigned)ROUTH_INSERTION_NOT_CONVERGED;
    fit->force_cost = descent->at.force_cost;
    fit->used = problem->used;
    routh_basins_release(context, &basins);
    return status;
}

routh_status routh_regressor_fit_from(routh_context *context, routh_regressor *regressor, const double *x,
                                      routh_insertion_estimate *fit) {
    routh_separable problem;
    routh_descent descent;
    *fit = (routh_insertion_estimate){0};
    routh_status status = routh_separable_create(context, regressor, &problem);
    if (status != ROUTH_OK)
        return status;
    status = routh_descent_create(context, &problem, &descent);
    if (status == ROUTH_OK) {
        status = fit_near(context, &problem, x, &descent, fit);
        routh_descent_release(context, &descent);
    }
    routh_separable_release(context, &problem);
    if (status != ROUTH_OK)
        routh_insertion_estimate_release(context, fit);
    return status;
}
