/* Convex shapes in space: boxes, ellipsoids, polyhedra, and their faces.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "geometry/geometry.h"

/* Convex shapes in space: corners, faces, how far corners move inwards with the faces, and mass properties. */

/* Where the faces at a corner are nearly one plane, w goes along their common normal: this share of it is given. */
static const double flat_share = 1e-9;

void routh_shape3_release(routh_context *context, routh_shape3 *shape) {
    if (!shape)
        return;
    routh_release(context, shape->vertex);
    routh_release(context, shape->inset);
    routh_release(context, shape->face);
    *shape = (routh_shape3){0};
}

static routh_status allocate(routh_context *context, const routh_polyhedron *polyhedron, routh_shape3 *shape) {
    shape->count = routh_polyhedron_vertices(polyhedron);
    shape->face_count = routh_polyhedron_faces(polyhedron);
    shape->vertex = routh_allocate(context, shape->count, sizeof *shape->vertex);
    shape->inset = shape->vertex ? routh_allocate(context, shape->count, sizeof *shape->inset) : NULL;
    shape->face = shape->inset ? routh_allocate(context, shape->face_count, sizeof *shape->face) : NULL;
    return shape->face ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

/* The second moments of the volume about its centroid: a tetrahedron (0, a, b, c) of volume V has
 * ∫ x xᵀ = V/20 (a aᵀ + b bᵀ + c cᵀ + s sᵀ), s = a + b + c. The inertia tensor is their trace less they. */
static void measure(const routh_polyhedron *polyhedron, routh_shape3 *shape) {
    double centroid[3], moment[3][3] = {{0}}, volume = 0;
    routh_polyhedron_centroid(polyhedron, centroid);
    for (size_t f = 0; f < shape->face_count; f++) {
        const routh_face face = routh_polyhedron_face(polyhedron, f);
        for (size_t k = 1; k + 1 < face.count; k++) {
            const size_t corner[3] = {face.corner[0], face.corner[k], face.corner[k + 1]};
            double p[4][3] = {{0}}, across[3];
            for (int i = 0; i < 3; i++)
                for (int c = 0; c < 3; c++) {
                    p[i][c] = routh_polyhedron_vertex(polyhedron, corner[i])[c] - centroid[c];
                    p[3][c] += p[i][c];
                }
            routh_cross3(p[1], p[2], across);
            const double own = routh_dot3(p[0], across) / 6;
            volume += own;
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    for (int m = 0; m < 4; m++)
                        moment[i][j] += own / 20 * p[m][i] * p[m][j];
        }
    }
    const double trace = (moment[0][0] + moment[1][1] + moment[2][2]) / volume;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            shape->gyration[i][j] = (i == j ? trace : 0) - 0.5 * (moment[i][j] + moment[j][i]) / volume;
    shape->volume = volume;
}

/* w of every corner: n · w = 1 for the faces that meet there, by least squares. `sum` has room for a normal of each. */
static void find_insets(const routh_polyhedron *polyhedron, routh_shape3 *shape, double (*square)[3][3]) {
    for (size_t f = 0; f < shape->face_count; f++) {
        const routh_face face = routh_polyhedron_face(polyhedron, f);
        for (size_t k = 0; k < face.count; k++)
            for (int i = 0; i < 3; i++) {
                shape->inset[face.corner[k]][i] += face.normal[i];
                for (int j = 0; j < 3; j++)
                    square[face.corner[k]][i][j] += face.normal[i] * face.normal[j];
            }
    }
    for (size_t v = 0; v < shape->count; v++) {
        double *w = shape->inset[v], mean[3], right[3], inverse[3][3];
        const double length = routh_length3(w);
        routh_factor3 factor;
        for (int i = 0; i < 3; i++) {
            mean[i] = w[i] / length;
            right[i] = w[i] + flat_share * mean[i];
            square[v][i][i] += flat_share;
        }
        memcpy(w, mean, sizeof mean);
        if (!routh_factor3_of((const double(*)[3])square[v], &factor))
            continue;
        routh_inverse3(&factor, inverse);
        for (int i = 0; i < 3; i++)
            w[i] = routh_dot3(inverse[i], right);
    }
}

static routh_status fill(routh_context *context, const routh_polyhedron *polyhedron, const double origin[3],
                         routh_shape3 *shape) {
    ROUTH_ARENA(room, context);
    double(*square)[3][3] = routh_take(&room, shape->count, sizeof *square);
    ROUTH_TRY(room.status);
    measure(polyhedron, shape);
    find_insets(polyhedron, shape, square);
    double centroid[3];
    routh_polyhedron_centroid(polyhedron, centroid);
    shape->radius = routh_polyhedron_radius(polyhedron);
    shape->thickness = INFINITY;
    for (int c = 0; c < 3; c++)
        shape->centroid[c] = centroid[c] - origin[c];
    for (size_t v = 0; v < shape->count; v++)
        for (int c = 0; c < 3; c++)
            shape->vertex[v][c] = routh_polyhedron_vertex(polyhedron, v)[c] - origin[c];
    for (size_t f = 0; f < shape->face_count; f++) {
        const routh_face face = routh_polyhedron_face(polyhedron, f);
        memcpy(shape->face[f], face.normal, sizeof face.normal);
        shape->face[f][3] = face.offset - routh_dot3(face.normal, origin);
        shape->thickness = fmin(shape->thickness, face.offset - routh_dot3(face.normal, centroid));
    }
    return ROUTH_OK;
}

routh_status routh_shape3_of_polyhedron(routh_context *context, const routh_polyhedron *polyhedron,
                                        const double tracked[3], routh_shape3 *shape) {
    if (!polyhedron || !shape)
        return routh_fail_null(context, "polyhedron shape", (const void *const[]){polyhedron, shape});
    double centroid[3];
    *shape = (routh_shape3){.name = "polyhedron"};
    if (tracked && !routh_all_finite(tracked, 3))
        return routh_fail(context, ROUTH_NOT_FINITE, "the tracked point (%g, %g, %g) m must be finite", tracked[0],
                          tracked[1], tracked[2]);
    routh_polyhedron_centroid(polyhedron, centroid);
    routh_status status = allocate(context, polyhedron, shape);
    if (status == ROUTH_OK)
        status = fill(context, polyhedron, tracked ? tracked : centroid, shape);
    if (status != ROUTH_OK)
        routh_shape3_release(context, shape);
    return status;
}

routh_status routh_shape3_box(routh_context *context, const double side[3], routh_shape3 *shape) {
    if (!side || !shape)
        return routh_fail_null(context, "side shape", (const void *const[]){side, shape});
    const double middle[3] = {0, 0, 0};
    double corner[8][3];
    routh_polyhedron *polyhedron;
    *shape = (routh_shape3){0};
    for (int c = 0; c < 3; c++)
        if (!(side[c] >= 1e-6 && side[c] <= 1e6))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape",
                                    "box: sides of %g, %g and %g m; each must be 1e-06 … 1e+06 m", side[0], side[1],
                                    side[2]);
    for (int k = 0; k < 8; k++)
        for (int c = 0; c < 3; c++)
            corner[k][c] = (k >> c & 1 ? 0.5 : -0.5) * side[c];
    ROUTH_TRY(routh_polyhedron_of_points(context, 8, corner[0], 0, &polyhedron));
    const routh_status status = routh_shape3_of_polyhedron(context, polyhedron, middle, shape);
    routh_polyhedron_release(context, polyhedron);
    if (status == ROUTH_OK)
        snprintf(shape->name, sizeof shape->name, side[0] == side[1] && side[1] == side[2] ? "cube" : "box");
    return status;
}

