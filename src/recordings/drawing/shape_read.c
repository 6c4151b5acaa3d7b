/* Shapes from files, from a few words, and from meshes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <routh/drawing.h>

#include "algebra/space.h"
#include "base/context.h"
#include "drawing/drawing.h"
#include "file/source.h"
#include "file/text.h"
#include "geometry/geometry.h"

/* Planar shapes from files: CSV, SVG, DXF. */

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
    *shape = (routh_shape){0};
    ROUTH_SOURCE(source, context, from);
    if (isnan(chosen.unit) || chosen.unit < 0 || isinf(chosen.unit))
        return routh_fail_at(context, ROUTH_BAD_ARGUMENT, &(routh_place){.file = source.shown, .field = "unit"},
                             "a unit of %g m is not positive and finite", chosen.unit);
    memcpy(outline.file, source.shown, sizeof outline.file);
    ROUTH_TRY(routh_source_hold_text(&source, LARGEST_FILE));
    ROUTH_TRY(routh_source_refuse_wide(&source, source.io.bytes, source.io.byte_count));
    routh_status status = read_outline(&outline, &source, chosen.unit);
    if (status == ROUTH_OK)
        status = routh_outline_shape(&outline, &chosen, shape);
    if (status != ROUTH_OK)
        *shape = (routh_shape){0};
    routh_outline_release(&outline);
    return status;
}

/* Shapes in space from a few words, as files and command lines have them: "box:0.12,0.08,0.05". */

/* Corners of an ellipsoid where the text has none. */
enum { USUAL_CORNERS = 162 };

/* Is it `count` numbers with commas between, and nothing else? */
static bool parse_numbers(const char *text, double *number, int count) {
    for (int i = 0; i < count; i++) {
        char *end;
        if (!*text || !strchr("0123456789+-.", *text))
            return false;
        number[i] = strtod(text, &end);
        if (end == text || !isfinite(number[i]) || *end != (i + 1 < count ? ',' : '\0'))
            return false;
        text = end + 1;
    }
    return true;
}

static routh_status make_cube(routh_context *context, const char *text, const char *numbers, double *width,
                              routh_shape3 *shape) {
    double edge = 0;
    if (!parse_numbers(numbers, &edge, 1) || !(edge > 0))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape",
                                "\"%.60s\" should look like cube:0.1048, with an edge of more than 0 m", text);
    const routh_status status = routh_shape3_box(context, (const double[3]){edge, edge, edge}, shape);
    *width = status == ROUTH_OK ? edge : 0;
    return status;
}

static routh_status make_ellipsoid(routh_context *context, const char *text, const char *numbers, routh_shape3 *shape) {
    double number[4];
    const bool stated = parse_numbers(numbers, number, 4);
    if (!stated && !parse_numbers(numbers, number, 3))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape",
                                "\"%.60s\" should look like ellipsoid:0.05,0.04,0.03 or ellipsoid:0.05,0.04,0.03,362",
                                text);
    if (stated && !(number[3] >= 1 && number[3] <= ROUTH_MOST_ELLIPSOID_CORNERS))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape", "an ellipsoid of %g corners; it can have 1 … %d",
                                number[3], ROUTH_MOST_ELLIPSOID_CORNERS);
    return routh_shape3_ellipsoid(context, number, stated ? (size_t)number[3] : USUAL_CORNERS, shape);
}

routh_status routh_shape3_of_text(routh_context *context, const char *text, double *width, routh_shape3 *shape) {
    const size_t length = strcspn(text, ":");
    const char *numbers = text[length] == ':' ? text + length + 1 : "";
    double side[3];
    *width = 0;
    *shape = (routh_shape3){0};
    if (strncmp(text, "cube:", 5) == 0 || strncmp(text, "square:", 7) == 0)
        return make_cube(context, text, numbers, width, shape);
    if (strncmp(text, "ellipsoid:", 10) == 0)
        return make_ellipsoid(context, text, numbers, shape);
    if (strncmp(text, "box:", 4) != 0)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape",
                                "no shape in space is called \"%.*s\"; there are cube:0.1048, box:0.12,0.08,0.05, "
                                "ellipsoid:0.05,0.04,0.03 and mesh:part.stl,mm",
                                (int)(length < 40 ? length : 40), text);
    if (!parse_numbers(numbers, side, 3))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape", "\"%.60s\" should look like box:0.12,0.08,0.05",
                                text);
    return routh_shape3_box(context, side, shape);
}

