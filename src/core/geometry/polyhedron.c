/* Convex polyhedra: made from faces or points, looked at, and mapped.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "geometry/geometry.h"

/* Looking at a polyhedron. */

size_t routh_polyhedron_vertices(const routh_polyhedron *polyhedron) {
    return polyhedron->vertices;
}

const double *routh_polyhedron_vertex(const routh_polyhedron *polyhedron, size_t index) {
    return polyhedron->vertex + 3 * index;
}

size_t routh_polyhedron_faces(const routh_polyhedron *polyhedron) {
    return polyhedron->faces;
}

routh_face routh_polyhedron_face(const routh_polyhedron *polyhedron, size_t index) {
    const size_t row = routh_rows_of_eight(polyhedron->faces), first = polyhedron->first[index];
    const double *at = polyhedron->face_row + index;
    return (routh_face){.normal = {at[0], at[row], at[2 * row]},
                        .offset = at[3 * row],
                        .count = polyhedron->first[index + 1] - first,
                        .corner = polyhedron->corner + first};
}

double routh_polyhedron_volume(const routh_polyhedron *polyhedron) {
    return polyhedron->volume;
}

void routh_polyhedron_centroid(const routh_polyhedron *polyhedron, double result[3]) {
    for (int i = 0; i < 3; i++)
        result[i] = polyhedron->centroid[i];
}

double routh_polyhedron_radius(const routh_polyhedron *polyhedron) {
    return polyhedron->radius;
}

routh_polyhedron_facts routh_polyhedron_facts_of(const routh_polyhedron *polyhedron) {
    routh_polyhedron_facts facts = {.vertices = polyhedron->vertices,
                                    .vertex = polyhedron->vertex,
                                    .faces = polyhedron->faces,
                                    .volume = polyhedron->volume,
                                    .radius = polyhedron->radius};
    routh_polyhedron_centroid(polyhedron, facts.centroid);
    return facts;
}

/* A polyhedron from its faces: planes, edges, volume. */

/* Thinner than this share of its size a body is flat: its faces' normals would mean little. */
#define THINNEST 1e-9

void routh_polyhedron_release(routh_context *context, routh_polyhedron *polyhedron) {
    if (polyhedron)
        routh_arena_end(context, polyhedron->own);
}

/* One with room for so much, all 0. NULL: no memory. */
static routh_polyhedron *take_polyhedron(routh_arena *arena, size_t vertices, size_t faces, size_t corners) {
    routh_polyhedron *p = routh_take(arena, 1, sizeof *p);
    if (!p)
        return NULL;
    *p = (routh_polyhedron){
        .vertices = vertices,
        .faces = faces,
        .edges = corners / 2,
        .vertex = routh_take(arena, 3 * vertices, sizeof *p->vertex),
        .vertex_row = routh_take(arena, 3 * routh_rows_of_eight(vertices), sizeof *p->vertex_row),
        .face_row = routh_take(arena, 4 * routh_rows_of_eight(faces), sizeof *p->face_row),
        .first = routh_take(arena, faces + 1, sizeof *p->first),
        .corner = routh_take(arena, corners, sizeof *p->corner),
        .edge = routh_take(arena, corners / 2, sizeof *p->edge),
        .along = routh_take(arena, 3 * (corners / 2), sizeof *p->along),
    };
    return arena->status == ROUTH_OK ? p : NULL;
}

/* Numbers the points that are corners in their order; returns how many they are. */
static size_t number_corners(size_t count, const routh_loops *loops, size_t *number) {
    size_t vertices = 0;
    memset(number, 0, count * sizeof *number);
    for (size_t k = 0; k < loops->first[loops->count]; k++)
        number[loops->corner[k]] = 1;
    for (size_t i = 0; i < count; i++)
        number[i] = number[i] ? vertices++ : SIZE_MAX;
    return vertices;
}

static void copy_surface(routh_polyhedron *p, size_t count, const double *points, const routh_loops *loops,
                         const size_t *number) {
    memcpy(p->first, loops->first, (loops->count + 1) * sizeof *p->first);
    for (size_t k = 0; k < loops->first[loops->count]; k++)
        p->corner[k] = number[loops->corner[k]];
    for (size_t i = 0; i < count; i++)
        if (number[i] != SIZE_MAX)
            memcpy(p->vertex + 3 * number[i], points + 3 * i, 3 * sizeof *points);
    const size_t row = routh_rows_of_eight(p->vertices);
    for (size_t i = 0; i < row; i++)
        for (size_t k = 0; k < 3; k++)
            p->vertex_row[k * row + i] = p->vertex[3 * (i < p->vertices ? i : 0) + k];
}

