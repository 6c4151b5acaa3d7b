/* The words in which command lines say how the numbers of a recording are meant.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tracks/columns.h"

#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/text.h"
#include "file/units.h"

#define ORIENTATION_NAME(code, name, about) {name, about},
static const routh_name_entry orientation_names[] = {ROUTH_ORIENTATION_TABLE(ORIENTATION_NAME)};
const routh_names routh_orientations = {"form of orientation", ROUTH_ORIENTATION_COUNT, orientation_names};

#define COLUMN_KEY(code, name, quantity) name,
const char *const routh_track_keys[ROUTH_TRACK_COLUMNS] = {ROUTH_TRACK_COLUMN_TABLE(COLUMN_KEY)};

#define COLUMN_QUANTITY(code, name, quantity) quantity,
const int routh_track_quantities[ROUTH_TRACK_COLUMNS] = {ROUTH_TRACK_COLUMN_TABLE(COLUMN_QUANTITY)};

/* Units ----------------------------------------------------------------------------------------------------*/

const char *routh_track_unit_name(routh_quantity quantity, double size) {
    for (size_t i = 0; routh_unit_name(quantity, i); i++)
        if (routh_unit_size(quantity, i) >= size * (1 - 1e-12) && routh_unit_size(quantity, i) <= size * (1 + 1e-12))
            return routh_unit_name(quantity, i);
    return "units of its own";
}

/* Orientations ---------------------------------------------------------------------------------------------*/

bool routh_euler_axes(const char *order, int axis[3], bool *fixed) {
    if (strlen(order) != 3)
        return false;
    *fixed = order[0] >= 'x' && order[0] <= 'z';
    for (int i = 0; i < 3; i++) {
        axis[i] = order[i] - (*fixed ? 'x' : 'X');
        if (axis[i] < 0 || axis[i] > 2 || (i > 0 && axis[i] == axis[i - 1]))
            return false;
    }
    return true;
}

static routh_status set_orientation(routh_context *context, const char *text, routh_tracks_convention *convention) {
    static const char allowed[] = "not one of wxyz, xyzw, quaternion, matrix, rotation-vector, angle, euler:ZYX (about "
                                  "moving axes), euler:zyx (about fixed ones)";
    int axis[3];
    bool fixed;
    convention->quaternion = 0;
    convention->euler[0] = '\0';
    if (strcmp(text, "wxyz") == 0 || strcmp(text, "xyzw") == 0) {
        convention->orientation = ROUTH_ORIENTATION_QUATERNION;
        convention->quaternion = text[0] == 'w' ? ROUTH_WXYZ : ROUTH_XYZW;
        return ROUTH_OK;
    }
    if (strncmp(text, "euler:", 6) == 0) {
        if (!routh_euler_axes(text + 6, axis, &fixed))
            return routh_convention_refuse(
                context, "orientation", text, strlen(text),
                "the order has three of X Y Z (moving axes) or of x y z (fixed ones), no two neighbours "
                "alike: euler:ZYX");
        convention->orientation = ROUTH_ORIENTATION_EULER;
        memcpy(convention->euler, text + 6, 4);
        return ROUTH_OK;
    }
    const int form = routh_find(NULL, &routh_orientations, text);
    if (form < 0 || form == ROUTH_ORIENTATION_EULER)
        return routh_convention_refuse(context, "orientation", text, strlen(text), allowed);
    convention->orientation = (routh_orientation)form;
    return ROUTH_OK;
}

/* The rest -------------------------------------------------------------------------------------------------*/

static routh_status set_name(routh_context *context, const char *field, const char *text, char name[ROUTH_NAME_SIZE]) {
    if (!text[0] || strlen(text) >= ROUTH_NAME_SIZE)
        return routh_convention_refuse(context, field, text, strlen(text), "a name has 1 to 255 bytes");
    snprintf(name, ROUTH_NAME_SIZE, "%s", text);
    return ROUTH_OK;
}

static routh_status set_rate(routh_context *context, const char *text, double *rate) {
    static const double range[] = {ROUTH_RANGE_RATE};
    double value = 0;
    if (routh_parse_number(text, strlen(text), &value) != ROUTH_NUMBER_FINITE ||
        !(value >= range[0] && value <= range[1]))
        return routh_convention_refuse(context, "rate", text, strlen(text), "not a number of Hz from 1e-6 to 1e9");
    *rate = value;
    return ROUTH_OK;
}

routh_status routh_tracks_convention_set(routh_context *context, const char *field, const char *text,
                                         routh_tracks_convention *convention) {
    const routh_column_words words = {.key = routh_track_keys,
                                      .count = ROUTH_TRACK_COLUMNS,
                                      .column = convention->column[0],
                                      .size = ROUTH_NAME_SIZE,
                                      .keys =
                                          "not one of time, x y z, theta, qw qx qy qz, r11 … r33, ax ay az, e1 e2 e3",
                                      .form = "not of the form x=NAME or x=#3"};
    if (strcmp(field, "columns") == 0)
        return routh_convention_set_columns(context, &words, text);
    if (strcmp(field, "units") == 0) /* of poses */
        return routh_convention_set_units(context, text, ROUTH_TIME + 1, convention->unit);
    if (strcmp(field, "orientation") == 0)
        return set_orientation(context, text, convention);
    if (strcmp(field, "rigid_body") == 0)
        return set_name(context, "rigid_body", text, convention->rigid_body);
    if (strcmp(field, "variable") == 0)
        return set_name(context, "variable", text, convention->variable);
    if (strcmp(field, "rate") == 0)
        return set_rate(context, text, &convention->rate);
    return routh_fail(context, ROUTH_BAD_ARGUMENT, "a convention has no field %.40s", field);
}
