/* A recorded insertion as a CSV table of samples, and a JSON file of the same name for what does not change.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "data/insertion_recording.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <routh/data.h>

#include "base/context.h"
#include "file/json_struct.h"
#include "file/output.h"
#include "file/rows.h"
#include "geometry/geometry.h"

/* The JSON file beside a table of samples: what does not change, and how the table is meant. */

/* Fields of the convention that are words or numbers, and the others. */
#define WORD(field) ROUTH_KEY(routh_insertion_convention, field)
static const char *const columns_key = "columns", *const units_key = "units";

routh_status routh_insertion_beside(routh_context *context, const char *path, char beside[ROUTH_BESIDE_SIZE]) {
    if (!path || strcmp(path, "-") == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "a CSV recording has a JSON file beside it and so needs a path; use HDF5 here");
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    const int stem = (int)(dot && (!slash || dot > slash + 1) && dot > path ? (size_t)(dot - path) : strlen(path));
    if (snprintf(beside, ROUTH_BESIDE_SIZE, "%.*s.json", stem, path) >= ROUTH_BESIDE_SIZE)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the path of the recording is too long");
    return ROUTH_OK;
}

/* The convention -------------------------------------------------------------------------------------------*/

/* What is wrong with a field of the convention is said at its place in the file. */
static void set(routh_fields *fields, const char *key, const char *text, routh_insertion_convention *convention) {
    routh_context words = routh_context_default();
    if (fields->status == ROUTH_OK && routh_insertion_convention_set(&words, key, text, convention) != ROUTH_OK)
        routh_refuse(fields, key, "%s", words.message);
}

static void read_word(routh_fields *fields, const char *key, routh_insertion_convention *convention) {
    const char *text = routh_read_text(fields, key, ROUTH_MAY_MISS);
    if (text)
        set(fields, key, text, convention);
}

/* Names may have commas here. */
static void read_columns(routh_fields *fields, routh_insertion_convention *convention) {
    json_t *map = routh_read_field(fields, columns_key, ROUTH_MAY_MISS), *name;
    const char *key;
    if (map && !json_is_object(map))
        routh_refuse(fields, columns_key, "%s, not an object such as {\"px\": \"x\"}", routh_json_kind(map));
    if (!map || fields->status != ROUTH_OK)
        return;
    json_object_foreach(map, key, name) {
        routh_context words = routh_context_default();
        if (!json_is_string(name)) {
            routh_refuse(fields, columns_key, "%.20s is %s, not a name", key, routh_json_kind(name));
            return;
        }
        if (routh_insertion_set_column(&words, key, strlen(key), json_string_value(name), json_string_length(name),
                                       convention) != ROUTH_OK) {
            routh_refuse(fields, columns_key, "%s", words.message);
            return;
        }
    }
}

static void read_sensor(routh_fields *fields, routh_insertion_convention *convention) {
    char fault[ROUTH_FAULT_SIZE];
    routh_pose3 pose;
    if (!routh_read_list(fields, WORD(sensor), ROUTH_MAY_MISS))
        return;
    ROUTH_READ(fields, ROUTH_MUST_BE, routh_insertion_convention, convention, sensor);
    const char *wrong = fields->status == ROUTH_OK ? routh_pose_from_numbers(convention->sensor, &pose, fault) : NULL;
    if (wrong)
        routh_refuse(fields, WORD(sensor), "%s", wrong);
}

static void read_number(routh_fields *fields, const char *key, routh_insertion_convention *convention) {
    double value = 0;
    char text[32];
    if (!routh_read_field(fields, key, ROUTH_MAY_MISS))
        return;
    routh_read_number(fields, key, ROUTH_MUST_BE, &value);
    snprintf(text, sizeof text, "%.17g", value);
    set(fields, key, text, convention);
}

static void read_convention(routh_fields *fields, routh_insertion_convention *convention) {
    read_columns(fields, convention);
    read_word(fields, WORD(quaternion), convention);
    read_word(fields, units_key, convention);
    read_word(fields, WORD(wrench_frame), convention);
    read_sensor(fields, convention);
    read_number(fields, WORD(wrench_on), convention);
    read_number(fields, WORD(velocity_window), convention);
}

/* What does not change -------------------------------------------------------------------------------------*/

static void read_pose(routh_fields *fields, const routh_insertion_convention *convention, const char *key,
                      routh_pose3 *pose) {
    char text[ROUTH_FAULT_SIZE];
    double number[7] = {0};
    routh_read_numbers(fields, key, ROUTH_MUST_BE, number, 7);
    const char *fault = fields->status == ROUTH_OK ? routh_pose_from_file(convention, number, pose, text) : NULL;
    if (fault)
        routh_refuse(fields, key, "%s", fault);
}

