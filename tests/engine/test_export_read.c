/* What export writes, read by those it is for: MJCF by MuJoCo, URDF by urdfdom, SDF by sdformat, and Bullet's program compiled.
 * What is not installed is skipped, with a word about it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "../effort.h"
#include "../remove_folder.h"
#include "../subject.h"
#include "engine/engine.h"
#include "exports.h"

static char folder[] = "/tmp/routh-export-XXXXXX";

static int begin(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : 1;
}

static int end(void **state) {
    (void)state;
    remove_folder(folder);
    return 0;
}

/* The model of a body in a file of the folder. */
static void write_model(int body, routh_export_format format, const char *name, made_export *made, char path[256]) {
    make_export(body, format, made);
    snprintf(path, 256, "%s/%s", folder, name);
    assert_int_equal(routh_export_write(NULL, &made->what, format, true, routh_io_path(path)), ROUTH_OK);
}

/* The last lines that a command prints; its exit code. */
static int run_command(const char *command, char *said, size_t size) {
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    const size_t count = fread(said, 1, size - 1, pipe);
    said[count] = '\0';
    const int code = pclose(pipe);
    if (code != 0)
        print_message("%s\n%s\n", command, said);
    return code;
}

static bool is_there(const char *program) {
    char command[300];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", program);
    const bool there = system(command) == 0;
    if (!there)
        print_message("%s is not installed\n", program);
    return there;
}

/* Speed just before the lowest point of a fall and just after it, from heights' rates in order. */
static double first_bounce(const double *rate, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (rate[i] > 0 && rate[i - 1] < 0)
            return rate[i] / -rate[i - 1];
    return NAN;
}

/* The written model does what the one does with which it is proven, whose values have more than the six digits written. */
static void compare_with_made(routh_context *context, routh_driver *driver, const made_export *made) {
    enum { IMPACTS = 200 };
    routh_state3 start[IMPACTS];
    routh_driver_impact loaded[IMPACTS], proven[IMPACTS];
    routh_random random = routh_random_seed(3, 0);
    routh_engine_setting setting = made->what.setting;
    for (int i = 0; i < IMPACTS; i++) {
        const double tilt = i % 2 ? 1 : 1e-3; /* onto a corner, or onto a face */
        start[i] = (routh_state3){.position = {0, 0, 0.12}, .velocity = {.velocity = {1, 0, -1}, .spin = {0, 0, 9}}};
        double length = 0;
        for (int c = 0; c < 4; c++) {
            start[i].orientation[c] = c == 0 ? 1 : routh_random_uniform(&random, -tilt, tilt);
            length += start[i].orientation[c] * start[i].orientation[c];
        }
        for (int c = 0; c < 4; c++)
            start[i].orientation[c] /= sqrt(length);
    }
    assert_int_equal(routh_driver_impacts(context, driver, start, IMPACTS, 1000, loaded), ROUTH_OK);
    for (size_t i = 0; i < setting.engine->parameter_count; i++) {
        char text[32];
        snprintf(text, sizeof text, "%.6g", setting.value[i]);
        setting.value[i] = strtod(text, NULL);
    }
    assert_int_equal(routh_driver_make(context, driver, &made->what.body, &setting), ROUTH_OK);
    assert_int_equal(routh_driver_impacts(context, driver, start, IMPACTS, 1000, proven), ROUTH_OK);
    double worst = 0;
    for (int i = 0; i < IMPACTS; i++)
        for (int c = 0; c < 3; c++)
            worst = fmax(worst, fabs(loaded[i].after.velocity.spin[c] - proven[i].after.velocity.spin[c]));
    print_message("MuJoCo, written and proven: spins differ by up to %.1e rad/s\n", worst);
    assert_true(worst < 1e-12);
}

/* The compiler takes it, mass, step and gravity arrive, and the ball bounces as wanted. */
static void test_mujoco(void **state) {
    (void)state;
    enum { MOST = 4000 };
    static routh_state3 run[MOST];
    static double rate[MOST];
    routh_context context = routh_context_default();
    routh_driver *driver;
    if (routh_driver_open(&context, routh_engine_find(NULL, "mujoco"), NULL, &driver) != ROUTH_OK) {
        print_message("%s\n", context.message);
        skip();
    }
    for (int body = 0; body < EXPORT_BODIES; body++) {
        made_export made;
        char path[256];
        routh_driver_model model;
        write_model(body, ROUTH_EXPORT_MJCF, "model.xml", &made, path);
        if (routh_driver_load(&context, driver, path, 0, &model) != ROUTH_OK)
            fail_msg("%s", context.message);
        assert_true(fabs(model.mass - 0.37) < 1e-9 && fabs(model.step - 5e-4) < 1e-12 &&
                    fabs(model.gravity - 9.81) < 1e-9);
        for (int i = 0; i < 9; i++)
            assert_true(fabs(model.inertia[i / 3][i % 3] - made.world.inertia[i / 3][i % 3]) <
                        1e-6 * made.world.inertia[0][0]);
        if (body == SHARP_CUBE)
            compare_with_made(&context, driver, &made);
        if (body == BALL) {
            const routh_state3 start = {.position = {0, 0, 0.05 + 0.05}, .orientation = {1, 0, 0, 0}};
            assert_int_equal(routh_driver_run(&context, driver, &start, 1, MOST, run, NULL), ROUTH_OK);
            for (int i = 0; i < MOST; i++)
                rate[i] = run[i].velocity.velocity[2];
            assert_true(fabs(first_bounce(rate, MOST) - 0.5) < 0.02);
        }
        release_export(&made);
    }
    routh_driver_close(&context, driver);
}

