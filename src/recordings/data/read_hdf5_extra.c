/* Further columns of our own layout: numbers that belong to the impacts and have no meaning of their own here.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>

#include "base/context.h"
#include "data/dataset_layout.h"

static routh_status read_extra(routh_reading *reading, const routh_hdf5_place *place) {
    char name[ROUTH_LABEL_SIZE];
    size_t rows = 0, columns = 0;
    routh_status status = routh_hdf5_text(place, "name", name, sizeof name);
    if (status == ROUTH_OK)
        status = routh_hdf5_shape(place, &rows, &columns);
    if (status != ROUTH_OK)
        return status;
    if (rows != reading->dataset->count || columns != 1)
        return routh_fail_at(reading->source->context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = reading->source->shown, .part = place->path},
                             " is %zu×%zu, but there are %zu impacts with one number each", rows, columns,
                             reading->dataset->count);
    double *value = routh_reading_extra(reading, name);
    return value ? routh_hdf5_numbers(place, value) : ROUTH_OUT_OF_MEMORY;
}

routh_status routh_read_extra_columns(routh_reading *reading, const routh_hdf5_place *root) {
    routh_hdf5_place all, one;
    size_t count = 0;
    bool has = false;
    routh_status status = routh_hdf5_has(root, ROUTH_LAYOUT_EXTRA, &has);
    if (status != ROUTH_OK || !has)
        return status;
    status = routh_hdf5_open(root, ROUTH_LAYOUT_EXTRA, "/" ROUTH_LAYOUT_EXTRA, &all);
    if (status != ROUTH_OK)
        return status;
    status = routh_hdf5_count(&all, &count);
    if (status == ROUTH_OK && count > ROUTH_CSV_MOST_OTHERS)
        status = routh_fail_in(reading->source->context, ROUTH_BAD_FORMAT, reading->source->shown,
                               "/%s holds %zu columns, more than %d", ROUTH_LAYOUT_EXTRA, count, ROUTH_CSV_MOST_OTHERS);
    for (size_t i = 0; status == ROUTH_OK && i < count; i++) {
        char path[64], name[32];
        snprintf(name, sizeof name, "%zu", i);
        snprintf(path, sizeof path, "/%s/%s", ROUTH_LAYOUT_EXTRA, name);
        status = routh_hdf5_open(&all, name, path, &one);
        if (status != ROUTH_OK)
            break;
        status = read_extra(reading, &one);
        routh_hdf5_close(&one);
    }
    routh_hdf5_close(&all);
    return status;
}
