/* Interference of convex parts, one thread: our exact search, cold, warm and with the centroid, beside libccd, FCL and
 * Bullet on the same pairs in the same run. Accuracy is against brute force in long double over all directions that can
 * matter. Normals may point either way, as libraries differ in that. Trust the ratios, not the nanoseconds.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "../tests/geometry/judge.h"
#include "bench.h"

#ifdef ROUTH_HAVE_CCD
#include <ccd/ccd.h>
#endif
#ifdef ROUTH_HAVE_PEERS
#include "geometry/geometry.h"
#include "interference_peers.h"
#endif

enum { PAIRS = 100 };

/* Two parts in many poses, each with a neighbour: a step of 1e-5 m and 1e-4 rad on. */
typedef struct set {
    const char *name;
    routh_polyhedron *a, *b;
    routh_pose3 pose_a[PAIRS], pose_b[PAIRS], next_b[PAIRS];
    judged exact[PAIRS];
} set;

typedef struct verdict {
    int found;
    double depth, normal[3];
} verdict;

/* A way of finding the interference of pair i. */
typedef struct method {
    const set *of;
    verdict (*find)(struct method *by, int i);
    int with_point;
    int memory;
    routh_overlap_memory memories[PAIRS];
    routh_overlap_scratch *scratch;
    void *peer;
    double tolerance;
    int turn; /* which of two neighbouring poses is asked for */
} method;

static double sum; /* keeps the optimiser from removing the work */

static void run_all(void *with) {
    method *by = with;
    for (int i = 0; i < PAIRS; i++)
        sum += by->find(by, i).depth;
    by->turn = !by->turn;
}

/* Between two unit vectors, either way. */
static double angle(const double a[3], const double b[3]) {
    const double across[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    return atan2(sqrt(dot(across, across)), fabs(dot(a, b)));
}

static void report(const char *name, method *by) {
    double errors[PAIRS], worst_normal = 0;
    int missed = 0, wrong = 0, count = 0;
    by->turn = 0;
    for (int i = 0; i < PAIRS; i++) {
        const verdict found = by->find(by, i);
        const judged *exact = &by->of->exact[i];
        const double depth = (double)exact->depth;
        if (depth <= 0) {
            wrong += found.found;
            continue;
        }
        if (!found.found) {
            missed++;
            continue;
        }
        errors[count] = fabs(found.depth / depth - 1);
        wrong += errors[count++] > 0.01;
        if ((double)(exact->second - exact->depth) > 1e-9)
            worst_normal = fmax(worst_normal, angle(found.normal, exact->normal));
    }
    qsort(errors, (size_t)count, sizeof *errors, bench_ascending);
    const bench_time time = bench_run(run_all, by, PAIRS, CLOCK_THREAD_CPUTIME_ID);
    static double cold; /* ours */
    cold = strcmp(name, "routh, cold") == 0 ? time.least : cold;
    if (strncmp(name, "routh", 5) != 0)
        bench_ratio(by->of->name, name, time.least / cold);
    if (count > 0)
        printf("  %-34s %8.0f %8.0f  %9.1e %9.1e %6d %6d  %9.1e\n", name, 1e9 * time.least, 1e9 * time.median,
               errors[count / 2], errors[count - 1], wrong, missed, worst_normal);
    else
        printf("  %-34s %8.0f %8.0f  %9s %9s %6d\n", name, 1e9 * time.least, 1e9 * time.median, "", "", wrong);
}

static verdict find_ours(method *by, int i) {
    routh_overlap found;
    const set *of = by->of;
    verdict answer = {.found =
                          routh_overlap_find(of->a, &of->pose_a[i], of->b, by->turn ? &of->next_b[i] : &of->pose_b[i],
                                             by->with_point, by->memory ? &by->memories[i] : NULL, by->scratch, &found),
                      .depth = found.depth};
    memcpy(answer.normal, found.normal, sizeof answer.normal);
    sum += found.point[0];
    return answer;
}

#ifdef ROUTH_HAVE_CCD
typedef struct placed {
    const routh_polyhedron *part;
    const routh_pose3 *pose;
} placed;

static void ccd_support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *vertex) {
    const placed *it = object;
    double own[3], world[3], highest = -INFINITY;
    size_t best = 0;
    for (int i = 0; i < 3; i++)
        own[i] = it->pose->rotation[0][i] * direction->v[0] + it->pose->rotation[1][i] * direction->v[1] +
                 it->pose->rotation[2][i] * direction->v[2];
    for (size_t k = 0; k < routh_polyhedron_vertices(it->part); k++) {
        const double height = dot(own, routh_polyhedron_vertex(it->part, k));
        if (height > highest) {
            highest = height;
            best = k;
        }
    }
    routh_pose3_point(it->pose, routh_polyhedron_vertex(it->part, best), world);
    ccdVec3Set(vertex, world[0], world[1], world[2]);
}

