/* From starts to minima that the recording does not exclude.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/identify.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "drawing/drawing.h"

enum { DOWNSAMPLED = 96 }; /* samples */

/* On a part of the samples a minimum must be this much worse than the best, in logarithms of its evidence, to be given
 * up: more than routh_excluded, as the part is not the whole. */
static const double hopeless = 16;

/* γ of the first searches ÷ that of the first minimum: a better minimum leaves less of the wrenches, and so deserves a
 * smaller γ. */
static const double eased = 0.1;

/* The relative changes of the objective that end searches from starts, and those from what they found. */
static const double roughly = 1e-2, fairly = 1e-3;

/* Minima are the same if K differs by less than this share and no displacement by more than this number of deviations: small
 * tips of the geometry trap searches nearer than that to each other, and mean nothing. */
static const double same_stiffness = 0.02, same_place = 0.5;

routh_status routh_descent_move(routh_context *context, const routh_separable *problem, const double *z,
                                routh_descent *descent) {
    memcpy(descent->at.z, z, problem->unknowns * sizeof *z);
    descent->memory.width = 0;
    return routh_project(context, problem, &descent->at);
}

/* Keeping minima -----------------------------------------------------------------------------------------*/

static int are_alike(size_t unknowns, const routh_minimum *a, const routh_minimum *b) {
    double most = 0;
    for (size_t j = 0; j < unknowns; j++)
        most = fmax(most, fabs(a->z[j] - b->z[j]));
    return most < same_place && fabs(log(a->stiffness / b->stiffness)) < same_stiffness;
}

static void remove_minimum(routh_minima *minima, size_t i) {
    memmove(&minima->minimum[i], &minima->minimum[i + 1], (--minima->count - i) * sizeof *minima->minimum);
    minima->minimum[minima->count] = (routh_minimum){0};
}

/* Is `a` to be before `b`? */
typedef bool is_better(const routh_minimum *a, const routh_minimum *b);

static bool has_less_objective(const routh_minimum *a, const routh_minimum *b) {
    return a->objective < b->objective;
}

static bool has_more_evidence(const routh_minimum *a, const routh_minimum *b) {
    return a->evidence > b->evidence;
}

static void sort(routh_minima *minima, is_better *better) {
    for (size_t i = 1; i < minima->count; i++)
        for (size_t k = i; k > 0 && better(&minima->minimum[k], &minima->minimum[k - 1]); k--) {
            const routh_minimum passed = minima->minimum[k];
            minima->minimum[k] = minima->minimum[k - 1];
            minima->minimum[k - 1] = passed;
        }
}

/* Of minima that are alike the better one stays. */
static void merge(size_t unknowns, is_better *better, routh_minima *minima) {
    sort(minima, better);
    for (size_t i = 0; i < minima->count; i++)
        for (size_t k = minima->count; k-- > i + 1;)
            if (are_alike(unknowns, &minima->minimum[i], &minima->minimum[k]))
                remove_minimum(minima, k);
}

/* Adds where the descent is; if the list is full, the worst leaves it. */
static routh_status add_minimum(routh_arena *arena, size_t unknowns, const routh_projection *at, double gamma,
                                routh_minima *minima) {
    routh_minimum new = {.stiffness = at->fit.theta[0], .gamma = gamma, .objective = routh_objective(at, gamma)};
    if (!(new.stiffness > 0))
        return ROUTH_OK; /* pulls where it should push: no answer */
    new.z = routh_take(arena, unknowns, sizeof *new.z);
    ROUTH_TRY(arena->status);
    memcpy(new.z, at->z, unknowns * sizeof *new.z);
    for (size_t i = 0; i < minima->count; i++)
        if (are_alike(unknowns, &new, &minima->minimum[i]) && !has_less_objective(&new, &minima->minimum[i]))
            return ROUTH_OK;
    for (size_t i = minima->count; i-- > 0;)
        if (are_alike(unknowns, &new, &minima->minimum[i]))
            remove_minimum(minima, i);
    if (minima->count == ROUTH_MOST_MINIMA && has_less_objective(&new, &minima->minimum[minima->count - 1]))
        remove_minimum(minima, minima->count - 1);
    if (minima->count == ROUTH_MOST_MINIMA)
        return ROUTH_OK;
    minima->minimum[minima->count++] = new;
    merge(unknowns, has_less_objective, minima);
    return ROUTH_OK;
}

/* Following one ------------------------------------------------------------------------------------------*/

/* As on the L-curve, γ follows from what the lowest γ leaves of the wrenches: from above, a γ that is too large leaves too
 * much, and confirms itself. It is not rounded up to the list of the L-curve: the evidence belongs to the Bayesian γ. */
