/* Convex hulls by Quickhull, and the exact signs that they need.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <stdint.h>

#include "algebra/space.h"
#include "base/context.h"
#include "geometry/geometry.h"

/* Coordinates of a lattice's points are whole numbers of at most this size: their differences are exact. */
#define ROUTH_LATTICE 4503599627370496.0 /* 2^52 */

/* The determinant whose sign says on which side of a plane a point lies.
 *
 * Differences of lattice points are exact, so that the determinant has rounding errors in its products and sums alone: at most
 * (7 + 56 u) u of the sum of the products' sizes, u = 2^-53 (J. R. Shewchuk, Adaptive precision floating-point arithmetic and
 * fast robust geometric predicates, 1997, section 4.3). Where that leaves the sign open, it is computed in whole numbers: each
 * difference, of 54 bits, as three limbs of 18 bits, their products in 64 bits. So the sign is the same with every compiler
 * and processor, whatever they fuse or round. */

enum { LIMBS = 3, LIMB = 1 << 18 };

/* Takes the lowest limb off: what remains is ÷ LIMB, rounded down. */
static int64_t take_limb(int64_t *value) {
    const int64_t low = (*value % LIMB + LIMB) % LIMB;
    *value = (*value - low) / LIMB;
    return low;
}

/* The highest limb has the sign. */
static void split(const double x[3], int64_t limb[3][LIMBS]) {
    for (int i = 0; i < 3; i++) {
        int64_t rest = (int64_t)x[i];
        for (int k = 0; k < LIMBS - 1; k++)
            limb[i][k] = take_limb(&rest);
        limb[i][LIMBS - 1] = rest;
    }
}

/* The sign of u · (v × w): |limbs| ≤ 2^18, so that sums of 27 × 6 products of three do not reach 2^63. */
static double exact_sign(const double u[3], const double v[3], const double w[3]) {
    int64_t a[3][LIMBS], b[3][LIMBS], c[3][LIMBS], across[3][2 * LIMBS - 1] = {{0}}, sum[3 * LIMBS - 2] = {0};
    split(u, a);
    split(v, b);
    split(w, c);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        for (int m = 0; m < LIMBS; m++)
            for (int n = 0; n < LIMBS; n++)
                across[i][m + n] += b[j][m] * c[k][n] - b[k][m] * c[j][n];
        for (int m = 0; m < 2 * LIMBS - 1; m++)
            for (int n = 0; n < LIMBS; n++)
                sum[m + n] += across[i][m] * a[i][n];
    }
    int64_t carried = 0, rest = 0;
    for (int k = 0; k < 3 * LIMBS - 3; k++) {
        carried += sum[k];
        rest |= take_limb(&carried);
    }
    carried += sum[3 * LIMBS - 3];
    return carried < 0 ? -1 : carried > 0 || rest > 0;
}

double routh_side_of(const double a[3], const double b[3], const double c[3], const double d[3]) {
    double u[3], v[3], w[3];
    for (int i = 0; i < 3; i++) {
        u[i] = d[i] - a[i];
        v[i] = b[i] - a[i];
        w[i] = c[i] - a[i];
    }
    const double yz = v[1] * w[2], zy = v[2] * w[1], zx = v[2] * w[0], xz = v[0] * w[2], xy = v[0] * w[1],
                 yx = v[1] * w[0];
    const double volume = u[0] * (yz - zy) + u[1] * (zx - xz) + u[2] * (xy - yx);
    const double size =
        fabs(u[0]) * (fabs(yz) + fabs(zy)) + fabs(u[1]) * (fabs(zx) + fabs(xz)) + fabs(u[2]) * (fabs(xy) + fabs(yx));
    return fabs(volume) > 4 * DBL_EPSILON * size ? volume : exact_sign(u, v, w);
}

/* The depth of shallow overlaps with more digits.
 *
 * A depth is the difference of two heights that are as large as the parts, and rotations are orthogonal only to
 * rounding: in double about 1e-16 of the size is lost. Where the depth is small beside the size, the best direction is
 * computed again in long double from the vertices as placed by the poses, and then the overlap of all vertices along
 * it. */

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

