/* Half-spaces: the largest ball within them, and the polyhedron that they bound.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "algebra/space.h"
#include "base/context.h"
#include "geometry/geometry.h"

/* The largest ball within half-spaces: maximise r under n_i · x + r ≤ h_i, a linear programme in four unknowns.
 *
 * Its dual has four equations, Σ y_i (n_i, 1) = (0, 1), y ≥ 0, and asks for the least Σ y_i h_i. The simplex method on
 * that needs a basis of four columns, whose multipliers are (x, r); it begins with four artificial columns that the
 * first phase drives out. Bland's rule (lowest index in, lowest index out) never cycles. */

enum { SIZE = 4 };

/* Prices below this share of the largest |h| are rounding. */
#define ROUNDING 1e-12

typedef struct programme {
    size_t count;
    const double *n, *h;
    size_t basis[SIZE]; /* columns; count + k is the artificial one of equation k */
} programme;

static void column(const programme *p, size_t index, double values[SIZE]) {
    for (size_t k = 0; k < SIZE; k++)
        values[k] = index >= p->count ? index - p->count == k : k < 3 ? p->n[3 * index + k] : 1;
}

/* Solves A x = b, both of size 1 and kept; 0 where A is singular. */
static int solve(double matrix[SIZE][SIZE], const double right[SIZE], double x[SIZE]) {
    double a[SIZE][SIZE];
    memcpy(a, matrix, sizeof a);
    memcpy(x, right, SIZE * sizeof *x);
    return routh_elimination_solve(SIZE, SIZE, a[0], x, 1e-14);
}

static double cost(const programme *p, size_t index, int first_phase) {
    if (index >= p->count)
        return first_phase;
    return first_phase ? 0 : p->h[index];
}

/* The multipliers of the basis, and the amounts y of its columns. */
static int evaluate(const programme *p, int first_phase, double multiplier[SIZE], double amount[SIZE],
                    double basis[SIZE][SIZE]) {
    static const double right[SIZE] = {0, 0, 0, 1};
    double transposed[SIZE][SIZE], costs[SIZE];
    for (int i = 0; i < SIZE; i++) {
        column(p, p->basis[i], transposed[i]);
        costs[i] = cost(p, p->basis[i], first_phase);
        for (int k = 0; k < SIZE; k++)
            basis[k][i] = transposed[i][k];
    }
    return solve(transposed, costs, multiplier) && solve(basis, right, amount);
}

/* The column to leave for one that changes the amounts by −way per unit. An artificial column at zero leaves whenever it
 * would change at all, so that it never comes back above zero. */
static int leaving(const programme *p, int first_phase, const double amount[SIZE], const double way[SIZE]) {
    int leave = -1;
    double least = INFINITY;
    for (int i = 0; i < SIZE; i++) {
        const int stuck = !first_phase && p->basis[i] >= p->count;
        if (!(way[i] > 1e-11 || (stuck && way[i] < -1e-11)))
            continue;
        const double ratio = stuck ? 0 : fmax(amount[i], 0) / way[i];
        if (ratio < least || (ratio <= least && p->basis[i] < p->basis[leave])) {
            least = ratio;
            leave = i;
        }
    }
    return leave;
}

static int minimise(programme *p, int first_phase, double rounding, double multiplier[SIZE]) {
    const size_t most = 50 * (p->count + SIZE);
    for (size_t step = 0; step < most; step++) {
        double amount[SIZE], basis[SIZE][SIZE], entering[SIZE], way[SIZE];
        if (!evaluate(p, first_phase, multiplier, amount, basis))
            return 0;
        size_t enter = 0;
        for (; enter < p->count; enter++) {
            column(p, enter, entering);
            double price = cost(p, enter, first_phase);
            for (int k = 0; k < SIZE; k++)
                price -= multiplier[k] * entering[k];
            if (price < -rounding)
                break;
        }
        if (enter == p->count)
            return 1;
        const int leave = solve(basis, entering, way) ? leaving(p, first_phase, amount, way) : -1;
        if (leave < 0)
            return 0;
        p->basis[leave] = enter;
    }
    return 0;
}

/* Of { x | n_i · x ≤ h_i }, n count × 3 of unit length: its centre and radius, which is negative where the set is
 * empty. 0: there is no largest one. */
static int inscribed_ball(size_t count, const double *n, const double *h, double centre[3], double *radius) {
    programme p = {.count = count, .n = n, .h = h, .basis = {count, count + 1, count + 2, count + 3}};
    double multiplier[SIZE], amount[SIZE], basis[SIZE][SIZE], largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(h[i]));
    if (!minimise(&p, 1, ROUNDING, multiplier) || !evaluate(&p, 1, multiplier, amount, basis))
        return 0;
    for (int i = 0; i < SIZE; i++)
        if (p.basis[i] >= count && amount[i] > 1e-9)
            return 0;
    if (!minimise(&p, 0, ROUNDING * largest, multiplier))
        return 0;
    memcpy(centre, multiplier, 3 * sizeof *centre);
    *radius = multiplier[3];
    return 1;
}

