/* The direction along which two convex parts overlap least.
 *
 * The depth is the distance of the origin from the surface of the difference body { x_b − x_a }. Its faces are of three
 * kinds: a face of a, a face of b, or a parallelogram of two edges. Two edges make a face when their arcs on the sphere of
 * normals cross: the arc of an edge goes from its left to its right normal, that of an edge of b taken with the opposite
 * sign (Gregorius, The separating axis test between convex polyhedra, 2013).
 *
 * Most edges need not be examined. Along any direction n = s n₁ + t n₂ of the arc of an edge of a, s + t ≥ 1, the parts
 * overlap by at least n · (v − p), v on the edge, p any point of b. So if a vertex of b lies below both faces at
 * the edge by more than the least overlap known, no direction of this arc can be better. Where parts touch but slightly
 * this leaves the edges around the contact.
 *
 * The estimate n · (v_a − v_b) is right for a crossing pair only, and for edges nearly parallel n loses digits. What is
 * taken is the overlap of all vertices along n, which can never be less than the true depth, and differs from it in
 * second order where n is off: the lateral offset of edges that cross vanishes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/geometry.h"

#include <float.h>
#include <math.h>

#include "algebra/space.h"
#include "base/numbers.h"

/* Shares of the size. A pair of edges must be better than a face by more than rounding, or the normal would flutter where
 * faces lie flat on each other. */
#define ROUNDING 1e-15
#define MARGIN   1e-13

/* Arcs that miss each other by less than this are still examined. */
#define NEARLY_CROSSING 1e-13

/* Edges whose unit vectors have a product shorter than this are parallel. */
#define PARALLEL 1e-14

/* Below this length of the product the normal is computed once more with more digits. */
#define ILL_CONDITIONED 1e-2

/* Rows of x, y, z ----------------------------------------------------------------------------------------*/

ROUTH_CLONES static void turn_rows(const routh_pose3 *pose, int shift, const double *from, size_t row, double *to) {
    const double(*r)[3] = pose->rotation, *t = pose->position;
    const double tx = shift ? t[0] : 0, ty = shift ? t[1] : 0, tz = shift ? t[2] : 0;
    ROUTH_SIMD()
    for (size_t i = 0; i < row; i++) {
        const double x = from[i], y = from[row + i], z = from[2 * row + i];
        to[i] = r[0][0] * x + r[0][1] * y + r[0][2] * z + tx;
        to[row + i] = r[1][0] * x + r[1][1] * y + r[1][2] * z + ty;
        to[2 * row + i] = r[2][0] * x + r[2][1] * y + r[2][2] * z + tz;
    }
}

ROUTH_CLONES static double highest(const double *rows, size_t row, double nx, double ny, double nz) {
    double high = -INFINITY;
    ROUTH_SIMD(reduction(max : high))
    for (size_t i = 0; i < row; i++) {
        const double height = nx * rows[i] + ny * rows[row + i] + nz * rows[2 * row + i];
        high = height > high ? height : high;
    }
    return high;
}

void routh_bring_b(const routh_part_pair *pair) {
    const size_t row = routh_rows_of_eight(pair->b->faces);
    double *face = pair->scratch->b_face_row;
    turn_rows(&pair->b_in_a, 1, pair->b->vertex_row, routh_rows_of_eight(pair->b->vertices),
              pair->scratch->b_vertex_row);
    turn_rows(&pair->b_in_a, 0, pair->b->face_row, row, face);
    const double *offset = pair->b->face_row + 3 * row, *t = pair->b_in_a.position;
    for (size_t f = 0; f < row; f++)
        face[3 * row + f] = offset[f] + (face[f] * t[0] + face[row + f] * t[1] + face[2 * row + f] * t[2]);
}

/* b's own rows, and the direction in b's axes */
double routh_overlap_along(const routh_part_pair *pair, const double n[3]) {
    const routh_polyhedron *a = pair->a, *b = pair->b;
    const double(*r)[3] = pair->b_in_a.rotation;
    double back[3];
    for (int i = 0; i < 3; i++)
        back[i] = -(r[0][i] * n[0] + r[1][i] * n[1] + r[2][i] * n[2]);
    return highest(a->vertex_row, routh_rows_of_eight(a->vertices), n[0], n[1], n[2]) +
           (highest(b->vertex_row, routh_rows_of_eight(b->vertices), back[0], back[1], back[2]) -
            routh_dot3(n, pair->b_in_a.position));
}