/* Convex hulls by Quickhull (C. B. Barber, D. P. Dobkin, H. Huhdanpaa, The Quickhull algorithm for convex hulls, 1996), with
 * exact decisions in place of tolerances.
 *
 * Coordinates are rounded to a lattice of at least 2^52 steps across the points, along each axis by itself, which moves no point
 * by more than rounding does. On the lattice it is decided exactly whether a point lies above a face (geometry.h). A point that lies in
 * the plane of a face is not above it. Then all is as on paper: the faces that a point sees are a disc whose border goes round
 * once, new triangles are never flat, and a point above a face that goes is above a new one or within the hull. The
 * surface is closed and convex whatever the points; what is flat to within a tolerance is joined afterwards (join.c). */

#define NONE SIZE_MAX

/* Sides of triangles are numbered 3 × triangle + k, from corner k to the next. */
#define MOST_POINTS (UINT32_MAX / 6)

/* Points within this share of their size of one plane have no hull: join.c would take all its faces for one. */
#define FLATTEST 1e-13

typedef struct triangle {
    size_t corner[3]; /* counter-clockwise from outside */
    size_t
        twin[3];  /* the side of the neighbour on the other side of the edge; twin[0] leads to the next free triangle */
    size_t above; /* the first of the points above it, one of the farthest; the others follow by next[]; NONE: none */
    double height; /* of the farthest */
    bool lives, seen, waits;
} triangle;

/* A side of a triangle that stays, along the border of those that go. */
typedef struct border {
    size_t from, to, outer;
} border;

typedef struct hull {
    double (*point)[3]; /* on the lattice */
    size_t *next;       /* the points above one triangle, in a chain */
    triangle *triangle;
    size_t *waiting; /* triangles that have points above them */
    size_t *seen;    /* triangles that the point in hand sees */
    size_t *start;   /* the new triangle whose border begins at a point */
    border *border;
    size_t count, used, waiting_count, free;
} hull;

static double height_over(const hull *h, size_t t, size_t point) {
    const size_t *corner = h->triangle[t].corner;
    return routh_side_of(h->point[corner[0]], h->point[corner[1]], h->point[corner[2]], h->point[point]);
}

static size_t make_triangle(hull *h, size_t a, size_t b, size_t c) {
    const size_t t = h->free == NONE ? h->used++ : h->free;
    if (t == h->free)
        h->free = h->triangle[t].twin[0];
    h->triangle[t] = (triangle){.corner = {a, b, c}, .above = NONE, .lives = true, .waits = h->triangle[t].waits};
    return t;
}

static void pair(hull *h, size_t side, size_t other) {
    h->triangle[side / 3].twin[side % 3] = other;
    h->triangle[other / 3].twin[other % 3] = side;
}

/* Puts a point above the first of these triangles that it is above; if there is none, it lies in the hull. */
static void hang(hull *h, size_t point, const size_t *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        triangle *t = &h->triangle[list[i]];
        const double height = height_over(h, list[i], point);
        if (!(height > 0))
            continue;
        if (t->above == NONE || height > t->height) {
            h->next[point] = t->above;
            t->above = point;
            t->height = height;
        } else {
            h->next[point] = h->next[t->above];
            h->next[t->above] = point;
        }
        if (!t->waits)
            h->waiting[h->waiting_count++] = list[i];
        t->waits = true;
        return;
    }
}

/* The first tetrahedron ---------------------------------------------------------------------------------*/

static size_t farthest_point(const hull *h, size_t from) {
    size_t farthest = from;
    double most = 0;
    for (size_t i = 0; i < h->count; i++) {
        double way[3];
        for (int k = 0; k < 3; k++)
            way[k] = h->point[i][k] - h->point[from][k];
        if (routh_length3(way) > most) {
            most = routh_length3(way);
            farthest = i;
        }
    }
    return farthest;
}

static size_t farthest_from_line(const hull *h, size_t a, size_t b) {
    size_t farthest = a;
    double most = 0, along[3], way[3], across[3];
    for (int k = 0; k < 3; k++)
        along[k] = h->point[b][k] - h->point[a][k];
    for (size_t i = 0; i < h->count; i++) {
        for (int k = 0; k < 3; k++)
            way[k] = h->point[i][k] - h->point[a][k];
        routh_cross3(along, way, across);
        if (routh_length3(across) > most) {
            most = routh_length3(across);
            farthest = i;
        }
    }
    return farthest;
}

