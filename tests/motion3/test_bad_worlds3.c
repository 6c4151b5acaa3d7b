/* What a run refuses, with which status, and that its message names the cause.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "worlds3.h"

/* A cube that falls from 1 m. Each case spoils one thing. */
typedef struct set_up {
    routh_shape3 shape;
    routh_plane3 plane[ROUTH_MOST_PLANES3 + 1];
    routh_world3 world;
    routh_state3 start;
    routh_run3_options options;
} set_up;

static void prepare(set_up *s) {
    s->shape = box_of(0.1, 0.1, 0.1);
    for (size_t k = 0; k <= ROUTH_MOST_PLANES3; k++)
        s->plane[k] = routh_plane3_default();
    s->world = routh_world3_of(&s->shape, 0.4);
    s->world.plane = s->plane;
    s->world.plane_count = 1;
    s->start = state_at(0, 0, 1);
    s->options = routh_run3_options_default();
}

static void expect(set_up *s, routh_status wanted, const char *word) {
    routh_context context = routh_context_default();
    routh_run3 run;
    const routh_status status = routh_world3_run(&context, &s->world, &s->start, &s->options, &run);
    if (status != wanted || (word && !strstr(context.message, word)))
        fail_msg("status %d instead of %d, \"%s\" should hold \"%s\"", status, wanted, context.message, word);
    if (status == ROUTH_OK)
        routh_run3_release(&context, &run);
    else {
        assert_null(run.sample);
        assert_null(run.record);
    }
    /* without a context the same, and no message */
    assert_int_equal(routh_world3_run(NULL, &s->world, &s->start, &s->options, &run), wanted);
    routh_run3_release(NULL, &run);
    routh_shape3_release(NULL, &s->shape);
    prepare(s);
}

static void bodies(void **state) {
    (void)state;
    set_up s;
    prepare(&s);
    expect(&s, ROUTH_OK, NULL);
    s.world.shape = NULL;
    expect(&s, ROUTH_BAD_ARGUMENT, "shape");
    const double masses[] = {0, -1, NAN, INFINITY};
    for (size_t i = 0; i < 4; i++) {
        s.world.mass = masses[i];
        expect(&s, ROUTH_BAD_ARGUMENT, "mass");
    }
    s.world.rounding = 0.0501;
    expect(&s, ROUTH_BAD_ARGUMENT, "rounding");
    s.world.rounding = -1e-9;
    expect(&s, ROUTH_BAD_ARGUMENT, "rounding");
    s.world.rounding = NAN;
    expect(&s, ROUTH_BAD_ARGUMENT, "rounding");
    s.world.centre[1] = NAN;
    expect(&s, ROUTH_BAD_ARGUMENT, "centre of mass");
    s.world.centre[1] = 1e9;
    expect(&s, ROUTH_BAD_ARGUMENT, "centre of mass");
    memset(s.world.inertia, 0, sizeof s.world.inertia);
    expect(&s, ROUTH_BAD_ARGUMENT, "inertia");
    s.world.inertia[0][1] = 1;
    expect(&s, ROUTH_BAD_ARGUMENT, "inertia");
    s.world.inertia[2][2] = NAN;
    expect(&s, ROUTH_BAD_ARGUMENT, "inertia");
    s.world.inertia[1][1] = -s.world.inertia[1][1];
    expect(&s, ROUTH_BAD_ARGUMENT, "inertia");
    s.world.inertia[2][2] = 2.1 * s.world.inertia[0][0]; /* more than the sum of the others */
    expect(&s, ROUTH_BAD_ARGUMENT, "sum of the others");
    routh_shape3_release(NULL, &s.shape);
}

static void surroundings(void **state) {
    (void)state;
    set_up s;
    prepare(&s);
    s.world.plane_count = 0;
    expect(&s, ROUTH_BAD_ARGUMENT, "nothing is fixed");
    s.world.plane_count = ROUTH_MOST_PLANES3 + 1;
    expect(&s, ROUTH_OUT_OF_RANGE, "planes");
    memset(s.plane[0].normal, 0, sizeof s.plane[0].normal);
    expect(&s, ROUTH_BAD_ARGUMENT, "plane 1");
    s.plane[0].point[0] = NAN;
    expect(&s, ROUTH_BAD_ARGUMENT, "plane 1");
    s.world.gravity = -1;
    expect(&s, ROUTH_BAD_ARGUMENT, "gravity");
    s.world.drag = NAN;
    expect(&s, ROUTH_BAD_ARGUMENT, "drag");
    s.world.surface.law = NULL;
    expect(&s, ROUTH_BAD_ARGUMENT, "law");
    s.world.surface.several = ROUTH_SEVERAL_COUNT;
    expect(&s, ROUTH_BAD_ARGUMENT, "several");
    s.world.surface.pair.mu = -0.1;
    expect(&s, ROUTH_BAD_PARAMETER, NULL);
    s.world.surface.pair.eps = 1.1;
    expect(&s, ROUTH_BAD_PARAMETER, NULL);
    s.world.surface.mu_slide = -1;
    expect(&s, ROUTH_BAD_ARGUMENT, "mu_slide");
    s.world.surface.eps_slope = NAN;
    expect(&s, ROUTH_BAD_ARGUMENT, "eps_slope");
    s.world.surface.mu_slope = NAN;
    expect(&s, ROUTH_BAD_ARGUMENT, "mu_slope");
    routh_shape3_release(NULL, &s.shape);
}

