/* A bounce_array from a MATLAB 7.3 file, which is HDF5: a struct array is a group with one dataset of object references
 * for each field; a single struct has the fields' values themselves in their place. Dimensions are in reverse order.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>

#include "base/context.h"
#include "data/read_bounce.h"
#include "file/read_hdf5_values.h"

/* The fields of all elements. */
typedef struct bounce_group {
    routh_hdf5_place field[ROUTH_BOUNCE_FIELDS]; /* id −1: not open */
    char path[ROUTH_BOUNCE_FIELDS][80];
    uint64_t *reference[ROUTH_BOUNCE_FIELDS]; /* NULL: a single element, whose value it is */
} bounce_group;

static routh_status read_value(routh_reading *reading, size_t element, int field, const routh_hdf5_place *value,
                               double *number) {
    size_t rows = 0, columns = 0;
    routh_status status = routh_hdf5_shape(value, &rows, &columns);
    if (status == ROUTH_OK)
        status = routh_bounce_shape(reading, element, field, columns, rows);
    if (status == ROUTH_OK && routh_hdf5_numbers(value, number) != ROUTH_OK)
        status = routh_bounce_fail(reading, element, field, "is damaged, or holds no real numbers");
    return status;
}

static routh_status read_referenced(routh_reading *reading, const bounce_group *group, size_t element, int field,
                                    double *number) {
    routh_hdf5_place value;
    routh_hdf5_follow(&group->field[field], group->reference[field][element], &value);
    if (value.id < 0)
        return routh_bounce_fail(reading, element, field, "is missing or damaged");
    routh_status status = read_value(reading, element, field, &value, number);
    routh_hdf5_close(&value);
    return status;
}

static routh_status read_elements(routh_reading *reading, const bounce_group *group) {
    routh_status status = ROUTH_OK;
    for (size_t i = 0; status == ROUTH_OK && i < reading->dataset->count; i++) {
        routh_bounce bounce;
        for (int field = 0; status == ROUTH_OK && field < ROUTH_BOUNCE_FIELDS; field++)
            status = group->reference[field] ? read_referenced(reading, group, i, field, bounce[field])
                                             : read_value(reading, i, field, &group->field[field], bounce[field]);
        if (status == ROUTH_OK)
            status = routh_bounce_store(reading, i, bounce);
    }
    return status;
}

/* How many elements a field has; its references where it has some. */
static routh_status open_field(routh_reading *reading, const routh_hdf5_place *array, bounce_group *group, int field) {
    const char *name = routh_bounce_fields[field].name;
    routh_hdf5_place *place = &group->field[field];
    snprintf(group->path[field], sizeof group->path[field], "/%s/%s", reading->variable, name);
    size_t rows = 0, columns = 0;
    routh_status status = routh_hdf5_open(array, name, group->path[field], place);
    if (status == ROUTH_OK)
        status = routh_hdf5_shape(place, &rows, &columns);
    if (status != ROUTH_OK)
        return status;
    bool referenced = false;
    status = routh_hdf5_has_references(place, &referenced);
    if (!referenced)
        rows = columns = 1;
    if (status == ROUTH_OK && !reading->dataset->record)
        status = routh_bounce_begin(reading, columns, rows);
    if (status == ROUTH_OK && rows * columns != reading->dataset->count)
        status = routh_fail_at(reading->source->context, ROUTH_BAD_FORMAT,
                               &(routh_place){.file = reading->source->shown, .part = group->path[field]},
                               " has %zu elements, other fields have %zu", rows * columns, reading->dataset->count);
    if (status != ROUTH_OK || !referenced)
        return status;
    group->reference[field] = routh_allocate(reading->source->context, rows * columns, sizeof(uint64_t));
    return group->reference[field] ? routh_hdf5_references(place, group->reference[field]) : ROUTH_OUT_OF_MEMORY;
}

