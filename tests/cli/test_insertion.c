/* `routh insertion`: from generated recordings to stiffness, friction and displacements; and what it refuses.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <jansson.h>
#include <math.h>

#include "../effort.h"
#include "../subject.h"
#include "run_program.h"
#include "wedge.h"

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void expect_words(const char *text, const char *const *words) {
    for (; *words; words++) {
        if (!strstr(text, *words))
            print_error("\"%s\" is not in: %s", *words, text);
        assert_non_null(strstr(text, *words));
    }
}

static double number_of(const json_t *object, const char *name) {
    const json_t *value = json_object_get(object, name);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

/* At a quarter of the usual rate, which changes
 * little; and on one thread, for many waste time where other tests run beside. */
static void simulate(const char *arguments) {
    char line[256];
    snprintf(line, sizeof line, "insertion simulate --rate 250 -o . %s", arguments);
    run_result result = succeed(line);
    expect_words(result.out, WORDS("instants in", "Next: routh insertion identify"));
    forget_result(&result);
}

static void test_identify(void **state) {
    (void)state;
    simulate("--test 2a --stiffness 1.5e5 --mu 0.25");
    run_result result = succeed("insertion identify 2a.h5 --gamma 1e-6 --rate 10 -o report --threads 1");
    expect_words(result.out, WORDS("2a: ", "at 10 Hz", "shift of guide 1", "truth", "report.html"));
    forget_result(&result);
    json_t *all = json_load_file("report/results.json", 0, NULL);
    assert_non_null(all);
    const json_t *recording = json_array_get(json_object_get(all, "recordings"), 0);
    const json_t *fit = json_object_get(recording, "fit"), *plain = json_object_get(recording, "plain");
    assert_true(fabs(number_of(fit, "stiffness") / 1.5e5 - 1) < 0.05);
    assert_true(fabs(number_of(fit, "friction") / 0.25 - 1) < 0.1);
    assert_true(number_of(fit, "force_cost") < number_of(plain, "force_cost") / 2.25);
    json_decref(all);
    char *page = read_whole("report/report.html");
    assert_non_null(page);
    free(page);
}

static void test_csv_and_hdf5_agree(void **state) {
    (void)state;
    simulate("--test 1a --format csv");
    run_result as_csv = succeed("insertion identify 1a.csv --no-geometry --rate 10 --threads 1");
    simulate("--test 1a");
    run_result as_hdf5 = succeed("insertion identify 1a.h5 --no-geometry --rate 10 --threads 1");
    assert_string_equal(as_csv.out, as_hdf5.out);
    forget_result(&as_csv);
    forget_result(&as_hdf5);
}

/* Recordings of one name do not overwrite each other's tables. */
static void test_names(void **state) {
    (void)state;
    simulate("--test 2a");
    run_result result = succeed("insertion identify 2a.h5 2a.h5 --no-geometry --rate 10 -o report --threads 1");
    expect_words(result.out, WORDS("2a: ", "2a-2: "));
    forget_result(&result);
    run_result json = succeed("insertion identify 2a.h5 2a.h5 --no-geometry --rate 10 -o report --threads 1 --json");
    char *results = read_whole("report/results.json");
    assert_string_equal(json.out, results); /* the file as it is */
    free(results);
    forget_result(&json);
    char *first = read_whole("report/2a-wrench.csv"), *second = read_whole("report/2a-2-wrench.csv");
    assert_string_equal(first, second);
    free(first);
    free(second);
}

/* Parts that never touch are a finding, not a failure. */
static void test_no_contact(void **state) {
    (void)state;
    simulate("--test 2a --format csv");
    json_t *constants = json_load_file("2a.json", 0, NULL);
    json_t *up = json_array_get(json_object_get(constants, "reference"), 2);
    json_real_set(up, json_real_value(up) - 0.1);
    json_dump_file(constants, "2a.json", JSON_REAL_PRECISION(17));
    json_decref(constants);
    run_result result = run("insertion identify 2a.csv --rate 10 --threads 1");
    assert_int_equal(result.exit, 1);
    expect_words(result.out, WORDS("0 with contact", "Does not fit: no instant has a contact",
                                   "No instant has a contact", "not determined"));
    forget_result(&result);
    expect_refusal(run("insertion lcurve 2a.csv"), "routh insertion lcurve: ", WORDS("no sample has a contact"), 4);
}

