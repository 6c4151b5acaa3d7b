/* Recognises what a path holds and calls the reader for it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

#include "base/context.h"
#include "data/dataset.h"
#include "file/matlab.h"
#include "file/source.h"
#include "file/text.h"

/* Before a recording is read, and after. */

/* Within its range, or 0 or NaN, which say nothing. */
static routh_status check_one(routh_context *context, const char *field, const char *unit, double value, double low,
                              double high) {
    const routh_limit limit = {field, unit, value, low, high};
    return isnan(value) || value == 0 ? ROUTH_OK : routh_check_limits(context, "recording", &limit, 1);
}

routh_status routh_import_options_check(routh_context *context, const routh_import_options *options) {
    const routh_body *body = options->body;
    ROUTH_TRY(check_one(context, "body.mass", "kg", body ? body->mass : 0, ROUTH_RANGE_MASS));
    ROUTH_TRY(check_one(context, "body.inertia", "kg m²", body ? body->inertia : 0, ROUTH_RANGE_INERTIA));
    ROUTH_TRY(check_one(context, "gyration", "m", options->gyration, ROUTH_RANGE_LENGTH));
    ROUTH_TRY(check_one(context, "rate", "Hz", options->rate, ROUTH_RANGE_RATE));
    ROUTH_TRY(check_one(context, "gravity", "m/s²", options->gravity, ROUTH_RANGE_GRAVITY));
    return check_one(context, "gap", "s", options->gap, 0, 1e6);
}

/* What follows any reading: angles without jumps, marks, and the name. */
static routh_status finish(routh_reading *reading) {
    routh_dataset *dataset = reading->dataset;
    routh_dataset_unwrap(reading->source->context, dataset);
    ROUTH_TRY(routh_dataset_mark(reading->source->context, dataset));
    const char *name = reading->options->name;
    if (name)
        routh_show_text(dataset->name, sizeof dataset->name, name, strlen(name));
    else if (dataset->name[0] == '\0')
        routh_name_of_path(reading->source->name, !reading->in_memory && routh_source_is_folder(reading->source),
                           dataset->name);
    if (dataset->source[0] == '\0')
        routh_show_source(dataset->source, sizeof dataset->source, reading->source->name);
    return ROUTH_OK;
}

/* Comma-separated values: the header says whether the rows are impacts or the samples of one trajectory. */

/* Neither kind of table: shows the header that was found. */
static routh_status fail_unrecognised(const routh_source *source, const routh_header *header) {
    const routh_place place = {.file = source->shown, .field = "columns"};
    char shown[ROUTH_SHOWN_HEADER];
    if (!header->line)
        return routh_fail_at(source->context, ROUTH_BAD_FORMAT, &place, ROUTH_NO_KNOWN_TABLE);
    routh_show_text(shown, sizeof shown, header->line, header->length);
    return routh_fail_at(source->context, ROUTH_BAD_FORMAT, &place, ROUTH_NO_KNOWN_TABLE "; the header has %s%s", shown,
                         routh_header_hint(header->line, header->length));
}

static routh_status read_csv_file(routh_reading *reading) {
    ROUTH_ARENA(room, reading->source->context);
    routh_header header;
    ROUTH_TRY(routh_header_read(reading->source, &room, &header));
    ROUTH_TRY(routh_refuse_spatial(reading->source, &header));
    return routh_header_has_impacts(&header)  ? routh_read_impact_rows(reading, &header)
           : routh_header_has_motion(&header) ? routh_read_one_trajectory(reading, &header)
                                              : fail_unrecognised(reading->source, &header);
}

/* A dataset from tables in memory, as from files that hold them. */

/* Other columns than the required ones may hold anything, as in a file, but not infinities. */
static routh_status take_tables(routh_reading *reading, const routh_table *table, size_t count) {
    routh_context *context = reading->source->context;
    for (size_t i = 0; i < count; i++)
        if (!table[i].source || table[i].rows == 0)
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "tables", "table %zu of %zu %s", i + 1, count,
                                    table[i].source ? "has no rows" : "has no name");
    static const char *const names[] = {"x", "y", "z", "theta", "th"};
    const routh_header header = {.table = &table[0]};
    const bool impacts = routh_header_has_impacts(&header);
    bool known = impacts;
    for (size_t j = 0; j < sizeof names / sizeof *names; j++)
        known = known || routh_header_has(&header, names[j]);
    if (!known)
        return routh_table_fail_missing(context, &table[0], reading->source->shown, NULL);
    if (!impacts)
        return routh_trajectories_of_tables(reading, table, count);
    if (count > 1)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "tables",
                                "%zu tables of impacts: a dataset has one of them, or several motions", count);
    return routh_impact_rows_of_table(reading, table);
}

