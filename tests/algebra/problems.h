/* Complementarity problems to try a solver on, and all their solutions by enumeration.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_ALGEBRA_PROBLEMS_H
#define ROUTH_TESTS_ALGEBRA_PROBLEMS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <routh/routh.h>

#include "algebra/algebra.h"
#include "base/context.h"

enum { PROBLEM_MOST = 12 };

typedef struct problem {
    size_t size;
    double m[PROBLEM_MOST * PROBLEM_MOST], q[PROBLEM_MOST];
} problem;

static inline double *problem_at(problem *p, size_t i, size_t j) {
    return &p->m[i * p->size + j];
}

static inline double whole(routh_random *r, int low, int high) {
    return low + (double)routh_random_index(r, (size_t)(high - low + 1));
}

/* M = G Gᵀ + skew-symmetric, semidefinite of the given rank. `integer` makes exact ties and zeros likely. */
static inline void semidefinite(problem *p, routh_random *r, size_t rank, bool integer) {
    double g[PROBLEM_MOST][PROBLEM_MOST];
    for (size_t i = 0; i < p->size; i++)
        for (size_t k = 0; k < rank; k++)
            g[i][k] = integer ? whole(r, -1, 1) : routh_random_uniform(r, -1, 1);
    for (size_t i = 0; i < p->size; i++)
        for (size_t j = 0; j <= i; j++) {
            double symmetric = 0, skew = integer ? whole(r, -1, 1) : routh_random_uniform(r, -1, 1);
            for (size_t k = 0; k < rank; k++)
                symmetric += g[i][k] * g[j][k];
            *problem_at(p, i, j) = symmetric + (i == j ? 0 : skew);
            *problem_at(p, j, i) = symmetric - (i == j ? 0 : skew);
        }
}

/* A P-matrix, every principal minor positive: semidefinite plus a positive diagonal, or a dominant diagonal. */
static inline problem p_problem(routh_random *r, size_t size) {
    problem p = {.size = size};
    if (routh_random_uniform(r, 0, 1) < 0.5) {
        semidefinite(&p, r, size, false);
        for (size_t i = 0; i < size; i++)
            *problem_at(&p, i, i) += routh_random_uniform(r, 0.01, 1);
    } else {
        for (size_t i = 0; i < size; i++) {
            double sum = 0;
            for (size_t j = 0; j < size; j++) {
                *problem_at(&p, i, j) = routh_random_uniform(r, -1, 1);
                sum += fabs(*problem_at(&p, i, j));
            }
            *problem_at(&p, i, i) = sum + routh_random_uniform(r, 0.01, 1);
        }
    }
    for (size_t i = 0; i < size; i++)
        p.q[i] = routh_random_uniform(r, -1, 1);
    return p;
}

/* Semidefinite. Half of them have a known solution (z = w = 0 in places), the others may have none. */
static inline problem semidefinite_problem(routh_random *r, size_t size, bool integer) {
    problem p = {.size = size};
    semidefinite(&p, r, routh_random_index(r, size + 1), integer);
    const bool has_solution = routh_random_uniform(r, 0, 1) < 0.5;
    double z[PROBLEM_MOST] = {0};
    for (size_t i = 0; i < size; i++) {
        const int side = (int)whole(r, 0, 2);
        const double value = integer ? 1 : routh_random_uniform(r, 0, 1);
        z[i] = side == 0 ? value : 0;
        p.q[i] = has_solution ? (side == 1 ? value : 0) : integer ? whole(r, -1, 1) : routh_random_uniform(r, -1, 1);
    }
    for (size_t i = 0; i < size && has_solution; i++)
        for (size_t j = 0; j < size; j++)
            p.q[i] -= *problem_at(&p, i, j) * z[j];
    return p;
}

/* Anitescu and Potra's problem of one body with up to three contacts, each in its own direction or, on `one_plane`, all
 * along y with Newton's restitution. Copositive; solvable by their theorem. */
