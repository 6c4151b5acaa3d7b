/* A recorded insertion as a CSV table of samples, and a JSON file of the same name for what does not change.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>

#include <routh/data.h>

#include "base/context.h"
#include "data/insertion_recording.h"
#include "file/json_build.h"
#include "file/output.h"

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
    routh_status status = routh_insertion_read_beside(source->context, reader);
    if (status != ROUTH_OK)
        return status;
    status = read_table(source, reader->insertion, &table);
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

static json_t *pose_list(const routh_pose3 *pose) {
    double number[7];
    routh_pose_numbers(pose, number);
    return routh_json_numbers(number, 7);
}

static json_t *constants(const routh_insertion *insertion) {
    json_t *object = json_object();
    routh_json_put(&object, "name", json_string(insertion->name));
    routh_json_put(&object, "rate", routh_json_number(insertion->rate));
    routh_json_put(&object, "offset", routh_json_number(insertion->offset));
    routh_json_put(&object, "receptacle", pose_list(&insertion->receptacle));
    routh_json_put(&object, "plate", pose_list(&insertion->plate));
    routh_json_put(&object, "reference", pose_list(&insertion->reference));
    if (insertion->twist_window > 0)
        routh_json_put(&object, "twist_window", routh_json_number(insertion->twist_window));
    if (insertion->truth.count) {
        json_t *truth = json_object();
        routh_json_put(&truth, "stiffness", routh_json_number(insertion->truth.stiffness));
        routh_json_put(&truth, "friction", routh_json_number(insertion->truth.friction));
        routh_json_put(&truth, "displacement",
                       routh_json_numbers(insertion->truth.displacement, insertion->truth.count));
        routh_json_put(&object, "truth", truth);
    }
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
    for (int j = 0; j < ROUTH_INSERTION_COLUMNS; j++)
        fprintf(file, "%s%s", j ? "," : "", routh_insertion_columns[j]);
    fputc('\n', file);
    for (size_t k = 0; k < insertion->count; k++) {
        double number[ROUTH_INSERTION_COLUMNS];
        routh_sample_numbers(&insertion->sample[k], number);
        for (int j = 0; j < ROUTH_INSERTION_COLUMNS; j++)
            fprintf(file, "%s%.17g", j ? "," : "", number[j]);
        fputc('\n', file);
    }
}

/* Both are complete before the first is in its place. The table comes last: where it exists, the constants do too. */
static routh_status write_both(routh_context *context, const routh_insertion *insertion, routh_text *text,
                               routh_output *beside) {
    routh_status status = write_constants(context, insertion, beside->file);
    if (status == ROUTH_OK)
        status = routh_output_complete(context, beside);
    if (status == ROUTH_OK) {
        write_table(insertion, text->file);
        status = routh_output_complete(context, &text->output);
    }
    return status == ROUTH_OK ? routh_output_write(context, beside) : status;
}

routh_status routh_insertion_write_csv(routh_context *context, const routh_insertion *insertion, routh_io to) {
    char path[ROUTH_BESIDE_SIZE];
    routh_text text;
    routh_output beside = {0};
    routh_status status = routh_insertion_beside(context, to.path, path);
    if (status == ROUTH_OK)
        status = routh_text_begin(context, to, &text);
    if (status != ROUTH_OK)
        return status;
    status = routh_output_create(context, routh_io_path(path), &beside);
    if (status == ROUTH_OK)
        status = write_both(context, insertion, &text, &beside);
    routh_output_release(context, &beside);
    return routh_text_end(context, &text, status);
}