/* The vector area of a face, in long double: a small face at one end of a long body must measure overlaps at the
 * other. */
static void face_normal(const routh_polyhedron *p, size_t face, double normal[3]) {
    const size_t *corner = p->corner + p->first[face], count = p->first[face + 1] - p->first[face];
    const double *origin = p->vertex + 3 * corner[0];
    long double sum[3] = {0};
    for (size_t k = 1; k + 1 < count; k++) {
        const double *b = p->vertex + 3 * corner[k], *c = p->vertex + 3 * corner[k + 1];
        long double u[3], v[3];
        for (int i = 0; i < 3; i++) {
            u[i] = (long double)b[i] - origin[i];
            v[i] = (long double)c[i] - origin[i];
        }
        sum[0] += u[1] * v[2] - u[2] * v[1];
        sum[1] += u[2] * v[0] - u[0] * v[2];
        sum[2] += u[0] * v[1] - u[1] * v[0];
    }
    const long double length = sqrtl(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    for (int i = 0; i < 3; i++)
        normal[i] = (double)(sum[i] / length);
}

/* Planes, and the least width of the body across a face. */
static double set_planes(routh_polyhedron *p) {
    const size_t row = routh_rows_of_eight(p->faces);
    double thinnest = INFINITY;
    for (size_t f = 0; f < row; f++) {
        double normal[3], high = -INFINITY, low = INFINITY;
        face_normal(p, f < p->faces ? f : 0, normal);
        for (size_t i = 0; i < p->vertices; i++) {
            const double height = routh_dot3(normal, p->vertex + 3 * i);
            high = fmax(high, height);
            low = fmin(low, height);
        }
        for (size_t k = 0; k < 3; k++)
            p->face_row[k * row + f] = normal[k];
        p->face_row[3 * row + f] = high;
        thinnest = fmin(thinnest, high - low);
    }
    return thinnest;
}

static int by_edge(const void *a, const void *b) {
    const routh_edge *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

static uint32_t next_corner(const routh_polyhedron *p, size_t face, size_t k) {
    return (uint32_t)p->corner[k + 1 < p->first[face + 1] ? k + 1 : p->first[face]];
}

/* Every edge is on the border of its left face from the lower vertex to the higher, */
static size_t list_edges(routh_polyhedron *p) {
    size_t count = 0;
    for (size_t f = 0; f < p->faces; f++)
        for (size_t k = p->first[f]; k < p->first[f + 1]; k++) {
            const routh_edge edge = {(uint32_t)p->corner[k], next_corner(p, f, k), (uint32_t)f, UINT32_MAX};
            if (edge.from < edge.to && count < p->edges)
                p->edge[count++] = edge;
        }
    qsort(p->edge, count, sizeof *p->edge, by_edge);
    return count;
}

/* and back on that of the right one. */
static void close_edges(routh_polyhedron *p) {
    for (size_t f = 0; f < p->faces; f++)
        for (size_t k = p->first[f]; k < p->first[f + 1]; k++) {
            const routh_edge back = {.from = next_corner(p, f, k), .to = (uint32_t)p->corner[k]};
            routh_edge *edge = bsearch(&back, p->edge, p->edges, sizeof back, by_edge);
            if (edge)
                edge->right = (uint32_t)f;
        }
}

static routh_status set_edges(routh_context *context, routh_polyhedron *p) {
    int closed = list_edges(p) == p->edges && p->vertices + p->faces == p->edges + 2;
    if (closed)
        close_edges(p);
    for (size_t e = 0; closed && e < p->edges; e++) {
        const double *from = p->vertex + 3 * p->edge[e].from, *to = p->vertex + 3 * p->edge[e].to;
        const double along[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
        routh_unit3(along, p->along + 3 * e);
        closed = p->edge[e].right != UINT32_MAX;
    }
    return closed ? ROUTH_OK : routh_fail(context, ROUTH_BAD_ARGUMENT, "the faces do not close around a body");
}

/* Volume and centroid from the tetrahedra between a vertex and the triangles of the faces. */
static void set_volume(routh_polyhedron *p) {
    const double *origin = p->vertex;
    double volume = 0, moment[3] = {0};
    for (size_t f = 0; f < p->faces; f++) {
        const size_t *corner = p->corner + p->first[f], count = p->first[f + 1] - p->first[f];
        for (size_t k = 1; k + 1 < count; k++) {
            const double *v[3] = {p->vertex + 3 * corner[0], p->vertex + 3 * corner[k], p->vertex + 3 * corner[k + 1]};
            double from[3][3], across[3];
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    from[i][j] = v[i][j] - origin[j];
            routh_cross3(from[1], from[2], across);
            const double six = routh_dot3(from[0], across);
            volume += six;
            for (int j = 0; j < 3; j++)
                moment[j] += six * (from[0][j] + from[1][j] + from[2][j]);
        }
    }
    p->volume = volume / 6;
    for (int j = 0; j < 3; j++)
        p->centroid[j] = origin[j] + moment[j] / (4 * volume);
    for (size_t i = 0; i < p->vertices; i++) {
        const double *v = p->vertex + 3 * i;
        const double from[3] = {v[0] - p->centroid[0], v[1] - p->centroid[1], v[2] - p->centroid[2]};
        p->radius = fmax(p->radius, routh_length3(from));
    }
}

routh_status routh_polyhedron_build(routh_context *context, size_t count, const double *points,
                                    const routh_loops *loops, routh_polyhedron **polyhedron) {
    ROUTH_ARENA(room, context);
    ROUTH_ARENA(own, context);
    const size_t corners = loops->first[loops->count];
    size_t *number = routh_take(&room, count, sizeof *number);
    ROUTH_TRY(room.status);
    const size_t vertices = number_corners(count, loops, number);
    routh_polyhedron *p = take_polyhedron(&own, vertices, loops->count, corners);
    if (!p)
        return ROUTH_OUT_OF_MEMORY;
    copy_surface(p, count, points, loops, number);
    const double thinnest = set_planes(p);
    ROUTH_TRY(set_edges(context, p));
    set_volume(p);
    if (!(thinnest > THINNEST * p->radius))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the body is flat: %.3g m thick, with a radius of %.3g m",
                          thinnest, p->radius);
    p->own = routh_arena_keep(&own);
    *polyhedron = p;
    return ROUTH_OK;
}

/* The convex hull of points as a polyhedron. */

/* Within this share of the size, and of what rounding of the coordinates themselves can bend, faces lie in one plane. */
#define FLAT 1e-13

/* A point deeper inside than this share of the size belongs to a part that is not convex. */
#define DEEPEST 1e-9

/* Sizes of bodies, m: beyond these, volumes and their moments might overflow or underflow. */
#define SMALLEST 1e-9
#define LARGEST  1e9

/* The middle of the points and the largest distance from it along an axis. */
static routh_status measure(routh_context *context, size_t count, const double *points, double middle[3],
                            double *size) {
    if (count < 4)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%zu points: a body has at least 4", count);
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < 3; k++) {
            const double x = points[3 * i + k];
            if (!isfinite(x))
                return routh_fail(context, ROUTH_NOT_FINITE, "point %zu has a coordinate that is not finite", i);
            low[k] = fmin(low[k], x);
            high[k] = fmax(high[k], x);
        }
    *size = 0;
    for (int k = 0; k < 3; k++) {
        middle[k] = 0.5 * low[k] + 0.5 * high[k];
        *size = fmax(*size, 0.5 * high[k] - 0.5 * low[k]);
    }
    if (!(*size >= SMALLEST && *size <= LARGEST))
        return routh_fail(context, ROUTH_OUT_OF_RANGE,
                          "the points reach %.3g m from their middle; it must be %g to %g m", *size, SMALLEST, LARGEST);
    return ROUTH_OK;
}

/* Is every point on the surface? */
static routh_status check_surface(routh_context *context, size_t count, const double *points, double size,
                                  const routh_polyhedron *hull) {
    for (size_t i = 0; i < count; i++) {
        double depth = INFINITY;
        for (size_t f = 0; f < hull->faces; f++) {
            const routh_face face = routh_polyhedron_face(hull, f);
            depth = fmin(depth, face.offset - routh_dot3(face.normal, points + 3 * i));
        }
        if (depth > DEEPEST * size)
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "not convex: point %zu lies %.3g m inside the hull", i,
                              depth);
    }
    return ROUTH_OK;
}