static inline problem contact_problem(routh_random *r, size_t contacts, bool one_plane) {
    problem p = {.size = 4 * contacts};
    const double mass = routh_random_uniform(r, 0.1, 10), inertia = mass * routh_random_uniform(r, 0.05, 1);
    const double inverse[3] = {1 / mass, 1 / mass, 1 / inertia}, eps = one_plane ? routh_random_uniform(r, 0, 1) : 0;
    const double v[3] = {routh_random_uniform(r, -1, 1), routh_random_uniform(r, -1, 0.2),
                         routh_random_uniform(r, -1, 1)};
    double row[PROBLEM_MOST][3]; /* of each contact: J_n, J_t, −J_t, 0 */
    memset(row, 0, sizeof row);
    for (size_t c = 0; c < contacts; c++) {
        const double turn = one_plane ? 0 : routh_random_uniform(r, -1.2, 1.2), mu = routh_random_uniform(r, 0, 1.5);
        const double t[2] = {cos(turn), sin(turn)}, n[2] = {-sin(turn), cos(turn)};
        const double x = routh_random_uniform(r, -1, 1), y = routh_random_uniform(r, -1, 0);
        const double jn[3] = {n[0], n[1], x * n[1] - y * n[0]}, jt[3] = {t[0], t[1], x * t[1] - y * t[0]};
        for (size_t k = 0; k < 3; k++) {
            row[4 * c][k] = jn[k];
            row[4 * c + 1][k] = jt[k];
            row[4 * c + 2][k] = -jt[k];
            p.q[4 * c] += jn[k] * v[k];
            p.q[4 * c + 1] += jt[k] * v[k];
            p.q[4 * c + 2] -= jt[k] * v[k];
        }
        p.q[4 * c] *= p.q[4 * c] < 0 ? 1 + eps : 1;
        *problem_at(&p, 4 * c + 1, 4 * c + 3) = *problem_at(&p, 4 * c + 2, 4 * c + 3) = 1;
        *problem_at(&p, 4 * c + 3, 4 * c) = mu;
        *problem_at(&p, 4 * c + 3, 4 * c + 1) = *problem_at(&p, 4 * c + 3, 4 * c + 2) = -1;
    }
    for (size_t i = 0; i < p.size; i++)
        for (size_t j = 0; j < p.size; j++)
            for (size_t k = 0; k < 3; k++)
                *problem_at(&p, i, j) += row[i][k] * inverse[k] * row[j][k];
    return p;
}

/* Solves the k × k system in place by elimination with complete pivoting; false where it is singular. */
static inline bool eliminate(size_t k, double a[][PROBLEM_MOST + 1]) {
    size_t order[PROBLEM_MOST];
    double largest = 0;
    for (size_t i = 0; i < k; i++)
        order[i] = i;
    for (size_t s = 0; s < k; s++) {
        size_t row = s, column = s;
        for (size_t i = s; i < k; i++)
            for (size_t j = s; j < k; j++)
                if (fabs(a[i][j]) > fabs(a[row][column])) {
                    row = i;
                    column = j;
                }
        largest = fmax(largest, fabs(a[row][column]));
        if (!(fabs(a[row][column]) > 1e-11 * largest))
            return false;
        for (size_t j = 0; j <= k; j++) {
            const double swap = a[s][j];
            a[s][j] = a[row][j];
            a[row][j] = swap;
        }
        for (size_t i = 0; i < k; i++) {
            const double swap = a[i][s];
            a[i][s] = a[i][column];
            a[i][column] = swap;
        }
        const size_t swap = order[s];
        order[s] = order[column];
        order[column] = swap;
        for (size_t i = 0; i < k; i++) {
            const double factor = a[i][s] / a[s][s];
            for (size_t j = s; i != s && j <= k; j++)
                a[i][j] -= factor * a[s][j];
        }
    }
    double x[PROBLEM_MOST];
    for (size_t s = 0; s < k; s++)
        x[order[s]] = a[s][k] / a[s][s];
    for (size_t s = 0; s < k; s++)
        a[s][k] = x[s];
    return true;
}

/* The basic solution whose positive z are those of `chosen`; false if there is none or it isn't feasible. */
static inline bool basic_solution(const problem *p, unsigned chosen, double *z) {
    double a[PROBLEM_MOST][PROBLEM_MOST + 1], largest = 1;
    size_t index[PROBLEM_MOST], k = 0;
    for (size_t i = 0; i < p->size; i++)
        if (chosen >> i & 1)
            index[k++] = i;
    for (size_t i = 0; i < k; i++) {
        for (size_t j = 0; j < k; j++)
            a[i][j] = p->m[index[i] * p->size + index[j]];
        a[i][k] = -p->q[index[i]];
    }
    if (!eliminate(k, a))
        return false;
    memset(z, 0, p->size * sizeof *z);
    for (size_t i = 0; i < k; i++)
        largest = fmax(largest, fabs(z[index[i]] = a[i][k]));
    for (size_t i = 0; i < p->size; i++) {
        double w = p->q[i];
        for (size_t j = 0; j < p->size; j++)
            w += p->m[i * p->size + j] * z[j];
        if (z[i] < -1e-9 * largest || (!(chosen >> i & 1) && w < -1e-9 * largest))
            return false;
    }
    return true;
}

/* How many complementary bases solve it, and how near the nearest of them comes to `z`, relative to its size. */
static inline size_t enumerate(const problem *p, const double *z, double *nearest) {
    size_t count = 0;
    *nearest = INFINITY;
    for (unsigned chosen = 0; chosen < 1U << p->size; chosen++) {
        double other[PROBLEM_MOST], distance = 0, size = 1;
        if (!basic_solution(p, chosen, other))
            continue;
        count++;
        for (size_t i = 0; i < p->size; i++) {
            distance = fmax(distance, fabs(other[i] - z[i]));
            size = fmax(size, fabs(other[i]));
        }
        *nearest = fmin(*nearest, distance / size);
    }
    return count;
}

#endif