/* Only wrenches of the plate need one. */
static void read_plate(routh_fields *fields, const routh_insertion_convention *convention, routh_pose3 *plate) {
    const bool needed = convention->wrench_frame != ROUTH_WRENCH_HAND && convention->wrench_frame != ROUTH_WRENCH_WORLD;
    if (needed || routh_read_field(fields, ROUTH_KEY(routh_insertion, plate), ROUTH_MAY_MISS))
        read_pose(fields, convention, ROUTH_KEY(routh_insertion, plate), plate);
    else
        *plate = routh_pose3_default();
}

static routh_status read_truth(routh_context *context, const char *shown, json_t *object,
                               routh_insertion_truth *truth) {
    const char *key = ROUTH_KEY(routh_insertion_truth, displacement);
    routh_fields fields = {.context = context, .source = shown, .object = object};
    ROUTH_READ_ONLY(&fields, NULL, routh_insertion_truth, stiffness, friction, displacement);
    ROUTH_READ(&fields, ROUTH_MUST_BE, routh_insertion_truth, truth, stiffness, friction);
    const json_t *list = routh_read_list(&fields, key, ROUTH_MUST_BE);
    if (fields.status != ROUTH_OK)
        return fields.status;
    truth->displacement = routh_allocate(context, json_array_size(list), sizeof *truth->displacement);
    if (!truth->displacement)
        return ROUTH_OUT_OF_MEMORY;
    truth->count = json_array_size(list);
    routh_numbers_of(&fields, key, "", list, truth->displacement, truth->count);
    return fields.status;
}

static routh_status read_constants(routh_source *source, json_t *root, void *user) {
    routh_insertion_reader *reader = user;
    routh_insertion *insertion = reader->insertion;
    routh_insertion_convention *convention = &insertion->convention;
    const char *const words[] = {columns_key,        units_key,    WORD(quaternion),      WORD(wrench_on),
                                 WORD(wrench_frame), WORD(sensor), WORD(velocity_window), NULL};
    routh_fields fields = {.context = source->context, .source = source->shown, .object = root};
    ROUTH_READ_ONLY(&fields, words, routh_insertion, name, rate, offset, receptacle, plate, reference, truth,
                    twist_window);
    read_convention(&fields, convention);
    routh_convention_override(reader->given, convention);
    ROUTH_READ(&fields, ROUTH_MAY_MISS, routh_insertion, insertion, name, rate, twist_window);
    ROUTH_READ(&fields, ROUTH_MUST_BE, routh_insertion, insertion, offset);
    insertion->offset *= routh_convention_unit(convention, ROUTH_LENGTH);
    read_pose(&fields, convention, ROUTH_KEY(routh_insertion, receptacle), &insertion->receptacle);
    read_plate(&fields, convention, &insertion->plate);
    read_pose(&fields, convention, ROUTH_KEY(routh_insertion, reference), &insertion->reference);
    json_t *truth = routh_read_field(&fields, ROUTH_KEY(routh_insertion, truth), ROUTH_MAY_MISS);
    if (truth && !json_is_object(truth)) {
        routh_refuse(&fields, ROUTH_KEY(routh_insertion, truth), "%s, not an object", routh_json_kind(truth));
        return fields.status;
    }
    return truth ? read_truth(source->context, source->shown, truth, &insertion->truth) : fields.status;
}

routh_status routh_insertion_read_beside(routh_context *context, routh_insertion_reader *reader) {
    char beside[ROUTH_BESIDE_SIZE];
    struct stat what;
    ROUTH_TRY(routh_insertion_beside(context, reader->path, beside));
    ROUTH_SOURCE(source, context, routh_io_path(beside));
    if (stat(beside, &what) != 0)
        return routh_fail_in(context, ROUTH_FILE_ERROR, source.shown,
                             "cannot read: %s; it must hold offset, receptacle, plate and reference", strerror(errno));
    return routh_json_read(&source, read_constants, reader);
}

/* Reading ------------------------------------------------------------------------------------------------*/

static routh_status read_rows(routh_source *source, const routh_table *table, routh_insertion_reader *reader) {
    routh_insertion *insertion = reader->insertion;
    const double *column[ROUTH_INSERTION_COLUMNS];
    for (int j = 0; j < ROUTH_INSERTION_COLUMNS; j++)
        column[j] = routh_table_column(table, routh_insertion_column_name(insertion, j));
    insertion->sample = routh_allocate(source->context, table->rows, sizeof *insertion->sample);
    if (!insertion->sample)
        return ROUTH_OUT_OF_MEMORY;
    insertion->count = table->rows;
    for (size_t i = 0; i < table->rows; i++) {
        char text[ROUTH_FAULT_SIZE];
        double number[ROUTH_INSERTION_COLUMNS];
        for (int j = 0; j < ROUTH_INSERTION_COLUMNS; j++)
            number[j] = column[j] ? column[j][i] : 0.0;
        const char *fault = routh_sample_from_file(insertion, number, &insertion->sample[i], text);
        if (fault)
            return routh_fail_at(
                source->context, ROUTH_BAD_FORMAT,
                &(routh_place){.file = source->shown, .row = i + 1, .line = table->line[i], .said = true},
                "line %zu: %s", table->line[i], fault);
    }
    return ROUTH_OK;
}

