/* What a convex polyhedron holds.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_POLYHEDRA_POLYHEDRON_H
#define ROUTH_SRC_POLYHEDRA_POLYHEDRON_H

#include <routh/geometry.h>

/* An edge goes from `from` to `to` along the border of the face on its left, seen from outside. Then the product of the
 * normals, left × right, points along the edge. */
typedef struct routh_edge {
    uint32_t from, to;
    uint32_t left, right;
} routh_edge;

/* Numbers in rows of this many, so that loops over vertices or faces have no remainder: the ends of rows repeat the
 * first item, which changes no minimum. */
enum { ROUTH_ROW = 8 };

static inline size_t routh_rows_of_eight(size_t count) {
    return (count + ROUTH_ROW - 1) / ROUTH_ROW * ROUTH_ROW;
}

struct routh_polyhedron {
    size_t vertices, faces, edges;
    double *vertex;     /* vertices × 3 */
    double *vertex_row; /* x of all vertices, y, z, each routh_rows_of_eight(vertices) long */
    double *face_row;   /* the same of the normals, and the offsets */
    size_t *first;      /* of a face's corners; faces + 1 */
    size_t *corner;     /* 2 × edges */
    routh_edge *edge;
    double *along; /* unit vector of each edge, edges × 3 */
    double volume, centroid[3], radius;
};

/* Flat faces of a closed convex surface as lists of corners, counter-clockwise from outside. The caller owns the
 * arrays. */
typedef struct routh_loops {
    size_t count;
    size_t *first;  /* count + 1 */
    size_t *corner; /* indices of points */
} routh_loops;

void routh_loops_release(routh_context *context, routh_loops *loops);

/* The convex hull of points (count × 3), as triangles. The points are rounded in place, by at most 2^-52 of the largest
 * coordinate along each axis: the triangles then are exactly convex, and differences of coordinates exact. */
routh_status routh_hull_loops(routh_context *context, size_t count, double *points, routh_loops *loops);

/* Joins neighbouring faces of which one lies in the other's plane to within `tolerance`, and drops corners that then
 * lie on an edge or within a face. */
routh_status routh_join_flat(routh_context *context, size_t count, const double *points, double tolerance,
                             routh_loops *loops);

/* A polyhedron with these faces, of those points that are corners; the points keep their order. */
routh_status routh_polyhedron_build(routh_context *context, size_t count, const double *points,
                                    const routh_loops *loops, routh_polyhedron **polyhedron);

/* One with room for so much, all 0. NULL: no memory. */
routh_polyhedron *routh_polyhedron_allocate(routh_context *context, size_t vertices, size_t faces, size_t corners);

routh_status routh_polyhedron_copy(routh_context *context, const routh_polyhedron *polyhedron, routh_polyhedron **copy);

/* x goes to A x + b, A with a positive determinant: into a copy of the polyhedron. */
void routh_polyhedron_map(const routh_polyhedron *polyhedron, double a[3][3], const double b[3],
                          routh_polyhedron *mapped);

/* Single facts, for loops. */
size_t routh_polyhedron_vertices(const routh_polyhedron *polyhedron);
const double *routh_polyhedron_vertex(const routh_polyhedron *polyhedron, size_t index); /* 3 numbers */
size_t routh_polyhedron_faces(const routh_polyhedron *polyhedron);
double routh_polyhedron_volume(const routh_polyhedron *polyhedron);
void routh_polyhedron_centroid(const routh_polyhedron *polyhedron, double result[3]);
double routh_polyhedron_radius(const routh_polyhedron *polyhedron);

/* A corner of a shape's face, and the one after it, counter-clockwise from outside. */
size_t routh_shape3_first_corner(const routh_shape3 *shape, size_t face);
size_t routh_shape3_next_corner(const routh_shape3 *shape, size_t face, size_t corner);

#endif
