/* Impacts and trajectories of our own layout.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "data/dataset.h"

#define NUMBER(name, field, unit)                                                                                      \
    { name, offsetof(routh_record, field), unit }

static const routh_layout_number numbers[] = {
    NUMBER("x", x, "m"),
    NUMBER("y", y, "m"),
    NUMBER("theta", theta, "rad"),
    NUMBER("rx", rx, "m"),
    NUMBER("ry", ry, "m"),
    NUMBER("vx_before", before.vx, "m/s"),
    NUMBER("vy_before", before.vy, "m/s"),
    NUMBER("omega_before", before.omega, "rad/s"),
    NUMBER("vx_after", after.vx, "m/s"),
    NUMBER("vy_after", after.vy, "m/s"),
    NUMBER("omega_after", after.omega, "rad/s"),
    NUMBER("time", time, "s"),
};
static const routh_layout_number after[] = {NUMBER("x_after", x_after, "m"), NUMBER("y_after", y_after, "m"),
                                            NUMBER("theta_after", theta_after, "rad")};
static const routh_layout_number wrench[] = {NUMBER("fx", fx, "N"), NUMBER("fy", fy, "N"),
                                             NUMBER("torque", torque, "N m")};
static const routh_layout_number tilt[] = {NUMBER("gravity_tilt", gravity_tilt, "rad")};

#define GROUP(list)                                                                                                    \
    { sizeof(list) / sizeof *(list), list }
const routh_layout_group routh_layout_groups[ROUTH_LAYOUT_GROUPS] = {GROUP(numbers), GROUP(after), GROUP(wrench),
                                                                     GROUP(tilt)};

/* Impacts -----------------------------------------------------------------------------------------------*/

/* Opens column `name` and compares its length with the others'; the first one decides. */
static routh_status open_column(routh_reading *reading, const routh_hdf5_place *impacts, const char *name,
                                char path[ROUTH_NAME_SIZE], routh_hdf5_place *column) {
    size_t rows = 0, columns = 0;
    snprintf(path, ROUTH_NAME_SIZE, "/impacts/%s", name);
    ROUTH_TRY(routh_hdf5_open(impacts, name, path, column));
    ROUTH_TRY(routh_hdf5_shape(column, &rows, &columns));
    if (!reading->dataset->record)
        ROUTH_TRY(routh_reading_records(reading, rows));
    if (rows != reading->dataset->count || columns != 1)
        return routh_fail_at(reading->source->context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = reading->source->shown, .part = path},
                             " is %zu×%zu, other columns are %zu×1", rows, columns, reading->dataset->count);
    return ROUTH_OK;
}

/* One column into its field of every record. */
static routh_status read_number_column(routh_reading *reading, const routh_hdf5_place *impacts,
                                       const routh_layout_number *number) {
    routh_dataset *dataset = reading->dataset;
    char path[ROUTH_NAME_SIZE];
    routh_hdf5_place column;
    ROUTH_TRY(open_column(reading, impacts, number->name, path, &column));
    ROUTH_ARENA(room, impacts->source->context);
    double *value = routh_take(&room, dataset->count, sizeof *value);
    ROUTH_TRY(value ? routh_hdf5_numbers(&column, value) : ROUTH_OUT_OF_MEMORY);
    for (size_t i = 0; i < dataset->count; i++)
        memcpy((char *)&dataset->record[i] + number->offset, &value[i], sizeof *value);
    return ROUTH_OK;
}

/* Of most groups all columns are there, or none of them. */
static routh_status read_group(routh_reading *reading, const routh_hdf5_place *impacts,
                               const routh_layout_group *group) {
    bool has_any = group == routh_layout_groups;
    for (size_t j = 0; !has_any && j < group->count; j++)
        ROUTH_TRY(routh_hdf5_has(impacts, group->number[j].name, &has_any));
    for (size_t j = 0; has_any && j < group->count; j++)
        ROUTH_TRY(read_number_column(reading, impacts, &group->number[j]));
    return ROUTH_OK;
}

