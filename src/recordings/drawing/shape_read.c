/* Planar shapes from files: CSV, SVG, DXF.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "drawing/outline.h"
#include "file/source.h"
#include "file/units.h"

/* The largest file accepted, bytes. */
#define LARGEST_FILE ((size_t)1 << 28)

routh_shape_options routh_shape_options_default(void) {
    return (routh_shape_options){.centre = {NAN, NAN}};
}

/* The column that is called `name` but for a unit of length, as "x (mm)"; the count of columns where there is none. */
static size_t find_with_unit(const routh_table *table, const char *name, double *unit) {
    routh_quantity quantity;
    for (size_t j = 0; j < table->columns; j++)
        if (routh_unit_stripped(table->name[j]) == strlen(name) && strncmp(table->name[j], name, strlen(name)) == 0 &&
            routh_unit_of_name(table->name[j], &quantity, unit) && quantity == ROUTH_LENGTH)
            return j;
    return table->columns;
}

/* Points of columns such as "x (mm)" and "y (mm)". *there 0: there are none. */
static routh_status read_with_units(routh_outline *outline, const routh_source *source, double given, bool *there) {
    routh_table table;
    double unit_x = 1, unit_y = 1;
    *there = false;
    routh_status status =
        routh_table_read(outline->context, source->io, &(routh_table_columns){.others = true}, &table);
    if (status != ROUTH_OK) /* the usual reader says what is wrong */
        return status == ROUTH_OUT_OF_MEMORY ? status : ROUTH_OK;
    const size_t x = find_with_unit(&table, "x", &unit_x), y = find_with_unit(&table, "y", &unit_y);
    *there = x < table.columns && y < table.columns;
    if (*there && given > 0 && fabs(given / unit_x - 1) > 1e-9)
        status = routh_fail_at(
            outline->context, ROUTH_BAD_FORMAT, &(routh_place){.file = outline->file, .column = table.name[x]},
            "the column \"%.40s\" states its unit, and another one, of %g m, is given", table.name[x], given);
    for (size_t i = 0; *there && i < table.rows && status == ROUTH_OK; i++)
        status = routh_outline_add(outline, table.column[x][i], table.column[y][i] * (unit_y / unit_x));
    if (*there)
        outline->unit = unit_x;
    routh_table_release(outline->context, &table);
    return status;
}

static routh_status read_csv(routh_outline *outline, const routh_source *source, double unit) {
    static const char *const names[] = {"x", "y", NULL};
    routh_table table;
    bool there;
    routh_status status = read_with_units(outline, source, unit, &there);
    if (status != ROUTH_OK || there)
        return status;
    status = routh_table_read(outline->context, source->io, &(routh_table_columns){.required = names}, &table);
    if (status != ROUTH_OK)
        return status;
    const double *x = routh_table_column(&table, "x"), *y = routh_table_column(&table, "y");
    for (size_t i = 0; i < table.rows && status == ROUTH_OK; i++)
        status = routh_outline_add(outline, x[i], y[i]);
    routh_table_release(outline->context, &table);
    return status;
}

static const char *skip_space(const char *text) {
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0)
        text += 3;
    while (*text == ' ' || *text == '\t' || *text == '\r' || *text == '\n')
        text++;
    return text;
}

/* DXF begins with the group code 0 and "SECTION", or 999 and a comment. */
static bool is_dxf(const char *bytes) {
    const char *first = skip_space(bytes), *line = strchr(first, '\n');
    const bool code = (first[0] == '0' && strchr(" \r\n\t", first[1])) || strncmp(first, "999", 3) == 0;
    return code && line && strncmp(skip_space(line), "SECTION", 7) == 0;
}

static routh_status read_outline(routh_outline *outline, const routh_source *source, double unit) {
    const char *bytes = source->io.bytes;
    const size_t size = source->io.byte_count;
    if (size >= 18 && memcmp(bytes, "AutoCAD Binary DXF", 18) == 0)
        return routh_fail_in(outline->context, ROUTH_BAD_FORMAT, outline->file,
                             "binary DXF; save it as text (ASCII) DXF");
    if (routh_name_ends(source->name, ".dxf") || is_dxf(bytes))
        return routh_outline_read_dxf(outline, bytes, size);
    if (*skip_space(bytes) == '<')
        return routh_outline_read_svg(outline, bytes, size, unit);
    return read_csv(outline, source, unit);
}

routh_status routh_shape_read(routh_context *context, routh_io from, const routh_shape_options *options,
                              routh_shape *shape) {
    const routh_shape_options chosen = options ? *options : routh_shape_options_default();
    routh_outline outline = {.context = context};
    routh_source source;
    *shape = (routh_shape){0};
    routh_status status = routh_source_create(context, from, &source);
    if (status != ROUTH_OK)
        return status;
    if (isnan(chosen.unit) || chosen.unit < 0 || isinf(chosen.unit))
        return routh_fail_at(context, ROUTH_BAD_ARGUMENT, &(routh_place){.file = source.shown, .field = "unit"},
                             "a unit of %g m is not positive and finite", chosen.unit);
    memcpy(outline.file, source.shown, sizeof outline.file);
    status = routh_source_hold_text(&source, LARGEST_FILE);
    if (status == ROUTH_OK)
        status = routh_source_refuse_wide(&source, source.io.bytes, source.io.byte_count);
    if (status == ROUTH_OK)
        status = read_outline(&outline, &source, chosen.unit);
    if (status == ROUTH_OK)
        status = routh_outline_shape(&outline, &chosen, shape);
    if (status != ROUTH_OK)
        *shape = (routh_shape){0};
    routh_outline_release(&outline);
    routh_source_release(&source);
    return status;
}
