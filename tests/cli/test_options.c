/* How options are read and what is said about those that cannot be; `routh help`; a terminal at standard input.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#define _XOPEN_SOURCE 700 /* posix_openpt */

#include "../subject.h"
#include "run_program.h"

#define HEADER "mass,inertia,rx,ry,vx,vy,omega\n"
#define GOOD   "1,0.01,0.1,-0.2,0.5,-1,0\n"

static void refuse(const char *arguments, const char *begins, const char *holds) {
    const char *const all[] = {holds, NULL};
    expect_refusal(run(arguments), begins, all, 1);
}

static void write_drops(void) {
    write_whole("drops.csv", HEADER GOOD);
}

/* The letter to blame is named, not the word that happens to stand before it. */
static void test_letters(void **state) {
    (void)state;
    write_drops();
    refuse("solve --law smith -qx", "routh solve: ", "unknown option \"-q\"");
    refuse("solve --law smith -q", "routh solve: ", "unknown option \"-q\"");
    refuse("solve --law smith -\xC3\xA9x", "routh solve: ", "unknown option \"-\\xC3\"");
    refuse("solve --law smith -o", "routh solve: ", "-o needs a value");
    refuse("solve --law smith --outp", "routh solve: ", "--output needs a value");
    refuse("solve --law smith --quiet=yes", "routh solve: ", "--quiet takes no value");
    refuse("solve --help=yes", "routh solve: ", "--help takes no value");
    refuse("ellipse --r", "routh ellipse: ", "--r is ambiguous");
}

/* What has one value is given once; what is a list or a flag may come again. */
static void test_given_twice(void **state) {
    (void)state;
    write_drops();
    refuse("solve --law smith --law mirtich --input drops.csv", "routh solve: ", "--law is given twice");
    refuse("solve --law smith --mu 1 --mu 1 --input drops.csv", "routh solve: ", "--mu is given twice");
    refuse("solve --law smith --input drops.csv -o a.csv --output b.csv", "routh solve: ", "--output is given twice");
    refuse("solve --law smith --threads 1 --threads 1", "routh solve: ", "--threads is given twice");
    run_result list = run("ellipse --input drops.csv --law smith --law smith --json --json");
    assert_int_equal(list.exit, 0);
    forget_result(&list);
}

static void test_percent(void **state) {
    (void)state;
    write_drops();
    refuse("solve --law smith --eps 53 --input drops.csv",
           "routh solve: ", "--eps 53 is outside 0 … 1 (53 % is 0.53)\n");
    refuse("solve --law smith --eps 153 --input drops.csv", "routh solve: ", "--eps 153 is outside 0 … 1\n");
    refuse("solve --law smith --eps=-3 --input drops.csv", "routh solve: ", "--eps -3 is outside 0 … 1\n");
    write_whole("drops.csv", "mass,inertia,rx,ry,vx,vy,omega,eps\n1,0.01,0.1,-0.2,0.5,-1,0,100\n");
    refuse("solve --law smith --input drops.csv", "routh solve: ", "100 is outside 0 … 1 (100 % is 1) (");
}

static void test_help_with_a_verb(void **state) {
    (void)state;
    static const struct {
        const char *one, *other;
    } same[] = {{"help", "--help"},
                {"help solve", "solve --help"},
                {"help laws", "laws --help"},
                {"help insertion", "insertion --help"},
                {"help insertion identify", "insertion identify --help"},
                {"help ellipse", "ellipse -h"}};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        run_result one = run(same[i].one), other = run(same[i].other);
        assert_int_equal(one.exit, 0);
        assert_string_equal(one.out, other.out);
        assert_true(strlen(one.out) > 100);
        forget_result(&one);
        forget_result(&other);
    }
    write_drops();
    refuse("help slove", "routh: ", "did you mean \"solve\"?");
    refuse("help solve laws", "routh help: ", "\"laws\"");
    refuse("help insertion identfy", "routh insertion: ", "did you mean \"identify\"?");
}

/* What had another name is refused with the new one, also where it is short for something else. */
static void test_renamed(void **state) {
    (void)state;
    static const struct {
        const char *arguments, *words;
    } old[] = {
        {"study --fit 20", "routh study: --fit is now --train\n"},
        {"study --impacts=20", "routh study: --impacts is now --count\n"},
        {"toss tosses --draws 5", "routh toss: --draws is now --bootstrap\n"},
        {"strike --e 0.5", "routh strike: --e is now --eps\n"},
        {"strike --case ball",
         "routh strike: --case is now a verb of its own: `routh paper ball`, `pencil` or `masse`\n"},
        {"inertia drops.csv --slip 0.1", "routh inertia: --slip is now --slip-speed\n"},
        {"insertion simulate --test 2a",
         "routh insertion simulate: --test is now of a verb of its own: `routh paper guides --test`\n"},
        {"insertion observe 2a.h5 --force 50", "routh insertion observe: --force is now --force-scale\n"},
        {"laws --csv", "routh laws: --csv is now --format csv\n"},
    };
    write_drops();
    for (size_t i = 0; i < sizeof old / sizeof old[0]; i++)
        refuse(old[i].arguments, old[i].words, "");
}

/* Notes disappear, and nothing else: what is printed is the same, and errors stay. */
static void test_quiet(void **state) {
    (void)state;
    write_drops();
    run_result loud = run("solve --law smith --input drops.csv"),
               quiet = run("solve --law smith --input drops.csv --quiet");
    assert_non_null(strstr(loud.err, "was not given"));
    assert_string_equal(quiet.err, "");
    assert_string_equal(quiet.out, loud.out);
    forget_result(&loud);
    forget_result(&quiet);
    refuse("solve --quiet --law smith --input none.csv", "routh solve: none.csv: cannot read", "");
    refuse("solve --law smith --threads 1025", "routh solve: --threads 1025 is more than 1024", "");
}

