/* Outlines: points, arcs, and the convex polygon that they enclose.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "drawing/drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"

/* Arcs' chords turn by this, rad. */
#define ROUTH_OUTLINE_CHORD 0.00872664625997

enum { MOST_POINTS = 1000000, MOST = ROUTH_MAX_VERTICES };

/* Shares of the size: how deep a convex outline may lie inside its hull; the finest detail that a polygon keeps; and the
 * coarsest that a reduced one may be. */
static const double deepest = 1e-3, finest = 1e-6, coarsest = 0.02;

/* Without a unit, metres: a body that is dropped is not larger. */
static const double largest_in_metres = 3;

routh_status routh_outline_add(routh_outline *outline, double x, double y) {
    if (!isfinite(x) || !isfinite(y) || fabs(x) > 1e12 || fabs(y) > 1e12)
        return routh_fail_in(outline->context, ROUTH_NOT_FINITE, outline->file, "a point at (%g, %g)", x, y);
    const double *last = outline->count > 0 ? outline->point[outline->count - 1] : NULL;
    if (last && last[0] == x && last[1] == y)
        return ROUTH_OK;
    if (outline->count == MOST_POINTS)
        return routh_fail_in(outline->context, ROUTH_BAD_FORMAT, outline->file, "more than %d points", MOST_POINTS);
    ROUTH_TRY(routh_grow(outline->context, &outline->point, outline->count, &outline->room, sizeof *outline->point));
    outline->point[outline->count][0] = x;
    outline->point[outline->count++][1] = y;
    return ROUTH_OK;
}

routh_status routh_outline_arc(routh_outline *outline, const double centre[2], const double x_axis[2],
                               const double y_axis[2], double from, double turn) {
    const int chords = (int)ceil(fmin(fabs(turn), 7) / ROUTH_OUTLINE_CHORD);
    for (int i = 1; i <= chords; i++) {
        const double t = from + turn * i / chords, c = cos(t), s = sin(t);
        ROUTH_TRY(routh_outline_add(outline, centre[0] + c * x_axis[0] + s * y_axis[0],
                                    centre[1] + c * x_axis[1] + s * y_axis[1]));
    }
    return ROUTH_OK;
}

void routh_outline_release(routh_outline *outline) {
    routh_release(outline->context, outline->point);
    outline->point = NULL;
    outline->count = outline->room = 0;
}

/* The hull ------------------------------------------------------------------------------------------------*/

/* A point and its place along the outline. */
typedef struct outline_corner {
    double x, y;
    size_t place;
} outline_corner;

static int by_x(const void *a, const void *b) {
    const outline_corner *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return p->y != q->y ? (p->y < q->y ? -1 : 1) : (p->place > q->place) - (p->place < q->place);
}

static double cross(const outline_corner *p, const outline_corner *q, const outline_corner *s) {
    return (q->x - p->x) * (s->y - p->y) - (q->y - p->y) * (s->x - p->x);
}

/* The hull by A. M. Andrew's chains (1979), counter-clockwise, in hull[], which holds 2 × count. */
static size_t find_hull(outline_corner *sorted, size_t count, outline_corner *hull) {
    size_t size = 0;
    qsort(sorted, count, sizeof *sorted, by_x);
    for (int side = 0; side < 2; side++) {
        const size_t start = size;
        for (size_t i = 0; i < count; i++) {
            const outline_corner *next = &sorted[side == 0 ? i : count - 1 - i];
            while (size >= start + 2 && cross(&hull[size - 2], &hull[size - 1], next) <= 0)
                size--;
            hull[size++] = *next;
        }
        size--; /* the last is the first of the other chain */
    }
    return size;
}

