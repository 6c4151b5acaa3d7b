/* `routh study`: what it writes, and what it refuses before it begins.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <jansson.h>

#include "../subject.h"
#include "run_program.h"

#define QUICK "--count 40 --k 4 --draws 2 --bootstrap 10 "
#define REFUSE(arguments, files, ...)                                                                                  \
    expect_refusal(run(arguments), "routh study: ", (const char *const[]){__VA_ARGS__, NULL}, files)

static const char *const tables[] = {"table-1",   "table-2", "convergence", "surface",
                                     "densities", "impacts", "individual",  "reference"};
enum { TABLES = sizeof tables / sizeof *tables };

static int exists(const char *path) {
    return access(path, F_OK) == 0;
}

static void remove_study(const char *folder) {
    static const char *const others[] = {"report.html", "results.json", "results-as-recorded.json", "routh-files.txt"};
    char path[128];
    for (int suffix = 0; suffix < 2; suffix++)
        for (int i = 0; i < TABLES; i++) {
            snprintf(path, sizeof path, "%s/%s%s.csv", folder, tables[i], suffix ? "-as-recorded" : "");
            remove(path);
        }
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, others[i]);
        remove(path);
    }
    assert_int_equal(rmdir(folder), 0); /* and nothing else was in it */
}

static void writes_everything(void **state) {
    (void)state;
    run_result result = succeed("study " QUICK "--law wang-mason -o out");
    assert_non_null(strstr(result.out, "out/report.html"));
    assert_non_null(strstr(result.out, "Generated with wang-mason"));
    forget_result(&result);
    result = succeed("study " QUICK "-o out --json");
    char *written = read_whole("out/results.json"), path[128];
    assert_string_equal(result.out, written); /* the file as it is */
    free(written);
    forget_result(&result);
    for (int i = 0; i < TABLES; i++) {
        snprintf(path, sizeof path, "out/%s.csv", tables[i]);
        char *text = read_whole(path);
        assert_non_null(text);
        assert_true(count_lines(text) > 2);
        free(text);
    }
    char *page = read_whole("out/report.html");
    assert_non_null(strstr(page, "generated-wang-mason"));
    free(page);
    json_t *results = json_load_file("out/results.json", 0, NULL);
    assert_int_equal(json_array_size(json_object_get(results, "laws")), 6);
    json_decref(results);
    remove_study("out");
}

/* What cksum prints of the file, without its name: "SUM, SIZE bytes". */
static void sum_of(const char *path, char text[128]) {
    char line[128];
    unsigned long sum = 0, size = 0;
    snprintf(line, sizeof line, "cksum %s", path);
    FILE *pipe = popen(line, "r");
    assert_non_null(pipe);
    assert_int_equal(fscanf(pipe, "%lu %lu", &sum, &size), 2);
    pclose(pipe);
    snprintf(text, 128, "%lu, %lu bytes", sum, size);
}

/* Command line and sum are in both; the date is on the page alone, and folders are in neither. */
static void says_where_it_came_from(void **state) {
    (void)state;
    char expected[128];
    run_result result = succeed("simulate --count 12 -o some.h5");
    forget_result(&result);
    sum_of("some.h5", expected);
    result = succeed("study ./some.h5 --name other --k 4 --draws 2 --bootstrap 10 --no-reference --output=./out");
    forget_result(&result);
    json_t *results = json_load_file("out/results.json", 0, NULL);
    assert_string_equal(json_string_value(json_object_get(results, "command")),
                        "routh study some.h5 --name other --k 4 --draws 2 --bootstrap 10 "
                        "--no-reference --output=out");
    assert_string_equal(json_string_value(json_object_get(results, "checksum")), expected);
    assert_null(json_object_get(results, "date"));
    json_decref(results);
    char *page = read_whole("out/report.html");
    assert_non_null(strstr(page, "\"date\":\"20"));
    assert_non_null(strstr(page, expected));
    free(page);
    remove("some.h5");
    remove_study("out");
    result = succeed("study " QUICK "--law smith --no-reference -o out");
    forget_result(&result);
    results = json_load_file("out/results.json", 0, NULL);
    assert_true(json_is_null(json_object_get(results, "checksum"))); /* nothing was read */
    json_decref(results);
    remove_study("out");
}

static void chosen_laws_and_repeatable(void **state) {
    (void)state;
    run_result first =
        succeed("study " QUICK "--law smith --law mirtich --no-reference --generate smith --seed 7 -o a");
    run_result second =
        succeed("study " QUICK "--law smith --law mirtich --no-reference --generate smith --seed 7 -o b");
    char *one = read_whole("a/table-1.csv"), *two = read_whole("b/table-1.csv");
    assert_string_equal(one, two);
    assert_non_null(strstr(one, "smith,mu,"));
    assert_null(strstr(one, "whittaker"));
    free(one);
    free(two);
    forget_result(&first);
    forget_result(&second);
    remove_study("a");
    remove_study("b");
}

/* Files of an earlier study with two frames are not left beside this one's; a person's own are, whatever their names. */
static void leaves_nothing_stale(void **state) {
    (void)state;
    assert_int_equal(mkdir("out", 0700), 0);
    write_whole("out/results-as-recorded.json", "{}");
    write_whole("out/impacts-as-recorded.csv", "old");
    write_whole("out/routh-files.txt", "# Files that routh wrote into this folder, as cksum prints them\n"
                                       "3332656686 2 results-as-recorded.json\n1282831652 3 impacts-as-recorded.csv\n");
    write_whole("out/notes.txt", "mine");
    write_whole("out/learning-curves.csv", "mine, too");
    run_result result = succeed("study " QUICK "--law smith --no-reference -o out");
    forget_result(&result);
    assert_false(exists("out/results-as-recorded.json"));
    assert_false(exists("out/impacts-as-recorded.csv"));
    assert_true(exists("out/notes.txt"));
    assert_true(exists("out/learning-curves.csv"));
    write_whole("out/impacts.csv", "mine");
    expect_refusal(run("study " QUICK "-o out"), "routh study: out/impacts.csv ",
                   (const char *const[]){"write to another folder", NULL}, 1);
    remove("out/notes.txt");
    remove("out/learning-curves.csv");
    remove_study("out");
}

