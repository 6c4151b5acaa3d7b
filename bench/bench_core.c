/* What one call of the core costs, in nanoseconds: docs/embedding.md has the table. One thread, the least and the median of many
 * blocks. Laws one by one are in bench_single, batches in bench_batch.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>

#include <routh/fit.h>
#include <routh/motion.h>
#include <routh/motion3.h>

#include "bench.h"

static routh_impact impact = {.mass = 1, .inertia = 0.01, .rx = 0.05, .ry = -0.1, .vx = 0.5, .vy = -2, .omega = 1};
static routh_velocity after = {0.4, 0.9, 2};
static routh_contact contact;
static routh_contact3 contact3;
static routh_body3 a, b;
static routh_scene_contact touch;
static routh_pair pair;
static const routh_law *law;
static const routh_law3 *law3;
static double parameters[ROUTH_MAX_PARAMETERS];
static routh_half_plane ground;
static routh_world world;
static routh_state state;
static routh_polyhedron *cube;
static routh_overlap_scratch *scratch;
static routh_pose3 here, there;
enum { SAMPLES = 1000 };
static routh_sample sample, samples[SAMPLES];
static routh_estimate fit;
static routh_context context; /* one thread */
static routh_scene scene;
static routh_shape3 box;
static routh_world3 world3;
static routh_plane3 ground3;
static routh_state drop;
static routh_state3 toss;
static double corner[24];
static double sink;

#define REPEATED(name, count, ...)                                                                                     \
    static void name(void *with) {                                                                                     \
        (void)with;                                                                                                    \
        for (int i = 0; i < (count); i++) {                                                                            \
            __VA_ARGS__;                                                                                               \
        }                                                                                                              \
    }

static routh_outcome outcome;
static routh_outcome3 outcome3;
static routh_ellipse ellipse;
static routh_bound bound;
static routh_stick_friction friction;
static routh_step_report report;
static routh_overlap_memory memory;
static routh_overlap found;
static routh_sample_estimate estimate;

REPEATED(contact_of, 10000, routh_contact_of(NULL, &impact, &contact); sink += contact.wtt)
REPEATED(contact_check, 10000, sink += routh_contact_check(NULL, &contact))
REPEATED(law_solve, 10000, routh_law_solve(law, parameters, &contact, &outcome); sink += outcome.pn)
REPEATED(impact_after, 10000, sink += routh_impact_after(&impact, outcome.pt, outcome.pn, 0).vy)
REPEATED(ellipse_of, 10000, routh_ellipse_of(NULL, &contact, &ellipse); sink += ellipse.major)
REPEATED(bound_of, 1000, routh_bound_of(NULL, &impact, after, ROUTH_VELOCITY, &bound); sink += bound.error)
REPEATED(stick_friction_of, 100, routh_stick_friction_of(NULL, law, &contact, parameters, 2, &friction);
         sink += friction.mu)
REPEATED(contact3_of, 10000, routh_contact3_of(NULL, &a, &b, &touch, &contact3); sink += contact3.v[2])
REPEATED(contact3_apply, 10000, routh_body3 one = a; routh_contact3_apply(&one, &b, &touch, (double[3]){0, 0, 1e-9});
         sink += one.velocity[2])
REPEATED(law3_solve, 100, routh_law3_solve(NULL, law3, &pair, &contact3, NULL, &outcome3); sink += outcome3.p[2])
REPEATED(world_step, 1000, routh_state next; routh_world_step(NULL, &world, 1e-6, &state, &next, &report);
         sink += next.pose.y)
REPEATED(overlap_find, 1000, routh_overlap_find(cube, &here, cube, &there, 0, &memory, scratch, &found);
         sink += found.depth)
REPEATED(sample_fit, 3, routh_sample_fit(NULL, law, &sample, NULL, &estimate); sink += estimate.distance)
REPEATED(law_fit, 1, routh_law_fit(&context, law, samples, NULL, SAMPLES, NULL, &fit); sink += fit.cost)
REPEATED(scene_solve, 10, routh_collision c; routh_scene_solve(NULL, &scene, 1e-10, &c); sink += c.friction;
         routh_collision_release(NULL, &c))
REPEATED(world_run, 1, routh_run r; routh_world_run(NULL, &world, &drop, NULL, &r); sink += r.penetration;
         routh_run_release(NULL, &r))
REPEATED(world3_run, 1, routh_run3 r; routh_world3_run(NULL, &world3, &toss, NULL, &r); sink += r.contact_time;
         routh_run3_release(NULL, &r))
REPEATED(polyhedron, 10, routh_polyhedron *p; routh_polyhedron_of_points(NULL, 8, corner, 0, &p); sink += p != NULL;
         routh_polyhedron_release(NULL, p))

static void show(const char *name, void (*block)(void *), double calls) {
    const bench_time t = bench_run(block, NULL, calls, CLOCK_THREAD_CPUTIME_ID);
    printf("%-44s %12.0f %12.0f\n", name, 1e9 * t.least, 1e9 * t.median);
}

