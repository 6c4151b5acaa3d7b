/* The path of an SVG file: lines, Bézier curves and elliptic arcs, after the SVG 1.1 recommendation, chapter 8 and
 * appendix F.6.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "drawing/drawing.h"
#include "file/text.h"

/* Chords of one Bézier curve. */
enum { CHORDS = 64 };

/* Where the pen is, before the matrix. */
typedef struct svg_pen {
    routh_outline *outline;
    const double *matrix;
    const char *at, *end, *begin;
    double x, y, start[2];
    double control[2]; /* the last curve's, for S and T */
    char last;         /* command, in capitals */
    size_t drawn;      /* segments of this part */
    bool closed;
} svg_pen;

static routh_status fail_at(const svg_pen *p, const char *what) {
    return routh_fail_in(p->outline->context, ROUTH_BAD_FORMAT, p->outline->file, "path, character %zu: %s",
                         (size_t)(p->at - p->begin) + 1, what);
}

static void skip(const char **at, const char *end) {
    while (*at < end && (isspace((unsigned char)**at) || **at == ','))
        ++*at;
}

bool routh_svg_number(const char **at, const char *end, double *value) {
    skip(at, end);
    const char *p = *at;
    if (p < end && (*p == '+' || *p == '-'))
        p++;
    while (p < end && isdigit((unsigned char)*p))
        p++;
    if (p < end && *p == '.')
        for (p++; p < end && isdigit((unsigned char)*p);)
            p++;
    if (p < end && (*p == 'e' || *p == 'E')) {
        const char *power = p + 1;
        if (power < end && (*power == '+' || *power == '-'))
            power++;
        if (power < end && isdigit((unsigned char)*power)) /* "1em" is no power */
            for (p = power; p < end && isdigit((unsigned char)*p);)
                p++;
    }
    if (p == *at || routh_parse_number(*at, (size_t)(p - *at), value) != ROUTH_NUMBER_FINITE)
        return false;
    *at = p;
    return true;
}

static bool take_flag(svg_pen *p, bool *flag) {
    skip(&p->at, p->end);
    if (p->at == p->end || (*p->at != '0' && *p->at != '1'))
        return false;
    *flag = *p->at++ == '1';
    return true;
}

static routh_status put(svg_pen *p, double x, double y) {
    const double *m = p->matrix;
    p->drawn++;
    return routh_outline_add(p->outline, m[0] * x + m[1] * y + m[2], m[3] * x + m[4] * y + m[5]);
}

static routh_status line_to(svg_pen *p, double x, double y) {
    p->x = x;
    p->y = y;
    return put(p, x, y);
}

