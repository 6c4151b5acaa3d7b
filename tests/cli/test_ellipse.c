/* `routh ellipse`: formats, where impact and parameters come from, and that it says the same as `routh solve`.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "run_program.h"

#include <jansson.h>
#include <routh/routh.h>

#define IMPACT "--mass 0.0364 --inertia 1.35e-5 --rx 0.02 --ry -0.028 --vx 0.3 --vy -1.2 --omega 4"

/* The format follows --format, then the ending of the output's name, then is JSON. */
static void test_formats(void **state) {
    (void)state;
    run_result json = succeed("ellipse " IMPACT " --mu 0.18 --eps 0.53");
    json_t *root = json_loads(json.out, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(root, "laws")), routh_law_count());
    json_decref(root);
    run_result svg = succeed("ellipse " IMPACT " --format svg"), csv = succeed("ellipse " IMPACT " --format csv");
    assert_memory_equal(svg.out, "<?xml", 5);
    assert_memory_equal(csv.out, "kind,law,", 9);
    assert_int_equal(count_lines(csv.err), 4); /* the defaults of mu, eps, et and eta2 */
    run_result short_json = succeed("ellipse " IMPACT " --mu 0.18 --eps 0.53 --json");
    assert_string_equal(short_json.out, json.out);
    forget_result(&short_json);
    run_result named = succeed("ellipse " IMPACT " --mu 0.18 --eps 0.53 --json --output e.svg");
    char *as_json = read_whole("e.svg");
    assert_string_equal(as_json, json.out);
    free(as_json);
    forget_result(&named);
    static const char *const names[] = {"e.svg", "e.csv", "e.json"};
    const char *const begins[] = {"<?xml", "kind,law,", "{\"layout\": 1, \"impact\""};
    for (int i = 0; i < 3; i++) {
        char arguments[512];
        snprintf(arguments, sizeof arguments, "ellipse " IMPACT " --output %s", names[i]);
        run_result file = succeed(arguments);
        char *text = read_whole(names[i]);
        assert_string_equal(file.out, "");
        assert_memory_equal(text, begins[i], strlen(begins[i]));
        free(text);
        forget_result(&file);
    }
    forget_result(&json);
    forget_result(&svg);
    forget_result(&csv);
}

/* A row of a file is the same impact as the one typed; a column of parameters wins over the option. */
static void test_from_file(void **state) {
    (void)state;
    write_whole("drops.csv", "mass,inertia,rx,ry,vx,vy,omega,eps\n1,1,0,-1,1,-1,0,0.5\n"
                             "0.0364,1.35e-5,0.02,-0.028,0.3,-1.2,4,0.53\n");
    run_result typed = succeed("ellipse " IMPACT " --mu 0.18 --eps 0.53 --law smith --law mirtich --law smith");
    run_result read = succeed("ellipse --input drops.csv --row 2 --mu 0.18 --eps 0.9 --law smith --law mirtich");
    assert_string_equal(read.out, typed.out);
    json_t *root = json_loads(read.out, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(root, "laws")), 2);
    json_decref(root);
    forget_result(&typed);
    forget_result(&read);
}

static const json_t *law_in(const json_t *root, const char *name) {
    size_t index;
    const json_t *law;
    json_array_foreach(json_object_get(root, "laws"), index, law) {
        if (strcmp(json_string_value(json_object_get(law, "name")), name) == 0)
            return law;
    }
    fail_msg("no %s", name);
    return NULL;
}

static double number_at(const json_t *array, size_t index) {
    return json_number_value(json_array_get(array, index));
}

static double parameter_of(const json_t *law, const char *name) {
    return json_number_value(json_object_get(json_object_get(law, "parameters"), name));
}

#define FILE_HEADER "mass,inertia,rx,ry,vx,vy,omega,et\n"
#define FILE_IMPACT "0.0364,1.35e-5,0.02,-0.028,0.3,-1.2,4"

