/* `routh check` and `routh segment`: plain words, JSON, exit codes, and what they refuse.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <jansson.h>
#include <math.h>

#include "../subject.h"
#include "run_program.h"

#define HEADER "mass,inertia,rx,ry,vx,vy,omega,vx_after,vy_after,omega_after\n"

/* Impacts that obey the identity with m/I = 1000, their tangential row mirrored if asked. */
static void write_impacts(const char *path, double side) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(HEADER, file);
    for (int i = 0; i < 30; i++) {
        double rx = 0.02 * sin(i), ry = -0.03, vx = cos(2 * i), vy = -1 - 0.3 * sin(3 * i),
               jump = 1.3 + 0.2 * cos(5 * i);
        double slow = -0.4 * vx, turn = 1000 * (rx * jump - ry * slow);
        fprintf(file, "0.1,0.0001,%.17g,%.17g,%.17g,%.17g,0,%.17g,%.17g,%.17g\n", rx, side * ry, vx, vy, vx + slow,
                vy + jump, turn);
    }
    assert_int_equal(fclose(file), 0);
}

/* A folder of flights that bounce once off a corner, and then lie still if asked. */
static void write_drops(const char *folder, int rest) {
    assert_int_equal(mkdir(folder, 0700), 0);
    for (int drop = 0; drop < 6; drop++) {
        char path[64];
        snprintf(path, sizeof path, "%s/drop_%d.csv", folder, drop);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs("x,z,th\n", file);
        double angle = 0.55 + 0.04 * drop, lowest = 0.03 * (sin(angle) + cos(angle));
        double rx = 0.03 * (sin(angle) - cos(angle)), turn = 6 / 0.0036 * (rx * 1.9 + lowest * -0.15);
        for (int i = 0; i < 45 + rest; i++) {
            double t = i / 250.0 - 0.0802, after = t > 0;
            double x = 0.3 * t - 0.15 * after * t, z = lowest - 1.2 * t + 1.9 * after * t - 9.81 * t * t / 2;
            double theta = angle + (2 + turn * after) * t;
            if (i >= 45)
                fprintf(file, "%.17g,0.03,0\n", 0.01);
            else
                fprintf(file, "%.17g,%.17g,%.17g\n", x, z, theta);
        }
        assert_int_equal(fclose(file), 0);
    }
}

static void remove_drops(const char *folder) {
    for (int drop = 0; drop < 6; drop++) {
        char path[64];
        snprintf(path, sizeof path, "%s/drop_%d.csv", folder, drop);
        remove(path);
    }
    assert_int_equal(rmdir(folder), 0);
}

static void expect(run_result result, int code, const char *const *holds) {
    if (result.exit != code)
        print_error("exit %d: %s%s", result.exit, result.out, result.err);
    assert_int_equal(result.exit, code);
    for (; *holds; holds++) {
        if (!strstr(result.out, *holds))
            print_error("\"%s\" is not in: %s", *holds, result.out);
        assert_non_null(strstr(result.out, *holds));
    }
    forget_result(&result);
}

#define EXPECT(result, code, ...) expect(result, code, (const char *const[]){__VA_ARGS__, NULL})

static void test_words_and_exit_codes(void **state) {
    (void)state;
    write_impacts("good.csv", 1);
    write_impacts("mirrored.csv", -1);
    EXPECT(run("check good.csv"), 0, "The frame is right as recorded", "0 things wrong", "Frame: as-recorded");
    EXPECT(run("check mirrored.csv"), 1, "THE FRAME IS WRONG", "mirror-t", "<- best", "Frame: mirror-t");
    EXPECT(run("check mirrored.csv --frame as-recorded"), 1, "although the impacts indicate mirror-t");
    EXPECT(run("check good.csv --frame mirror-n"), 0, "Frame: mirror-n (as requested");
    EXPECT(run("check good.csv --inertia 0.0002"), 1, "THE STATED INERTIA DISAGREES");
    EXPECT(run("check --help"), 0, "Usage: routh check", "--frame");
}

static void test_json(void **state) {
    (void)state;
    write_impacts("mirrored.csv", -1);
    run_result result = run("check mirrored.csv --json");
    assert_int_equal(result.exit, 1);
    json_t *all = json_loads(result.out, 0, NULL);
    assert_non_null(all);
    json_t *frame = json_object_get(all, "frame"), *hypotheses = json_object_get(frame, "hypotheses");
    assert_string_equal(json_string_value(json_object_get(frame, "chosen")), "mirror-t");
    assert_int_equal(json_array_size(hypotheses), 4);
    assert_true(fabs(json_number_value(json_object_get(frame, "kt")) + 1000) < 1e-6);
    assert_true(fabs(json_number_value(json_object_get(json_array_get(hypotheses, 1), "slope")) - 1000) < 1e-6);
    assert_int_equal(json_integer_value(json_object_get(all, "wrong")), 1);
    assert_true(json_array_size(json_object_get(all, "findings")) > 5);
    json_decref(all);
    forget_result(&result);
}

