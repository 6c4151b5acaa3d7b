/* The outline of a text DXF file: lines, arcs and polylines of its ENTITIES that join to one closed curve, or one circle. Group
 * codes are those of the public DXF reference: 10, 20 a point, 11, 21 the other end, 40 a radius, 42 a bulge, the tangent of a
 * quarter of the arc's angle, 50, 51 angles in degrees, 70 flags.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "drawing/drawing.h"
#include "file/text.h"

/* No outline has more: of a drawing in any order, joining them takes the square of it. */
enum { MOST_CURVES = 20000 };

/* Ends that are nearer than this share of the drawing's size meet. */
static const double meeting_share = 1e-4;

/* A curve of the drawing: a line, an arc by its bulge. */
typedef struct dxf_curve {
    double from[2], to[2], bulge;
    size_t line; /* of the file */
    bool used;
} dxf_curve;

typedef struct dxf_drawing {
    routh_outline *outline;
    const char *at, *end;
    size_t line; /* of the value */
    int code;
    const char *value;
    size_t length;

    dxf_curve *segment;
    size_t count, room;
    size_t circles;
    double circle[3];
} dxf_drawing;

static bool next_line(dxf_drawing *d, const char **text, size_t *length) {
    if (d->at >= d->end)
        return false;
    const char *newline = memchr(d->at, '\n', (size_t)(d->end - d->at)), *stop = newline ? newline : d->end;
    *text = d->at;
    d->at = newline ? newline + 1 : d->end;
    d->line++;
    while (*text < stop && (**text == ' ' || **text == '\t'))
        ++*text;
    while (stop > *text && (stop[-1] == '\r' || stop[-1] == ' ' || stop[-1] == '\t'))
        stop--;
    *length = (size_t)(stop - *text);
    return true;
}

/* The next pair of group code and value; false at the end. */
static bool next_pair(dxf_drawing *d) {
    const char *text;
    size_t length;
    double code;
    d->code = -1; /* at the end nothing is what it was before */
    if (!next_line(d, &text, &length) || !next_line(d, &d->value, &d->length))
        return false;
    if (routh_parse_number(text, length, &code) == ROUTH_NUMBER_FINITE && fabs(code) < 1e5)
        d->code = (int)code;
    return true;
}

static bool is(const dxf_drawing *d, int code, const char *word) {
    return d->code == code && d->length == strlen(word) && memcmp(d->value, word, d->length) == 0;
}

static routh_status number(const dxf_drawing *d, double *value) {
    if (routh_parse_number(d->value, d->length, value) == ROUTH_NUMBER_FINITE)
        return ROUTH_OK;
    char shown[ROUTH_SHOWN_VALUE];
    routh_show_text(shown, sizeof shown, d->value, d->length);
    return routh_fail_at(d->outline->context, ROUTH_BAD_FORMAT,
                         &(routh_place){.file = d->outline->file, .line = d->line, .value = shown},
                         "'%s' is not a number (group code %d)", shown, d->code);
}

static routh_status add_segment(dxf_drawing *d, const double from[2], const double to[2], double bulge) {
    if (from[0] == to[0] && from[1] == to[1])
        return ROUTH_OK;
    if (d->count == MOST_CURVES)
        return routh_fail_in(d->outline->context, ROUTH_BAD_FORMAT, d->outline->file, "more than %d lines and arcs",
                             MOST_CURVES);
    ROUTH_TRY(routh_grow(d->outline->context, &d->segment, d->count, &d->room, sizeof *d->segment));
    d->segment[d->count++] = (dxf_curve){{from[0], from[1]}, {to[0], to[1]}, bulge, d->line, false};
    return ROUTH_OK;
}

/* Entities ------------------------------------------------------------------------------------------------*/

/* The numbers that an entity may have, by group code. */
typedef struct dxf_numbers {
    double of[80];
} dxf_numbers;

