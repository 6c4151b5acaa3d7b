/* `routh solve` gives what the library gives, by whatever way impacts and parameters come in.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "run_program.h"

#include <jansson.h>
#include <routh/routh.h>

enum { IMPACTS = 200 };

static routh_impact impacts[IMPACTS];

static double friction_of(int row) {
    return 0.01 * (row % 90);
}

static double restitution_of(int row) {
    return 0.005 * row;
}

/* The impacts with mu and eps in columns of their own, another order of columns and one that means nothing. */
static void write_impacts(const char *path, int with_parameters) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(with_parameters ? "label,omega,eps,vy,vx,mu,ry,rx,inertia,mass\n" : "mass,inertia,rx,ry,vx,vy,omega\n", file);
    for (int i = 0; i < IMPACTS; i++) {
        const routh_impact *m = &impacts[i];
        if (with_parameters)
            fprintf(file, "\"drop, %d\",%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", i, m->omega,
                    restitution_of(i), m->vy, m->vx, friction_of(i), m->ry, m->rx, m->inertia, m->mass);
        else
            fprintf(file, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", m->mass, m->inertia, m->rx, m->ry, m->vx,
                    m->vy, m->omega);
    }
    assert_int_equal(fclose(file), 0);
}

/* One line of output against the library's own answer, to the last bit. */
static void check_row(const char *line, const routh_law *law, const routh_impact *impact, double mu, double eps) {
    double parameters[ROUTH_MAX_PARAMETERS];
    routh_contact contact;
    routh_outcome outcome;
    routh_law_parameters(law, mu, eps, parameters);
    assert_int_equal(routh_contact_of(NULL, impact, &contact), ROUTH_OK);
    assert_int_equal(routh_law_solve(law, parameters, &contact, &outcome), ROUTH_OK);
    routh_velocity after = routh_impact_after(impact, outcome.pt, outcome.pn, 0);
    const double expected[] = {outcome.pt, outcome.pn, after.vx, after.vy, after.omega};
    for (int i = 0; i < 5; i++) {
        char *end;
        assert_true(strtod(line, &end) == expected[i]);
        assert_int_equal(*end, ',');
        line = end + 1;
    }
    size_t length = strcspn(line, ",");
    assert_int_equal(length, strlen(routh_name(&routh_modes, outcome.mode)));
    assert_memory_equal(line, routh_name(&routh_modes, outcome.mode), length);
    char *end, flags[ROUTH_FLAGS_TEXT];
    assert_true(strtod(line + length + 1, &end) == routh_impact_energy_ratio(impact, after));
    assert_int_equal(*end, ',');
    routh_flags_text(outcome.flags, flags);
    assert_memory_equal(end + 1, flags, strlen(flags));
    assert_int_equal(end[1 + strlen(flags)], '\n');
}

static void check_table(const char *text, const routh_law *law, int with_parameters) {
    const char *header = "pt,pn,vx,vy,omega,mode,energy_ratio,flags\n";
    assert_memory_equal(text, header, strlen(header));
    const char *line = text + strlen(header);
    for (int i = 0; i < IMPACTS; i++) {
        check_row(line, law, &impacts[i], with_parameters ? friction_of(i) : 0.25,
                  with_parameters ? restitution_of(i) : 0.75);
        line = strchr(line, '\n') + 1;
    }
    assert_string_equal(line, "");
}

static void test_every_law_from_files(void **state) {
    (void)state;
    for (size_t i = 0; i < routh_law_count(); i++) {
        const routh_law *law = routh_law_at(i);
        for (int with_parameters = 0; with_parameters < 2; with_parameters++) {
            char arguments[256];
            write_impacts("drops.csv", with_parameters);
            snprintf(arguments, sizeof arguments,
                     "solve --law %s --mu 0.25 --eps 0.75 --input drops.csv --output o.csv", law->name);
            run_result result = run(arguments);
            assert_int_equal(result.exit, 0);
            assert_string_equal(result.out, "");
            char *text = read_whole("o.csv");
            check_table(text, law, with_parameters);
            free(text);
            forget_result(&result);
        }
    }
}

static void test_standard_streams_and_threads(void **state) {
    (void)state;
    write_impacts("drops.csv", 1);
    char *input = read_whole("drops.csv");
    run_result file = run("solve --law mirtich --input drops.csv --threads 1");
    assert_int_equal(file.exit, 0);
    assert_string_equal(file.err, "");
    static const char *const ways[] = {"solve --law mirtich", "solve --law=mirtich --input - --output -",
                                       "solve --threads 3 --law mirtich --output /dev/stdout"};
    for (int i = 0; i < 3; i++) {
        run_result stream = run_with((run_setting){.input = input}, ways[i]);
        assert_int_equal(stream.exit, 0);
        assert_string_equal(stream.out, file.out);
        forget_result(&stream);
    }
    forget_result(&file);
    free(input);
}

/* A default that is used is noted, and is the registry's. */
static void test_defaults_are_told(void **state) {
    (void)state;
    write_impacts("drops.csv", 0);
    const routh_law *law = routh_law_find(NULL, "wang-mason");
    char told[256], given[256];
    snprintf(told, sizeof told, "wang-mason uses its default, %g", law->parameter[0].initial);
    run_result silent = run("solve --law wang-mason --eps 0.5 --input drops.csv");
    assert_int_equal(silent.exit, 0);
    assert_int_equal(count_lines(silent.err), 1);
    assert_non_null(strstr(silent.err, "mu was not given"));
    assert_non_null(strstr(silent.err, told));
    snprintf(given, sizeof given, "solve --law wang-mason --eps 0.5 --mu %g --input drops.csv",
             law->parameter[0].initial);
    run_result explicit = run(given);
    assert_string_equal(explicit.err, "");
    assert_string_equal(explicit.out, silent.out);
    run_result unused = run("solve --law frictionless --eps 0.5 --mu 0.5 --input drops.csv");
    assert_int_equal(unused.exit, 0);
    assert_non_null(strstr(unused.err, "--mu was not used"));
    forget_result(&silent);
    forget_result(&explicit);
    forget_result(&unused);
}

