/* One law fitted to rebounds of spheres.
 *
 * Rows of different quantities have different units and scatter. With one unknown deviation for each quantity, the
 * likelihood at its best deviations leaves
 *
 *     cost = Σ over quantities of n/2 log(mean square of measured − predicted)
 *
 * to be minimised over the law's parameters. A logarithm of a sum has narrow, deep valleys: one for each quantity that
 * a law can fit at the price of another, and a coarse grid sees none of them well. So friction, in which they are
 * narrowest, is sampled finely, and the lowest few valleys of the grid are all descended.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/rebound_fit.h"

#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "study/internal.h"

enum {
    MOST = ROUTH_MAX_PARAMETERS,
    FRICTIONS = 41,
    OTHERS = 9,
    NODES = FRICTIONS * OTHERS * OTHERS,
    EVALUATIONS = 4000,
    FIRST_EVALUATIONS = 200,
    QUANTITIES = ROUTH_REBOUND_QUANTITIES
};
_Static_assert(ROUTH_REBOUND_DIRECTIONS == 3, "the grid has three directions");

/* A quantity is not known better than to this share of its size: digitised figures are not. */
static const double least_scatter = 1e-4;

routh_status routh_rebound_fit_begin(routh_context *context, double mu_max, routh_rebound_fit *fit) {
    double count[QUANTITIES] = {0};
    ROUTH_TRY(routh_box_of(context, fit->law, mu_max, &fit->box));
    memset(fit->size, 0, sizeof fit->size);
    for (size_t i = 0; i < fit->rebounds->count; i++) {
        const routh_rebound *row = &fit->rebounds->rebound[i];
        fit->size[row->quantity] += row->value * row->value;
        count[row->quantity]++;
    }
    for (int q = 0; q < QUANTITIES; q++)
        fit->size[q] = count[q] > 0 ? fit->size[q] / count[q] : 0;
    return ROUTH_OK;
}

/* Rows between two questions whether to stop. */
enum { ASKED = 8 };

static bool is_stopped(const routh_rebound_fit *fit, size_t row) {
    if (row % ASKED == 0 && !*fit->stopped)
        *fit->stopped = routh_check_cancelled(fit->context) != ROUTH_OK;
    return *fit->stopped;
}

static double cost_of(const routh_rebound_fit *fit, const double *u) {
    double parameters[MOST], squares[QUANTITIES] = {0}, count[QUANTITIES] = {0}, cost = 0;
    routh_box_parameters(&fit->box, u, parameters);
    for (size_t i = 0; i < fit->rebounds->count; i++) {
        const routh_rebound *row = &fit->rebounds->rebound[i];
        double value;
        if (fit->times[i] == 0)
            continue;
        if (is_stopped(fit, i))
            return INFINITY;
        if (routh_rebound_predict(NULL, fit->rebounds, fit->law, parameters, row, &value) != ROUTH_OK)
            return INFINITY;
        squares[row->quantity] += fit->times[i] * (value - row->value) * (value - row->value);
        count[row->quantity] += fit->times[i];
    }
    for (int q = 0; q < QUANTITIES; q++)
        if (count[q] > 0)
            cost += 0.5 * count[q] * log(squares[q] / count[q] + least_scatter * least_scatter * fit->size[q]);
    return isnan(cost) ? INFINITY : cost;
}

static double cost_at(const double *u, void *user) {
    return cost_of(*(const routh_rebound_fit *const *)user, u);
}

/* The nodes of a grid, `number` of them along each direction, and their costs. */
typedef struct grid {
    int dimension, number[ROUTH_REBOUND_DIRECTIONS];
    double cost[NODES];
} grid;

/* Along a direction: nodes lie in the middle of equal parts, so that none is at a bound. */
static void place(const grid *g, size_t node, double *u) {
    for (int d = 0; d < g->dimension; d++) {
        u[d] = ((double)(node % (size_t)g->number[d]) + 0.5) / g->number[d];
        node /= (size_t)g->number[d];
    }
}

/* No neighbour along any direction costs less. */
static bool is_valley(const grid *g, size_t node) {
    size_t stride = 1;
    for (int d = 0; d < g->dimension; d++) {
        const size_t number = (size_t)g->number[d], at = node / stride % number;
        if ((at > 0 && g->cost[node - stride] < g->cost[node]) ||
            (at + 1 < number && g->cost[node + stride] < g->cost[node]))
            return false;
        stride *= number;
    }
    return isfinite(g->cost[node]);
}