static double overlap_brought(const routh_part_pair *pair, const double n[3]) {
    const routh_polyhedron *a = pair->a, *b = pair->b;
    return highest(a->vertex_row, routh_rows_of_eight(a->vertices), n[0], n[1], n[2]) +
           highest(pair->scratch->b_vertex_row, routh_rows_of_eight(b->vertices), -n[0], -n[1], -n[2]);
}

/* Faces --------------------------------------------------------------------------------------------------*/

/* For all faces of one part the depth of each vertex of the other, and the largest of them: the overlap along the normal.
 * Depths of witnesses are kept. */
ROUTH_CLONES static void depths_below(const double *face, size_t row, const double *vertex, size_t vertices,
                                      size_t vertex_row, double *overlap, double *gap) {
    const size_t step = (vertices + ROUTH_WITNESSES - 1) / ROUTH_WITNESSES;
    for (size_t f = 0; f < row; f++)
        overlap[f] = -INFINITY;
    for (size_t i = 0; i < vertices; i++) {
        const double x = vertex[i], y = vertex[vertex_row + i], z = vertex[2 * vertex_row + i];
        double *kept = gap + (i % step ? ROUTH_WITNESSES : i / step) * row;
        ROUTH_SIMD()
        for (size_t f = 0; f < row; f++) {
            const double depth = face[3 * row + f] - (face[f] * x + face[row + f] * y + face[2 * row + f] * z);
            kept[f] = depth;
            overlap[f] = depth > overlap[f] ? depth : overlap[f];
        }
    }
}

static size_t least_of(const double *values, size_t count) {
    size_t least = 0;
    for (size_t i = 1; i < count; i++)
        if (values[i] < values[least])
            least = i;
    return least;
}

/* Edges --------------------------------------------------------------------------------------------------*/

ROUTH_CLONES static void mark_deep(const double *gap, size_t row, size_t witnesses, double bound, uint64_t *deep) {
    for (size_t f = 0; f < row; f++)
        deep[f] = 0;
    for (size_t w = 0; w < witnesses; w++) {
        const uint64_t bit = (uint64_t)1 << w;
        const double *depth = gap + w * row;
        ROUTH_SIMD()
        for (size_t f = 0; f < row; f++)
            deep[f] |= depth[f] > bound ? bit : 0;
    }
}

/* The edges of a part that no vertex of the other proves irrelevant. */
static size_t keep_edges(const routh_polyhedron *part, const double *gap, size_t vertices, double bound, uint64_t *deep,
                         uint32_t *kept) {
    const size_t step = (vertices + ROUTH_WITNESSES - 1) / ROUTH_WITNESSES;
    size_t count = 0;
    mark_deep(gap, routh_rows_of_eight(part->faces), (vertices + step - 1) / step, bound, deep);
    for (size_t e = 0; e < part->edges; e++) {
        kept[count] = (uint32_t)e;
        count += (deep[part->edge[e].left] & deep[part->edge[e].right]) == 0;
    }
    return count;
}

/* The kept edges of b in rows; what is left of the last row repeats the first edge. */
static size_t gather_edges(const routh_part_pair *pair, size_t kept) {
    const routh_polyhedron *b = pair->b;
    const routh_overlap_scratch *s = pair->scratch;
    const size_t row = routh_rows_of_eight(kept), vertex_row = routh_rows_of_eight(b->vertices),
                 face_row = routh_rows_of_eight(b->faces);
    for (size_t i = 0; i < row; i++) {
        const uint32_t e = s->kept_b[i < kept ? i : 0];
        const routh_edge *edge = &b->edge[e];
        double along[3], *to = s->edge_row + i;
        routh_pose3_direction(&pair->b_in_a, b->along + 3 * e, along);
        for (size_t k = 0; k < 3; k++) {
            to[k * row] = along[k];
            to[(3 + k) * row] = s->b_vertex_row[k * vertex_row + edge->from];
            to[(6 + k) * row] = s->b_face_row[k * face_row + edge->left];
            to[(9 + k) * row] = s->b_face_row[k * face_row + edge->right];
        }
    }
    return row;
}

/* An edge of a: unit vector, a vertex, left and right normal. */
typedef struct one_edge {
    double u[3], v[3], left[3], right[3];
} one_edge;

/* The overlaps of one edge of a with all of b, infinite where the arcs do not cross; returns the least of them.
 *
 * With u = left × right and −u likewise for b, the arcs cross at ± u_a × u_b if the normals of each edge lie on different
 * sides of the other's great circle, and the same way round. */
