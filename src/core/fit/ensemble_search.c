/* The parameters that cost least on many impacts, for smooth laws and for all others.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "algebra/algebra.h"
#include "fit/fit.h"
#include "impact/modified.h"

/* The parameters that cost least on many impacts, for laws whose impulses change smoothly but take their time: the
 * compliant ones, where one evaluation of the cost takes as long as hundreds for a rigid law.
 *
 * The starts come from a coarse grid and a part of the impacts. Then Levenberg's and Marquardt's method descends:
 * the impulses' own derivatives, by differences, give the cost's curvature, so that some ten rounds of four evaluations
 * do what a simplex does with hundreds. D. W. Marquardt, An algorithm for least-squares estimation of nonlinear
 * parameters, J. SIAM 11 (1963). A parameter at its bound that wants to go on beyond stays there for the round. */

enum { MOST = ROUTH_MAX_PARAMETERS, FRICTIONS = 12, SLICES = 4, LEAST_PART = 16, MOST_PART = 64 };

/* Where a descent ends: a step in the unit cube, and what it gains of the cost. The method closes in on a cost that is not 0 by
 * a half to a third each round, so that what it leaves is no more than it gained last. */
static const double shortest = 1e-9, least_gain = 1e-9;

/* Can it be descended by derivatives? The cost is a sum of squares, and the law of this kind, or one with modifiers: these have
 * too many parameters for a simplex alone. */
static int is_smooth(const routh_ensemble_task *task) {
    const int fits = (task->law->traits & ROUTH_LAW_COMPLIANT) != 0 || routh_modified_of(task->law);
    return fits && !task->ensemble->robust && !task->ensemble->norms;
}

/* Modifiers at their initial values, where the law is the one without them. */
static void leave_unmodified(const routh_ensemble_task *task, double *u) {
    for (int d = routh_law_own_parameters(task->law); d < task->box->dimension; d++)
        u[d] = fmax(0.0, routh_box_coordinate(task->box, d, task->law->parameter[d].initial));
}

/* The cost at the best restitution, taken for a parabola; the restitution stays in u. */
static double valley_at(routh_ensemble_task *task, int restitution, double *u) {
    static const double x[] = {0.2, 0.5, 0.8};
    double y[3];
    for (int i = 0; i < 3; i++) {
        u[restitution] = x[i];
        y[i] = routh_cost_in_box(task, u);
    }
    const double bend = y[0] - 2 * y[1] + y[2], slope = y[2] - y[0];
    const double vertex = 0.5 - 0.5 * (x[1] - x[0]) * slope / bend, end = y[0] < y[2] ? 0.02 : 1.0;
    u[restitution] = bend > 0 ? fmin(1.0, fmax(0.02, vertex)) : end;
    return routh_cost_in_box(task, u);
}

/* Slice by slice of the further parameter, the best of all frictions. */
int routh_find_beginnings(routh_ensemble_task *task, double beginning[ROUTH_BEGINNINGS][MOST]) {
    const routh_box *box = task->box;
    const int restitution = routh_law_parameter(task->law, "eps");
    routh_ensemble part = *task->ensemble;
    const size_t eighth = part.count / 64 * 8, wanted = eighth < LEAST_PART ? LEAST_PART : eighth;
    part.padded = part.padded < wanted ? part.padded : (wanted < MOST_PART ? wanted : MOST_PART);
    part.weight_sum = 0;
    for (size_t i = 0; i < part.padded; i++)
        part.weight_sum += part.weight[i];
    routh_ensemble_task t = *task;
    t.ensemble = &part;

    double value[ROUTH_BEGINNINGS];
    int found = 0;
    for (int slice = 0; slice < SLICES; slice++) {
        double u[MOST] = {0}, best[MOST] = {0}, least = INFINITY;
        for (int d = 0; d < box->dimension; d++)
            u[d] = (slice + 0.5) / SLICES;
        leave_unmodified(task, u);
        for (int i = 1; i <= FRICTIONS; i++) {
            u[box->friction] = (double)i / FRICTIONS;
            const double here = valley_at(&t, restitution, u);
            if (here < least) {
                least = here;
                memcpy(best, u, sizeof best);
            }
        }
        int place = found < ROUTH_BEGINNINGS ? found++ : ROUTH_BEGINNINGS;
        for (; place > 0 && least < value[place - 1]; place--)
            if (place < ROUTH_BEGINNINGS) {
                value[place] = value[place - 1];
                memcpy(beginning[place], beginning[place - 1], sizeof best);
            }
        if (place < ROUTH_BEGINNINGS) {
            value[place] = least;
            memcpy(beginning[place], best, sizeof best);
        }
    }
    task->evaluations = t.evaluations;
    task->ensemble->stopped = part.stopped;
    return found;
}