/* The frame is decided once, at import, and later verbs go by it. */
static void the_frame_is_stored_at_import(void **state) {
    (void)state;
    write_whole("some.csv", "mass,inertia,rx,ry,vx,vy,omega,vx_after,vy_after,omega_after\n"
                            "0.1,0.0001,-0.01,-0.03,1,-1,0,0.9,0.5,3\n0.1,0.0001,-0.02,-0.03,1,-1,0,0.9,0.5,3\n"
                            "0.1,0.0001,0.015,-0.03,1,-1,0,0.9,0.5,3\n");
    run_result result = succeed("import some.csv --frame mirror-n -o some.h5");
    assert_non_null(strstr(result.out, "frame       mirror-n"));
    forget_result(&result);
    result = run("check some.h5 --json");
    json_t *answer = json_loads(result.out, 0, NULL);
    assert_string_equal(json_string_value(json_object_get(json_object_get(answer, "frame"), "chosen")), "mirror-n");
    json_decref(answer);
    forget_result(&result);
    REFUSE("study some.h5 -o out", 2, "at least 10");
    expect_refusal(run("import some.csv --frame sideways -o other.h5"),
                   "routh import: ", (const char *const[]){"sideways", NULL}, 2);
}

/* Groups in text, JSON and page; then the same parameters on other drops. */
static void splits_and_uses(void **state) {
    (void)state;
    run_result result = succeed("study " QUICK "--law wang-mason --no-reference --split 3 -o out");
    assert_non_null(strstr(result.out, "Your numbers differ between 3 groups of records"));
    assert_non_null(strstr(result.out, "in the order of the recording"));
    forget_result(&result);
    char *page = read_whole("out/report.html");
    assert_non_null(strstr(page, "\"ratio_in_order\""));
    free(page);
    json_t *results = json_load_file("out/results.json", 0, NULL);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(results, "split"), "groups")), 3);
    json_decref(results);
    result =
        succeed("study " QUICK "--law wang-mason --law smith --no-reference --seed 2 --use out/results.json -o second");
    assert_non_null(strstr(result.out, "Parameters of the study of generated-wang-mason as they are"));
    assert_non_null(strstr(result.out, "that study has no such law"));
    forget_result(&result);
    results = json_load_file("second/results.json", 0, NULL);
    const json_t *law = json_array_get(json_object_get(results, "laws"), 0);
    assert_true(json_real_value(json_object_get(json_object_get(law, "used"), "error_mean")) > 0);
    json_decref(results);
    write_whole("bad.json", "{\"laws\": []}");
    REFUSE("study " QUICK "--use bad.json -o third", 3, "bad.json", "no results.json of a study");
    remove("bad.json");
    REFUSE("study " QUICK "--split 9 -o third", 2, "--split", "at most 8 groups");
    remove_study("out");
    remove_study("second");
}

static void refuses_before_it_begins(void **state) {
    (void)state;
    write_whole("two.csv", "mass,inertia,rx,ry,vx,vy,omega,vx_after,vy_after,omega_after\n"
                           "0.1,0.0001,0.01,-0.03,1,-1,0,0.9,0.5,3\n0.1,0.0001,0.02,-0.03,1,-1,0,0.9,0.5,3\n");
    write_whole("afile", "");
    REFUSE("study -o afile", 2, "afile is a file, not a folder");
    REFUSE("study -o no/such", 2, "no/such");
    REFUSE("study --variable drops", 2, "--variable has no effect without DATA");
    REFUSE("study --mass 2", 2, "--mass has no effect without DATA");
    REFUSE("study two.csv --as-published", 2, "--as-published is now a verb of its own: `routh paper limits`");
    /* and no empty folder stays behind */
    REFUSE("study two.csv -o out", 2, "2 usable impacts are too few in frame");
    REFUSE("study two.csv --output=", 2, "--output: the name is empty");
    REFUSE("study nowhere.mat -o out", 2, "nowhere.mat");
    REFUSE("study --law wang-mson -o out", 2, "wang-mason");
    REFUSE("study --law smith --law smith -o out", 2, "twice");
    REFUSE("study --cost energy -o out", 2, "impulse");
    REFUSE("study two.csv --generate smith -o out", 2, "no effect with DATA");
    REFUSE("study --frame sideways -o out", 2,
           "\"sideways\" is not one of auto, as-recorded, mirror-t, mirror-n, mirror-both, both");
    REFUSE("study two.csv --law smith --law six -o out", 2, "too few"); /* six need not be first */
    REFUSE("study --law smith --law six --law smith -o out", 2, "twice");
    REFUSE("study --mu-slow -1 -o out", 2, "negative");
}

SLOW_SUBJECT(study) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(writes_everything, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(says_where_it_came_from, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(chosen_laws_and_repeatable, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(leaves_nothing_stale, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(the_frame_is_stored_at_import, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(splits_and_uses, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(refuses_before_it_begins, enter_scratch, leave_scratch),
    };
    int skipped = nothing_to_test();
    return skipped ? skipped : cmocka_run_group_tests(tests, NULL, NULL);
}