/* The example of docs/insertion.md: a robot's log in millimetres, w last, a sensor in the wrist, no velocities, times in
 * ms. Rows of the generated recording are written anew; the plate is where the world's origin is, so that its wrench is one
 * in world axes. */
static void test_import(void **state) {
    (void)state;
    simulate("--test 2a --format csv");
    char *text = read_whole("2a.csv"), *line = strchr(text, '\n') + 1;
    FILE *log = fopen("log.csv", "w");
    assert_non_null(log);
    fputs("stamp,X,Y,Z,Q1,Q2,Q3,Q4,F1,F2,F3,M1,M2,M3,state\n", log);
    while (*line) {
        double v[20];
        for (int j = 0; j < 20; j++)
            v[j] = strtod(line, &line), line += *line == ',' || *line == '\n';
        fprintf(log, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g", 1e3 * v[0], 1e3 * v[1], 1e3 * v[2], 1e3 * v[3],
                v[5], v[6], v[7], v[4]);
        fprintf(log, ",%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,run\n", -v[14], -v[15], -v[16], -1e3 * v[17], -1e3 * v[18],
                -1e3 * v[19]);
    }
    fclose(log);
    free(text);
    json_t *about = json_load_file("2a.json", 0, NULL);
    static const char *const poses[] = {"receptacle", "plate", "reference"};
    for (int i = 0; i < 3; i++) {
        json_t *pose = json_object_get(about, poses[i]), *w = json_incref(json_array_get(pose, 3));
        for (size_t k = 0; k < 3; k++)
            json_array_set_new(pose, k, json_real(1e3 * json_number_value(json_array_get(pose, k))));
        json_array_remove(pose, 3);
        json_array_append_new(pose, w);
    }
    json_object_set_new(about, "offset", json_real(1e3 * number_of(about, "offset")));
    json_object_del(about, "rate");
    json_object_del(about, "name");
    json_dump_file(about, "log.json", JSON_REAL_PRECISION(17));
    json_decref(about);
    run_result result = succeed("insertion import log.csv --columns time=stamp,px=X,py=Y,pz=Z,qw=Q1,qx=Q2,qy=Q3,qz=Q4,"
                                "fx=F1,fy=F2,fz=F3,mx=M1,my=M2,mz=M3 --units mm,Nmm,ms --quaternion xyzw --wrench-on 2 "
                                "-o log.h5");
    expect_words(result.out, WORDS("at 250 Hz", "from poses, by parabolas over a window of 0.1", "Next:",
                                   "length in 0.001 m, angle in rad, time in 0.001 s, force in N, moment in 0.001 N m",
                                   "quaternions x y z w; wrench on object 2, in the axes of the plate\n"));
    forget_result(&result);
    result = succeed("insertion observe log.h5");
    assert_true(strncmp(result.out, "Fits: ", 6) == 0);
    forget_result(&result);
    run_result ours = succeed("insertion identify log.h5 --no-geometry --rate 25 --threads 1 --json");
    run_result theirs = succeed("insertion identify 2a.csv --no-geometry --rate 25 --threads 1 --json");
    json_t *a = json_loads(ours.out, 0, NULL), *b = json_loads(theirs.out, 0, NULL);
    const json_t *fit[2] = {json_object_get(json_array_get(json_object_get(a, "recordings"), 0), "fit"),
                            json_object_get(json_array_get(json_object_get(b, "recordings"), 0), "fit")};
    assert_true(fabs(number_of(fit[0], "stiffness") / number_of(fit[1], "stiffness") - 1) < 2e-3);
    assert_true(fabs(number_of(fit[0], "friction") / number_of(fit[1], "friction") - 1) < 1e-2);
    json_decref(a);
    json_decref(b);
    forget_result(&ours);
    forget_result(&theirs);
}

