/* The depth of shallow overlaps with more digits.
 *
 * A depth is the difference of two heights that are as large as the parts, and rotations are orthogonal only to
 * rounding: in double about 1e-16 of the size is lost. Where the depth is small beside the size, the best direction is
 * computed again in long double from the vertices as placed by the poses, and then the overlap of all vertices along
 * it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/overlap.h"

#include <math.h>

static void place(const routh_pose3 *pose, const double x[3], long double placed[3]) {
    for (int i = 0; i < 3; i++)
        placed[i] = (long double)pose->rotation[i][0] * x[0] + (long double)pose->rotation[i][1] * x[1] +
                    (long double)pose->rotation[i][2] * x[2] + pose->position[i];
}

/* Adds (p − origin) × (q − origin). */
static void add_product(const long double origin[3], const long double p[3], const long double q[3],
                        long double sum[3]) {
    const long double u[3] = {p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]};
    const long double w[3] = {q[0] - origin[0], q[1] - origin[1], q[2] - origin[2]};
    sum[0] += u[1] * w[2] - u[2] * w[1];
    sum[1] += u[2] * w[0] - u[0] * w[2];
    sum[2] += u[0] * w[1] - u[1] * w[0];
}

static void face_area(const routh_polyhedron *part, const routh_pose3 *pose, size_t face, long double area[3]) {
    const size_t *corner = part->corner + part->first[face], count = part->first[face + 1] - part->first[face];
    long double origin[3], p[3], q[3];
    place(pose, part->vertex + 3 * corner[0], origin);
    place(pose, part->vertex + 3 * corner[1], q);
    for (size_t k = 2; k < count; k++) {
        for (int i = 0; i < 3; i++)
            p[i] = q[i];
        place(pose, part->vertex + 3 * corner[k], q);
        add_product(origin, p, q, area);
    }
}

static void edge_product(const routh_part_pair *pair, const routh_pose3 *pose_a, const routh_pose3 *pose_b,
                         const routh_axis *axis, long double product[3]) {
    const routh_edge *ea = &pair->a->edge[axis->a], *eb = &pair->b->edge[axis->b];
    long double from[3], to[3], other[3], along[3] = {0}, zero[3] = {0};
    place(pose_a, pair->a->vertex + 3 * ea->from, from);
    place(pose_a, pair->a->vertex + 3 * ea->to, to);
    for (int i = 0; i < 3; i++)
        along[i] = to[i] - from[i];
    place(pose_b, pair->b->vertex + 3 * eb->from, from);
    place(pose_b, pair->b->vertex + 3 * eb->to, to);
    for (int i = 0; i < 3; i++)
        other[i] = to[i] - from[i];
    add_product(zero, along, other, product);
}

/* The highest of the part's vertices along n. */
static long double height(const routh_polyhedron *part, const routh_pose3 *pose, const long double n[3]) {
    long double highest = -INFINITY;
    for (size_t v = 0; v < part->vertices; v++) {
        long double x[3];
        place(pose, part->vertex + 3 * v, x);
        const long double at = n[0] * x[0] + n[1] * x[1] + n[2] * x[2];
        highest = at > highest ? at : highest;
    }
    return highest;
}

double routh_precise_depth(const routh_part_pair *pair, const routh_pose3 *pose_a, const routh_pose3 *pose_b,
                           const routh_axis *axis) {
    long double n[3] = {0}, back[3];
    if (axis->kind == ROUTH_FACE_OF_A)
        face_area(pair->a, pose_a, axis->a, n);
    else if (axis->kind == ROUTH_FACE_OF_B)
        face_area(pair->b, pose_b, axis->b, n);
    else
        edge_product(pair, pose_a, pose_b, axis, n);
    const long double sign = axis->kind == ROUTH_FACE_OF_B ? -1 : axis->sign;
    const long double scale = sign / sqrtl(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int i = 0; i < 3; i++) {
        n[i] *= scale;
        back[i] = -n[i];
    }
    return (double)(height(pair->a, pose_a, n) + height(pair->b, pose_b, back));
}
