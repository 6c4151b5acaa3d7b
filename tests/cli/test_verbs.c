/* Help, version, `routh laws` and `routh ellipse`.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "run_program.h"

#include <jansson.h>
#include <routh/routh.h>

#define IMPACT "--mass 0.0364 --inertia 1.35e-5 --rx 0.02 --ry -0.028 --vx 0.3 --vy -1.2 --omega 4"

static run_result succeed(const char *arguments) {
    run_result result = run(arguments);
    if (result.exit != 0)
        print_error("%s", result.err);
    assert_int_equal(result.exit, 0);
    return result;
}

static void test_help_and_version(void **state) {
    (void)state;
    static const char *const verbs[] = {"laws", "solve", "ellipse"};
    run_result general = succeed("--help");
    for (int i = 0; i < 3; i++) {
        char arguments[64], usage[64];
        snprintf(arguments, sizeof arguments, "%s --help", verbs[i]);
        snprintf(usage, sizeof usage, "Usage: routh %s", verbs[i]);
        run_result help = succeed(arguments);
        assert_memory_equal(help.out, usage, strlen(usage));
        assert_non_null(strstr(help.out, "Example:"));
        assert_non_null(strstr(general.out, verbs[i]));
        forget_result(&help);
    }
    run_result version = succeed("--version");
    assert_string_equal(version.out, "routh " ROUTH_VERSION "\n");
    forget_result(&version);
    forget_result(&general);
}

/* All three forms list the whole registry, with bounds. */
static void test_laws(void **state) {
    (void)state;
    run_result table = succeed("laws"), csv = succeed("laws --csv"), json = succeed("laws --json");
    json_t *list = json_loads(json.out, 0, NULL);
    assert_int_equal(json_array_size(list), routh_law_count());
    assert_int_equal(count_lines(csv.out), (int)routh_law_count() + 1);
    for (size_t i = 0; i < routh_law_count(); i++) {
        const routh_law *law = routh_law_at(i);
        const json_t *entry = json_array_get(list, i), *parameters = json_object_get(entry, "parameters");
        char quoted[64];
        snprintf(quoted, sizeof quoted, "\n\"%s\",", law->name);
        assert_non_null(strstr(table.out, law->name));
        assert_non_null(strstr(table.out, law->reference));
        assert_non_null(strstr(csv.out, quoted));
        assert_string_equal(json_string_value(json_object_get(entry, "name")), law->name);
        assert_int_equal(json_array_size(parameters), law->parameter_count);
        for (int j = 0; j < law->parameter_count; j++) {
            const json_t *parameter = json_array_get(parameters, (size_t)j);
            assert_string_equal(json_string_value(json_object_get(parameter, "name")), law->parameter[j].name);
            assert_true(json_real_value(json_object_get(parameter, "default")) == law->parameter[j].initial);
        }
    }
    json_decref(list);
    forget_result(&table);
    forget_result(&csv);
    forget_result(&json);
}

/* The format follows --format, then the ending of the output's name, then is JSON. */
static void test_ellipse_formats(void **state) {
    (void)state;
    run_result json = succeed("ellipse " IMPACT " --mu 0.18 --eps 0.53");
    json_t *root = json_loads(json.out, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(root, "laws")), routh_law_count());
    json_decref(root);
    run_result svg = succeed("ellipse " IMPACT " --format svg"), csv = succeed("ellipse " IMPACT " --format csv");
    assert_memory_equal(svg.out, "<?xml", 5);
    assert_memory_equal(csv.out, "kind,law,", 9);
    assert_int_equal(count_lines(csv.err), 2); /* the defaults of mu and eps */
    static const char *const names[] = {"e.svg", "e.csv", "e.json"};
    const char *const begins[] = {"<?xml", "kind,law,", "{\"impact\""};
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
static void test_ellipse_from_file(void **state) {
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

static void test_ellipse_refusals(void **state) {
    (void)state;
    write_whole("drops.csv", "mass,inertia,rx,ry,vx,vy,omega\n1,1,0,-1,1,-1,0\n");
    static const struct {
        const char *arguments, *holds;
    } cases[] = {
        {"ellipse", "--mass, --inertia, --rx, --ry, --vx, --vy, --omega are missing"},
        {"ellipse --inertia 1 --rx 1 --ry 1 --vx 1 --vy -1 --omega 0", "--mass is missing"},
        {"ellipse --mass 0 --inertia 1 --rx 0 --ry -1 --vx 1 --vy -1 --omega 0", "mass"},
        {"ellipse --mass 1 --inertia 1 --rx 0 --ry -1 --vx 1 --vy 1 --omega 0", "v_n"},
        {"ellipse " IMPACT " --eps 1.01", "--eps 1.01 is outside 0 … 1"},
        {"ellipse " IMPACT " --law mirtic", "did you mean \"mirtich\"?"},
        {"ellipse " IMPACT " --format png", "none of svg, json, csv"},
        {"ellipse " IMPACT " --output e.png", "cannot tell the format"},
        {"ellipse " IMPACT " --output no/e.svg", "No such file"},
        {"ellipse " IMPACT " --input drops.csv", "not both"},
        {"ellipse " IMPACT " --row 1", "--row needs --input"},
        {"ellipse --input drops.csv --row 2", "drops.csv: there is no row 2, it has 1"},
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_help_and_version, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_laws, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_ellipse_formats, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_ellipse_from_file, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_ellipse_refusals, enter_scratch, leave_scratch),
    };
    int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}
