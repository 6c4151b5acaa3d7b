/* The corners of a shape's faces, one after another.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdbool.h>

#include "algebra/matrix3.h"
#include "geometry/polyhedron.h"

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
