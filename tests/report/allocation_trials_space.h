/* Trials of the rooms in space: impacts, scenes, tosses.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_SPACE_H
#define ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_SPACE_H

#include "../segment/generated_tosses.h"
#include "allocations.h"
#include "fit/fit.h"
#include "impact3/impact3.h"
#include "rollout/rollout.h"

enum { TOSSES = 8 };

static struct {
    routh_dataset3 tosses; /* segmented */
    routh_sample3 *sample;
    size_t count;
    char *file; /* one toss as CSV */
} space;

static inline void space_begin(void) {
    const toss_truth truth = usual_truth();
    space.tosses = generate_tosses(&truth, TOSSES, NULL);
    const routh_trajectory3 *toss = &space.tosses.trajectory[0];
    size_t size;
    FILE *file = open_memstream(&space.file, &size);
    assert_non_null(file);
    fputs("px,py,pz,qw,qx,qy,qz\n", file);
    for (size_t k = 0; k < toss->count; k++) {
        const double *p = toss->position[k], *q = toss->orientation[k];
        fprintf(file, "%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n", p[0], p[1], p[2], q[0], q[1], q[2], q[3]);
    }
    assert_int_equal(fclose(file), 0);
    assert_int_equal(routh_dataset3_segment(NULL, NULL, &space.tosses), ROUTH_OK);
    assert_int_equal(routh_samples3_of(NULL, &space.tosses, &space.sample, &space.count), ROUTH_OK);
}

static inline void space_end(void) {
    free(space.file);
    routh_samples3_release(NULL, space.sample);
    routh_dataset3_release(NULL, &space.tosses);
}

/* The tosses as a laboratory would have them. */
static inline void try_axes(trial *t) {
    static double time[4096];
    routh_track track[TOSSES];
    routh_tracks tracks = {
        .name = "tosses", .source = "tosses", .rate = space.tosses.rate, .count = TOSSES, .track = track};
    for (size_t i = 0; i < sizeof time / sizeof time[0]; i++)
        time[i] = (double)i / space.tosses.rate;
    for (size_t i = 0; i < TOSSES; i++) {
        const routh_trajectory3 *toss = &space.tosses.trajectory[i];
        assert_true(toss->count <= sizeof time / sizeof time[0]);
        track[i] = (routh_track){.name = toss->name,
                                 .count = toss->count,
                                 .time = time,
                                 .position = toss->position,
                                 .orientation = toss->orientation};
    }
    routh_axes axes = {.flipped = -1};
    routh_dataset planar_tosses = {0};
    routh_dataset3 tosses = {0};
    const routh_body body = {.shape = routh_shape_square(0.1), .mass = 0.37};
    routh_import_options options = routh_import_options_default();
    options.body = &body;
    TRY(t, routh_axes_find(t->context, &tracks, NULL, &axes));
    TRY(t, routh_dataset_of_tracks(t->context, &tracks, &axes, &options, &planar_tosses));
    TRY(t, routh_dataset3_of_tracks(t->context, &tracks, &axes, NULL, &tosses));
    ALWAYS(routh_dataset3_release(t->context, &tosses));
    ALWAYS(routh_dataset_release(t->context, &planar_tosses));
    ALWAYS(routh_axes_release(t->context, &axes));
}

/* A body lands on a plane and on a part. */
static inline void try_motion3(trial *t) {
    static const double side[3] = {0.1, 0.08, 0.06};
    static const double corner[4][3] = {{-1, -1, -0.5}, {1, -1, -0.5}, {0, 1, -0.5}, {0, 0, 0.01}};
    const routh_plane3 ground = routh_plane3_default();
    routh_run3_options options = routh_run3_options_default();
    routh_shape3 shape = {0};
    routh_polyhedron *part = NULL;
    routh_run3 run = {0};
    options.duration = 0.3;
    TRY(t, routh_shape3_box(t->context, side, &shape));
    TRY(t, routh_polyhedron_of_points(t->context, 4, corner[0], 0, &part));
    if (shape.count > 0 && part) {
        routh_state3 start = {
            .position = {0.02, 0, 0.15}, .orientation = {1, 0, 0, 0}, .velocity = {{0, 0, -1}, {3, 2, 1}}};
        routh_world3 world = routh_world3_of(&shape, 0.3);
        world.plane = &ground;
        world.plane_count = 1;
        world.part = part;
        TRY(t, routh_world3_check(t->context, &world));
        TRY(t, routh_world3_place(t->context, &world, 0.05, &start));
        TRY(t, routh_world3_run(t->context, &world, &start, &options, &run));
    }
    ALWAYS(routh_run3_release(t->context, &run));
    ALWAYS(routh_polyhedron_release(t->context, part));
    ALWAYS(routh_shape3_release(t->context, &shape));
}

