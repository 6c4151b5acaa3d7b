/* Ellipsoids as polyhedra: a geodesic sphere, stretched.
 *
 * The triangles of an icosahedron are divided by f along their edges, and all points put onto the sphere. Three of the
 * icosahedron's mirrors are the planes of its axes, so that the principal axes of the ellipsoid's inertia are the body's.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "algebra/matrix3.h"
#include "base/context.h"
#include "base/limits.h"
#include "geometry/polyhedron.h"

enum { CORNERS = 12, FACES = 20 };

#define GOLDEN 1.6180339887498948482

static const double corner[CORNERS][3] = {{0, 1, GOLDEN}, {0, -1, GOLDEN}, {0, 1, -GOLDEN}, {0, -1, -GOLDEN},
                                          {1, GOLDEN, 0}, {-1, GOLDEN, 0}, {1, -GOLDEN, 0}, {-1, -GOLDEN, 0},
                                          {GOLDEN, 0, 1}, {GOLDEN, 0, -1}, {-GOLDEN, 0, 1}, {-GOLDEN, 0, -1}};

static double distance_squared(size_t a, size_t b) {
    double sum = 0;
    for (int c = 0; c < 3; c++)
        sum += (corner[a][c] - corner[b][c]) * (corner[a][c] - corner[b][c]);
    return sum;
}

static size_t divisions_for(size_t corners) {
    size_t f = 1;
    while (10 * f * f + 2 < corners)
        f++;
    return f;
}

/* Points of all triangles, those on edges more than once: the hull drops repetitions. */
static size_t fill(size_t f, const double semi_axis[3], double (*point)[3]) {
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
                            p[k] = share[0] * corner[a][k] + share[1] * corner[b][k] + share[2] * corner[c][k];
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
    routh_status status = routh_check_count(context, "ellipsoid", "corners", corners, 1, ROUTH_MOST_ELLIPSOID_CORNERS);
    if (status != ROUTH_OK)
        return status;
    const size_t f = divisions_for(corners), most = FACES * (f + 1) * (f + 2) / 2;
    double(*point)[3] = routh_allocate(context, most, sizeof *point);
    if (!point)
        return ROUTH_OUT_OF_MEMORY;
    status = routh_polyhedron_of_points(context, fill(f, semi_axis, point), point[0], 0, &polyhedron);
    routh_release(context, point);
    if (status != ROUTH_OK)
        return status;
    status = routh_shape3_of_polyhedron(context, polyhedron, middle, shape);
    routh_polyhedron_release(context, polyhedron);
    if (status == ROUTH_OK)
        snprintf(shape->name, sizeof shape->name, "ellipsoid");
    return status;
}
