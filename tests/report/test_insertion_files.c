/* Files of a study of insertions: results.json gives back every number as it was, the tables hold the same, and what
 * could not be told is empty rather than wrong.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "insertion_case.h"

static json_t *results_of(const insertion_case *made) {
    routh_buffer buffer = {0};
    assert_int_equal(routh_insertion_study_write(NULL, &made->study, 0, routh_io_buffer(&buffer, "results.json")),
                     ROUTH_OK);
    char *text = buffer.byte;
    json_error_t error;
    json_t *root = json_loads(text, 0, &error);
    if (!root)
        fail_msg("line %d: %s", error.line, error.text);
    free(text);
    return root;
}

/* Every value, or null where it is not finite. */
static void same_numbers(const json_t *list, const double *values, size_t count) {
    assert_int_equal(json_array_size(list), count);
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(list, i);
        if (isfinite(values[i]))
            assert_true(json_number_value(value) == values[i]);
        else
            assert_true(json_is_null(value));
    }
}

static const json_t *under(const json_t *object, const char *first, const char *second) {
    const json_t *found = json_object_get(object, first);
    found = second ? json_object_get(found, second) : found;
    assert_non_null(found);
    return found;
}

static void results_give_every_number_back(void **state) {
    (void)state;
    insertion_case made;
    make_case(&made, 2, 60);
    const routh_insertion_case *item = &made.study.item[1];
    json_t *root = results_of(&made);
    const json_t *recording = json_array_get(json_object_get(root, "recordings"), 1);
    assert_int_equal(json_array_size(json_object_get(root, "recordings")), 2);
    assert_int_equal(json_array_size(json_object_get(root, "displacements")), UNKNOWNS);
    assert_string_equal(json_string_value(json_object_get(recording, "name")), "2<a>");
    assert_true(json_number_value(under(root, "options", "stick_weight")) == made.study.options.fit.stick_weight);
    assert_int_equal(json_integer_value(under(root, "options", "gammas")), made.study.options.fit.gammas);
    assert_true(json_is_null(under(root, "options", "gamma"))); /* to be chosen */
    same_numbers(under(recording, "fit", "x"), item->fit.x, UNKNOWNS);
    same_numbers(under(recording, "fit", "error"), item->fit.error, UNKNOWNS);
    assert_true(json_number_value(under(recording, "fit", "stiffness_high")) == item->fit.stiffness_high);
    same_numbers(json_array_get(under(recording, "covariance", NULL), 4), &item->fit.covariance[4 * (UNKNOWNS + 2)],
                 UNKNOWNS + 2);
    same_numbers(under(recording, "observability", "singular"), item->observability.singular, UNKNOWNS);
    same_numbers(json_array_get(json_array_get(under(recording, "observability", "correlation"), 1), 2),
                 &item->observability.correlation[1][2 * COLUMNS], COLUMNS);
    const json_t *points = under(recording, "lcurve", "points");
    assert_true(json_is_null(json_object_get(json_array_get(points, 0), "curvature")));
    same_numbers(json_object_get(json_array_get(points, 3), "x"), item->lcurve.point[3].x, UNKNOWNS);
    same_numbers(under(recording, "truth", "x"), item->truth, UNKNOWNS);

    double stiffness[60], wrench[60];
    for (size_t k = 0; k < 60; k++) {
        stiffness[k] = item->fit.instant[k].stiffness;
        wrench[k] = item->plain.instant[k].wrench[5];
    }
    const json_t *series = json_object_get(recording, "series");
    same_numbers(under(series, "fit", "stiffness"), stiffness, 60);
    same_numbers(json_array_get(under(series, "plain", "wrench"), 5), wrench, 60);
    const json_t *contacts = under(recording, "motion", "contacts");
    assert_int_equal(json_array_size(json_array_get(contacts, 0)), 0);
    assert_int_equal(json_array_size(json_array_get(contacts, 59)), 2);
    const routh_contact_point3 *c = &item->contact[item->first[59] + 1];
    const double numbers[] = {1, 0, c->depth, c->point[0], c->point[1], c->point[2], 0, 0, -1, 1, 0, 0, c->speed};
    same_numbers(json_array_get(json_array_get(contacts, 59), 1), numbers, sizeof numbers / sizeof *numbers);
    json_decref(root);
    release_case(&made);
}

/* The plate is turned by a quarter: its x is the block's y. It lies 0.2 m below the slab's top and the block's origin
 * 8.5e-5 m below that, 1 mm along x. */
static void measured_wrench_is_in_the_axes_of_object_1(void **state) {
    (void)state;
    insertion_case made;
    make_case(&made, 1, 60);
    json_t *root = results_of(&made);
    const json_t *recording = json_array_get(json_object_get(root, "recordings"), 0);
    const json_t *measured = under(recording, "series", "measured");
    const double fz = 50 + sin(7.0), arm[3] = {-1e-3, 0, -0.2 + 8.5e-5};
    const double expected[6] = {0, 3, fz, -0.25 - arm[2] * 3, arm[2] * 0 - arm[0] * fz, arm[0] * 3};
    for (size_t i = 0; i < 6; i++)
        assert_float_equal(json_number_value(json_array_get(json_array_get(measured, i), 7)), expected[i], 1e-12);
    json_decref(root);
    release_case(&made);
}