/* The lowest valleys of the grid, lowest first. */
static void find_valleys(routh_rebound_fit *fit) {
    grid g = {.dimension = fit->box.dimension};
    size_t nodes = 1, lowest[ROUTH_REBOUND_VALLEYS];
    double u[MOST] = {0};
    int found = 0;
    for (int d = 0; d < g.dimension; d++)
        nodes *= (size_t)(g.number[d] = d == fit->box.friction ? FRICTIONS : OTHERS);
    for (size_t i = 0; i < nodes; i++) {
        place(&g, i, u);
        g.cost[i] = cost_of(fit, u);
    }
    for (size_t i = 0; i < nodes; i++) {
        if (!is_valley(&g, i))
            continue;
        int at = found < ROUTH_REBOUND_VALLEYS ? found++ : ROUTH_REBOUND_VALLEYS;
        for (; at > 0 && g.cost[i] < g.cost[lowest[at - 1]]; at--)
            if (at < ROUTH_REBOUND_VALLEYS)
                lowest[at] = lowest[at - 1];
        if (at < ROUTH_REBOUND_VALLEYS)
            lowest[at] = i;
    }
    for (int k = 0; k < found; k++)
        place(&g, lowest[k], fit->valley[k]);
    fit->valley_count = found;
}

/* Improves u and its cost: a first look, or to the end by a simplex with two restarts. */
static void descend(const routh_rebound_fit *fit, bool first, double *u, double *cost) {
    double room[ROUTH_SIMPLEX_ROOM(MOST)];
    routh_simplex simplex = {.dimension = (size_t)fit->box.dimension,
                             .function = cost_at,
                             .user = &fit,
                             .in_cube = true,
                             .slack = first ? 1e-2 : 1e-10,
                             .tolerance = first ? 1e-3 : 1e-8,
                             .limit = first ? FIRST_EVALUATIONS : EVALUATIONS,
                             .room = room};
    for (int again = 0; fit->box.dimension > 0 && again < (first ? 1 : 3); again++)
        routh_simplex_minimise(&simplex, again % 2 ? -0.02 : 0.05, u, cost);
}

/* Looks into every valley, and goes to the end of the one that is lowest after that. */
static double follow(const routh_rebound_fit *fit, double valley[][MOST], double *parameters) {
    double least = INFINITY, best[MOST] = {0};
    for (int k = 0; k < fit->valley_count; k++) {
        double cost = cost_of(fit, valley[k]);
        descend(fit, true, valley[k], &cost);
        if (cost < least) {
            least = cost;
            memcpy(best, valley[k], sizeof best);
        }
    }
    if (isfinite(least))
        descend(fit, false, best, &least);
    routh_box_parameters(&fit->box, best, parameters);
    return least;
}

double routh_rebound_fit_search(routh_rebound_fit *fit, double *parameters) {
    find_valleys(fit);
    return follow(fit, fit->valley, parameters);
}

double routh_rebound_fit_again(const routh_rebound_fit *fit, double *parameters) {
    double valley[ROUTH_REBOUND_VALLEYS][MOST];
    memcpy(valley, fit->valley, sizeof valley);
    return follow(fit, valley, parameters);
}

routh_status routh_rebound_predict(routh_context *context, const routh_rebounds *rebounds, const routh_law *law,
                                   const double *parameters, const routh_rebound *row, double *value) {
    const double radius = rebounds->radius, sine = sin(row->incidence), cosine = cos(row->incidence);
    const routh_impact impact = {.mass = 1,
                                 .inertia = 0.4 * radius * radius,
                                 .ry = -radius,
                                 .vx = rebounds->speed * sine,
                                 .vy = -rebounds->speed * cosine};
    routh_contact contact;
    routh_outcome outcome;
    ROUTH_TRY(routh_contact_of(context, &impact, &contact));
    ROUTH_TRY(routh_law_solve(law, parameters, &contact, &outcome));
    const routh_velocity after = routh_impact_after(&impact, outcome.pt, outcome.pn, outcome.couple);
    *value = row->quantity == ROUTH_REBOUND_ANGLE  ? atan2(after.vx, after.vy)
             : row->quantity == ROUTH_REBOUND_SPIN ? fabs(after.omega)
                                                   : after.vx / impact.vx;
    return ROUTH_OK;
}
