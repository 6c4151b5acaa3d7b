/* Drops of an ellipse, 0.25 s each, one thread: our two integrators beside MuJoCo and Chipmunk on the same starts. Prints
 * time, and how deep the bodies sink into the ground on the way, side by side. The peers do not have our law of impact:
 * MuJoCo's contacts are soft, Chipmunk's body is a polygon of 24 corners with Newton's restitution.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/routh.h>

#ifdef ROUTH_HAVE_MUJOCO
#include <mujoco/mujoco.h>
#endif
#ifdef ROUTH_HAVE_CHIPMUNK
#include <chipmunk/chipmunk.h>
#endif

#include "bench.h"

enum { DROPS = 1000 };

static const double duration = 0.25, pi = 3.14159265358979323846;
static const double semi_a = 0.035, semi_b = 0.025, mass = 0.0364, friction = 0.3, restitution = 0.5;

static routh_half_plane ground = {.mu = 0.3, .eps = 0.5};
static routh_world world;
static routh_state starts[DROPS];
static double sum; /* keeps the optimiser from removing the work */

static void make_starts(void) {
    const routh_shape shape = routh_shape_ellipse(semi_a, semi_b);
    world =
        (routh_world){.body = {.shape = shape, .mass = mass, .inertia = mass * routh_shape_gyration_squared(&shape)},
                      .plane = &ground,
                      .plane_count = 1,
                      .gravity = 9.81,
                      .wrench = routh_wrench_default()};
    for (size_t i = 0; i < DROPS; i++) {
        routh_random random = routh_random_seed(1, i);
        starts[i].pose =
            (routh_pose){0, routh_random_uniform(&random, 0.06, 0.08), routh_random_uniform(&random, -pi, pi)};
        starts[i].velocity =
            (routh_velocity){routh_random_uniform(&random, -0.5, 0.5), routh_random_uniform(&random, -1.5, -0.5),
                             routh_random_uniform(&random, -10, 10)};
    }
}

/* Time of all drops, and the mean of the deepest places of each. */
typedef struct drops_bench {
    double deepest, record;
    double step;
    routh_run_options options;
} drops_bench;

static void print_line(const char *name, bench_time time, const drops_bench *found) {
    static double events; /* the first line's */
    printf("%-44s %10.2f %12.0f %12.2e\n", name, 1e6 * time.least, 1 / time.least, found->deepest);
    if (events > 0)
        bench_ratio("events", name, time.least / events);
    else
        events = time.least;
}

static void note_depth(drops_bench *found, double depth) {
    found->deepest += fmax(depth, 0) / DROPS;
}

#if defined(ROUTH_HAVE_MUJOCO) || defined(ROUTH_HAVE_CHIPMUNK)
static double depth_of(double x, double y, double theta) {
    return -routh_world_distance(&world, (routh_pose){x, y, theta});
}
#endif

static void drop_ours(void *with) {
    drops_bench *bench = with;
    bench->deepest = bench->record = 0;
    for (size_t i = 0; i < DROPS; i++) {
        routh_run run;
        if (routh_world_run(NULL, &world, &starts[i], &bench->options, &run) != ROUTH_OK)
            abort();
        note_depth(bench, run.penetration);
        bench->record += (double)run.record_count / DROPS;
        sum += run.sample[run.sample_count - 1].pose.x;
        routh_run_release(NULL, &run);
    }
}

static void bench_ours(void) {
    drops_bench bench = {.options = routh_run_options_default()};
    bench.options.duration = duration;
    routh_law_parameters(bench.options.law, friction, restitution, bench.options.parameters);
    const bench_time events = bench_run(drop_ours, &bench, DROPS, CLOCK_THREAD_CPUTIME_ID);
    print_line("routh, events, wang-mason", events, &bench);
    printf("%-44s %10.1f impacts a drop\n", "", bench.record);
    static const double steps[] = {4e-3, 1e-3};
    for (int i = 0; i < 2; i++) {
        char name[64];
        bench.options.integrator = ROUTH_TIME_STEPS;
        bench.options.step = steps[i];
        snprintf(name, sizeof name, "routh, time steps of %g ms", 1e3 * steps[i]);
        print_line(name, bench_run(drop_ours, &bench, DROPS, CLOCK_THREAD_CPUTIME_ID), &bench);
    }
}

