/* Vectors and symmetric matrices of three.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/matrix3.h"

/* A tensor that was turned into other axes is off by a few roundings of its largest entry. */
#define LARGEST_ASYMMETRY 1e-12

void routh_unit3(const double vector[3], double unit[3]) {
    const double largest = routh_largest(vector, 3);
    const double scaled[3] = {vector[0] / largest, vector[1] / largest, vector[2] / largest};
    const double length = routh_length3(scaled);
    for (int k = 0; k < 3; k++)
        unit[k] = scaled[k] / length;
}

bool routh_is_symmetric3(const double a[3][3]) {
    const double rows[3] = {routh_largest(a[0], 3), routh_largest(a[1], 3), routh_largest(a[2], 3)};
    const double limit = LARGEST_ASYMMETRY * routh_largest(rows, 3);
    return fabs(a[0][1] - a[1][0]) <= limit && fabs(a[0][2] - a[2][0]) <= limit && fabs(a[1][2] - a[2][1]) <= limit;
}

bool routh_factor3_of(const double a[3][3], routh_factor3 *factor) {
    routh_factor3 f;
    f.d[0] = a[0][0];
    f.l10 = a[1][0] / f.d[0];
    f.l20 = a[2][0] / f.d[0];
    f.d[1] = a[1][1] - f.l10 * a[1][0];
    f.l21 = (a[2][1] - f.l20 * a[1][0]) / f.d[1];
    f.d[2] = a[2][2] - f.l20 * a[2][0] - f.l21 * f.l21 * f.d[1];
    *factor = f;
    for (int k = 0; k < 3; k++)
        if (!(a[k][k] > 0 && f.d[k] > ROUTH_THINNEST_PIVOT * a[k][k]))
            return false;
    return true;
}

double routh_half_form3(const routh_factor3 *f, const double x[3]) {
    const double y1 = x[1] - f->l10 * x[0], y2 = x[2] - f->l20 * x[0] - f->l21 * y1;
    return 0.5 * (x[0] * x[0] / f->d[0] + y1 * y1 / f->d[1] + y2 * y2 / f->d[2]);
}

void routh_inverse3(const routh_factor3 *f, double inverse[3][3]) {
    /* the rows of L⁻¹ below its diagonal; A⁻¹ = L⁻ᵀ D⁻¹ L⁻¹ */
    const double m10 = -f->l10, m21 = -f->l21, m20 = f->l10 * f->l21 - f->l20;
    const double d0 = f->d[0], d1 = f->d[1], d2 = f->d[2];
    inverse[0][0] = 1 / d0 + m10 * m10 / d1 + m20 * m20 / d2;
    inverse[1][1] = 1 / d1 + m21 * m21 / d2;
    inverse[2][2] = 1 / d2;
    inverse[0][1] = inverse[1][0] = m10 / d1 + m20 * m21 / d2;
    inverse[0][2] = inverse[2][0] = m20 / d2;
    inverse[1][2] = inverse[2][1] = m21 / d2;
}
