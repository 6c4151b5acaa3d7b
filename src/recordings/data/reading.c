/* Before a recording is read, and after.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "data/dataset.h"
#include "file/folder.h"

/* Within its range, or 0 or NaN, which say nothing. */
static routh_status check_one(routh_context *context, const char *field, const char *unit, double value, double low,
                              double high) {
    const routh_limit limit = {field, unit, value, low, high};
    return isnan(value) || value == 0 ? ROUTH_OK : routh_check_limits(context, "recording", &limit, 1);
}

routh_status routh_import_options_check(routh_context *context, const routh_import_options *options) {
    const routh_body *body = options->body;
    routh_status status = check_one(context, "body.mass", "kg", body ? body->mass : 0, ROUTH_RANGE_MASS);
    if (status == ROUTH_OK)
        status = check_one(context, "body.inertia", "kg m²", body ? body->inertia : 0, ROUTH_RANGE_INERTIA);
    if (status == ROUTH_OK)
        status = check_one(context, "gyration", "m", options->gyration, ROUTH_RANGE_LENGTH);
    if (status == ROUTH_OK)
        status = check_one(context, "rate", "Hz", options->rate, ROUTH_RANGE_RATE);
    if (status == ROUTH_OK)
        status = check_one(context, "gravity", "m/s²", options->gravity, ROUTH_RANGE_GRAVITY);
    return status == ROUTH_OK ? check_one(context, "gap", "s", options->gap, 0, 1e6) : status;
}

routh_status routh_reading_finish(routh_reading *reading) {
    routh_dataset *dataset = reading->dataset;
    routh_dataset_unwrap(reading->source->context, dataset);
    const routh_status status = routh_dataset_mark(reading->source->context, dataset);
    if (status != ROUTH_OK)
        return status;
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
