/* The smallest eigenvalue of a small symmetric matrix, by Jacobi's rotations.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/flatness.h"

#include <math.h>

enum { MOST = ROUTH_MAX_PARAMETERS, SWEEPS = 30 };

/* Turns the plane (p, q) so that a[p][q] vanishes; the columns of v turn along. */
static void rotate(int n, double a[MOST][MOST], double v[MOST][MOST], int p, int q) {
    if (a[p][q] == 0)
        return;
    const double angle = 0.5 * atan2(2 * a[p][q], a[q][q] - a[p][p]), c = cos(angle), s = sin(angle);
    for (int k = 0; k < n; k++) {
        const double x = a[k][p], y = a[k][q];
        a[k][p] = c * x - s * y;
        a[k][q] = s * x + c * y;
    }
    for (int k = 0; k < n; k++) {
        const double x = a[p][k], y = a[q][k];
        a[p][k] = c * x - s * y;
        a[q][k] = s * x + c * y;
    }
    for (int k = 0; k < n; k++) {
        const double x = v[k][p], y = v[k][q];
        v[k][p] = c * x - s * y;
        v[k][q] = s * x + c * y;
    }
}

double routh_smallest_eigenvalue(int dimension, double matrix[MOST][MOST], double *vector) {
    double a[MOST][MOST] = {{0}}, v[MOST][MOST] = {{0}};
    for (int i = 0; i < dimension; i++) {
        v[i][i] = 1;
        for (int j = 0; j < dimension; j++)
            a[i][j] = matrix[i][j];
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int p = 0; p < dimension; p++)
            for (int q = p + 1; q < dimension; q++)
                rotate(dimension, a, v, p, q);
    int least = 0;
    for (int i = 1; i < dimension; i++)
        if (a[i][i] < a[least][least])
            least = i;
    for (int i = 0; i < dimension; i++)
        vector[i] = v[i][least];
    return a[least][least];
}
