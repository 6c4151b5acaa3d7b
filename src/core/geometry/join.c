/* Faces of one plane become one face.
 *
 * The surface is taken as a graph of faces. From the largest face to the smallest, each gathers around itself the faces not
 * yet gathered that lie in its plane; what borders on others is kept. Slivers along an edge, which rounding makes, go to the
 * larger of their neighbours and join nothing themselves. Because no incidence is decided by distance, the result is
 * closed whatever the rounding.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/geometry.h"

#include <math.h>
#include <stdlib.h>

#include "algebra/space.h"
#include "base/context.h"

/* A side of a face, from one corner to the next. */
typedef struct side {
    size_t from, to, face;
    size_t twin; /* the side on the other side of the edge */
} side;

typedef struct face_plane {
    double normal[3], offset, area;
} face_plane;

/* The vector area of the face about its first corner (Newell), which needs no corner to be a proper one. Sides are exact, as
 * the points lie on a lattice (hull.c). */
static face_plane plane_of(const double *points, const size_t *corner, size_t count) {
    face_plane plane = {{0}, INFINITY, 0};
    const double *origin = points + 3 * corner[0];
    for (size_t k = 1; k + 1 < count; k++) {
        const double *p = points + 3 * corner[k], *q = points + 3 * corner[k + 1];
        const double a[3] = {p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]};
        const double b[3] = {q[0] - origin[0], q[1] - origin[1], q[2] - origin[2]};
        double area[3];
        routh_precise_cross3(a, b, area);
        for (int i = 0; i < 3; i++)
            plane.normal[i] += area[i];
    }
    const double length = routh_length3(plane.normal);
    for (int i = 0; i < 3; i++)
        plane.normal[i] = length > 0 ? plane.normal[i] / length : 0;
    if (length > 0)
        plane.offset = routh_dot3(plane.normal, origin);
    plane.area = 0.5 * length;
    return plane;
}

/* How far the face reaches out of the plane; infinite for the plane of a face without area. */
static double reach(const double *points, const routh_loops *loops, size_t face, const face_plane *plane) {
    double far = 0;
    for (size_t k = loops->first[face]; k < loops->first[face + 1]; k++)
        far = fmax(far, fabs(routh_dot3(plane->normal, points + 3 * loops->corner[k]) - plane->offset));
    return far;
}

static int by_edge(const void *a, const void *b) {
    const side *x = *(side *const *)a, *y = *(side *const *)b;
    const size_t x_low = x->from < x->to ? x->from : x->to, x_high = x->from + x->to - x_low;
    const size_t y_low = y->from < y->to ? y->from : y->to, y_high = y->from + y->to - y_low;
    if (x_low != y_low)
        return x_low < y_low ? -1 : 1;
    if (x_high != y_high)
        return x_high < y_high ? -1 : 1;
    return (x->from > y->from) - (x->from < y->from);
}

/* Lists the sides in the order of the corners and pairs them. */
static routh_status pair_sides(routh_context *context, const routh_loops *loops, side *sides, side **order) {
    const size_t count = loops->first[loops->count];
    for (size_t f = 0; f < loops->count; f++)
        for (size_t k = loops->first[f]; k < loops->first[f + 1]; k++) {
            const size_t next = k + 1 < loops->first[f + 1] ? k + 1 : loops->first[f];
            sides[k] = (side){.from = loops->corner[k], .to = loops->corner[next], .face = f};
            order[k] = &sides[k];
        }
    qsort(order, count, sizeof *order, by_edge);
    for (size_t k = 0; k < count; k += 2) {
        side *x = order[k], *y = k + 1 < count ? order[k + 1] : NULL;
        if (!y || x->from != y->to || x->to != y->from || (k + 2 < count && by_edge(&order[k + 1], &order[k + 2]) == 0))
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "the hull's surface is not closed at points %zu and %zu",
                              x->from, x->to);
        x->twin = (size_t)(y - sides);
        y->twin = (size_t)(x - sides);
    }
    return ROUTH_OK;
}

/* What joining needs beside the surface itself. */
typedef struct joining {
    const double *points;
    const routh_loops *loops;
    side *sides, **order;
    face_plane *planes;
    const face_plane **largest; /* the planes, by the areas of their faces */
    size_t *group;              /* of each face: the face that gathered it, SIZE_MAX for none yet */
    size_t *waiting;            /* faces gathered whose neighbours have not been asked yet */
    size_t *borders;            /* how many groups' borders a point lies on */
    size_t *trace;              /* sides of the borders traced so far, one after the other */
    unsigned char *seen;        /* sides */
    unsigned char *done;        /* groups */
} joining;

static int by_area(const void *a, const void *b) {
    const face_plane *x = *(const face_plane *const *)a, *y = *(const face_plane *const *)b;
    if (x->area != y->area)
        return x->area > y->area ? -1 : 1;
    return (x > y) - (x < y);
}

