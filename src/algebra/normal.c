/* Linear least squares in a few unknowns: normal equations, solved by Cholesky's factors after scaling the diagonal to 1.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/normal.h"

#include <math.h>

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

/* L of A = L Lᵀ, A the matrix scaled to ones on its diagonal. */
static bool factorise(const routh_normal *normal, const double *scale, double l[MOST][MOST]) {
    for (int i = 0; i < normal->unknowns; i++)
        for (int j = 0; j <= i; j++) {
            double sum = normal->matrix[i][j] * scale[i] * scale[j];
            for (int k = 0; k < j; k++)
                sum -= l[i][k] * l[j][k];
            if (i == j && !(sum > thinnest_pivot))
                return false;
            l[i][j] = i == j ? sqrt(sum) : sum / l[j][j];
        }
    return true;
}

static void substitute(int count, double l[MOST][MOST], double *x) {
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < i; k++)
            x[i] -= l[i][k] * x[k];
        x[i] /= l[i][i];
    }
    for (int i = count - 1; i >= 0; i--) {
        for (int k = i + 1; k < count; k++)
            x[i] -= l[k][i] * x[k];
        x[i] /= l[i][i];
    }
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
    substitute(count, l, x);
    double remains = normal->square;
    for (int i = 0; i < count; i++) {
        answer->value[i] = x[i] * scale[i];
        remains -= answer->value[i] * normal->right[i];
    }
    answer->scatter = sqrt(fmax(remains, 0) / freedom);
    for (int i = 0; i < count; i++) {
        double unit[MOST] = {0};
        unit[i] = 1;
        substitute(count, l, unit);
        answer->error[i] = answer->scatter * sqrt(unit[i]) * scale[i];
    }
    return true;
}