/* Four corners far apart, the last above the plane of the others; false: there are none. */
static bool find_corners(const hull *h, size_t corner[4]) {
    double most = 0;
    corner[0] = farthest_point(h, 0);
    corner[1] = farthest_point(h, corner[0]);
    corner[2] = farthest_from_line(h, corner[0], corner[1]);
    corner[3] = corner[0];
    for (size_t i = 0; i < h->count; i++) {
        const double side = routh_side_of(h->point[corner[0]], h->point[corner[1]], h->point[corner[2]], h->point[i]);
        if (fabs(side) > fabs(most)) {
            most = side;
            corner[3] = i;
        }
    }
    if (most < 0) {
        const size_t kept = corner[0];
        corner[0] = corner[1];
        corner[1] = kept;
    }
    return fabs(most) > 0;
}

static void make_tetrahedron(hull *h, const size_t corner[4]) {
    static const size_t faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    static const size_t pairs[6][2] = {{0, 9}, {1, 6}, {2, 3}, {4, 8}, {7, 11}, {10, 5}};
    size_t made[4];
    for (int f = 0; f < 4; f++)
        made[f] = make_triangle(h, corner[faces[f][0]], corner[faces[f][1]], corner[faces[f][2]]);
    for (int p = 0; p < 6; p++)
        pair(h, pairs[p][0], pairs[p][1]);
    for (size_t i = 0; i < h->count; i++)
        if (i != corner[0] && i != corner[1] && i != corner[2] && i != corner[3])
            hang(h, i, made, 4);
}

/* One more point ----------------------------------------------------------------------------------------*/

/* Marks the triangles that the point sees, from one of them on; returns how many they are. */
static size_t look_round(hull *h, size_t point, size_t from) {
    size_t count = 1;
    h->seen[0] = from;
    h->triangle[from].seen = true;
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            const size_t other = h->triangle[h->seen[i]].twin[k] / 3;
            if (h->triangle[other].seen || !(height_over(h, other, point) > 0))
                continue;
            h->triangle[other].seen = true;
            h->seen[count++] = other;
        }
    return count;
}

static size_t list_border(hull *h, size_t count) {
    size_t sides = 0;
    for (size_t i = 0; i < count; i++) {
        const triangle *t = &h->triangle[h->seen[i]];
        for (int k = 0; k < 3; k++)
            if (!h->triangle[t->twin[k] / 3].seen)
                h->border[sides++] = (border){t->corner[k], t->corner[(k + 1) % 3], t->twin[k]};
    }
    return sides;
}

/* Takes the triangles away that were seen; returns the chain of the points that were above them. */
static size_t clear_away(hull *h, size_t count) {
    size_t chain = NONE;
    for (size_t i = 0; i < count; i++) {
        triangle *t = &h->triangle[h->seen[i]];
        for (size_t point = t->above, after; point != NONE; point = after) {
            after = h->next[point];
            h->next[point] = chain;
            chain = point;
        }
        t->above = NONE;
        t->lives = t->seen = false;
        t->twin[0] = h->free;
        h->free = h->seen[i];
    }
    return chain;
}

/* A cone from the border to the point, in place of what it sees. */
static void add_point(hull *h, size_t from) {
    const size_t point = h->triangle[from].above, seen = look_round(h, point, from), sides = list_border(h, seen);
    size_t chain = clear_away(h, seen);
    for (size_t i = 0; i < sides; i++) {
        const border *b = &h->border[i];
        const size_t made = make_triangle(h, b->from, b->to, point);
        pair(h, 3 * made, b->outer);
        h->start[b->from] = made;
        h->seen[i] = made;
    }
    for (size_t i = 0; i < sides; i++)
        pair(h, 3 * h->seen[i] + 1, 3 * h->start[h->border[i].to] + 2);
    while (chain != NONE) {
        const size_t next = h->next[chain];
        if (chain != point)
            hang(h, chain, h->seen, sides);
        chain = next;
    }
}

