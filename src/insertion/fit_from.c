/* What `identify` would state, from a point that is known to be near the answer.
 *
 * The generator knows where the parts truly are. From there one descent finds the minimum that belongs to the truth; no
 * other contact mode is looked for. γ, noise and errors are those of every fit.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "insertion/answers.h"
#include "insertion/basins.h"
#include "insertion/identify.h"
#include "insertion/regressor.h"

/* The descent, first with hardly any prior, then at the Bayesian γ that follows from what is left. */
static routh_status settle_near(routh_context *context, const routh_separable *problem, routh_descent *descent,
                                routh_basin *basin, bool *converged) {
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
    *converged = search.converged;
    return status;
}

static routh_status fit_near(routh_context *context, const routh_separable *problem, const double *x,
                             routh_descent *descent, routh_insertion_estimate *fit) {
    const size_t unknowns = problem->unknowns, size = unknowns + 2;
    routh_basins basins = {.count = 1};
    bool converged = true;
    fit->count = unknowns;
    fit->x = routh_allocate(context, unknowns, sizeof *fit->x);
    fit->error = routh_allocate(context, unknowns, sizeof *fit->error);
    fit->covariance = routh_allocate(context, size, size * sizeof *fit->covariance);
    basins.basin[0].z = routh_allocate(context, unknowns, sizeof(double));
    routh_status status = fit->x && fit->error && fit->covariance && basins.basin[0].z ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    for (size_t j = 0; status == ROUTH_OK && j < unknowns; j++)
        descent->at.z[j] = (x[j] - problem->displacement[j].nominal) / problem->displacement[j].deviation;
    if (status == ROUTH_OK)
        status = routh_project(context, problem, &descent->at);
    if (status == ROUTH_OK && (descent->at.fit.rank == 0 || !routh_enough_instants(problem))) {
        fit->flags = ROUTH_INSERTION_NO_CONTACT;
        routh_release(context, basins.basin[0].z);
        return ROUTH_OK;
    }
    if (status == ROUTH_OK)
        status = settle_near(context, problem, descent, &basins.basin[0], &converged);
    if (status == ROUTH_OK)
        status = routh_answers_fill(context, problem, &basins, descent, fit);
    fit->flags |= converged ? 0 : (unsigned)ROUTH_INSERTION_NOT_CONVERGED;
    fit->force_cost = descent->at.force_cost;
    fit->used = problem->used;
    routh_release(context, basins.basin[0].z);
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
