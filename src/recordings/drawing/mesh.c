/* Checks that a surface of triangles is that of a convex part. Points in the same place are one; then each side of a
 * triangle must be that of one neighbour, which must not rise above the triangle's plane.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "drawing/drawing.h"

#include <math.h>
#include <stdlib.h>

#include "algebra/space.h"
#include "base/context.h"
#include "geometry/geometry.h"

/* A surface may rise by this share of the size, and by what single precision leaves of its coordinates: files have six
 * digits or so. Its volume may miss the hull's by so much. */
#define DENT        1e-6
#define SINGLE      2.4e-7
#define VOLUME_DENT 1e-5

/* The work grows with the square of the triangles; this number takes seconds. */
enum { MOST_TRIANGLES = 30000 };

routh_status routh_mesh_add_point(routh_context *context, routh_mesh *mesh, const double x[3]) {
    ROUTH_TRY(routh_grow(context, &mesh->point, mesh->points, &mesh->point_room, 3 * sizeof *mesh->point));
    for (size_t i = 0; i < 3; i++)
        mesh->point[3 * mesh->points + i] = x[i] + 0.0; /* no negative zeros: they must compare equal, bit by bit */
    mesh->points++;
    return ROUTH_OK;
}

routh_status routh_mesh_add_triangle(routh_context *context, routh_mesh *mesh, const size_t corner[3], size_t place) {
    if (mesh->triangles == MOST_TRIANGLES)
        return routh_fail_in(context, ROUTH_BAD_FORMAT, mesh->file, "more than %d triangles; reduce the mesh",
                             MOST_TRIANGLES);
    size_t room = mesh->triangle_room;
    ROUTH_TRY(routh_grow(context, &mesh->corner, mesh->triangles, &room, 3 * sizeof *mesh->corner));
    ROUTH_TRY(routh_grow(context, &mesh->place, mesh->triangles, &mesh->triangle_room, sizeof *mesh->place));
    for (size_t i = 0; i < 3; i++)
        mesh->corner[3 * mesh->triangles + i] = corner[i];
    mesh->place[mesh->triangles++] = place;
    return ROUTH_OK;
}

void routh_mesh_release(routh_context *context, routh_mesh *mesh) {
    routh_release(context, mesh->point);
    routh_release(context, mesh->corner);
    routh_release(context, mesh->place);
    *mesh = (routh_mesh){0};
}

/* One place, one point ------------------------------------------------------------------------------------*/

typedef struct numbered_point {
    double x[3];
    size_t number;
} numbered_point;

static int by_place(const void *a, const void *b) {
    const numbered_point *p = a, *q = b;
    for (int i = 0; i < 3; i++)
        if (p->x[i] != q->x[i])
            return p->x[i] < q->x[i] ? -1 : 1;
    return (p->number > q->number) - (p->number < q->number);
}

/* Keeps one point of each place that is a corner, in their order. */
static void keep_corners(routh_mesh *mesh, const numbered_point *order, size_t *number) {
    for (size_t i = 0; i < mesh->points; i++) {
        const int is_new = i == 0 || order[i].x[0] != order[i - 1].x[0] || order[i].x[1] != order[i - 1].x[1] ||
                           order[i].x[2] != order[i - 1].x[2];
        number[order[i].number] = is_new ? order[i].number : number[order[i - 1].number];
    }
    for (size_t k = 0; k < 3 * mesh->triangles; k++)
        mesh->corner[k] = number[mesh->corner[k]];
    for (size_t i = 0; i < mesh->points; i++)
        number[i] = SIZE_MAX;
    for (size_t k = 0; k < 3 * mesh->triangles; k++)
        number[mesh->corner[k]] = 0;
    size_t kept = 0;
    for (size_t i = 0; i < mesh->points; i++) {
        if (number[i] == SIZE_MAX)
            continue;
        for (size_t k = 0; k < 3; k++)
            mesh->point[3 * kept + k] = mesh->point[3 * i + k];
        number[i] = kept++;
    }
    mesh->points = kept;
    for (size_t k = 0; k < 3 * mesh->triangles; k++)
        mesh->corner[k] = number[mesh->corner[k]];
}

