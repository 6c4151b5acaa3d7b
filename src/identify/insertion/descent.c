/* Searches for a minimum of the projected objective, and its evidence.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "insertion/identify.h"

/* The evidence of a minimum, by Laplace's method.
 *
 * With noise of level s (the variance of a row times the samples that an error lasts), z of variance 1 by its prior, and
 * a flat prior of the logarithms of K and μK, the recording is as probable as
 *
 *     exp(−|y − Φθ|²/2s − |z|²/2) / √det(1 + JᵀJ/s) / Π (θ_i R_ii/√s)
 *
 * G = Q R has the columns of θ first, so that the rest of R's triangle is that of J, the Jacobian with K and μK adapting. */

/* ½ log det(1 + JᵀJ/s) of the last `n` rows and columns of R, by rotating √s below it. */
static double half_log_determinant(const routh_linear *linear, double level, double *work) {
    const size_t n = linear->columns - linear->determined, first = linear->determined;
    double *a = work, *r = work + 2 * n * n, sum = 0;
    for (size_t c = 0; c < n; c++)
        for (size_t i = 0; i < 2 * n; i++)
            a[c * 2 * n + i] =
                i < n ? linear->r[(first + i) * linear->columns + first + c] / sqrt(level) : (double)(i - n == c);
    routh_triangularise(2 * n, n, a, r);
    for (size_t i = 0; i < n; i++)
        sum += log(r[i * n + i]);
    return sum;
}

double routh_log_evidence(const routh_separable *problem, const routh_projection *at, const routh_linear *linear,
                          double level, double *work) {
    double sum = -3 * problem->mass * at->force_cost / level -
                 0.5 * routh_sum_of_products(problem->unknowns, at->z, at->z) -
                 half_log_determinant(linear, level, work);
    for (size_t i = 0; i < linear->determined; i++) {
        const double share = linear->r[i * linear->columns + i] * linear->scale[i] * fabs(at->fit.theta[i]);
        sum -= log(fmax(share / sqrt(level), 1));
    }
    return sum;
}

/* Nelder and Mead's simplex on the projected objective, as the paper does; the displacements in prior deviations. */

/* The first simplex reaches this far along each displacement; the last one is no larger than this. In deviations. */
static const double first_size = 0.5, last_size = 1e-3;

/* Thousands of steps may be needed: progress is reported after each such number. */
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

/* To a minimum as a descent does, but with a simplex, as the paper does. `at` must be evaluated, `trial` is scratch. */
static routh_status nelder_mead(routh_context *context, const routh_separable *problem, routh_projection *at,
                                routh_projection *trial, routh_lm_search *search) {
    const size_t n = problem->unknowns;
    search->converged = n == 0 || at->fit.rank == 0;
    if (search->converged)
        return ROUTH_OK;
    ROUTH_ARENA(room, context);
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
                             .room = routh_take(&room, ROUTH_SIMPLEX_ROOM(n), sizeof(double))};
    ROUTH_TRY(room.status);
    double least = routh_objective(at, search->gamma);
    search->converged = routh_simplex_minimise(&simplex, first_size, at->z, &least);
    ROUTH_TRY(t.status);
    return routh_project(context, problem, at);
}

/* The separable problem as one of nonlinear least squares; K and μK adapt at every point. */

routh_status routh_descent_create(routh_arena *arena, const routh_separable *problem, routh_descent *descent) {
    ROUTH_TRY(routh_projection_create(arena, problem, &descent->at));
    ROUTH_TRY(routh_projection_create(arena, problem, &descent->trial));
    return routh_lm_create(arena, problem->rows, problem->unknowns, &descent->memory);
}

typedef struct descent_task {
    routh_context *context;
    const routh_separable *problem;
    routh_descent *descent;
} descent_task;

static routh_lm_point point_of(const routh_projection *p) {
    return (routh_lm_point){p->z, p->residual, p->force_cost, p->geometric_cost};
}

static routh_lm_point at(void *user) {
    return point_of(&((const descent_task *)user)->descent->at);
}

static routh_lm_point trial(void *user) {
    return point_of(&((const descent_task *)user)->descent->trial);
}

static routh_status evaluate(void *user) {
    const descent_task *t = user;
    return routh_project(t->context, t->problem, &t->descent->trial);
}

static void exchange(void *user) {
    routh_descent *descent = ((const descent_task *)user)->descent;
    const routh_projection passed = descent->at;
    descent->at = descent->trial;
    descent->trial = passed;
}

static size_t evaluations(void *user) {
    return routh_separable_evaluations(((const descent_task *)user)->problem);
}

static routh_lm_problem least_squares_of(descent_task *t) {
    return (routh_lm_problem){.rows = t->problem->rows,
                              .unknowns = t->problem->unknowns,
                              .divisor = 6 * t->problem->mass,
                              .user = t,
                              .at = at,
                              .trial = trial,
                              .evaluate = evaluate,
                              .exchange = exchange,
                              .evaluations = evaluations};
}

routh_status routh_differentiate(routh_context *context, const routh_separable *problem, routh_descent *descent,
                                 double width) {
    descent_task t = {context, problem, descent};
    const routh_lm_problem least_squares = least_squares_of(&t);
    return routh_lm_differentiate(&least_squares, &descent->memory, width);
}

routh_status routh_levenberg_marquardt(routh_context *context, const routh_separable *problem, routh_descent *descent,
                                       routh_lm_search *search) {
    descent_task t = {context, problem, descent};
    const routh_lm_problem least_squares = least_squares_of(&t);
    search->converged = 1;
    return descent->at.fit.rank == 0 ? ROUTH_OK : routh_lm_minimise(&least_squares, &descent->memory, search);
}

/* The search that an option names. */

routh_status routh_search_by(routh_context *context, const routh_separable *problem, routh_descent *descent,
                             routh_insertion_method method, routh_lm_search *search) {
    if (method == ROUTH_LEVENBERG_MARQUARDT)
        return routh_levenberg_marquardt(context, problem, descent, search);
    descent->memory.width = 0;
    return nelder_mead(context, problem, &descent->at, &descent->trial, search);
}