/* Velocities may be missing unless their columns are named. */
static routh_status read_table(routh_source *source, const routh_insertion *insertion, routh_table *table) {
    const char *required[ROUTH_INSERTION_COLUMNS + 1] = {NULL}, *optional[ROUTH_INSERTION_COLUMNS + 1] = {NULL};
    size_t must = 0, may = 0;
    for (int j = 0; j < ROUTH_INSERTION_COLUMNS; j++) {
        const bool velocity = j >= ROUTH_VELOCITY_COLUMN && j < ROUTH_WRENCH_COLUMN;
        const char *name = routh_insertion_column_name(insertion, j);
        if (velocity && !insertion->convention.column[j][0])
            optional[may++] = name;
        else
            required[must++] = name;
    }
    const routh_table_columns columns = {.required = required, .optional = optional};
    return routh_table_read(source->context, source->io, &columns, table);
}

routh_status routh_insertion_read_csv(routh_source *source, routh_insertion_reader *reader) {
    routh_table table;
    bool found[6];
    ROUTH_TRY(routh_insertion_read_beside(source->context, reader));
    routh_status status = read_table(source, reader->insertion, &table);
    if (status != ROUTH_OK)
        return status;
    for (int k = 0; k < 6; k++)
        found[k] =
            routh_table_column(&table, routh_insertion_column_name(reader->insertion, ROUTH_VELOCITY_COLUMN + k));
    reader->has_velocities = found[0];
    status = routh_insertion_check_velocities(source, reader->insertion, found);
    if (status == ROUTH_OK)
        status = read_rows(source, &table, reader);
    routh_table_release(source->context, &table);
    return status;
}

/* Writing ------------------------------------------------------------------------------------------------*/

static void put_pose(json_t **object, const char *key, const routh_pose3 *pose) {
    double number[7];
    routh_pose_numbers(pose, number);
    routh_json_put(object, key, routh_json_numbers(number, 7));
}

static json_t *constants(const routh_insertion *insertion) {
    json_t *object = json_object();
    ROUTH_PUT(&object, routh_insertion, insertion, name, rate, offset);
    put_pose(&object, ROUTH_KEY(routh_insertion, receptacle), &insertion->receptacle);
    put_pose(&object, ROUTH_KEY(routh_insertion, plate), &insertion->plate);
    put_pose(&object, ROUTH_KEY(routh_insertion, reference), &insertion->reference);
    if (insertion->twist_window > 0)
        ROUTH_PUT(&object, routh_insertion, insertion, twist_window);
    if (insertion->truth.count)
        ROUTH_PUT(&object, routh_insertion, insertion, truth);
    return object;
}

static routh_status write_constants(routh_context *context, const routh_insertion *insertion, FILE *file) {
    char *text;
    const routh_status status = routh_json_text(context, routh_json_with_layout(constants(insertion)),
                                                JSON_INDENT(1) | JSON_REAL_PRECISION(17), &text);
    if (status == ROUTH_OK)
        fputs(text, file);
    routh_release(context, text);
    return status;
}

static void write_table(const routh_insertion *insertion, FILE *file) {
    routh_rows rows = routh_rows_csv(file, "%.17g", "");
    for (int j = 0; j < ROUTH_INSERTION_COLUMNS; j++)
        ROUTH_CELLS(&rows, routh_insertion_columns[j]);
    routh_rows_end(&rows);
    for (size_t k = 0; k < insertion->count; k++) {
        double number[ROUTH_INSERTION_COLUMNS];
        routh_sample_numbers(&insertion->sample[k], number);
        routh_rows_add_numbers(&rows, number, ROUTH_INSERTION_COLUMNS);
        routh_rows_end(&rows);
    }
}

/* Both are complete before the first is in its place. The table comes last: where it exists, the constants do too. */
static routh_status write_both(routh_context *context, const routh_insertion *insertion, routh_text *text,
                               routh_output *beside) {
    ROUTH_TRY(write_constants(context, insertion, beside->file));
    ROUTH_TRY(routh_output_complete(context, beside));
    write_table(insertion, text->file);
    ROUTH_TRY(routh_output_complete(context, &text->output));
    return routh_output_write(context, beside);
}

routh_status routh_insertion_write_csv(routh_context *context, const routh_insertion *insertion, routh_io to) {
    char path[ROUTH_BESIDE_SIZE];
    routh_text text;
    routh_output beside = {0};
    ROUTH_TRY(routh_insertion_beside(context, to.path, path));
    ROUTH_TRY(routh_text_begin(context, to, &text));
    routh_status status = routh_output_create(context, routh_io_path(path), &beside);
    if (status == ROUTH_OK)
        status = write_both(context, insertion, &text, &beside);
    routh_output_release(context, &beside);
    return routh_text_end(context, &text, status);
}