static void ccd_centre(const void *object, ccd_vec3_t *centre) {
    const placed *it = object;
    double own[3], world[3];
    routh_polyhedron_centroid(it->part, own);
    routh_pose3_point(it->pose, own, world);
    ccdVec3Set(centre, world[0], world[1], world[2]);
}

static verdict find_ccd(method *by, int i) {
    const set *of = by->of;
    const placed a = {of->a, &of->pose_a[i]}, b = {of->b, by->turn ? &of->next_b[i] : &of->pose_b[i]};
    ccd_t ccd;
    ccd_real_t depth = 0;
    ccd_vec3_t normal = {{0}}, position;
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = ccd_support;
    ccd.center1 = ccd.center2 = ccd_centre;
    ccd.max_iterations = 1000;
    if (by->tolerance > 0)
        ccd.epa_tolerance = by->tolerance;
    const int hit = by->tolerance < 0 ? ccdMPRPenetration(&a, &b, &ccd, &depth, &normal, &position)
                                      : ccdGJKPenetration(&a, &b, &ccd, &depth, &normal, &position);
    verdict answer = {.found = hit == 0, .depth = depth};
    memcpy(answer.normal, normal.v, sizeof answer.normal);
    return answer;
}
#endif

#ifdef ROUTH_HAVE_PEERS
static verdict find_peer(method *by, int i) {
    verdict answer = {0};
    answer.found = peer_find(by->peer, &by->of->pose_a[i], by->turn ? &by->of->next_b[i] : &by->of->pose_b[i],
                             &answer.depth, answer.normal);
    return answer;
}
#endif

static void bench_set(const set *of, routh_overlap_scratch *scratch) {
    static method by;
    int apart = 0;
    for (int i = 0; i < PAIRS; i++)
        apart += of->exact[i].depth <= 0;
    printf("%s, %zu and %zu vertices%s\n", of->name, routh_polyhedron_vertices(of->a), routh_polyhedron_vertices(of->b),
           apart ? ", apart" : "");
    by = (method){.of = of, .find = find_ours, .scratch = scratch};
    report("routh, cold", &by);
    by.memory = 1;
    report("routh, from the neighbouring pose", &by);
    by.memory = 0;
    by.with_point = 1;
    report("routh, cold, with centroid", &by);
#ifdef ROUTH_HAVE_CCD
    static const struct {
        const char *name;
        double tolerance; /* 0: the default; below: MPR */
    } ccd[] = {{"libccd EPA, default", 0}, {"libccd EPA, 1e-13", 1e-13}, {"libccd MPR, default", -1}};
    for (int k = 0; k < 3; k++) {
        by = (method){.of = of, .find = find_ccd, .tolerance = ccd[k].tolerance};
        report(ccd[k].name, &by);
    }
#endif
#ifdef ROUTH_HAVE_PEERS
    static const char *const names[] = {"FCL, libccd's solver", "FCL, its own solver", "Bullet EPA, double precision"};
    for (int k = 0; k < 3; k++) {
        peer_pair *peer = peer_create((peer_kind)k, of->a, of->b);
        by = (method){.of = of, .find = find_peer, .peer = peer};
        report(names[k], &by);
        peer_release(peer);
    }
#endif
}

/* The neighbouring poses, and what is exact. */
static void finish_set(set *of) {
    static const double axis[3] = {1, 2, -1};
    for (int i = 0; i < PAIRS; i++) {
        const routh_pose3 turn = routh_pose3_turn(axis, of->pose_b[i].position, 1e-4);
        of->next_b[i] = routh_pose3_compose(&turn, &of->pose_b[i]);
        of->next_b[i].position[i % 3] += 1e-5;
        of->exact[i] = judge(of->a, &of->pose_a[i], of->b, &of->pose_b[i]);
    }
}

