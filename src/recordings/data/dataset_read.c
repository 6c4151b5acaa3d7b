/* Recognises what a path holds and calls the reader for it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

#include "base/context.h"
#include "data/dataset.h"
#include "file/matlab.h"

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
    routh_status status = routh_source_begin(source, byte, sizeof byte, &size);
    if (status == ROUTH_OK)
        status = routh_source_refuse_wide(source, byte, size);
    if (status != ROUTH_OK)
        return status;
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
        return routh_read_csv_file(reading);
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
    const routh_status status = routh_source_settle(source);
    return status == ROUTH_OK ? read_content(reading) : status;
}

static routh_status read_dataset(routh_reading *reading) {
    const routh_status status = read_source(reading);
    if (status == ROUTH_OK && reading->options->variable && !reading->variable[0])
        return routh_fail_at(reading->source->context, ROUTH_BAD_ARGUMENT,
                             &(routh_place){.file = reading->source->shown, .field = "variable"},
                             "not a MATLAB file, so it has no variables to choose from");
    return status == ROUTH_OK ? routh_reading_finish(reading) : status;
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
