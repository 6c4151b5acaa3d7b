/* The study of one ellipse, and that JSON and CSV hold every number of it to the last bit.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "cases.h"

#include <jansson.h>
#include <math.h>

#include "../ledger.h"

static const routh_impact ordinary = {0.0364, 1.347e-5, 0.02, -0.028, 0.3, -1.2, 4};

static const json_t *at(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    if (!value)
        fail_msg("no \"%s\"", key);
    return value;
}

static void check_number(const json_t *object, const char *key, double expected) {
    assert_true(json_real_value(at(object, key)) == expected);
}

static void check_pair(const json_t *value, double first, double second) {
    assert_int_equal(json_array_size(value), 2);
    assert_true(json_real_value(json_array_get(value, 0)) == first);
    assert_true(json_real_value(json_array_get(value, 1)) == second);
}

static void check_points(const json_t *list, const routh_point *points, size_t count) {
    assert_int_equal(json_array_size(list), count);
    for (size_t i = 0; i < count; i++)
        check_pair(json_array_get(list, i), points[i].pt, points[i].pn);
}

static void check_law(const json_t *object, const routh_impact_study_law *entry) {
    const routh_outcome *outcome = &entry->outcome;
    assert_string_equal(json_string_value(at(object, "name")), entry->law->name);
    assert_string_equal(json_string_value(at(object, "title")), entry->law->title);
    check_pair(at(object, "impulse"), outcome->pt, outcome->pn);
    const json_t *after = at(object, "velocity_after");
    const double velocity[] = {entry->after.vx, entry->after.vy, entry->after.omega};
    assert_int_equal(json_array_size(after), 3);
    for (size_t i = 0; i < 3; i++)
        assert_true(json_real_value(json_array_get(after, i)) == velocity[i]);
    check_pair(at(object, "contact_velocity_after"), outcome->vt, outcome->vn);
    check_number(object, "energy_ratio", entry->body_energy_ratio);
    check_number(object, "contact_energy_ratio", outcome->contact_energy_ratio);
    assert_string_equal(json_string_value(at(object, "mode")), routh_name(&routh_modes, outcome->mode));
    for (int i = 0; i < entry->law->parameter_count; i++)
        check_number(at(object, "parameters"), entry->law->parameter[i].name, entry->parameters[i]);

    char flags[ROUTH_FLAGS_TEXT], joined[ROUTH_FLAGS_TEXT] = "";
    for (size_t i = 0; i < json_array_size(at(object, "flags")); i++) {
        strcat(joined, i ? "+" : "");
        strcat(joined, json_string_value(json_array_get(at(object, "flags"), i)));
    }
    assert_string_equal(joined, routh_flags_text(outcome->flags, flags));

    if (entry->stick.sticks)
        check_number(object, "mu_s", entry->stick.mu);
    else
        assert_true(json_is_null(at(object, "mu_s")));
    assert_int_equal(json_is_true(at(object, "never_sticks")), !entry->stick.sticks);

    assert_int_equal(json_array_size(at(object, "region")), entry->region.count);
    for (size_t i = 0; i < entry->region.count; i++) {
        const routh_polygon *polygon = &entry->region.polygon[i];
        const json_t *piece = json_array_get(at(object, "region"), i);
        assert_string_equal(json_string_value(at(piece, "mode")), routh_name(&routh_modes, (routh_mode)polygon->mode));
        check_points(at(piece, "polygon"), polygon->point, polygon->count);
    }
}

static void test_json_holds_the_study(void **state) {
    (void)state;
    routh_impact_study study = study_of(&ordinary, 0.18, 0.53);
    char *text = written_as("ellipse.json", &study);
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    const json_t *impact = at(root, "impact"), *contact = at(root, "contact"), *ellipse = at(root, "ellipse");
    check_number(impact, "mass", ordinary.mass);
    check_number(impact, "omega", ordinary.omega);
    check_number(contact, "wtt", study.contact.wtt);
    check_number(contact, "wtn", study.contact.wtn);
    check_number(contact, "vn", study.contact.vn);
    check_number(root, "mu", 0.18);
    check_number(root, "eps", 0.53);
    check_number(root, "et", study.et);
    check_number(root, "eta2", study.eta2);
    check_pair(at(ellipse, "centre"), study.ellipse.centre.pt, study.ellipse.centre.pn);
    check_number(ellipse, "major", study.ellipse.major);
    check_number(ellipse, "minor", study.ellipse.minor);
    check_number(ellipse, "angle", study.ellipse.angle);
    check_points(at(ellipse, "stick_line"), study.ellipse.stick, 2);
    check_points(at(ellipse, "compression_line"), study.ellipse.compression, 2);
    check_points(at(root, "admissible"), study.admissible.polygon[0].point, study.admissible.polygon[0].count);
    assert_int_equal(json_array_size(at(root, "laws")), routh_law_count());
    for (size_t i = 0; i < study.count; i++)
        check_law(json_array_get(at(root, "laws"), i), &study.laws[i]);
    json_decref(root);
    free(text);
    routh_impact_study_release(NULL, &study);
}

/* Every point of the study is a row, in order; the ellipse's own rows lie on it. */
static void test_csv_holds_the_study(void **state) {
    (void)state;
    routh_impact_study study = study_of(&ordinary, 0.18, 0.53);
    char *text = written_as("ellipse.csv", &study);
    static const char *const columns[] = {"piece", "point", "pt", "pn", NULL};
    const routh_table_columns wanted = {.required = columns};
    routh_table table;
    assert_int_equal(routh_table_read(NULL, routh_io_memory(text, strlen(text), "ellipse.csv"), &wanted, &table),
                     ROUTH_OK);
    const double *pt = routh_table_column(&table, "pt"), *pn = routh_table_column(&table, "pn");
    size_t row = 0;
    for (const char *line = strchr(text, '\n') + 1; strncmp(line, "ellipse,", 8) == 0; line = strchr(line, '\n') + 1) {
        const routh_contact *c = &study.contact;
        double work =
            c->vt * pt[row] + c->vn * pn[row] + 0.5 * (c->wtt * pt[row] * pt[row] + c->wnn * pn[row] * pn[row]);
        work += c->wtn * pt[row] * pn[row];
        assert_true(work * work < 1e-24 * study.ellipse.major * study.ellipse.major * (c->vt * c->vt + c->vn * c->vn));
        row++;
    }
    assert_true(row > 100);
    row += 4 + study.admissible.polygon[0].count;
    for (size_t i = 0; i < study.count; i++) {
        assert_true(pt[row] == study.laws[i].outcome.pt && pn[row] == study.laws[i].outcome.pn);
        row++;
        for (size_t j = 0; j < study.laws[i].region.count; j++)
            for (size_t k = 0; k < study.laws[i].region.polygon[j].count; k++, row++)
                assert_true(pt[row] == study.laws[i].region.polygon[j].point[k].pt);
    }
    assert_int_equal(row, table.rows);
    routh_table_release(NULL, &table);
    free(text);
    routh_impact_study_release(NULL, &study);
}

