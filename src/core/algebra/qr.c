/* Least squares with few unknowns and many rows.
 *
 * Sums run over thousands of rows in one fixed order, so that results are the same for any number of threads; their
 * time is negligible beside an evaluation of the geometry.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/qr.h"

#include <math.h>
#include <string.h>

/* A column of which less than this share is independent of the others is only rounding. */
static const double negligible = 1e-11;

double routh_sum_of_products(size_t rows, const double *a, const double *b) {
    double sum = 0;
    for (size_t i = 0; i < rows; i++)
        sum += a[i] * b[i];
    return sum;
}

static double length(size_t rows, const double *a) {
    return sqrt(routh_sum_of_products(rows, a, a));
}

static void copy_scaled(size_t rows, const double *from, double by, double *to) {
    for (size_t i = 0; i < rows; i++)
        to[i] = by * from[i];
}

/* Takes what q has of the direction `of` out of it, twice: once leaves rounding errors as large as what was taken. */
static double take_out(size_t rows, const double *of, double *q) {
    double taken = 0;
    for (int pass = 0; pass < 2; pass++) {
        const double along = routh_sum_of_products(rows, of, q);
        for (size_t i = 0; i < rows; i++)
            q[i] -= along * of[i];
        taken += along;
    }
    return taken;
}

routh_two_columns routh_solve_two_columns(size_t rows, const double *phi, const double *y, double *q) {
    routh_two_columns fit = {.length = {length(rows, phi), length(rows, phi + rows)}};
    memset(q, 0, 2 * rows * sizeof *q);
    if (!(fit.length[0] > 0))
        return fit;
    fit.rank = 1;
    fit.r[0] = fit.length[0];
    copy_scaled(rows, phi, 1 / fit.r[0], q);
    if (fit.length[1] > 0) {
        copy_scaled(rows, phi + rows, 1, q + rows);
        fit.r[1] = take_out(rows, q, q + rows);
        fit.r[2] = length(rows, q + rows);
        if (fit.r[2] > negligible * fit.length[1]) {
            fit.rank = 2;
            copy_scaled(rows, q + rows, 1 / fit.r[2], q + rows);
        } else
            memset(q + rows, 0, rows * sizeof *q);
    }
    if (fit.rank == 2)
        fit.theta[1] = routh_sum_of_products(rows, q + rows, y) / fit.r[2];
    else
        fit.r[1] = fit.r[2] = 0;
    fit.theta[0] = (routh_sum_of_products(rows, q, y) - fit.r[1] * fit.theta[1]) / fit.r[0];
    return fit;
}

/* Reflects the columns from `first` on so that of the first only its top entry is left. */
static void reflect(size_t rows, size_t columns, double *a, size_t first) {
    double *v = a + first * rows;
    const double norm = length(rows - first, v + first);
    if (!(norm > 0))
        return;
    const double top = v[first] > 0 ? -norm : norm; /* the sign that does not cancel */
    v[first] -= top;
    const double square = routh_sum_of_products(rows - first, v + first, v + first);
    for (size_t c = first + 1; c < columns; c++) {
        double *column = a + c * rows;
        const double by = 2 * routh_sum_of_products(rows - first, v + first, column + first) / square;
        for (size_t i = first; i < rows; i++)
            column[i] -= by * v[i];
    }
    v[first] = top;
}

void routh_triangularise(size_t rows, size_t columns, double *a, double *r) {
    memset(r, 0, columns * columns * sizeof *r);
    for (size_t c = 0; c < columns && c < rows; c++) {
        reflect(rows, columns, a, c);
        const double sign = a[c * rows + c] < 0 ? -1 : 1;
        for (size_t k = c; k < columns; k++)
            r[c * columns + k] = sign * a[k * rows + c];
    }
}

void routh_solve_triangular(size_t n, size_t stride, const double *r, const double *y, double *x) {
    for (size_t i = n; i-- > 0;) {
        double left = y[i];
        for (size_t k = i + 1; k < n; k++)
            left -= r[i * stride + k] * x[k];
        x[i] = r[i * stride + i] > 0 ? left / r[i * stride + i] : 0.0;
    }
}

void routh_invert_triangle(size_t n, const double *r, double *inverse) {
    memset(inverse, 0, n * n * sizeof *inverse);
    for (size_t c = 0; c < n; c++) {
        inverse[c * n + c] = 1 / r[c * n + c];
        for (size_t i = c; i-- > 0;) {
            double sum = 0;
            for (size_t k = i + 1; k <= c; k++)
                sum += r[i * n + k] * inverse[k * n + c];
            inverse[i * n + c] = -sum / r[i * n + i];
        }
    }
}
