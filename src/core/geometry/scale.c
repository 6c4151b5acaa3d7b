/* A polyhedron under an affine map: the same faces and edges at other places.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/matrix3.h"
#include "base/context.h"
#include "geometry/polyhedron.h"

routh_status routh_polyhedron_copy(routh_context *context, const routh_polyhedron *p, routh_polyhedron **copy) {
    routh_polyhedron *c = routh_polyhedron_allocate(context, p->vertices, p->faces, 2 * p->edges);
    *copy = c;
    if (!c)
        return ROUTH_OUT_OF_MEMORY;
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
    return ROUTH_OK;
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