static void test_segment_writes_a_dataset(void **state) {
    (void)state;
    write_drops("drops", 40);
    EXPECT(run("check drops --shape square:0.06 --rate 250"), 0, "6 impacts usable", "The frame is right as recorded");
    EXPECT(run("segment drops --shape square:0.06 --rate 250 -o impacts.h5"), 0, "6 accepted", "m/I",
           "written to  impacts.h5", "as-recorded");
    EXPECT(run("check impacts.h5"), 0, "6 used, 6 trajectories", "The frame is right as recorded");
    run_result result = run("segment drops --shape square:0.06 --rate 250 --json --output again.h5");
    assert_int_equal(result.exit, 0);
    json_t *all = json_loads(result.out, 0, NULL);
    assert_non_null(all);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(all, "dataset"), "used")), 6);
    json_t *slope = json_object_get(json_object_get(all, "sensitivity"), "slope");
    assert_true(fabs(json_number_value(slope) * 0.0036 / 6 - 1) < 1e-6);
    json_decref(all);
    forget_result(&result);
    remove_drops("drops");
}

/* Impacts of an ellipse whose recorded angle is 0.03 rad too large, two of them flagged by nobody but a gain of energy. */
static void write_turned(const char *path) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("mass,inertia,x,y,theta,rx,ry,vx,vy,omega,vx_after,vy_after,omega_after\n", file);
    for (int i = 0; i < 80; i++) {
        const double angle = sin(i) * 1.5, a = 0.05, b = 0.02, h = hypot(a * sin(angle), b * cos(angle));
        const double rx = (b * b - a * a) * sin(angle) * cos(angle) / h, vx = cos(2 * i), vy = -1 - 0.5 * sin(3 * i);
        const double up = -vy * (1.4 + 0.2 * cos(5 * i)), along = -0.4 * vx, noise = 0.3 * sin(11 * i);
        fprintf(file, "0.1,0.0001,0,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,0,%.9g,%.9g,%.9g\n", h, angle + 0.03, rx, -h, vx, vy,
                vx + along, vy + up, 1000 * (rx * up + h * along) + noise);
    }
    assert_int_equal(fclose(file), 0);
}

/* The angle is found, corrected, stored, and not found again; where it cannot be found, that is said. */
static void test_calibrate(void **state) {
    (void)state;
    write_turned("turned.csv");
    EXPECT(run("check turned.csv --shape ellipse:0.05,0.02 --inertia 1e-4"), 0, "angle offset warning",
           "the recorded one -0.03", "(--calibrate)", "READING", "calibrated");
    run_result intervals = run("check turned.csv --shape ellipse:0.05,0.02 --inertia 1e-4");
    static const char *const lines[] = {"\nangle offset ", "\ncentre ", "\naxes ", "\nsize "};
    for (int i = 0; i < 4; i++) { /* the interval that holds whichever side the noise is on, not the error of one fit */
        const char *line = strstr(intervals.out, lines[i]), *end = line ? strchr(line + 1, '\n') : NULL;
        assert_true(end && end > line + 1);
        const char *to = strstr(line, " to "), *error = strstr(line, "±");
        assert_true(to && to < end && !(error && error < end));
    }
    forget_result(&intervals);
    EXPECT(run("fit turned.csv --shape ellipse:0.05,0.02 --inertia 1e-4 --calibrate --reflag --law wang-mason"), 0,
           "wang-mason");
    run_result result = run("fit turned.csv --shape ellipse:0.05,0.02 --inertia 1e-4 --calibrate --law wang-mason");
    assert_non_null(strstr(result.err, "--calibrate: angle offset, measured minus true +0.03"));
    forget_result(&result);
    EXPECT(run("study turned.csv --shape ellipse:0.05,0.02 --inertia 1e-4 --calibrate --law wang-mason -o out"), 0,
           "before calibration", "Calibration without a law changed");
    write_impacts("good.csv", 1);
    result = run("fit good.csv --calibrate");
    assert_int_equal(result.exit, 2);
    assert_non_null(
        strstr(result.err, "--calibrate: good.csv: nothing can be determined: the body has no shape (--shape"));
    forget_result(&result);
    result = run("fit good.csv --shape disc:0.03 --inertia 1e-4 --calibrate");
    assert_int_equal(result.exit, 2);
    assert_non_null(strstr(result.err, "no angle is recorded"));
    forget_result(&result);
}

#define REFUSE(arguments, begins, files, ...)                                                                          \
    expect_refusal(run(arguments), begins, (const char *const[]){__VA_ARGS__, NULL}, files)

static void test_refusals(void **state) {
    (void)state;
    write_impacts("good.csv", 1);
    REFUSE("check", "routh check: ", 1, "missing DATA");
    REFUSE("check nowhere.csv", "routh check: ", 1, "nowhere.csv");
    REFUSE("check good.csv --frame miror-t", "routh check: ", 1, "did you mean \"mirror-t\"?");
    REFUSE("segment good.csv -o out.h5", "routh segment: ", 1, "no trajectories");
    REFUSE("segment good.csv", "routh segment: ", 1, "-o FILE");
    write_drops("drops", 0); /* the folder is one more among the files */
    const char *const begins = "routh segment: ";
#define DROPS "segment drops --shape square:0.06 --rate 250 -o out.h5 "
    REFUSE(DROPS "--flight-min 2", begins, 2, "frames of flight");
    REFUSE(DROPS "--flight-min 40 --flight-max 40", begins, 2, "too few samples");
    REFUSE(DROPS "--gravity 100", begins, 2, "none of");
    REFUSE(DROPS "--frame sideways", begins, 2, "sideways");
    remove_drops("drops");
}

SLOW_SUBJECT(check) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_words_and_exit_codes, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_json, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_segment_writes_a_dataset, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_calibrate, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_refusals, enter_scratch, leave_scratch),
    };
    int skipped = nothing_to_test();
    return skipped ? skipped : cmocka_run_group_tests(tests, NULL, NULL);
}