/* Cell `column` of line `line` of a table, without what quotes need; static. */
static const char *cell_of(const char *text, size_t line, size_t column) {
    static char cell[128];
    size_t length = 0;
    for (; line > 0; line--) {
        text = strchr(text, '\n');
        assert_non_null(text);
        text++;
    }
    int quoted = 0;
    for (; *text && (quoted || *text != '\n'); text++) {
        if (*text == '"' && !(quoted && text[1] == '"' && text++))
            quoted = !quoted;
        else if (*text == ',' && !quoted && column-- == 0)
            break;
        else if (column == 0 && length + 1 < sizeof cell && (*text != ',' || quoted))
            cell[length++] = *text;
    }
    cell[length] = '\0';
    return cell;
}

static size_t lines_of(const char *text) {
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static char *table_of(const insertion_case *made, const char *name) {
    routh_buffer buffer = {0};
    char file[ROUTH_NAME_SIZE];
    snprintf(file, sizeof file, "folder/instants-%s.csv", name); /* a recording may have a table's name */
    assert_int_equal(routh_insertion_study_write(NULL, &made->study, 0, routh_io_buffer(&buffer, file)), ROUTH_OK);
    return buffer.byte;
}

static void tables_hold_the_same(void **state) {
    (void)state;
    insertion_case made;
    make_case(&made, 1, 60);
    const routh_insertion_case *item = &made.study.item[0];
    char *text = table_of(&made, "wrench");
    assert_int_equal(lines_of(text), 61);
    assert_string_equal(cell_of(text, 0, 7), "plain_fx");
    assert_float_equal(strtod(cell_of(text, 30, 2), NULL), 3, 1e-9);
    assert_float_equal(strtod(cell_of(text, 30, 18), NULL), item->fit.instant[29].wrench[5], 1e-8);
    free(text);
    text = table_of(&made, "instants");
    assert_string_equal(cell_of(text, 1, 3), ""); /* no contact, no stiffness */
    assert_string_equal(cell_of(text, 60, 8), "");
    assert_float_equal(strtod(cell_of(text, 20, 7), NULL), item->fit.instant[19].stiffness, 1e-3);
    free(text);
    text = table_of(&made, "l-curve");
    assert_int_equal(lines_of(text), 1 + GAMMAS);
    assert_string_equal(cell_of(text, 3, 7), "1");
    assert_string_equal(cell_of(text, 2, 7), "0");
    assert_float_equal(strtod(cell_of(text, 4, 9), NULL), item->lcurve.point[3].x[1], 1e-12);
    free(text);
    text = table_of(&made, "correlation");
    assert_int_equal(lines_of(text), 1 + 2 * COLUMNS * COLUMNS);
    assert_string_equal(cell_of(text, 2, 1), "Φ");
    assert_string_equal(cell_of(text, 3, 2), "lift of the \"left\" foot <1>");
    assert_string_equal(cell_of(text, 1, 4), "2"); /* with itself */
    free(text);
    text = table_of(&made, "displacements");
    assert_string_equal(cell_of(text, 3, 0), "turn, right foot");
    assert_string_equal(cell_of(text, 3, 2), "rad");
    assert_string_equal(cell_of(text, 3, 8), "not");
    assert_float_equal(strtod(cell_of(text, 2, 3), NULL), 1.04e-4, 1e-12);
    assert_float_equal(strtod(cell_of(text, 2, 9), NULL), 9e-5, 1e-12);
    free(text);
    text = table_of(&made, "sensitivities");
    assert_string_equal(cell_of(text, 3, 1), "1/rad");
    assert_float_equal(strtod(cell_of(text, 3, 3), NULL), item->observability.sensitivity[5], 1e-6);
    free(text);
    text = table_of(&made, "singular-values");
    assert_int_equal(lines_of(text), 1 + UNKNOWNS);
    assert_string_equal(cell_of(text, 2, 2), "-1");
    free(text);
    release_case(&made);
}

static void tables_that_do_not_exist_are_refused(void **state) {
    (void)state;
    insertion_case made;
    make_case(&made, 1, 60);
    assert_int_equal(routh_insertion_study_write(NULL, &made.study, 1, routh_io_file(stdout, "wrench.csv")),
                     ROUTH_BAD_ARGUMENT);
    static const char *const names[] = {"table-99.csv", "wrench-2.csv", "a/wrench/2.csv", "awrench.csv", ".csv"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(routh_insertion_study_write(NULL, &made.study, 0, routh_io_file(stdout, names[i])),
                         ROUTH_BAD_ARGUMENT);
    size_t tables = 0;
    while (routh_insertion_study_table(tables))
        tables++;
    assert_in_range(tables, 5, 20);
    release_case(&made);
}

SUBJECT(insertion_files) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_give_every_number_back),
        cmocka_unit_test(measured_wrench_is_in_the_axes_of_object_1),
        cmocka_unit_test(tables_hold_the_same),
        cmocka_unit_test(tables_that_do_not_exist_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