/* Reads on up to the next entity. */
static routh_status take_numbers(dxf_drawing *d, dxf_numbers *n) {
    routh_status status = ROUTH_OK;
    *n = (dxf_numbers){{0}};
    while (status == ROUTH_OK && next_pair(d) && d->code != 0)
        if ((d->code >= 10 && d->code < 60) || d->code == 70)
            status = number(d, &n->of[d->code]);
    return status;
}

static routh_status take_line(dxf_drawing *d) {
    dxf_numbers n;
    const routh_status status = take_numbers(d, &n);
    return status == ROUTH_OK ? add_segment(d, (double[]){n.of[10], n.of[20]}, (double[]){n.of[11], n.of[21]}, 0)
                              : status;
}

/* Two halves, so that no bulge is infinite. */
static routh_status take_arc(dxf_drawing *d) {
    dxf_numbers n;
    routh_status status = take_numbers(d, &n);
    const double from = n.of[50] * ROUTH_PI / 180;
    double turn = fmod((n.of[51] - n.of[50]) * ROUTH_PI / 180, 2 * ROUTH_PI);
    turn += turn <= 0 ? 2 * ROUTH_PI : 0;
    for (int half = 0; half < 2 && status == ROUTH_OK; half++) {
        const double a = from + 0.5 * turn * half, b = from + 0.5 * turn * (half + 1), r = n.of[40];
        status = add_segment(d, (double[]){n.of[10] + r * cos(a), n.of[20] + r * sin(a)},
                             (double[]){n.of[10] + r * cos(b), n.of[20] + r * sin(b)}, tan(turn / 8));
    }
    return status;
}

static routh_status take_circle(dxf_drawing *d) {
    dxf_numbers n;
    const routh_status status = take_numbers(d, &n);
    d->circle[0] = n.of[10], d->circle[1] = n.of[20], d->circle[2] = n.of[40];
    d->circles++;
    return status;
}

/* The vertices of a polyline so far. */
typedef struct dxf_chain {
    double first[2], last[2], bulge;
    size_t count;
} dxf_chain;

static routh_status link(dxf_drawing *d, dxf_chain *c, const double point[2], double bulge) {
    routh_status status = ROUTH_OK;
    if (c->count++ == 0)
        memcpy(c->first, point, sizeof c->first);
    else
        status = add_segment(d, c->last, point, c->bulge);
    memcpy(c->last, point, sizeof c->last);
    c->bulge = bulge;
    return status;
}

static routh_status close_chain(dxf_drawing *d, const dxf_chain *c, double flags) {
    return fmod(fabs(flags), 2) >= 1 && c->count > 1 ? add_segment(d, c->last, c->first, c->bulge) : ROUTH_OK;
}

static routh_status take_light_polyline(dxf_drawing *d) {
    dxf_chain c = {.count = 0};
    double point[2] = {0, 0}, bulge = 0, flags = 0;
    bool pending = false;
    routh_status status = ROUTH_OK;
    while (status == ROUTH_OK && next_pair(d) && d->code != 0) {
        if (d->code == 10 && pending)
            status = link(d, &c, point, bulge);
        if (d->code == 10)
            pending = true, bulge = 0;
        double *const target = d->code == 10   ? &point[0]
                               : d->code == 20 ? &point[1]
                               : d->code == 42 ? &bulge
                               : d->code == 70 ? &flags
                                               : NULL;
        if (target && status == ROUTH_OK)
            status = number(d, target);
    }
    if (status == ROUTH_OK && pending)
        status = link(d, &c, point, bulge);
    return status == ROUTH_OK ? close_chain(d, &c, flags) : status;
}

static routh_status take_polyline(dxf_drawing *d) {
    dxf_chain c = {.count = 0};
    dxf_numbers n;
    routh_status status = take_numbers(d, &n);
    const double flags = n.of[70];
    while (status == ROUTH_OK && is(d, 0, "VERTEX")) {
        status = take_numbers(d, &n);
        if (status == ROUTH_OK)
            status = link(d, &c, (double[]){n.of[10], n.of[20]}, n.of[42]);
    }
    return status == ROUTH_OK ? close_chain(d, &c, flags) : status;
}

