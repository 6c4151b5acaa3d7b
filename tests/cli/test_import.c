/* routh import: recordings to datasets, in words, and one line for whatever is wrong.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include <math.h>

#include "run_program.h"

#include <routh/routh.h>

#define HEADER "mass,inertia,rx,ry,vx,vy,omega,vx_after,vy_after,omega_after\n"

static void expect_words(run_result result, const char *const *holds) {
    if (result.exit != 0)
        print_error("%s", result.err);
    assert_int_equal(result.exit, 0);
    for (; *holds; holds++) {
        if (!strstr(result.out, *holds))
            print_error("\"%s\" is not in: %s", *holds, result.out);
        assert_non_null(strstr(result.out, *holds));
    }
    forget_result(&result);
}

#define REFUSED(arguments, files, ...)                                                                                 \
    expect_refusal(run("import " arguments), "routh import: ", (const char *const[]){__VA_ARGS__, NULL}, files)

static void impacts_to_a_dataset(void **state) {
    (void)state;
    write_whole("drops.csv", HEADER "0.4,2e-4,0.01,-0.03,0.1,-1,2,0.2,0.6,7\n"
                                    "0.4,2e-4,0.01,-0.03,0.1,1,2,0.2,0.6,7\n"
                                    "0.4,2e-4,0.01,-0.03,0.1,-1,2,0.2,0.6,7\n");
    run_result result = run("import drops.csv -o drops.h5");
    assert_string_equal(result.err, "");
    const char *const words[] = {"drops: 3 impacts, 0 trajectories",
                                 "used        1 impact\n",
                                 "rejected    2 impacts",
                                 "separates           1",
                                 "duplicate           1",
                                 "table of 3 impacts",
                                 "written to  drops.h5",
                                 NULL};
    expect_words(result, words);
    /* what was written is what others read, and can be imported again under other conditions */
    routh_dataset dataset;
    assert_int_equal(routh_dataset_read(NULL, routh_io_path("drops.h5"), NULL, &dataset), ROUTH_OK);
    assert_int_equal(dataset.count, 3);
    routh_dataset_release(NULL, &dataset);
    const char *const again[] = {"second: 3 impacts", "disc of radius 0.05 m, 0.4 kg", "gravity 0 m/s²",
                                 "Routh dataset", NULL};
    expect_words(run("import drops.h5 -o again.h5 --name second --shape disc:0.05 --gravity 0"), again);
    REFUSED("drops.csv -o drops.csv", 3, "drops.csv");
}

static void expect_message(const char *arguments, const char *message) {
    run_result result = run(arguments);
    assert_non_null(strstr(result.err, message));
    forget_result(&result);
}

static void trajectories_with_options_or_a_body_file(void **state) {
    (void)state;
    write_whole("motion.csv", "x,z,th\n0,1,0\n0,0.9,0\n");
    run_result result = run("import motion.csv --output a.h5 --rate 250 --shape square:0.06");
    assert_non_null(strstr(result.err, "routh import: the mass was not given: 1 kg is assumed"));
    /* the library names fields, the program the options that give them */
    expect_message("import motion.csv --output a.h5 --shape square:0.06", "must be given (--rate)\n");
    expect_message("import motion.csv --output a.h5 --rate 250", "give it (--shape)\n");
    write_whole("rows.csv", "rx,ry,vx,vy,omega,vx_after,vy_after,omega_after\n0,-0.1,1,-1,0,1,1,0\n");
    expect_message("import rows.csv --output a.h5 --mass 1", "(--inertia, --gyration)\n");
    const char *const words[] = {
        "0 impacts, 1 trajectory\n", "polygon of 4 vertices, 1 kg", "0.02449 m", "250 Hz", "routh segment", NULL};
    expect_words(result, words);
    const char *const json[] = {"\"trajectories\": 1,", "\"impacts\": 0,", "\"rate\": 250.0,", "\"frame\": null", NULL};
    expect_words(run("import motion.csv -o a.h5 --rate 250 --shape square:0.06 --mass 1 --json"), json);
    write_whole("body.json", "{\"shape\": {\"kind\": \"ellipse\", \"a\": 0.035, \"b\": 0.025}, \"mass\": 0.0364,"
                             " \"gyration\": 0.0192, \"rate\": 250, \"gravity\": 9.6, \"name\": \"named\"}");
    const char *const from_file[] = {"named: ", "semi-axes 0.035 and 0.025 m, 0.0364 kg, radius of gyration 0.0192 m",
                                     "gravity 9.6", NULL};
    expect_words(run("import motion.csv -o b.h5 --body body.json"), from_file);
    const char *const mixed[] = {"polygon of 3 vertices, 0.0364 kg, radius of gyration 0.3 m", "500 Hz", NULL};
    expect_words(run("import motion.csv -o b.h5 --body body.json --rate 500 --gyration 0.3 "
                     "--shape polygon:1,0;-0.5,0.8;-0.5,-0.8"),
                 mixed);
}