/* The formula for e over the damping ratio, in MuJoCo itself: 3000 steps of 10 µs in contact, no gravity. */
static void test_mujoco_formula(void **state) {
    (void)state;
    const double rate = 100, ball[1][4] = {{0, 0, 0, 0.05}},
                 ratios[] = {0.0343, 0.1222, 0.2553, 0.4972, 0.9, 1, 1.2432};
    const routh_engine_body body = {
        .mass = 0.3, .inertia = {{3e-4, 0, 0}, {0, 3e-4, 0}, {0, 0, 3e-4}}, .ball = ball, .ball_count = 1};
    routh_context context = routh_context_default();
    routh_driver *driver;
    if (routh_driver_open(&context, routh_engine_find(NULL, "mujoco"), NULL, &driver) != ROUTH_OK) {
        print_message("%s\n", context.message);
        skip();
    }
    double worst = 0;
    for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++)
        for (double impedance = 0.1; impedance < 1; impedance += 0.4) {
            const routh_engine_setting setting = {.engine = routh_engine_find(NULL, "mujoco"),
                                                  .step = 1e-5,
                                                  .value = {0.3, rate * rate, 2 * ratios[i] * rate, impedance}};
            const routh_state3 start = {
                .position = {0, 0, 0.05 + 1e-6}, .orientation = {1, 0, 0, 0}, .velocity = {.velocity = {0, 0, -0.5}}};
            routh_driver_impact impact;
            assert_int_equal(routh_driver_make(&context, driver, &body, &setting), ROUTH_OK);
            assert_int_equal(routh_driver_impacts(&context, driver, &start, 1, 100000, &impact), ROUTH_OK);
            const double e = impact.after.velocity.velocity[2] / 0.5;
            worst = fmax(worst, fabs(e - routh_spring_restitution(ratios[i])));
        }
    print_message("MuJoCo %s against the formula: largest difference of e %.1e\n", routh_driver_version(driver), worst);
    assert_true(worst < 3e-4);
    routh_driver_close(&context, driver);
}

static void test_urdfdom(void **state) {
    (void)state;
    if (!is_there("check_urdf"))
        skip();
    for (int body = 0; body < EXPORT_BODIES; body++) {
        made_export made;
        char path[256], command[400], said[4000];
        if (!can_hold(ROUTH_EXPORT_URDF, body))
            continue;
        write_model(body, ROUTH_EXPORT_URDF, "model.urdf", &made, path);
        snprintf(command, sizeof command, "check_urdf %s 2>&1", path);
        assert_int_equal(run_command(command, said, sizeof said), 0);
        assert_non_null(strstr(said, "Successfully Parsed XML"));
        assert_null(strstr(said, "rror"));
        release_export(&made);
    }
}

static void test_sdformat(void **state) {
    (void)state;
    if (!getenv("ROUTH_READ_SDF")) {
        print_message("libsdformat-dev is not installed\n");
        skip();
    }
    for (int drake = 0; drake < 2; drake++)
        for (int body = 0; body < EXPORT_BODIES; body++) {
            made_export made;
            char path[256], command[600], said[4000], expected[200];
            write_model(body, drake ? ROUTH_EXPORT_DRAKE : ROUTH_EXPORT_SDF, "model.sdf", &made, path);
            snprintf(command, sizeof command, "\"$ROUTH_READ_SDF\" '%s' 2>&1", path);
            assert_int_equal(run_command(command, said, sizeof said), 0);
            snprintf(expected, sizeof expected, "mass 0.37 collisions %d", body == ROUNDED_BOX ? 8 : 1);
            assert_non_null(strstr(said, expected));
            if (!drake) {
                snprintf(expected, sizeof expected, "mu 0.25 restitution %.6g threshold", made.what.setting.value[1]);
                assert_non_null(strstr(said, expected));
            }
            release_export(&made);
        }
}

/* Bullet's ball bounces as wanted. */
static void test_bullet(void **state) {
    (void)state;
    enum { MOST = 4000 };
    static double rate[MOST];
    static char said[1 << 20];
    if (!is_there("c++") || !is_there("pkg-config") || system("pkg-config --exists bullet-float64") != 0) {
        print_message("Bullet is not installed\n");
        skip();
    }
    const int bodies[] = {BALL, ROUNDED_BOX, HULL};
    for (int b = 0; b < effort(1, 2, 3); b++) { /* the compiler takes seconds for each */
        made_export made;
        char path[256], command[900];
        write_model(bodies[b], ROUTH_EXPORT_BULLET, "model.cpp", &made, path);
        snprintf(command, sizeof command,
                 "c++ -O0 %s -o %s/model $(pkg-config --cflags --libs bullet-float64) 2>&1 && %s/model 2>&1", path,
                 folder, folder);
        assert_int_equal(run_command(command, said, sizeof said), 0);
        size_t count = 0;
        double least = INFINITY;
        for (char *line = strtok(said, "\n"); line && count < MOST; line = strtok(NULL, "\n")) {
            double z, v;
            if (sscanf(line, "%*f,%*f,%*f,%lf,%*f,%*f,%lf", &z, &v) == 2) {
                rate[count++] = v;
                least = fmin(least, z);
            }
        }
        assert_int_equal(count, 2001);
        assert_true(least > 0.02); /* never through the ground */
        if (bodies[b] == BALL)
            assert_true(fabs(first_bounce(rate, count) - 0.5) < 0.02);
        release_export(&made);
    }
}

SLOW_SUBJECT(export_read) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_mujoco), cmocka_unit_test(test_mujoco_formula),
                                       cmocka_unit_test(test_urdfdom), cmocka_unit_test(test_sdformat),
                                       cmocka_unit_test(test_bullet)};
    return cmocka_run_group_tests(tests, begin, end);
}
