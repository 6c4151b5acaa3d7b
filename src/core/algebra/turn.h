/* Rotations as unit quaternions w x y z that turn body axes into world axes, and as rotation vectors (axis times angle,
 * rad).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_TURN_H
#define ROUTH_SRC_ALGEBRA_TURN_H

#include <math.h>

#include <routh/base.h>

#include "algebra/matrix3.h"

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

#endif