/* A recording has one rate. */
static void rates_that_differ_are_refused(void **state) {
    (void)state;
    assert_int_equal(mkdir("rates", 0777), 0);
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(i ? "rates/b.csv" : "rates/a.csv", "w");
        assert_non_null(file);
        fputs("t,x,y,theta\n", file);
        for (int k = 0; k < 40; k++)
            fprintf(file, "%.6f,0.1,%.6f,0.2\n", k / (i ? 240.0 : 120.0), 1 - 0.001 * k);
        assert_int_equal(fclose(file), 0);
    }
    run_result result = run("import rates -o out.h5 --shape disc:0.05 --mass 1");
    assert_int_equal(result.exit, 2);
    assert_non_null(strstr(result.err, "rates/b.csv: 240 Hz, but rates/a.csv has 120 Hz"));
    forget_result(&result);
    assert_int_equal(unlink("rates/a.csv") + unlink("rates/b.csv") + rmdir("rates"), 0);
}

/* What a table says about its times and units counts, in the plane as in space. */
static void times_of_plain_tables_count(void **state) {
    (void)state;
    static char text[40000];
    size_t used = (size_t)snprintf(text, sizeof text, "time,x,y,theta\n");
    for (int k = 0; k < 60; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%.3f,%.6f,%.6f,%.6f\n", 1e3 * k / 120.0,
                                 0.3 * k / 120, 1 - 9.81 * k * k / 28800.0, 0.02 * k);
    write_whole("ms.csv", text);
    REFUSED("ms.csv -o a.h5 --shape square:0.06", 1, "--units ms");
    const char *const rate[] = {"120 Hz", "0 impacts, 1 trajectory", NULL};
    expect_words(run("import ms.csv -o a.h5 --shape square:0.06 --mass 1 --units ms"), rate);
    used = (size_t)snprintf(text, sizeof text, "t,px,py,pz,qw,qx,qy,qz\n");
    for (int k = 0; k < 60; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%.12f,%.6f,%.6f,%.6f,%.9f,%.9f,0,0\n", k / 90.0,
                                 0.3 * k / 90, 0.2 * k / 90, 3 - 9.81 * k * k / 16200.0, cos(0.02 * k), sin(0.02 * k));
    write_whole("toss.csv", text);
    const char *const own[] = {"1 toss at 90 Hz", "in m, assumed", NULL};
    expect_words(run("import toss.csv --space -o t.h5 --mass 1"), own);
}

static void bad_use_is_one_line(void **state) {
    (void)state;
    write_whole("motion.csv", "x,z,th\n0,1,0\n0,0.9,0\n");
    REFUSED("", 1, "missing DATA");
    REFUSED("motion.csv", 1, "-o FILE");
    REFUSED("motion.csv -o a.h5 extra", 1, "unexpected \"extra\"");
    REFUSED("motion.csv -o a.h5 --shape square:0.06", 1, "--rate");
    REFUSED("motion.csv -o a.h5 --rate 250", 1, "--shape");
    REFUSED("motion.csv -o a.h5 --rate -250 --shape square:0.06", 1, "rate -250 Hz is not positive");
    REFUSED("motion.csv -o a.h5 --rate 0 --shape square:0.06", 1, "rate 0 Hz is not positive");
    REFUSED("motion.csv -o a.h5 --rate 250 --shape hexagon:1", 1, "hexagon");
    REFUSED("motion.csv -o a.h5 --rate 250 --shape ellipse:1", 1, "ellipse:0.035,0.025");
    REFUSED("motion.csv -o a.h5 --rate 250 --shape square:x", 1, "square:0.06");
    REFUSED("motion.csv -o a.h5 --rate 250 --shape square:-1", 1, "not positive");
    REFUSED("motion.csv -o a.h5 --rate 250 --shape polygon:0,0;1,0;0,1", 1, "not inside");
    REFUSED("motion.csv -o a.h5 --rate 250 --shape polygon:0,0;1", 1, "should look like");
    REFUSED("motion.csv -o a.h5 --rate 250 --shape square:1 --inertia 1 --gyration 1", 1, "both given");
    REFUSED("motion.csv -o no/where/a.h5 --rate 250 --shape square:1 --mass 1", 1, "no/where/a.h5: cannot write");
    REFUSED("nothing.mat -o a.h5", 1, "nothing.mat: cannot read");
    REFUSED(". -o a.h5 --shape square:1 --body none.json", 1, "lies in the folder that is read");
    REFUSED("motion.csv -o a.h5 --shape square:1 --body none.json", 1, "none.json");
}