/* A refused study says why and owns nothing. */
static void test_refusals(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_impact separating = ordinary;
    separating.vy = 3;
    routh_impact_study study;
    routh_impact_study_options options = options_with(0.2, 0.5, NULL, 0);
    assert_int_equal(routh_impact_study_run(&context, &separating, &options, &study), ROUTH_SEPARATING);
    assert_null(study.laws);
    options.eps = 1.5;
    assert_int_equal(routh_impact_study_run(&context, &ordinary, &options, &study), ROUTH_BAD_PARAMETER);
    assert_non_null(strstr(context.message, "1.5"));
    assert_null(study.laws);
    const routh_law *const missing[] = {NULL};
    options = options_with(0.2, 0.5, missing, 1);
    assert_int_equal(routh_impact_study_run(&context, &ordinary, &options, &study), ROUTH_BAD_ARGUMENT);
    assert_null(study.laws);
    options = options_with(0.2, 0.5, NULL, 0);
    options.et = -1.25;
    assert_int_equal(routh_impact_study_run(&context, &ordinary, &options, &study), ROUTH_BAD_PARAMETER);
    assert_non_null(strstr(context.message, "-1.25"));
    assert_null(study.laws);
}

/* The registry's own values are the defaults; a parameter goes to the law that has it, and moves it. */
static void test_parameters_reach_the_laws(void **state) {
    (void)state;
    routh_impact_study_options options = routh_impact_study_options_default();
    for (size_t i = 0; i < routh_law_count(); i++) {
        const routh_law *law = routh_law_at(i);
        for (int j = 0; j < law->parameter_count; j++) {
            const char *name = law->parameter[j].name;
            double value = strcmp(name, "mu") == 0    ? options.mu
                           : strcmp(name, "eps") == 0 ? options.eps
                           : strcmp(name, "et") == 0  ? options.et
                                                      : options.eta2;
            assert_true(value == law->parameter[j].initial);
        }
    }
    options.mu = 5; /* wide enough a cone for e_t to show */
    routh_impact_study plain, changed;
    assert_int_equal(routh_impact_study_run(NULL, &ordinary, &options, &plain), ROUTH_OK);
    options.et = 0.375;
    options.eta2 = 0.125;
    assert_int_equal(routh_impact_study_run(NULL, &ordinary, &options, &changed), ROUTH_OK);
    assert_true(changed.et == 0.375 && changed.eta2 == 0.125);
    int moved = 0;
    for (size_t i = 0; i < plain.count; i++) {
        const routh_law *law = plain.laws[i].law;
        for (int j = 0; j < law->parameter_count; j++) {
            const int tangential = strcmp(law->parameter[j].name, "et") == 0;
            const int springs = strcmp(law->parameter[j].name, "eta2") == 0;
            const double same = plain.laws[i].parameters[j];
            assert_true(changed.laws[i].parameters[j] == (tangential ? 0.375 : (springs ? 0.125 : same)));
            moved += (tangential || springs) && plain.laws[i].outcome.pt != changed.laws[i].outcome.pt;
        }
    }
    assert_int_equal(moved, 2);
    routh_impact_study_release(NULL, &plain);
    routh_impact_study_release(NULL, &changed);
}

