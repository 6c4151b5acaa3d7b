/* Convex hulls by Quickhull (C. B. Barber, D. P. Dobkin, H. Huhdanpaa, The Quickhull algorithm for convex hulls, 1996), with
 * exact decisions in place of tolerances.
 *
 * Coordinates are rounded to a lattice of at least 2^52 steps across the points, along each axis by itself, which moves no point
 * by more than rounding does. On the lattice it is decided exactly whether a point lies above a face (side.h). A point that lies in
 * the plane of a face is not above it. Then all is as on paper: the faces that a point sees are a disc whose border goes round
 * once, new triangles are never flat, and a point above a face that goes is above a new one or within the hull. The
 * surface is closed and convex whatever the points; what is flat to within a tolerance is joined afterwards (join.c).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/polyhedron.h"

#include <math.h>

#include "algebra/matrix3.h"
#include "base/context.h"
#include "geometry/side.h"

#define NONE SIZE_MAX

/* Sides of triangles are numbered 3 × triangle + k, from corner k to the next. */
#define MOST_POINTS (UINT32_MAX / 6)

/* Points within this share of their size of one plane have no hull: join.c would take all its faces for one. */
#define FLATTEST 1e-13

typedef struct triangle {
    size_t corner[3]; /* counter-clockwise from outside */
    size_t
        twin[3];  /* the side of the neighbour on the other side of the edge; twin[0] leads to the next free triangle */
    size_t above; /* the first of the points above it, one of the farthest; the others follow by next[]; NONE: none */
    double height; /* of the farthest */
    bool lives, seen, waits;
} triangle;

/* A side of a triangle that stays, along the border of those that go. */
typedef struct border {
    size_t from, to, outer;
} border;

typedef struct hull {
    double (*point)[3]; /* on the lattice */
    size_t *next;       /* the points above one triangle, in a chain */
    triangle *triangle;
    size_t *waiting; /* triangles that have points above them */
    size_t *seen;    /* triangles that the point in hand sees */
    size_t *start;   /* the new triangle whose border begins at a point */
    border *border;
    size_t count, used, waiting_count, free;
} hull;

void routh_loops_release(routh_context *context, routh_loops *loops) {
    routh_release(context, loops->first);
    routh_release(context, loops->corner);
    *loops = (routh_loops){0};
}

static double height_over(const hull *h, size_t t, size_t point) {
    const size_t *corner = h->triangle[t].corner;
    return routh_side_of(h->point[corner[0]], h->point[corner[1]], h->point[corner[2]], h->point[point]);
}

static size_t make_triangle(hull *h, size_t a, size_t b, size_t c) {
    const size_t t = h->free == NONE ? h->used++ : h->free;
    if (t == h->free)
        h->free = h->triangle[t].twin[0];
    h->triangle[t] = (triangle){.corner = {a, b, c}, .above = NONE, .lives = true, .waits = h->triangle[t].waits};
    return t;
}

static void pair(hull *h, size_t side, size_t other) {
    h->triangle[side / 3].twin[side % 3] = other;
    h->triangle[other / 3].twin[other % 3] = side;
}

/* Puts a point above the first of these triangles that it is above; if there is none, it lies in the hull. */
static void hang(hull *h, size_t point, const size_t *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        triangle *t = &h->triangle[list[i]];
        const double height = height_over(h, list[i], point);
        if (!(height > 0))
            continue;
        if (t->above == NONE || height > t->height) {
            h->next[point] = t->above;
            t->above = point;
            t->height = height;
        } else {
            h->next[point] = h->next[t->above];
            h->next[t->above] = point;
        }
        if (!t->waits)
            h->waiting[h->waiting_count++] = list[i];
        t->waits = true;
        return;
    }
}

/* The first tetrahedron ---------------------------------------------------------------------------------*/

static size_t farthest_point(const hull *h, size_t from) {
    size_t farthest = from;
    double most = 0;
    for (size_t i = 0; i < h->count; i++) {
        double way[3];
        for (int k = 0; k < 3; k++)
            way[k] = h->point[i][k] - h->point[from][k];
        if (routh_length3(way) > most) {
            most = routh_length3(way);
            farthest = i;
        }
    }
    return farthest;
}

