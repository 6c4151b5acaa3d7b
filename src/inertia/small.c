/* Linear algebra with at most three unknowns.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <string.h>

#include "inertia/inertia.h"

/* Turns columns p and q so that they are at right angles; 0 where they were. */
static int turn_columns(double *matrix, size_t rows, double right[MOST_UNKNOWNS][MOST_UNKNOWNS], int p, int q) {
    double pp = 0, qq = 0, pq = 0;
    for (size_t i = 0; i < rows; i++) {
        const double *row = &matrix[i * MOST_UNKNOWNS];
        pp += row[p] * row[p];
        qq += row[q] * row[q];
        pq += row[p] * row[q];
    }
    if (fabs(pq) <= 4 * DBL_EPSILON * sqrt(pp * qq))
        return 0;
    const double tau = (qq - pp) / (2 * pq);
    const double tangent = (tau >= 0 ? 1.0 : -1.0) / (fabs(tau) + sqrt(1 + tau * tau));
    const double c = 1 / sqrt(1 + tangent * tangent), s = tangent * c;
    for (size_t i = 0; i < rows; i++) {
        double *row = &matrix[i * MOST_UNKNOWNS];
        const double x = row[p], y = row[q];
        row[p] = c * x - s * y;
        row[q] = s * x + c * y;
    }
    for (int k = 0; k < MOST_UNKNOWNS; k++) {
        const double x = right[p][k], y = right[q][k];
        right[p][k] = c * x - s * y;
        right[q][k] = s * x + c * y;
    }
    return 1;
}

static void swap_columns(double *matrix, size_t rows, double singular[MOST_UNKNOWNS],
                         double right[MOST_UNKNOWNS][MOST_UNKNOWNS], int p, int q) {
    double keep[MOST_UNKNOWNS];
    for (size_t i = 0; i < rows; i++) {
        double *row = &matrix[i * MOST_UNKNOWNS];
        const double x = row[p];
        row[p] = row[q];
        row[q] = x;
    }
    memcpy(keep, right[p], sizeof keep);
    memcpy(right[p], right[q], sizeof keep);
    memcpy(right[q], keep, sizeof keep);
    const double value = singular[p];
    singular[p] = singular[q];
    singular[q] = value;
}

void routh_inertia_singular(double *matrix, size_t rows, int columns, double singular[MOST_UNKNOWNS],
                            double right[MOST_UNKNOWNS][MOST_UNKNOWNS]) {
    enum { MOST_SWEEPS = 30 };
    for (int i = 0; i < MOST_UNKNOWNS; i++)
        for (int j = 0; j < MOST_UNKNOWNS; j++)
            right[i][j] = i == j;
    for (int sweep = 0, turned = 1; turned && sweep < MOST_SWEEPS; sweep++) {
        turned = 0;
        for (int p = 0; p < columns; p++)
            for (int q = p + 1; q < columns; q++)
                turned |= turn_columns(matrix, rows, right, p, q);
    }
    for (int k = 0; k < columns; k++) {
        double square = 0;
        for (size_t i = 0; i < rows; i++)
            square += matrix[i * MOST_UNKNOWNS + (size_t)k] * matrix[i * MOST_UNKNOWNS + (size_t)k];
        singular[k] = sqrt(square);
    }
    for (int p = 0; p < columns; p++)
        for (int q = p + 1; q < columns; q++)
            if (singular[q] > singular[p])
                swap_columns(matrix, rows, singular, right, p, q);
}
