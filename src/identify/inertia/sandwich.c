/* Standard errors of an answer to Σ score_i(Θ) = 0 whatever the noise of each contact: A⁻¹ B A⁻ᵀ with A the slope of
 * the sum and B the sum of the scores' squares (White, Econometrica 48 (1980) 817). Contacts of one motion may have
 * common errors: where there are enough motions, their scores are added before they are squared.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/elimination.h"
#include "inertia/inertia.h"

/* Fewer motions would make a poor estimate of how they differ. */
enum { LEAST_MOTIONS = 20 };

/* Whether the next used contact belongs to the same motion as this one. */
static int goes_on(const inertia_work *work, size_t i, size_t next) {
    return next < work->count && work->record[i].trajectory >= 0 &&
           work->record[i].trajectory == work->record[next].trajectory;
}

static size_t count_motions(const inertia_work *work, size_t *used) {
    size_t motions = 0;
    *used = 0;
    for (size_t i = 0; i < work->count; i++) {
        motions += !goes_on(work, i, i + 1);
        *used += (size_t)inertia_uses(work, i);
    }
    return motions;
}

/* X with A X = B, A n × n and B with n columns, by columns; false where A is singular. */
static bool solve_all(int n, double a[MOST_SCORES][MOST_SCORES], double b[MOST_SCORES][MOST_SCORES]) {
    bool solved = true;
    for (int column = 0; column < n; column++) {
        double matrix[MOST_SCORES][MOST_SCORES], right[MOST_SCORES];
        memcpy(matrix, a, sizeof matrix);
        for (int k = 0; k < n; k++)
            right[k] = b[k][column];
        solved = solved && routh_elimination_solve((size_t)n, MOST_SCORES, matrix[0], right, 0);
        for (int k = 0; k < n; k++)
            b[k][column] = right[k];
    }
    return solved;
}

static void transpose(double m[MOST_SCORES][MOST_SCORES]) {
    for (int k = 0; k < MOST_SCORES; k++)
        for (int l = 0; l < k; l++) {
            const double swapped = m[k][l];
            m[k][l] = m[l][k];
            m[l][k] = swapped;
        }
}

void routh_inertia_sandwich(const inertia_work *work, int n, const double *score,
                            double slope[MOST_SCORES][MOST_SCORES], const double *prior,
                            double covariance[MOST_SCORES][MOST_SCORES]) {
    size_t used;
    const size_t motions = count_motions(work, &used);
    double sum[MOST_SCORES] = {0};
    memset(covariance, 0, sizeof(double[MOST_SCORES][MOST_SCORES]));
    for (size_t i = 0; i < work->count; i++) {
        for (int k = 0; k < n && inertia_uses(work, i); k++)
            sum[k] += score[i * MOST_SCORES + (size_t)k];
        if (motions >= LEAST_MOTIONS && goes_on(work, i, i + 1))
            continue;
        for (int k = 0; k < n; k++)
            for (int l = 0; l < n; l++)
                covariance[k][l] += sum[k] * sum[l]; /* B */
        for (int k = 0; k < n; k++)
            sum[k] = 0;
    }
    /* as many contacts as unknowns fit exactly, whatever their noise: no error can be determined */
    const double free = (double)used - work->unknowns, correction = free > 0 ? (double)used / free : NAN;
    for (int k = 0; k < n; k++)
        for (int l = 0; l < n; l++)
            covariance[k][l] = correction * covariance[k][l] + (prior && k == l ? prior[k] : 0);
    bool solved = solve_all(n, slope, covariance); /* A⁻¹ B */
    transpose(covariance);                         /* B A⁻ᵀ, for B is symmetric */
    solved = solved && solve_all(n, slope, covariance);
    for (int k = 0; k < n && !solved; k++)
        for (int l = 0; l < n; l++)
            covariance[k][l] = NAN;
}

void routh_inertia_keep_covariance(const inertia_work *work, double covariance[MOST_SCORES][MOST_SCORES]) {
    for (int k = 0; k < work->unknowns; k++)
        for (int l = 0; l < work->unknowns; l++)
            work->fit->covariance[k][l] = covariance[k][l];
}