static size_t farthest_from_line(const hull *h, size_t a, size_t b) {
    size_t farthest = a;
    double most = 0, along[3], way[3], across[3];
    for (int k = 0; k < 3; k++)
        along[k] = h->point[b][k] - h->point[a][k];
    for (size_t i = 0; i < h->count; i++) {
        for (int k = 0; k < 3; k++)
            way[k] = h->point[i][k] - h->point[a][k];
        routh_cross3(along, way, across);
        if (routh_length3(across) > most) {
            most = routh_length3(across);
            farthest = i;
        }
    }
    return farthest;
}

/* Four corners far apart, the last above the plane of the others; false: there are none. */
static bool find_corners(const hull *h, size_t corner[4]) {
    double most = 0;
    corner[0] = farthest_point(h, 0);
    corner[1] = farthest_point(h, corner[0]);
    corner[2] = farthest_from_line(h, corner[0], corner[1]);
    corner[3] = corner[0];
    for (size_t i = 0; i < h->count; i++) {
        const double side = routh_side_of(h->point[corner[0]], h->point[corner[1]], h->point[corner[2]], h->point[i]);
        if (fabs(side) > fabs(most)) {
            most = side;
            corner[3] = i;
        }
    }
    if (most < 0) {
        const size_t kept = corner[0];
        corner[0] = corner[1];
        corner[1] = kept;
    }
    return fabs(most) > 0;
}

static void make_tetrahedron(hull *h, const size_t corner[4]) {
    static const size_t faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    static const size_t pairs[6][2] = {{0, 9}, {1, 6}, {2, 3}, {4, 8}, {7, 11}, {10, 5}};
    size_t made[4];
    for (int f = 0; f < 4; f++)
        made[f] = make_triangle(h, corner[faces[f][0]], corner[faces[f][1]], corner[faces[f][2]]);
    for (int p = 0; p < 6; p++)
        pair(h, pairs[p][0], pairs[p][1]);
    for (size_t i = 0; i < h->count; i++)
        if (i != corner[0] && i != corner[1] && i != corner[2] && i != corner[3])
            hang(h, i, made, 4);
}

/* One more point ----------------------------------------------------------------------------------------*/

/* Marks the triangles that the point sees, from one of them on; returns how many they are. */
static size_t look_round(hull *h, size_t point, size_t from) {
    size_t count = 1;
    h->seen[0] = from;
    h->triangle[from].seen = true;
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            const size_t other = h->triangle[h->seen[i]].twin[k] / 3;
            if (h->triangle[other].seen || !(height_over(h, other, point) > 0))
                continue;
            h->triangle[other].seen = true;
            h->seen[count++] = other;
        }
    return count;
}

static size_t list_border(hull *h, size_t count) {
    size_t sides = 0;
    for (size_t i = 0; i < count; i++) {
        const triangle *t = &h->triangle[h->seen[i]];
        for (int k = 0; k < 3; k++)
            if (!h->triangle[t->twin[k] / 3].seen)
                h->border[sides++] = (border){t->corner[k], t->corner[(k + 1) % 3], t->twin[k]};
    }
    return sides;
}

/* Takes the triangles away that were seen; returns the chain of the points that were above them. */
static size_t clear_away(hull *h, size_t count) {
    size_t chain = NONE;
    for (size_t i = 0; i < count; i++) {
        triangle *t = &h->triangle[h->seen[i]];
        for (size_t point = t->above, after; point != NONE; point = after) {
            after = h->next[point];
            h->next[point] = chain;
            chain = point;
        }
        t->above = NONE;
        t->lives = t->seen = false;
        t->twin[0] = h->free;
        h->free = h->seen[i];
    }
    return chain;
}

/* A cone from the border to the point, in place of what it sees. */
static void add_point(hull *h, size_t from) {
    const size_t point = h->triangle[from].above, seen = look_round(h, point, from), sides = list_border(h, seen);
    size_t chain = clear_away(h, seen);
    for (size_t i = 0; i < sides; i++) {
        const border *b = &h->border[i];
        const size_t made = make_triangle(h, b->from, b->to, point);
        pair(h, 3 * made, b->outer);
        h->start[b->from] = made;
        h->seen[i] = made;
    }
    for (size_t i = 0; i < sides; i++)
        pair(h, 3 * h->seen[i] + 1, 3 * h->start[h->border[i].to] + 2);
    while (chain != NONE) {
        const size_t next = h->next[chain];
        if (chain != point)
            hang(h, chain, h->seen, sides);
        chain = next;
    }
}

static void grow(hull *h) {
    while (h->waiting_count > 0) {
        const size_t t = h->waiting[--h->waiting_count];
        h->triangle[t].waits = false;
        if (h->triangle[t].lives && h->triangle[t].above != NONE)
            add_point(h, t);
    }
}

