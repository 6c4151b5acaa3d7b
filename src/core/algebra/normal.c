/* Linear least squares in a few unknowns: normal equations, solved by Cholesky's factors after scaling the diagonal to 1.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/normal.h"

#include <math.h>

#include "algebra/cholesky.h"

enum { MOST = ROUTH_NORMAL_MOST };

/* A pivot of less than this share of 1 leaves an unknown undetermined. */
static const double thinnest_pivot = 1e-10;

void routh_normal_add(routh_normal *normal, const double *row, double y) {
    for (int i = 0; i < normal->unknowns; i++) {
        for (int j = 0; j < normal->unknowns; j++)
            normal->matrix[i][j] += row[i] * row[j];
        normal->right[i] += row[i] * y;
    }
    normal->square += y * y;
    normal->freedom += 1;
}

void routh_normal_add_without_line(routh_normal *normal, size_t count, double second,
                                   double (*row)(const void *user, size_t i, double *row), const void *user) {
    const int y = normal->unknowns;
    double mean[ROUTH_NORMAL_MOST + 1] = {0}, slope[ROUTH_NORMAL_MOST + 1] = {0}, one[ROUTH_NORMAL_MOST + 1];
    for (size_t i = 0; i < count; i++) {
        const double time = row(user, i, one);
        for (int k = 0; k <= y; k++) {
            mean[k] += one[k] / (double)count;
            slope[k] += one[k] * time / second;
        }
    }
    for (size_t i = 0; i < count; i++) {
        const double time = row(user, i, one);
        for (int k = 0; k <= y; k++)
            one[k] -= mean[k] + slope[k] * time;
        routh_normal_add(normal, one, one[y]);
    }
    normal->freedom -= 2;
}

void routh_normal_merge(routh_normal *normal, const routh_normal *from, double weight) {
    for (int i = 0; i < normal->unknowns; i++) {
        for (int j = 0; j < normal->unknowns; j++)
            normal->matrix[i][j] += weight * from->matrix[i][j];
        normal->right[i] += weight * from->right[i];
    }
    normal->square += weight * from->square;
    normal->freedom += weight != 0 ? from->freedom : 0;
}

double routh_normal_remains(const routh_normal *normal, const double *value) {
    double remains = normal->square;
    for (int i = 0; i < normal->unknowns; i++) {
        remains -= 2 * value[i] * normal->right[i];
        for (int j = 0; j < normal->unknowns; j++)
            remains += value[i] * normal->matrix[i][j] * value[j];
    }
    return fmax(remains, 0);
}

/* L of A = L Lᵀ, A the matrix scaled to ones on its diagonal. */
static bool factorise(const routh_normal *normal, const double *scale, double l[MOST][MOST]) {
    for (int i = 0; i < normal->unknowns; i++)
        for (int j = 0; j <= i; j++)
            l[i][j] = normal->matrix[i][j] * scale[i] * scale[j];
    return routh_cholesky_factor((size_t)normal->unknowns, MOST, l[0], thinnest_pivot);
}

bool routh_normal_solve(const routh_normal *normal, routh_normal_answer *answer) {
    const int count = normal->unknowns;
    double scale[MOST] = {0}, l[MOST][MOST] = {{0}}, x[MOST] = {0};
    for (int i = 0; i < count; i++) {
        if (!(normal->matrix[i][i] > 0))
            return false;
        scale[i] = 1 / sqrt(normal->matrix[i][i]);
        x[i] = normal->right[i] * scale[i];
    }
    const double freedom = normal->freedom - count;
    if (!(freedom > 0) || !factorise(normal, scale, l))
        return false;
    routh_cholesky_solve((size_t)count, MOST, l[0], x);
    double remains = normal->square;
    for (int i = 0; i < count; i++) {
        answer->value[i] = x[i] * scale[i];
        remains -= answer->value[i] * normal->right[i];
    }
    answer->scatter = sqrt(fmax(remains, 0) / freedom);
    for (int i = 0; i < count; i++) {
        double unit[MOST] = {0};
        unit[i] = 1;
        routh_cholesky_solve((size_t)count, MOST, l[0], unit);
        answer->error[i] = answer->scatter * sqrt(unit[i]) * scale[i];
    }
    return true;
}
