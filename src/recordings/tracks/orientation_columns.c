/* Orientations: as files write them, to unit quaternions, and which form the columns of a file have.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tracks/track.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "tracks/columns.h"

/* Orientations as files write them, to unit quaternions that turn body axes into those of the laboratory.
 *
 * Euler angles: three turns in a row. About axes that move with the body, "ZYX" with angles a, b, c is the matrix Z(a) Y(b)
 * X(c); about fixed axes, "zyx", the later turn stands to the left: X(c) Y(b) Z(a). This is the convention of SciPy's
 * Rotation.from_euler. */

/* A quaternion may differ from length 1, and a matrix from a rotation, by what a few digits leave. */
static const double length_slack = 0.01, matrix_slack = 0.02;

static routh_orientation_fault of_quaternion(const double *number, double turn[4], double *measure) {
    double square = 0, size = 0;
    for (int c = 0; c < 4; c++) {
        turn[c] = number[c];
        square += number[c] * number[c];
        size += fabs(number[c]); /* of 1e-200 the square is 0 */
    }
    *measure = sqrt(square);
    if (!(size > 0))
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

/* The columns of each form, in the order of routh_orientation. */
static const struct {
    int first, count;
} forms[ROUTH_ORIENTATION_COUNT] = {[ROUTH_ORIENTATION_ANGLE] = {ROUTH_TRACK_THETA, 1},
                                    [ROUTH_ORIENTATION_QUATERNION] = {ROUTH_TRACK_QW, 4},
                                    [ROUTH_ORIENTATION_MATRIX] = {ROUTH_TRACK_R11, 9},
                                    [ROUTH_ORIENTATION_ROTATION_VECTOR] = {ROUTH_TRACK_AX, 3},
                                    [ROUTH_ORIENTATION_EULER] = {ROUTH_TRACK_E1, 3}};

static bool has(const routh_choosing *c, int meaning) {
    return (meaning < ROUTH_TRACK_COLUMNS && c->map->channel[meaning] >= 0) || routh_choosing_count(c, meaning) > 0;
}

static bool has_all(const routh_choosing *c, int first, int count) {
    for (int i = 0; i < count; i++)
        if (!has(c, first + i))
            return false;
    return true;
}

/* The form of which columns were given; 0: of none. −1: of two, which fails. */
static routh_status given_form(const routh_choosing *c, routh_orientation *form) {
    *form = c->convention->orientation;
    for (int f = 1; f < ROUTH_ORIENTATION_COUNT; f++)
        for (int i = 0; i < forms[f].count; i++)
            if (c->convention->column[forms[f].first + i][0]) {
                if (*form != ROUTH_ORIENTATION_AUTO && *form != (routh_orientation)f)
                    return routh_fail_at(c->context, ROUTH_BAD_ARGUMENT,
                                         &(routh_place){.file = c->shown,
                                                        .column = routh_track_keys[forms[f].first + i],
                                                        .field = "columns orientation"},
                                         "column %s is for the form %s, but the orientation is %s: keep one",
                                         routh_track_keys[forms[f].first + i], routh_name(&routh_orientations, f),
                                         routh_name(&routh_orientations, *form));
                *form = (routh_orientation)f;
            }
    return ROUTH_OK;
}

/* A quaternion by its labels: qw qx qy qz, also rot_x … rot_w, or q0 … q3 with q0 = w. */
static bool has_labelled(const routh_choosing *c) {
    return has(c, ROUTH_TRACK_QW) &&
           (has_all(c, ROUTH_TRACK_QX, 3) || has_all(c, ROUTH_NAME_ROT_X, 3) || has_all(c, ROUTH_NAME_Q1, 3));
}

/* The only rotation about an axis that there is, ROUTH_NAME_ROT_X …; −1: none or several. */
static int turning(const routh_choosing *c) {
    int found = -1, count = 0;
    for (int axis = ROUTH_NAME_ROT_X; axis <= ROUTH_NAME_ROT_Z; axis++)
        if (has(c, axis)) {
            found = axis;
            count++;
        }
    return count == 1 ? found : -1;
}

static routh_orientation find_form(const routh_choosing *c) {
    const bool space = c->map->channel[ROUTH_TRACK_Y] >= 0 && c->map->channel[ROUTH_TRACK_Z] >= 0;
    if (!space && (has(c, ROUTH_TRACK_THETA) || (turning(c) >= 0 && !has_labelled(c))))
        return ROUTH_ORIENTATION_ANGLE;
    if (has_labelled(c) || has_all(c, ROUTH_NAME_Q1, 4))
        return ROUTH_ORIENTATION_QUATERNION;
    if (has_all(c, ROUTH_TRACK_R11, 9))
        return ROUTH_ORIENTATION_MATRIX;
    if (has_all(c, ROUTH_TRACK_AX, 3) && !has(c, ROUTH_TRACK_THETA))
        return ROUTH_ORIENTATION_ROTATION_VECTOR;
    if (has_all(c, ROUTH_TRACK_E1, 3) || has(c, ROUTH_NAME_ROT_X) || has(c, ROUTH_NAME_ROT_Y))
        return ROUTH_ORIENTATION_EULER;
    return has(c, ROUTH_TRACK_THETA) || has(c, ROUTH_NAME_ROT_Z) ? ROUTH_ORIENTATION_ANGLE : ROUTH_ORIENTATION_AUTO;
}

/* Columns `first` … of the map from as many channels with these meanings, where they were not given. */
static routh_status take(const routh_choosing *c, int first, const int *meaning, int count) {
    routh_status status = ROUTH_OK;
    for (int i = 0; status == ROUTH_OK && i < count; i++)
        if (c->map->channel[first + i] < 0) {
            status = routh_choosing_find(c, meaning[i], routh_track_keys[first + i], &c->map->channel[first + i]);
            if (status == ROUTH_OK && c->map->channel[first + i] < 0)
                status = routh_fail_at(
                    c->context, ROUTH_BAD_FORMAT,
                    &(routh_place){.file = c->shown, .column = routh_track_keys[first + i], .field = "columns"},
                    "no column for %s of the orientation; name it", routh_track_keys[first + i]);
        }
    return status;
}

static routh_status take_own(const routh_choosing *c, routh_orientation form) {
    int meaning[9];
    for (int i = 0; i < forms[form].count; i++)
        meaning[i] = forms[form].first + i;
    return take(c, forms[form].first, meaning, forms[form].count);
}

static routh_status take_quaternion(const routh_choosing *c) {
    static const int rot[] = {ROUTH_TRACK_QW, ROUTH_NAME_ROT_X, ROUTH_NAME_ROT_Y, ROUTH_NAME_ROT_Z};
    static const int zero[] = {ROUTH_TRACK_QW, ROUTH_NAME_Q1, ROUTH_NAME_Q2, ROUTH_NAME_Q3};
    static const int zero_last[] = {ROUTH_NAME_Q3, ROUTH_TRACK_QW, ROUTH_NAME_Q1, ROUTH_NAME_Q2};
    static const int first[] = {ROUTH_NAME_Q1, ROUTH_NAME_Q2, ROUTH_NAME_Q3, ROUTH_NAME_Q4};
    static const int last[] = {ROUTH_NAME_Q4, ROUTH_NAME_Q1, ROUTH_NAME_Q2, ROUTH_NAME_Q3};
    const routh_quaternion_order order = c->convention->quaternion;
    if (has(c, ROUTH_TRACK_QX))
        return take_own(c, ROUTH_ORIENTATION_QUATERNION);
    if (has(c, ROUTH_TRACK_QW) && has(c, ROUTH_NAME_ROT_X))
        return take(c, ROUTH_TRACK_QW, rot, 4);
    if (has(c, ROUTH_TRACK_QW) && has(c, ROUTH_NAME_Q1))
        return take(c, ROUTH_TRACK_QW, order == ROUTH_XYZW ? zero_last : zero, 4);
    if (!has_all(c, ROUTH_NAME_Q1, 4))
        return take_own(c, ROUTH_ORIENTATION_QUATERNION);
    if (order)
        return take(c, ROUTH_TRACK_QW, order == ROUTH_XYZW ? last : first, 4);
    routh_proposals_add(c->proposals, "orientation", "wxyz", false, "the quaternion begins with w");
    routh_proposals_add(c->proposals, "orientation", "xyzw", false, "the quaternion ends with w");
    return routh_fail_at(c->context, ROUTH_BAD_FORMAT, &(routh_place){.file = c->shown, .field = "orientation"},
                         "the names of the quaternion's columns do not say which is w: wxyz or xyzw");
}

/* Columns about x, y, z stand for the axes of the order, whatever their places in the file. */
static routh_status take_euler(const routh_choosing *c) {
    const char *order = c->convention->euler[0] ? c->convention->euler : c->channels->euler;
    int axis[3] = {0, 0, 0}, meaning[3];
    bool fixed, named = has_all(c, ROUTH_TRACK_E1, 3);
    if (!order[0]) {
        routh_proposals_add(c->proposals, "orientation", "euler:ZYX", false,
                            "roll, pitch, yaw about axes that move with the body: first z");
        routh_proposals_add(c->proposals, "orientation", "euler:XYZ", false, "about moving axes: first x");
        routh_proposals_add(c->proposals, "orientation", "rotation-vector", false, "axis times angle");
        return routh_fail_at(c->context, ROUTH_BAD_FORMAT, &(routh_place){.file = c->shown, .field = "orientation"},
                             "three angles, and nothing says in which order they turn, or whether they are a "
                             "rotation vector");
    }
    if (!routh_euler_axes(order, axis, &fixed))
        return routh_fail_at(c->context, ROUTH_BAD_FORMAT, &(routh_place){.file = c->shown, .field = "orientation"},
                             "\"%.3s\" is no order of angles", order);
    snprintf(c->map->euler, sizeof c->map->euler, "%s", order);
    if (named || !has(c, ROUTH_NAME_ROT_X))
        return take_own(c, ROUTH_ORIENTATION_EULER);
    if (axis[0] == axis[2])
        return routh_fail_at(c->context, ROUTH_BAD_ARGUMENT, &(routh_place){.file = c->shown, .field = "columns"},
                             "in the order %s one axis comes twice: name the columns e1, e2, e3 in that order", order);
    for (int i = 0; i < 3; i++)
        meaning[i] = ROUTH_NAME_ROT_X + axis[i];
    return take(c, ROUTH_TRACK_E1, meaning, 3);
}

static routh_status take_vector(const routh_choosing *c) {
    static const int rot[] = {ROUTH_NAME_ROT_X, ROUTH_NAME_ROT_Y, ROUTH_NAME_ROT_Z};
    return has(c, ROUTH_TRACK_AX) ? take_own(c, ROUTH_ORIENTATION_ROTATION_VECTOR) : take(c, ROUTH_TRACK_AX, rot, 3);
}

static routh_status take_angle(const routh_choosing *c) {
    const int only = turning(c);
    return has(c, ROUTH_TRACK_THETA) || only < 0 ? take_own(c, ROUTH_ORIENTATION_ANGLE)
                                                 : take(c, ROUTH_TRACK_THETA, &only, 1);
}

routh_status routh_choose_orientation(const routh_choosing *c) {
    routh_orientation form;
    ROUTH_TRY(given_form(c, &form));
    if (form == ROUTH_ORIENTATION_AUTO)
        form = find_form(c);
    c->map->orientation = form;
    switch (form) {
    case ROUTH_ORIENTATION_ANGLE:
        return take_angle(c);
    case ROUTH_ORIENTATION_QUATERNION:
        return take_quaternion(c);
    case ROUTH_ORIENTATION_MATRIX:
        return take_own(c, form);
    case ROUTH_ORIENTATION_ROTATION_VECTOR:
        return take_vector(c);
    case ROUTH_ORIENTATION_EULER:
        return take_euler(c);
    default:
        break;
    }
    return routh_fail_at(c->context, ROUTH_BAD_FORMAT, &(routh_place){.file = c->shown, .field = "columns"},
                         "no columns for the orientation: theta; qw qx qy qz; r11 … r33; ax ay az; or e1 e2 e3; "
                         "name them");
}
