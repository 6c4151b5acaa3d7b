/* What `routh solve` refuses: one line that names file, row, column and value, exit 2, nothing written.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "run_program.h"

#define HEADER "mass,inertia,rx,ry,vx,vy,omega\n"
#define GOOD   "1,0.01,0.1,-0.2,0.5,-1,0\n"
#define SOLVE  "solve --law wang-mason --mu 0.2 --eps 0.5 --input drops.csv --output out.csv"

/* The file as drops.csv; the refusal must hold all of `holds`, and leave drops.csv alone in the folder. */
static void refuse(const char *text, const char *const *holds) {
    write_whole("drops.csv", text);
    expect_refusal(run(SOLVE), "routh solve: drops.csv", holds, 1);
}

#define REFUSE(text, ...) refuse(text, (const char *const[]){__VA_ARGS__, NULL})

static void test_files_that_are_no_impacts(void **state) {
    (void)state;
    REFUSE("mass,inertia,rx,ry,vx,vy\n1,1,1,1,1,1\n", "omega");
    REFUSE("mass,inertia,rx,ry,vx,vy,omega,vx\n1,1,1,1,1,1,1,1\n", "vx");
    REFUSE("", "empty");
    REFUSE(HEADER, "row");
    REFUSE(HEADER GOOD "1,0.01,0.1\n", "row 2", "line 3");
}

static void test_fields_that_are_no_numbers(void **state) {
    (void)state;
    REFUSE(HEADER GOOD "1,0.01,0.1,-0.2,fast,-1,0\n", "row 2", "line 3", "vx", "fast");
    REFUSE(HEADER GOOD GOOD "1,0.01,0.1,-0.2,0.5,nan,0\n", "row 3", "line 4", "vy", "nan");
    REFUSE(HEADER "1,inf,0.1,-0.2,0.5,-1,0\n", "row 1", "inertia", "inf");
    REFUSE(HEADER "1,0.01,0.1,-0.2,0.5,-1,0x1\n", "row 1", "omega", "0x1");
    REFUSE(HEADER "1,0.01,0.1,-0.2,0.5,,0\n", "row 1", "vy");
    REFUSE(HEADER "1e999,0.01,0.1,-0.2,0.5,-1,0\n", "row 1", "mass", "1e999");
}

static void test_impacts_that_cannot_be(void **state) {
    (void)state;
    REFUSE(HEADER GOOD "0,0.01,0.1,-0.2,0.5,-1,0\n", "row 2", "line 3", "mass", "0 kg");
    REFUSE(HEADER "-1,0.01,0.1,-0.2,0.5,-1,0\n", "row 1", "mass", "-1 kg");
    REFUSE(HEADER "1,-0.01,0.1,-0.2,0.5,-1,0\n", "row 1", "inertia", "-0.01");
    REFUSE(HEADER GOOD "1,0.01,0.1,-0.2,0.5,0.25,0\n", "row 2", "separat", "0.25");
}

/* Numbers that are legal one by one but leave the range of floating point on the way: the farthest out is named. */
static void test_numbers_out_of_range(void **state) {
    (void)state;
    REFUSE(HEADER GOOD "1e308,0.01,0.1,-0.2,0.5,-1,0\n", "row 2", "line 3", "column mass: 1e+308 kg");
    REFUSE(HEADER "1,1e-300,0.1,-0.2,0.5,-1,0\n", "row 1", "column inertia: 1e-300 kg m²", "too small");
    REFUSE(HEADER GOOD "1,0.01,0.1,-0.2,-1e200,-1,0\n", "row 2", "line 3", "column vx: -1e+200 m/s", "too large");
    REFUSE(HEADER "1,0.01,0.1,-0.2,0,-1e-200,0\n", "row 1", "column vy: -1e-200 m/s", "too small");
}

static void test_parameters_out_of_bounds(void **state) {
    (void)state;
    REFUSE("mass,inertia,rx,ry,vx,vy,omega,eps\n1,1,0,-1,1,-1,0,0.5\n1,1,0,-1,1,-1,0,0.6\n1,1,0,-1,1,-1,0,1.2\n",
           "row 3", "line 4", "column eps", "1.2 is outside 0 … 1", "restitution");
    REFUSE("mu,mass,inertia,rx,ry,vx,vy,omega\n-0.1,1,1,0,-1,1,-1,0\n", "row 1", "column mu",
           "-0.1 is outside 0 … 1e+12");
    write_whole("drops.csv", HEADER GOOD);
    const char *const eps[] = {"--eps 1.2 is outside 0 … 1", NULL};
    expect_refusal(run("solve --law wang-mason --eps 1.2 --input drops.csv"), "routh solve: ", eps, 1);
    const char *const et[] = {"--et -1.5 is outside -1 … 1", NULL};
    expect_refusal(run("solve --law chatterjee-ruina --et=-1.5 --input drops.csv"), "routh solve: ", et, 1);
}

static void test_overlong_line(void **state) {
    (void)state;
    size_t length = 3 << 20, header = strlen(HEADER);
    char *text = malloc(header + length + 1);
    assert_non_null(text);
    memcpy(text, HEADER, header);
    memset(text + header, '1', length);
    text[header + length] = '\0';
    REFUSE(text, "line 2");
    REFUSE(text + header, "line 1");
    free(text);
}