/* Tosses of a small body, as data, picture and page. */
static inline void try_worlds3(trial *t) {
    const double semi_axis[3] = {0.05, 0.04, 0.03};
    static routh_shape3 shape;
    routh_dataset3 dataset = {0};
    routh_run3 run = {0};
    shape = (routh_shape3){0};
    TRY(t, routh_shape3_ellipsoid(t->context, semi_axis, 12, &shape));
    routh_world3_generator generator = routh_world3_generator_default();
    if (shape.count > 0) {
        const routh_world3 body = routh_world3_of(&shape, 0.2);
        generator.world.shape = &shape;
        generator.world.mass = body.mass;
        memcpy(generator.world.inertia, body.inertia, sizeof body.inertia);
        generator.world.rounding = 0.002;
        generator.count = 2;
        generator.run.duration = 0.3;
        generator.run.rate = 50;
        TRY(t, routh_world3_generate(t->context, &generator, &dataset));
        TRY(t, routh_world3_generator_run(t->context, &generator, 1, &run));
        WRITE(t, NULL, routh_simulation3_write, &generator, &dataset, &run);
        WRITE(t, ".txt", routh_simulation3_write, &generator, &dataset, &run);
        WRITE(t, ".txt", routh_import3_write, &dataset);
        WRITE(t, NULL, routh_import3_write, &dataset);
        WRITE(t, "toss.json", routh_run3_write, &generator.world, &run, NULL);
        WRITE(t, "toss.csv", routh_run3_write, &generator.world, &run, NULL);
        WRITE(t, "toss.svg", routh_run3_write, &generator.world, &run, "a toss");
        WRITE(t, "toss.html", routh_run3_write, &generator.world, &run, "a toss");
    }
    ALWAYS(routh_run3_release(t->context, &run));
    ALWAYS(routh_dataset3_release(t->context, &dataset));
    ALWAYS(routh_shape3_release(t->context, &shape));
}

static inline void try_impact3(trial *t) {
    routh_body3 a = routh_body3_default(), b = routh_body3_default();
    routh_scene_contact touch = routh_scene_contact_default();
    touch.b = 1;
    touch.normal[2] = 1;
    a.position[2] = 1;
    a.velocity[0] = 0.4;
    a.velocity[2] = -1;
    b.position[2] = -1;
    routh_impact3_answer answer = {.before = {a, b}, .after = {a, b}, .scene_contact = touch, .pair = touch.pair};
    const routh_law3 *law = routh_law3_find(NULL, "compliant");
    routh_trace trace = {0};
    routh_impact3_study study = {0};
    size_t bad;
    ALWAYS(routh_law3_find(t->context, "rigid"));
    TRY(t, routh_body3_check(t->context, &a));
    TRY(t, routh_pair_check(t->context, &touch.pair));
    TRY(t, routh_contact3_of(t->context, &a, &b, &touch, &answer.contact));
    TRY(t, routh_contact3_check(t->context, &answer.contact));
    TRY(t, routh_law3_solve(t->context, law, &touch.pair, &answer.contact, NULL, &answer.outcome));
    TRY(t, routh_law3_solve_batch(t->context, law, &touch.pair, &answer.contact, 1, &answer.outcome, &bad));
    TRY(t, routh_trace_of(t->context, &answer.contact, &touch.pair, 20, &trace));
    WRITE(t, "trace.svg", routh_trace_write, &trace, ROUTH_FIGURE_VELOCITY);
    WRITE(t, "trace.csv", routh_trace_write, &trace, ROUTH_FIGURE_IMPULSE);
    ALWAYS(routh_trace_release(t->context, &trace));
    WRITE(t, "impact.json", routh_impact3_write, &answer);
    WRITE(t, "impact.txt", routh_impact3_write, &answer);
    WRITE(t, NULL, routh_outcome3_write, &answer.outcome);
    const routh_outcomes3 outcomes = {.outcome = &answer.outcome, .count = 1};
    WRITE(t, "strikes.csv", routh_outcomes3_write, &outcomes);
    WRITE(t, "strikes.json", routh_outcomes3_write, &outcomes);
    TRY(t, routh_impact3_study_run(t->context, &a, &b, &touch, 5, &study));
    WRITE(t, "effect.svg", routh_impact3_study_write, &study);
    WRITE(t, "effect.csv", routh_impact3_study_write, &study);
    ALWAYS(routh_impact3_study_release(t->context, &study));
}