routh_status routh_minimum_settle(routh_context *context, const routh_separable *problem, bool own_gamma,
                                  double tolerance, routh_descent *descent, const routh_lm_search *search,
                                  routh_minimum *minimum) {
    routh_lm_search own = *search;
    own.coarse = 1;
    own.tolerance = tolerance;
    ROUTH_TRY(routh_descent_move(context, problem, minimum->z, descent));
    own.gamma = minimum->gamma;
    if (own_gamma) {
        own.gamma = routh_lowest_gamma(problem);
        ROUTH_TRY(routh_levenberg_marquardt(context, problem, descent, &own));
        const routh_wrench_noise least = routh_residual_noise(problem, descent->at.residual, problem->unknowns + 2);
        own.gamma = fmin(routh_gamma_high, fmax(routh_lowest_gamma(problem), routh_bayes_gamma(problem, least)));
        descent->memory.width = 0;
    }
    ROUTH_TRY(routh_levenberg_marquardt(context, problem, descent, &own));
    memcpy(minimum->z, descent->at.z, problem->unknowns * sizeof *minimum->z);
    minimum->noise = routh_residual_noise(problem, descent->at.residual, problem->unknowns + 2);
    minimum->gamma = own.gamma;
    minimum->stiffness = descent->at.fit.theta[0];
    minimum->objective = routh_objective(&descent->at, minimum->gamma);
    return ROUTH_OK;
}

static routh_status settle_all(routh_context *context, const routh_separable *problem, bool own_gamma, double tolerance,
                               routh_descent *descent, const routh_lm_search *search, routh_minima *minima) {
    for (size_t i = 0; i < minima->count; i++) {
        ROUTH_TRY(routh_progress(context, "comparing answers", (double)i / (double)minima->count));
        ROUTH_TRY(routh_minimum_settle(context, problem, own_gamma, tolerance, descent, search, &minima->minimum[i]));
    }
    return ROUTH_OK;
}

static routh_status judge(routh_context *context, const routh_separable *problem, double level, routh_descent *descent,
                          routh_minimum *minimum) {
    ROUTH_ARENA(room, context);
    routh_linear linear;
    ROUTH_TRY(routh_descent_move(context, problem, minimum->z, descent));
    ROUTH_TRY(routh_linearise(&room, problem, &descent->at, NULL, &linear));
    double *work = routh_take(&room, 3 * problem->unknowns, problem->unknowns * sizeof *work);
    ROUTH_TRY(room.status);
    minimum->evidence = routh_log_evidence(problem, &descent->at, &linear, level, work);
    return ROUTH_OK;
}

/* Sorts by evidence and drops what is less probable than e^−margin of the best. What is left at the minimum that explains
 * most is taken for the noise of all. */
static routh_status compare(routh_context *context, const routh_separable *problem, double margin,
                            routh_descent *descent, routh_minima *minima) {
    double level = INFINITY;
    for (size_t i = 0; i < minima->count; i++)
        level = fmin(level, minima->minimum[i].noise.level);
    for (size_t i = 0; i < minima->count && minima->count > 1; i++)
        ROUTH_TRY(judge(context, problem, level, descent, &minima->minimum[i]));
    for (size_t i = minima->count; i-- > 0 && minima->count > 1;)
        if (!(minima->minimum[i].stiffness > 0)) /* the last steps made it pull */
            remove_minimum(minima, i);
    merge(problem->unknowns, has_more_evidence, minima);
    for (size_t i = minima->count; i-- > 0;)
        minima->minimum[i].evidence -= minima->minimum[0].evidence;
    while (minima->count > 1 && !(minima->minimum[minima->count - 1].evidence >= -margin))
        remove_minimum(minima, minima->count - 1);
    return ROUTH_OK;
}

/* On a part of the samples -------------------------------------------------------------------------------*/

static routh_status descend_from(routh_arena *arena, routh_downsampled *downsampled, const double *z,
                                 const routh_lm_search *search, routh_minima *minima) {
    routh_lm_search own = *search;
    own.coarse = 1;
    own.tolerance = roughly;
    ROUTH_TRY(routh_descent_move(arena->context, &downsampled->problem, z, &downsampled->descent));
    ROUTH_TRY(routh_levenberg_marquardt(arena->context, &downsampled->problem, &downsampled->descent, &own));
    return add_minimum(arena, downsampled->problem.unknowns, &downsampled->descent.at, own.gamma, minima);
}

/* Displacements mirrored at the nominal ones, but for the offset. Symmetric parts react to a shift and its opposite
 * almost alike, so there may be a second minimum there. */
static void mirror(const routh_separable *problem, double *z) {
    for (size_t j = 0; j < problem->unknowns; j++)
        z[j] *= routh_displacement_moves(problem->displacement[j].kind) ? -1 : 1;
}

