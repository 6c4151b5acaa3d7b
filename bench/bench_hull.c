/* Convex hulls: time of routh_hull_loops with joining, and of Qhull with the same, for the sizes of parts that assemblies and
 * tosses have.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/geometry/parts.h"
#include "bench.h"
#include "geometry/geometry.h"

#ifdef ROUTH_HAVE_QHULL
#include "../tests/geometry/qhull_peer.h"
#endif

enum { MOST = 10000 };

typedef struct points {
    size_t count, calls;
    double x[MOST][3], copy[MOST][3];
    routh_status (*find)(routh_arena *arena, size_t count, double *points, routh_loops *loops);
    size_t faces;
} points;

static void block(void *with) {
    points *p = with;
    for (size_t i = 0; i < p->calls; i++) {
        ROUTH_ARENA(arena, NULL);
        routh_loops loops;
        memcpy(p->copy, p->x, p->count * sizeof *p->x);
        if (p->find(&arena, p->count, p->copy[0], &loops) != ROUTH_OK ||
            routh_join_flat(&arena, p->count, p->copy[0], 1e-13, &loops) != ROUTH_OK)
            abort();
        p->faces = loops.count;
    }
}

static void boxes(points *p) {
    for (p->count = 0; p->count < 8; p->count++)
        for (int k = 0; k < 3; k++)
            p->x[p->count][k] = p->count >> k & 1 ? 1 : -0.5;
}

static void lattices(points *p) {
    p->count = 0;
    for (int i = 0; i < 1000; i++, p->count++) {
        p->x[i][0] = (i % 10) / 4.5 - 1;
        p->x[i][1] = (i / 10 % 10) / 4.5 - 1;
        p->x[i][2] = (i / 100) / 4.5 - 1;
    }
}

static void ellipsoid_of(points *p, size_t corners) {
    routh_shape3 shape;
    if (routh_shape3_ellipsoid(NULL, (const double[3]){1, 0.8, 0.6}, corners, &shape) != ROUTH_OK)
        abort();
    p->count = shape.count;
    memcpy(p->x, shape.vertex, shape.count * sizeof *p->x);
    routh_shape3_release(NULL, &shape);
}

static void ellipsoids_162(points *p) {
    ellipsoid_of(p, 162);
}

static void ellipsoids_642(points *p) {
    ellipsoid_of(p, 642);
}

static void clouds(points *p) {
    routh_random r = routh_random_seed(1, 0);
    for (p->count = 0; p->count < MOST; p->count++)
        for (int k = 0; k < 3; k++)
            p->x[p->count][k] = routh_random_uniform(&r, -1, 1);
}

int main(void) {
    static const struct {
        const char *name;
        void (*make)(points *p);
        size_t calls;
    } cases[] = {{"box, 8 points", boxes, 500},
                 {"box with a lattice of 1,000 points", lattices, 5},
                 {"ellipsoid, 162 points", ellipsoids_162, 20},
                 {"ellipsoid, 642 points", ellipsoids_642, 5},
                 {"random in a cube, 10,000 points", clouds, 1}};
    static points p;
    printf("%-36s %8s %10s %10s\n", "µs a hull", "faces", "ours", "Qhull");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cases[i].make(&p);
        p.calls = cases[i].calls;
        p.find = routh_hull_loops;
        const bench_time ours = bench_run(block, &p, (double)p.calls, CLOCK_THREAD_CPUTIME_ID);
        printf("%-36s %8zu %10.1f", cases[i].name, p.faces, 1e6 * ours.least);
#ifdef ROUTH_HAVE_QHULL
        p.find = qhull_loops;
        const bench_time peer = bench_run(block, &p, (double)p.calls, CLOCK_THREAD_CPUTIME_ID);
        printf(" %10.1f", 1e6 * peer.least);
        bench_ratio(cases[i].name, "Qhull", peer.least / ours.least);
#endif
        printf("\n");
    }
    return 0;
}
