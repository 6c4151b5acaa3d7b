/* The outline of an SVG file: the one path, polygon, rect, circle or ellipse that is drawn in it. Elements are looked at one
 * after another; groups add their transforms; what only defines something is passed over.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "drawing/drawing.h"

enum { DEEPEST = 64, MOST_ATTRIBUTES = 64, LISTED = 6 };

/* A stretch of the file's text. */
typedef struct svg_text {
    const char *at;
    size_t length;
} svg_text;

typedef struct svg_element {
    svg_text name;
    size_t attributes;
    svg_text key[MOST_ATTRIBUTES], value[MOST_ATTRIBUTES];
    bool ends; /* "/>" */
} svg_element;

typedef struct svg_drawing {
    routh_outline *outline;
    const char *at, *end;
    double matrix[DEEPEST][6]; /* of the elements that are open: a c e; b d f */
    svg_text open[DEEPEST];
    size_t depth, hidden; /* hidden: depth at which something is only defined; 0: nothing is */
    double unit;          /* of the user's unit, m; 0: not said */

    size_t found; /* shapes that are drawn */
    char listed[LISTED * (ROUTH_SHOWN_VALUE + 2)];
    svg_element shape; /* the first, and its matrix */
    double placed[6];
} svg_drawing;

static bool is(svg_text text, const char *word) {
    return text.length == strlen(word) && memcmp(text.at, word, text.length) == 0;
}

static bool is_one_of(svg_text text, const char *const *words) {
    for (; *words; words++)
        if (is(text, *words))
            return true;
    return false;
}

static svg_text value_of(const svg_element *e, const char *key) {
    for (size_t i = 0; i < e->attributes; i++)
        if (is(e->key[i], key))
            return e->value[i];
    return (svg_text){"", 0};
}

static double number_or(const svg_element *e, const char *key, double otherwise) {
    const svg_text text = value_of(e, key);
    const char *at = text.at;
    double value;
    return text.length > 0 && routh_svg_number(&at, text.at + text.length, &value) ? value : otherwise;
}

/* Transforms ----------------------------------------------------------------------------------------------*/

/* first · then, in place: `then` is applied to points before. */
static void multiply(double first[6], const double then[6]) {
    double product[6];
    for (int r = 0; r < 6; r += 3) {
        product[r] = first[r] * then[0] + first[r + 1] * then[3];
        product[r + 1] = first[r] * then[1] + first[r + 1] * then[4];
        product[r + 2] = first[r] * then[2] + first[r + 1] * then[5] + first[r + 2];
    }
    memcpy(first, product, sizeof product);
}

static bool matrix_of(svg_text name, const double *n, int count, double matrix[6]) {
    const double angle = n[0] * ROUTH_PI / 180;
    memcpy(matrix, (double[]){1, 0, 0, 0, 1, 0}, 6 * sizeof *matrix);
    if (is(name, "matrix") && count == 6) {
        memcpy(matrix, (double[]){n[0], n[2], n[4], n[1], n[3], n[5]}, 6 * sizeof *matrix);
    } else if (is(name, "translate") && (count == 1 || count == 2)) {
        matrix[2] = n[0];
        matrix[5] = count == 2 ? n[1] : 0;
    } else if (is(name, "scale") && (count == 1 || count == 2)) {
        matrix[0] = n[0];
        matrix[4] = count == 2 ? n[1] : n[0];
    } else if (is(name, "rotate") && (count == 1 || count == 3)) {
        const double c = cos(angle), s = sin(angle), x = count == 3 ? n[1] : 0, y = count == 3 ? n[2] : 0;
        memcpy(matrix, (double[]){c, -s, x - c * x + s * y, s, c, y - s * x - c * y}, 6 * sizeof *matrix);
    } else if (is(name, "skewX") && count == 1) {
        matrix[1] = tan(angle);
    } else if (is(name, "skewY") && count == 1) {
        matrix[3] = tan(angle);
    } else {
        return false;
    }
    return true;
}