/* Ellipsoids as polyhedra: a geodesic sphere, stretched.
 *
 * The triangles of an icosahedron are divided by f along their edges, and all points put onto the sphere. Three of the
 * icosahedron's mirrors are the planes of its axes, so that the principal axes of the ellipsoid's inertia are the body's. */

enum { CORNERS = 12, FACES = 20 };

#define GOLDEN 1.6180339887498948482

static const double icosahedron[CORNERS][3] = {{0, 1, GOLDEN}, {0, -1, GOLDEN}, {0, 1, -GOLDEN}, {0, -1, -GOLDEN},
                                               {1, GOLDEN, 0}, {-1, GOLDEN, 0}, {1, -GOLDEN, 0}, {-1, -GOLDEN, 0},
                                               {GOLDEN, 0, 1}, {GOLDEN, 0, -1}, {-GOLDEN, 0, 1}, {-GOLDEN, 0, -1}};

static double distance_squared(size_t a, size_t b) {
    double sum = 0;
    for (int c = 0; c < 3; c++)
        sum += (icosahedron[a][c] - icosahedron[b][c]) * (icosahedron[a][c] - icosahedron[b][c]);
    return sum;
}

static size_t divisions_for(size_t corners) {
    size_t f = 1;
    while (10 * f * f + 2 < corners)
        f++;
    return f;
}