#ifdef ROUTH_HAVE_MUJOCO
static mjModel *model;
static mjData *data;

/* An ellipsoid that moves in the plane x, z and turns about −y, above a plane; from memory, not from a file. */
static mjModel *load_model(double step) {
    static mjVFS files;
    char text[1024], error[512] = "";
    const int length = snprintf(
        text, sizeof text,
        "<mujoco><option timestep='%g' gravity='0 0 -9.81'/><worldbody><geom type='plane' size='5 5 .1' friction='%g'/>"
        "<body><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/><joint type='hinge' axis='0 -1 0'/>"
        "<geom type='ellipsoid' size='%g %g %g' mass='%g' friction='%g'/></body></worldbody></mujoco>",
        step, friction, semi_a, semi_a, semi_b, mass, friction);
    mj_defaultVFS(&files);
    if (mj_makeEmptyFileVFS(&files, "drop.xml", length) != 0)
        abort();
    memcpy(files.filedata[mj_findFileVFS(&files, "drop.xml")], text, (size_t)length);
    mjModel *loaded = mj_loadXML("drop.xml", &files, error, sizeof error);
    mj_deleteVFS(&files);
    if (!loaded)
        fprintf(stderr, "MuJoCo: %s\n", error);
    return loaded;
}

static void drop_mujoco(void *with) {
    drops_bench *bench = with;
    const int steps = (int)lround(duration / bench->step);
    for (size_t i = 0; i < DROPS; i++) {
        mj_resetData(model, data);
        const mjtNum pose[3] = {starts[i].pose.x, starts[i].pose.y, starts[i].pose.theta};
        const mjtNum velocity[3] = {starts[i].velocity.vx, starts[i].velocity.vy, starts[i].velocity.omega};
        memcpy(data->qpos, pose, sizeof pose);
        memcpy(data->qvel, velocity, sizeof velocity);
        for (int k = 0; k < steps; k++)
            mj_step(model, data);
        sum += data->qpos[0];
    }
}

/* Not in the time. */
static void measure_mujoco(drops_bench *bench) {
    const int steps = (int)lround(duration / bench->step);
    for (size_t i = 0; i < DROPS; i++) {
        double deepest = 0;
        mj_resetData(model, data);
        data->qpos[0] = starts[i].pose.x;
        data->qpos[1] = starts[i].pose.y;
        data->qpos[2] = starts[i].pose.theta;
        data->qvel[0] = starts[i].velocity.vx;
        data->qvel[1] = starts[i].velocity.vy;
        data->qvel[2] = starts[i].velocity.omega;
        for (int k = 0; k < steps; k++) {
            mj_step(model, data);
            deepest = fmax(deepest, depth_of(data->qpos[0], data->qpos[1], data->qpos[2]));
        }
        note_depth(bench, deepest);
    }
}

static void bench_mujoco(void) {
    static const double steps[] = {4e-3, 1e-3};
    for (int i = 0; i < 2; i++) {
        char name[64];
        drops_bench bench = {.step = steps[i]};
        model = load_model(steps[i]);
        if (!model)
            return;
        data = mj_makeData(model);
        measure_mujoco(&bench);
        snprintf(name, sizeof name, "MuJoCo %s, steps of %g ms", mj_versionString(), 1e3 * steps[i]);
        print_line(name, bench_run(drop_mujoco, &bench, DROPS, CLOCK_THREAD_CPUTIME_ID), &bench);
        mj_deleteData(data);
        mj_deleteModel(model);
    }
}
#else
static void bench_mujoco(void) {
    printf("MuJoCo is not installed: not measured\n");
}
#endif