/* --format, --json and the output's name say the same thing. */
static void test_formats(void **state) {
    (void)state;
    write_drops();
    run_result asked = run("solve --law smith --mu 1 --eps 1 --input drops.csv --format json");
    run_result flag = run("solve --law smith --mu 1 --eps 1 --input drops.csv --json");
    run_result named = run("solve --law smith --mu 1 --eps 1 --input drops.csv -o out.json");
    char *written = read_whole("out.json");
    assert_string_equal(asked.out, flag.out);
    assert_non_null(written);
    assert_string_equal(asked.out, written);
    remove("out.json");
    free(written);
    forget_result(&asked);
    forget_result(&flag);
    forget_result(&named);
    refuse("solve --law smith --json --format csv", "routh solve: --json or --format, not both", "");
    refuse("solve --law smith --format jsn", "routh solve: ", "not one of csv, json; did you mean json?");
}

/* Whatever way they are called, the same file is not read and replaced. */
static void test_output_onto_the_input(void **state) {
    (void)state;
    write_drops();
    assert_int_equal(symlink("drops.csv", "link.csv"), 0);
    static const char *const ways[] = {
        "solve --law smith --input drops.csv --output drops.csv",
        "solve --law smith --input drops.csv --output ./drops.csv",
        "solve --law smith --input link.csv --output drops.csv",
        "solve --law smith --input drops.csv --output link.csv",
        "ellipse --format csv --input drops.csv --output drops.csv",
    };
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        const char *const same[] = {"output and input are the same file", NULL};
        expect_refusal(run(ways[i]), "routh ", same, 2);
    }
    char *kept = read_whole("drops.csv");
    assert_string_equal(kept, HEADER GOOD);
    free(kept);
    run_result devices = run("solve --law smith --input drops.csv --output /dev/null");
    assert_int_equal(devices.exit, 0);
    forget_result(&devices);
}

static void test_folders(void **state) {
    (void)state;
    write_drops();
    refuse("solve --law smith --input .", "routh solve: .: is a directory\n", "");
    refuse("ellipse --input . --json", "routh ellipse: .: is a directory\n", "");
    refuse("solve --law smith --input drops.csv --output .", "routh solve: .: is a directory\n", "");
    refuse("solve --law smith --input drops.csv --output no/such/out.csv",
           "routh solve: no/such/out.csv: cannot write: folder no/such does not exist\n", "");
    refuse("solve --law smith --input drops.csv --output drops.csv/out.csv", "routh solve: drops.csv/out.csv",
           "Not a directory");
}

/* A reader that has seen enough is no failure to speak of. */
static void test_closed_pipe(void **state) {
    (void)state;
    write_drops();
    static const char *const ways[] = {"solve --law smith --input drops.csv",
                                       "solve --law smith --input drops.csv --output /dev/stdout",
                                       "laws",
                                       "laws --json",
                                       "ellipse --input drops.csv",
                                       "ellipse --input drops.csv --format svg",
                                       "--help",
                                       "help solve",
                                       "study --help",
                                       "study --count 12 --law smith --k 2 --draws 1 --bootstrap 2 --json",
                                       "study --count 12 --law smith --k 2 --draws 1 --bootstrap 2",
                                       "simulate --shape square:0.06 --mass 1 --output drop.h5",
                                       "learn --count 20 --json",
                                       "paper ball",
                                       "--version"};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        run_result result = run_with((run_setting){.closed_output = 1}, ways[i]);
        assert_int_equal(result.exit, 2);
        assert_string_equal(result.err, "");
        forget_result(&result);
    }
    assert_int_equal(access("study/results.json", F_OK), 0); /* files are there all the same */
    assert_int_equal(access("drop.h5", F_OK), 0);
}

/* Who starts the program without a file sees that it waits for one. */
static void test_a_terminal_is_told(void **state) {
    (void)state;
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    const char *name = terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0 ? ptsname(terminal) : NULL;
    int held = name ? open(name, O_RDWR | O_NOCTTY) : -1;
    if (held < 0) {
        print_message("no pseudo-terminal on this machine\n");
        skip();
    }
    static const char typed[] = HEADER GOOD "\004"; /* ends the input */
    assert_int_equal(write(terminal, typed, sizeof typed - 1), sizeof typed - 1);
    run_result told = run_with((run_setting){.input_from = name}, "solve --law smith --mu 0.2 --eps 0.5");
    assert_int_equal(told.exit, 0);
    assert_string_equal(told.err, "routh solve: reading standard input…\n");
    assert_int_equal(count_lines(told.out), 2);
    close(held);
    close(terminal);
    run_result silent = run_with((run_setting){.input = HEADER GOOD}, "solve --law smith --mu 0.2 --eps 0.5");
    assert_string_equal(silent.err, "");
    assert_string_equal(silent.out, told.out);
    forget_result(&told);
    forget_result(&silent);
}

SLOW_SUBJECT(options) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_letters, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_given_twice, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_percent, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_help_with_a_verb, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_renamed, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_quiet, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_formats, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_output_onto_the_input, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_folders, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_closed_pipe, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_a_terminal_is_told, enter_scratch, leave_scratch),
    };
    int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}
