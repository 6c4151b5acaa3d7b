/* The parameters that cost least on many impacts.
 *
 * At a fixed friction the cost is nearly a parabola in restitution. Its least value, as a function of friction alone,
 * has a kink for every impact that begins to stick, and for few impacts several valleys. So friction is sampled, the
 * lowest valleys are descended on the line, and a simplex finishes in all parameters at once. A few impacts
 * may leave a valley narrower than the sampling: their own exact parameters are tried, too. A third parameter is
 * sampled on top.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "fit/ensemble_search.h"

#include <math.h>
#include <string.h>

#include "algebra/line.h"
#include "algebra/simplex.h"
#include "fit/ensemble_smooth.h"
#include "fit/impact_search.h"

enum {
    MOST = ROUTH_MAX_PARAMETERS,
    NODES = 160,
    LEAST_NODES = 40,
    FURTHER = 7,
    VALLEYS = 5,
    RESTARTS = 3,
    FEW = 4,
    FIRST_ROUNDS = 3,
    ROUNDS = 60
};

/* Where the search ends, in the unit cube. */
static const double tolerance = 1e-9;

static double cost_for_simplex(const double *u, void *user) {
    return routh_cost_in_box(user, u);
}

int routh_ensemble_refine(routh_ensemble_task *task, double step, double smallest, double *u, double *value) {
    if (routh_is_smooth(task)) {
        if (routh_descend_smoothly(task, ROUNDS, u, value))
            return 1;
        step = copysign(1e-3, step); /* it crawls along a kink */
    }
    double room[ROUTH_SIMPLEX_ROOM(MOST)];
    routh_simplex simplex = {.dimension = (size_t)task->box->dimension,
                             .function = cost_for_simplex,
                             .user = task,
                             .in_cube = true,
                             .slack = INFINITY,
                             .tolerance = fmax(smallest, 1e-3 * step),
                             .limit = (size_t)task->limit,
                             .room = room};
    bool converged = routh_simplex_minimise(&simplex, step, u, value);
    simplex.tolerance = smallest;
    for (int start = 1; start < RESTARTS && converged; start++) {
        const double before = *value;
        step *= -0.2;
        converged = routh_simplex_minimise(&simplex, step, u, value);
        if (!(before - *value > 1e-9 * before))
            break;
    }
    return converged;
}

/* The cost as a function of one coordinate, the others being held. */
typedef struct line {
    routh_ensemble_task *task;
    int restitution, axis;
    double tolerance; /* of the restitution */
    double u[MOST];
} line;

static double cost_at_restitution(double x, void *user) {
    line *l = user;
    l->u[l->restitution] = x;
    return routh_cost_in_box(l->task, l->u);
}

/* The least cost over restitution at `x` of the axis; the restitution stays in u. */
static double valley_at(double x, void *user) {
    line *l = user;
    if (l->axis >= 0)
        l->u[l->axis] = x;
    routh_line_point point[3] = {{0, 0}, {0.5, 0}, {1, 0}};
    for (int i = 0; i < 3; i++)
        point[i].value = cost_at_restitution(point[i].x, l);
    for (int end = 0; end <= 2; end += 2) /* a point beside a lower end shows whether the end is lowest */
        if (point[end].value < point[1].value) {
            routh_line_point beside = {.x = end == 0 ? 1e-4 : 1 - 1e-4};
            beside.value = cost_at_restitution(beside.x, l);
            point[1] = beside.value < point[end].value ? beside : point[end];
        }
    const int at_end = point[1].x == 0 || point[1].x == 1;
    const routh_line_point best =
        at_end ? point[1] : routh_line_minimum(cost_at_restitution, l, point[0], point[1], point[2], l->tolerance);
    l->u[l->restitution] = best.x;
    return best.value;
}

/* What the search has found so far. */
typedef struct finding {
    double u[MOST];
    double value;
} finding;

static void consider(finding *best, const double *u, double value) {
    if (value < best->value) {
        memcpy(best->u, u, sizeof best->u);
        best->value = value;
    }
}

/* Fewer impacts have narrower valleys, and cost less to look at. */
static int node_count(size_t impacts) {
    const size_t wanted = 2400 / impacts;
    return wanted > NODES ? NODES : (wanted < LEAST_NODES ? LEAST_NODES : (int)wanted);
}