/* A recording that is meant otherwise: noticed, named, and mended by what is named. Results are written all the same. */
static void test_verdict(void **state) {
    (void)state;
    simulate("--test 2a");
    run_result right = succeed("insertion observe 2a.h5"), wrong = run("insertion observe 2a.h5 --wrench-on 2");
    assert_true(strncmp(right.out, "Fits: ", 6) == 0 && right.err[0] == '\0');
    assert_int_equal(wrong.exit, 1);
    assert_true(strncmp(wrong.out, "Does not fit: K = −", 19) == 0);
    expect_words(wrong.err, WORDS("does not fit the parts; it does with --wrench-on 1"));
    forget_result(&wrong);
    wrong = run("insertion observe 2a.h5 --units mm,Nmm --quaternion xyzw --json");
    assert_int_equal(wrong.exit, 1);
    expect_words(wrong.err, WORDS("it does with --quaternion wxyz --units m,Nm"));
    json_t *whole = json_loads(wrong.out, 0, NULL), *check = json_object_get(whole, "check");
    assert_true(json_is_false(json_object_get(check, "fits")));
    assert_string_equal(json_string_value(json_object_get(check, "suggestion")), "quaternion=wxyz units=m,Nm");
    json_decref(whole);
    forget_result(&wrong);
    forget_result(&right);
    wrong = run("insertion identify 2a.h5 --wrench-on 2 --no-geometry --rate 10 --threads 1 -o report");
    assert_int_equal(wrong.exit, 1);
    expect_words(wrong.out, WORDS("Does not fit"));
    assert_int_equal(access("report/results.json", F_OK), 0);
    forget_result(&wrong);
    run_result poses = succeed("insertion identify 2a.h5 --velocity-window 0.1 --no-geometry --rate 10 --threads 1");
    expect_words(poses.out, WORDS("Fits: ", "Velocities: from poses, by parabolas over a window of 0.104 s"));
    forget_result(&poses);
}

static void test_observe(void **state) {
    (void)state;
    simulate("--test 1a");
    run_result text = succeed("insertion observe 1a.h5");
    expect_words(text.out, WORDS("offset", "P1", "P2", "Singular values"));
    forget_result(&text);
    run_result json = succeed("insertion observe 1a.h5 --json");
    json_t *all = json_loads(json.out, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(all, "displacements")), 9);
    const json_t *correlation = json_object_get(all, "correlation");
    assert_int_equal(json_array_size(json_array_get(correlation, 1)), 10);
    assert_int_equal(json_array_size(json_object_get(all, "seen")), 9);
    json_decref(all);
    forget_result(&json);
}

static void test_lcurve(void **state) {
    (void)state;
    simulate("--test 2a");
    run_result text = succeed("insertion lcurve 2a.h5 --gammas 4 --from 10 --to 1e-5 --rate 10 --threads 1");
    expect_words(text.out, WORDS("wrench error", "  taken", "evaluated"));
    forget_result(&text);
    run_result json = succeed("insertion lcurve 2a.h5 --gammas 4 --from 10 --to 1e-5 --rate 10 --threads 1 --json");
    json_t *all = json_loads(json.out, 0, NULL);
    const json_t *points = json_object_get(all, "points");
    assert_int_equal(json_array_size(points), 4);
    assert_true(fabs(number_of(json_array_get(points, 3), "gamma") / 1e-5 - 1) < 1e-9);
    json_decref(all);
    forget_result(&json);
}

