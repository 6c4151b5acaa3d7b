/* The words in which command lines say how the numbers of a recording are meant.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tracks/convention.h"

#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/number.h"
#include "file/units.h"

#define ORIENTATION_NAME(code, name, about) {name, about},
static const routh_name_entry orientation_names[] = {ROUTH_ORIENTATION_TABLE(ORIENTATION_NAME)};
const routh_names routh_orientations = {"form of orientation", ROUTH_ORIENTATION_COUNT, orientation_names};

#define COLUMN_KEY(code, name, quantity) name,
const char *const routh_track_keys[ROUTH_TRACK_COLUMNS] = {ROUTH_TRACK_COLUMN_TABLE(COLUMN_KEY)};

#define COLUMN_QUANTITY(code, name, quantity) quantity,
const int routh_track_quantities[ROUTH_TRACK_COLUMNS] = {ROUTH_TRACK_COLUMN_TABLE(COLUMN_QUANTITY)};

static routh_status refuse(routh_context *context, const char *field, const char *text, size_t length,
                           const char *allowed) {
    char shown[ROUTH_SHOWN_HEADER];
    routh_show_text(shown, sizeof shown, text, length);
    return routh_fail_field(context, ROUTH_BAD_ARGUMENT, field, "%s \"%s\": %s", field, shown, allowed);
}

/* The next piece before a comma that is not within quotes, without blanks at its ends; false at the end. */
static bool next_piece(const char **text, const char **piece, size_t *length) {
    if (!*text)
        return false;
    const char *from = *text, *end = from;
    for (bool quoted = false; *end && (quoted || *end != ','); end++)
        quoted ^= *end == '"';
    *text = *end ? end + 1 : NULL;
    while (from < end && *from == ' ')
        from++;
    while (end > from && end[-1] == ' ')
        end--;
    *piece = from;
    *length = (size_t)(end - from);
    return true;
}

/* Units ----------------------------------------------------------------------------------------------------*/

/* What a recording of poses may be measured in, in this order. */
static const routh_quantity measured[] = {ROUTH_LENGTH, ROUTH_ANGLE, ROUTH_TIME};
static const char *const measured_names[] = {"length", "angle", "time"};

const char *routh_track_unit_name(routh_quantity quantity, double size) {
    for (size_t i = 0; routh_unit_name(quantity, i); i++)
        if (routh_unit_size(quantity, i) >= size * (1 - 1e-12) && routh_unit_size(quantity, i) <= size * (1 + 1e-12))
            return routh_unit_name(quantity, i);
    return "units of its own";
}

static const char *find_unit(const char *text, size_t length, size_t *kind, double *size) {
    for (*kind = 0; *kind < sizeof measured / sizeof measured[0]; ++*kind) {
        const char *name;
        for (size_t i = 0; (name = routh_unit_name(measured[*kind], i)); i++)
            if (strlen(name) == length && memcmp(name, text, length) == 0) {
                *size = routh_unit_size(measured[*kind], i);
                return name;
            }
    }
    return NULL;
}

static routh_status set_units(routh_context *context, const char *text, routh_tracks_convention *convention) {
    const char *piece, *chosen[3] = {NULL};
    size_t length, kind;
    while (next_piece(&text, &piece, &length)) {
        double size = 0;
        const char *name = find_unit(piece, length, &kind, &size);
        if (!name)
            return refuse(context, "units", piece, length,
                          "not one of m, mm, cm, dm, um, in, ft; rad, deg, mrad, rev; s, ms, us, ns, min");
        if (chosen[kind] && strcmp(chosen[kind], name) != 0)
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "units", "units: both %s and %s for the %s; keep one",
                                    chosen[kind], name, measured_names[kind]);
        chosen[kind] = name;
        convention->unit[measured[kind]] = size;
    }
    return ROUTH_OK;
}

/* Columns --------------------------------------------------------------------------------------------------*/