static void test_files_that_cannot_be_opened(void **state) {
    (void)state;
    write_whole("drops.csv", HEADER GOOD);
    const char *const missing[] = {"No such file", NULL};
    expect_refusal(run("solve --law smith --input none.csv"), "routh solve: none.csv", missing, 1);
}

/* Reading it would wait for a writer. */
static void test_a_pipe_in_a_folder(void **state) {
    (void)state;
    assert_int_equal(mkdir("folder", 0700), 0);
    write_whole("folder/a.csv", "t,x,y\n0,0,1\n.01,0,1\n.02,0,1\n");
    assert_int_equal(mkfifo("folder/b.csv", 0600), 0);
    const char *const pipe[] = {"is a pipe or a device", NULL};
    expect_refusal(run("import folder --dry-run --shape disc:0.1 --mass 1"), "routh import: folder/b.csv", pipe, 1);
    assert_int_equal(unlink("folder/b.csv"), 0);
    assert_int_equal(unlink("folder/a.csv"), 0);
    assert_int_equal(rmdir("folder"), 0);
}

/* More than anybody has. */
static void test_threads_of_the_environment(void **state) {
    (void)state;
    const char *before = getenv("OMP_NUM_THREADS");
    char *kept = before ? strdup(before) : NULL;
    assert_int_equal(setenv("OMP_NUM_THREADS", "1000000000", 1), 0);
    write_whole("drops.csv", HEADER GOOD GOOD GOOD GOOD GOOD);
    run_result result = succeed("solve --law smith --input drops.csv");
    forget_result(&result);
    result = succeed("simulate --count 3 -o drops.h5");
    forget_result(&result);
    assert_int_equal(unlink("drops.h5"), 0);
    assert_int_equal(kept ? setenv("OMP_NUM_THREADS", kept, 1) : unsetenv("OMP_NUM_THREADS"), 0);
    free(kept);
}

static void test_bad_use(void **state) {
    (void)state;
    static const struct {
        const char *arguments, *begins, *holds;
    } cases[] = {
        {"solve --law wang-masn", "routh solve: ", "did you mean \"wang-mason\"?"},
        {"solve --law zzzzzzzz", "routh solve: ", "there are "},
        {"solve", "routh solve: ", "missing --law"},
        {"solve --law", "routh solve: ", "--law needs a value"},
        {"solve --law smith --mu 0.1x", "routh solve: ", "--mu \"0.1x\" is not a number"},
        {"solve --law smith --mu nan", "routh solve: ", "--mu \"nan\" is not a number"},
        {"solve --law smith --eps 1e999", "routh solve: ", "--eps 1e999 is too large"},
        {"solve --law smith --mu=", "routh solve: ", "--mu \"\" is not a number"},
        {"solve --law smith --threads 0", "routh solve: ", "--threads \"0\""},
        {"solve --law smith --json=yes", "routh solve: ", "--json takes no value"},
        {"solve --law smith --inptu x", "routh solve: ", "did you mean --input?"},
        {"solve --law smith -q", "routh solve: ", "-q"},
        {"solve --law smith drops.csv", "routh solve: ", "unexpected \"drops.csv\""},
        {"--verison", "routh: ", "unknown option --verison; did you mean --version?"},
        {"solve --law smith -o s.xlsx", "routh solve: ", "end the name in .csv or .json, or give --format"},
        {"slove", "routh: ", "did you mean \"solve\"?"},
        {"xyzzy", "routh: ", "see `routh --help`"},
        {"", "routh: ", "missing verb"},
        {"laws --json --format csv", "routh laws: ", "not both"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const holds[] = {cases[i].holds, NULL};
        expect_refusal(run(cases[i].arguments), cases[i].begins, holds, 0);
    }
}

/* What cannot be written whole is not written, and what was there before stays. */
static void test_failed_writing(void **state) {
    (void)state;
    char text[8192] = HEADER;
    while (strlen(text) < sizeof text - 64)
        strcat(text, GOOD);
    write_whole("drops.csv", text);
    const char *const too_large[] = {"File too large", NULL}, *const no_space[] = {"No space", NULL};
    expect_refusal(run_with((run_setting){.file_limit = 4096}, SOLVE), "routh solve: out.csv", too_large, 1);
    expect_refusal(run_with((run_setting){.output_to = "/dev/full"}, "solve --law smith --input drops.csv"),
                   "routh solve: standard output", no_space, 1);

    write_whole("out.csv", "kept\n");
    expect_refusal(run_with((run_setting){.file_limit = 4096}, SOLVE), "routh solve: out.csv", too_large, 2);
    write_whole("drops.csv", HEADER "x\n");
    const char *const ragged[] = {"row 1", NULL};
    expect_refusal(run(SOLVE), "routh solve: drops.csv", ragged, 2);
    char *kept = read_whole("out.csv");
    assert_string_equal(kept, "kept\n");
    free(kept);
}

SUBJECT(bad_input) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_files_that_are_no_impacts, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_fields_that_are_no_numbers, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_impacts_that_cannot_be, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_numbers_out_of_range, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_parameters_out_of_bounds, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_overlong_line, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_files_that_cannot_be_opened, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_a_pipe_in_a_folder, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_threads_of_the_environment, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_bad_use, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_failed_writing, enter_scratch, leave_scratch),
    };
    int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}
