/* Points of a shape near a half-plane: distances and the Jacobians of the material points there.
 *
 * Turned into the axes t, n of the plane, a shape at angle θ is one at θ − α over flat ground, and its lowest point is
 * that of routh_shape_lowest. A material point r moves with v + ω (−ry, rx), hence in direction d with
 * d·v + ω (rx dy − ry dx):
 *
 *     J = (dx, dy, r × d)      for d = t and d = n
 *
 * The distance φ = n · (c + r − o) has the gradient J_n also where the lowest point wanders along a round outline,
 * because that wandering is along t. The paper's tangential row (12) lets the point wander too, which is not the
 * velocity that friction sees.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/motion.h>

#include "geometry/shape.h"
#include "motion/motion.h"

routh_half_plane routh_half_plane_default(void) {
    return (routh_half_plane){.mu = 0.3, .eps = 0.5};
}

typedef struct axes {
    double t[2], n[2];
    double height; /* of the body's centre over the surface */
} axes;

static axes axes_of(const routh_half_plane *plane, routh_pose pose) {
    const double c = cos(plane->angle), s = sin(plane->angle);
    return (axes){{c, s}, {-s, c}, -s * (pose.x - plane->x) + c * (pose.y - plane->y)};
}

static routh_contact_point near_at(const axes *a, double rx, double ry, size_t vertex) {
    return (routh_contact_point){.rx = rx,
                                 .ry = ry,
                                 .distance = a->height + a->n[0] * rx + a->n[1] * ry,
                                 .jt = {a->t[0], a->t[1], rx * a->t[1] - ry * a->t[0]},
                                 .jn = {a->n[0], a->n[1], rx * a->n[1] - ry * a->n[0]},
                                 .vertex = vertex};
}

/* Keeps the `capacity` nearest in order; of equals the one that came first. */
static size_t insert(routh_contact_point *near, size_t count, size_t capacity, const routh_contact_point *one) {
    size_t place = count;
    while (place > 0 && one->distance < near[place - 1].distance)
        --place;
    if (place == capacity)
        return count;
    if (count < capacity)
        count++;
    for (size_t i = count - 1; i > place; --i)
        near[i] = near[i - 1];
    near[place] = *one;
    return count;
}

static size_t near_vertices(const routh_shape *shape, double theta, const axes *a, double reach,
                            routh_contact_point *near, size_t capacity) {
    const double c = cos(theta), s = sin(theta);
    size_t count = 0;
    for (size_t i = 0; i < shape->count; i++) {
        const double *p = shape->vertex[i];
        const routh_contact_point one = near_at(a, c * p[0] - s * p[1], s * p[0] + c * p[1], i);
        count = insert(near, count, capacity, &one);
    }
    while (count > 1 && near[count - 1].distance > reach)
        --count;
    return count;
}

size_t routh_contact_point_find(const routh_shape *shape, routh_pose pose, const routh_half_plane *plane, double reach,
                                routh_contact_point *near, size_t capacity) {
    if (capacity == 0)
        return 0;
    const axes a = axes_of(plane, pose);
    if (shape->kind == ROUTH_POLYGON)
        return near_vertices(shape, pose.theta, &a, reach, near, capacity);
    double along, out, next;
    routh_shape_lowest(shape, pose.theta - plane->angle, &along, &out, &next);
    near[0] = near_at(&a, along * a.t[0] + out * a.n[0], along * a.t[1] + out * a.n[1], 0);
    return 1;
}
