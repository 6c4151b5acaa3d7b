/* Nearest points, from the faces to the corners.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "motion3/nearest3.h"

#include <string.h>

#include "algebra/matrix3.h"

/* Pieces whose unit vectors have a product shorter than this are parallel: over a metre they part by a micrometre. */
#define PARALLEL 1e-6

/* Does the foot of the perpendicular from the point lie within the face? */
static bool is_over(const routh_polyhedron *part, const routh_face *face, const double point[3]) {
    for (size_t k = 0; k < face->count; k++) {
        const double *a = part->vertex + 3 * face->corner[k];
        const double *b = part->vertex + 3 * face->corner[k + 1 < face->count ? k + 1 : 0];
        const double side[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        const double to[3] = {point[0] - a[0], point[1] - a[1], point[2] - a[2]};
        double across[3];
        routh_cross3(side, to, across);
        if (routh_dot3(across, face->normal) < 0)
            return false;
    }
    return true;
}

static void set_on_face(const routh_face *face, const double point[3], double height, routh_nearest3 *nearest) {
    nearest->kind = ROUTH_ON_FACE;
    nearest->distance = height;
    for (int k = 0; k < 3; k++) {
        nearest->normal[k] = face->normal[k];
        nearest->point[k] = point[k] - height * face->normal[k];
    }
}

/* Takes the edge's point if it is nearer than what is known; `squared` is of the distance known. */
static void try_edge(const routh_polyhedron *part, size_t index, const double point[3], double *squared,
                     routh_nearest3 *nearest) {
    const routh_edge *edge = &part->edge[index];
    const double *from = part->vertex + 3 * edge->from, *to = part->vertex + 3 * edge->to;
    const double *along = part->along + 3 * index;
    double way = 0, length = 0, apart[3];
    for (int k = 0; k < 3; k++) {
        way += along[k] * (point[k] - from[k]);
        length += along[k] * (to[k] - from[k]);
    }
    const bool inside = way > 0 && way < length;
    const double *end = way > 0 ? to : from;
    for (int k = 0; k < 3; k++)
        apart[k] = point[k] - (inside ? from[k] + way * along[k] : end[k]);
    const double own = routh_dot3(apart, apart);
    if (own < *squared) {
        *squared = own;
        nearest->kind = inside ? ROUTH_ON_EDGE : ROUTH_ON_CORNER;
        memcpy(nearest->normal, apart, sizeof apart);
    }
}

bool routh_nearest3_find(const routh_polyhedron *part, const double point[3], double farthest,
                         routh_nearest3 *nearest) {
    const size_t row = routh_rows_of_eight(part->faces);
    const double *plane = part->face_row;
    double highest = -INFINITY;
    size_t highest_face = 0;
    for (size_t f = 0; f < part->faces; f++) {
        const double height =
            plane[f] * point[0] + plane[row + f] * point[1] + plane[2 * row + f] * point[2] - plane[3 * row + f];
        if (height > highest) {
            highest = height;
            highest_face = f;
        }
        if (height > farthest)
            return false;
        if (height > 0) {
            const routh_face face = routh_polyhedron_face(part, f);
            if (is_over(part, &face, point)) {
                set_on_face(&face, point, height, nearest);
                return true;
            }
        }
    }
    double squared = INFINITY;
    for (size_t e = 0; e < part->edges && highest > 0; e++) {
        const size_t l = part->edge[e].left, r = part->edge[e].right;
        const double left = plane[l] * point[0] + plane[row + l] * point[1] + plane[2 * row + l] * point[2];
        const double right = plane[r] * point[0] + plane[row + r] * point[1] + plane[2 * row + r] * point[2];
        if (left > plane[3 * row + l] || right > plane[3 * row + r])
            try_edge(part, e, point, &squared, nearest);
    }
    nearest->distance = sqrt(squared);
    if (!(nearest->distance > 0 && nearest->distance < INFINITY)) { /* inside, or on an edge */
        const routh_face face = routh_polyhedron_face(part, highest_face);
        set_on_face(&face, point, highest, nearest);
        return highest <= farthest;
    }
    for (int k = 0; k < 3; k++) {
        nearest->point[k] = point[k] - nearest->normal[k];
        nearest->normal[k] /= nearest->distance;
    }
    return nearest->distance <= farthest;
}

bool routh_corner_supports(const routh_polyhedron *part, size_t corner, const double normal[3], double slack) {
    for (size_t e = 0; e < part->edges; e++) {
        const double rise = routh_dot3(normal, part->along + 3 * e);
        if ((part->edge[e].from == corner && rise > slack) || (part->edge[e].to == corner && -rise > slack))
            return false;
    }
    return true;
}

/* From the edge into its faces go left × along and along × right. */
bool routh_edge_supports(const routh_polyhedron *part, size_t edge, const double normal[3], double slack) {
    const size_t row = routh_rows_of_eight(part->faces), l = part->edge[edge].left, r = part->edge[edge].right;
    const double left[3] = {part->face_row[l], part->face_row[row + l], part->face_row[2 * row + l]};
    const double right[3] = {part->face_row[r], part->face_row[row + r], part->face_row[2 * row + r]};
    double into_left[3], into_right[3];
    routh_cross3(left, part->along + 3 * edge, into_left);
    routh_cross3(part->along + 3 * edge, right, into_right);
    return routh_dot3(normal, into_left) <= slack && routh_dot3(normal, into_right) <= slack;
}

routh_piece3 routh_piece3_between(const double from[3], const double to[3], const double along[3]) {
    routh_piece3 piece = {.length = 0};
    for (int k = 0; k < 3; k++) {
        piece.from[k] = from[k];
        piece.along[k] = along[k];
        piece.length += along[k] * (to[k] - from[k]);
    }
    return piece;
}

/* With u and w the unit vectors, k = u × w and d between the first points, the nearest points fulfil
 * d + t w − s u = λ k. Products with w × k and u × k leave one unknown each. */
bool routh_pieces_cross(const routh_piece3 *a, const routh_piece3 *b, double farthest, double on_b[3], double a_to_b[3],
                        double *distance) {
    const double d[3] = {b->from[0] - a->from[0], b->from[1] - a->from[1], b->from[2] - a->from[2]};
    double k[3], across[3];
    routh_cross3(a->along, b->along, k);
    const double squared = routh_dot3(k, k), height = routh_dot3(d, k);
    if (!(squared > PARALLEL * PARALLEL && height * height <= farthest * farthest * squared))
        return false;
    routh_cross3(b->along, k, across);
    const double s = routh_dot3(d, across) / squared;
    if (!(s > 0 && s < a->length))
        return false;
    routh_cross3(a->along, k, across);
    const double t = routh_dot3(d, across) / squared;
    if (!(t > 0 && t < b->length))
        return false;
    const double scale = (height < 0 ? -1 : 1) / sqrt(squared);
    *distance = fabs(height * scale);
    for (int i = 0; i < 3; i++) {
        on_b[i] = b->from[i] + t * b->along[i];
        a_to_b[i] = k[i] * scale;
    }
    return true;
}