/* Half the cost's gradient and curvature in the unit cube, from the impulses' derivatives, at u; `evaluated`: the ensemble
 * holds the impulses at u already. */
typedef struct slope {
    double gradient[MOST], curvature[MOST][MOST];
} slope;

/* What stands beside the impulses adds to it. */
static void add_aside(const routh_ensemble *e, int n, const double *along, slope *s) {
    for (size_t i = 0; i < e->count; i++)
        for (int j = 0; j < n; j++) {
            const double by = e->weight[i] * e->beyond[i] / e->weight_sum;
            const double own = by * (e->held[3 * j + 2][i] - e->aside[i]) / along[j];
            s->gradient[j] += own * (e->aside[i] - e->unexplained[i]);
            for (int k = 0; k <= j; k++)
                s->curvature[j][k] += own * (e->held[3 * k + 2][i] - e->aside[i]) / along[k];
        }
}

static slope slope_at(routh_ensemble_task *task, const double *u, int evaluated) {
    static const double nudge = 1e-6;
    routh_ensemble *e = task->ensemble;
    const int n = task->box->dimension;
    double along[MOST];
    slope s = {{0}, {{0}}};
    if (!evaluated)
        routh_cost_in_box(task, u);
    for (int d = 0; d < n; d++) {
        double at[MOST], *const pt = e->pt, *const pn = e->pn, *const aside = e->aside;
        memcpy(at, u, sizeof at);
        along[d] = u[d] < 0.5 ? nudge : -nudge;
        at[d] += along[d];
        e->pt = e->held[3 * d]; /* so that those at u stay */
        e->pn = e->held[3 * d + 1];
        e->aside = e->held[3 * d + 2];
        routh_cost_in_box(task, at);
        e->pt = pt;
        e->pn = pn;
        e->aside = aside;
    }
    for (size_t i = 0; i < e->count; i++) {
        const double rt = e->pt[i] - e->target_t[i], rn = e->pn[i] - e->target_n[i];
        for (int j = 0; j < n; j++) {
            const double jt = (e->held[3 * j][i] - e->pt[i]) / along[j];
            const double jn = (e->held[3 * j + 1][i] - e->pn[i]) / along[j];
            const double gt = e->weight[i] * (e->gtt[i] * jt + e->gtn[i] * jn);
            const double gn = e->weight[i] * (e->gtn[i] * jt + e->gnn[i] * jn);
            s.gradient[j] += (gt * rt + gn * rn) / e->weight_sum;
            for (int k = 0; k <= j; k++)
                s.curvature[j][k] += (gt * (e->held[3 * k][i] - e->pt[i]) + gn * (e->held[3 * k + 1][i] - e->pn[i])) /
                                     (along[k] * e->weight_sum);
        }
    }
    if (e->has_couple)
        add_aside(e, n, along, &s);
    return s;
}

/* Solves (curvature + damping × its diagonal) x = −gradient over the parameters that are free; false where too little
 * damping leaves the matrix singular. */
static bool solve(const slope *s, int n, const int *free, double damping, double *x) {
    double l[MOST][MOST] = {{0}}, largest = 0;
    for (int j = 0; j < n; j++)
        largest = fmax(largest, s->curvature[j][j]);
    for (int j = 0; j < n; j++) {
        for (int k = 0; k <= j; k++)
            l[j][k] = free[j] && free[k] ? s->curvature[j][k] : 0;
        l[j][j] += free[j] ? damping * (l[j][j] + 1e-9 * largest) : 1;
        x[j] = free[j] ? -s->gradient[j] : 0;
    }
    if (!routh_cholesky_factor((size_t)n, MOST, l[0], 0))
        return false;
    routh_cholesky_solve((size_t)n, MOST, l[0], x);
    return true;
}