/* A polyhedron from half-spaces.
 *
 * About a point inside, the plane n · x = h is the point n / h of the dual body, and a face of the dual body is a vertex.
 * The dual hull only says which planes meet there: the vertex itself is computed from the planes. */

/* With a ball smaller than this share of the planes' distances, the set has no interior. */
#define THINNEST 1e-12

/* Faces of the dual body nearer to the origin than this share of its size belong to vertices at infinity. */
#define FARTHEST 1e-10

/* Dual points closer than this, and than rounding of the planes' distances, are one; dual faces flatter are one vertex. */
#define SAME 1e-12

/* Unit normals and offsets: n · x ≤ h. */
static routh_status normalise(routh_context *context, size_t count, const double *f, const double *g, double *n,
                              double *h) {
    for (size_t i = 0; i < count; i++) {
        const double *row = f + 3 * i;
        if (!routh_all_finite(row, 3) || !isfinite(g[i]))
            return routh_fail(context, ROUTH_NOT_FINITE, "half-space %zu has a number that is not finite", i);
        const double largest = routh_largest(row, 3);
        if (!(largest > 0))
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "half-space %zu has no normal: its row of F is 0", i);
        routh_unit3(row, n + 3 * i);
        h[i] = -(g[i] / largest) / (routh_dot3(n + 3 * i, row) / largest);
        if (!isfinite(h[i]))
            return routh_fail(context, ROUTH_OUT_OF_RANGE, "half-space %zu lies too far away", i);
    }
    return ROUTH_OK;
}

/* Where three planes meet; the determinant says how well. In long double: normals nearly alike cost digits. */
static long double meet(const double *n, const double *h, const size_t plane[3], double x[3]) {
    const double *a = n + 3 * plane[0], *b = n + 3 * plane[1], *c = n + 3 * plane[2];
    const long double bc[3] = {(long double)b[1] * c[2] - (long double)b[2] * c[1],
                               (long double)b[2] * c[0] - (long double)b[0] * c[2],
                               (long double)b[0] * c[1] - (long double)b[1] * c[0]};
    const long double ca[3] = {(long double)c[1] * a[2] - (long double)c[2] * a[1],
                               (long double)c[2] * a[0] - (long double)c[0] * a[2],
                               (long double)c[0] * a[1] - (long double)c[1] * a[0]};
    const long double ab[3] = {(long double)a[1] * b[2] - (long double)a[2] * b[1],
                               (long double)a[2] * b[0] - (long double)a[0] * b[2],
                               (long double)a[0] * b[1] - (long double)a[1] * b[0]};
    const long double determinant = a[0] * bc[0] + a[1] * bc[1] + a[2] * bc[2];
    for (int i = 0; i < 3; i++)
        x[i] = (double)((h[plane[0]] * bc[i] + h[plane[1]] * ca[i] + h[plane[2]] * ab[i]) / determinant);
    return fabsl(determinant);
}

/* The vertex of a dual face: from its first plane, the one most unlike it, and the one that meets both best. */
static void dual_vertex(const double *n, const double *h, const size_t *plane, size_t count, double x[3]) {
    size_t chosen[3] = {plane[0], plane[1], plane[2]};
    double most = -1, across[3];
    for (size_t i = 1; i < count; i++) {
        routh_cross3(n + 3 * chosen[0], n + 3 * plane[i], across);
        if (routh_length3(across) > most) {
            most = routh_length3(across);
            chosen[1] = plane[i];
        }
    }
    long double best = -1;
    for (size_t i = 1; i < count; i++) {
        const size_t three[3] = {chosen[0], chosen[1], plane[i]};
        double at[3];
        const long double how_well = meet(n, h, three, at);
        if (how_well > best) {
            best = how_well;
            for (int k = 0; k < 3; k++)
                x[k] = at[k];
        }
    }
}

/* The distance of a dual face from the origin, and its outward normal. */
static double dual_distance(const double *dual, const size_t *corner, size_t count, double normal[3]) {
    double area[3] = {0};
    const double *a = dual + 3 * corner[0];
    for (size_t k = 1; k + 1 < count; k++) {
        const double *b = dual + 3 * corner[k], *c = dual + 3 * corner[k + 1];
        double across[3];
        routh_cross3((double[3]){b[0] - a[0], b[1] - a[1], b[2] - a[2]},
                     (double[3]){c[0] - a[0], c[1] - a[1], c[2] - a[2]}, across);
        for (int i = 0; i < 3; i++)
            area[i] += across[i];
    }
    routh_unit3(area, normal);
    return routh_dot3(normal, a);
}

