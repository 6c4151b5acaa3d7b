/* The parameters of a law in space that explain many impacts best: least mean error, which a few outliers do not sway as they do a
 * mean square.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "fit/fit.h"

#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "impact3/impact3.h"

enum { MOST = ROUTH_MAX_PARAMETERS, STARTS = 2, EVALUATIONS = 600 };

/* Impacts between two questions whether to stop. */
enum { ASKED = 8 };

/* Nodes of the first look, in the laws' order eps, mu, eta2: friction denser where laws change fast, stiffness about 0.1,
 * 1 and 10. */
enum { NODES = 3 };
static const double nodes[MOST][NODES] = {{0.2, 0.5, 0.8}, {0.03, 0.08, 0.25}, {0.333, 0.5, 0.667}};

/* Sizes of simplexes in the unit cube. */
static const double first_step = 0.05, near_step = 0.01, coarse = 1e-3, near_enough = 3e-5, fine = 1e-5;

/* A cost that changes by less than this share when a ratio such as η² is doubled or halved says nothing about it. */
static const double flat_share = 1e-3;

typedef struct task {
    routh_context *context;
    const routh_weighted3 *samples;
    const routh_law3 *law;
    size_t evaluations;
    routh_status status; /* of the first impact that could not be solved; ROUTH_CANCELLED: nothing more is */
} task;

/* Is it sought evenly in its logarithm? */
static bool is_ratio(const routh_parameter *parameter) {
    return parameter->fit_high > parameter->fit_low && parameter->fit_low > 0;
}

/* The cube's coordinates are e, μ over its cap, and log η² between its bounds for fits. Unlike in the plane (fit.h), μ is
 * even all the way: its first nodes are where laws change fast. */
void routh_fit3_parameters(const routh_law3 *law, const double *u, double *parameters) {
    for (int i = 0; i < law->parameter_count; i++) {
        const routh_parameter *p = &law->parameter[i];
        parameters[i] = is_ratio(p) ? p->fit_low * pow(p->fit_high / p->fit_low, u[i])
                                    : p->low + (fmin(p->high, ROUTH_MU_CAP) - p->low) * u[i];
    }
}

static double cost_at(const double *u, void *user) {
    task *t = user;
    double parameters[MOST], sum = 0, weights = 0;
    routh_fit3_parameters(t->law, u, parameters);
    t->evaluations++;
    if (t->status == ROUTH_CANCELLED)
        return INFINITY;
    for (size_t i = 0; i < t->samples->count; i++) {
        const routh_sample3 *sample = &t->samples->sample[i];
        const double weight = t->samples->weight ? t->samples->weight[i] : 1;
        routh_velocity3 after;
        if (weight == 0)
            continue;
        if (i % ASKED == 0 && routh_check_cancelled(t->context) != ROUTH_OK) {
            t->status = ROUTH_CANCELLED;
            return INFINITY;
        }
        const routh_status status = routh_sample3_predict(NULL, t->law, parameters, sample, &after);
        if (status != ROUTH_OK) {
            t->status = t->status == ROUTH_OK ? status : t->status;
            return INFINITY;
        }
        sum += weight * routh_sample3_error(sample, &after);
        weights += weight;
    }
    return sum / weights;
}

/* Modifiers where the law is the one without them. */
static void leave_unmodified(const routh_law3 *law, double *u) {
    for (int i = routh_law3_own_parameters(law); i < law->parameter_count; i++) {
        const routh_parameter *p = &law->parameter[i];
        u[i] = is_ratio(p) ? log(p->initial / p->fit_low) / log(p->fit_high / p->fit_low)
                           : (p->initial - p->low) / (fmin(p->high, ROUTH_MU_CAP) - p->low);
    }
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
    const int dimension = routh_law3_own_parameters(t->law);
    for (int i = 0; i < STARTS; i++)
        best[i] = (start){.cost = INFINITY};
    for (int e = 0; e < (dimension > 0 ? NODES : 1); e++)
        for (int mu = 0; mu < (dimension > 1 ? NODES : 1); mu++)
            for (int eta = 0; eta < (dimension > 2 ? NODES : 1); eta++) {
                double u[MOST] = {nodes[0][e], nodes[1][mu], nodes[2][eta]};
                leave_unmodified(t->law, u);
                consider(best, u, cost_at(u, t));
            }
}