static double signed_area(const routh_outline *outline) {
    double twice = 0;
    for (size_t i = 0; i < outline->count; i++) {
        const double *p = outline->point[i], *q = outline->point[(i + 1) % outline->count], *o = outline->point[0];
        twice += (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
    }
    return twice / 2;
}

static void reverse(routh_outline *outline) {
    for (size_t i = 0, j = outline->count - 1; i < j; i++, j--)
        for (int c = 0; c < 2; c++) {
            const double kept = outline->point[i][c];
            outline->point[i][c] = outline->point[j][c];
            outline->point[j][c] = kept;
        }
}

/* The largest depth of a point inside the hull's edge that passes it, and where. False: hull and outline do not go round
 * alike, so that the outline crosses itself. */
static bool depth_of(const routh_outline *outline, const outline_corner *hull, size_t size, double *depth,
                     size_t *where) {
    size_t seen = 0;
    *depth = 0;
    for (size_t k = 0; k < size; k++) {
        const outline_corner *from = &hull[k], *to = &hull[(k + 1) % size];
        const size_t run = (to->place + outline->count - from->place) % outline->count;
        const double length = hypot(to->x - from->x, to->y - from->y);
        seen += run;
        if (run == 0 || seen > outline->count)
            return false;
        for (size_t i = 1; i < run; i++) {
            const size_t at = (from->place + i) % outline->count;
            const outline_corner here = {outline->point[at][0], outline->point[at][1], at};
            const double inside = cross(from, to, &here) / length;
            if (inside > *depth) {
                *depth = inside;
                *where = at;
            }
        }
    }
    return seen == outline->count;
}

static routh_status check_convex(const routh_outline *outline, const routh_shape_options *options,
                                 const outline_corner *hull, size_t size, double across, double unit) {
    double depth;
    size_t where = 0;
    if (options->hull)
        return ROUTH_OK;
    if (!depth_of(outline, hull, size, &depth, &where))
        return routh_fail_at(outline->context, ROUTH_BAD_FORMAT, &(routh_place){.file = outline->file, .field = "hull"},
                             "the outline crosses itself, or goes back and forth; its convex hull could be taken "
                             "instead");
    if (depth > deepest * across)
        return routh_fail_at(outline->context, ROUTH_BAD_FORMAT, &(routh_place){.file = outline->file, .field = "hull"},
                             "not convex: at (%g, %g) the outline lies %.3g mm inside its hull; the hull could "
                             "be taken instead",
                             outline->point[where][0], outline->point[where][1], 1e3 * unit * depth);
    return ROUTH_OK;
}

/* A polygon of few corners --------------------------------------------------------------------------------*/

/* How far corners between two of them lie outside of the chord. Along a convex chain that distance rises and then falls: the
 * farthest corner is where edges begin to turn back towards the chord. */
static double bulge(const outline_corner *hull, size_t size, size_t from, size_t count) {
    const outline_corner *a = &hull[from % size], *b = &hull[(from + count) % size];
    const double along[2] = {b->x - a->x, b->y - a->y}, length = hypot(along[0], along[1]);
    size_t low = 0, high = count; /* edges before `low` lead away, those from `high` on lead back */
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const outline_corner *p = &hull[(from + middle) % size], *q = &hull[(from + middle + 1) % size];
        if (along[0] * (q->y - p->y) - along[1] * (q->x - p->x) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return fmax(-cross(a, b, &hull[(from + low) % size]) / length, 0);
}

/* How many corners a chord from one of them may pass over, by doubling and halving. */
static size_t longest_run(const outline_corner *hull, size_t size, size_t from, size_t most, double tolerance) {
    size_t run = 1;
    while (2 * run <= most && bulge(hull, size, from, 2 * run) <= tolerance)
        run *= 2;
    size_t beyond = 2 * run <= most ? 2 * run : most + 1;
    while (beyond - run > 1) {
        const size_t middle = run + (beyond - run) / 2;
        *(bulge(hull, size, from, middle) <= tolerance ? &run : &beyond) = middle;
    }
    return run;
}

/* Goes round with chords as long as the tolerance allows; the number of corners, or MOST + 1. */
static size_t go_round(const outline_corner *hull, size_t size, double tolerance, outline_corner kept[MOST + 1],
                       double *most) {
    size_t count = 0;
    *most = 0;
    for (size_t at = 0; at < size && count <= MOST;) {
        const size_t run = longest_run(hull, size, at, at > 0 ? size - at : size - 1, tolerance);
        kept[count++] = hull[at];
        *most = fmax(*most, bulge(hull, size, at, run));
        at += run;
    }
    return count;
}

static void place_about(const outline_corner *kept, size_t count, double unit, const double centre[2],
                        routh_shape *shape) {
    *shape = (routh_shape){.kind = ROUTH_POLYGON, .count = count};
    for (size_t i = 0; i < count; i++) {
        shape->vertex[i][0] = unit * (kept[i].x - centre[0]);
        shape->vertex[i][1] = unit * (kept[i].y - centre[1]);
    }
}

static void centroid_of(const outline_corner *kept, size_t count, double centre[2]) {
    double six = 0, x = 0, y = 0;
    for (size_t i = 1; i + 1 < count; i++) {
        const double area = cross(&kept[0], &kept[i], &kept[i + 1]);
        six += 3 * area;
        x += area * (kept[i].x + kept[i + 1].x - 2 * kept[0].x);
        y += area * (kept[i].y + kept[i + 1].y - 2 * kept[0].y);
    }
    centre[0] = kept[0].x + x / six;
    centre[1] = kept[0].y + y / six;
}

static routh_status reduce(const routh_outline *outline, const routh_shape_options *options, const outline_corner *hull,
                           size_t size, double across, double unit, routh_shape *shape) {
    routh_context quiet = routh_context_default();
    outline_corner kept[MOST + 1];
    double centre[2], most;
    for (double tolerance = finest * across; tolerance <= coarsest * across; tolerance *= 1.1) {
        const size_t count = go_round(hull, size, tolerance, kept, &most);
        if (count > MOST || count < 3)
            continue;
        const bool given = !isnan(options->centre[0]) || !isnan(options->centre[1]);
        centroid_of(kept, count, centre);
        place_about(kept, count, unit, centre, shape);
        if (routh_shape_check(&quiet, shape) != ROUTH_OK) /* corners too flat to compute with */
            continue;
        if (given)
            place_about(kept, count, unit, options->centre, shape);
        if (given && routh_shape_check(&quiet, shape) != ROUTH_OK)
            return routh_fail_at(
                outline->context, ROUTH_BAD_ARGUMENT, &(routh_place){.file = outline->file, .field = "centre"},
                "the centre of mass (%g, %g) is not inside the outline", options->centre[0], options->centre[1]);
        if (size > count)
            routh_log(outline->context, most > deepest * across ? ROUTH_LOG_WARNING : ROUTH_LOG_INFO,
                      "%s: an outline of %zu corners is taken as a polygon of %zu, within %.2g mm", outline->file, size,
                      count, 1e3 * unit * most);
        return ROUTH_OK;
    }
    return routh_fail_in(outline->context, ROUTH_BAD_FORMAT, outline->file,
                         "the outline is too thin or too finely bent for %d corners", MOST);
}

/* The shape -----------------------------------------------------------------------------------------------*/

static routh_status choose_unit(const routh_outline *outline, const routh_shape_options *options, double across,
                                double *unit) {
    *unit = options->unit > 0 ? options->unit : outline->unit > 0 ? outline->unit : 1;
    if (options->unit > 0 || outline->unit > 0 || across <= largest_in_metres)
        return ROUTH_OK;
    return routh_fail_at(outline->context, ROUTH_BAD_FORMAT, &(routh_place){.file = outline->file, .field = "unit"},
                         "%.4g m across if its numbers are metres; they look like millimetres: state the unit", across);
}

static routh_status polygon_of(routh_outline *outline, const routh_shape_options *options, outline_corner *sorted,
                               outline_corner *hull, routh_shape *shape) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, unit;
    if (signed_area(outline) < 0)
        reverse(outline);
    for (size_t i = 0; i < outline->count; i++) {
        const double *p = outline->point[i];
        sorted[i] = (outline_corner){p[0], p[1], i};
        for (int c = 0; c < 2; c++) {
            low[c] = fmin(low[c], p[c]);
            high[c] = fmax(high[c], p[c]);
        }
    }
    const double across = fmax(high[0] - low[0], high[1] - low[1]);
    const size_t size = find_hull(sorted, outline->count, hull);
    if (size < 3)
        return routh_fail_in(outline->context, ROUTH_BAD_FORMAT, outline->file, "all points lie on one line");
    ROUTH_TRY(choose_unit(outline, options, across, &unit));
    ROUTH_TRY(check_convex(outline, options, hull, size, across, unit));
    return reduce(outline, options, hull, size, across, unit, shape);
}

static routh_status disc_of(const routh_outline *outline, const routh_shape_options *options, routh_shape *shape) {
    double unit;
    ROUTH_TRY(choose_unit(outline, options, 2 * outline->radius, &unit));
    if (!isnan(options->centre[0]) || !isnan(options->centre[1]))
        return routh_fail_at(outline->context, ROUTH_BAD_ARGUMENT,
                             &(routh_place){.file = outline->file, .field = "centre"},
                             "a circle is a disc, whose centre of mass is its centre");
    *shape = routh_shape_disc(unit * outline->radius);
    if (routh_shape_check(NULL, shape) == ROUTH_OK)
        return ROUTH_OK;
    return routh_fail_in(outline->context, ROUTH_BAD_FORMAT, outline->file, "a circle of radius %g m",
                         unit * outline->radius);
}

routh_status routh_outline_shape(routh_outline *outline, const routh_shape_options *options, routh_shape *shape) {
    if (outline->radius > 0)
        return disc_of(outline, options, shape);
    const double *first = outline->count > 1 ? outline->point[0] : NULL;
    while (first && outline->count > 1 && outline->point[outline->count - 1][0] == first[0] &&
           outline->point[outline->count - 1][1] == first[1])
        outline->count--; /* closed by repeating the first point */
    if (outline->count < 3)
        return routh_fail_in(outline->context, ROUTH_BAD_FORMAT, outline->file,
                             "%zu different point%s; an outline has at least 3", outline->count,
                             outline->count == 1 ? "" : "s");
    ROUTH_ARENA(room, outline->context);
    outline_corner *corner = routh_take(&room, outline->count, 4 * sizeof *corner);
    ROUTH_TRY(room.status);
    return polygon_of(outline, options, corner, corner + outline->count, shape);
}