/* A plan, its files, and the path that they hold, in the generator. */
static void test_plan(void **state) {
    (void)state;
    write_whole("wedge.json", wedge_text);
    run_result text = run("insertion plan " WEDGE_PLAN " -o plan");
    assert_int_equal(text.exit, 1); /* one wedge does not determine friction */
    expect_words(text.out, WORDS("is not reached", "No insertion of this kind determines \"tip sideways\"", "test 1a",
                                 "simulate --path plan/plan.json"));
    forget_result(&text);
    json_t *plan = json_load_file("plan/plan.json", 0, NULL);
    assert_non_null(plan);
    assert_true(json_is_false(json_object_get(plan, "reached")));
    assert_true(json_array_size(json_object_get(plan, "candidates")) >= 6);
    json_decref(plan);
    char *motion = read_whole("plan/plan.csv");
    assert_non_null(motion);
    assert_int_equal(strncmp(motion, "time,px,py,pz,qw,qx,qy,qz,fx,fy,fz,mx,my,mz\n0,", 46), 0);
    free(motion);
    run_result made = succeed("insertion simulate --path plan/plan.json --assembly wedge.json --rate 250 -o made");
    expect_words(made.out, WORDS("made/plan.h5: "));
    forget_result(&made);
}

static void refuses(const char *arguments, const char *begins, const char *word) {
    const char *const holds[] = {word, NULL};
    const int files = count_files(0);
    expect_refusal(run(arguments), begins, holds, files);
}

/* The wedge, all of it certain. */
static void write_without_displacements(const char *name) {
    char text[sizeof wedge_text];
    memcpy(text, wedge_text, sizeof text);
    char *end = strstr(text, ",\n \"displacements\"");
    assert_non_null(end);
    strcpy(end, "}\n");
    write_whole(name, text);
}

static void test_refused(void **state) {
    (void)state;
    simulate("--test 2a --reference");
    write_whole("text.h5", "hello");
    write_whole("empty.json", "{}");
    refuses("insertion", "routh insertion: ", "identify");
    refuses("insertion identfy", "routh insertion: ", "did you mean");
    refuses("insertion identify", "routh insertion identify: ", "missing RECORDING");
    refuses("insertion identify nothing.h5", "routh insertion identify: ", "nothing.h5");
    refuses("insertion identify text.h5", "routh insertion identify: ", "neither .csv nor an HDF5 file");
    refuses("insertion identify none.h5", "routh insertion identify: none.h5: cannot read: ", "");
    refuses("insertion identify 2a.h5 --assembly empty.json", "routh insertion identify: ", "objects: is missing");
    refuses("insertion identify 2a.h5 --method newton", "routh insertion identify: ", "nelder-mead");
    refuses("insertion identify 2a.h5 --gamma -1", "routh insertion identify: ", "--gamma -1");
    refuses("insertion identify 2a.h5 --force-scale 0", "routh insertion identify: ", "--force-scale 0");
    refuses("insertion observe 2a.h5 --stick-weight 2",
            "routh insertion observe: ", "stick_weight = 2 is outside 1e-12 … 1 (--stick-weight)");
    refuses("insertion lcurve 2a.h5 --from 1 --to 2", "routh insertion lcurve: ", "--from 1");
    refuses("insertion observe 2a.h5 2a.h5", "routh insertion observe: ", "give one RECORDING");
    refuses("insertion observe 2a.h5 --units mm,cm",
            "routh insertion observe: ", "both mm and cm for the length; keep one (--units)");
    refuses("insertion lcurve 2a.h5 --columns px=x", "routh insertion lcurve: ", "has its own columns");
    refuses("insertion observe 2a.h5 --wrench-frame table", "routh insertion observe: ", "plate");
    refuses("insertion import 2a.h5", "routh insertion import: ", "missing -o FILE");
    refuses("insertion import text.h5 -o a.h5", "routh insertion import: ", "neither .csv nor an HDF5 file");
    refuses("insertion offset 2a.h5", "routh insertion offset: 2a.h5: ", "the force does not fall from 30 N");
    refuses("insertion offset 2a-reference.h5 --from 60",
            "routh insertion offset: 2a-reference.h5: ", "there is no reference insertion to 60 N in it");
    refuses("insertion offset 2a-reference.h5 --to 0", "routh insertion offset: ", "to = 0 N is outside");
    refuses("insertion offset 2a.h5 2a.h5", "routh insertion offset: ", "give one RECORDING");
    refuses("insertion simulate --test 3c", "routh insertion simulate: ", "not one of 1a");
}

