/* Help, version and `routh laws`.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "run_program.h"

#include <math.h>

#include <jansson.h>
#include <routh/routh.h>

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
        assert_non_null(strstr(help.out, "Example"));
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
    run_result table = succeed("laws"), csv = succeed("laws --format csv"), json = succeed("laws --json");
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
            const double initial = law->parameter[j].initial; /* written with 15 digits */
            assert_true(fabs(json_real_value(json_object_get(parameter, "default")) - initial) <= 1e-14 * initial);
        }
    }
    json_decref(list);
    forget_result(&table);
    forget_result(&csv);
    forget_result(&json);
}

/* One law by itself: its rule, its reference, and every parameter with symbol, meaning, bounds and default. */
static void test_one_law(void **state) {
    (void)state;
    for (size_t i = 0; i < routh_law_count(); i++) {
        const routh_law *law = routh_law_at(i);
        char arguments[3][64];
        snprintf(arguments[0], sizeof arguments[0], "laws %s", law->name);
        snprintf(arguments[1], sizeof arguments[1], "laws %s --json", law->name);
        snprintf(arguments[2], sizeof arguments[2], "laws --format csv %s", law->name);
        run_result text = succeed(arguments[0]), json = succeed(arguments[1]), csv = succeed(arguments[2]);
        assert_non_null(strstr(text.out, law->title));
        assert_non_null(strstr(text.out, law->rule));
        assert_non_null(strstr(text.out, law->reference));
        for (int j = 0; j < law->parameter_count; j++) {
            const routh_parameter *parameter = &law->parameter[j];
            char option[32], value[48];
            snprintf(option, sizeof option, "\n  --%s ", parameter->name);
            snprintf(value, sizeof value, "default %g%s", parameter->initial,
                     parameter->fit_high > 0 ? ", fits search" : "\n");
            const char *line = strstr(text.out, option);
            assert_non_null(line);
            assert_non_null(strstr(line, parameter->symbol));
            assert_non_null(strstr(line, parameter->about));
            assert_non_null(strstr(line, "no unit"));
            assert_non_null(strstr(line, value));
        }
        for (size_t j = 0; j < routh_law_count(); j++)
            assert_true(j == i || !strstr(text.out, routh_law_at(j)->rule));
        json_t *list = json_loads(json.out, 0, NULL);
        assert_int_equal(json_array_size(list), 1);
        assert_string_equal(json_string_value(json_object_get(json_array_get(list, 0), "name")), law->name);
        assert_int_equal(count_lines(csv.out), 2);
        json_decref(list);
        forget_result(&text);
        forget_result(&json);
        forget_result(&csv);
    }
    const char *const meant[] = {"did you mean \"mirtich\"?", NULL}, *const extra[] = {"unexpected \"smith\"", NULL};
    expect_refusal(run("laws mirtic"), "routh laws: ", meant, 0);
    expect_refusal(run("laws mirtich smith"), "routh laws: ", extra, 0);
}

SUBJECT(verbs) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_help_and_version, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_laws, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_one_law, enter_scratch, leave_scratch),
    };
    int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}