static void starts(void **state) {
    (void)state;
    set_up s;
    prepare(&s);
    s.start.position[2] = 0.04;
    expect(&s, ROUTH_BAD_ARGUMENT, "0.01 m inside what is fixed");
    s.start.position[0] = NAN;
    expect(&s, ROUTH_NOT_FINITE, "start");
    s.start.time = INFINITY;
    expect(&s, ROUTH_NOT_FINITE, "start");
    s.start.velocity.spin[1] = INFINITY;
    expect(&s, ROUTH_NOT_FINITE, "start");
    s.start.velocity.velocity[2] = NAN;
    expect(&s, ROUTH_NOT_FINITE, "start");
    memset(s.start.orientation, 0, sizeof s.start.orientation);
    expect(&s, ROUTH_BAD_ARGUMENT, "orientation");
    s.start.orientation[0] = 1.1;
    expect(&s, ROUTH_BAD_ARGUMENT, "orientation");
    routh_shape3_release(NULL, &s.shape);
}

static void options(void **state) {
    (void)state;
    set_up s;
    prepare(&s);
    s.options.step = 0;
    expect(&s, ROUTH_BAD_ARGUMENT, "step");
    s.options.step = NAN;
    expect(&s, ROUTH_BAD_ARGUMENT, "step");
    s.options.duration = -1;
    expect(&s, ROUTH_BAD_ARGUMENT, "duration");
    s.options.duration = 1e9;
    expect(&s, ROUTH_OUT_OF_RANGE, "samples or steps");
    s.options.rate = 0;
    expect(&s, ROUTH_BAD_ARGUMENT, "rate");
    s.options.together = -1;
    expect(&s, ROUTH_BAD_ARGUMENT, "together");
    s.options.rest_speed = 0;
    expect(&s, ROUTH_BAD_ARGUMENT, "rest_speed");
    s.options.integrator = (routh_integrator3)7;
    expect(&s, ROUTH_BAD_ARGUMENT, "integrator");
    s.options.scatter.mu = NAN;
    expect(&s, ROUTH_BAD_ARGUMENT, "scatter");
    s.options.scatter.eps = -1;
    expect(&s, ROUTH_BAD_ARGUMENT, "scatter");
    s.options.duration = 10;
    s.options.most_impacts = 2;
    expect(&s, ROUTH_NOT_ENDED, "more than 2 impacts");
    s.options.duration = 0; /* fine: the start alone */
    expect(&s, ROUTH_OK, NULL);
    assert_int_equal(routh_world3_run(NULL, NULL, &s.start, NULL, &(routh_run3){0}), ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_world3_run(NULL, &s.world, NULL, NULL, &(routh_run3){0}), ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_world3_run(NULL, &s.world, &s.start, NULL, NULL), ROUTH_BAD_ARGUMENT);
    routh_shape3_release(NULL, &s.shape);
}

/* Numbers that are allowed and hardly make sense must end, with a status or a run of finite numbers. */
static void extremes(void **state) {
    (void)state;
    routh_random random = routh_random_seed(192, 0);
    int ended = 0, refused = 0;
    for (int trial = 0; trial < effort(30, 150, 3000); trial++) {
        routh_shape3 shape = random_polyhedron(&random);
        const routh_plane3 plane = {{0, 0, 0}, {drawn(&random, -1, 1), drawn(&random, -1, 1), 1}};
        routh_world3 world = routh_world3_of(&shape, pow(10, drawn(&random, -6, 6)));
        world.plane = &plane;
        world.plane_count = 1;
        world.rounding = drawn(&random, 0, 1) < 0.5 ? shape.thickness : 0;
        world.gravity = drawn(&random, 0, 1) < 0.3 ? 0 : pow(10, drawn(&random, -3, 5));
        world.drag = drawn(&random, 0, 1) < 0.5 ? 0 : pow(10, drawn(&random, -3, 4));
        world.surface.pair.mu = drawn(&random, 0, 1) < 0.2 ? 0 : pow(10, drawn(&random, -3, 3));
        world.surface.pair.eps = drawn(&random, 0, 1) < 0.5 ? 1 : 0;
        world.surface.eps_slope = drawn(&random, -3, 3);
        world.surface.several = (routh_several)(trial % 2);
        routh_state3 start = state_at(0, 0, 0);
        draw_orientation(&random, start.orientation);
        draw_vector(&random, pow(10, drawn(&random, -3, 3)), start.velocity.velocity);
        draw_vector(&random, pow(10, drawn(&random, -3, 3)), start.velocity.spin);
        bring(&world, drawn(&random, 0, 1) < 0.5 ? 0 : pow(10, drawn(&random, -12, 1)), &start);
        routh_run3_options o = routh_run3_options_default();
        o.duration = 0.3;
        o.rate = 50;
        o.integrator = trial % 3 == 0 ? ROUTH_TIME_STEPS3 : ROUTH_EVENTS3;
        o.together = drawn(&random, 0, 1) < 0.5 ? 0 : 0.01;
        o.most_impacts = 2000;
        routh_context context = routh_context_default();
        routh_run3 run;
        if (routh_world3_run(&context, &world, &start, &o, &run) == ROUTH_OK) {
            const routh_state3 *end = last_of(&run);
            assert_true(routh_all_finite(end->position, 3) && routh_all_finite(end->velocity.velocity, 3) &&
                        routh_all_finite(end->velocity.spin, 3) && routh_all_finite(end->orientation, 4));
            ended++;
            routh_run3_release(&context, &run);
        } else {
            assert_true(context.message[0] != 0);
            refused++;
        }
        routh_shape3_release(NULL, &shape);
    }
    print_message("extreme worlds: %d runs end, %d are refused or do not end their impacts\n", ended, refused);
    assert_true(ended > refused);
}

SUBJECT(bad_worlds3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies),  cmocka_unit_test(surroundings), cmocka_unit_test(starts),
        cmocka_unit_test(options), cmocka_unit_test(extremes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