/* Impacts that the law explains but for a little noise. */
static void make_samples(void) {
    routh_random random = routh_random_seed(1, 0);
    for (int i = 0; i < SAMPLES; i++) {
        routh_impact one = impact;
        one.rx = routh_random_uniform(&random, -0.05, 0.05);
        one.vx = routh_random_uniform(&random, -2, 2);
        routh_contact_of(NULL, &one, &contact);
        routh_law_solve(law, parameters, &contact, &outcome);
        routh_velocity measured = routh_impact_after(&one, outcome.pt, outcome.pn, 0);
        measured.vx += 0.01 * routh_random_normal(&random);
        measured.vy += 0.01 * routh_random_normal(&random);
        routh_sample_of(NULL, &one, measured, &samples[i]);
    }
}

int main(void) {
    law = routh_law_find(NULL, "wang-mason");
    routh_law_parameters(law, 0.3, 0.5, parameters);
    pair = routh_pair_default();
    a = b = routh_body3_default();
    a.position[2] = 0.5, a.velocity[0] = 2, a.velocity[2] = -3, b.position[2] = -0.5, b.spin[1] = 5;
    touch = routh_scene_contact_default();
    touch.normal[2] = 1;
    ground = routh_half_plane_default();
    world = (routh_world){.body = {.shape = routh_shape_square(0.1), .mass = 1, .inertia = 0.01},
                          .plane = &ground,
                          .plane_count = 1,
                          .gravity = 9.81,
                          .wrench = routh_wrench_default()};
    state = (routh_state){.pose = {0, 0.05, 0}, .velocity = {0.2, -0.01, 0}};
    for (int i = 0; i < 24; i++)
        corner[i] = (i / 3) >> (i % 3) & 1 ? 1.0 : -1.0;
    here = there = routh_pose3_default();
    there.position[0] = 1.5;
    if (routh_polyhedron_of_points(NULL, 8, corner, 0, &cube) != ROUTH_OK ||
        routh_overlap_scratch_create(NULL, 8, 6, &scratch) != ROUTH_OK ||
        routh_sample_of(NULL, &impact, after, &sample) != ROUTH_OK ||
        routh_shape3_box(NULL, (double[3]){0.1, 0.2, 0.3}, &box) != ROUTH_OK)
        return 1;
    make_samples();
    context = routh_context_default();
    context.threads = 1;
    routh_body3 body[3] = {a, b, b};
    routh_scene_contact contacts[2] = {touch, touch};
    contacts[0].b = 1, contacts[1].a = 1, contacts[1].b = 2, contacts[1].point[2] = -1;
    body[2].position[2] = -1.5, body[1].spin[1] = 0, body[2].spin[1] = 0;
    scene = (routh_scene){.body = body, .body_count = 3, .contact = contacts, .contact_count = 2};
    drop = (routh_state){.pose = {0, 0.3, 0.1}, .velocity = {0.5, -1, 2}};
    ground3 = routh_plane3_default();
    world3 = routh_world3_of(&box, 1);
    world3.plane = &ground3, world3.plane_count = 1;
    toss = (routh_state3){.position = {0, 0, 0.4}, .orientation = {1}, .velocity = {{1, 0, -1}, {0, 3, 1}}};

    printf("%-44s %12s %12s\n", "ns a call", "least", "median");
    show("routh_contact_of", contact_of, 10000);
    show("routh_contact_check", contact_check, 10000);
    show("routh_law_solve (wang-mason)", law_solve, 10000);
    show("routh_impact_after", impact_after, 10000);
    show("routh_ellipse_of", ellipse_of, 10000);
    show("routh_bound_of", bound_of, 1000);
    show("routh_stick_friction_of", stick_friction_of, 100);
    show("routh_contact3_of", contact3_of, 10000);
    show("routh_contact3_apply", contact3_apply, 10000);
    static const char *const names[] = {"frictionless", "rigid", "compliant"};
    for (int i = 0; i < 3; i++) {
        char name[64];
        snprintf(name, sizeof name, "routh_law3_solve (%s)", names[i]);
        law3 = routh_law3_find(NULL, names[i]);
        show(name, law3_solve, 100);
    }
    show("routh_world_step (two contacts)", world_step, 1000);
    show("routh_overlap_find (two cubes)", overlap_find, 1000);
    show("routh_sample_fit", sample_fit, 3);
    show("routh_law_fit (an impact of 1,000)", law_fit, SAMPLES);
    show("routh_scene_solve (two contacts)", scene_solve, 10);
    show("routh_world_run (a second of a square)", world_run, 1);
    show("routh_world3_run (a second of a box)", world3_run, 1);
    show("routh_polyhedron_of_points (a cube)", polyhedron, 10);
    routh_shape3_release(NULL, &box);
    routh_overlap_scratch_release(NULL, scratch);
    routh_polyhedron_release(NULL, cube);
    return sink == 0;
}
