/* The largest ball within half-spaces: maximise r under n_i · x + r ≤ h_i, a linear programme in four unknowns.
 *
 * Its dual has four equations, Σ y_i (n_i, 1) = (0, 1), y ≥ 0, and asks for the least Σ y_i h_i. The simplex method on
 * that needs a basis of four columns, whose multipliers are (x, r); it begins with four artificial columns that the
 * first phase drives out. Bland's rule (lowest index in, lowest index out) never cycles.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/inscribed.h"

#include <math.h>
#include <string.h>

#include "algebra/elimination.h"

enum { SIZE = 4 };

/* Prices below this share of the largest |h| are rounding. */
#define ROUNDING 1e-12

typedef struct programme {
    size_t count;
    const double *n, *h;
    size_t basis[SIZE]; /* columns; count + k is the artificial one of equation k */
} programme;

static void column(const programme *p, size_t index, double values[SIZE]) {
    for (size_t k = 0; k < SIZE; k++)
        values[k] = index >= p->count ? index - p->count == k : k < 3 ? p->n[3 * index + k] : 1;
}

/* Solves A x = b, both of size 1 and kept; 0 where A is singular. */
static int solve(double matrix[SIZE][SIZE], const double right[SIZE], double x[SIZE]) {
    double a[SIZE][SIZE];
    memcpy(a, matrix, sizeof a);
    memcpy(x, right, SIZE * sizeof *x);
    return routh_elimination_solve(SIZE, SIZE, a[0], x, 1e-14);
}

static double cost(const programme *p, size_t index, int first_phase) {
    if (index >= p->count)
        return first_phase;
    return first_phase ? 0 : p->h[index];
}

/* The multipliers of the basis, and the amounts y of its columns. */
static int evaluate(const programme *p, int first_phase, double multiplier[SIZE], double amount[SIZE],
                    double basis[SIZE][SIZE]) {
    static const double right[SIZE] = {0, 0, 0, 1};
    double transposed[SIZE][SIZE], costs[SIZE];
    for (int i = 0; i < SIZE; i++) {
        column(p, p->basis[i], transposed[i]);
        costs[i] = cost(p, p->basis[i], first_phase);
        for (int k = 0; k < SIZE; k++)
            basis[k][i] = transposed[i][k];
    }
    return solve(transposed, costs, multiplier) && solve(basis, right, amount);
}

/* The column to leave for one that changes the amounts by −way per unit. An artificial column at zero leaves whenever it
 * would change at all, so that it never comes back above zero. */
static int leaving(const programme *p, int first_phase, const double amount[SIZE], const double way[SIZE]) {
    int leave = -1;
    double least = INFINITY;
    for (int i = 0; i < SIZE; i++) {
        const int stuck = !first_phase && p->basis[i] >= p->count;
        if (!(way[i] > 1e-11 || (stuck && way[i] < -1e-11)))
            continue;
        const double ratio = stuck ? 0 : fmax(amount[i], 0) / way[i];
        if (ratio < least || (ratio <= least && p->basis[i] < p->basis[leave])) {
            least = ratio;
            leave = i;
        }
    }
    return leave;
}

static int minimise(programme *p, int first_phase, double rounding, double multiplier[SIZE]) {
    const size_t most = 50 * (p->count + SIZE);
    for (size_t step = 0; step < most; step++) {
        double amount[SIZE], basis[SIZE][SIZE], entering[SIZE], way[SIZE];
        if (!evaluate(p, first_phase, multiplier, amount, basis))
            return 0;
        size_t enter = 0;
        for (; enter < p->count; enter++) {
            column(p, enter, entering);
            double price = cost(p, enter, first_phase);
            for (int k = 0; k < SIZE; k++)
                price -= multiplier[k] * entering[k];
            if (price < -rounding)
                break;
        }
        if (enter == p->count)
            return 1;
        const int leave = solve(basis, entering, way) ? leaving(p, first_phase, amount, way) : -1;
        if (leave < 0)
            return 0;
        p->basis[leave] = enter;
    }
    return 0;
}

int routh_inscribed_ball(size_t count, const double *n, const double *h, double centre[3], double *radius) {
    programme p = {.count = count, .n = n, .h = h, .basis = {count, count + 1, count + 2, count + 3}};
    double multiplier[SIZE], amount[SIZE], basis[SIZE][SIZE], largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(h[i]));
    if (!minimise(&p, 1, ROUNDING, multiplier) || !evaluate(&p, 1, multiplier, amount, basis))
        return 0;
    for (int i = 0; i < SIZE; i++)
        if (p.basis[i] >= count && amount[i] > 1e-9)
            return 0;
    if (!minimise(&p, 0, ROUNDING * largest, multiplier))
        return 0;
    memcpy(centre, multiplier, 3 * sizeof *centre);
    *radius = multiplier[3];
    return 1;
}