/* The third parameter of a law comes by option or by column; the column wins. */
static void test_a_third_parameter(void **state) {
    (void)state;
    static const char head[] = "mass,inertia,rx,ry,vx,vy,omega", row[] = "1,0.4,0,-1,-1,-5,2";
    const routh_impact ball = {1, 0.4, 0, -1, -1, -5, 2};
    const double parameters[] = {0.4, 0.5, 0.25};
    routh_contact contact;
    char text[256];
    assert_int_equal(routh_contact_of(NULL, &ball, &contact), ROUTH_OK);
    const double expected = routh_law_find(NULL, "compliant")->impulse(&contact, parameters).pt;
    snprintf(text, sizeof text, "%s\n%s\n", head, row);
    run_result option = run_with((run_setting){.input = text}, "solve --law compliant --mu 0.4 --eps 0.5 --eta2 0.25");
    snprintf(text, sizeof text, "%s,eta2\n%s,0.25\n", head, row);
    run_result column = run_with((run_setting){.input = text}, "solve --law compliant --mu 0.4 --eps 0.5 --eta2 7");
    assert_int_equal(option.exit, 0);
    assert_true(strtod(strchr(option.out, '\n') + 1, NULL) == expected);
    assert_string_equal(column.out, option.out);
    snprintf(text, sizeof text, "%s,eta2\n%s,0\n", head, row);
    run_result bad = run_with((run_setting){.input = text}, "solve --law compliant --mu 0.4 --eps 0.5");
    assert_int_equal(bad.exit, 2);
    assert_non_null(strstr(bad.err, "row 1 (line 2), column eta2: 0 is outside 0.0001 … 10000"));
    forget_result(&option);
    forget_result(&column);
    forget_result(&bad);
}

static double number_in(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

/* JSON holds the same as CSV. */
static void test_json(void **state) {
    (void)state;
    write_impacts("drops.csv", 0);
    run_result result = run("solve --law drumwright-shell --mu 0.2 --eps 1 --json --input drops.csv");
    assert_int_equal(result.exit, 0);
    json_t *root = json_loads(result.out, 0, NULL);
    assert_non_null(root);
    assert_string_equal(json_string_value(json_object_get(root, "law")), "drumwright-shell");
    const json_t *outcomes = json_object_get(root, "outcomes");
    assert_int_equal(json_array_size(outcomes), IMPACTS);
    const routh_law *law = routh_law_find(NULL, "drumwright-shell");
    int flagged = 0;
    for (size_t i = 0; i < IMPACTS; i++) {
        const json_t *row = json_array_get(outcomes, i);
        const json_t *flags = json_object_get(row, "flags");
        char line[512];
        int gains = json_array_size(flags) > 0;
        flagged += gains;
        snprintf(line, sizeof line, "%.17g,%.17g,%.17g,%.17g,%.17g,%s,%.17g,%s\n", number_in(row, "pt"),
                 number_in(row, "pn"), number_in(row, "vx"), number_in(row, "vy"), number_in(row, "omega"),
                 json_string_value(json_object_get(row, "mode")), number_in(row, "energy_ratio"),
                 gains ? json_string_value(json_array_get(flags, 0)) : "");
        check_row(line, law, &impacts[i], 0.2, 1);
    }
    assert_true(flagged > 0);
    json_decref(root);
    forget_result(&result);
}

/* The output replaces what was there, keeps the file's mode, and goes through a link to the file behind it. */
static void test_output_replaces(void **state) {
    (void)state;
    write_impacts("drops.csv", 0);
    char *before = read_whole("drops.csv");
    run_result stream = run_with((run_setting){.input = before}, "solve --law smith --mu 0.25 --eps 0.75");
    write_whole("out.csv", "old\n");
    assert_int_equal(chmod("out.csv", 0640), 0);
    assert_int_equal(symlink("out.csv", "link.csv"), 0);
    run_result result = run("solve --law smith --mu 0.25 --eps 0.75 --input drops.csv --output link.csv");
    assert_int_equal(result.exit, 0);
    char *after = read_whole("out.csv");
    assert_string_equal(after, stream.out);
    struct stat now;
    assert_int_equal(lstat("out.csv", &now), 0);
    assert_int_equal(now.st_mode & 0777, 0640);
    assert_int_equal(lstat("link.csv", &now), 0);
    assert_true(S_ISLNK(now.st_mode));
    assert_int_equal(count_files(0), 3);
    free(before);
    free(after);
    forget_result(&stream);
    forget_result(&result);
}

SUBJECT(solve) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_law_from_files, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_standard_streams_and_threads, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_defaults_are_told, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_a_third_parameter, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_json, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_output_replaces, enter_scratch, leave_scratch),
    };
    int missing = nothing_to_test();
    if (missing)
        return missing;
    const routh_impact_generator drops = routh_impact_generator_default();
    if (routh_impacts_generate(NULL, &drops, IMPACTS, impacts) != ROUTH_OK)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