static inline void try_scenes(trial *t) {
    static const char text[] =
        "{\"bodies\": [{\"name\": \"ball\", \"mass\": 1, \"inertia\": 0.4, \"position\": [0, 0, 1], \"velocity\": "
        "[0.2, 0, "
        "-1]}, {\"name\": \"ground\", \"freedom\": \"fixed\"}], \"contacts\": [{\"a\": \"ball\", \"b\": \"ground\", "
        "\"point\": [0, 0, 0], \"normal\": [0, 0, 1], \"mu\": 0.3, \"e\": 0.5}]}";
    routh_scene scene = {0};
    routh_collision collision = {0};
    routh_scene_trace trace = {0};
    TRY(t, routh_scene_read(t->context, routh_io_memory(text, strlen(text), "scene.json"), &scene));
    TRY(t, routh_scene_check(t->context, &scene));
    TRY(t, routh_scene_solve(t->context, &scene, 1e-10, &collision));
    TRY(t, routh_scene_solve_rigid(t->context, &scene, &collision));
    WRITE(t, NULL, routh_scene_write, &scene, &collision);
    ALWAYS(routh_collision_release(t->context, &collision));
    TRY(t, routh_scene_trace_of(t->context, &scene, 1e-10, 20, &trace));
    WRITE(t, "collision.svg", routh_scene_trace_write, &scene, &trace);
    WRITE(t, "collision.csv", routh_scene_trace_write, &scene, &trace);
    ALWAYS(routh_scene_trace_release(t->context, &trace));
    ALWAYS(routh_scene_release(t->context, &scene));
}

static inline void try_tosses(trial *t) {
    const routh_segment3_options options = routh_segment3_options_default();
    const double parameters[ROUTH_MAX_PARAMETERS] = {0.3, 0.5, 1.2};
    const routh_law3 *law = routh_law3_find(NULL, "rigid");
    routh_import3_options in_metres = routh_import3_options_default();
    in_metres.unit = 1;
    routh_dataset3 read = {0};
    routh_sample3 *sample = NULL;
    routh_velocity3 after;
    routh_estimate estimate;
    TRY(t, routh_dataset3_read(t->context, routh_io_memory(space.file, strlen(space.file), "toss.csv"), &in_metres,
                               &read));
    TRY(t, routh_dataset3_segment(t->context, &options, &read));
    routh_dataset3 copy = {0};
    TRY(t, routh_dataset3_copy(t->context, &read, &copy));
    ALWAYS(routh_dataset3_release(t->context, &copy));
    routh_sample3 one;
    routh_body3 falling = routh_body3_default();
    const routh_velocity3 up = {{0, 0, 1}, {0}};
    falling.velocity[2] = -2;
    TRY(t, routh_sample3_of(t->context, &falling, (const double[3]){0.1, 0, -1}, &up, &one));
    TRY(t, routh_samples3_of(t->context, &space.tosses, &sample, &(size_t){0}));
    TRY(t, routh_sample3_best(t->context, &space.sample[0], &after));
    TRY(t, routh_sample3_predict(t->context, law, parameters, &space.sample[0], &after));
    TRY(t, routh_law3_fit(t->context, law, space.sample, NULL, space.count, &estimate));
    ALWAYS(routh_samples3_release(t->context, sample));
    ALWAYS(routh_dataset3_release(t->context, &read));
}

static inline void try_study3(trial *t) {
    static const char text[] =
        "{\"name\": \"other\", \"calibration\": {\"scale\": 1, \"drag\": 0, \"ground\": 0, \"rounding\": 0, "
        "\"inertia\": "
        "6.8e-4, \"centre\": [0, 0, 0]}, \"laws\": [{\"name\": \"frictionless\", \"parameters\": {\"e\": {\"value\": "
        "0.4}}}]}";
    routh_results3 results = {.name = ""};
    TRY(t, routh_results3_read(t->context, routh_io_memory(text, strlen(text), "results.json"), &results));
    const routh_study3_options options = {.resamples = 2, .seed = 1, .results = &results};
    routh_study3 study = {0};
    TRY(t, routh_study3_options_check(t->context, &options));
    TRY(t, routh_study3_run(t->context, &space.tosses, &options, &study));
    WRITE(t, "results.json", routh_study3_write, &study);
    WRITE(t, "impacts.csv", routh_study3_write, &study);
    WRITE(t, "study.txt", routh_study3_write, &study);
    if (study.compared)
        WRITE(t, "errors.svg", routh_study3_write, &study);
    ALWAYS(routh_study3_release(t->context, &study));
}