static routh_status curve_to(svg_pen *p, const double c[6]) {
    routh_status status = ROUTH_OK;
    const double x = p->x, y = p->y;
    for (int i = 1; i <= CHORDS && status == ROUTH_OK; i++) {
        const double t = (double)i / CHORDS, s = 1 - t;
        const double b[4] = {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
        status = put(p, b[0] * x + b[1] * c[0] + b[2] * c[2] + b[3] * c[4],
                     b[0] * y + b[1] * c[1] + b[2] * c[3] + b[3] * c[5]);
    }
    p->x = c[4];
    p->y = c[5];
    return status;
}

/* A quadratic curve as a cubic one. */
static routh_status bend_to(svg_pen *p, double cx, double cy, double x, double y) {
    const double c[6] = {p->x + 2.0 / 3 * (cx - p->x),
                         p->y + 2.0 / 3 * (cy - p->y),
                         x + 2.0 / 3 * (cx - x),
                         y + 2.0 / 3 * (cy - y),
                         x,
                         y};
    p->control[0] = cx;
    p->control[1] = cy;
    return curve_to(p, c);
}

/* From end points to the centre, F.6.5 and F.6.6. */
static routh_status arc_to(svg_pen *p, double rx, double ry, double tilt, bool large, bool sweep, double x, double y) {
    rx = fabs(rx), ry = fabs(ry);
    if (!(rx > 0 && ry > 0) || (x == p->x && y == p->y))
        return line_to(p, x, y);
    const double c = cos(tilt * ROUTH_PI / 180), s = sin(tilt * ROUTH_PI / 180);
    const double hx = (p->x - x) / 2, hy = (p->y - y) / 2, u = (c * hx + s * hy) / rx, v = (c * hy - s * hx) / ry;
    const double square = u * u + v * v, grow = square > 1 ? sqrt(square) : 1;
    rx *= grow, ry *= grow;
    const double un = u / grow, vn = v / grow, rest = fmax(1 / (un * un + vn * vn) - 1, 0);
    const double far = (large == sweep ? -1 : 1) * sqrt(rest), cu = far * vn, cv = -far * un;
    const double from = atan2(vn - cv, un - cu);
    double turn = atan2(-vn - cv, -un - cu) - from;
    if (sweep && turn < 0)
        turn += 2 * ROUTH_PI;
    if (!sweep && turn > 0)
        turn -= 2 * ROUTH_PI;
    const double cx = c * rx * cu - s * ry * cv + (p->x + x) / 2, cy = s * rx * cu + c * ry * cv + (p->y + y) / 2;
    const double *m = p->matrix;
    const double centre[2] = {m[0] * cx + m[1] * cy + m[2], m[3] * cx + m[4] * cy + m[5]};
    const double x_axis[2] = {rx * (m[0] * c + m[1] * s), rx * (m[3] * c + m[4] * s)};
    const double y_axis[2] = {ry * (m[1] * c - m[0] * s), ry * (m[4] * c - m[3] * s)};
    p->x = x;
    p->y = y;
    p->drawn++;
    return routh_outline_arc(p->outline, centre, x_axis, y_axis, from, turn);
}

/* How many numbers a command has. */
static int numbers_of(char command) {
    switch (command) {
    case 'M':
    case 'L':
    case 'T':
        return 2;
    case 'H':
    case 'V':
        return 1;
    case 'S':
    case 'Q':
        return 4;
    case 'C':
        return 6;
    case 'A':
        return 7;
    default:
        return 0;
    }
}

static routh_status draw(svg_pen *p, char command, const double *n, const bool flag[2]) {
    const bool after_curve = p->last == 'C' || p->last == 'S', after_bend = p->last == 'Q' || p->last == 'T';
    const double mirror[2] = {2 * p->x - p->control[0], 2 * p->y - p->control[1]};
    switch (command) {
    case 'H':
        return line_to(p, n[0], p->y);
    case 'V':
        return line_to(p, p->x, n[0]);
    case 'C':
        memcpy(p->control, n + 2, sizeof p->control);
        return curve_to(p, n);
    case 'S': {
        const double c[6] = {after_curve ? mirror[0] : p->x, after_curve ? mirror[1] : p->y, n[0], n[1], n[2], n[3]};
        memcpy(p->control, n, sizeof p->control);
        return curve_to(p, c);
    }
    case 'Q':
        return bend_to(p, n[0], n[1], n[2], n[3]);
    case 'T':
        return bend_to(p, after_bend ? mirror[0] : p->x, after_bend ? mirror[1] : p->y, n[0], n[1]);
    case 'A':
        return arc_to(p, n[0], n[1], n[2], flag[0], flag[1], n[5], n[6]);
    default:
        return line_to(p, n[0], n[1]);
    }
}

/* A new part; a second one is a hole, or another body. */
static routh_status move(svg_pen *p, const double n[2]) {
    if (p->drawn > 0)
        return fail_at(p, "a second part begins here: a hole, or another body; one closed path is needed");
    p->x = p->start[0] = n[0];
    p->y = p->start[1] = n[1];
    p->outline->count = 0;
    const routh_status status = put(p, n[0], n[1]);
    p->drawn = 0;
    return status;
}

/* The numbers of a command, relative ones made absolute. */
static bool take_numbers(svg_pen *p, char command, bool relative, double n[7], bool flag[2]) {
    const int count = numbers_of(command);
    for (int i = 0; i < count; i++) {
        const bool is_flag = command == 'A' && (i == 3 || i == 4);
        if (is_flag ? !take_flag(p, &flag[i - 3]) : !routh_svg_number(&p->at, p->end, &n[i]))
            return false;
        if (!relative || is_flag || (command == 'A' && i < 3))
            continue;
        const bool is_x = command == 'H' || (command != 'V' && (command == 'A' ? i == 5 : i % 2 == 0));
        n[i] += is_x ? p->x : p->y;
    }
    return true;
}

/* One command with all its repetitions. */
static routh_status step(svg_pen *p, char letter) {
    char command = (char)toupper((unsigned char)letter);
    const bool relative = letter != command;
    if (command == 'Z') {
        p->x = p->start[0];
        p->y = p->start[1];
        p->closed = p->drawn > 0;
        p->last = 'Z';
        return ROUTH_OK;
    }
    if (numbers_of(command) == 0)
        return fail_at(p, "no command of a path; there are M, L, H, V, C, S, Q, T, A and Z");
    if (p->last == 0 && command != 'M')
        return fail_at(p, "a path begins with M");
    routh_status status = ROUTH_OK;
    do {
        double n[7] = {0};
        bool flag[2] = {false, false};
        if (!take_numbers(p, command, relative, n, flag))
            return fail_at(p, "a number is missing or malformed");
        if (command != 'M' && p->closed)
            return fail_at(p, "the path goes on after it was closed");
        status = command == 'M' ? move(p, n) : draw(p, command, n, flag);
        p->last = command;
        command = command == 'M' ? 'L' : command; /* further pairs are lines */
        skip(&p->at, p->end);
    } while (status == ROUTH_OK && p->at < p->end && strchr("0123456789+-.", *p->at));
    return status;
}

routh_status routh_svg_path(routh_outline *outline, const char *d, size_t length, const double matrix[6]) {
    svg_pen p = {.outline = outline, .matrix = matrix, .at = d, .begin = d, .end = d + length};
    routh_status status = ROUTH_OK;
    for (skip(&p.at, p.end); status == ROUTH_OK && p.at < p.end; skip(&p.at, p.end)) {
        const char letter = *p.at;
        if (isalpha((unsigned char)letter))
            p.at++;
        status = step(&p, letter);
    }
    if (status != ROUTH_OK)
        return status;
    const double gap = hypot(p.x - p.start[0], p.y - p.start[1]), size = fabs(p.x) + fabs(p.y);
    if (p.drawn == 0 || (!p.closed && gap > 1e-6 * size))
        return fail_at(&p, p.drawn == 0 ? "the path is empty" : "the path is not closed: it lacks a Z at its end");
    return ROUTH_OK;
}