routh_status routh_dataset_of_tables(routh_context *context, const routh_table *table, size_t count,
                                     const routh_import_options *options, routh_dataset *dataset) {
    *dataset = (routh_dataset){0};
    const routh_import_options as_recorded = routh_import_options_default();
    routh_source source = {.context = context, .name = count > 0 && table[0].source ? table[0].source : "tables"};
    routh_show_source(source.shown, sizeof source.shown, source.name);
    routh_reading reading = {
        .source = &source, .options = options ? options : &as_recorded, .dataset = dataset, .in_memory = true};
    routh_status status = routh_import_options_check(context, reading.options);
    if (status == ROUTH_OK && count == 0)
        status = routh_fail_field(context, ROUTH_BAD_ARGUMENT, "tables", "there is no table");
    if (status == ROUTH_OK)
        status = take_tables(&reading, table, count);
    if (status == ROUTH_OK)
        status = finish(&reading);
    if (status != ROUTH_OK)
        routh_dataset_release(context, dataset);
    return status;
}

enum { BEGINNING = 512 };

static bool is_text(const unsigned char *byte, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (byte[i] < ' ' && byte[i] != '\t' && byte[i] != '\n' && byte[i] != '\r')
            return false;
    return true;
}

static routh_status read_content(routh_reading *reading) {
    routh_source *source = reading->source;
    unsigned char byte[BEGINNING];
    size_t size = 0, at;
    ROUTH_TRY(routh_source_begin(source, byte, sizeof byte, &size));
    ROUTH_TRY(routh_source_refuse_wide(source, byte, size));
    if (size == 0)
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown, "the file is empty");
    if (routh_hdf5_begins(byte, size, &at))
        return routh_read_dataset_file(reading);
    if (routh_matlab_version(byte, size) > 0)
        return routh_read_matlab_impacts(reading);
    if (routh_name_ends(source->name, ".mat"))
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                             "not a MATLAB file (5 or 7.3), despite its name");
    if (is_text(byte, size))
        return read_csv_file(reading);
    return routh_fail_at(source->context, ROUTH_BAD_FORMAT, &(routh_place){.file = source->shown, .field = "columns"},
                         "neither a dataset (HDF5), a MATLAB file (5 or 7.3) nor comma-separated values");
}

static routh_status read_source(routh_reading *reading) {
    routh_source *source = reading->source;
    struct stat what;
    if (source->io.path && stat(source->io.path, &what) != 0)
        return routh_fail_in(source->context, ROUTH_FILE_ERROR, source->shown, "cannot read: %s", strerror(errno));
    if (source->io.path && S_ISDIR(what.st_mode))
        return routh_read_csv_folder(reading);
    if (source->io.path && !S_ISREG(what.st_mode))
        return routh_fail_in(source->context, ROUTH_FILE_ERROR, source->shown, "neither a file nor a folder");
    ROUTH_TRY(routh_source_settle(source));
    return read_content(reading);
}

static routh_status read_dataset(routh_reading *reading) {
    ROUTH_TRY(read_source(reading));
    if (reading->options->variable && !reading->variable[0])
        return routh_fail_at(reading->source->context, ROUTH_BAD_ARGUMENT,
                             &(routh_place){.file = reading->source->shown, .field = "variable"},
                             "not a MATLAB file, so it has no variables to choose from");
    return finish(reading);
}

routh_status routh_dataset_read(routh_context *context, routh_io from, const routh_import_options *options,
                                routh_dataset *dataset) {
    if (!dataset)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "reading a dataset needs a dataset");
    *dataset = (routh_dataset){0};
    routh_import_options as_recorded = routh_import_options_default();
    routh_source source;
    routh_reading reading = {.source = &source, .options = options ? options : &as_recorded, .dataset = dataset};
    routh_status status = routh_source_create(context, from, &source);
    if (status == ROUTH_OK)
        status = routh_import_options_check(context, reading.options);
    if (status == ROUTH_OK)
        status = read_dataset(&reading);
    routh_source_release(&source);
    if (status != ROUTH_OK)
        routh_dataset_release(context, dataset);
    return status;
}
