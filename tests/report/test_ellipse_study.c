/* The study of one ellipse, and that JSON and CSV hold every number of it to the last bit.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "cases.h"

#include <jansson.h>

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

static void check_law(const json_t *object, const routh_ellipse_law *entry) {
    const routh_outcome *outcome = &entry->outcome;
    assert_string_equal(json_string_value(at(object, "name")), entry->law->name);
    assert_string_equal(json_string_value(at(object, "title")), entry->law->title);
    check_pair(at(object, "impulse"), outcome->pt, outcome->pn);
    check_pair(at(object, "velocity_after"), outcome->vt, outcome->vn);
    check_number(object, "energy_ratio", outcome->energy_ratio);
    assert_string_equal(json_string_value(at(object, "mode")), routh_mode_name(outcome->mode));
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
        assert_string_equal(json_string_value(at(piece, "mode")), routh_mode_name((routh_mode)polygon->mode));
        check_points(at(piece, "polygon"), polygon->point, polygon->count);
    }
}

static void test_json_holds_the_study(void **state) {
    (void)state;
    routh_ellipse_study study = study_of(&ordinary, 0.18, 0.53);
    char *text = written_by(routh_ellipse_write_json, &study);
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    const json_t *impact = at(root, "impact"), *contact = at(root, "contact"), *ellipse = at(root, "ellipse");
    check_number(impact, "mass", ordinary.mass);
    check_number(impact, "omega", ordinary.omega);
    check_number(contact, "wtt", study.contact.wtt);
    check_number(contact, "wtn", study.contact.wtn);
    check_number(contact, "vn", study.contact.vn);
    check_number(root, "mu", 0.18);
    check_number(root, "eps", 0.53);
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
    routh_ellipse_study_release(NULL, &study);
}

/* Every point of the study is a row, in order; the ellipse's own rows lie on it. */
static void test_csv_holds_the_study(void **state) {
    (void)state;
    routh_ellipse_study study = study_of(&ordinary, 0.18, 0.53);
    char *text = written_by(routh_ellipse_write_csv, &study);
    static const char *const columns[] = {"piece", "point", "pt", "pn", NULL};
    const routh_table_columns wanted = {.required = columns};
    routh_table table;
    assert_int_equal(routh_table_parse_csv(NULL, text, strlen(text), "ellipse.csv", &wanted, &table), ROUTH_OK);
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
    routh_ellipse_study_release(NULL, &study);
}

/* A refused study says why and owns nothing. */
static void test_refusals(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_impact separating = ordinary;
    separating.vy = 3;
    routh_ellipse_study study;
    assert_int_equal(routh_study_ellipse(&context, &separating, 0.2, 0.5, NULL, 0, &study), ROUTH_SEPARATING);
    assert_null(study.laws);
    assert_int_equal(routh_study_ellipse(&context, &ordinary, 0.2, 1.5, NULL, 0, &study), ROUTH_BAD_PARAMETER);
    assert_non_null(strstr(context.message, "1.5"));
    assert_null(study.laws);
    const routh_law *const missing[] = {NULL};
    assert_int_equal(routh_study_ellipse(&context, &ordinary, 0.2, 0.5, missing, 1, &study), ROUTH_BAD_ARGUMENT);
    assert_null(study.laws);
}

/* An allocator that fails after a while, and counts what is alive. */
typedef struct scarce {
    long left, alive;
} scarce;

static void *scarce_allocate(size_t size, void *user) {
    scarce *memory = user;
    void *block = memory->left-- > 0 ? malloc(size) : NULL;
    memory->alive += block != NULL;
    return block;
}

static void *scarce_reallocate(void *block, size_t size, void *user) {
    scarce *memory = user;
    void *grown = memory->left-- > 0 ? realloc(block, size) : NULL;
    memory->alive += grown && !block;
    return grown;
}

static void scarce_release(void *block, void *user) {
    scarce *memory = user;
    memory->alive -= block != NULL;
    free(block);
}

/* Wherever memory runs out, in the study or in the drawing, the answer says so and nothing leaks. */
static void test_out_of_memory(void **state) {
    (void)state;
    const routh_law *const laws[] = {routh_law_find(NULL, "wang-mason"), routh_law_find(NULL, "whittaker")};
    FILE *nowhere = fopen("/dev/null", "w");
    assert_non_null(nowhere);
    int failures = 0;
    for (long available = 0;; available++) {
        scarce memory = {.left = available};
        routh_context context = routh_context_default();
        context.allocate = scarce_allocate;
        context.reallocate = scarce_reallocate;
        context.release = scarce_release;
        context.user = &memory;
        routh_ellipse_study study;
        routh_status status = routh_study_ellipse(&context, &ordinary, 0.2, 0.5, laws, 2, &study);
        if (status == ROUTH_OK) {
            status = routh_ellipse_write_svg(&context, &study, nowhere);
            routh_ellipse_study_release(&context, &study);
        }
        assert_int_equal(memory.alive, 0);
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
    routh_ellipse_study study = study_of(&ordinary, 0.18, 0.53);
    static const study_writer writers[] = {routh_ellipse_write_svg, routh_ellipse_write_json, routh_ellipse_write_csv};
    for (int i = 0; i < 3; i++) {
        routh_context context = routh_context_default();
        FILE *full = fopen("/dev/full", "w");
        if (!full)
            skip();
        assert_int_equal(writers[i](&context, &study, full), ROUTH_FILE_ERROR);
        assert_non_null(strstr(context.message, "No space"));
        fclose(full);
    }
    routh_ellipse_study_release(NULL, &study);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_holds_the_study),
        cmocka_unit_test(test_csv_holds_the_study),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_full_disk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
