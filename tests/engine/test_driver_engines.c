/* Simulators that are installed, against closed forms: flights on the parabola, a ball's restitution and friction.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <routh/drawing.h>

#include "../subject.h"
#include "ball_drops.h"
#include "engine/engine.h"
#include "is_running.h"

#define assert_near(x, y, tolerance) assert_true(fabs((x) - (y)) <= (tolerance))

/* An engine, and what it takes for friction 0.3 and restitution 0.5 of a ball. */
typedef struct known {
    const char *name;
    double value[ROUTH_ENGINE_PARAMETERS];
    double step;
    double tolerance; /* of restitution, at 1 m/s and more */
} known;

/* MuJoCo: ζ = 0.2553 gives 0.5 (a spring and a damper that cannot pull); 60 steps in contact at 1e-5 s; gravity takes
 * g π/ω/v = 0.006 of it at 1 m/s. Bullet and ODE do what they say. DART adds gravity's step before it bounces: e g h/v. */
static const known engines[] = {
    {"mujoco", {0.3, 2.5e7, 2 * 0.2553 * 5e3, 0.99}, 1e-5, 0.008},
    {"bullet", {0.3, 0.5, 0.01, 0.2}, 1e-3, 1e-6},
    {"ode", {0.3, 0.5, 0.01, 0.2, 1e-9}, 1e-3, 1e-5},
    {"dart", {0.3, 0.5, 0.1, 0.2}, 1e-4, 6e-4},
};

static routh_context context;
static routh_driver *driver;

/* Opened, and the world made; 0: it is not installed. */
static bool open_engine(const known *of, const routh_engine_body *body) {
    const routh_engine *engine = routh_engine_find(NULL, of->name);
    routh_engine_setting setting = {.engine = engine, .step = of->step};
    if (routh_driver_open(&context, engine, NULL, &driver) != ROUTH_OK) {
        assert_non_null(strstr(context.message, "is not there: install"));
        print_message("%s\n", context.message);
        return false;
    }
    memcpy(setting.value, of->value, sizeof setting.value);
    assert_int_equal(routh_driver_make(&context, driver, body, &setting), ROUTH_OK);
    return true;
}

static void skip_unless_open(const known *of, const routh_engine_body *body) {
    if (!open_engine(of, body))
        skip();
}

/* Flight: a parabola in position and velocity, at any step. */
static void states_lie_on_the_parabola(void **state) {
    const routh_engine_body body = ball_body();
    skip_unless_open(*state, &body);
    const double step = ((const known *)*state)->step;
    const routh_state3 start = ball_state(0.5, 0.7, 1);
    routh_state3 found[6];
    size_t contacts[6];
    assert_int_equal(routh_driver_run(&context, driver, &start, 20, 6, found, contacts), ROUTH_OK);
    for (int i = 0; i < 6; i++) {
        const double t = 20 * i * step;
        assert_near(found[i].time, t, 1e-15);
        assert_near(found[i].position[0], 0.7 * t, 1e-13);
        assert_near(found[i].position[2], start.position[2] + t - BALL_GRAVITY * t * t / 2, 1e-13);
        assert_near(found[i].velocity.velocity[2], 1 - BALL_GRAVITY * t, 1e-12);
        assert_int_equal(contacts[i], 0);
    }
    routh_driver_close(NULL, driver);
}

