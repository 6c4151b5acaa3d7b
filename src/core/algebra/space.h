/* Vectors, matrices and rotations in space, and how a free body turns.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_SPACE_H
#define ROUTH_SRC_ALGEBRA_SPACE_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include <routh/base.h>

#include "algebra/algebra.h"

/* Vectors and symmetric matrices of three. */

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

/* Rotations as unit quaternions w x y z that turn body axes into world axes, and as rotation vectors (axis times angle,
 * rad). */

/* First b, then a. `product` may be a or b. */
static inline void routh_turn_product(const double a[4], const double b[4], double product[4]) {
    const double w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    const double x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    const double y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    const double z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
    product[0] = w, product[1] = x, product[2] = y, product[3] = z;
}

static inline void routh_turn_inverse(const double a[4], double inverse[4]) {
    inverse[0] = a[0], inverse[1] = -a[1], inverse[2] = -a[2], inverse[3] = -a[3];
}

/* Turning by a rotation vector. */
static inline void routh_turn_of(const double vector[3], double turn[4]) {
    const double angle = routh_length3(vector);
    const double share = angle > 1e-8 ? sin(angle / 2) / angle : 0.5;
    turn[0] = cos(angle / 2);
    for (int c = 0; c < 3; c++)
        turn[1 + c] = share * vector[c];
}

/* The shortest rotation vector of a turn. */
static inline void routh_turn_vector(const double turn[4], double vector[3]) {
    const double sine = routh_length3(turn + 1), sign = turn[0] < 0 ? -1 : 1;
    const double share = sine > 1e-8 ? 2 * atan2(sine, sign * turn[0]) / sine : 2;
    for (int c = 0; c < 3; c++)
        vector[c] = sign * share * turn[1 + c];
}

/* The rotation vector, in world axes, that leads from one orientation to another. */
static inline void routh_turn_between(const double from[4], const double to[4], double vector[3]) {
    double back[4], turn[4];
    routh_turn_inverse(from, back);
    routh_turn_product(to, back, turn);
    routh_turn_vector(turn, vector);
}

/* A body's orientation after it has turned with a spin in world axes for a while. */
static inline void routh_turn_on(const double orientation[4], const double spin[3], double time, double turned[4]) {
    const double vector[3] = {spin[0] * time, spin[1] * time, spin[2] * time};
    double turn[4];
    routh_turn_of(vector, turn);
    routh_turn_product(turn, orientation, turned);
}

/* A vector of body axes in world axes. */
static inline void routh_turn_apply(const double turn[4], const double body[3], double world[3]) {
    double once[3], twice[3], result[3];
    routh_cross3(turn + 1, body, once);
    routh_cross3(turn + 1, once, twice);
    for (int c = 0; c < 3; c++)
        result[c] = body[c] + 2 * (turn[0] * once[c] + twice[c]);
    for (int c = 0; c < 3; c++)
        world[c] = result[c];
}

/* The turn, w ≥ 0, of a rotation matrix. */
void routh_turn_of_matrix(const double rotation[3][3], double turn[4]);

/* Any, with the same probability. */
void routh_turn_draw(routh_random *random, double turn[4]);

/* The free rotation of a rigid body: Euler's equations without a moment. */

/* How a body turns by itself: only the ratios of its moments of inertia matter. */
typedef struct routh_free_turn {
    bool unequal;    /* the moments differ; 0: the spin stays as it is */
    double axes[4];  /* from principal to body axes */
    double share[3]; /* (J₂ − J₃)/J₁ and so on, J the principal moments */
} routh_free_turn;

/* Of an inertia tensor in body axes, symmetric and positive definite, of any size. */
routh_free_turn routh_free_turn_of(const double inertia[3][3]);

/* A spin in world axes after the body, which has this orientation, is left to itself: its rate, rad/s². */
void routh_free_turn_rate(const routh_free_turn *turn, const double orientation[4], const double spin[3],
                          double rate[3]);

/* The motion from one instant on, in powers of time. */
enum { ROUTH_FREE_TURN_ORDER = 16 };
typedef struct routh_free_turn_series {
    const routh_free_turn *turn;                                                 /* must outlive it */
    double q[ROUTH_FREE_TURN_ORDER + 1][4], omega[ROUTH_FREE_TURN_ORDER + 1][3]; /* principal axes */
    double longest; /* time for which one series is enough, s */
} routh_free_turn_series;

/* From an orientation and a spin in world axes. */
void routh_free_turn_start(const routh_free_turn *turn, const double orientation[4], const double spin[3],
                           routh_free_turn_series *series);

/* Both after `time`, which may be negative. A steady turn is exact; another one errs by about 1e-11 for each radian, up to a
 * hundred of them. */
void routh_free_turn_at(const routh_free_turn_series *series, double time, double orientation[4], double spin[3]);

/* Motion against linear drag β, at x = βt: it has gone t × first instead of t, and fallen t² × second instead of ½ t². */

/* first = (1 − e^(−x))/x and second = (1 − first)/x: 1 and ½ at 0. */
void routh_drag_shares(double x, double *first, double *second);

#endif