static routh_status transform(const svg_drawing *d, const svg_element *e, double matrix[6]) {
    const svg_text text = value_of(e, "transform");
    const char *at = text.at, *end = text.at + text.length;
    while (at < end) {
        double n[6] = {0}, own[6];
        int count = 0;
        while (at < end && (isspace((unsigned char)*at) || *at == ','))
            at++;
        svg_text name = {at, 0};
        while (at < end && isalpha((unsigned char)*at))
            at++, name.length++;
        if (name.length == 0 && at == end)
            return ROUTH_OK;
        const char *open = at;
        while (open < end && isspace((unsigned char)*open))
            open++;
        at = open < end && *open == '(' ? open + 1 : end;
        while (count < 6 && routh_svg_number(&at, end, &n[count]))
            count++;
        while (at < end && isspace((unsigned char)*at))
            at++;
        if (at == end || *at++ != ')' || !matrix_of(name, n, count, own)) {
            char shown[ROUTH_SHOWN_VALUE];
            routh_show_text(shown, sizeof shown, text.at, text.length);
            return routh_fail_in(d->outline->context, ROUTH_BAD_FORMAT, d->outline->file,
                                 "transform=\"%s\" is none that SVG has", shown);
        }
        multiply(matrix, own);
    }
    return ROUTH_OK;
}

/* The user's unit of length -------------------------------------------------------------------------------*/

/* A length with a unit of the world, m; 0: none. */
static double length_of(svg_text text) {
    static const struct {
        const char *name;
        double unit;
    } units[] = {{"mm", 1e-3}, {"cm", 1e-2}, {"m", 1}, {"in", 0.0254}, {"pt", 0.0254 / 72}, {"pc", 0.0254 / 6}};
    const char *at = text.at;
    double value;
    if (text.length == 0 || !routh_svg_number(&at, text.at + text.length, &value))
        return 0;
    const svg_text rest = {at, (size_t)(text.at + text.length - at)};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (is(rest, units[i].name))
            return value * units[i].unit;
    return 0;
}

static routh_status take_unit(svg_drawing *d, const svg_element *e) {
    const svg_text box = value_of(e, "viewBox");
    const double width = length_of(value_of(e, "width")), height = length_of(value_of(e, "height"));
    double n[4];
    const char *at = box.at;
    if (!(width > 0))
        return ROUTH_OK;
    d->unit = 0.0254 / 96; /* CSS: a pixel */
    if (box.length == 0)
        return ROUTH_OK;
    for (int i = 0; i < 4; i++)
        if (!routh_svg_number(&at, box.at + box.length, &n[i]))
            n[2] = n[3] = 0, i = 4;
    if (!(n[2] > 0 && n[3] > 0))
        return routh_fail_in(d->outline->context, ROUTH_BAD_FORMAT, d->outline->file,
                             "viewBox must be four numbers, the last two > 0");
    d->unit = width / n[2];
    if (height > 0 && fabs(height / n[3] / d->unit - 1) > 0.01)
        return routh_fail_at(d->outline->context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = d->outline->file, .field = "unit"},
                             "width, height and viewBox make %g mm across and %g mm upwards of a unit; state the "
                             "unit",
                             1e3 * d->unit, 1e3 * height / n[3]);
    return ROUTH_OK;
}

/* Elements ------------------------------------------------------------------------------------------------*/

static const char *find(const char *at, const char *end, const char *mark) {
    const size_t length = strlen(mark);
    for (; at + length <= end; at++)
        if (memcmp(at, mark, length) == 0)
            return at + length;
    return end;
}

static bool in_name(char c) {
    return isalnum((unsigned char)c) || c == '-' || c == '_' || c == ':' || c == '.' || (unsigned char)c >= 0x80;
}

/* A name without its namespace. */
static svg_text take_name(const char **at, const char *end) {
    svg_text name = {*at, 0};
    for (; *at < end && in_name(**at); ++*at) {
        name.length++;
        if (**at == ':')
            name = (svg_text){*at + 1, 0};
    }
    return name;
}

