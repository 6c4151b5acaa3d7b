/* A recorded insertion as a CSV table of samples, and a JSON file of the same name for what does not change.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <routh/data.h>

#include "base/context.h"
#include "base/shown.h"
#include "data/insertion_recording.h"
#include "file/json_build.h"
#include "file/json_fields.h"
#include "file/json_write.h"
#include "file/output.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

enum { BESIDE_SIZE = 4096 };

/* "x.csv" → "x.json" in `beside`: only a recording with a path has one. */
static routh_status find_beside(routh_context *context, const char *path, char beside[BESIDE_SIZE]) {
    if (!path || strcmp(path, "-") == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "a CSV recording has a JSON file beside it and so needs a path; use HDF5 here");
    const int stem = (int)(strlen(path) - (routh_name_ends(path, ".csv") ? strlen(".csv") : 0));
    if (snprintf(beside, BESIDE_SIZE, "%.*s.json", stem, path) >= BESIDE_SIZE)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the path of the recording is too long");
    return ROUTH_OK;
}

/* Reading ------------------------------------------------------------------------------------------------*/

static void read_pose(routh_fields *fields, const char *key, routh_pose3 *pose) {
    char text[ROUTH_FAULT_SIZE];
    double number[7] = {0};
    routh_read_numbers(fields, key, ROUTH_MUST_BE, number, 7);
    const char *fault = fields->status == ROUTH_OK ? routh_pose_from_numbers(number, pose, text) : NULL;
    if (fault)
        routh_refuse(fields, key, "%s", fault);
}

static routh_status read_truth(routh_context *context, const char *shown, json_t *object,
                               routh_insertion_truth *truth) {
    static const char *const names[] = {"stiffness", "friction", "displacement"};
    routh_fields fields = {.context = context, .source = shown, .object = object};
    routh_read_object(&fields, names, COUNT(names));
    routh_read_number(&fields, "stiffness", ROUTH_MUST_BE, &truth->stiffness);
    routh_read_number(&fields, "friction", ROUTH_MUST_BE, &truth->friction);
    const json_t *list = routh_read_list(&fields, "displacement", ROUTH_MUST_BE);
    if (fields.status != ROUTH_OK)
        return fields.status;
    truth->displacement = routh_allocate(context, json_array_size(list), sizeof *truth->displacement);
    if (!truth->displacement)
        return ROUTH_OUT_OF_MEMORY;
    truth->count = json_array_size(list);
    routh_numbers_of(&fields, "displacement", "", list, truth->displacement, truth->count);
    return fields.status;
}

static routh_status read_constants(routh_source *source, json_t *root, void *user) {
    routh_insertion *insertion = user;
    static const char *const names[] = {"name", "rate", "offset", "receptacle", "plate", "reference", "truth"};
    routh_fields fields = {.context = source->context, .source = source->shown, .object = root};
    routh_read_object(&fields, names, COUNT(names));
    const char *name = routh_read_text(&fields, "name", ROUTH_MAY_MISS);
    if (name)
        snprintf(insertion->name, sizeof insertion->name, "%s", name);
    routh_read_number(&fields, "rate", ROUTH_MUST_BE, &insertion->rate);
    routh_read_number(&fields, "offset", ROUTH_MUST_BE, &insertion->offset);
    read_pose(&fields, "receptacle", &insertion->receptacle);
    read_pose(&fields, "plate", &insertion->plate);
    read_pose(&fields, "reference", &insertion->reference);
    json_t *truth = routh_read_field(&fields, "truth", ROUTH_MAY_MISS);
    if (truth && !json_is_object(truth)) {
        routh_refuse(&fields, "truth", "%s, not an object", routh_json_kind(truth));
        return fields.status;
    }
    return truth ? read_truth(source->context, source->shown, truth, &insertion->truth) : fields.status;
}

static routh_status read_beside(routh_context *context, const char *path, routh_insertion *insertion) {
    char beside[BESIDE_SIZE];
    routh_source source;
    struct stat what;
    routh_status status = find_beside(context, path, beside);
    if (status == ROUTH_OK)
        status = routh_source_create(context, routh_io_path(beside), &source);
    if (status != ROUTH_OK)
        return status;
    if (stat(beside, &what) != 0)
        return routh_fail(context, ROUTH_FILE_ERROR,
                          "%s: cannot read: %s; it must hold rate, offset, receptacle, plate and reference",
                          source.shown, strerror(errno));
    status = routh_json_read(&source, read_constants, insertion);
    routh_source_release(&source);
    return status;
}

static routh_status read_rows(routh_context *context, const char *shown, const routh_table *table,
                              routh_insertion *insertion) {
    const double *column[ROUTH_INSERTION_COLUMNS];
    for (int j = 0; j < ROUTH_INSERTION_COLUMNS; j++)
        column[j] = routh_table_column(table, routh_insertion_columns[j]);
    insertion->sample = routh_allocate(context, table->rows, sizeof *insertion->sample);
    if (!insertion->sample)
        return ROUTH_OUT_OF_MEMORY;
    insertion->count = table->rows;
    for (size_t i = 0; i < table->rows; i++) {
        char text[ROUTH_FAULT_SIZE];
        double number[ROUTH_INSERTION_COLUMNS];
        for (int j = 0; j < ROUTH_INSERTION_COLUMNS; j++)
            number[j] = column[j][i];
        const char *fault = routh_sample_from_numbers(number, &insertion->sample[i], text);
        if (fault)
            return routh_fail(context, ROUTH_BAD_FORMAT, "%s: line %zu: %s", shown, table->line[i], fault);
    }
    return ROUTH_OK;
}

routh_status routh_insertion_read_csv(routh_source *source, routh_insertion *insertion) {
    const routh_table_columns columns = {.required = routh_insertion_columns};
    routh_table table;
    routh_status status = routh_table_read(source->context, source->io, &columns, &table);
    if (status != ROUTH_OK)
        return status;
    status = read_rows(source->context, source->shown, &table, insertion);
    routh_table_release(source->context, &table);
    return status == ROUTH_OK ? read_beside(source->context, source->io.path, insertion) : status;
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
    char *text = routh_json_text(context, constants(insertion), JSON_INDENT(1) | JSON_REAL_PRECISION(17));
    if (!text)
        return ROUTH_OUT_OF_MEMORY;
    fputs(text, file);
    routh_release(context, text);
    return ROUTH_OK;
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
    char path[BESIDE_SIZE];
    routh_text text;
    routh_output beside = {0};
    routh_status status = find_beside(context, to.path, path);
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