/* One step that lowers the cost, its length in the unit cube; 0 if none does. */
static double step_down(routh_ensemble_task *task, const slope *s, double *damping, double *u, double *value) {
    const int n = task->box->dimension;
    int free[MOST];
    for (int d = 0; d < n; d++)
        free[d] = !((u[d] <= 0 && s->gradient[d] > 0) || (u[d] >= 1 && s->gradient[d] < 0));
    for (int attempt = 0; attempt < 12; attempt++) {
        double x[MOST], at[MOST] = {0}, length = 0;
        if (!solve(s, n, free, *damping, x)) {
            *damping = fmax(1e-6, *damping * 10);
            continue;
        }
        for (int d = 0; d < n; d++) {
            at[d] = fmin(1.0, fmax(0.0, u[d] + x[d]));
            length = fmax(length, fabs(at[d] - u[d]));
        }
        const double there = routh_cost_in_box(task, at);
        if (there < *value) {
            memcpy(u, at, (size_t)n * sizeof *u);
            *value = there;
            *damping = fmax(1e-10, 0.1 * *damping);
            return length;
        }
        *damping = fmax(1e-6, *damping * 10);
        if (length < 1e-10)
            break;
    }
    return 0;
}

/* Towards the best near *u, whose cost is *value, by at most `rounds` rounds; nonzero when it has converged. */
static int descend_smoothly(routh_ensemble_task *task, int rounds, double *u, double *value) {
    const int begun = task->evaluations; /* the limit may be the greatest number there is */
    double damping = 1e-3;
    for (int round = 0; round < rounds && task->evaluations - begun < task->limit; round++) {
        const double before = *value;
        const slope s = slope_at(task, u, round > 0);
        const double length = step_down(task, &s, &damping, u, value);
        if (length <= shortest || before - *value <= least_gain * before)
            return 1;
    }
    return 0;
}

/* The parameters that cost least on many impacts.
 *
 * At a fixed friction the cost is nearly a parabola in restitution. Its least value, as a function of friction alone,
 * has a kink for every impact that begins to stick, and for few impacts several valleys. So friction is sampled, the
 * lowest valleys are descended on the line, and a simplex finishes in all parameters at once. A few impacts
 * may leave a valley narrower than the sampling: their own exact parameters are tried, too. A third parameter is
 * sampled on top. Modifiers come last: each is sampled from the best that the law without them has. */

enum { NODES = 160, LEAST_NODES = 40, FURTHER = 7, VALLEYS = 5, RESTARTS = 3, FEW = 4, FIRST_ROUNDS = 3, ROUNDS = 60 };

/* Where the search ends, in the unit cube. */
static const double tolerance = 1e-9;

static double cost_for_simplex(const double *u, void *user) {
    return routh_cost_in_box(user, u);
}

int routh_ensemble_refine(routh_ensemble_task *task, double step, double smallest, double *u, double *value) {
    if (is_smooth(task)) {
        if (descend_smoothly(task, ROUNDS, u, value) && task->law->traits & ROUTH_LAW_COMPLIANT)
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
static double valley_along(double x, void *user) {
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
        node[i].value = valley_along(node[i].x, l);
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
        const routh_line_point least = routh_line_minimum(valley_along, l, node[i > 0 ? i - 1 : i], node[i],
                                                          node[i + 1 < count ? i + 1 : i], 1e-4);
        const double value = valley_along(least.x, l);
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

/* Each modifier in turn, the other parameters but the restitution as they are best so far. */
static void search_modifiers(routh_ensemble_task *task, int restitution, finding *best) {
    line l = {.task = task, .restitution = restitution, .tolerance = 1e-3};
    for (l.axis = routh_law_own_parameters(task->law); l.axis < task->box->dimension; l.axis++) {
        memcpy(l.u, best->u, sizeof l.u);
        for (int i = 0; i < FURTHER; i++) {
            const double value = valley_along((double)i / (FURTHER - 1), &l);
            consider(best, l.u, value);
        }
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
        if (is_smooth(task))
            descend_smoothly(task, FIRST_ROUNDS, beginning[i], &cost);
        consider(&best, beginning[i], cost);
    }
    search_modifiers(task, routh_law_parameter(task->law, "eps"), &best);
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
    for (int d = 0; d < routh_law_own_parameters(task->law); d++)
        further = d != box->friction && d != l.restitution ? d : further;
    leave_unmodified(task, l.u);
    for (int i = 0; i < (further >= 0 ? FURTHER : 1); i++) {
        if (further >= 0)
            l.u[further] = (double)i / (FURTHER - 1);
        if (box->friction >= 0)
            search_along_friction(&l, &best);
        else {
            l.tolerance = 1e-6;
            const double least = valley_along(0, &l);
            consider(&best, l.u, least);
        }
    }
    if (task->ensemble->count <= FEW)
        consider_own_parameters(task, samples, index, &best);
    search_modifiers(task, l.restitution, &best);
    memcpy(u, best.u, sizeof best.u);
    *value = best.value;
    return routh_ensemble_refine(task, further >= 0 ? 0.05 : 0.01, tolerance, u, value);
}