/* The valleys of the cost along friction, the lowest few of them descended between their neighbouring nodes. */
static void search_along_friction(line *l, finding *best) {
    routh_line_point node[NODES];
    int lowest[VALLEYS], found = 0;
    const int count = node_count(l->task->ensemble->count);
    l->tolerance = 1e-3;
    for (int i = 0; i < count; i++) {
        node[i].x = (double)i / (count - 1);
        node[i].value = valley_at(node[i].x, l);
        consider(best, l->u, node[i].value);
    }
    const double rounding = 1e-10; /* no valley, where everything sticks and the cost is constant but for this */
    for (int i = 0; i < count; i++) {
        if ((i > 0 && node[i - 1].value <= node[i].value * (1 + rounding)) ||
            (i + 1 < count && node[i + 1].value < node[i].value * (1 - rounding)))
            continue;
        int place = found < VALLEYS ? found++ : VALLEYS;
        for (; place > 0 && node[i].value < node[lowest[place - 1]].value; place--)
            if (place < VALLEYS)
                lowest[place] = lowest[place - 1];
        if (place < VALLEYS)
            lowest[place] = i;
    }
    l->tolerance = 1e-6;
    for (int k = 0; k < found; k++) {
        const int i = lowest[k];
        const routh_line_point least =
            routh_line_minimum(valley_at, l, node[i > 0 ? i - 1 : i], node[i], node[i + 1 < count ? i + 1 : i], 1e-4);
        const double value = valley_at(least.x, l);
        consider(best, l->u, value);
    }
}

/* The exact parameters of single impacts. */
static void consider_own_parameters(routh_ensemble_task *task, const routh_sample *samples, const size_t *index,
                                    finding *best) {
    for (size_t i = 0; i < task->ensemble->count; i++) {
        const routh_point target = {task->ensemble->target_t[i], task->ensemble->target_n[i]};
        const routh_contact *contact = &samples[index ? index[i] : i].contact;
        const routh_impact_search own = routh_impact_search_for(task->law, task->box, contact, target);
        const routh_nearest nearest = routh_find_nearest(&own);
        consider(best, nearest.u, routh_cost_in_box(task, nearest.u));
    }
}

/* Where descending from a few good places does, and only the one that is lowest after a while need be followed. */
static int search_smoothly(routh_ensemble_task *task, const routh_sample *samples, const size_t *index, double *u,
                           double *value) {
    double beginning[ROUTH_BEGINNINGS][MOST];
    finding best = {.value = INFINITY};
    if (task->ensemble->count <= FEW)
        consider_own_parameters(task, samples, index, &best);
    const int count = routh_find_beginnings(task, beginning);
    for (int i = 0; i < count; i++) {
        double cost = routh_cost_in_box(task, beginning[i]);
        if (routh_is_smooth(task))
            routh_descend_smoothly(task, FIRST_ROUNDS, beginning[i], &cost);
        consider(&best, beginning[i], cost);
    }
    memcpy(u, best.u, sizeof best.u);
    *value = best.value;
    return routh_ensemble_refine(task, 0.05, tolerance, u, value);
}

int routh_ensemble_search(routh_ensemble_task *task, const routh_sample *samples, const size_t *index, double *u,
                          double *value) {
    const routh_box *box = task->box;
    finding best = {.value = INFINITY};
    if (task->law->traits & ROUTH_LAW_COMPLIANT)
        return search_smoothly(task, samples, index, u, value);
    line l = {.task = task, .restitution = routh_law_parameter(task->law, "eps"), .axis = box->friction};
    int further = -1;
    for (int d = 0; d < box->dimension; d++)
        further = d != box->friction && d != l.restitution ? d : further;
    for (int i = 0; i < (further >= 0 ? FURTHER : 1); i++) {
        if (further >= 0)
            l.u[further] = (double)i / (FURTHER - 1);
        if (box->friction >= 0)
            search_along_friction(&l, &best);
        else {
            l.tolerance = 1e-6;
            const double least = valley_at(0, &l);
            consider(&best, l.u, least);
        }
    }
    if (task->ensemble->count <= FEW)
        consider_own_parameters(task, samples, index, &best);
    memcpy(u, best.u, sizeof best.u);
    *value = best.value;
    return routh_ensemble_refine(task, further >= 0 ? 0.05 : 0.01, tolerance, u, value);
}