ROUTH_CLONES static double estimate_overlaps(const one_edge *a, const double *rows, size_t row, double *estimate) {
    const double ux = a->u[0], uy = a->u[1], uz = a->u[2], vx = a->v[0], vy = a->v[1], vz = a->v[2];
    const double lx = a->left[0], ly = a->left[1], lz = a->left[2];
    const double rx = a->right[0], ry = a->right[1], rz = a->right[2];
    double least = INFINITY;
    ROUTH_SIMD(reduction(min : least))
    for (size_t i = 0; i < row; i++) {
        const double x = rows[i], y = rows[row + i], z = rows[2 * row + i];
        const double dx = vx - rows[3 * row + i], dy = vy - rows[4 * row + i], dz = vz - rows[5 * row + i];
        const double b_left = ux * rows[6 * row + i] + uy * rows[7 * row + i] + uz * rows[8 * row + i];
        const double b_right = ux * rows[9 * row + i] + uy * rows[10 * row + i] + uz * rows[11 * row + i];
        const double a_left = lx * x + ly * y + lz * z, a_right = rx * x + ry * y + rz * z;
        const double sign = b_left - b_right + a_left - a_right > 0 ? 1 : -1;
        const double one = sign * b_left < -sign * b_right ? sign * b_left : -sign * b_right;
        const double other = sign * a_left < -sign * a_right ? sign * a_left : -sign * a_right;
        const double crossing = one < other ? one : other;
        const double nx = uy * z - uz * y, ny = uz * x - ux * z, nz = ux * y - uy * x;
        const double squared = nx * nx + ny * ny + nz * nz;
        const double overlap = sign * (nx * dx + ny * dy + nz * dz) / sqrt(squared);
        const double value = crossing > -NEARLY_CROSSING && squared > PARALLEL * PARALLEL ? overlap : INFINITY;
        estimate[i] = value;
        least = value < least ? value : least;
    }
    return least;
}

static one_edge edge_of_a(const routh_polyhedron *a, uint32_t index) {
    const routh_edge *edge = &a->edge[index];
    const size_t row = routh_rows_of_eight(a->faces);
    one_edge one;
    for (size_t k = 0; k < 3; k++) {
        one.u[k] = a->along[3 * index + k];
        one.v[k] = a->vertex[3 * edge->from + k];
        one.left[k] = a->face_row[k * row + edge->left];
        one.right[k] = a->face_row[k * row + edge->right];
    }
    return one;
}

/* Directions ---------------------------------------------------------------------------------------------*/

/* u_a × R u_b from the vertices, with the digits of long double. */
static void precise_product(const routh_part_pair *pair, const routh_axis *axis, double n[3]) {
    const routh_edge *ea = &pair->a->edge[axis->a], *eb = &pair->b->edge[axis->b];
    const double *a0 = pair->a->vertex + 3 * ea->from, *a1 = pair->a->vertex + 3 * ea->to;
    const double *b0 = pair->b->vertex + 3 * eb->from, *b1 = pair->b->vertex + 3 * eb->to;
    long double u[3], w[3], turned[3];
    for (int i = 0; i < 3; i++) {
        u[i] = (long double)a1[i] - a0[i];
        w[i] = (long double)b1[i] - b0[i];
    }
    for (int i = 0; i < 3; i++)
        turned[i] = pair->b_in_a.rotation[i][0] * w[0] + pair->b_in_a.rotation[i][1] * w[1] +
                    pair->b_in_a.rotation[i][2] * w[2];
    const long double product[3] = {u[1] * turned[2] - u[2] * turned[1], u[2] * turned[0] - u[0] * turned[2],
                                    u[0] * turned[1] - u[1] * turned[0]};
    const long double length =
        sqrtl(product[0] * product[0] + product[1] * product[1] + product[2] * product[2]) * axis->sign;
    for (int i = 0; i < 3; i++)
        n[i] = (double)(product[i] / length);
}

static int edge_direction(const routh_part_pair *pair, routh_axis *axis) {
    double turned[3], *n = axis->normal;
    routh_pose3_direction(&pair->b_in_a, pair->b->along + 3 * axis->b, turned);
    routh_cross3(pair->a->along + 3 * axis->a, turned, n);
    const double length = routh_length3(n);
    if (!(length > PARALLEL))
        return 0;
    if (length < ILL_CONDITIONED) {
        precise_product(pair, axis, n);
    } else {
        for (int i = 0; i < 3; i++)
            n[i] *= axis->sign / length;
    }
    return 1;
}