static void bad_body_files_are_one_line(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"{\"mass\": }", "line 1"},
        {"[1]", "not an object"},
        {"{\"weight\": 1}", "\"weight\""},
        {"{\"mass\": \"1\"}", "mass: text, not a number"},
        {"{\"mass\": -1}", "mass -1 kg"},
        {"{\"shape\": {\"kind\": \"cube\"}}", "kind must be"},
        {"{\"shape\": {\"kind\": \"disc\"}}", "radius of the disc"},
        {"{\"shape\": {\"kind\": \"disc\", \"radius\": 1, \"side\": 2}}", "3 entries"},
        {"{\"shape\": {\"kind\": \"polygon\", \"vertices\": [[0, 1], 2]}}", "pairs"},
        {"{\"shape\": {\"kind\": \"polygon\", \"vertices\": [[0, 1], [1, 0], [0, -1]]}}", "left turn"},
    };
    write_whole("motion.csv", "x,z,th\n0,1,0\n0,0.9,0\n");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        write_whole("bad.json", bad[i][0]);
        const char *const holds[] = {bad[i][1], NULL};
        expect_refusal(run("import motion.csv -o a.h5 --rate 250 --body bad.json"), "routh import: ", holds, 2);
    }
}

/* The message, exit code 2, and what was there before stays. */
static void bad_recordings_leave_nothing(void **state) {
    (void)state;
    write_whole("out.h5", "precious");
    write_whole("bad.csv", HEADER "1,2,0,-1,0,nan,0,0,1,0\n");
    REFUSED("bad.csv -o out.h5", 2, "bad.csv: row 1 (line 2), column vy: \"nan\" is not a finite number");
    write_whole("bad.csv", "");
    REFUSED("bad.csv -o out.h5", 2, "bad.csv: the file is empty");
    write_whole("bad.csv", "\x89HDF\r\n\x1A\nnot really");
    REFUSED("bad.csv -o out.h5", 2, "damaged or truncated HDF5");
    write_whole("bad.csv", "MATLAB 5.0 MAT-file, Platform");
    REFUSED("bad.csv -o out.h5", 2, "damaged or truncated MATLAB");
    char *still = read_whole("out.h5");
    assert_string_equal(still, "precious");
    free(still);
    /* a disk that runs full: the old file survives */
    write_whole("good.csv", HEADER "1,2,0,-1,0,-1,0,0,1,0\n");
    const char *const holds[] = {"out.h5: cannot write", NULL};
    expect_refusal(run_with((run_setting){.file_limit = 4096}, "import good.csv -o out.h5"), "routh import: ", holds,
                   3);
    still = read_whole("out.h5");
    assert_string_equal(still, "precious");
    free(still);
}

static void damaged_datasets_are_one_line(void **state) {
    (void)state;
    write_whole("good.csv", HEADER "1,2,0,-1,0,-1,0,0,1,0\n");
    const char *const written[] = {"written to  good.h5", NULL};
    expect_words(run("import good.csv -o good.h5"), written);
    struct stat there;
    assert_int_equal(stat("good.h5", &there), 0);
    assert_int_equal(truncate("good.h5", there.st_size / 2), 0);
    REFUSED("good.h5 -o out.h5", 2, "good.h5: a damaged or truncated HDF5 file");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter_scratch, leave_scratch)

SUBJECT(import) {
    const struct CMUnitTest tests[] = {
        TEST(impacts_to_a_dataset),          TEST(trajectories_with_options_or_a_body_file),
        TEST(rates_that_differ_are_refused), TEST(bad_use_is_one_line),
        TEST(bad_body_files_are_one_line),   TEST(bad_recordings_leave_nothing),
        TEST(damaged_datasets_are_one_line), TEST(times_of_plain_tables_count),
    };
    int nothing = nothing_to_test();
    return nothing ? nothing : cmocka_run_group_tests(tests, NULL, NULL);
}
