/* Jacobi's method for a symmetric 3 × 3 matrix (Golub and Van Loan, Matrix computations, 8.5).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/symmetric.h"

#include <float.h>
#include <math.h>

/* Rotates the plane (p, q) so that the entry there vanishes; r is the third axis. */
static void rotate(double a[3][3], double vector[3][3], int p, int q) {
    const int r = 3 - p - q;
    const double tau = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    const double tangent = (tau >= 0 ? 1.0 : -1.0) / (fabs(tau) + sqrt(1 + tau * tau));
    const double c = 1 / sqrt(1 + tangent * tangent), s = tangent * c;
    a[p][p] -= tangent * a[p][q];
    a[q][q] += tangent * a[p][q];
    a[p][q] = a[q][p] = 0;
    const double rp = a[r][p], rq = a[r][q];
    a[r][p] = a[p][r] = c * rp - s * rq;
    a[r][q] = a[q][r] = s * rp + c * rq;
    for (int k = 0; k < 3; k++) {
        const double vp = vector[k][p], vq = vector[k][q];
        vector[k][p] = c * vp - s * vq;
        vector[k][q] = s * vp + c * vq;
    }
}

void routh_symmetric3_eigen(double matrix[3][3], double value[3], double vector[3][3]) {
    enum { MOST_SWEEPS = 30 };
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            vector[i][j] = i == j;
    for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
        int rotated = 0;
        for (int p = 0; p < 2; p++)
            for (int q = p + 1; q < 3; q++)
                if (fabs(matrix[p][q]) > 0.25 * DBL_EPSILON * sqrt(fabs(matrix[p][p] * matrix[q][q]))) {
                    rotate(matrix, vector, p, q);
                    rotated = 1;
                }
        if (!rotated)
            break;
    }
    for (int i = 0; i < 3; i++)
        value[i] = matrix[i][i];
}

/* Rows and columns beyond the order are 0 and stay so: nothing is rotated with them. */
double routh_symmetric3_smallest(int order, double matrix[3][3], double *vector) {
    double a[3][3] = {{0}}, value[3], vectors[3][3];
    for (int i = 0; i < order; i++)
        for (int j = 0; j < order; j++)
            a[i][j] = matrix[i][j];
    routh_symmetric3_eigen(a, value, vectors);
    int least = 0;
    for (int i = 1; i < order; i++)
        least = value[i] < value[least] ? i : least;
    for (int i = 0; i < order; i++)
        vector[i] = vectors[i][least];
    return value[least];
}
