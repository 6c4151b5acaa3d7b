/* Mistakes that are easily made with a recording are told in plain words, with what to try.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "../subject.h"
#include "run_program.h"

#define BODY   "mass,inertia,rx,ry,"
#define BEFORE "vx,vy,omega,"
#define AFTER  "vx_after,vy_after,omega_after"

/* Scale of levers and velocities, and the direction of y. */
typedef struct mistake {
    double lengths, velocities, up;
} mistake;

static const mistake none = {1, 1, 1};

/* Impacts that obey the identity with m/I = 1000. */
static void write_impacts(const char *path, const char *header, int count, mistake made) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%s\n", header);
    for (int i = 0; i < count; i++) {
        double rx = 0.02 * sin(i), ry = -0.03, vx = cos(2 * i), vy = -1.5 - 0.3 * sin(3 * i),
               jump = 1.9 + 0.2 * cos(5 * i), slow = -0.4 * vx, turn = 1000 * (rx * jump - ry * slow);
        double l = made.lengths, v = made.velocities;
        fprintf(file, "0.1,0.0001,%.17g,%.17g,%.17g,%.17g,0,%.17g,%.17g,%.17g\n", l * rx, l * made.up * ry, v * vx,
                v * made.up * vy, v * (vx + slow), v * made.up * (vy + jump), turn);
    }
    assert_int_equal(fclose(file), 0);
}

/* Velocities after that have nothing to do with those before. */
static void write_odd(const char *path, int count) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%s\n", BODY BEFORE AFTER);
    for (int i = 0; i < count; i++)
        fprintf(file, "0.1,0.0001,%.17g,-0.03,%.17g,-1.5,0,%.17g,%.17g,%.17g\n", 0.02 * sin(i), cos(2 * i), sin(7 * i),
                sin(11 * i), 20 * sin(13 * i));
    assert_int_equal(fclose(file), 0);
}

/* Discs that lie on the ground, after or before falling. */
static void write_disc(const char *path, double up) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("time,x,y,theta\n", file);
    for (int i = 0; i < 200; i++) {
        double t = i / 250.0, fall = 0.4 - 9.81 * t * t / 2;
        fprintf(file, "%.17g,%.17g,%.17g,0\n", t, 0.2 * fmin(t, 0.28), up * fmax(fall, 0.03));
    }
    assert_int_equal(fclose(file), 0);
}

static void expect_words(const char *arguments, int code, const char *out, const char *err) {
    run_result result = run(arguments);
    if (result.exit != code || !strstr(result.out, out) || !strstr(result.err, err))
        print_error("routh %s: exit %d\n%s%s", arguments, result.exit, result.out, result.err);
    assert_int_equal(result.exit, code);
    assert_non_null(strstr(result.out, out));
    assert_non_null(strstr(result.err, err));
    forget_result(&result);
}

static void nothing_usable_is_wrong(void **state) {
    (void)state;
    write_impacts("down.csv", BODY BEFORE AFTER, 60, (mistake){1, 1, -1});
    expect_words("check down.csv", 1, "(60 separates); y must point out of the surface: vy before is positive", "");
    expect_words("fit down.csv", 2, "", "none of its 60 impacts can be used: 60 separates; `routh check` explains");
    write_impacts("mm.csv", BODY BEFORE AFTER, 60, (mistake){1e3, 1e3, 1});
    expect_words("check mm.csv", 1, "look like mm/s instead of m/s", "");
    write_impacts("one.csv", BODY BEFORE AFTER, 1, (mistake){1, 1, -1});
    expect_words("fit one.csv", 2, "", "its only impact cannot be used: 1 separates");
}

static void trajectories_that_make_no_sense(void **state) {
    (void)state;
    assert_int_equal(mkdir("up", 0700), 0);
    assert_int_equal(mkdir("down", 0700), 0);
    const char *const names[] = {"a.csv", "b.csv", "c.csv"};
    char path[64];
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "up/%s", names[i]);
        write_disc(path, 1);
        snprintf(path, sizeof path, "down/%s", names[i]);
        write_disc(path, -1);
    }
    expect_words("check up --shape disc:30", 1, "is the size of the shape in mm?", "");
    expect_words("check down --shape disc:0.03", 2, "", "`routh import down --up -y -o recording.h5`");
    expect_words("import down --dry-run", 1, "wrong?      bodies fall towards +y", "");
    expect_words("import down --up x --shape disc:0.03 --mass 1 -o a.h5", 2, "", "free flights say -y");
    expect_words("import up --dry-run", 0, "up          +y, as is usual; free fall is 0.0° from -y", "");
    expect_words("import up --units mm --up y --dry-run", 0, "gravity     wrong? free flights fall", "");
    write_disc("pixels.csv", -2000);
    expect_words("import pixels.csv --dry-run", 1, "the scale is unknown: free fall has 19620 units/s²", "");
    expect_words("check pixels.csv --shape disc:0.03", 2, "", "pixels must be made mm or m first");
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "up/%s", names[i]);
        remove(path);
        snprintf(path, sizeof path, "down/%s", names[i]);
        remove(path);
    }
    assert_int_equal(rmdir("up") | rmdir("down"), 0);
}