static routh_status read_group(routh_reading *reading, const routh_hdf5_place *array) {
    bounce_group group = {0};
    routh_status status = ROUTH_OK;
    for (int field = 0; field < ROUTH_BOUNCE_FIELDS; field++)
        group.field[field].id = -1;
    for (int field = 0; status == ROUTH_OK && field < ROUTH_BOUNCE_FIELDS; field++)
        status = open_field(reading, array, &group, field);
    if (status == ROUTH_OK)
        status = read_elements(reading, &group);
    for (int field = 0; field < ROUTH_BOUNCE_FIELDS; field++) {
        routh_release(reading->source->context, group.reference[field]);
        routh_hdf5_close(&group.field[field]);
    }
    return status;
}

/* Struct of tables --------------------------------------------------------------------------------------*/

static routh_status read_table(routh_reading *reading, const routh_hdf5_place *group, int field,
                               routh_bounce_table *table) {
    char path[sizeof reading->variable + 16];
    routh_hdf5_place place;
    size_t rows = 0, columns = 0;
    snprintf(path, sizeof path, "/%s/%s", reading->variable, routh_bounce_tables[field].name);
    routh_status status = routh_hdf5_open(group, routh_bounce_tables[field].name, path, &place);
    if (status == ROUTH_OK)
        status = routh_hdf5_shape(&place, &rows, &columns);
    if (status == ROUTH_OK)
        status = routh_bounce_table_begin(reading, field, columns, rows, table);
    if (status == ROUTH_OK && routh_hdf5_numbers(&place, table->value) != ROUTH_OK)
        status = routh_bounce_table_fail(reading, field, "is damaged, or holds no real numbers");
    return status;
}

static routh_status read_tables(routh_reading *reading, const routh_hdf5_place *group) {
    routh_bounce_table table[ROUTH_BOUNCE_FIELDS] = {{.value = NULL}};
    routh_status status = ROUTH_OK;
    for (int field = 0; status == ROUTH_OK && field < ROUTH_BOUNCE_FIELDS; field++)
        status = read_table(reading, group, field, &table[field]);
    return routh_bounce_tables_end(reading, status, table);
}

/* Variables ----------------------------------------------------------------------------------------------*/

/* A group with all these fields. */
static routh_status has_fields(const routh_hdf5_place *variable, const routh_bounce_field *wanted, bool *has) {
    routh_status status = ROUTH_OK;
    *has = true;
    for (int field = 0; status == ROUTH_OK && *has && field < ROUTH_BOUNCE_FIELDS; field++)
        status = routh_hdf5_holds(variable, wanted[field].name, has);
    return status;
}

static routh_status has_form(const routh_hdf5_place *variable, bool *has) {
    const routh_status status = has_fields(variable, routh_bounce_fields, has);
    return status == ROUTH_OK && !*has ? has_fields(variable, routh_bounce_tables, has) : status;
}

static routh_status choose(routh_reading *reading, const routh_hdf5_place *root, routh_hdf5_place *chosen) {
    routh_bounce_choice choice = routh_bounce_choice_of(reading);
    routh_hdf5_link *link;
    size_t count = 0;
    routh_status status = routh_hdf5_links(root, &link, &count);
    for (size_t i = 0; status == ROUTH_OK && i < count; i++) {
        routh_hdf5_place variable = *root;
        bool has = false;
        if (link[i].address == ROUTH_HDF5_NOWHERE)
            continue; /* in another file */
        variable.id = (int64_t)link[i].address;
        status = has_form(&variable, &has);
        if (status == ROUTH_OK && routh_bounce_offer(reading, &choice, (const char *)link[i].name, link[i].length, has))
            *chosen = variable;
    }
    routh_release(reading->source->context, link);
    return status == ROUTH_OK ? routh_bounce_choose(reading, &choice) : status;
}

routh_status routh_read_bounces_73(routh_reading *reading) {
    routh_hdf5_file file;
    routh_hdf5_place array = {.id = -1};
    char path[80];
    routh_status status = routh_hdf5_open_file(reading->source, &file);
    if (status == ROUTH_OK)
        status = choose(reading, &file.root, &array);
    if (status == ROUTH_OK) {
        snprintf(path, sizeof path, "/%s", reading->variable);
        array.path = path;
        bool tables = false;
        status = has_fields(&array, routh_bounce_tables, &tables);
        if (status == ROUTH_OK)
            status = tables ? read_tables(reading, &array) : read_group(reading, &array);
        routh_hdf5_close(&array);
    }
    routh_hdf5_close_file(&file);
    return status;
}
