/* A polyhedron from its faces: planes, edges, volume.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/polyhedron.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/matrix3.h"
#include "base/context.h"

/* Thinner than this share of its size a body is flat: its faces' normals would mean little. */
#define THINNEST 1e-9

void routh_polyhedron_release(routh_context *context, routh_polyhedron *polyhedron) {
    if (!polyhedron)
        return;
    void *const blocks[] = {polyhedron->vertex, polyhedron->vertex_row, polyhedron->face_row, polyhedron->first,
                            polyhedron->corner, polyhedron->edge,       polyhedron->along,    polyhedron};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        routh_release(context, blocks[i]);
}

routh_polyhedron *routh_polyhedron_allocate(routh_context *context, size_t vertices, size_t faces, size_t corners) {
    routh_polyhedron *p = routh_allocate(context, 1, sizeof *p);
    if (!p)
        return NULL;
    *p = (routh_polyhedron){
        .vertices = vertices,
        .faces = faces,
        .edges = corners / 2,
        .vertex = routh_allocate(context, 3 * vertices, sizeof *p->vertex),
        .vertex_row = routh_allocate(context, 3 * routh_rows_of_eight(vertices), sizeof *p->vertex_row),
        .face_row = routh_allocate(context, 4 * routh_rows_of_eight(faces), sizeof *p->face_row),
        .first = routh_allocate(context, faces + 1, sizeof *p->first),
        .corner = routh_allocate(context, corners, sizeof *p->corner),
        .edge = routh_allocate(context, corners / 2, sizeof *p->edge),
        .along = routh_allocate(context, 3 * (corners / 2), sizeof *p->along),
    };
    if (p->vertex && p->vertex_row && p->face_row && p->first && p->corner && p->edge && p->along)
        return p;
    routh_polyhedron_release(context, p);
    return NULL;
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
    const size_t corners = loops->first[loops->count];
    size_t *number = routh_allocate(context, count, sizeof *number);
    if (!number)
        return ROUTH_OUT_OF_MEMORY;
    const size_t vertices = number_corners(count, loops, number);
    routh_polyhedron *p = routh_polyhedron_allocate(context, vertices, loops->count, corners);
    if (p)
        copy_surface(p, count, points, loops, number);
    routh_release(context, number);
    if (!p)
        return ROUTH_OUT_OF_MEMORY;
    const double thinnest = set_planes(p);
    routh_status status = set_edges(context, p);
    if (status == ROUTH_OK) {
        set_volume(p);
        if (!(thinnest > THINNEST * p->radius))
            status = routh_fail(context, ROUTH_BAD_ARGUMENT, "the body is flat: %.3g m thick, with a radius of %.3g m",
                                thinnest, p->radius);
    }
    if (status != ROUTH_OK)
        routh_polyhedron_release(context, p);
    else
        *polyhedron = p;
    return status;
}
