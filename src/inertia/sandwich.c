/* Standard errors of an answer to Σ score_i(Θ) = 0 whatever the noise of each contact: A⁻¹ B A⁻ᵀ with A the slope of
 * the sum and B the sum of the scores' squares (White, Econometrica 48 (1980) 817). Contacts of one motion may have
 * common errors: where there are enough motions, their scores are added before they are squared.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

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

void routh_inertia_sandwich(const inertia_work *work, const double *score, double slope[MOST_UNKNOWNS][MOST_UNKNOWNS]) {
    const int n = work->unknowns;
    size_t used;
    const size_t motions = count_motions(work, &used);
    double squares[MOST_UNKNOWNS][MOST_UNKNOWNS] = {{0}}, sum[MOST_UNKNOWNS] = {0}, half[MOST_UNKNOWNS][MOST_UNKNOWNS];
    for (size_t i = 0; i < work->count; i++) {
        for (int k = 0; k < n && inertia_uses(work, i); k++)
            sum[k] += score[i * MOST_UNKNOWNS + (size_t)k];
        if (motions >= LEAST_MOTIONS && goes_on(work, i, i + 1))
            continue;
        for (int k = 0; k < n; k++)
            for (int l = 0; l < n; l++)
                squares[k][l] += sum[k] * sum[l];
        for (int k = 0; k < n; k++)
            sum[k] = 0;
    }
    int solved = 1;
    for (int column = 0; column < n; column++) { /* half = A⁻¹ B, by columns */
        double a[MOST_UNKNOWNS][MOST_UNKNOWNS], b[MOST_UNKNOWNS];
        for (int k = 0; k < n; k++) {
            b[k] = squares[k][column];
            for (int l = 0; l < n; l++)
                a[k][l] = slope[k][l];
        }
        solved = solved && routh_elimination_solve((size_t)n, MOST_UNKNOWNS, a[0], b, 0);
        for (int k = 0; k < n; k++)
            half[k][column] = b[k];
    }
    /* as many contacts as unknowns fit exactly, whatever their noise: no error can be determined */
    const double free = (double)used - n, correction = free > 0 ? (double)used / free : NAN;
    for (int row = 0; row < n; row++) { /* row of half times A⁻ᵀ */
        double a[MOST_UNKNOWNS][MOST_UNKNOWNS], b[MOST_UNKNOWNS];
        for (int k = 0; k < n; k++) {
            b[k] = half[row][k];
            for (int l = 0; l < n; l++)
                a[k][l] = slope[k][l];
        }
        solved = solved && routh_elimination_solve((size_t)n, MOST_UNKNOWNS, a[0], b, 0);
        for (int k = 0; k < n; k++)
            work->fit->covariance[row][k] = solved ? correction * b[k] : NAN;
    }
}