int routh_axis_direction(const routh_part_pair *pair, routh_axis *axis) {
    const routh_polyhedron *a = pair->a, *b = pair->b;
    switch (axis->kind) {
    case ROUTH_FACE_OF_A:
        if (axis->a >= a->faces)
            return 0;
        for (size_t k = 0, row = routh_rows_of_eight(a->faces); k < 3; k++)
            axis->normal[k] = a->face_row[k * row + axis->a];
        return 1;
    case ROUTH_FACE_OF_B: {
        if (axis->b >= b->faces)
            return 0;
        const routh_face face = routh_polyhedron_face(b, axis->b);
        routh_pose3_direction(&pair->b_in_a, face.normal, axis->normal);
        for (int i = 0; i < 3; i++)
            axis->normal[i] = -axis->normal[i];
        return 1;
    }
    case ROUTH_EDGES:
        return axis->a < a->edges && axis->b < b->edges && edge_direction(pair, axis);
    case ROUTH_NO_AXIS:
        break;
    }
    return 0;
}

/* The crossing sign of a pair, as in the estimate. */
static int crossing_sign(const one_edge *a, const double *rows, size_t row, size_t i) {
    double sum = 0;
    for (size_t k = 0; k < 3; k++)
        sum += a->u[k] * (rows[(6 + k) * row + i] - rows[(9 + k) * row + i]) +
               (a->left[k] - a->right[k]) * rows[k * row + i];
    return sum > 0 ? 1 : -1;
}

static void try_edges(const routh_part_pair *pair, routh_axis *best) {
    const routh_overlap_scratch *s = pair->scratch;
    const routh_polyhedron *a = pair->a, *b = pair->b;
    const double bound = best->depth + MARGIN * pair->size;
    const size_t kept_a = keep_edges(a, s->gap_a, b->vertices, bound, s->deep, s->kept_a);
    const size_t kept_b = keep_edges(b, s->gap_b, a->vertices, bound, s->deep, s->kept_b);
    if (kept_a == 0 || kept_b == 0)
        return;
    const size_t row = gather_edges(pair, kept_b);
    for (size_t i = 0; i < kept_a; i++) {
        const one_edge one = edge_of_a(a, s->kept_a[i]);
        if (!(estimate_overlaps(&one, s->edge_row, row, s->estimate) < best->depth - ROUNDING * pair->size))
            continue;
        for (size_t j = 0; j < kept_b; j++) {
            if (!(s->estimate[j] < best->depth - ROUNDING * pair->size))
                continue;
            routh_axis axis = {.kind = ROUTH_EDGES,
                               .a = s->kept_a[i],
                               .b = s->kept_b[j],
                               .sign = crossing_sign(&one, s->edge_row, row, j)};
            if (!edge_direction(pair, &axis))
                continue;
            axis.depth = overlap_brought(pair, axis.normal);
            if (axis.depth < best->depth - ROUNDING * pair->size)
                *best = axis;
        }
    }
}

routh_axis routh_least_overlap(const routh_part_pair *pair) {
    const routh_overlap_scratch *s = pair->scratch;
    const routh_polyhedron *a = pair->a, *b = pair->b;
    routh_axis best = {.kind = ROUTH_FACE_OF_A, .sign = 1};
    depths_below(a->face_row, routh_rows_of_eight(a->faces), s->b_vertex_row, b->vertices,
                 routh_rows_of_eight(b->vertices), s->overlap, s->gap_a);
    best.a = (uint32_t)least_of(s->overlap, a->faces);
    best.depth = s->overlap[best.a];
    if (best.depth <= 0)
        return best;
    depths_below(s->b_face_row, routh_rows_of_eight(b->faces), a->vertex_row, a->vertices,
                 routh_rows_of_eight(a->vertices), s->overlap, s->gap_b);
    const uint32_t face = (uint32_t)least_of(s->overlap, b->faces);
    if (s->overlap[face] < best.depth)
        best = (routh_axis){.kind = ROUTH_FACE_OF_B, .b = face, .sign = 1, .depth = s->overlap[face]};
    if (best.depth <= 0)
        return best;
    routh_axis_direction(pair, &best);
    try_edges(pair, &best);
    return best;
}
