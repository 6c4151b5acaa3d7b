/* Vectors and symmetric matrices of three.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_MATRIX3_H
#define ROUTH_SRC_ALGEBRA_MATRIX3_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "algebra/fused.h"

static inline double routh_dot3(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void routh_cross3(const double a[3], const double b[3], double product[3]) {
    const double x = a[1] * b[2] - a[2] * b[1];
    const double y = a[2] * b[0] - a[0] * b[2];
    const double z = a[0] * b[1] - a[1] * b[0];
    product[0] = x, product[1] = y, product[2] = z;
}

/* a b − c d to all digits (W. Kahan): what is left of two products that are nearly the same is no rounding. */
static inline double routh_product_difference(double a, double b, double c, double d) {
    const double right = c * d, lost = routh_fused(-c, d, right);
    return routh_fused(a, b, -right) + lost;
}

static inline void routh_precise_cross3(const double a[3], const double b[3], double product[3]) {
    const double x = routh_product_difference(a[1], b[2], a[2], b[1]);
    const double y = routh_product_difference(a[2], b[0], a[0], b[2]);
    const double z = routh_product_difference(a[0], b[1], a[1], b[0]);
    product[0] = x, product[1] = y, product[2] = z;
}

/* The length of numbers whose squares stay clear of overflow and underflow. */
static inline double routh_length3(const double a[3]) {
    return sqrt(routh_dot3(a, a));
}

/* The largest magnitude; NaN does not count. */
static inline double routh_largest(const double *values, size_t count) {
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = fabs(values[i]) > largest ? fabs(values[i]) : largest;
    return largest;
}

static inline bool routh_all_finite(const double *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

/* The direction of a vector of any length but 0, however short or long. */
void routh_unit3(const double vector[3], double unit[3]);

/* Symmetric but for rounding, relative to the largest entry? */
bool routh_is_symmetric3(const double a[3][3]);

/* A pivot of less than this share of its diagonal entry is 0 to rounding. */
#define ROUTH_THINNEST_PIVOT (8 * DBL_EPSILON)

/* A = L D Lᵀ with ones on L's diagonal: no square roots, so that diagonal matrices are inverted exactly. */
typedef struct routh_factor3 {
    double l10, l20, l21;
    double d[3];
} routh_factor3;

/* Reads the lower triangle; false unless A is positive definite beyond rounding. */
bool routh_factor3_of(const double a[3][3], routh_factor3 *factor);

/* ½ xᵀA⁻¹x as a sum of squares: what an impulse at a contact can change of the kinetic energy, for A = W, x = v. */
double routh_half_form3(const routh_factor3 *factor, const double x[3]);

/* A⁻¹, exactly symmetric. */
void routh_inverse3(const routh_factor3 *factor, double inverse[3][3]);

#endif