static routh_status weld(routh_context *context, routh_mesh *mesh) {
    ROUTH_ARENA(room, context);
    numbered_point *order = routh_take(&room, mesh->points, sizeof *order);
    size_t *number = routh_take(&room, mesh->points, sizeof *number);
    const int has_room = order && number;
    if (has_room) {
        for (size_t i = 0; i < mesh->points; i++)
            order[i] = (numbered_point){{mesh->point[3 * i], mesh->point[3 * i + 1], mesh->point[3 * i + 2]}, i};
        qsort(order, mesh->points, sizeof *order, by_place);
        keep_corners(mesh, order, number);
    }
    return has_room ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

/* Closed --------------------------------------------------------------------------------------------------*/

/* A side of a triangle, by its lower and higher point, and which way it goes. */
typedef struct mesh_side {
    size_t low, high, triangle;
    int up;
} mesh_side;

static int by_ends(const void *a, const void *b) {
    const mesh_side *p = a, *q = b;
    if (p->low != q->low)
        return p->low < q->low ? -1 : 1;
    if (p->high != q->high)
        return p->high < q->high ? -1 : 1;
    if (p->up != q->up)
        return q->up - p->up;
    return (p->triangle > q->triangle) - (p->triangle < q->triangle);
}

static routh_status list_sides(routh_context *context, const routh_mesh *mesh, mesh_side *sides) {
    for (size_t t = 0; t < mesh->triangles; t++)
        for (size_t k = 0; k < 3; k++) {
            const size_t from = mesh->corner[3 * t + k], to = mesh->corner[3 * t + (k + 1) % 3];
            if (from == to)
                return routh_fail_in(context, ROUTH_BAD_FORMAT, mesh->file,
                                     "degenerate: two corners in one place at %s %zu", mesh->place_name,
                                     mesh->place[t]);
            sides[3 * t + k] = (mesh_side){from < to ? from : to, from < to ? to : from, t, from < to};
        }
    qsort(sides, 3 * mesh->triangles, sizeof *sides, by_ends);
    return ROUTH_OK;
}

static bool same_ends(const mesh_side *p, const mesh_side *q) {
    return p->low == q->low && p->high == q->high;
}

/* Sides come in pairs, one each way. */
static routh_status check_closed(routh_context *context, const routh_mesh *mesh, const mesh_side *sides) {
    const size_t count = 3 * mesh->triangles;
    for (size_t k = 0; k < count; k += 2) {
        const size_t place = mesh->place[sides[k].triangle];
        const double *a = mesh->point + 3 * sides[k].low, *b = mesh->point + 3 * sides[k].high;
        if (k + 1 == count || !same_ends(&sides[k], &sides[k + 1]))
            return routh_fail_in(context, ROUTH_BAD_FORMAT, mesh->file,
                                 "open: nothing borders on %s %zu between (%g, %g, %g) and (%g, %g, %g) m",
                                 mesh->place_name, place, a[0], a[1], a[2], b[0], b[1], b[2]);
        if (sides[k].up == sides[k + 1].up || (k + 2 < count && same_ends(&sides[k], &sides[k + 2])))
            return routh_fail_in(context, ROUTH_BAD_FORMAT, mesh->file,
                                 "not the surface of a body: %ss %zu and %zu run the same way along one side",
                                 mesh->place_name, place, mesh->place[sides[k + 1].triangle]);
    }
    return ROUTH_OK;
}

/* Convex --------------------------------------------------------------------------------------------------*/

static double volume_of(const routh_mesh *mesh) {
    const double *origin = mesh->point + 3 * mesh->corner[0];
    double six = 0;
    for (size_t t = 0; t < mesh->triangles; t++) {
        double from[3][3], across[3];
        for (size_t k = 0; k < 3; k++)
            for (size_t i = 0; i < 3; i++)
                from[k][i] = mesh->point[3 * mesh->corner[3 * t + k] + i] - origin[i];
        routh_cross3(from[1], from[2], across);
        six += routh_dot3(from[0], across);
    }
    return six / 6;
}

/* How high the corner of `other` that is not on the side rises over the plane of `one`. */
static double rise(const routh_mesh *mesh, const mesh_side *one, const mesh_side *other) {
    const size_t *corner = mesh->corner + 3 * one->triangle, *beyond = mesh->corner + 3 * other->triangle;
    const double *p = mesh->point + 3 * corner[0], *q = mesh->point + 3 * corner[1], *r = mesh->point + 3 * corner[2];
    const double u[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]}, w[3] = {r[0] - p[0], r[1] - p[1], r[2] - p[2]};
    double normal[3], highest = 0;
    routh_cross3(u, w, normal);
    const double length = routh_length3(normal);
    for (int k = 0; length > 0 && k < 3; k++) {
        const double *x = mesh->point + 3 * beyond[k];
        const double to[3] = {x[0] - p[0], x[1] - p[1], x[2] - p[2]};
        if (beyond[k] != one->low && beyond[k] != one->high)
            highest = routh_dot3(normal, to) / length;
    }
    return highest;
}