static routh_status refuse(const dxf_drawing *d) {
    char shown[ROUTH_SHOWN_VALUE];
    routh_show_text(shown, sizeof shown, d->value, d->length);
    return routh_fail_at(d->outline->context, ROUTH_BAD_FORMAT,
                         &(routh_place){.file = d->outline->file, .line = d->line, .value = shown},
                         "%s cannot be read; draw the outline with LINE, ARC, CIRCLE, LWPOLYLINE or POLYLINE", shown);
}

/* Entities that draw no curve. */
static bool is_annotation(const dxf_drawing *d) {
    static const char *const words[] = {"TEXT",  "MTEXT",  "DIMENSION", "POINT", "VIEWPORT",
                                        "HATCH", "LEADER", "SEQEND",    "ATTDEF"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (is(d, 0, words[i]))
            return true;
    return false;
}

static routh_status take_entities(dxf_drawing *d) {
    routh_status status = ROUTH_OK;
    bool more = next_pair(d);
    while (status == ROUTH_OK && more && !is(d, 0, "ENDSEC") && !is(d, 0, "EOF")) {
        const char *before = d->at;
        if (is(d, 0, "LINE"))
            status = take_line(d);
        else if (is(d, 0, "ARC"))
            status = take_arc(d);
        else if (is(d, 0, "CIRCLE"))
            status = take_circle(d);
        else if (is(d, 0, "LWPOLYLINE"))
            status = take_light_polyline(d);
        else if (is(d, 0, "POLYLINE"))
            status = take_polyline(d);
        else if (d->code != 0 || is_annotation(d))
            do
                more = next_pair(d);
            while (more && d->code != 0);
        else
            status = refuse(d);
        more = more && d->at != before && d->code == 0;
    }
    return status;
}

/* $INSUNITS: what a unit is, m; 0: not said, or none of length. */
static double unit_of(int code) {
    static const double units[] = {0,       0.0254, 0.3048, 1609.344, 1e-3, 1e-2, 1,  1e3, 2.54e-8,
                                   2.54e-5, 0.9144, 1e-10,  1e-9,     1e-6, 0.1,  10, 100, 1e9};
    return code > 0 && code < (int)(sizeof units / sizeof units[0]) ? units[code] : 0;
}

static routh_status look(dxf_drawing *d) {
    bool found = false;
    routh_status status = ROUTH_OK;
    while (status == ROUTH_OK && next_pair(d)) {
        double unit = 0;
        if (is(d, 9, "$INSUNITS") && next_pair(d)) {
            status = number(d, &unit);
            d->outline->unit = unit_of((int)fmin(fmax(unit, 0), 100));
        }
        if (status == ROUTH_OK && is(d, 2, "ENTITIES")) {
            found = true;
            status = take_entities(d);
        }
    }
    if (status == ROUTH_OK && !found)
        status = routh_fail_in(d->outline->context, ROUTH_BAD_FORMAT, d->outline->file,
                               "not a DXF file: it has no section ENTITIES");
    return status;
}

/* One closed curve ----------------------------------------------------------------------------------------*/

/* An arc from its ends and bulge b = tan(angle/4), left of the chord where b > 0 runs counter-clockwise. */
static routh_status add_curve(routh_outline *outline, const dxf_curve *s, bool backwards) {
    const double *from = backwards ? s->to : s->from, *to = backwards ? s->from : s->to;
    const double b = backwards ? -s->bulge : s->bulge;
    if (!(fabs(b) > 1e-12))
        return routh_outline_add(outline, to[0], to[1]);
    const double cx = to[0] - from[0], cy = to[1] - from[1], off = (1 - b * b) / (4 * b);
    const double centre[2] = {(from[0] + to[0]) / 2 - off * cy, (from[1] + to[1]) / 2 + off * cx};
    const double r = hypot(from[0] - centre[0], from[1] - centre[1]);
    const double x_axis[2] = {r, 0}, y_axis[2] = {0, r};
    return routh_outline_arc(outline, centre, x_axis, y_axis, atan2(from[1] - centre[1], from[0] - centre[0]),
                             4 * atan(b));
}

static double size_of(const dxf_drawing *d) {
    double size = 0;
    for (size_t i = 0; i < d->count; i++)
        for (int c = 0; c < 2; c++)
            size = fmax(size, fabs(d->segment[i].from[c] - d->segment[0].from[c]));
    return size;
}

/* The unused segment that begins or ends where the outline is. Drawings keep the order, so that the next one is looked at
 * first. */
static dxf_curve *next_of(dxf_drawing *d, size_t hint, const double at[2], double near, bool *backwards) {
    for (size_t k = 0; k < d->count; k++) {
        dxf_curve *s = &d->segment[(hint + k) % d->count];
        if (s->used)
            continue;
        *backwards = !(hypot(s->from[0] - at[0], s->from[1] - at[1]) <= near);
        if (!*backwards || hypot(s->to[0] - at[0], s->to[1] - at[1]) <= near)
            return s;
    }
    return NULL;
}

static routh_status join(dxf_drawing *d) {
    routh_outline *outline = d->outline;
    const double near = meeting_share * size_of(d), *start = d->segment[0].from, *at = start;
    size_t used = 0, hint = 0;
    routh_status status = routh_outline_add(outline, start[0], start[1]);
    while (status == ROUTH_OK && used < d->count) {
        bool backwards;
        dxf_curve *s = next_of(d, hint, at, near, &backwards);
        if (!s)
            break;
        s->used = true;
        used++;
        hint = (size_t)(s - d->segment) + 1;
        at = backwards ? s->from : s->to;
        status = add_curve(outline, s, backwards);
        if (used > 1 && hypot(at[0] - start[0], at[1] - start[1]) <= near)
            break;
    }
    if (status != ROUTH_OK)
        return status;
    if (hypot(at[0] - start[0], at[1] - start[1]) > near)
        return routh_fail_in(outline->context, ROUTH_BAD_FORMAT, outline->file,
                             "the outline is open at (%g, %g); nothing goes on there", at[0], at[1]);
    for (size_t i = 0; i < d->count; i++)
        if (!d->segment[i].used)
            return routh_fail_at(outline->context, ROUTH_BAD_FORMAT,
                                 &(routh_place){.file = outline->file, .line = d->segment[i].line},
                                 "a second outline, near (%g, %g); one closed curve is needed", d->segment[i].from[0],
                                 d->segment[i].from[1]);
    outline->point[outline->count - 1][0] = start[0]; /* the ends may differ by a little */
    outline->point[outline->count - 1][1] = start[1];
    return ROUTH_OK;
}

static routh_status take_curves(dxf_drawing *d) {
    routh_outline *outline = d->outline;
    if (d->count == 0 && d->circles == 0)
        return routh_fail_in(outline->context, ROUTH_BAD_FORMAT, outline->file,
                             "no lines or arcs in its section ENTITIES");
    if (d->circles > 0 && d->circles + d->count > 1)
        return routh_fail_in(outline->context, ROUTH_BAD_FORMAT, outline->file,
                             "a circle beside other curves, a hole or another body; one closed curve is needed");
    if (d->circles == 0)
        return join(d);
    if (!(d->circle[2] > 0))
        return routh_fail_in(outline->context, ROUTH_BAD_FORMAT, outline->file, "a circle of radius %g", d->circle[2]);
    outline->radius = d->circle[2];
    return routh_outline_add(outline, d->circle[0], d->circle[1]);
}

routh_status routh_outline_read_dxf(routh_outline *outline, const char *bytes, size_t size) {
    dxf_drawing d = {.outline = outline, .at = bytes, .end = bytes + size};
    routh_status status = look(&d);
    if (status == ROUTH_OK)
        status = take_curves(&d);
    routh_release(outline->context, d.segment);
    return status;
}
