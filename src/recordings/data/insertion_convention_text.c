/* The words in which files and command lines say how a recording is meant.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "data/insertion_convention.h"
#include "data/insertion_recording.h"
#include "file/number.h"
#include "file/units.h"

/* Units ----------------------------------------------------------------------------------------------------*/

static const char *const quantity_names[ROUTH_QUANTITIES] = {"length", "angle", "time", "force", "moment"};

/* The next piece before a comma, without spaces at its ends; false at the end. */
static bool next_piece(const char **text, const char **piece, size_t *length) {
    if (!*text)
        return false;
    const char *from = *text;
    const size_t all = strcspn(from, ",");
    *text = from[all] ? from + all + 1 : NULL;
    const char *end = from + all;
    while (from < end && *from == ' ')
        from++;
    while (end > from && end[-1] == ' ')
        end--;
    *piece = from;
    *length = (size_t)(end - from);
    return true;
}

static routh_status refuse(routh_context *context, const char *field, const char *text, size_t length,
                           const char *allowed) {
    char shown[ROUTH_SHOWN_VALUE];
    routh_show_text(shown, sizeof shown, text, length);
    return routh_fail_field(context, ROUTH_BAD_ARGUMENT, field, "%s \"%s\": %s", field, shown, allowed);
}

static routh_status set_units(routh_context *context, const char *text, routh_insertion_convention *convention) {
    const char *piece, *chosen[ROUTH_QUANTITIES] = {NULL};
    size_t length;
    while (next_piece(&text, &piece, &length)) {
        routh_quantity q;
        size_t i;
        if (!routh_unit_find(piece, length, &q, &i))
            return refuse(context, "units", piece, length,
                          "not one of m, mm, cm, um, in; rad, deg, mrad; s, ms, us, ns; N, kN, mN, lbf; Nm, Nmm, Ncm, "
                          "kNm, lbfin");
        if (chosen[q] && strcmp(chosen[q], routh_unit_name(q, i)) != 0)
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "units", "units: both %s and %s for the %s; keep one",
                                    chosen[q], routh_unit_name(q, i), quantity_names[q]);
        chosen[q] = routh_unit_name(q, i);
        convention->unit[q] = routh_unit_size(q, i);
    }
    return ROUTH_OK;
}

/* Columns --------------------------------------------------------------------------------------------------*/

static int find_own(const char *text, size_t length) {
    for (int j = 0; j < ROUTH_INSERTION_COLUMNS; j++)
        if (strlen(routh_insertion_columns[j]) == length && memcmp(routh_insertion_columns[j], text, length) == 0)
            return j;
    return -1;
}

routh_status routh_convention_set_column(routh_context *context, const char *key, size_t key_length, const char *name,
                                         size_t length, routh_insertion_convention *convention) {
    const int j = find_own(key, key_length);
    if (j < 0)
        return refuse(context, "columns", key, key_length,
                      "not one of time, px py pz, qw qx qy qz, vx vy vz, wx wy wz, fx fy fz, mx my mz");
    if (length == 0 || length >= ROUTH_LABEL_SIZE || memchr(name, '\0', length))
        return refuse(context, "columns", name, length, "the name of a column has 1 to 63 bytes");
    if (convention->column[j][0])
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "columns", "columns: two columns for %s; keep one",
                                routh_insertion_columns[j]);
    memcpy(convention->column[j], name, length);
    convention->column[j][length] = '\0';
    for (int i = 0; i < ROUTH_INSERTION_COLUMNS; i++)
        if (i != j && strcmp(convention->column[i], convention->column[j]) == 0)
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "columns", "columns: one column for both %s and %s",
                                    routh_insertion_columns[i < j ? i : j], routh_insertion_columns[i < j ? j : i]);
    return ROUTH_OK;
}

static routh_status set_columns(routh_context *context, const char *text, routh_insertion_convention *convention) {
    const char *piece;
    size_t length;
    routh_status status = ROUTH_OK;
    while (status == ROUTH_OK && next_piece(&text, &piece, &length)) {
        const char *equals = memchr(piece, '=', length);
        if (!equals)
            return refuse(context, "columns", piece, length, "not of the form px=NAME");
        status = routh_convention_set_column(context, piece, (size_t)(equals - piece), equals + 1,
                                             (size_t)(piece + length - equals - 1), convention);
    }
    return status;
}

/* Numbers --------------------------------------------------------------------------------------------------*/

static routh_status set_sensor(routh_context *context, const char *text, routh_insertion_convention *convention) {
    static const char allowed[] = "seven numbers with commas between: position, then a quaternion of length 1";
    const char *whole = text, *piece;
    double number[7], square = 0;
    size_t length, count = 0;
    while (next_piece(&text, &piece, &length)) {
        if (count == 7 || routh_parse_number(piece, length, &number[count]) != ROUTH_NUMBER_FINITE)
            return refuse(context, "sensor", whole, strlen(whole), allowed);
        square += count >= 3 ? number[count] * number[count] : 0;
        count++;
    }
    if (count != 7 || !(fabs(square - 1) < 1e-3))
        return refuse(context, "sensor", whole, strlen(whole), allowed);
    memcpy(convention->sensor, number, sizeof number);
    return ROUTH_OK;
}

static routh_status set_window(routh_context *context, const char *text, routh_insertion_convention *convention) {
    double window = 0;
    if (routh_parse_number(text, strlen(text), &window) != ROUTH_NUMBER_FINITE || !(window >= 1e-6 && window <= 1e3))
        return refuse(context, "velocity_window", text, strlen(text), "not a number of seconds from 1e-6 to 1000");
    convention->velocity_window = window;
    return ROUTH_OK;
}

/* Choices --------------------------------------------------------------------------------------------------*/

/* The position of `text` in a list of words; 0, from 1 on. */
static int find_word(const char *text, const char *const *words) {
    for (int i = 0; words[i]; i++)
        if (strcmp(text, words[i]) == 0)
            return i + 1;
    return 0;
}

routh_status routh_insertion_convention_set(routh_context *context, const char *field, const char *text,
                                            routh_insertion_convention *convention) {
    static const char *const orders[] = {"wxyz", "xyzw", NULL}, *const objects[] = {"1", "2", NULL};
    static const char *const frames[] = {"plate", "hand", "world", NULL};
    if (strcmp(field, "units") == 0)
        return set_units(context, text, convention);
    if (strcmp(field, "columns") == 0)
        return set_columns(context, text, convention);
    if (strcmp(field, "sensor") == 0)
        return set_sensor(context, text, convention);
    if (strcmp(field, "velocity_window") == 0)
        return set_window(context, text, convention);
    int word = 0;
    if (strcmp(field, "quaternion") == 0) {
        convention->quaternion = (routh_quaternion_order)(word = find_word(text, orders));
        return word ? ROUTH_OK : refuse(context, "quaternion", text, strlen(text), "not one of wxyz, xyzw");
    }
    if (strcmp(field, "wrench_frame") == 0) {
        convention->wrench_frame = (routh_wrench_frame)(word = find_word(text, frames));
        return word ? ROUTH_OK : refuse(context, "wrench_frame", text, strlen(text), "not one of plate, hand, world");
    }
    if (strcmp(field, "wrench_on") == 0) {
        convention->wrench_on = word = find_word(text, objects);
        return word
                   ? ROUTH_OK
                   : refuse(context, "wrench_on", text, strlen(text), "not 1 or 2: the object that the wrench acts on");
    }
    return routh_fail(context, ROUTH_BAD_ARGUMENT, "a convention has no field %.40s", field);
}