static routh_status check_convex(routh_context *context, const routh_mesh *mesh, const mesh_side *sides,
                                 double tolerance) {
    for (size_t k = 0; k < 3 * mesh->triangles; k += 2) {
        /* the plane of a sliver says little, so both must rise over the other */
        const double height = fmin(rise(mesh, &sides[k], &sides[k + 1]), rise(mesh, &sides[k + 1], &sides[k]));
        if (height > tolerance)
            return routh_fail_in(context, ROUTH_BAD_FORMAT, mesh->file,
                                 "not convex: %ss %zu and %zu rise over each other by %.3g m", mesh->place_name,
                                 mesh->place[sides[k].triangle], mesh->place[sides[k + 1].triangle], height);
    }
    return ROUTH_OK;
}

/* What the surface may rise: a share of its size and of its coordinates. */
static double dent_of(const routh_mesh *mesh) {
    double size = 0;
    for (size_t i = 0; i < 3 * mesh->points; i++)
        size = fmax(size, fabs(mesh->point[i] - mesh->point[i % 3]));
    return DENT * size + SINGLE * routh_largest(mesh->point, 3 * mesh->points);
}

/* The hull of the points, with the file's name in front of whatever it fails for. */
routh_status routh_mesh_hull(routh_context *context, const routh_mesh *mesh, routh_polyhedron **polyhedron) {
    routh_context quiet = context ? *context : routh_context_default();
    routh_status status = routh_polyhedron_of_points(&quiet, mesh->points, mesh->point, 0, polyhedron);
    if (status == ROUTH_OK)
        return status;
    return routh_fail_in(context, status == ROUTH_BAD_ARGUMENT ? ROUTH_BAD_FORMAT : status, mesh->file, "%s",
                         quiet.message);
}

static routh_status check_surface(routh_context *context, routh_mesh *mesh, mesh_side *sides) {
    ROUTH_TRY(weld(context, mesh));
    ROUTH_TRY(list_sides(context, mesh, sides));
    ROUTH_TRY(check_closed(context, mesh, sides));
    if (volume_of(mesh) < 0)
        return routh_fail_in(context, ROUTH_BAD_FORMAT, mesh->file,
                             "the surface points inwards: seen from outside, corners go round clockwise");
    return check_convex(context, mesh, sides, dent_of(mesh));
}

routh_status routh_mesh_part(routh_context *context, routh_mesh *mesh, routh_polyhedron **polyhedron) {
    *polyhedron = NULL;
    if (mesh->triangles == 0)
        return routh_fail_in(context, ROUTH_BAD_FORMAT, mesh->file, "contains no faces");
    ROUTH_ARENA(room, context);
    mesh_side *sides = routh_take(&room, 3 * mesh->triangles, sizeof *sides);
    ROUTH_TRY(sides ? check_surface(context, mesh, sides) : ROUTH_OUT_OF_MEMORY);
    ROUTH_TRY(routh_mesh_hull(context, mesh, polyhedron));
    const double volume = volume_of(mesh), hull = routh_polyhedron_volume(*polyhedron);
    if (fabs(volume - hull) <= VOLUME_DENT * hull)
        return ROUTH_OK;
    routh_polyhedron_release(context, *polyhedron);
    *polyhedron = NULL;
    return routh_fail_in(context, ROUTH_BAD_FORMAT, mesh->file,
                         "not convex, or of several pieces: it encloses %.6g m³, its hull %.6g m³", volume, hull);
}
