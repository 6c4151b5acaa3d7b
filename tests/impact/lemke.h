/* Lemke's method with a lexicographic ratio test, for the tests alone: w = M z + q, 0 ≤ w ⟂ z ≥ 0.
 *
 * Cottle, Pang and Stone, The linear complementarity problem (1992), section 4.4 and 4.9.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_IMPACT_LEMKE_H
#define ROUTH_TESTS_IMPACT_LEMKE_H

#include <string.h>

enum { LEMKE_MAX = 8, LEMKE_COLUMNS = 2 * LEMKE_MAX + 2 };

/* Tableau: columns w_1 … w_n, z_1 … z_n, z_0, q. The columns of w are the inverse of the basis: the lexicographic rule
 * compares them. */
typedef struct lemke {
    long double row[LEMKE_MAX][LEMKE_COLUMNS];
    int basis[LEMKE_MAX];
    int n;
} lemke;

static inline void lemke_pivot(lemke *t, int r, int column) {
    const int columns = 2 * t->n + 2;
    const long double pivot = t->row[r][column];
    for (int j = 0; j < columns; j++)
        t->row[r][j] /= pivot;
    for (int i = 0; i < t->n; i++) {
        const long double factor = t->row[i][column];
        if (i == r || factor == 0)
            continue;
        for (int j = 0; j < columns; j++)
            t->row[i][j] -= factor * t->row[r][j];
    }
    t->basis[r] = column;
}

/* Is row a's ratio lexicographically smaller than row b's, divided by the entering column? */
static inline int lemke_smaller(const lemke *t, int a, int b, int column) {
    const int q = 2 * t->n + 1;
    const long double da = t->row[a][column], db = t->row[b][column];
    for (int j = -1; j < t->n; j++) {
        const int k = j < 0 ? q : j;
        const long double difference = t->row[a][k] / da - t->row[b][k] / db;
        if (difference != 0)
            return difference < 0;
    }
    return 0;
}

/* Returns 1 and z when solved, 0 at a secondary ray. */
static inline int lemke_solve(int n, const long double *matrix, const long double *q, long double *z) {
    lemke t = {.n = n};
    const int z0 = 2 * n, last = 2 * n + 1;
    int leaving = 0;
    for (int i = 0; i < n; i++) {
        t.row[i][i] = 1;
        for (int j = 0; j < n; j++)
            t.row[i][n + j] = -matrix[i * n + j];
        t.row[i][z0] = -1;
        t.row[i][last] = q[i];
        t.basis[i] = i;
        if (q[i] < q[leaving])
            leaving = i;
    }
    memset(z, 0, (size_t)n * sizeof *z);
    if (q[leaving] >= 0)
        return 1;
    int entering = z0;
    for (int pivots = 0; pivots < 200; pivots++) {
        const int left = t.basis[leaving];
        lemke_pivot(&t, leaving, entering);
        if (left == z0) {
            for (int i = 0; i < n; i++)
                if (t.basis[i] >= n && t.basis[i] < z0)
                    z[t.basis[i] - n] = t.row[i][last];
            return 1;
        }
        entering = left < n ? left + n : left - n;
        leaving = -1;
        for (int i = 0; i < n; i++)
            if (t.row[i][entering] > 1e-15L && (leaving < 0 || lemke_smaller(&t, i, leaving, entering)))
                leaving = i;
        for (int i = 0; i < n; i++) /* let z_0 leave whenever it may */
            if (leaving >= 0 && t.basis[i] == z0 && t.row[i][entering] > 1e-15L &&
                t.row[i][last] / t.row[i][entering] <= t.row[leaving][last] / t.row[leaving][entering] + 1e-18L)
                leaving = i;
        if (leaving < 0)
            return 0;
    }
    return 0;
}

#endif