/* From the first minimum, its mirror image, and every start. */
static routh_status follow_starts(routh_arena *arena, routh_downsampled *downsampled, const routh_starts *starts,
                                  double *first, const routh_lm_search *search, routh_minima *minima) {
    ROUTH_TRY(descend_from(arena, downsampled, first, search, minima));
    mirror(&downsampled->problem, first);
    ROUTH_TRY(descend_from(arena, downsampled, first, search, minima));
    for (size_t i = 0; i < starts->count; i++) {
        ROUTH_TRY(routh_progress(arena->context, "searches by contact mode", (double)i / (double)starts->count));
        ROUTH_TRY(descend_from(arena, downsampled, &starts->z[i * starts->unknowns], search, minima));
    }
    return ROUTH_OK;
}

/* From `z`, where the first minimum is looked for; its own γ is found there if it is to be. */
static routh_status search_downsampled(routh_arena *arena, const routh_separable *problem, size_t most_starts,
                                       bool own_gamma, const double *z, const routh_lm_search *search,
                                       routh_minima *minima) {
    routh_context *context = arena->context;
    ROUTH_ARENA(room, context);
    routh_downsampled downsampled;
    routh_linearised linearised;
    routh_starts starts;
    routh_lm_search easy = *search;
    routh_minimum first = {.gamma = search->gamma, .z = routh_take(&room, problem->unknowns, sizeof *first.z)};
    ROUTH_TRY(room.status);
    memcpy(first.z, z, problem->unknowns * sizeof *first.z);
    ROUTH_TRY(routh_downsampled_create(&room, problem, DOWNSAMPLED, &downsampled));
    routh_separable *small = &downsampled.problem;
    ROUTH_TRY(routh_minimum_settle(context, small, own_gamma, fairly, &downsampled.descent, search, &first));
    if (own_gamma && downsampled.descent.at.fit.rank == 0)
        first.gamma = search->gamma; /* nothing touches: all of the wrench is left, which is no measure for γ */
    easy.gamma = eased * first.gamma;
    ROUTH_TRY(routh_linearised_create(&room, small, &linearised));
    ROUTH_TRY(routh_starts_find(&room, &linearised, easy.gamma, most_starts, &starts));
    minima->modes = starts.modes;
    minima->more = starts.more;
    ROUTH_TRY(follow_starts(arena, &downsampled, &starts, first.z, &easy, minima));
    for (size_t i = 0; i < minima->count; i++)
        minima->minimum[i].gamma = first.gamma;
    ROUTH_TRY(settle_all(context, small, own_gamma, fairly, &downsampled.descent, search, minima));
    ROUTH_TRY(compare(context, small, hopeless, &downsampled.descent, minima));
    minima->evaluations = routh_separable_evaluations(small) * small->samples / problem->samples;
    return ROUTH_OK;
}

/* On all samples -----------------------------------------------------------------------------------------*/

/* The minimum that the search began with comes first, in place of those like it: what follows from it never ends higher. */
static routh_status put_first(routh_arena *arena, const routh_separable *problem, const routh_projection *at,
                              double gamma, routh_minima *minima) {
    routh_minimum first = {.stiffness = at->fit.theta[0],
                           .gamma = gamma,
                           .objective = routh_objective(at, gamma),
                           .noise = routh_residual_noise(problem, at->residual, problem->unknowns + 2),
                           .z = routh_take(arena, problem->unknowns, sizeof *first.z)};
    ROUTH_TRY(arena->status);
    memcpy(first.z, at->z, problem->unknowns * sizeof *first.z);
    for (size_t i = minima->count; i-- > 0;)
        if (are_alike(problem->unknowns, &first, &minima->minimum[i]))
            remove_minimum(minima, i);
    if (minima->count == ROUTH_MOST_MINIMA)
        remove_minimum(minima, minima->count - 1);
    memmove(&minima->minimum[1], minima->minimum, minima->count++ * sizeof first);
    minima->minimum[0] = first;
    return ROUTH_OK;
}

routh_status routh_minima_find(routh_arena *arena, const routh_separable *problem, size_t most_starts, bool own_gamma,
                               bool at_minimum, routh_descent *descent, const routh_lm_search *search,
                               routh_minima *minima) {
    *minima = (routh_minima){0};
    if (most_starts > 0)
        ROUTH_TRY(search_downsampled(arena, problem, most_starts, own_gamma, descent->at.z, search, minima));
    if (at_minimum || minima->count == 0)
        ROUTH_TRY(put_first(arena, problem, &descent->at, search->gamma, minima));
    if (most_starts > 0)
        ROUTH_TRY(settle_all(arena->context, problem, own_gamma, routh_closely, descent, search, minima));
    return compare(arena->context, problem, routh_excluded, descent, minima);
}