/* e_t reaches the law that has one: the column wins over the option, the option over the default. */
static void test_tangential_restitution(void **state) {
    (void)state;
    write_whole("with.csv", FILE_HEADER FILE_IMPACT ",0.25\n");
    write_whole("without.csv", "mass,inertia,rx,ry,vx,vy,omega\n" FILE_IMPACT "\n");
    static const struct {
        const char *arguments;
        double expected;
        const char *said;
    } cases[] = {
        {"ellipse --input with.csv --mu 5 --eps 0.5 --eta2 1 --et 0.75", 0.25, ""},
        {"ellipse --input without.csv --mu 5 --eps 0.5 --eta2 1 --et 0.75", 0.75, ""},
        {"ellipse " IMPACT " --mu 5 --eps 0.5 --eta2 1 --et 0.75", 0.75, ""},
        {"ellipse --input without.csv --mu 5 --eps 0.5 --eta2 1", 0, "routh ellipse: --et was not given: 0 is used\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char other[256];
        run_result drawn = succeed(cases[i].arguments);
        assert_string_equal(drawn.err, cases[i].said);
        json_t *root = json_loads(drawn.out, 0, NULL);
        const json_t *law = law_in(root, "chatterjee-ruina"), *impulse = json_object_get(law, "impulse");
        assert_true(parameter_of(law, "et") == cases[i].expected);
        snprintf(other, sizeof other, "solve --law chatterjee-ruina --mu 5 --eps 0.5 --et %g --input without.csv",
                 cases[i].expected);
        run_result solved = succeed(other);
        double pt = strtod(strchr(solved.out, '\n') + 1, NULL);
        assert_true(number_at(impulse, 0) == pt);
        json_decref(root);
        forget_result(&drawn);
        forget_result(&solved);
    }
    run_result unused = succeed("ellipse " IMPACT " --mu 1 --eps 0.5 --et 0.75 --law smith");
    assert_string_equal(unused.err, "routh ellipse: --et was not used: none of the laws has such a parameter\n");
    forget_result(&unused);
    run_result ignored = succeed("ellipse --input with.csv --mu 1 --eps 0.5 --law smith");
    assert_string_equal(ignored.err, "");
    forget_result(&ignored);
}

/* Impulse, velocity and energy of the body are those of `routh solve`; the contact's stand beside them. */
static void test_agrees_with_solve(void **state) {
    (void)state;
    write_whole("drops.csv", "mass,inertia,rx,ry,vx,vy,omega\n" FILE_IMPACT "\n");
    run_result drawn = succeed("ellipse --input drops.csv --mu 0.18 --eps 0.53 --et 0.5");
    json_t *root = json_loads(drawn.out, 0, NULL);
    for (size_t i = 0; i < routh_law_count(); i++) {
        char arguments[256];
        snprintf(arguments, sizeof arguments, "solve --json --law %s --mu 0.18 --eps 0.53 --et 0.5 --input drops.csv",
                 routh_law_at(i)->name);
        run_result solved = succeed(arguments);
        json_t *answer = json_loads(solved.out, 0, NULL);
        const json_t *outcome = json_array_get(json_object_get(answer, "outcomes"), 0);
        const json_t *law = law_in(root, routh_law_at(i)->name), *after = json_object_get(law, "velocity_after");
        static const char *const names[] = {"vx", "vy", "omega"};
        for (size_t j = 0; j < 3; j++)
            assert_true(number_at(after, j) == json_number_value(json_object_get(outcome, names[j])));
        assert_true(json_number_value(json_object_get(law, "energy_ratio")) ==
                    json_number_value(json_object_get(outcome, "energy_ratio")));
        assert_true(json_equal(json_object_get(law, "flags"), json_object_get(outcome, "flags")));
        double contact = json_number_value(json_object_get(law, "contact_energy_ratio"));
        assert_true(contact != json_number_value(json_object_get(law, "energy_ratio")));
        assert_int_equal(json_array_size(json_object_get(law, "contact_velocity_after")), 2);
        json_decref(answer);
        forget_result(&solved);
    }
    json_decref(root);
    forget_result(&drawn);
}

/* Rows that were not chosen may be no impacts and have parameters out of bounds, but must be numbers. */
static void test_only_the_chosen_row_counts(void **state) {
    (void)state;
    write_whole("drops.csv",
                FILE_HEADER "1,1,0,-1,1,5,0,0\n" FILE_IMPACT ",0.5\n-1,1,0,-1,1,-1,0,0\n1,1,0,-1,1,-1,0,7\n");
    run_result fine = succeed("ellipse --input drops.csv --row 2 --mu 0.18 --eps 0.53 --et 0.5");
    run_result typed = succeed("ellipse " IMPACT " --mu 0.18 --eps 0.53 --et 0.5");
    assert_string_equal(fine.out, typed.out);
    forget_result(&fine);
    forget_result(&typed);
    static const struct {
        const char *arguments, *holds;
    } cases[] = {
        {"ellipse --input drops.csv --row 1",
         "drops.csv: row 1 (line 2), columns vy, rx, omega: the contact point sep"},
        {"ellipse --input drops.csv --row 3", "drops.csv: row 3 (line 4), column mass: -1 kg is not positive"},
        {"ellipse --input drops.csv --row 4", "drops.csv: row 4 (line 5), column et: 7 is outside -1 … 1"},
        {"ellipse --input drops.csv --row 5", "drops.csv: there is no row 5; the table has 4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const holds[] = {cases[i].holds, NULL};
        expect_refusal(run(cases[i].arguments), "routh ellipse: ", holds, 1);
    }
    write_whole("drops.csv", FILE_HEADER FILE_IMPACT ",0.5\n1,1,0,-1,1,fast,0,0\n");
    const char *const word[] = {"row 2", "vy", "fast", NULL};
    expect_refusal(run("ellipse --input drops.csv --row 1"), "routh ellipse: drops.csv", word, 1);
}

static void test_refusals(void **state) {
    (void)state;
    write_whole("drops.csv", "mass,inertia,rx,ry,vx,vy,omega\n1,1,0,-1,1,-1,0\n");
    static const struct {
        const char *arguments, *holds;
    } cases[] = {
        {"ellipse", "missing --mass, --inertia, --rx, --ry, --vx, --vy, --omega"},
        {"ellipse --inertia 1 --rx 1 --ry 1 --vx 1 --vy -1 --omega 0", "missing --mass"},
        {"ellipse --mass 0 --inertia 1 --rx 0 --ry -1 --vx 1 --vy -1 --omega 0", "mass"},
        {"ellipse --mass 1 --inertia 1 --rx 0 --ry -1 --vx 1 --vy 1 --omega 0", "v_n"},
        {"ellipse " IMPACT " --eps 1.01", "--eps 1.01 is outside 0 … 1"},
        {"ellipse " IMPACT " --law mirtic", "did you mean \"mirtich\"?"},
        {"ellipse " IMPACT " --format png", "not one of json, svg, csv"},
        {"ellipse " IMPACT " --output e.png", "end the name in .csv, .json or .svg, or give --format"},
        {"ellipse " IMPACT " --output no/e.svg", "folder no does not exist"},
        {"ellipse " IMPACT " --json --format svg", "--json or --format, not both"},
        {"ellipse " IMPACT " --et 1.5", "--et 1.5 is outside -1 … 1 (1.5 % is 0.015)"},
        {"ellipse " IMPACT " --input drops.csv", "not both"},
        {"ellipse " IMPACT " --row 1", "--row needs --input"},
        {"ellipse --input drops.csv --row 2", "drops.csv: there is no row 2; the table has 1"},
        {"ellipse --input none.csv", "none.csv"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const holds[] = {cases[i].holds, NULL};
        expect_refusal(run(cases[i].arguments), "routh ellipse: ", holds, 1);
    }
    const char *const no_space[] = {"No space", NULL}, *const too_large[] = {"File too large", NULL};
    expect_refusal(run_with((run_setting){.output_to = "/dev/full"}, "ellipse " IMPACT), "routh ellipse: standard",
                   no_space, 1);
    expect_refusal(run_with((run_setting){.file_limit = 1024}, "ellipse " IMPACT " --output e.svg"),
                   "routh ellipse: e.svg", too_large, 1);
}

SLOW_SUBJECT(ellipse) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_formats, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_from_file, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_tangential_restitution, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_agrees_with_solve, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_only_the_chosen_row_counts, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_refusals, enter_scratch, leave_scratch),
    };
    int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}