/* Shapes in space from STL and OBJ. */

/* A body across which one can throw is not larger than this, m. Drawings of parts are in millimetres. */
static const double largest_in_metres = 3;

routh_shape3_options routh_shape3_options_default(void) {
    return (routh_shape3_options){.tracked = {NAN, NAN, NAN}};
}

/* Fails where no unit is given and metres cannot be meant. */
static routh_status check_size(routh_context *context, routh_io from, const routh_shape3_options *options,
                               const routh_polyhedron *polyhedron) {
    const double across = 2 * routh_polyhedron_radius(polyhedron);
    routh_source source;
    if (options->unit > 0 || across <= largest_in_metres)
        return ROUTH_OK;
    ROUTH_TRY(routh_source_create(context, from, &source));
    return routh_fail_at(context, ROUTH_BAD_FORMAT, &(routh_place){.file = source.shown, .field = "unit"},
                         "%.4g m across if its numbers are metres; they look like millimetres: state the unit", across);
}

/* What the surface was refused for, and what its hull would be, if it has one. */
static routh_status offer_hull(routh_context *context, routh_io from, const routh_shape3_options *options,
                               routh_status refused) {
    routh_context quiet = context ? *context : routh_context_default();
    const double unit = options->unit > 0 ? options->unit : 1;
    routh_polyhedron *hull;
    if (refused != ROUTH_BAD_FORMAT || from.file || routh_part_read(&quiet, from, unit, true, &hull) != ROUTH_OK)
        return refused;
    char why[ROUTH_MESSAGE_SIZE] = "";
    const routh_where where = context ? context->where : (routh_where){0};
    if (context)
        memcpy(why, context->message, sizeof why);
    routh_status status = check_size(context, from, options, hull); /* the first thing to mend */
    if (status == ROUTH_OK)
        status = routh_fail_at(context, refused, &(routh_place){.field = "hull", .within = &where},
                               "%.400s; its convex hull, %zu corners and %.4g m³, could be taken instead", why,
                               routh_polyhedron_vertices(hull), routh_polyhedron_volume(hull));
    routh_polyhedron_release(context, hull);
    return status;
}

static routh_status read(routh_context *context, routh_io from, const routh_shape3_options *options,
                         routh_polyhedron **polyhedron) {
    const double unit = options->unit > 0 ? options->unit : 1;
    routh_status status = routh_part_read(context, from, unit, options->hull, polyhedron);
    if (status != ROUTH_OK)
        return options->hull ? status : offer_hull(context, from, options, status);
    status = check_size(context, from, options, *polyhedron);
    if (status != ROUTH_OK)
        routh_polyhedron_release(context, *polyhedron);
    return status;
}

routh_status routh_shape3_read(routh_context *context, routh_io from, const routh_shape3_options *options,
                               routh_shape3 *shape) {
    const routh_shape3_options chosen = options ? *options : routh_shape3_options_default();
    const double unit = chosen.unit > 0 ? chosen.unit : 1;
    double tracked[3];
    routh_polyhedron *polyhedron;
    *shape = (routh_shape3){0};
    ROUTH_SOURCE(source, context, from);
    if (isnan(chosen.unit) || chosen.unit < 0 || isinf(chosen.unit))
        return routh_fail_at(context, ROUTH_BAD_ARGUMENT, &(routh_place){.file = source.shown, .field = "unit"},
                             "a unit of %g m is not positive and finite", chosen.unit);
    ROUTH_TRY(read(context, from, &chosen, &polyhedron));
    for (int c = 0; c < 3; c++)
        tracked[c] = unit * chosen.tracked[c];
    const bool given = !isnan(tracked[0]) || !isnan(tracked[1]) || !isnan(tracked[2]);
    const routh_status status = routh_shape3_of_polyhedron(context, polyhedron, given ? tracked : NULL, shape);
    routh_polyhedron_release(context, polyhedron);
    ROUTH_TRY(status);
    const char *slash = strrchr(source.name, '/'), *name = slash ? slash + 1 : source.name;
    routh_show_text(shape->name, sizeof shape->name, name, strlen(name));
    return ROUTH_OK;
}
