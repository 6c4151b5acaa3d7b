/* `routh insertion import`, and recordings that mean something else than is said: noticed, named and mended.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "insertion_recordings.h"

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
    expect_words(result.out, WORDS("at 125 Hz", "from poses, by parabolas over a window of 0.096 s", "Next:",
                                   "length in 0.001 m, angle in rad, time in 0.001 s, force in N, moment in 0.001 N m",
                                   "quaternions x y z w; wrench on object 2, in the axes of the plate\n"));
    forget_result(&result);
    result = succeed("insertion observe log.h5 --rate 10");
    assert_true(strncmp(result.out, "Fits: ", 6) == 0);
    forget_result(&result);
    run_result ours = succeed("insertion identify log.h5 --no-geometry --rate 5 --threads 1 --json");
    run_result theirs = succeed("insertion identify 2a.csv --no-geometry --rate 5 --threads 1 --json");
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
    simulate("--test 2a --reference");
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
    wrong = run("insertion identify 2a.h5 --wrench-on 2 --no-geometry --rate 5 --threads 1 -o report");
    assert_int_equal(wrong.exit, 1);
    expect_words(wrong.out, WORDS("Does not fit"));
    assert_int_equal(access("report/results.json", F_OK), 0);
    forget_result(&wrong);
    run_result poses = succeed("insertion identify 2a.h5 --velocity-window 0.1 --no-geometry --rate 5 --threads 1");
    expect_words(poses.out, WORDS("Fits: ", "Velocities: from poses, by parabolas over a window of 0.096 s"));
    forget_result(&poses);
}

SLOW_SUBJECT(insertion_import) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_import, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_verdict, enter_scratch, leave_scratch),
    };
    const int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests_name("insertion_import", tests, begin_recordings, end_recordings);
}