static void few_impacts_have_no_interval(void **state) {
    (void)state;
    write_impacts("ten.csv", BODY BEFORE AFTER, 20, none);
    expect_words("fit ten.csv --law mirtich --train 4", 0, "too few impacts for an interval", "");
    expect_words("fit ten.csv --law mirtich --train 4 --json", 0, "\"low\": null", "too few impacts for an interval");
    expect_words("fit ten.csv --law mirtich --train 5", 0, "caution: intervals from fewer than ten impacts", "");
    run_result result = run("fit ten.csv --law mirtich --train 10");
    assert_int_equal(result.exit, 0);
    assert_null(strstr(result.out, "caution"));
    assert_non_null(strstr(result.out, "…"));
    forget_result(&result);
}

static void a_fit_tells_what_is_wrong(void **state) {
    (void)state;
    write_odd("odd.csv", 30);
    expect_words("fit odd.csv --law mirtich", 1, "Use none of these values: no law predicts better", "");
    expect_words("study odd.csv -o odd-study --law mirtich --k 5 --draws 2 --bootstrap 5", 1,
                 "odd: 30 impacts, 30 used\n\nNo law explains", "");
    expect_words("fit odd.csv --law mirtich --json", 1, "\"standing\": \"none\"", "use none of these values");
    expect_words("fit odd.csv --law wang-mason+couple", 2, "", "wang-mason takes +eps-power, +eps-exp, +mu-stribeck");
    expect_words("fit odd.csv --law nobody+couple", 2, "", "chatterjee-ruina, frictionless, compliant (--law)");
    write_impacts("heavy.csv", BODY BEFORE AFTER, 30, none);
    expect_words("fit heavy.csv --law mirtich --inertia 2e-4", 0, "", "routh fit: check: inertia: ");
    expect_words("fit heavy.csv --law mirtich --inertia 2e-4", 0, "", "try 0.0316 m (--gyration)");
    expect_words("check heavy.csv --shape disc:0.08", 0, "0.0316", ""); /* the column wins over the shape's density */
    write_impacts("light.csv", "mass,unused,rx,ry," BEFORE AFTER, 30, none);
    expect_words("check light.csv --shape disc:0.08", 1, "uniform density gives 0.0566 m; try 0.0316 m (--gyration)",
                 "");
    run_result result = run("fit heavy.csv --law mirtich");
    assert_int_equal(result.exit, 0);
    assert_string_equal(result.err, "");
    forget_result(&result);
}

/* The mirrored lever is corrected by auto, and told of only where the user insists. */
static void a_corrected_frame_is_no_news(void **state) {
    (void)state;
    write_impacts("mirrored.csv", BODY BEFORE AFTER, 30, (mistake){-1, 1, 1});
    expect_words("fit mirrored.csv --law mirtich --frame as-recorded", 1, "", "check: frame: ");
    run_result result = run("fit mirrored.csv --law mirtich");
    assert_int_equal(result.exit, 0);
    assert_null(strstr(result.err, "check: frame"));
    forget_result(&result);
}

static void unknown_headers_are_shown(void **state) {
    (void)state;
    write_whole("semicolons.csv", "rx;ry;vx;vy;omega\n1;2;3;4;5\n");
    expect_words("check semicolons.csv", 2, "", "the header has rx;ry;vx;vy;omega; it seems to be separated by semi");
    write_whole("upper.csv", "RX,RY,VX,VY,OMEGA\n1,2,3,4,5\n");
    expect_words("check upper.csv", 2, "", "the header has RX,RY,VX,VY,OMEGA; names must match exactly");
    write_whole("text.mat", "rx,ry\n1,2\n");
    expect_words("check text.mat", 2, "", "not a MATLAB file");
    write_whole("cube.csv", "px,py,pz,qw,qx,qy,qz\n1,2,3,4,5,6,7\n");
    expect_words("check cube.csv", 2, "", "looks like a three-dimensional recording; only `routh toss` reads those");
}

static void the_velocity_before_may_be_called_so(void **state) {
    (void)state;
    write_impacts("before.csv", BODY "vx_before,vy_before,omega_before," AFTER, 30, none);
    expect_words("check before.csv", 0, "30 impacts, 30 used", "");
    write_impacts("both.csv", "vx,inertia,rx,ry,vx_before,vy_before,omega_before," AFTER, 30, none);
    expect_words("check both.csv --mass 1", 2, "", "columns vx and vx_before; both are names of the velocity before");
}

static void columns_of_laws_keep_apart(void **state) {
    (void)state;
    expect_words("laws", 0, "et -1…1 (0)                  feasible", "");
}

/* The sentence with the coefficients is long; once is enough. */
static void the_frame_is_explained_once(void **state) {
    (void)state;
    write_impacts("good.csv", BODY BEFORE AFTER, 30, none);
    run_result result = run("check good.csv");
    char *first = strstr(result.out, "(kn, kt)");
    assert_non_null(first);
    assert_null(strstr(first + 1, "(kn, kt)"));
    forget_result(&result);
}

SUBJECT(mistakes) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_usable_is_wrong, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(trajectories_that_make_no_sense, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(few_impacts_have_no_interval, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(a_fit_tells_what_is_wrong, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(a_corrected_frame_is_no_news, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(unknown_headers_are_shown, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(the_velocity_before_may_be_called_so, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(columns_of_laws_keep_apart, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(the_frame_is_explained_once, enter_scratch, leave_scratch),
    };
    int skipped = nothing_to_test();
    return skipped ? skipped : cmocka_run_group_tests(tests, NULL, NULL);
}