/* In and out --------------------------------------------------------------------------------------------*/

/* Rounds the points to the lattice. */
static routh_status round_points(routh_context *context, double *points, hull *h) {
    for (size_t k = 0; k < 3; k++) {
        double largest = 0;
        int exponent;
        for (size_t i = 0; i < h->count; i++) {
            if (!isfinite(points[3 * i + k]))
                return routh_fail(context, ROUTH_NOT_FINITE, "point %zu has a coordinate that is not finite", i);
            largest = fmax(largest, fabs(points[3 * i + k]));
        }
        frexp(largest, &exponent);
        exponent = exponent < -900 ? -900 : exponent;
        const double steps = ldexp(ROUTH_LATTICE, -exponent), step = ldexp(1 / ROUTH_LATTICE, exponent);
        for (size_t i = 0; i < h->count; i++) {
            h->point[i][k] = floor(points[3 * i + k] * steps + 0.5);
            points[3 * i + k] = h->point[i][k] * step;
        }
    }
    return ROUTH_OK;
}

/* The height of the last corner over the plane of the others is no more than rounding of their coordinates. */
static bool is_flat(const double *points, const size_t corner[4]) {
    double way[3][3], across[3], size = routh_largest(points + 3 * corner[0], 3);
    for (int k = 0; k < 3; k++) {
        size = fmax(size, routh_largest(points + 3 * corner[k + 1], 3));
        for (int c = 0; c < 3; c++)
            way[k][c] = points[3 * corner[k + 1] + (size_t)c] - points[3 * corner[0] + (size_t)c];
    }
    routh_precise_cross3(way[0], way[1], across);
    return !(routh_length3(across) > FLATTEST * size * routh_length3(way[0]) &&
             fabs(routh_dot3(across, way[2])) > FLATTEST * size * routh_length3(across));
}

static routh_status copy_loops(routh_context *context, const hull *h, routh_loops *loops) {
    size_t count = 0;
    for (size_t t = 0; t < h->used; t++)
        count += h->triangle[t].lives;
    *loops = (routh_loops){.first = routh_allocate(context, count + 1, sizeof *loops->first),
                           .corner = routh_allocate(context, 3 * count, sizeof *loops->corner)};
    if (!loops->first || !loops->corner)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t t = 0; t < h->used; t++) {
        if (!h->triangle[t].lives)
            continue;
        for (size_t k = 0; k < 3; k++)
            loops->corner[3 * loops->count + k] = h->triangle[t].corner[k];
        loops->count++;
        loops->first[loops->count] = 3 * loops->count;
    }
    return ROUTH_OK;
}

static routh_status find_hull(routh_context *context, double *points, hull *h, routh_loops *loops) {
    size_t corner[4];
    const routh_status status = round_points(context, points, h);
    if (status != ROUTH_OK)
        return status;
    if (!find_corners(h, corner) || is_flat(points, corner))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the points lie in one plane, on one line or in one place");
    make_tetrahedron(h, corner);
    grow(h);
    return copy_loops(context, h, loops);
}

routh_status routh_hull_loops(routh_context *context, size_t count, double *points, routh_loops *loops) {
    *loops = (routh_loops){0};
    if (count < 4)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%zu points: a body has at least 4", count);
    if (count > MOST_POINTS)
        return routh_fail(context, ROUTH_OUT_OF_RANGE, "%zu points are too many", count);
    const size_t most = 2 * count; /* a closed surface of triangles has two for each corner, less 4 */
    hull h = {.point = routh_allocate(context, count, sizeof *h.point),
              .next = routh_allocate(context, count, sizeof *h.next),
              .triangle = routh_allocate(context, most, sizeof *h.triangle),
              .waiting = routh_allocate(context, most, sizeof *h.waiting),
              .seen = routh_allocate(context, most, sizeof *h.seen),
              .start = routh_allocate(context, count, sizeof *h.start),
              .border = routh_allocate(context, most, sizeof *h.border),
              .count = count,
              .free = NONE};
    void *const blocks[] = {h.point, h.next, h.triangle, h.waiting, h.seen, h.start, h.border};
    bool complete = true;
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        complete = complete && blocks[i];
    const routh_status status = complete ? find_hull(context, points, &h, loops) : ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        routh_release(context, blocks[i]);
    if (status != ROUTH_OK)
        routh_loops_release(context, loops);
    return status;
}