static int find_key(const char *text, size_t length) {
    for (int j = 0; j < ROUTH_TRACK_COLUMNS; j++)
        if (strlen(routh_track_keys[j]) == length && memcmp(routh_track_keys[j], text, length) == 0)
            return j;
    return -1;
}

static routh_status set_column(routh_context *context, int j, const char *name, size_t length,
                               routh_tracks_convention *convention) {
    if (length >= 2 && name[0] == '"' && name[length - 1] == '"') {
        name++;
        length -= 2;
    }
    if (length == 0 || length >= ROUTH_NAME_SIZE)
        return refuse(context, "columns", name, length, "the name of a column has 1 to 255 bytes");
    if (convention->column[j][0])
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "columns", "columns: two columns for %s; keep one",
                                routh_track_keys[j]);
    memcpy(convention->column[j], name, length);
    convention->column[j][length] = '\0';
    for (int i = 0; i < ROUTH_TRACK_COLUMNS; i++)
        if (i != j && strcmp(convention->column[i], convention->column[j]) == 0)
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "columns", "columns: one column for both %s and %s",
                                    routh_track_keys[i < j ? i : j], routh_track_keys[i < j ? j : i]);
    return ROUTH_OK;
}

static routh_status set_columns(routh_context *context, const char *text, routh_tracks_convention *convention) {
    const char *piece;
    size_t length;
    routh_status status = ROUTH_OK;
    while (status == ROUTH_OK && next_piece(&text, &piece, &length)) {
        const char *equals = memchr(piece, '=', length);
        if (!equals)
            return refuse(context, "columns", piece, length, "not of the form x=NAME or x=#3");
        const int j = find_key(piece, (size_t)(equals - piece));
        if (j < 0)
            return refuse(context, "columns", piece, (size_t)(equals - piece),
                          "not one of time, x y z, theta, qw qx qy qz, r11 … r33, ax ay az, e1 e2 e3");
        status = set_column(context, j, equals + 1, (size_t)(piece + length - equals - 1), convention);
    }
    return status;
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
            return refuse(context, "orientation", text, strlen(text),
                          "the order has three of X Y Z (moving axes) or of x y z (fixed ones), no two neighbours "
                          "alike: euler:ZYX");
        convention->orientation = ROUTH_ORIENTATION_EULER;
        memcpy(convention->euler, text + 6, 4);
        return ROUTH_OK;
    }
    const int form = routh_find(NULL, &routh_orientations, text);
    if (form < 0 || form == ROUTH_ORIENTATION_EULER)
        return refuse(context, "orientation", text, strlen(text), allowed);
    convention->orientation = (routh_orientation)form;
    return ROUTH_OK;
}

/* The rest -------------------------------------------------------------------------------------------------*/

static routh_status set_name(routh_context *context, const char *field, const char *text, char name[ROUTH_NAME_SIZE]) {
    if (!text[0] || strlen(text) >= ROUTH_NAME_SIZE)
        return refuse(context, field, text, strlen(text), "a name has 1 to 255 bytes");
    snprintf(name, ROUTH_NAME_SIZE, "%s", text);
    return ROUTH_OK;
}

static routh_status set_rate(routh_context *context, const char *text, double *rate) {
    static const double range[] = {ROUTH_RANGE_RATE};
    double value = 0;
    if (routh_parse_number(text, strlen(text), &value) != ROUTH_NUMBER_FINITE ||
        !(value >= range[0] && value <= range[1]))
        return refuse(context, "rate", text, strlen(text), "not a number of Hz from 1e-6 to 1e9");
    *rate = value;
    return ROUTH_OK;
}

routh_status routh_tracks_convention_set(routh_context *context, const char *field, const char *text,
                                         routh_tracks_convention *convention) {
    if (strcmp(field, "columns") == 0)
        return set_columns(context, text, convention);
    if (strcmp(field, "units") == 0)
        return set_units(context, text, convention);
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