/* Energy and velocity of the whole body, in the study and from the library's own calls; not those of the contact. */
static void test_energy_is_the_whole_bodys(void **state) {
    (void)state;
    routh_impact_study study = study_of(&ordinary, 0.18, 0.53);
    for (size_t i = 0; i < study.count; i++) {
        const routh_impact_study_law *entry = &study.laws[i];
        const routh_velocity v = entry->after;
        const double vt = v.vx - ordinary.ry * v.omega, vn = v.vy + ordinary.rx * v.omega;
        assert_true(fabs(vt - entry->outcome.vt) < 1e-12 && fabs(vn - entry->outcome.vn) < 1e-12);
        const double before = ordinary.mass * (0.3 * 0.3 + 1.2 * 1.2) + ordinary.inertia * 4 * 4;
        const double after = ordinary.mass * (v.vx * v.vx + v.vy * v.vy) + ordinary.inertia * v.omega * v.omega;
        assert_true(fabs(entry->body_energy_ratio - after / before) < 1e-14);
        assert_true(fabs(entry->body_energy_ratio - entry->outcome.contact_energy_ratio) > 1e-3);
    }
    routh_impact_study_release(NULL, &study);
}

/* Wherever memory runs out, in the study or in the drawing, the answer says so and nothing leaks. */
static void test_out_of_memory(void **state) {
    (void)state;
    const routh_law *const laws[] = {routh_law_find(NULL, "wang-mason"), routh_law_find(NULL, "whittaker")};
    const routh_impact_study_options options = options_with(0.2, 0.5, laws, 2);
    FILE *nowhere = fopen("/dev/null", "w");
    assert_non_null(nowhere);
    int failures = 0;
    for (int available = 0;; available++) {
        ledger book = {.budget = available};
        routh_context context = context_with(&book);
        routh_impact_study study;
        routh_status status = routh_impact_study_run(&context, &ordinary, &options, &study);
        if (status == ROUTH_OK) {
            status = routh_impact_study_write(&context, &study, routh_io_file(nowhere, "picture.svg"));
            routh_impact_study_release(&context, &study);
        }
        assert_int_equal(book.blocks, 0);
        if (status == ROUTH_OK)
            break;
        assert_int_equal(status, ROUTH_OUT_OF_MEMORY);
        assert_true(context.message[0] != '\0');
        failures++;
    }
    assert_true(failures > 5);
    fclose(nowhere);
}

static void test_full_disk(void **state) {
    (void)state;
    routh_impact_study study = study_of(&ordinary, 0.18, 0.53);
    static const char *const names[] = {"ellipse.svg", "ellipse.json", "ellipse.csv"};
    for (int i = 0; i < 3; i++) {
        routh_context context = routh_context_default();
        FILE *full = fopen("/dev/full", "w");
        if (!full)
            skip();
        assert_int_equal(routh_impact_study_write(&context, &study, routh_io_file(full, names[i])), ROUTH_FILE_ERROR);
        assert_non_null(strstr(context.message, "No space"));
        fclose(full);
    }
    routh_impact_study_release(NULL, &study);
}

/* The message lists the endings there are, and an ending alone is no name to show. */
static void test_the_name_chooses_the_format(void **state) {
    (void)state;
    routh_impact_study study = study_of(&ordinary, 0.18, 0.53);
    static const char *const names[] = {"ellipse.png", "svg", "ellipse.svg.gz", "-", "", NULL};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        routh_context context = routh_context_default();
        routh_buffer buffer = {0};
        assert_int_equal(routh_impact_study_write(&context, &study, routh_io_buffer(&buffer, names[i])),
                         ROUTH_BAD_ARGUMENT);
        assert_non_null(strstr(context.message, "routh_impact_study writes .svg, .json and .csv"));
        assert_non_null(strstr(context.message, names[i] ? names[i] : "without a name"));
        assert_null(buffer.byte);
    }
    char *whole = written_as("a.folder/Ellipse.JSON", &study), *alone = written_as(".json", &study);
    assert_int_equal(whole[0], '{');
    assert_string_equal(whole, alone);
    free(whole);
    free(alone);
    routh_context context = routh_context_default();
    FILE *full = fopen("/dev/full", "w");
    if (full) {
        assert_int_equal(routh_impact_study_write(&context, &study, routh_io_file(full, ".json")), ROUTH_FILE_ERROR);
        assert_memory_equal(context.message, "cannot write", 12);
        fclose(full);
    }
    routh_impact_study_release(NULL, &study);
}

SUBJECT(ellipse_study) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_holds_the_study),
        cmocka_unit_test(test_csv_holds_the_study),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_parameters_reach_the_laws),
        cmocka_unit_test(test_energy_is_the_whole_bodys),
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_the_name_chooses_the_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
