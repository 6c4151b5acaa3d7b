/* Factors of small matrices, and what is solved with them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "algebra/algebra.h"

/* Cholesky's factors of a small symmetric positive definite matrix. */

bool routh_cholesky_factor(size_t n, size_t stride, double *a, double least) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double rest = a[i * stride + j];
            for (size_t k = 0; k < j; k++)
                rest -= a[i * stride + k] * a[j * stride + k];
            if (i == j && !(rest > least))
                return false;
            a[i * stride + j] = i == j ? sqrt(rest) : rest / a[j * stride + j];
        }
    return true;
}

void routh_cholesky_solve(size_t n, size_t stride, const double *l, double *b) {
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++)
            b[i] -= l[i * stride + k] * b[k];
        b[i] /= l[i * stride + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++)
            b[i] -= l[k * stride + i] * b[k];
        b[i] /= l[i * stride + i];
    }
}

/* Small dense systems by elimination with the largest pivot of each column. */

static void exchange(double *a, double *b) {
    const double kept = *a;
    *a = *b;
    *b = kept;
}

/* The row at or below `column` with the largest entry there. */
static size_t pivot_row(size_t n, size_t stride, const double *a, size_t column) {
    size_t pivot = column;
    for (size_t i = column + 1; i < n; i++)
        if (fabs(a[i * stride + column]) > fabs(a[pivot * stride + column]))
            pivot = i;
    return pivot;
}

bool routh_elimination_solve(size_t n, size_t stride, double *a, double *b, double least_pivot) {
    for (size_t c = 0; c < n; c++) {
        const size_t pivot = pivot_row(n, stride, a, c);
        const double largest = fabs(a[pivot * stride + c]);
        if (!(largest > least_pivot && isfinite(largest)))
            return false;
        for (size_t j = c; j < n && pivot != c; j++)
            exchange(&a[c * stride + j], &a[pivot * stride + j]);
        exchange(&b[c], &b[pivot]);
        for (size_t i = c + 1; i < n; i++) {
            const double factor = a[i * stride + c] / a[c * stride + c];
            for (size_t j = c; j < n; j++)
                a[i * stride + j] -= factor * a[c * stride + j];
            b[i] -= factor * b[c];
        }
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t j = i + 1; j < n; j++)
            b[i] -= a[i * stride + j] * b[j];
        b[i] /= a[i * stride + i];
    }
    return true;
}

/* Least squares with few unknowns and many rows.
 *
 * Sums run over thousands of rows in one fixed order, so that results are the same for any number of threads; their
 * time is negligible beside an evaluation of the geometry. */