/* Without spin and friction: restitution alone. With friction, sliding throughout: Coulomb's impulse. */
static void a_ball_bounces_as_said(void **state) {
    const known *of = *state;
    const routh_engine_body body = ball_body();
    skip_unless_open(of, &body);
    for (double speed = 1; speed < 4; speed += 0.37) {
        const routh_state3 start[2] = {ball_state(1e-3, 0, -speed), ball_state(1e-3, 5 * speed, -speed)};
        routh_driver_impact found[2];
        assert_int_equal(routh_driver_impacts(&context, driver, start, 2, 100000, found), ROUTH_OK);
        for (int i = 0; i < 2; i++) {
            const double *before = found[i].before.velocity.velocity, *after = found[i].after.velocity.velocity;
            const double lost = BALL_GRAVITY * (double)found[i].steps * of->step; /* to gravity meanwhile */
            assert_true(found[i].ended && found[i].contacts == 1 && found[i].steps >= 1);
            /* MuJoCo's friction pushes upwards, too: its convex problem has the cone's tip ahead of the slip */
            if (i == 0 || strcmp(of->name, "mujoco") != 0)
                assert_near(-after[2] / before[2], 0.5, of->tolerance);
            assert_near(before[0] - after[0], i * 0.3 * (after[2] - before[2] + lost), 2e-3 * speed);
            assert_near(found[i].point[2], 0, 2 * found[i].depth);
            assert_true(found[i].depth > 0 && found[i].depth < BALL_RADIUS / 10);
        }
    }
    routh_driver_close(NULL, driver);
}

/* A corner that points down is met like a ball: the same restitution for a sharp hull and for one that is not a box. */
static void a_hull_meets_the_ground_with_its_corner(void **state) {
    const known *of = *state;
    double corner[4][3] = {{0, 0, -0.03}, {0.03, 0, 0.03}, {-0.015, 0.026, 0.03}, {-0.015, -0.026, 0.03}};
    routh_polyhedron *hull = NULL;
    routh_shape3 shape;
    routh_engine_body body = ball_body();
    assert_int_equal(routh_polyhedron_of_points(&context, 4, corner[0], 1, &hull), ROUTH_OK);
    assert_int_equal(routh_shape3_of_polyhedron(&context, hull, (const double[3]){0, 0, 0}, &shape), ROUTH_OK);
    body.ball_count = 0;
    body.shape = &shape;
    const routh_engine *engine = routh_engine_find(NULL, of->name);
    routh_engine_setting setting = {.engine = engine, .step = of->step};
    memcpy(setting.value, of->value, sizeof setting.value);
    const bool is_open = routh_driver_open(&context, engine, NULL, &driver) == ROUTH_OK;
    if (is_open && strcmp(engine->name, "dart") == 0) { /* which has no hulls, and says so */
        assert_int_equal(routh_driver_make(&context, driver, &body, &setting), ROUTH_ENGINE_FAILED);
        assert_non_null(strstr(context.message, "boxes and balls only"));
    } else if (is_open) {
        const routh_state3 start = ball_state(1e-3, 0, -2);
        routh_driver_impact found;
        assert_int_equal(routh_driver_make(&context, driver, &body, &setting), ROUTH_OK);
        assert_int_equal(routh_driver_impacts(&context, driver, &start, 1, 100000, &found), ROUTH_OK);
        assert_near(-found.after.velocity.velocity[2] / found.before.velocity.velocity[2], 0.5, of->tolerance);
        assert_near(hypot(found.point[0], found.point[1]), 0, 1e-6);
    }
    routh_shape3_release(&context, &shape);
    routh_polyhedron_release(&context, hull);
    if (!is_open)
        skip();
    routh_driver_close(NULL, driver);
}

/* Many impacts in one request are the same as one by one, and one does not change the next. */
static void many_impacts_are_as_one_by_one(void **state) {
    enum { MANY = 1000 };
    static routh_state3 start[MANY];
    static routh_driver_impact all[MANY];
    const routh_engine_body body = ball_body();
    skip_unless_open(*state, &body);
    for (int i = 0; i < MANY; i++) {
        start[i] = ball_state(1e-3, i % 10, -0.5 - 0.003 * i);
        start[i].velocity.spin[1] = i % 7;
    }
    assert_int_equal(routh_driver_impacts(&context, driver, start, MANY, 100000, all), ROUTH_OK);
    for (int i = MANY - 1; i >= 0; i -= 37) {
        routh_driver_impact one;
        assert_int_equal(routh_driver_impacts(&context, driver, &start[i], 1, 100000, &one), ROUTH_OK);
        assert_memory_equal(&one.before, &all[i].before, sizeof one.before);
        assert_memory_equal(&one.after, &all[i].after, sizeof one.after);
    }
    routh_driver_close(NULL, driver);
}

