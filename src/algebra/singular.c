/* Singular values of a small matrix by one-sided Jacobi rotations, which find small ones as exactly as large ones.
 *
 * M. R. Hestenes, Inversion of matrices by biorthogonalization and related results, J. SIAM 6 (1958).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/singular.h"

#include <float.h>
#include <math.h>

enum { MOST_SWEEPS = 60 };

static void rotate(double *p, double *q, double c, double s) {
    const double a = *p, b = *q;
    *p = c * a - s * b;
    *q = s * a + c * b;
}

/* Makes columns p and q of A perpendicular and turns the same rows of `direction` along. Returns 0 if they were. */
static int make_perpendicular(size_t n, double *a, double *direction, size_t p, size_t q) {
    double pp = 0, qq = 0, pq = 0;
    for (size_t i = 0; i < n; i++) {
        pp += a[i * n + p] * a[i * n + p];
        qq += a[i * n + q] * a[i * n + q];
        pq += a[i * n + p] * a[i * n + q];
    }
    if (fabs(pq) <= DBL_EPSILON * sqrt(pp) * sqrt(qq))
        return 0;
    const double zeta = (qq - pp) / (2 * pq);
    const double t = (zeta < 0 ? -1 : 1) / (fabs(zeta) + hypot(1, zeta)), c = 1 / hypot(1, t), s = c * t;
    for (size_t i = 0; i < n; i++) {
        rotate(&a[i * n + p], &a[i * n + q], c, s);
        rotate(&direction[p * n + i], &direction[q * n + i], c, s);
    }
    return 1;
}

static void swap_rows(size_t n, double *singular, double *direction, size_t p, size_t q) {
    const double value = singular[p];
    singular[p] = singular[q];
    singular[q] = value;
    for (size_t i = 0; i < n; i++) {
        const double entry = direction[p * n + i];
        direction[p * n + i] = direction[q * n + i];
        direction[q * n + i] = entry;
    }
}

static void point_upwards(size_t n, double *row) {
    size_t largest = 0;
    for (size_t i = 1; i < n; i++)
        largest = fabs(row[i]) > fabs(row[largest]) ? i : largest;
    const double sign = row[largest] < 0 ? -1 : 1;
    for (size_t i = 0; i < n; i++)
        row[i] *= sign;
}

void routh_singular_values(size_t n, double *a, double *singular, double *direction) {
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            direction[i * n + k] = i == k;
    int turned = 1;
    for (int sweep = 0; turned && sweep < MOST_SWEEPS; sweep++) {
        turned = 0;
        for (size_t p = 0; p < n; p++)
            for (size_t q = p + 1; q < n; q++)
                turned |= make_perpendicular(n, a, direction, p, q);
    }
    for (size_t k = 0; k < n; k++) {
        double square = 0;
        for (size_t i = 0; i < n; i++)
            square += a[i * n + k] * a[i * n + k];
        singular[k] = sqrt(square);
    }
    for (size_t k = 0; k < n; k++) {
        size_t largest = k;
        for (size_t other = k + 1; other < n; other++)
            largest = singular[other] > singular[largest] ? other : largest;
        if (largest != k)
            swap_rows(n, singular, direction, k, largest);
        point_upwards(n, &direction[k * n]);
    }
}