static routh_status read_whole_column(routh_reading *reading, const routh_hdf5_place *impacts, const char *name,
                                      int64_t *value) {
    char path[ROUTH_NAME_SIZE];
    routh_hdf5_place column;
    ROUTH_TRY(open_column(reading, impacts, name, path, &column));
    return routh_hdf5_wholes(&column, value);
}

/* Which of our bits each of the file's bits is, by its name; 0 for names that we do not know. */
static routh_status read_reason_names(const routh_hdf5_place *impacts, unsigned bit[32]) {
    char names[1024];
    routh_hdf5_place column;
    ROUTH_TRY(routh_hdf5_open(impacts, "reasons", "/impacts/reasons", &column));
    ROUTH_TRY(routh_hdf5_text(&column, "names", names, sizeof names));
    const char *name = names;
    for (int i = 0; i < 32; i++) {
        bit[i] = 0;
        size_t length = strcspn(name, ",");
        for (int reason = 0; reason < ROUTH_REASON_COUNT; reason++)
            if (length > 0 && strlen(routh_name(&routh_reasons, reason)) == length &&
                strncmp(name, routh_name(&routh_reasons, reason), length) == 0)
                bit[i] = 1u << reason;
        name += name[length] == ',' ? length + 1 : length;
    }
    return ROUTH_OK;
}

static routh_status read_reasons(routh_reading *reading, const routh_hdf5_place *impacts, int64_t *value) {
    unsigned bit[32];
    ROUTH_TRY(read_reason_names(impacts, bit));
    ROUTH_TRY(read_whole_column(reading, impacts, "reasons", value));
    for (size_t i = 0; i < reading->dataset->count; i++)
        for (int j = 0; j < 63; j++) {
            if (value[i] >= 0 && !(value[i] >> j & 1))
                continue;
            if (value[i] < 0 || j >= 32 || bit[j] == 0)
                return routh_fail_at(reading->source->context, ROUTH_BAD_FORMAT,
                                     &(routh_place){.file = reading->source->shown,
                                                    .part = "/impacts/reasons",
                                                    .noun = "impact",
                                                    .row = i + 1,
                                                    .number = &(double){(double)value[i]}},
                                     " has %ld, which holds a reason without a name", value[i]);
            reading->dataset->record[i].reasons |= bit[j];
        }
    return ROUTH_OK;
}

static routh_status read_origins(routh_reading *reading, const routh_hdf5_place *impacts, int64_t *value) {
    routh_dataset *dataset = reading->dataset;
    ROUTH_TRY(read_whole_column(reading, impacts, "trajectory", value));
    for (size_t i = 0; i < dataset->count; i++) {
        if (value[i] < -1 || (value[i] >= 0 && (size_t)value[i] >= dataset->trajectory_count))
            return routh_fail_at(reading->source->context, ROUTH_BAD_FORMAT,
                                 &(routh_place){.file = reading->source->shown,
                                                .part = "/impacts/trajectory",
                                                .noun = "impact",
                                                .row = i + 1,
                                                .number = &(double){(double)value[i]}},
                                 " names trajectory %ld of %zu", value[i], dataset->trajectory_count);
        dataset->record[i].trajectory = value[i];
    }
    return ROUTH_OK;
}

routh_status routh_read_impact_columns(routh_reading *reading, const routh_hdf5_place *root) {
    routh_hdf5_place impacts;
    ROUTH_TRY(routh_hdf5_open(root, "impacts", "/impacts", &impacts));
    for (int g = 0; g < ROUTH_LAYOUT_GROUPS; g++)
        ROUTH_TRY(read_group(reading, &impacts, &routh_layout_groups[g]));
    ROUTH_ARENA(room, root->source->context);
    int64_t *value = routh_take(&room, reading->dataset->count, sizeof *value);
    ROUTH_TRY(room.status);
    ROUTH_TRY(read_reasons(reading, &impacts, value));
    return read_origins(reading, &impacts, value);
}