/* A start that no contact follows, and one that is no state. */
static void what_does_not_touch_or_is_no_state(void **state) {
    const routh_engine_body body = ball_body();
    skip_unless_open(*state, &body);
    routh_state3 start[2] = {ball_state(100, 0, 0), ball_state(0.01, 0, -1)};
    routh_driver_impact found[2];
    assert_int_equal(routh_driver_impacts(&context, driver, start, 1, 10, found), ROUTH_OK);
    assert_true(found[0].steps == 0 && !found[0].ended && found[0].contacts == 0);
    start[0].position[0] = NAN;
    assert_int_equal(routh_driver_impacts(&context, driver, start, 2, 10, found), ROUTH_ENGINE_FAILED);
    assert_non_null(strstr(context.message, "14 finite numbers"));
    start[0] = start[1];
    assert_int_equal(routh_driver_impacts(&context, driver, start, 2, 100000, found), ROUTH_OK);
    assert_memory_equal(&found[0].after, &found[1].after, sizeof found->after);
    routh_driver_close(NULL, driver);
}

/* Numbers that no engine can follow, some of which end a process: the next impact is as if nothing had been. */
static void an_engine_that_gives_up_goes_on(void **state) {
    const routh_engine_body body = ball_body();
    skip_unless_open(*state, &body);
    const routh_state3 start = ball_state(0.01, 1, -1);
    routh_state3 wild[3] = {ball_state(0.01, 0, -1e200), ball_state(0.01, 1e300, -1), ball_state(0.01, 0, -1)};
    routh_driver_impact first, found[3], last;
    wild[2].velocity.spin[0] = 1e250;
    assert_int_equal(routh_driver_impacts(&context, driver, &start, 1, 10000, &first), ROUTH_OK);
    assert_int_equal(routh_driver_impacts(&context, driver, wild, 3, 100, found), ROUTH_OK);
    assert_int_equal(routh_driver_impacts(&context, driver, &start, 1, 10000, &last), ROUTH_OK);
    assert_memory_equal(&first.after, &last.after, sizeof first.after);
    routh_driver_close(NULL, driver);
}

/* ODE takes the faster of what bounces and what corrects the depth, which no cap slows down below 100 m/s: SDF's max_vel. */
static void ode_corrects_depths_at_any_speed(void **state) {
    known of = {"ode", {0.3, 0.5, 0.01, 1, 1e-12, 1}, 1e-3, 1e-4};
    const routh_engine_body body = ball_body();
    size_t corrected = 0;
    (void)state;
    skip_unless_open(&of, &body);
    for (double speed = 0.8; speed < 8; speed *= 2)
        for (double share = 0.1; share < 1; share += 0.2) {
            const routh_state3 start = ball_state((3 - share) * speed * of.step, 0, -speed);
            routh_driver_impact found;
            assert_int_equal(routh_driver_impacts(&context, driver, &start, 1, 1000, &found), ROUTH_OK);
            const double bounce = -0.5 * found.before.velocity.velocity[2], push = found.depth / of.step;
            assert_near(found.after.velocity.velocity[2], fmax(bounce, push), 2e-3 * speed + BALL_GRAVITY * of.step);
            corrected += push > 1.2 * bounce;
        }
    assert_true(corrected >= 4); /* of every speed one */
    routh_driver_close(NULL, driver);
}