static void grow(hull *h) {
    while (h->waiting_count > 0) {
        const size_t t = h->waiting[--h->waiting_count];
        h->triangle[t].waits = false;
        if (h->triangle[t].lives && h->triangle[t].above != NONE)
            add_point(h, t);
    }
}

/* In and out --------------------------------------------------------------------------------------------*/

/* Rounds the points to the lattice. */
static routh_status round_points(routh_context *context, double *points, hull *h) {
    for (size_t k = 0; k < 3; k++) {
        double largest = 0;
        int exponent;
        for (size_t i = 0; i < h->count; i++) {
            if (!isfinite(points[3 * i + k]))
                return routh_fail(context, ROUTH_NOT_FINITE, "point %zu has a coordinate that is not finite", i);
            largest = fmax(largest, fabs(points[3 * i + k]));
        }
        frexp(largest, &exponent);
        exponent = exponent < -900 ? -900 : exponent;
        const double steps = ldexp(ROUTH_LATTICE, -exponent), step = ldexp(1 / ROUTH_LATTICE, exponent);
        for (size_t i = 0; i < h->count; i++) {
            h->point[i][k] = floor(points[3 * i + k] * steps + 0.5);
            points[3 * i + k] = h->point[i][k] * step;
        }
    }
    return ROUTH_OK;
}

/* The height of the last corner over the plane of the others is no more than rounding of their coordinates. */
static bool is_flat(const double *points, const size_t corner[4]) {
    double way[3][3], across[3], size = routh_largest(points + 3 * corner[0], 3);
    for (int k = 0; k < 3; k++) {
        size = fmax(size, routh_largest(points + 3 * corner[k + 1], 3));
        for (int c = 0; c < 3; c++)
            way[k][c] = points[3 * corner[k + 1] + (size_t)c] - points[3 * corner[0] + (size_t)c];
    }
    routh_precise_cross3(way[0], way[1], across);
    return !(routh_length3(across) > FLATTEST * size * routh_length3(way[0]) &&
             fabs(routh_dot3(across, way[2])) > FLATTEST * size * routh_length3(across));
}

static routh_status copy_loops(routh_arena *arena, const hull *h, routh_loops *loops) {
    size_t count = 0;
    for (size_t t = 0; t < h->used; t++)
        count += h->triangle[t].lives;
    *loops = (routh_loops){.first = routh_take(arena, count + 1, sizeof *loops->first),
                           .corner = routh_take(arena, 3 * count, sizeof *loops->corner)};
    ROUTH_TRY(arena->status);
    for (size_t t = 0; t < h->used; t++) {
        if (!h->triangle[t].lives)
            continue;
        for (size_t k = 0; k < 3; k++)
            loops->corner[3 * loops->count + k] = h->triangle[t].corner[k];
        loops->count++;
        loops->first[loops->count] = 3 * loops->count;
    }
    return ROUTH_OK;
}

routh_status routh_hull_loops(routh_arena *arena, size_t count, double *points, routh_loops *loops) {
    routh_context *context = arena->context;
    if (count < 4)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%zu points: a body has at least 4", count);
    if (count > MOST_POINTS)
        return routh_fail(context, ROUTH_OUT_OF_RANGE, "%zu points are too many", count);
    ROUTH_ARENA(room, context);
    const size_t most = 2 * count; /* a closed surface of triangles has two for each corner, less 4 */
    hull h = {.point = routh_take(&room, count, sizeof *h.point),
              .next = routh_take(&room, count, sizeof *h.next),
              .triangle = routh_take(&room, most, sizeof *h.triangle),
              .waiting = routh_take(&room, most, sizeof *h.waiting),
              .seen = routh_take(&room, most, sizeof *h.seen),
              .start = routh_take(&room, count, sizeof *h.start),
              .border = routh_take(&room, most, sizeof *h.border),
              .count = count,
              .free = NONE};
    size_t corner[4];
    ROUTH_TRY(room.status);
    ROUTH_TRY(round_points(context, points, &h));
    if (!find_corners(&h, corner) || is_flat(points, corner))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the points lie in one plane, on one line or in one place");
    make_tetrahedron(&h, corner);
    grow(&h);
    return copy_loops(arena, &h, loops);
}