#ifdef ROUTH_HAVE_CHIPMUNK
static cpSpace *space;
static cpBody *body;
static cpShape *outline, *floor_line;

static void make_space(void) {
    enum { CORNERS = 24 };
    cpVect corner[CORNERS];
    for (int i = 0; i < CORNERS; i++)
        corner[i] = cpv(semi_a * cos(2 * pi * i / CORNERS), semi_b * sin(2 * pi * i / CORNERS));
    space = cpSpaceNew();
    cpSpaceSetGravity(space, cpv(0, -9.81));
    cpSpaceSetCollisionSlop(space, 1e-4);
    floor_line = cpSegmentShapeNew(cpSpaceGetStaticBody(space), cpv(-50, 0), cpv(50, 0), 0);
    body = cpBodyNew(mass, world.body.inertia);
    outline = cpPolyShapeNewRaw(body, CORNERS, corner, 0);
    /* coefficients of a pair are products */
    cpShapeSetFriction(floor_line, friction);
    cpShapeSetElasticity(floor_line, restitution);
    cpShapeSetFriction(outline, 1);
    cpShapeSetElasticity(outline, 1);
    cpSpaceAddShape(space, floor_line);
    cpSpaceAddBody(space, body);
    cpSpaceAddShape(space, outline);
}

static void release_space(void) {
    cpSpaceRemoveShape(space, outline);
    cpSpaceRemoveShape(space, floor_line);
    cpSpaceRemoveBody(space, body);
    cpShapeFree(outline);
    cpShapeFree(floor_line);
    cpBodyFree(body);
    cpSpaceFree(space);
}

static double drop_one(const routh_state *start, double step, int measured) {
    const int steps = (int)lround(duration / step);
    double deepest = 0;
    cpBodySetPosition(body, cpv(start->pose.x, start->pose.y));
    cpBodySetAngle(body, start->pose.theta);
    cpBodySetVelocity(body, cpv(start->velocity.vx, start->velocity.vy));
    cpBodySetAngularVelocity(body, start->velocity.omega);
    for (int k = 0; k < steps; k++) {
        cpSpaceStep(space, step);
        if (measured) {
            const cpVect at = cpBodyGetPosition(body);
            deepest = fmax(deepest, depth_of(at.x, at.y, cpBodyGetAngle(body)));
        }
    }
    return deepest;
}

static void drop_chipmunk(void *with) {
    const drops_bench *bench = with;
    for (size_t i = 0; i < DROPS; i++)
        sum += drop_one(&starts[i], bench->step, 0);
}

static void bench_chipmunk(void) {
    static const double steps[] = {4e-3, 1e-3};
    for (int i = 0; i < 2; i++) {
        char name[64];
        drops_bench bench = {.step = steps[i]};
        make_space();
        for (size_t k = 0; k < DROPS; k++)
            note_depth(&bench, drop_one(&starts[k], steps[i], 1));
        snprintf(name, sizeof name, "Chipmunk %s, steps of %g ms", cpVersionString, 1e3 * steps[i]);
        print_line(name, bench_run(drop_chipmunk, &bench, DROPS, CLOCK_THREAD_CPUTIME_ID), &bench);
        release_space();
    }
}
#else
static void bench_chipmunk(void) {
    printf("Chipmunk is not installed: not measured\n");
}
#endif

int main(void) {
    make_starts();
    printf("Drops of an ellipse, %g s each, %d starts, one thread, least of many runs\n\n", duration, DROPS);
    printf("%-44s %10s %12s %12s\n", "", "µs a drop", "drops a s", "deepest, m");
    bench_ours();
    bench_mujoco();
    bench_chipmunk();
    printf(
        "\ndeepest: how far the ellipse sinks into the ground, the mean over the drops. Ours hands out 63 samples of "
        "each drop.\n");
    return isnan(sum);
}
