/* Orientations as files write them, to unit quaternions that turn body axes into those of the laboratory.
 *
 * Euler angles: three turns in a row. About axes that move with the body, "ZYX" with angles a, b, c is the matrix Z(a) Y(b)
 * X(c); about fixed axes, "zyx", the later turn stands to the left: X(c) Y(b) Z(a). This is the convention of SciPy's
 * Rotation.from_euler.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tracks/track.h"

#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "tracks/columns.h"

/* A quaternion may differ from length 1, and a matrix from a rotation, by what a few digits leave. */
static const double length_slack = 0.01, matrix_slack = 0.02;

static routh_orientation_fault of_quaternion(const double *number, double turn[4], double *measure) {
    double square = 0;
    for (int c = 0; c < 4; c++) {
        turn[c] = number[c];
        square += number[c] * number[c];
    }
    *measure = sqrt(square);
    if (!(square > 0))
        return ROUTH_ORIENTATION_NONE;
    return fabs(*measure - 1) <= length_slack ? ROUTH_ORIENTATION_FINE : ROUTH_ORIENTATION_LENGTH;
}

static routh_orientation_fault of_matrix(const double *number, double turn[4], double *measure) {
    double r[3][3], cross[3], worst = 0, size = 0;
    for (int i = 0; i < 9; i++) {
        r[i / 3][i % 3] = number[i];
        size += fabs(number[i]);
    }
    if (!(size > 0))
        return ROUTH_ORIENTATION_NONE;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const double product = r[i][0] * r[j][0] + r[i][1] * r[j][1] + r[i][2] * r[j][2];
            worst = fmax(worst, fabs(product - (i == j)));
        }
    *measure = worst;
    if (!(worst <= matrix_slack))
        return ROUTH_ORIENTATION_NOT_ORTHOGONAL;
    routh_cross3(r[0], r[1], cross);
    if (cross[0] * r[2][0] + cross[1] * r[2][1] + cross[2] * r[2][2] < 0)
        return ROUTH_ORIENTATION_MIRRORS;
    routh_turn_of_matrix((const double(*)[3])r, turn);
    return ROUTH_ORIENTATION_FINE;
}

static void of_euler(const char *euler, const double *number, double turn[4]) {
    int axis[3] = {0, 0, 0};
    bool fixed = false;
    routh_euler_axes(euler, axis, &fixed);
    turn[0] = 1, turn[1] = turn[2] = turn[3] = 0;
    for (int i = 0; i < 3; i++) {
        double vector[3] = {0, 0, 0}, one[4];
        vector[axis[i]] = number[i];
        routh_turn_of(vector, one);
        if (fixed)
            routh_turn_product(one, turn, turn);
        else
            routh_turn_product(turn, one, turn);
    }
}

routh_orientation_fault routh_orientation_of(routh_orientation form, const char *euler, const double *number,
                                             double turn[4], double *measure) {
    *measure = 1;
    if (form == ROUTH_ORIENTATION_QUATERNION)
        return of_quaternion(number, turn, measure);
    if (form == ROUTH_ORIENTATION_MATRIX)
        return of_matrix(number, turn, measure);
    if (form == ROUTH_ORIENTATION_ROTATION_VECTOR)
        routh_turn_of(number, turn);
    else
        of_euler(euler, number, turn);
    return ROUTH_ORIENTATION_FINE;
}

void routh_orientation_align(const double *before, double turn[4]) {
    double square = 0, along = 0;
    for (int c = 0; c < 4; c++) {
        square += turn[c] * turn[c];
        along += before ? turn[c] * before[c] : 0;
    }
    for (int c = 0; c < 4; c++)
        turn[c] *= (along < 0 ? -1 : 1) / sqrt(square);
}