/* A column of which less than this share is independent of the others is only rounding. */
static const double negligible_column = 1e-11;

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
        if (fit.r[2] > negligible_column * fit.length[1]) {
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

/* Jacobi's method for a symmetric 3 × 3 matrix (Golub and Van Loan, Matrix computations, 8.5). */

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

/* Singular values by one-sided Jacobi rotations, which find small ones as exactly as large ones.
 *
 * M. R. Hestenes, Inversion of matrices by biorthogonalization and related results, J. SIAM 6 (1958). */

enum { MOST_SWEEPS = 60 };

/* The matrix at work. */
typedef struct work {
    size_t rows, columns, stride;
    double *a, *singular, *direction;
} work;

static void turn_columns(double *p, double *q, double c, double s) {
    const double a = *p, b = *q;
    *p = c * a - s * b;
    *q = s * a + c * b;
}

/* Makes columns p and q perpendicular and turns the same rows of `direction` along. False if they were, to the rounding
 * of a sum over the rows: LAPACK's dgesvj ends there as well. */
static bool make_perpendicular(const work *w, size_t p, size_t q) {
    double pp = 0, qq = 0, pq = 0;
    for (size_t i = 0; i < w->rows; i++) {
        const double *row = &w->a[i * w->stride];
        pp += row[p] * row[p];
        qq += row[q] * row[q];
        pq += row[p] * row[q];
    }
    if (fabs(pq) <= DBL_EPSILON * sqrt((double)w->rows) * sqrt(pp) * sqrt(qq))
        return false;
    const double zeta = (qq - pp) / (2 * pq);
    const double t = (zeta < 0 ? -1 : 1) / (fabs(zeta) + hypot(1, zeta)), c = 1 / hypot(1, t), s = c * t;
    for (size_t i = 0; i < w->rows; i++)
        turn_columns(&w->a[i * w->stride + p], &w->a[i * w->stride + q], c, s);
    for (size_t i = 0; i < w->columns; i++)
        turn_columns(&w->direction[p * w->columns + i], &w->direction[q * w->columns + i], c, s);
    return true;
}

static void swap(double *a, double *b) {
    const double kept = *a;
    *a = *b;
    *b = kept;
}

static void swap_columns(const work *w, size_t p, size_t q) {
    swap(&w->singular[p], &w->singular[q]);
    for (size_t i = 0; i < w->rows; i++)
        swap(&w->a[i * w->stride + p], &w->a[i * w->stride + q]);
    for (size_t i = 0; i < w->columns; i++)
        swap(&w->direction[p * w->columns + i], &w->direction[q * w->columns + i]);
}

static void sort(const work *w) {
    for (size_t k = 0; k < w->columns; k++) {
        size_t largest = k;
        for (size_t other = k + 1; other < w->columns; other++)
            largest = w->singular[other] > w->singular[largest] ? other : largest;
        if (largest != k)
            swap_columns(w, k, largest);
    }
}

void routh_singular_values(size_t rows, size_t columns, size_t stride, double *a, double *singular, double *direction) {
    const work w = {rows, columns, stride, a, singular, direction};
    for (size_t i = 0; i < columns; i++)
        for (size_t k = 0; k < columns; k++)
            direction[i * columns + k] = i == k;
    bool turned = true;
    for (int sweep = 0; turned && sweep < MOST_SWEEPS; sweep++) {
        turned = false;
        for (size_t p = 0; p < columns; p++)
            for (size_t q = p + 1; q < columns; q++)
                turned |= make_perpendicular(&w, p, q);
    }
    for (size_t k = 0; k < columns; k++) {
        double square = 0;
        for (size_t i = 0; i < rows; i++)
            square += a[i * stride + k] * a[i * stride + k];
        singular[k] = sqrt(square);
    }
    sort(&w);
}

void routh_singular_solve(size_t rows, size_t columns, size_t stride, double *a, const double *y, double negligible,
                          double *x) {
    double singular[ROUTH_SINGULAR_MOST], direction[ROUTH_SINGULAR_MOST * ROUTH_SINGULAR_MOST];
    routh_singular_values(rows, columns, stride, a, singular, direction);
    for (size_t i = 0; i < columns; i++)
        x[i] = 0;
    for (size_t k = 0; k < columns && singular[k] > negligible * singular[0]; k++) {
        double product = 0;
        for (size_t j = 0; j < rows; j++)
            product += a[j * stride + k] * y[j];
        for (size_t i = 0; i < columns; i++)
            x[i] += direction[k * columns + i] * product / (singular[k] * singular[k]);
    }
}

/* Up to three by rotations of the matrix itself, in which rows and columns beyond the order are 0 and stay so: nothing is
 * rotated with them. */
double routh_gram_smallest(size_t order, size_t stride, const double *matrix, double *vector) {
    double a[ROUTH_GRAM_MOST * ROUTH_GRAM_MOST], value[ROUTH_GRAM_MOST], rows[ROUTH_GRAM_MOST * ROUTH_GRAM_MOST];
    if (order > 3) {
        for (size_t i = 0; i < order * order; i++)
            a[i] = matrix[i / order * stride + i % order];
        routh_singular_values(order, order, order, a, value, rows);
        memcpy(vector, rows + (order - 1) * order, order * sizeof *vector);
        return value[order - 1];
    }
    double small[3][3] = {{0}}, vectors[3][3];
    for (size_t i = 0; i < order; i++)
        for (size_t j = 0; j < order; j++)
            small[i][j] = matrix[i * stride + j];
    routh_symmetric3_eigen(small, value, vectors);
    size_t least = 0;
    for (size_t i = 1; i < order; i++)
        least = value[i] < value[least] ? i : least;
    for (size_t i = 0; i < order; i++)
        vector[i] = vectors[i][least];
    return value[least];
}
