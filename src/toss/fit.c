/* The parameters of a law that explain many impacts best: least mean error, which a few outliers do not sway as they do a
 * mean square.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "toss/fit.h"

#include <math.h>
#include <string.h>

#include "algebra/simplex.h"
#include "identify/box.h"

enum { MOST = ROUTH_MAX_PARAMETERS, STARTS = 2, EVALUATIONS = 600 };

/* Nodes of the first look: friction denser where laws change fast, stiffness about 0.1, 1 and 10. */
enum { NODES = 3 };
static const double nodes[MOST][NODES] = {{0.2, 0.5, 0.8}, {0.03, 0.08, 0.25}, {0.333, 0.5, 0.667}};

/* Sizes of simplexes in the unit cube. */
static const double first_step = 0.05, near_step = 0.01, coarse = 1e-3, near_enough = 3e-5, fine = 1e-5;

/* A cost that changes by less than this share when η² is doubled or halved says nothing about it. */
static const double flat_share = 1e-3;

typedef struct task {
    const routh_toss_sample *sample;
    routh_toss_law law;
    routh_status status; /* of the first strike that could not be solved */
} task;

/* The cube's coordinates are e, μ over its bound, and log η² between its bounds. */
static void parameters_at(const double *u, double *parameters) {
    parameters[0] = u[0];
    parameters[1] = ROUTH_TOSS_MU_HIGH * u[1];
    parameters[2] = ROUTH_TOSS_ETA2_LOW * pow(ROUTH_TOSS_ETA2_HIGH / ROUTH_TOSS_ETA2_LOW, u[2]);
}

static double cost_at(const double *u, void *user) {
    task *t = user;
    double parameters[MOST], point[MOST] = {0}, sum = 0, weights = 0;
    memcpy(point, u, (size_t)routh_toss_law_parameters(t->law) * sizeof *point);
    parameters_at(point, parameters);
    for (size_t i = 0; i < t->sample->count; i++) {
        const routh_toss_impact *impact = &t->sample->impacts->impact[t->sample->index[i]];
        routh_toss_motion after;
        if (t->sample->weight[i] == 0)
            continue;
        const routh_status status = routh_toss_predict(NULL, t->sample->impacts, impact, t->law, parameters, &after);
        if (status != ROUTH_OK) {
            t->status = t->status == ROUTH_OK ? status : t->status;
            return INFINITY;
        }
        sum += t->sample->weight[i] * routh_toss_error(t->sample->impacts, &after, &impact->after);
        weights += t->sample->weight[i];
    }
    return sum / weights;
}

/* Candidates to start from, the best first. */
typedef struct start {
    double u[MOST];
    double cost;
} start;

static void consider(start *best, const double *u, double cost) {
    int place = STARTS;
    while (place > 0 && cost < best[place - 1].cost)
        place--;
    if (place == STARTS)
        return;
    for (int i = STARTS - 1; i > place; i--)
        best[i] = best[i - 1];
    memcpy(best[place].u, u, sizeof best[place].u);
    best[place].cost = cost;
}

static void look_around(task *t, start *best) {
    const int dimension = routh_toss_law_parameters(t->law);
    for (int i = 0; i < STARTS; i++)
        best[i] = (start){.cost = INFINITY};
    for (int e = 0; e < NODES; e++)
        for (int mu = 0; mu < (dimension > 1 ? NODES : 1); mu++)
            for (int eta = 0; eta < (dimension > 2 ? NODES : 1); eta++) {
                const double u[MOST] = {nodes[0][e], nodes[1][mu], nodes[2][eta]};
                consider(best, u, cost_at(u, t));
            }
}

static int descend(task *t, double step, double tolerance, double *u, double *cost) {
    double room[ROUTH_SIMPLEX_ROOM(MOST)];
    routh_simplex simplex = {.dimension = (size_t)routh_toss_law_parameters(t->law),
                             .function = cost_at,
                             .user = t,
                             .in_cube = true,
                             .slack = INFINITY,
                             .tolerance = tolerance,
                             .limit = EVALUATIONS,
                             .room = room};
    return routh_simplex_minimise(&simplex, step, u, cost);
}

static int is_flat(task *t, const double *u, double cost) {
    const double doubling = log(2) / log(ROUTH_TOSS_ETA2_HIGH / ROUTH_TOSS_ETA2_LOW);
    for (int side = -1; side <= 1; side += 2) {
        double moved[MOST];
        memcpy(moved, u, sizeof moved);
        moved[2] += side * doubling;
        if (moved[2] >= 0 && moved[2] <= 1 && cost_at(moved, t) > cost * (1 + flat_share))
            return 0;
    }
    return 1;
}

static routh_toss_fit finish(task *t, const double *u, double cost, int converged) {
    const int dimension = routh_toss_law_parameters(t->law);
    routh_toss_fit fit = {.cost = cost, .flags = converged ? 0 : ROUTH_FIT_NOT_CONVERGED};
    memcpy(fit.u, u, sizeof fit.u);
    parameters_at(u, fit.parameters);
    for (int d = 0; d < MOST; d++) {
        if (d >= dimension)
            fit.parameters[d] = NAN;
        else if (u[d] < ROUTH_BOX_EDGE || u[d] > 1 - ROUTH_BOX_EDGE)
            fit.flags |= ROUTH_FIT_AT_BOUND;
    }
    fit.status = t->status;
    return fit;
}

routh_toss_fit routh_toss_fit_law(const routh_toss_sample *sample, routh_toss_law law) {
    task t = {.sample = sample, .law = law};
    start best[STARTS], found = {.cost = INFINITY};
    look_around(&t, best);
    for (int i = 0; i < STARTS; i++) {
        descend(&t, first_step, coarse, best[i].u, &best[i].cost);
        if (best[i].cost < found.cost)
            found = best[i];
    }
    const int converged = descend(&t, near_step, fine, found.u, &found.cost);
    routh_toss_fit fit = finish(&t, found.u, found.cost, converged);
    if (routh_toss_law_parameters(law) > 2 && is_flat(&t, found.u, found.cost))
        fit.flags |= ROUTH_FIT_FLAT;
    return fit;
}

routh_toss_fit routh_toss_fit_near(const routh_toss_sample *sample, routh_toss_law law, const double *u) {
    task t = {.sample = sample, .law = law};
    double near[MOST];
    memcpy(near, u, sizeof near);
    double cost = cost_at(near, &t);
    const int converged = descend(&t, near_step, near_enough, near, &cost);
    return finish(&t, near, cost, converged);
}