/* What follows "<"; false where it is not as XML has it. */
static bool take_element(svg_drawing *d, svg_element *e) {
    *e = (svg_element){.name = take_name(&d->at, d->end)};
    while (d->at < d->end) {
        while (d->at < d->end && isspace((unsigned char)*d->at))
            d->at++;
        if (d->at < d->end && *d->at == '>') {
            d->at++;
            return e->name.length > 0;
        }
        if (d->at + 1 < d->end && d->at[0] == '/' && d->at[1] == '>') {
            d->at += 2;
            e->ends = true;
            return e->name.length > 0;
        }
        const svg_text key = take_name(&d->at, d->end);
        while (d->at < d->end && (isspace((unsigned char)*d->at) || *d->at == '='))
            d->at++;
        if (key.length == 0 || d->at == d->end || (*d->at != '"' && *d->at != '\''))
            return false;
        const char *value = d->at + 1, *close = memchr(value, *d->at, (size_t)(d->end - value));
        if (!close)
            return false;
        if (e->attributes < MOST_ATTRIBUTES) {
            e->key[e->attributes] = key;
            e->value[e->attributes++] = (svg_text){value, (size_t)(close - value)};
        }
        d->at = close + 1;
    }
    return false;
}

static void remember(svg_drawing *d, const svg_element *e, const double matrix[6]) {
    const svg_text id = value_of(e, "id");
    char shown[ROUTH_SHOWN_VALUE];
    routh_show_text(shown, sizeof shown, id.length > 0 ? id.at : e->name.at,
                    id.length > 0 ? id.length : e->name.length);
    const size_t used = strlen(d->listed);
    if (d->found < LISTED)
        snprintf(d->listed + used, sizeof d->listed - used, "%s%s", used > 0 ? ", " : "", shown);
    if (d->found++ > 0)
        return;
    d->shape = *e;
    memcpy(d->placed, matrix, sizeof d->placed);
}

/* An element that begins. */
static routh_status enter(svg_drawing *d, const svg_element *e) {
    static const char *const drawn[] = {"path", "polygon", "rect", "circle", "ellipse", "polyline", "line", NULL};
    static const char *const defines[] = {"defs",  "symbol", "clipPath", "mask",  "marker",    "pattern",
                                          "style", "script", "metadata", "title", "namedview", NULL};
    double matrix[6];
    memcpy(matrix, d->matrix[d->depth], sizeof matrix);
    if (d->depth == 0 && is(e->name, "svg"))
        ROUTH_TRY(take_unit(d, e));
    if (d->hidden == 0)
        ROUTH_TRY(transform(d, e, matrix));
    if (d->hidden == 0 && is_one_of(e->name, drawn))
        remember(d, e, matrix);
    if (e->ends)
        return ROUTH_OK;
    if (d->depth + 1 == DEEPEST)
        return routh_fail_in(d->outline->context, ROUTH_BAD_FORMAT, d->outline->file,
                             "elements are nested more than %d deep", DEEPEST);
    d->open[d->depth++] = e->name;
    memcpy(d->matrix[d->depth], matrix, sizeof matrix);
    if (d->hidden == 0 && is_one_of(e->name, defines))
        d->hidden = d->depth;
    return ROUTH_OK;
}

static void leave(svg_drawing *d) {
    d->at = find(d->at, d->end, ">");
    if (d->depth == 0)
        return;
    if (d->hidden == d->depth)
        d->hidden = 0;
    d->depth--;
}

static routh_status look(svg_drawing *d) {
    routh_status status = ROUTH_OK;
    while (status == ROUTH_OK && (d->at = find(d->at, d->end, "<")) < d->end) {
        svg_element e;
        if (strncmp(d->at, "!--", 3) == 0)
            d->at = find(d->at + 3, d->end, "-->");
        else if (strncmp(d->at, "![CDATA[", 8) == 0)
            d->at = find(d->at, d->end, "]]>");
        else if (*d->at == '?' || *d->at == '!')
            d->at = find(d->at, d->end, ">");
        else if (*d->at == '/')
            leave(d);
        else if (take_element(d, &e))
            status = enter(d, &e);
        else
            return routh_fail_in(d->outline->context, ROUTH_BAD_FORMAT, d->outline->file,
                                 "not an SVG file: an element is damaged");
    }
    return status;
}

/* Shapes --------------------------------------------------------------------------------------------------*/

static routh_status add(svg_drawing *d, double x, double y) {
    const double *m = d->placed;
    return routh_outline_add(d->outline, m[0] * x + m[1] * y + m[2], m[3] * x + m[4] * y + m[5]);
}