/* Gathers around a face what lies in its plane. */
static void gather(joining *seam, size_t seed, double tolerance) {
    size_t waiting = 0;
    seam->group[seed] = seed;
    seam->waiting[waiting++] = seed;
    while (waiting > 0) {
        const size_t face = seam->waiting[--waiting];
        for (size_t k = seam->loops->first[face]; k < seam->loops->first[face + 1]; k++) {
            const size_t other = seam->sides[seam->sides[k].twin].face;
            if (seam->group[other] != SIZE_MAX ||
                reach(seam->points, seam->loops, other, &seam->planes[seed]) > tolerance)
                continue;
            seam->group[other] = seed;
            seam->waiting[waiting++] = other;
        }
    }
}

static void group_faces(joining *seam, double tolerance) {
    const routh_loops *loops = seam->loops;
    for (size_t f = 0; f < loops->count; f++) {
        seam->planes[f] =
            plane_of(seam->points, loops->corner + loops->first[f], loops->first[f + 1] - loops->first[f]);
        seam->largest[f] = &seam->planes[f];
        seam->group[f] = SIZE_MAX;
    }
    qsort(seam->largest, loops->count, sizeof *seam->largest, by_area);
    for (size_t i = 0; i < loops->count; i++) {
        const size_t face = (size_t)(seam->largest[i] - seam->planes);
        if (seam->group[face] == SIZE_MAX)
            gather(seam, face, tolerance);
    }
}

static size_t next_side(const routh_loops *loops, const side *sides, size_t k) {
    const size_t face = sides[k].face;
    return k + 1 < loops->first[face + 1] ? k + 1 : loops->first[face];
}

static bool is_border(const joining *seam, size_t k) {
    return seam->group[seam->sides[k].face] != seam->group[seam->sides[seam->sides[k].twin].face];
}

/* Follows the border of a group from side `start`: after a side comes the next of its face or, where that lies within the
 * group, the one after its twin, and so on around the corner. Returns how many sides there are. */
static size_t trace_border(joining *seam, size_t start, size_t *trace) {
    size_t count = 0, k = start;
    do {
        trace[count++] = k;
        seam->seen[k] = 1;
        seam->borders[seam->sides[k].from]++;
        k = next_side(seam->loops, seam->sides, k);
        while (!is_border(seam, k))
            k = next_side(seam->loops, seam->sides, seam->sides[k].twin);
    } while (!seam->seen[k]);
    return count;
}

/* All borders, as loops of sides. */
static routh_status trace_borders(routh_context *context, joining *seam, routh_loops *joined) {
    const size_t count = seam->loops->first[seam->loops->count];
    for (size_t k = 0; k < count; k++) {
        if (seam->seen[k] || !is_border(seam, k))
            continue;
        const size_t group = seam->group[seam->sides[k].face];
        if (seam->done[group]++)
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "a face has a hole: the hull is too thin near point %zu",
                              seam->sides[k].from);
        const size_t first = joined->first[joined->count];
        joined->first[++joined->count] = first + trace_border(seam, k, seam->trace + first);
    }
    return ROUTH_OK;
}

/* Corners on the borders of two faces only lie on an edge. */
static routh_status keep_corners(routh_context *context, const joining *seam, routh_loops *joined) {
    size_t total = 0, from = 0;
    for (size_t f = 0; f < joined->count; f++) {
        const size_t begin = total;
        for (; from < joined->first[f + 1]; from++) {
            const size_t corner = seam->sides[seam->trace[from]].from;
            if (seam->borders[corner] > 2)
                joined->corner[total++] = corner;
        }
        joined->first[f + 1] = total;
        if (total - begin < 3)
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "the hull is too thin: a face has %zu corners",
                              total - begin);
    }
    return ROUTH_OK;
}

routh_status routh_join_flat(routh_arena *arena, size_t count, const double *points, double tolerance,
                             routh_loops *loops) {
    const size_t sides = loops->first[loops->count], faces = loops->count;
    ROUTH_ARENA(room, arena->context);
    joining seam = {
        .points = points,
        .loops = loops,
        .sides = routh_take(&room, sides, sizeof *seam.sides),
        .order = routh_take(&room, sides, sizeof *seam.order),
        .planes = routh_take(&room, faces, sizeof *seam.planes),
        .largest = routh_take(&room, faces, sizeof *seam.largest),
        .group = routh_take(&room, faces, sizeof *seam.group),
        .waiting = routh_take(&room, faces, sizeof *seam.waiting),
        .borders = routh_take(&room, count, sizeof *seam.borders),
        .trace = routh_take(&room, sides, sizeof *seam.trace),
        .seen = routh_take(&room, sides, sizeof *seam.seen),
        .done = routh_take(&room, faces, sizeof *seam.done),
    };
    routh_loops joined = {.first = routh_take(arena, faces + 1, sizeof *joined.first),
                          .corner = routh_take(arena, sides, sizeof *joined.corner)};
    ROUTH_TRY(room.status);
    ROUTH_TRY(arena->status);
    ROUTH_TRY(pair_sides(room.context, loops, seam.sides, seam.order));
    group_faces(&seam, tolerance);
    ROUTH_TRY(trace_borders(room.context, &seam, &joined));
    ROUTH_TRY(keep_corners(room.context, &seam, &joined));
    *loops = joined;
    return ROUTH_OK;
}