routh_status routh_polyhedron_of_points(routh_context *context, size_t count, const double *points, int strict,
                                        routh_polyhedron **polyhedron) {
    if (!polyhedron)
        return routh_fail_null(context, "polyhedron", (const void *const[]){polyhedron});
    double middle[3], size = 0;
    *polyhedron = NULL;
    ROUTH_ARENA(room, context);
    ROUTH_TRY(routh_array_check(context, "points", points, count));
    ROUTH_TRY(measure(context, count, points, middle, &size));
    double *scaled = routh_take(&room, 3 * count, sizeof *scaled);
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < 3 * count; i++)
        scaled[i] = (points[i] - middle[i % 3]) / size;
    const double flat = FLAT + 64 * DBL_EPSILON * (1 + routh_largest(middle, 3) / size);
    routh_loops loops;
    ROUTH_TRY(routh_hull_loops(&room, count, scaled, &loops));
    ROUTH_TRY(routh_join_flat(&room, count, scaled, flat, &loops));
    ROUTH_TRY(routh_polyhedron_build(context, count, points, &loops, polyhedron));
    const routh_status status = strict ? check_surface(context, count, points, size, *polyhedron) : ROUTH_OK;
    if (status != ROUTH_OK) {
        routh_polyhedron_release(context, *polyhedron);
        *polyhedron = NULL;
    }
    return status;
}