static void test_plan_refused(void **state) {
    (void)state;
    write_whole("empty.json", "{}");
    write_whole("wedge.json", wedge_text);
    write_without_displacements("bare.json");
    write_whole("aside.json", "{\"path\": {\"name\": \"a\", \"start\": [0, 0.5, 0, 0, 0, 0]}}");
    write_whole("zero.json", "{\"path\": {\"name\": \"a\", \"start\": [0, 0, 0, 0, 0, 0], \"stages\": [{\"time\": 0, "
                             "\"wrench\": [1, 0, 0, 0, 0, 0]}]}}");
    refuses("insertion plan", "routh insertion plan: ", "ASSEMBLY");
    refuses("insertion plan bare.json", "routh insertion plan: ", "no displacements");
    refuses("insertion plan empty.json", "routh insertion plan: ", "objects: is missing");
    refuses("insertion plan wedge.json --precision 0", "routh insertion plan: ", "precision = 0 is outside");
    refuses("insertion plan wedge.json --precision 2", "routh insertion plan: ", "(--precision)");
    refuses("insertion plan wedge.json --time 0", "routh insertion plan: ", "--time 0");
    refuses("insertion plan wedge.json --held 1,2", "routh insertion plan: ", "six numbers");
    refuses("insertion plan wedge.json --shift 1e-4", "routh insertion plan: ", "--shift and --turn belong together");
    refuses("insertion plan wedge.json --sweeps 0.5", "routh insertion plan: ", "whole number");
    refuses("insertion plan " WEDGE_PLAN " --time 0.1", "routh insertion plan: ", "within 0.1 s");
    refuses("insertion simulate --path aside.json", "routh insertion simulate: ", "do not meet any more");
    refuses("insertion simulate --path zero.json", "routh insertion simulate: ", "stages[0]: time is 0 s");
    refuses("insertion simulate --path zero.json --test 1a", "routh insertion simulate: ", "exclude each other");
}

/* What the generator puts into the recording, with its error; and words where there is nothing to find. */
static void test_offset(void **state) {
    (void)state;
    simulate("--test 2a --reference");
    run_result text = succeed("insertion offset 2a-reference.h5"),
               same = succeed("insertion offset 2a-reference.h5 --from 30 --to 50 --json"),
               made = succeed("insertion simulate --test 2a --rate 250 --json -o .");
    expect_words(text.out, WORDS("δ_r = 0.0", "under 50 N", "under 30 N",
                                 "Next: write \"offset\": ", "into the .json file beside the log"));
    json_t *found = json_loads(same.out, 0, NULL), *list = json_loads(made.out, 0, NULL);
    const double offset = number_of(found, "offset");
    assert_true(fabs(offset - number_of(json_array_get(list, 0), "offset")) < 1e-9);
    assert_true(fabs(offset - number_of(found, "pressed") * 50 / 30) < 1e-12);
    assert_true(number_of(found, "error") > 0 && number_of(found, "error") < 0.3 * offset);
    json_decref(found);
    json_decref(list);
    forget_result(&text);
    forget_result(&same);
    forget_result(&made);
}

SLOW_SUBJECT(insertion) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_names, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_no_contact, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_observe, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_refused, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_offset, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_import, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_plan, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_plan_refused, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_verdict, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_identify, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_csv_and_hdf5_agree, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_lcurve, enter_scratch, leave_scratch),
    };
    const size_t count = (size_t)effort(7, 11, 11); /* the last four identify, for seconds each */
    const int missing = nothing_to_test();
    return missing ? missing : _cmocka_run_group_tests("insertion", tests, count, NULL, NULL);
}
