/* From starts to minima that the recording does not exclude.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/identify.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "drawing/drawing.h"

enum { THINNED_SAMPLES = 96 };

/* On a part of the samples a minimum must be this much worse than the best, in logarithms of its evidence, to be given
 * up: more than routh_excluded, as the part is not the whole. */
static const double hopeless = 16;

/* γ of the first searches ÷ that of the first minimum: a better minimum leaves less of the wrenches, and so deserves a
 * smaller γ. */
static const double eased = 0.1;

/* The relative changes of the objective that end searches from starts, and those from what they found. */
static const double roughly = 1e-2, fairly = 1e-3;

/* Minima are the same if K differs by less than this share and no displacement by more than so many deviations: small
 * tips of the geometry trap searches nearer than that to each other, and mean nothing. */
static const double same_stiffness = 0.02, same_place = 0.5;

routh_status routh_descent_move(routh_context *context, const routh_separable *problem, const double *z,
                                routh_descent *descent) {
    memcpy(descent->at.z, z, problem->unknowns * sizeof *z);
    descent->memory.width = 0;
    return routh_project(context, problem, &descent->at);
}

/* Keeping minima -----------------------------------------------------------------------------------------*/

static int are_alike(size_t unknowns, const routh_basin *a, const routh_basin *b) {
    double most = 0;
    for (size_t j = 0; j < unknowns; j++)
        most = fmax(most, fabs(a->z[j] - b->z[j]));
    return most < same_place && fabs(log(a->stiffness / b->stiffness)) < same_stiffness;
}

static void remove_basin(routh_context *context, routh_basins *basins, size_t i) {
    routh_release(context, basins->basin[i].z);
    memmove(&basins->basin[i], &basins->basin[i + 1], (--basins->count - i) * sizeof *basins->basin);
    basins->basin[basins->count] = (routh_basin){0};
}

/* Is `a` to be before `b`? */
typedef bool is_better(const routh_basin *a, const routh_basin *b);

static bool has_less_objective(const routh_basin *a, const routh_basin *b) {
    return a->objective < b->objective;
}

static bool has_more_evidence(const routh_basin *a, const routh_basin *b) {
    return a->evidence > b->evidence;
}

static void sort(routh_basins *basins, is_better *better) {
    for (size_t i = 1; i < basins->count; i++)
        for (size_t k = i; k > 0 && better(&basins->basin[k], &basins->basin[k - 1]); k--) {
            const routh_basin passed = basins->basin[k];
            basins->basin[k] = basins->basin[k - 1];
            basins->basin[k - 1] = passed;
        }
}

/* Of minima that are alike the better one stays. */
static void merge(routh_context *context, size_t unknowns, is_better *better, routh_basins *basins) {
    sort(basins, better);
    for (size_t i = 0; i < basins->count; i++)
        for (size_t k = basins->count; k-- > i + 1;)
            if (are_alike(unknowns, &basins->basin[i], &basins->basin[k]))
                remove_basin(context, basins, k);
}

/* Adds where the descent is; if the list is full, the worst leaves it. */
static routh_status add_basin(routh_context *context, size_t unknowns, const routh_projection *at, double gamma,
                              routh_basins *basins) {
    routh_basin new = {.stiffness = at->fit.theta[0], .gamma = gamma, .objective = routh_objective(at, gamma)};
    if (!(new.stiffness > 0))
        return ROUTH_OK; /* pulls where it should push: no answer */
    new.z = routh_allocate(context, unknowns, sizeof *new.z);
    if (!new.z)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(new.z, at->z, unknowns * sizeof *new.z);
    for (size_t i = 0; i < basins->count; i++)
        if (are_alike(unknowns, &new, &basins->basin[i]) && !has_less_objective(&new, &basins->basin[i])) {
            routh_release(context, new.z);
            return ROUTH_OK;
        }
    for (size_t i = basins->count; i-- > 0;)
        if (are_alike(unknowns, &new, &basins->basin[i]))
            remove_basin(context, basins, i);
    if (basins->count == ROUTH_MOST_BASINS && has_less_objective(&new, &basins->basin[basins->count - 1]))
        remove_basin(context, basins, basins->count - 1);
    if (basins->count == ROUTH_MOST_BASINS) {
        routh_release(context, new.z);
        return ROUTH_OK;
    }
    basins->basin[basins->count++] = new;
    merge(context, unknowns, has_less_objective, basins);
    return ROUTH_OK;
}

void routh_basins_release(routh_context *context, routh_basins *basins) {
    while (basins->count)
        remove_basin(context, basins, basins->count - 1);
    *basins = (routh_basins){0};
}

/* Following one ------------------------------------------------------------------------------------------*/

/* As on the L-curve, γ follows from what the lowest γ leaves of the wrenches: from above, a γ that is too large leaves too
 * much, and confirms itself. It is not rounded up to the list of the L-curve: the evidence belongs to the Bayesian γ. */
