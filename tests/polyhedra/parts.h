/* Parts and poses for the tests of polyhedra, and the brute-force judge of their interference. Include after cmocka.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_POLYHEDRA_PARTS_H
#define ROUTH_TESTS_POLYHEDRA_PARTS_H

#include <math.h>
#include <string.h>

#include <routh/polyhedra.h>

static inline double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double distance(const double a[3], const double b[3]) {
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

static inline routh_polyhedron *part_of(size_t count, const double *points) {
    routh_context context = routh_context_default();
    routh_polyhedron *part;
    if (routh_polyhedron_from_points(&context, count, points, 0, &part) != ROUTH_OK)
        fail_msg("%s", context.message);
    return part;
}

static inline routh_polyhedron *box(double x, double y, double z) {
    double points[24];
    for (int i = 0; i < 8; i++) {
        points[3 * i] = i & 1 ? x : -x;
        points[3 * i + 1] = i & 2 ? y : -y;
        points[3 * i + 2] = i & 4 ? z : -z;
    }
    return part_of(8, points);
}

/* A polygon in x and y, from −half to half along z. */
static inline routh_polyhedron *prism(size_t count, const double (*corner)[2], double half) {
    double points[3 * 32];
    for (size_t i = 0; i < 2 * count; i++) {
        points[3 * i] = corner[i / 2][0];
        points[3 * i + 1] = corner[i / 2][1];
        points[3 * i + 2] = i % 2 ? half : -half;
    }
    return part_of(2 * count, points);
}

/* The wedge with its edge down, and the right wall of its groove, of issue and anchors: flanks at 45°. */
static inline routh_polyhedron *wedge(void) {
    return prism(5, (const double[][2]){{0, 0}, {0.02, 0.02}, {0.02, 0.03}, {-0.02, 0.03}, {-0.02, 0.02}}, 0.015);
}

static inline routh_polyhedron *groove_wall(void) {
    return prism(4, (const double[][2]){{0, 0}, {0.03, 0.03}, {0.03, -0.01}, {0, -0.01}}, 0.025);
}

/* The hull of 6 to 20 points near a sphere, or anywhere in an oblong cloud. */
static inline routh_polyhedron *random_part(routh_random *random, double size) {
    double points[3 * 20], stretch[3];
    const size_t count = 6 + routh_random_index(random, 15);
    const int round = routh_random_index(random, 2) == 0;
    for (int k = 0; k < 3; k++)
        stretch[k] = round ? 1 : routh_random_uniform(random, 0.3, 1);
    for (size_t i = 0; i < count; i++) {
        double *p = points + 3 * i, length = 0;
        for (int k = 0; k < 3; k++)
            p[k] = routh_random_normal(random);
        length = round ? sqrt(dot(p, p)) * routh_random_uniform(random, 1, 1.2) : 2;
        for (int k = 0; k < 3; k++)
            p[k] *= size * stretch[k] / length;
    }
    return part_of(count, points);
}

static inline routh_pose3 random_pose(routh_random *random, double reach) {
    double q[4], p[3];
    for (int i = 0; i < 4; i++)
        q[i] = routh_random_normal(random);
    for (int i = 0; i < 3; i++)
        p[i] = routh_random_uniform(random, -reach, reach);
    return routh_pose3_make(q, p);
}

static inline routh_interference_scratch *scratch_for_tests(void) {
    routh_interference_scratch *scratch;
    assert_int_equal(routh_interference_scratch_create(NULL, 128, 256, &scratch), ROUTH_OK);
    return scratch;
}

/* The judge -----------------------------------------------------------------------------------------------
 * The least overlap along the normals of all faces and the products of all pairs of edges, both ways, over all vertices,
 * in long double. To spend that only where it counts, a candidate is first computed in double, and dropped if it is worse
 * by far more than double can be wrong. */
enum { JUDGE_MOST = 128 };

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
    assert_true(it->vertices <= JUDGE_MOST && it->faces <= JUDGE_MOST);
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

#endif