/* A polyhedron under an affine map: the same faces and edges at other places. */

routh_polyhedron *routh_polyhedron_copy(routh_arena *arena, const routh_polyhedron *p) {
    routh_polyhedron *c = take_polyhedron(arena, p->vertices, p->faces, 2 * p->edges);
    if (!c)
        return NULL;
    memcpy(c->vertex, p->vertex, 3 * p->vertices * sizeof *p->vertex);
    memcpy(c->vertex_row, p->vertex_row, 3 * routh_rows_of_eight(p->vertices) * sizeof *p->vertex_row);
    memcpy(c->face_row, p->face_row, 4 * routh_rows_of_eight(p->faces) * sizeof *p->face_row);
    memcpy(c->first, p->first, (p->faces + 1) * sizeof *p->first);
    memcpy(c->corner, p->corner, 2 * p->edges * sizeof *p->corner);
    memcpy(c->edge, p->edge, p->edges * sizeof *p->edge);
    memcpy(c->along, p->along, 3 * p->edges * sizeof *p->along);
    c->volume = p->volume;
    c->radius = p->radius;
    memcpy(c->centroid, p->centroid, sizeof c->centroid);
    return c;
}

static void map_point(double a[3][3], const double b[3], const double x[3], double y[3]) {
    for (int i = 0; i < 3; i++)
        y[i] = routh_dot3(a[i], x) + b[i];
}

/* A plane's normal n goes to A⁻ᵀ n, which is along cof(A) n: the rows of cof(A) are products of rows of A. */
static void map_faces(const routh_polyhedron *p, double cofactor[3][3], routh_polyhedron *to) {
    const size_t row = routh_rows_of_eight(p->faces);
    for (size_t f = 0; f < row; f++) {
        const size_t face = f < p->faces ? f : 0;
        double normal[3], high = -INFINITY;
        for (int i = 0; i < 3; i++)
            normal[i] = cofactor[i][0] * p->face_row[face] + cofactor[i][1] * p->face_row[row + face] +
                        cofactor[i][2] * p->face_row[2 * row + face];
        routh_unit3(normal, normal);
        for (size_t k = p->first[face]; k < p->first[face + 1]; k++)
            high = fmax(high, routh_dot3(normal, to->vertex + 3 * p->corner[k]));
        for (size_t i = 0; i < 3; i++)
            to->face_row[i * row + f] = normal[i];
        to->face_row[3 * row + f] = high;
    }
}

void routh_polyhedron_map(const routh_polyhedron *p, double a[3][3], const double b[3], routh_polyhedron *to) {
    double cofactor[3][3];
    for (int i = 0; i < 3; i++)
        routh_cross3(a[(i + 1) % 3], a[(i + 2) % 3], cofactor[i]);
    to->volume = p->volume * routh_dot3(a[0], cofactor[0]);
    map_point(a, b, p->centroid, to->centroid);
    to->radius = 0;
    for (size_t i = 0; i < p->vertices; i++) {
        double *v = to->vertex + 3 * i;
        map_point(a, b, p->vertex + 3 * i, v);
        const double from[3] = {v[0] - to->centroid[0], v[1] - to->centroid[1], v[2] - to->centroid[2]};
        to->radius = fmax(to->radius, routh_length3(from));
    }
    const size_t row = routh_rows_of_eight(p->vertices);
    for (size_t i = 0; i < row; i++)
        for (size_t k = 0; k < 3; k++)
            to->vertex_row[k * row + i] = to->vertex[3 * (i < p->vertices ? i : 0) + k];
    map_faces(p, cofactor, to);
    for (size_t e = 0; e < p->edges; e++) {
        const double *from = to->vertex + 3 * p->edge[e].from, *end = to->vertex + 3 * p->edge[e].to;
        const double along[3] = {end[0] - from[0], end[1] - from[1], end[2] - from[2]};
        routh_unit3(along, to->along + 3 * e);
    }
}