routh_status routh_basin_settle(routh_context *context, const routh_separable *problem, bool own_gamma,
                                double tolerance, routh_descent *descent, const routh_lm_search *search,
                                routh_basin *basin) {
    routh_lm_search own = *search;
    own.coarse = 1;
    own.tolerance = tolerance;
    routh_status status = routh_descent_move(context, problem, basin->z, descent);
    if (status == ROUTH_OK && own_gamma) {
        own.gamma = routh_lowest_gamma(problem);
        status = routh_levenberg_marquardt(context, problem, descent, &own);
        const routh_wrench_noise least = routh_residual_noise(problem, descent->at.residual, problem->unknowns + 2);
        own.gamma = fmin(routh_gamma_high, fmax(routh_lowest_gamma(problem), routh_bayes_gamma(problem, least)));
        descent->memory.width = 0;
    } else
        own.gamma = basin->gamma;
    if (status == ROUTH_OK)
        status = routh_levenberg_marquardt(context, problem, descent, &own);
    memcpy(basin->z, descent->at.z, problem->unknowns * sizeof *basin->z);
    basin->noise = routh_residual_noise(problem, descent->at.residual, problem->unknowns + 2);
    basin->gamma = own.gamma;
    basin->stiffness = descent->at.fit.theta[0];
    basin->objective = routh_objective(&descent->at, basin->gamma);
    return status;
}

static routh_status settle_all(routh_context *context, const routh_separable *problem, bool own_gamma, double tolerance,
                               routh_descent *descent, const routh_lm_search *search, routh_basins *basins) {
    routh_status status = ROUTH_OK;
    for (size_t i = 0; status == ROUTH_OK && i < basins->count; i++) {
        status = routh_progress(context, "comparing answers", (double)i / (double)basins->count);
        if (status == ROUTH_OK)
            status = routh_basin_settle(context, problem, own_gamma, tolerance, descent, search, &basins->basin[i]);
    }
    return status;
}