/* Points of all triangles, those on edges more than once: the hull drops repetitions. */
static size_t fill_ellipsoid(size_t f, const double semi_axis[3], double (*point)[3]) {
    size_t count = 0;
    for (size_t a = 0; a < CORNERS; a++)
        for (size_t b = a + 1; b < CORNERS; b++)
            for (size_t c = b + 1; c < CORNERS; c++) {
                if (distance_squared(a, b) > 4.5 || distance_squared(b, c) > 4.5 || distance_squared(c, a) > 4.5)
                    continue; /* edges have the length 2 */
                for (size_t i = 0; i <= f; i++)
                    for (size_t j = 0; i + j <= f; j++) {
                        const double share[3] = {(double)i, (double)j, (double)(f - i - j)};
                        double *p = point[count++];
                        for (int k = 0; k < 3; k++)
                            p[k] = share[0] * icosahedron[a][k] + share[1] * icosahedron[b][k] +
                                   share[2] * icosahedron[c][k];
                        const double length = routh_length3(p);
                        for (int k = 0; k < 3; k++)
                            p[k] *= semi_axis[k] / length;
                    }
            }
    return count;
}

routh_status routh_shape3_ellipsoid(routh_context *context, const double semi_axis[3], size_t corners,
                                    routh_shape3 *shape) {
    if (!semi_axis || !shape)
        return routh_fail_null(context, "semi_axis shape", (const void *const[]){semi_axis, shape});
    const double middle[3] = {0, 0, 0};
    routh_polyhedron *polyhedron;
    *shape = (routh_shape3){0};
    for (int c = 0; c < 3; c++)
        if (!(semi_axis[c] >= 1e-6 && semi_axis[c] <= 1e6))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape",
                                    "ellipsoid: semi-axes of %g, %g and %g m; each must be 1e-06 … 1e+06 m",
                                    semi_axis[0], semi_axis[1], semi_axis[2]);
    ROUTH_TRY(routh_check_count(context, "ellipsoid", "corners", corners, 1, ROUTH_MOST_ELLIPSOID_CORNERS));
    const size_t f = divisions_for(corners), most = FACES * (f + 1) * (f + 2) / 2;
    ROUTH_ARENA(room, context);
    double(*point)[3] = routh_take(&room, most, sizeof *point);
    ROUTH_TRY(room.status);
    ROUTH_TRY(routh_polyhedron_of_points(context, fill_ellipsoid(f, semi_axis, point), point[0], 0, &polyhedron));
    const routh_status status = routh_shape3_of_polyhedron(context, polyhedron, middle, shape);
    routh_polyhedron_release(context, polyhedron);
    if (status == ROUTH_OK)
        snprintf(shape->name, sizeof shape->name, "ellipsoid");
    return status;
}

/* The corners of a shape's faces, one after another. */

/* Corners this near to a face's plane, ÷ the shape's radius, are its own: where triangles are joined to faces they are
 * nearer by far, and other corners are farther away. */
static const double on_face = 1e-7;

static double height_over(const routh_shape3 *shape, size_t face, size_t corner) {
    return routh_dot3(shape->face[face], shape->vertex[corner]) - shape->face[face][3];
}

static bool is_on(const routh_shape3 *shape, size_t face, size_t corner) {
    return fabs(height_over(shape, face, corner)) <= on_face * shape->radius;
}

size_t routh_shape3_first_corner(const routh_shape3 *shape, size_t face) {
    size_t highest = 0;
    for (size_t v = 1; v < shape->count; v++)
        if (height_over(shape, face, v) > height_over(shape, face, highest))
            highest = v;
    return highest;
}

/* All others of the face lie to the left of the way there. */
size_t routh_shape3_next_corner(const routh_shape3 *shape, size_t face, size_t corner) {
    size_t next = corner;
    double way[3] = {0};
    for (size_t v = 0; v < shape->count; v++) {
        double other[3], across[3];
        if (v == corner || !is_on(shape, face, v))
            continue;
        for (int c = 0; c < 3; c++)
            other[c] = shape->vertex[v][c] - shape->vertex[corner][c];
        if (next != corner) {
            routh_cross3(way, other, across);
            if (routh_dot3(across, shape->face[face]) >= 0)
                continue;
        }
        next = v;
        for (int c = 0; c < 3; c++)
            way[c] = other[c];
    }
    return next;
}