/* Equal half-spaces would meet anywhere: all but the first are dropped. Returns how many remain. */
static size_t drop_repeated(size_t count, double *n, double *h, double *dual, double same) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        size_t j = 0;
        while (j < kept && (fabs(dual[3 * i] - dual[3 * j]) > same || fabs(dual[3 * i + 1] - dual[3 * j + 1]) > same ||
                            fabs(dual[3 * i + 2] - dual[3 * j + 2]) > same))
            j++;
        if (j < kept)
            continue;
        for (size_t k = 0; k < 3; k++) {
            dual[3 * kept + k] = dual[3 * i + k];
            n[3 * kept + k] = n[3 * i + k];
        }
        h[kept++] = h[i];
    }
    return kept;
}

/* A vertex for each face of the dual body. */
static routh_status find_vertices(routh_context *context, const double *n, const double *h, const double *dual,
                                  const routh_loops *faces, const double centre[3], double *vertex) {
    for (size_t f = 0; f < faces->count; f++) {
        const size_t *corner = faces->corner + faces->first[f], corners = faces->first[f + 1] - faces->first[f];
        double normal[3];
        if (!(dual_distance(dual, corner, corners, normal) > FARTHEST))
            return routh_fail(context, ROUTH_BAD_ARGUMENT,
                              "unbounded: the set extends forever towards (%.3g, %.3g, %.3g)", normal[0], normal[1],
                              normal[2]);
        dual_vertex(n, h, corner, corners, vertex + 3 * f);
        for (size_t k = 0; k < 3; k++)
            vertex[3 * f + k] += centre[k];
    }
    return ROUTH_OK;
}

/* Moves the origin to the centre of the largest ball, and makes the dual points, scaled by its radius. `same`: closer
 * than this they count as one. */
static routh_status find_inside(routh_context *context, size_t *count, double *n, double *h, double *dual,
                                double centre[3], double *same) {
    const double farthest = routh_largest(h, *count);
    double radius;
    if (!inscribed_ball(*count, n, h, centre, &radius))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "unbounded: the half-spaces contain arbitrarily large balls");
    if (!(radius > THINNEST * farthest))
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "empty or flat: the largest ball inside has a radius of %.3g m, planes are up to %.3g m away",
                          radius, farthest);
    for (size_t i = 0; i < *count; i++) {
        h[i] -= routh_dot3(n + 3 * i, centre);
        for (size_t k = 0; k < 3; k++)
            dual[3 * i + k] = n[3 * i + k] * radius / h[i];
    }
    *same = SAME + 64 * DBL_EPSILON * farthest / radius;
    *count = drop_repeated(*count, n, h, dual, *same);
    return ROUTH_OK;
}

static routh_status from_dual(routh_arena *room, size_t count, double *n, double *h, double *dual,
                              routh_polyhedron **polyhedron) {
    routh_context *context = room->context;
    double centre[3], same = 0;
    ROUTH_TRY(find_inside(context, &count, n, h, dual, centre, &same));
    routh_loops faces;
    const routh_status status = routh_hull_loops(room, count, dual, &faces);
    if (status == ROUTH_BAD_ARGUMENT)
        return routh_fail(context, status, "unbounded: the half-spaces' normals lie in one plane");
    ROUTH_TRY(status);
    ROUTH_TRY(routh_join_flat(room, count, dual, same, &faces));
    double *vertex = routh_take(room, 3 * faces.count, sizeof *vertex);
    ROUTH_TRY(room->status);
    ROUTH_TRY(find_vertices(context, n, h, dual, &faces, centre, vertex));
    return routh_polyhedron_of_points(context, faces.count, vertex, 0, polyhedron);
}

routh_status routh_polyhedron_of_halfspaces(routh_context *context, size_t count, const double *f, const double *g,
                                            routh_polyhedron **polyhedron) {
    if (!polyhedron)
        return routh_fail_null(context, "polyhedron", (const void *const[]){polyhedron});
    *polyhedron = NULL;
    if (count < 4)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "unbounded: %zu half-spaces, a body needs at least 4", count);
    ROUTH_TRY(routh_array_check(context, "f", f, count));
    ROUTH_TRY(routh_array_check(context, "g", g, count));
    ROUTH_ARENA(room, context);
    double *n = routh_take(&room, 3 * count, sizeof *n), *h = routh_take(&room, count, sizeof *h);
    double *dual = routh_take(&room, 3 * count, sizeof *dual);
    ROUTH_TRY(room.status);
    ROUTH_TRY(normalise(context, count, f, g, n, h));
    return from_dual(&room, count, n, h, dual, polyhedron);
}
