/* Nelder and Mead's simplex on the projected objective, as the paper does; the displacements in prior deviations.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/simplex.h"
#include "base/context.h"
#include "insertion/identify.h"

/* The first simplex reaches this far along each displacement; the last one is no larger than this. In deviations. */
static const double first_size = 0.5, last_size = 1e-3;

/* Thousands of steps may be needed: progress is reported every so many. */
enum { REPORTED_EVERY = 20 };

typedef struct task {
    routh_context *context;
    const routh_separable *problem;
    routh_projection *trial;
    const routh_lm_search *search;
    size_t steps;
    routh_status status;
} task;

static double objective_at(const double *z, void *user) {
    task *t = user;
    if (t->status != ROUTH_OK)
        return INFINITY;
    memcpy(t->trial->z, z, t->problem->unknowns * sizeof *z);
    t->status = routh_project(t->context, t->problem, t->trial);
    return t->status == ROUTH_OK ? routh_objective(t->trial, t->search->gamma) : INFINITY;
}

static bool has_failed(void *user) {
    task *t = user;
    if (t->status == ROUTH_OK && t->steps++ % REPORTED_EVERY == 0)
        t->status = routh_progress(t->context, "Nelder-Mead's simplex",
                                   (double)routh_separable_evaluations(t->problem) / (double)t->search->limit);
    return t->status != ROUTH_OK;
}

routh_status routh_nelder_mead(routh_context *context, const routh_separable *problem, routh_projection *at,
                               routh_projection *trial, routh_lm_search *search) {
    const size_t n = problem->unknowns;
    search->converged = n == 0 || at->fit.rank == 0;
    if (search->converged)
        return ROUTH_OK;
    task t = {.context = context, .problem = problem, .trial = trial, .search = search};
    routh_simplex simplex = {.dimension = n,
                             .function = objective_at,
                             .stop = has_failed,
                             .user = &t,
                             .share = search->tolerance,
                             .slack = ROUTH_NO_DIFFERENCE,
                             .tolerance = last_size,
                             .evaluations = routh_separable_evaluations(problem),
                             .limit = search->limit,
                             .room = routh_allocate(context, ROUTH_SIMPLEX_ROOM(n), sizeof(double))};
    if (!simplex.room)
        return ROUTH_OUT_OF_MEMORY;
    double least = routh_objective(at, search->gamma);
    search->converged = routh_simplex_minimise(&simplex, first_size, at->z, &least);
    if (t.status == ROUTH_OK)
        t.status = routh_project(context, problem, at);
    routh_release(context, simplex.room);
    return t.status;
}