/* Trajectories --------------------------------------------------------------------------------------------*/

routh_status routh_check_instant(const routh_hdf5_place *place, const char *noun, size_t instant, const double *row,
                                 size_t columns, bool is_timed) {
    routh_place at = {.file = place->source->shown,
                      .part = place->path,
                      .noun = noun,
                      .row = instant + 1,
                      .part_column = 1,
                      .number = row};
    const double *before = instant > 0 ? row - columns : row;
    for (size_t j = 0; j < columns; j++)
        if (!isfinite(row[j])) {
            at.part_column = j + 1;
            at.number = &row[j];
            return routh_fail_at(place->source->context, ROUTH_BAD_FORMAT, &at, ", column %zu is %g, not finite", j + 1,
                                 row[j]);
        }
    return !is_timed || instant == 0 || row[0] > before[0]
               ? ROUTH_OK
               : routh_fail_at(place->source->context, ROUTH_BAD_FORMAT, &at,
                               "time must rise, but goes from %g s to %g s", before[0], row[0]);
}

static routh_status split_columns(const routh_hdf5_place *place, const routh_trajectory *one, const double *value,
                                  size_t columns) {
    double *const target[] = {one->time, one->x, one->y, one->theta, one->vx, one->vy, one->omega};
    for (size_t i = 0; i < one->count; i++) {
        const double *row = value + i * columns;
        ROUTH_TRY(routh_check_instant(place, "sample", i, row, columns, true));
        for (size_t j = 0; j < columns; j++)
            target[j][i] = row[j];
    }
    return ROUTH_OK;
}

static routh_status read_trajectory(routh_reading *reading, const routh_hdf5_place *place) {
    char name[ROUTH_NAME_SIZE], words[ROUTH_NAME_SIZE];
    size_t rows = 0, columns = 0;
    ROUTH_TRY(routh_hdf5_text(place, "name", name, sizeof name));
    ROUTH_TRY(routh_hdf5_text(place, "columns", words, sizeof words));
    ROUTH_TRY(routh_hdf5_shape(place, &rows, &columns));
    int poses = columns == ROUTH_LAYOUT_POSE_COLUMNS && strcmp(words, ROUTH_LAYOUT_POSE) == 0;
    int motions = columns == ROUTH_LAYOUT_MOTION_COLUMNS && strcmp(words, ROUTH_LAYOUT_MOTION) == 0;
    if (rows == 0 || (!poses && !motions))
        return routh_fail_at(reading->source->context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = reading->source->shown, .part = place->path},
                             " is %zu×%zu with columns \"%.60s\", not %s", rows, columns, words,
                             columns == ROUTH_LAYOUT_POSE_COLUMNS ? ROUTH_LAYOUT_POSE : ROUTH_LAYOUT_MOTION);
    routh_trajectory *one = routh_reading_trajectory(reading, name, rows, motions);
    ROUTH_ARENA(room, reading->source->context);
    double *value = one ? routh_take(&room, rows, columns * sizeof *value) : NULL;
    if (!value)
        return ROUTH_OUT_OF_MEMORY;
    ROUTH_TRY(routh_hdf5_numbers(place, value));
    return split_columns(place, one, value, columns);
}

routh_status routh_read_trajectory_groups(routh_reading *reading, const routh_hdf5_place *root) {
    routh_hdf5_place all;
    routh_hdf5_item one;
    size_t count = 0;
    ROUTH_TRY(routh_hdf5_open_list(root, "trajectories", "/trajectories", &all, &count));
    for (size_t i = 0; i < count; i++) {
        ROUTH_TRY(routh_hdf5_open_item(&all, i, &one));
        ROUTH_TRY(read_trajectory(reading, &one.place));
    }
    return ROUTH_OK;
}