/* Solids of 3 cm anywhere about each other, so near that they overlap by `depth`, or are as far apart. */
static void make_solids(set *of, double depth) {
    routh_random random = routh_random_seed(5, 0);
    of->a = icosahedron(0.015);
    of->b = dodecahedron(0.015);
    for (int i = 0; i < PAIRS; i++) {
        double way[3], length = 0;
        for (int k = 0; k < 3; k++)
            way[k] = routh_random_normal(&random);
        length = sqrt(dot(way, way));
        for (int k = 0; k < 3; k++)
            way[k] /= length;
        of->pose_a[i] = random_pose(&random, 0);
        of->pose_b[i] = random_pose(&random, 0);
        of->pose_b[i] = judge_place_at_depth(of->a, &of->pose_a[i], of->b, of->pose_b[i], way, 0, 0.06, depth);
    }
    finish_set(of);
}

static void make_boxes(set *of) {
    routh_random random = routh_random_seed(6, 0);
    of->a = box(0.015, 0.012, 0.009);
    of->b = box(0.0135, 0.0105, 0.015);
    for (int i = 0; i < PAIRS; i++) {
        const double way[3] = {1, 0, 0};
        of->pose_a[i] = random_pose(&random, 0);
        of->pose_b[i] = random_pose(&random, 0);
        of->pose_b[i] = judge_place_at_depth(of->a, &of->pose_a[i], of->b, of->pose_b[i], way, 0, 0.06, 1e-4);
    }
    finish_set(of);
}

/* A V wedge on the right wall of its groove, 1e-4 m deep, tilted about any axis. */
static void make_wedges(set *of, double tilt) {
    routh_random random = routh_random_seed(8, 0);
    of->a = groove_wall();
    of->b = wedge();
    for (int i = 0; i < PAIRS; i++) {
        const double zero[3] = {0}, way[3] = {-0.28734788556634544, 0.95782628522115143, 0};
        double turn[3];
        for (int k = 0; k < 3; k++)
            turn[k] = tilt * routh_random_uniform(&random, -1, 1) + (tilt > 0 ? 0 : 1e-300);
        of->pose_a[i] = routh_pose3_default();
        routh_pose3 pose = routh_pose3_turn(turn, zero, tilt > 0 ? sqrt(dot(turn, turn)) : 0);
        pose.position[2] = routh_random_uniform(&random, -0.002, 0.002);
        of->pose_b[i] = judge_place_at_depth(of->a, &of->pose_a[i], of->b, pose, way, -0.005, 0.02, 1e-4);
    }
    finish_set(of);
}

/* Parts whose balls do not even meet. */
static void make_far(set *of) {
    make_solids(of, 1e-4);
    for (int i = 0; i < PAIRS; i++) {
        for (int k = 0; k < 3; k++) {
            of->pose_b[i].position[k] *= 2;
            of->next_b[i].position[k] *= 2;
        }
        of->exact[i].depth = -1;
    }
}

int main(void) {
    static set sets[] = {
        {.name = "icosahedron and dodecahedron of 3 cm, 1e-4 m deep"},
        {.name = "the same, 3e-6 m deep"},
        {.name = "the same, 3e-3 m deep"},
        {.name = "boxes of 3 cm, 1e-4 m deep"},
        {.name = "wedge on groove wall, 3 cm, 1e-4 m deep, parallel"},
        {.name = "the same, tilted by about 1e-6 rad"},
        {.name = "the same, tilted by about 1e-3 rad"},
        {.name = "the same, tilted by about 3e-2 rad"},
        {.name = "icosahedron and dodecahedron of 3 cm, 1e-4 m apart"},
        {.name = "the same, farther apart than their size"},
    };
    make_solids(&sets[0], 1e-4);
    make_solids(&sets[1], 3e-6);
    make_solids(&sets[2], 3e-3);
    make_boxes(&sets[3]);
    make_wedges(&sets[4], 0);
    make_wedges(&sets[5], 1e-6);
    make_wedges(&sets[6], 1e-3);
    make_wedges(&sets[7], 3e-2);
    make_solids(&sets[8], -1e-4);
    make_far(&sets[9]);
    routh_overlap_scratch *scratch = ample_scratch();
    printf("%d pairs each                        ns a pair          depth, relative error         normal\n"
           "%36s %8s %8s  %9s %9s %6s %6s  %9s\n",
           PAIRS, "", "least", "median", "median", "largest", "> 1 %", "missed", "off, rad");
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        bench_set(&sets[i], scratch);
        routh_polyhedron_release(NULL, sets[i].a);
        routh_polyhedron_release(NULL, sets[i].b);
    }
    routh_overlap_scratch_release(NULL, scratch);
    return sum == 0;
}
