/* The brute-force judge of interference, for tests and bench: the least overlap along the normals of all faces and the
 * products of all pairs of edges, both ways, over all vertices, in long double. To spend that only where it counts, a
 * candidate is first computed in double, and dropped if it is worse by far more than double can be wrong.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_POLYHEDRA_JUDGE_H
#define ROUTH_TESTS_POLYHEDRA_JUDGE_H

#include "geometry/geometry.h"
#include "parts.h"

enum { JUDGE_MOST = 144 };

typedef struct judged {
    long double depth, second; /* second: the least along a direction that differs by more than 1e-6 */
    double normal[3];
} judged;

typedef struct judged_part {
    size_t vertices, faces, edges;
    long double vertex[JUDGE_MOST][3], normal[JUDGE_MOST][3], along[3 * JUDGE_MOST][3];
    double x[JUDGE_MOST], y[JUDGE_MOST], z[JUDGE_MOST];
} judged_part;

static inline void cross_long(const long double a[3], const long double b[3], long double c[3]) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static inline long double length_long(const long double a[3]) {
    return sqrtl(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

static inline void judge_edges(const routh_polyhedron *part, judged_part *it) {
    for (size_t f = 0; f < it->faces; f++) {
        const routh_face face = routh_polyhedron_face(part, f);
        for (size_t k = 0; k < face.count; k++) {
            const size_t from = face.corner[k], to = face.corner[(k + 1) % face.count];
            if (from > to)
                continue;
            for (int i = 0; i < 3; i++)
                it->along[it->edges][i] = it->vertex[to][i] - it->vertex[from][i];
            const long double length = length_long(it->along[it->edges]);
            for (int i = 0; i < 3; i++)
                it->along[it->edges][i] /= length;
            it->edges++;
        }
    }
}

static inline void judge_place(const routh_polyhedron *part, const routh_pose3 *pose, judged_part *it) {
    it->vertices = routh_polyhedron_vertices(part);
    it->faces = routh_polyhedron_faces(part);
    it->edges = 0;
    if (it->vertices > JUDGE_MOST || it->faces > JUDGE_MOST)
        abort();
    for (size_t v = 0; v < it->vertices; v++) {
        const double *at = routh_polyhedron_vertex(part, v);
        for (int i = 0; i < 3; i++)
            it->vertex[v][i] = (long double)pose->rotation[i][0] * at[0] + (long double)pose->rotation[i][1] * at[1] +
                               (long double)pose->rotation[i][2] * at[2] + pose->position[i];
        it->x[v] = (double)it->vertex[v][0];
        it->y[v] = (double)it->vertex[v][1];
        it->z[v] = (double)it->vertex[v][2];
    }
    for (size_t f = 0; f < it->faces; f++) {
        const routh_face face = routh_polyhedron_face(part, f);
        long double u[3], w[3];
        for (int i = 0; i < 3; i++) {
            u[i] = it->vertex[face.corner[1]][i] - it->vertex[face.corner[0]][i];
            w[i] = it->vertex[face.corner[2]][i] - it->vertex[face.corner[0]][i];
        }
        cross_long(u, w, it->normal[f]);
        const long double length = length_long(it->normal[f]);
        for (int i = 0; i < 3; i++)
            it->normal[f][i] /= length;
    }
    judge_edges(part, it);
}

static inline void judge_extent(const judged_part *it, const long double n[3], double *low, double *high) {
    const double x = (double)n[0], y = (double)n[1], z = (double)n[2];
    double least = INFINITY, most = -INFINITY;
    for (size_t v = 0; v < it->vertices; v++) {
        const double at = x * it->x[v] + y * it->y[v] + z * it->z[v];
        least = at < least ? at : least;
        most = at > most ? at : most;
    }
    *low = least;
    *high = most;
}

/* The overlap with n outward from a. */
static inline long double judge_overlap(const judged_part *a, const judged_part *b, const long double n[3]) {
    long double high = -INFINITY, low = INFINITY;
    for (size_t v = 0; v < a->vertices; v++)
        high = fmaxl(high, n[0] * a->vertex[v][0] + n[1] * a->vertex[v][1] + n[2] * a->vertex[v][2]);
    for (size_t v = 0; v < b->vertices; v++)
        low = fminl(low, n[0] * b->vertex[v][0] + n[1] * b->vertex[v][1] + n[2] * b->vertex[v][2]);
    return high - low;
}

static inline void judge_try(const judged_part *a, const judged_part *b, const long double n[3], int both,
                             judged *best) {
    double a_low, a_high, b_low, b_high;
    judge_extent(a, n, &a_low, &a_high);
    judge_extent(b, n, &b_low, &b_high);
    const double slack = 1e-9 * (a_high - a_low + b_high - b_low);
    for (int sign = 1; sign >= (both ? -1 : 1); sign -= 2) {
        if ((sign > 0 ? a_high - b_low : b_high - a_low) > (double)best->second + slack)
            continue;
        const long double m[3] = {sign * n[0], sign * n[1], sign * n[2]}, overlap = judge_overlap(a, b, m);
        const double to[3] = {(double)m[0], (double)m[1], (double)m[2]};
        const int other = distance(to, best->normal) > 1e-6;
        if (overlap < best->depth) {
            if (other)
                best->second = best->depth;
            best->depth = overlap;
            memcpy(best->normal, to, sizeof to);
        } else if (other && overlap < best->second) {
            best->second = overlap;
        }
    }
}

static inline judged judge(const routh_polyhedron *a, const routh_pose3 *pose_a, const routh_polyhedron *b,
                           const routh_pose3 *pose_b) {
    static judged_part one, other;
    judged best = {INFINITY, INFINITY, {0}};
    judge_place(a, pose_a, &one);
    judge_place(b, pose_b, &other);
    for (size_t f = 0; f < one.faces; f++)
        judge_try(&one, &other, one.normal[f], 0, &best);
    for (size_t f = 0; f < other.faces; f++) {
        const long double n[3] = {-other.normal[f][0], -other.normal[f][1], -other.normal[f][2]};
        judge_try(&one, &other, n, 0, &best);
    }
    for (size_t i = 0; i < one.edges; i++)
        for (size_t j = 0; j < other.edges; j++) {
            long double n[3];
            cross_long(one.along[i], other.along[j], n);
            const long double length = length_long(n);
            if (length < 1e-15L)
                continue;
            for (int k = 0; k < 3; k++)
                n[k] /= length;
            judge_try(&one, &other, n, 1, &best);
        }
    return best;
}

/* Moves the second part along `way` until the depth is as asked for, which must lie between `low` and `high` along it, where
 * the depth falls. */
static inline routh_pose3 judge_place_at_depth(const routh_polyhedron *a, const routh_pose3 *pose_a,
                                               const routh_polyhedron *b, routh_pose3 pose_b, const double way[3],
                                               double low, double high, double depth) {
    const double from[3] = {pose_b.position[0], pose_b.position[1], pose_b.position[2]};
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        for (int k = 0; k < 3; k++)
            pose_b.position[k] = from[k] + middle * way[k];
        if ((double)judge(a, pose_a, b, &pose_b).depth > depth)
            low = middle;
        else
            high = middle;
    }
    return pose_b;
}

#endif