static routh_status add_polygon(svg_drawing *d) {
    const svg_text text = value_of(&d->shape, "points");
    const char *at = text.at, *end = text.at + text.length;
    double x, y;
    routh_status status = ROUTH_OK;
    while (status == ROUTH_OK && routh_svg_number(&at, end, &x)) {
        if (!routh_svg_number(&at, end, &y))
            return routh_fail_in(d->outline->context, ROUTH_BAD_FORMAT, d->outline->file,
                                 "a point of the polygon lacks its y");
        status = add(d, x, y);
    }
    return status;
}

static routh_status add_rect(svg_drawing *d) {
    const svg_element *e = &d->shape;
    const double x = number_or(e, "x", 0), y = number_or(e, "y", 0);
    const double right = x + number_or(e, "width", 0), below = y + number_or(e, "height", 0);
    if (number_or(e, "rx", 0) > 0 || number_or(e, "ry", 0) > 0)
        return routh_fail_in(d->outline->context, ROUTH_BAD_FORMAT, d->outline->file,
                             "a rect with rounded corners; convert it to a path");
    ROUTH_TRY(add(d, x, y));
    ROUTH_TRY(add(d, right, y));
    ROUTH_TRY(add(d, right, below));
    return add(d, x, below);
}

/* A circle stays one under turns and even scales. */
static routh_status add_ellipse(svg_drawing *d) {
    const svg_element *e = &d->shape;
    const double *m = d->placed, r = number_or(e, "r", 0), cx = number_or(e, "cx", 0), cy = number_or(e, "cy", 0);
    const double rx = r > 0 ? r : number_or(e, "rx", 0), ry = r > 0 ? r : number_or(e, "ry", 0);
    const double centre[2] = {m[0] * cx + m[1] * cy + m[2], m[3] * cx + m[4] * cy + m[5]};
    const double x_axis[2] = {rx * m[0], rx * m[3]}, y_axis[2] = {ry * m[1], ry * m[4]};
    const double a = hypot(x_axis[0], x_axis[1]), b = hypot(y_axis[0], y_axis[1]);
    const double skew = x_axis[0] * y_axis[0] + x_axis[1] * y_axis[1];
    if (a > 0 && fabs(a - b) <= 1e-9 * a && fabs(skew) <= 1e-9 * a * a)
        d->outline->radius = a;
    return routh_outline_arc(d->outline, centre, x_axis, y_axis, 0, 2 * ROUTH_PI);
}

static routh_status add_shape(svg_drawing *d) {
    const svg_text name = d->shape.name, path = value_of(&d->shape, "d");
    if (is(name, "path"))
        return routh_svg_path(d->outline, path.at, path.length, d->placed);
    if (is(name, "polygon"))
        return add_polygon(d);
    if (is(name, "rect"))
        return add_rect(d);
    if (is(name, "circle") || is(name, "ellipse"))
        return add_ellipse(d);
    return routh_fail_in(d->outline->context, ROUTH_BAD_FORMAT, d->outline->file,
                         "its only shape is an open %.*s; a closed path is needed", (int)name.length, name.at);
}

routh_status routh_outline_read_svg(routh_outline *outline, const char *bytes, size_t size, double unit) {
    ROUTH_ARENA(room, outline->context);
    svg_drawing *d = routh_take(&room, 1, sizeof *d);
    ROUTH_TRY(room.status);
    *d = (svg_drawing){.outline = outline, .at = bytes, .end = bytes + size};
    memcpy(d->matrix[0], (double[]){1, 0, 0, 0, -1, 0}, sizeof d->matrix[0]); /* y downwards in the file */
    ROUTH_TRY(look(d));
    if (d->found != 1)
        return d->found == 0 ? routh_fail_in(outline->context, ROUTH_BAD_FORMAT, outline->file, "no path in it")
                             : routh_fail_in(outline->context, ROUTH_BAD_FORMAT, outline->file,
                                             "%zu shapes (%s%s) where one closed path is needed; delete the others",
                                             d->found, d->listed, d->found > LISTED ? ", …" : "");
    if (!(unit > 0) && !(d->unit > 0))
        return routh_fail_at(outline->context, ROUTH_BAD_FORMAT, &(routh_place){.file = outline->file, .field = "unit"},
                             "says no unit of length (width=\"…mm\"); state it");
    outline->unit = d->unit;
    return add_shape(d);
}