/* A few short tosses, and others that have no flight: every prediction asks for memory. */
static inline void try_rollouts(trial *t) {
    enum { ALL = 10, FLYING = 6, LONG = 24 };
    routh_trajectory3 toss[ALL];
    routh_dataset3 few = space.tosses;
    routh_shape3 own_cube = {.count = 0};
    routh_plane3 plane;
    routh_world3 world;
    routh_start3 start[ALL];
    routh_rollout rollout[ALL] = {{.count = 0}};
    routh_rollout_estimate estimate;
    routh_rollout_study study = {.count = 0};
    routh_rollout_study_options options = routh_rollout_study_options_default();
    for (int i = 0; i < ALL; i++) {
        toss[i] = space.tosses.trajectory[i % TOSSES];
        toss[i].count = toss[i].count < LONG ? toss[i].count : LONG;
        toss[i].held = i < FLYING ? 0 : toss[i].count;
    }
    few.trajectory = toss;
    few.trajectory_count = ALL;
    options.fit.free = 0;
    options.fit.folds = 2;
    options.fit.errors = false;
    options.ablation_evaluations = 0;
    TRY(t, routh_rollout_options_check(t->context, &options.fit));
    TRY(t, routh_world3_of_dataset(t->context, &few, true, &own_cube, &plane, &world));
    TRY(t, routh_starts3_of(t->context, &few, &world, NULL, start));
    TRY(t, routh_rollouts_run(t->context, &few, &world, start, NULL, rollout));
    ALWAYS(routh_rollouts_release(t->context, rollout, ALL));
    TRY(t, routh_rollout_study_run(t->context, &few, &options, &study));
    WRITE(t, "results.json", routh_rollout_study_write, &study);
    WRITE(t, "tosses.csv", routh_rollout_study_write, &study);
    WRITE(t, "study.txt", routh_rollout_study_write, &study);
    WRITE(t, "errors.svg", routh_rollout_study_write, &study);
    WRITE(t, "report.html", routh_rollout_study_write, &study);
    ALWAYS(routh_rollout_study_release(t->context, &study));
    options.fit.free = 1u << ROUTH_ROLLOUT_MU;
    options.fit.evaluations = 10;
    for (int i = 3; i < FLYING; i++)
        toss[i].held = toss[i].count;
    TRY(t, routh_rollout_fit(t->context, &few, &options.fit, NULL, &estimate));
    ALWAYS(routh_shape3_release(t->context, &own_cube));
}

/* Tosses from memory, of a body from words, with the results of others. */
static inline void try_own_tosses(trial *t) {
    double width;
    routh_shape3 shape = {0};
    routh_dataset3 dataset = {.count = 0};
    routh_import3_options options = routh_import3_options_default();
    const routh_results3 results = {.corners = 8, .volume = 0.1 * 0.08 * 0.06};
    TRY(t, routh_shape3_of_text(t->context, "box:0.1,0.08,0.06", &width, &shape));
    options.shape = &shape;
    TRY(t, routh_dataset3_of_tosses(t->context, space.tosses.trajectory, 2, &options, &dataset));
    TRY(t, routh_results3_check(t->context, &results, &dataset));
    WRITE(t, "toss.csv", routh_trajectory3_write, &dataset, 1);
    ALWAYS(routh_dataset3_release(t->context, &dataset));
    ALWAYS(routh_shape3_release(t->context, &shape));
}

static const trial_entry space_trials[] = {
    {"axes", try_axes},
    {"motion3", try_motion3},
    {"impact3", try_impact3},
    {"scenes", try_scenes},
    {"tosses", try_tosses},
    {"study3", try_study3},
    {"worlds3", try_worlds3},
    {"rollouts", try_rollouts},
    {"own tosses", try_own_tosses},
    {NULL, NULL},
};

#endif