static int descend(task *t, double step, double tolerance, double *u, double *cost) {
    if (t->law->parameter_count == 0) /* nothing to seek: the cost is all there is */
        return true;
    double room[ROUTH_SIMPLEX_ROOM(MOST)];
    routh_simplex simplex = {
        .dimension = (size_t)t->law->parameter_count,
        .function = cost_at,
        .user = t,
        .in_cube = true,
        .slack = INFINITY,
        .tolerance = tolerance,
        .limit = (size_t)(EVALUATIONS * (1 + t->law->parameter_count - routh_law3_own_parameters(t->law))),
        .room = room};
    return routh_simplex_minimise(&simplex, step, u, cost);
}

/* Does doubling or halving the ratios change nothing? */
static bool is_flat(task *t, const double *u, double cost) {
    int ratios = 0;
    for (int i = 0; i < t->law->parameter_count; i++) {
        const routh_parameter *p = &t->law->parameter[i];
        if (!is_ratio(p))
            continue;
        ratios++;
        const double doubling = log(2) / log(p->fit_high / p->fit_low);
        for (int side = -1; side <= 1; side += 2) {
            double moved[MOST];
            memcpy(moved, u, sizeof moved);
            moved[i] += side * doubling;
            if (moved[i] >= 0 && moved[i] <= 1 && cost_at(moved, t) > cost * (1 + flat_share))
                return 0;
        }
    }
    return ratios > 0;
}

static routh_fit3 finish(task *t, const double *u, double cost, int converged) {
    routh_fit3 fit = {.estimate = {.cost = cost, .flags = converged ? 0 : ROUTH_FIT_NOT_CONVERGED}};
    memcpy(fit.u, u, sizeof fit.u);
    for (int d = 0; d < MOST; d++) {
        fit.estimate.parameters[d] = fit.estimate.curvature[d] = NAN;
        fit.estimate.interval[d] = (routh_interval){NAN, NAN, NAN}; /* nothing is drawn again here */
        for (int other = 0; other < MOST; other++)
            fit.estimate.correlation[d][other] = NAN;
        if (d < t->law->parameter_count && (u[d] < ROUTH_BOX_EDGE || u[d] > 1 - ROUTH_BOX_EDGE))
            fit.estimate.flags |= ROUTH_FIT_AT_BOUND;
    }
    routh_fit3_parameters(t->law, u, fit.estimate.parameters);
    fit.estimate.evaluations = (int)t->evaluations;
    fit.status = t->status;
    return fit;
}

routh_fit3 routh_fit3_search(routh_context *context, const routh_law3 *law, const routh_weighted3 *samples) {
    task t = {.context = context, .samples = samples, .law = law};
    start best[STARTS], found = {.cost = INFINITY};
    look_around(&t, best);
    for (int i = 0; i < STARTS; i++) {
        descend(&t, first_step, coarse, best[i].u, &best[i].cost);
        if (best[i].cost < found.cost)
            found = best[i];
    }
    const int converged = descend(&t, near_step, fine, found.u, &found.cost);
    const int flat = is_flat(&t, found.u, found.cost);
    routh_fit3 fit = finish(&t, found.u, found.cost, converged);
    fit.estimate.flags |= flat ? ROUTH_FIT_FLAT : 0;
    return fit;
}

routh_fit3 routh_fit3_near(routh_context *context, const routh_law3 *law, const routh_weighted3 *samples,
                           const double *u) {
    task t = {.context = context, .samples = samples, .law = law};
    double near[MOST];
    memcpy(near, u, sizeof near);
    double cost = cost_at(near, &t);
    const int converged = descend(&t, near_step, near_enough, near, &cost);
    return finish(&t, near, cost, converged);
}

routh_status routh_law3_fit(routh_context *context, const routh_law3 *law, const routh_sample3 *samples,
                            const double *weight, size_t count, routh_estimate *fit) {
    if (!law || !fit)
        return routh_fail_null(context, "law fit", (const void *const[]){law, fit});
    const routh_status given = routh_array_check(context, "samples", samples, count);
    if (given != ROUTH_OK)
        return given;
    double weights = 0;
    for (size_t i = 0; i < count; i++) {
        if (weight && !(weight[i] >= 0 && isfinite(weight[i])))
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s law: the weight of impact %zu is %g, but must be ≥ 0",
                              law->name, i, weight[i]);
        weights += weight ? weight[i] : 1;
    }
    if (!(weights > 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s law: no impact to fit it to", law->name);
    const routh_status begun = routh_progress(context, "fitting", 0);
    if (begun != ROUTH_OK)
        return begun;
    const routh_fit3 found = routh_fit3_search(context, law, &(routh_weighted3){samples, weight, count});
    if (found.status == ROUTH_CANCELLED)
        return ROUTH_CANCELLED;
    if (found.status != ROUTH_OK)
        return routh_fail(context, found.status, "%s law: %s", law->name, routh_status_message(found.status));
    *fit = found.estimate;
    return ROUTH_OK;
}