static routh_status judge(routh_context *context, const routh_separable *problem, double level, routh_descent *descent,
                          routh_basin *basin) {
    routh_linear linear;
    routh_status status = routh_descent_move(context, problem, basin->z, descent);
    if (status == ROUTH_OK)
        status = routh_linearise(context, problem, &descent->at, NULL, &linear);
    if (status != ROUTH_OK)
        return status;
    double *work = routh_allocate(context, 3 * problem->unknowns, problem->unknowns * sizeof *work);
    if (work)
        basin->evidence = routh_log_evidence(problem, &descent->at, &linear, level, work);
    routh_release(context, work);
    routh_linear_release(context, &linear);
    return work ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

/* Sorts by evidence and drops what is less probable than e^−margin of the best. What is left at the minimum that explains
 * most is taken for the noise of all. */
static routh_status compare(routh_context *context, const routh_separable *problem, double margin,
                            routh_descent *descent, routh_basins *basins) {
    routh_status status = ROUTH_OK;
    double level = INFINITY;
    for (size_t i = 0; i < basins->count; i++)
        level = fmin(level, basins->basin[i].noise.level);
    for (size_t i = 0; status == ROUTH_OK && i < basins->count && basins->count > 1; i++)
        status = judge(context, problem, level, descent, &basins->basin[i]);
    if (status != ROUTH_OK)
        return status;
    for (size_t i = basins->count; i-- > 0 && basins->count > 1;)
        if (!(basins->basin[i].stiffness > 0)) /* the last steps made it pull */
            remove_basin(context, basins, i);
    merge(context, problem->unknowns, has_more_evidence, basins);
    for (size_t i = basins->count; i-- > 0;)
        basins->basin[i].evidence -= basins->basin[0].evidence;
    while (basins->count > 1 && !(basins->basin[basins->count - 1].evidence >= -margin))
        remove_basin(context, basins, basins->count - 1);
    return ROUTH_OK;
}

/* On a part of the samples -------------------------------------------------------------------------------*/

static routh_status descend_from(routh_context *context, routh_thinned *thinned, const double *z,
                                 const routh_lm_search *search, routh_basins *basins) {
    routh_lm_search own = *search;
    own.coarse = 1;
    own.tolerance = roughly;
    routh_status status = routh_descent_move(context, &thinned->problem, z, &thinned->descent);
    if (status == ROUTH_OK)
        status = routh_levenberg_marquardt(context, &thinned->problem, &thinned->descent, &own);
    if (status == ROUTH_OK)
        status = add_basin(context, thinned->problem.unknowns, &thinned->descent.at, own.gamma, basins);
    return status;
}

/* Displacements mirrored at the nominal ones, but for the offset. Symmetric parts react to a shift and its opposite
 * almost alike, so there may be a second minimum there. */
static void mirror(const routh_separable *problem, double *z) {
    for (size_t j = 0; j < problem->unknowns; j++)
        z[j] *= routh_displacement_moves(problem->displacement[j].kind) ? -1 : 1;
}

/* From the first minimum, its mirror image, and every start. */
static routh_status follow_starts(routh_context *context, routh_thinned *thinned, const routh_starts *starts,
                                  double *first, const routh_lm_search *search, routh_basins *basins) {
    routh_status status = descend_from(context, thinned, first, search, basins);
    mirror(&thinned->problem, first);
    if (status == ROUTH_OK)
        status = descend_from(context, thinned, first, search, basins);
    for (size_t i = 0; status == ROUTH_OK && i < starts->count; i++) {
        status = routh_progress(context, "searches by contact mode", (double)i / (double)starts->count);
        if (status == ROUTH_OK)
            status = descend_from(context, thinned, &starts->z[i * starts->unknowns], search, basins);
    }
    return status;
}

/* `first->z` is where the first minimum is looked for; its own γ is found there if it is to be. */
static routh_status search_thinned(routh_context *context, routh_thinned *thinned, size_t most_starts, bool own_gamma,
                                   const routh_lm_search *search, routh_basin *first, routh_basins *basins) {
    routh_sketch sketch;
    routh_starts starts = {0};
    routh_lm_search easy = *search;
    routh_status status =
        routh_basin_settle(context, &thinned->problem, own_gamma, fairly, &thinned->descent, search, first);
    if (own_gamma && thinned->descent.at.fit.rank == 0)
        first->gamma = search->gamma; /* nothing touches: all of the wrench is left, which is no measure for γ */
    easy.gamma = eased * first->gamma;
    if (status == ROUTH_OK)
        status = routh_sketch_create(context, &thinned->problem, &sketch);
    if (status == ROUTH_OK) {
        status = routh_starts_find(context, &sketch, easy.gamma, most_starts, &starts);
        routh_sketch_release(context, &sketch);
    }
    basins->modes = starts.modes;
    basins->more = starts.more;
    if (status == ROUTH_OK)
        status = follow_starts(context, thinned, &starts, first->z, &easy, basins);
    for (size_t i = 0; i < basins->count; i++)
        basins->basin[i].gamma = first->gamma;
    if (status == ROUTH_OK)
        status = settle_all(context, &thinned->problem, own_gamma, fairly, &thinned->descent, search, basins);
    if (status == ROUTH_OK)
        status = compare(context, &thinned->problem, hopeless, &thinned->descent, basins);
    routh_starts_release(context, &starts);
    return status;
}

/* On all samples -----------------------------------------------------------------------------------------*/

/* The minimum that the search began with comes first, in place of those like it: what follows from it never ends higher. */
static routh_status put_first(routh_context *context, const routh_separable *problem, const routh_projection *at,
                              double gamma, routh_basins *basins) {
    routh_basin first = {.stiffness = at->fit.theta[0],
                         .gamma = gamma,
                         .objective = routh_objective(at, gamma),
                         .noise = routh_residual_noise(problem, at->residual, problem->unknowns + 2),
                         .z = routh_allocate(context, problem->unknowns, sizeof *first.z)};
    if (!first.z)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(first.z, at->z, problem->unknowns * sizeof *first.z);
    for (size_t i = basins->count; i-- > 0;)
        if (are_alike(problem->unknowns, &first, &basins->basin[i]))
            remove_basin(context, basins, i);
    if (basins->count == ROUTH_MOST_BASINS)
        remove_basin(context, basins, basins->count - 1);
    memmove(&basins->basin[1], basins->basin, basins->count++ * sizeof first);
    basins->basin[0] = first;
    return ROUTH_OK;
}

static routh_status search_modes(routh_context *context, const routh_separable *problem, size_t most_starts,
                                 bool own_gamma, const routh_projection *at, const routh_lm_search *search,
                                 routh_basins *basins) {
    routh_thinned thinned;
    routh_basin first = {.gamma = search->gamma, .z = routh_allocate(context, problem->unknowns, sizeof *first.z)};
    if (!first.z)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(first.z, at->z, problem->unknowns * sizeof *first.z);
    routh_status status = routh_thinned_create(context, problem, THINNED_SAMPLES, &thinned);
    if (status == ROUTH_OK) {
        status = search_thinned(context, &thinned, most_starts, own_gamma, search, &first, basins);
        basins->evaluations =
            routh_separable_evaluations(&thinned.problem) * thinned.problem.samples / problem->samples;
        routh_thinned_release(context, &thinned);
    }
    routh_release(context, first.z);
    return status;
}

routh_status routh_basins_find(routh_context *context, const routh_separable *problem, size_t most_starts,
                               bool own_gamma, bool minimum, routh_descent *descent, const routh_lm_search *search,
                               routh_basins *basins) {
    *basins = (routh_basins){0};
    routh_status status = ROUTH_OK;
    if (most_starts > 0)
        status = search_modes(context, problem, most_starts, own_gamma, &descent->at, search, basins);
    if (status == ROUTH_OK && (minimum || basins->count == 0))
        status = put_first(context, problem, &descent->at, search->gamma, basins);
    if (status == ROUTH_OK && most_starts > 0)
        status = settle_all(context, problem, own_gamma, routh_closely, descent, search, basins);
    if (status == ROUTH_OK)
        status = compare(context, problem, routh_excluded, descent, basins);
    if (status != ROUTH_OK)
        routh_basins_release(context, basins);
    return status;
}
