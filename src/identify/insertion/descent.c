/* The separable problem as one of nonlinear least squares; K and μK adapt at every point.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/identify.h"

routh_status routh_descent_create(routh_context *context, const routh_separable *problem, routh_descent *descent) {
    *descent = (routh_descent){0};
    routh_status status = routh_projection_create(context, problem, &descent->at);
    if (status == ROUTH_OK)
        status = routh_projection_create(context, problem, &descent->trial);
    if (status == ROUTH_OK)
        status = routh_lm_create(context, problem->rows, problem->unknowns, &descent->memory);
    if (status != ROUTH_OK)
        routh_descent_release(context, descent);
    return status;
}

void routh_descent_release(routh_context *context, routh_descent *descent) {
    routh_projection_release(context, &descent->at);
    routh_projection_release(context, &descent->trial);
    routh_lm_release(context, &descent->memory);
    *descent = (routh_descent){0};
}

typedef struct task {
    routh_context *context;
    const routh_separable *problem;
    routh_descent *descent;
} task;

static routh_lm_point point_of(const routh_projection *p) {
    return (routh_lm_point){p->z, p->residual, p->force_cost, p->geometric_cost};
}

static routh_lm_point at(void *user) {
    return point_of(&((const task *)user)->descent->at);
}

static routh_lm_point trial(void *user) {
    return point_of(&((const task *)user)->descent->trial);
}

static routh_status evaluate(void *user) {
    const task *t = user;
    return routh_project(t->context, t->problem, &t->descent->trial);
}

static void exchange(void *user) {
    routh_descent *descent = ((const task *)user)->descent;
    const routh_projection passed = descent->at;
    descent->at = descent->trial;
    descent->trial = passed;
}

static size_t evaluations(void *user) {
    return routh_separable_evaluations(((const task *)user)->problem);
}

static routh_lm_problem least_squares_of(task *t) {
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
    task t = {context, problem, descent};
    const routh_lm_problem least_squares = least_squares_of(&t);
    return routh_lm_differentiate(&least_squares, &descent->memory, width);
}

routh_status routh_levenberg_marquardt(routh_context *context, const routh_separable *problem, routh_descent *descent,
                                       routh_lm_search *search) {
    task t = {context, problem, descent};
    const routh_lm_problem least_squares = least_squares_of(&t);
    search->converged = 1;
    return descent->at.fit.rank == 0 ? ROUTH_OK : routh_lm_minimise(&least_squares, &descent->memory, search);
}