/* DART lays the sides of its pyramid along the slip of balls only. */
static void dart_refuses_friction_across_of_a_box(void **state) {
    const double side[3] = {0.1, 0.1, 0.1};
    const routh_engine *engine = routh_engine_find(NULL, "dart");
    routh_engine_setting setting = routh_engine_setting_default(engine, 1e-3);
    routh_engine_body body = ball_body();
    routh_shape3 shape;
    (void)state;
    if (routh_driver_open(&context, engine, NULL, &driver) != ROUTH_OK) {
        print_message("%s\n", context.message);
        skip();
    }
    assert_int_equal(routh_shape3_box(&context, side, &shape), ROUTH_OK);
    body.ball_count = 0;
    body.shape = &shape;
    assert_int_equal(routh_driver_make(&context, driver, &body, &setting), ROUTH_OK);
    setting.value[engine->parameter_count - 1] = 0.5;
    assert_int_equal(routh_driver_make(&context, driver, &body, &setting), ROUTH_ENGINE_FAILED);
    assert_non_null(strstr(context.message, "friction_across is 0.5; it must be 1 for a sharp box"));
    body.ball_count = 1;
    assert_int_equal(routh_driver_make(&context, driver, &body, &setting), ROUTH_OK);
    routh_shape3_release(&context, &shape);
    routh_driver_close(NULL, driver);
}

static void tell_group(long group, int is_there, void *user) {
    if (is_there && write(*(int *)user, &group, sizeof group) != sizeof group)
        _exit(1);
}

/* Who asked is killed while the engine is at work: nobody tells it, and it ends. */
static void an_engine_does_not_outlive_who_asked(void **state) {
    const routh_engine_body body = ball_body();
    int ends[2];
    long engine = 0;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const routh_state3 start = ball_state(1e6, 0, 0);
        routh_state3 found[100];
        close(ends[0]);
        context.group = tell_group;
        context.user = &ends[1];
        if (open_engine(*state, &body))
            routh_driver_run(&context, driver, &start, 10000000, 100, found, NULL); /* half a minute and more */
        _exit(0);
    }
    close(ends[1]);
    const bool is_told = read(ends[0], &engine, sizeof engine) == sizeof engine;
    close(ends[0]);
    if (is_told)
        nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    const bool ran = is_told && is_running(engine);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    if (!is_told)
        skip();
    assert_true(ran && ends_soon(engine));
}

SUBJECT(driver_engines) {
    static void (*const test[])(void **) = {states_lie_on_the_parabola,
                                            a_ball_bounces_as_said,
                                            a_hull_meets_the_ground_with_its_corner,
                                            many_impacts_are_as_one_by_one,
                                            what_does_not_touch_or_is_no_state,
                                            an_engine_that_gives_up_goes_on,
                                            an_engine_does_not_outlive_who_asked};
    static const char *const name[] = {"states_lie_on_the_parabola",
                                       "a_ball_bounces_as_said",
                                       "a_hull_meets_the_ground_with_its_corner",
                                       "many_impacts_are_as_one_by_one",
                                       "what_does_not_touch_or_is_no_state",
                                       "an_engine_that_gives_up_goes_on",
                                       "an_engine_does_not_outlive_who_asked"};
    enum { TESTS = sizeof test / sizeof *test, ENGINES = sizeof engines / sizeof *engines };
    struct CMUnitTest all[TESTS * ENGINES + 2] = {
        [TESTS * ENGINES] = cmocka_unit_test(ode_corrects_depths_at_any_speed),
        [TESTS * ENGINES + 1] = cmocka_unit_test(dart_refuses_friction_across_of_a_box)};
    static char names[TESTS * ENGINES][80];
    for (size_t i = 0; i < TESTS * ENGINES; i++) {
        snprintf(names[i], sizeof names[i], "%s_%s", name[i % TESTS], engines[i / TESTS].name);
        all[i] = (struct CMUnitTest){
            .name = names[i], .test_func = test[i % TESTS], .initial_state = (void *)(uintptr_t)&engines[i / TESTS]};
    }
    return cmocka_run_group_tests(all, NULL, NULL);
}
