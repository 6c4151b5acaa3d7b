/* The parameters that cost least on many impacts, for laws whose impulses change smoothly but take their time: the
 * compliant ones, where one evaluation of the cost takes as long as hundreds for a rigid law.
 *
 * The starts come from a coarse grid and a part of the impacts. Then Levenberg's and Marquardt's method descends:
 * the impulses' own derivatives, by differences, give the cost's curvature, so that some ten rounds of four evaluations
 * do what a simplex does with hundreds. D. W. Marquardt, An algorithm for least-squares estimation of nonlinear
 * parameters, J. SIAM 11 (1963). A parameter at its bound that wants to go on beyond stays there for the round.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "fit/ensemble_smooth.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "algebra/cholesky.h"

enum { MOST = ROUTH_MAX_PARAMETERS, FRICTIONS = 12, SLICES = 4, LEAST_PART = 16, MOST_PART = 64 };

/* Where a descent ends: a step in the unit cube, and what it gains of the cost. The method closes in on a cost that is not 0 by
 * a half to a third each round, so that what it leaves is no more than it gained last. */
static const double shortest = 1e-9, lowest = 1e-9;

int routh_is_smooth(const routh_ensemble_task *task) {
    return (task->law->traits & ROUTH_LAW_COMPLIANT) != 0 && !task->ensemble->robust && !task->ensemble->norms;
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

static slope slope_at(routh_ensemble_task *task, const double *u, int evaluated) {
    static const double nudge = 1e-6;
    routh_ensemble *e = task->ensemble;
    const int n = task->box->dimension;
    double along[MOST];
    slope s = {{0}, {{0}}};
    if (!evaluated)
        routh_cost_in_box(task, u);
    for (int d = 0; d < n; d++) {
        double at[MOST], *const pt = e->pt, *const pn = e->pn;
        memcpy(at, u, sizeof at);
        along[d] = u[d] < 0.5 ? nudge : -nudge;
        at[d] += along[d];
        e->pt = e->held[2 * d]; /* so that those at u stay */
        e->pn = e->held[2 * d + 1];
        routh_cost_in_box(task, at);
        e->pt = pt;
        e->pn = pn;
    }
    for (size_t i = 0; i < e->count; i++) {
        const double rt = e->pt[i] - e->target_t[i], rn = e->pn[i] - e->target_n[i];
        for (int j = 0; j < n; j++) {
            const double jt = (e->held[2 * j][i] - e->pt[i]) / along[j];
            const double jn = (e->held[2 * j + 1][i] - e->pn[i]) / along[j];
            const double gt = e->weight[i] * (e->gtt[i] * jt + e->gtn[i] * jn);
            const double gn = e->weight[i] * (e->gtn[i] * jt + e->gnn[i] * jn);
            s.gradient[j] += (gt * rt + gn * rn) / e->weight_sum;
            for (int k = 0; k <= j; k++)
                s.curvature[j][k] += (gt * (e->held[2 * k][i] - e->pt[i]) + gn * (e->held[2 * k + 1][i] - e->pn[i])) /
                                     (along[k] * e->weight_sum);
        }
    }
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

int routh_descend_smoothly(routh_ensemble_task *task, int rounds, double *u, double *value) {
    const int most = task->evaluations + task->limit;
    double damping = 1e-3;
    for (int round = 0; round < rounds && task->evaluations < most; round++) {
        const double before = *value;
        const slope s = slope_at(task, u, round > 0);
        const double length = step_down(task, &s, &damping, u, value);
        if (length <= shortest || before - *value <= lowest * before)
            return 1;
    }
    return 0;
}
