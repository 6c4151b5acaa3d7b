/* Poses: a rotation and a position.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/geometry.h>

#include <math.h>

#include "algebra/matrix3.h"
#include "base/context.h"
#include "geometry/pose.h"

/* A rotation may be off by this much in any entry of RᵀR: matrices come from files with six digits. */
#define ROTATION_SLACK 1e-6

routh_pose3 routh_pose3_default(void) {
    return (routh_pose3){.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

void routh_pose3_direction(const routh_pose3 *pose, const double x[3], double result[3]) {
    const double from[3] = {x[0], x[1], x[2]};
    for (int i = 0; i < 3; i++)
        result[i] = routh_dot3(pose->rotation[i], from);
}

void routh_pose3_point(const routh_pose3 *pose, const double x[3], double result[3]) {
    routh_pose3_direction(pose, x, result);
    for (int i = 0; i < 3; i++)
        result[i] += pose->position[i];
}

routh_pose3 routh_pose3_compose(const routh_pose3 *outer, const routh_pose3 *inner) {
    routh_pose3 product;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            product.rotation[i][j] = outer->rotation[i][0] * inner->rotation[0][j] +
                                     outer->rotation[i][1] * inner->rotation[1][j] +
                                     outer->rotation[i][2] * inner->rotation[2][j];
    routh_pose3_point(outer, inner->position, product.position);
    return product;
}

routh_pose3 routh_pose3_inverse(const routh_pose3 *pose) {
    routh_pose3 inverse;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            inverse.rotation[i][j] = pose->rotation[j][i];
    routh_pose3_direction(&inverse, pose->position, inverse.position);
    for (int i = 0; i < 3; i++)
        inverse.position[i] = -inverse.position[i];
    return inverse;
}

/* R − 1 = sin θ [u]× + (1 − cos θ) [u]×², written so that a turn by a tiny angle keeps its digits, about a point as well:
 * x goes to x + (R − 1)(x − through). */
routh_pose3 routh_pose3_turn(const double axis[3], const double through[3], double angle) {
    double u[3];
    routh_unit3(axis, u);
    const double half = sin(0.5 * angle), sine = sin(angle), versine = 2 * half * half;
    const double change[3][3] = {
        {-versine * (u[1] * u[1] + u[2] * u[2]), versine * u[0] * u[1] - sine * u[2],
         versine * u[0] * u[2] + sine * u[1]},
        {versine * u[1] * u[0] + sine * u[2], -versine * (u[0] * u[0] + u[2] * u[2]),
         versine * u[1] * u[2] - sine * u[0]},
        {versine * u[2] * u[0] - sine * u[1], versine * u[2] * u[1] + sine * u[0],
         -versine * (u[0] * u[0] + u[1] * u[1])},
    };
    routh_pose3 pose;
    for (int i = 0; i < 3; i++) {
        pose.position[i] = -routh_dot3(change[i], through);
        for (int j = 0; j < 3; j++)
            pose.rotation[i][j] = (i == j) + change[i][j];
    }
    return pose;
}

routh_pose3 routh_pose3_shift(const double axis[3], double distance) {
    routh_pose3 pose = routh_pose3_default();
    double u[3];
    routh_unit3(axis, u);
    for (int i = 0; i < 3; i++)
        pose.position[i] = distance * u[i];
    return pose;
}

routh_pose3 routh_pose3_of_quaternion(const double orientation[4], const double position[3]) {
    const double w = orientation[0], x = orientation[1], y = orientation[2], z = orientation[3];
    const double s = 2 / (w * w + x * x + y * y + z * z);
    return (routh_pose3){
        .rotation = {{1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
                     {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
                     {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)}},
        .position = {position[0], position[1], position[2]},
    };
}

routh_status routh_pose3_check(routh_context *context, const routh_pose3 *pose) {
    if (!routh_all_finite(pose->rotation[0], 9) || !routh_all_finite(pose->position, 3))
        return routh_fail(context, ROUTH_NOT_FINITE, "a pose has a number that is not finite");
    const double(*r)[3] = pose->rotation;
    double worst = 0, across[3];
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++)
            worst = fmax(worst, fabs(routh_dot3(r[i], r[j]) - (i == j)));
    if (!(worst <= ROTATION_SLACK))
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "a pose's matrix is not a rotation: R Rᵀ differs from 1 by %.3g, more than %g", worst,
                          ROTATION_SLACK);
    routh_cross3(r[0], r[1], across);
    if (routh_dot3(across, r[2]) < 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a pose's matrix is a reflection: its determinant is -1");
    return ROUTH_OK;
}
