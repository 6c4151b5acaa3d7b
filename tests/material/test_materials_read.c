/* Tables of pairs and results read as materials: what they say, what they must not say, and the same again when written.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/material.h>

#include "../subject.h"

#define ROW(fields) "{\"materials\": [{\"name\": \"a on b\", " fields "}]}"
#define MU_EPS      "\"parameters\": {\"mu\": {\"value\": 0.3, \"sd\": 0.01}, \"eps\": {\"value\": 0.5, \"sd\": 0.02}}"

static routh_io from_text(const char *text) {
    return routh_io_memory(text, strlen(text), "table.json");
}

static void says_what_is_wrong_and_where(void **state) {
    (void)state;
    static const struct {
        const char *text, *words[3];
    } wrong[] = {
        {"", {"table.json", "line 1"}},
        {"[]", {"table.json", "the file", "materials"}},
        {"{}", {"table.json", "the file", "laws"}},
        {"{\"materials\": 3}", {"materials", "a number, not a list"}},
        {"{\"materials\": [7]}", {"materials[0]", "a number, not a pair"}},
        {"{\"materials\": [{}]}", {"materials[0].name", "is missing"}},
        {"{\"materials\": [{\"name\": \"\"}]}", {"materials[0].name", "is empty"}},
        {ROW("\"law\": \"rigid\""), {"materials[0].parameters", "is missing"}},
        {ROW("\"law\": \"rigged\", " MU_EPS), {"materials[0].law", "rigged"}},
        {ROW("\"law\": \"rigid\", \"restitution\": \"Newton\", " MU_EPS),
         {"materials[0].restitution", "the law rigid has energetic"}},
        {ROW("\"restitution\": \"Newten\", " MU_EPS), {"materials[0].restitution", "did you mean", "Newton"}},
        {ROW("\"parameters\": {\"eps\": {\"value\": 1.2}}"), {"materials[0].parameters", "eps is 1.2", "from 0 to 1"}},
        {ROW("\"parameters\": {\"mu\": {\"value\": -0.1}}"), {"materials[0].parameters", "mu is -0.1"}},
        {ROW("\"parameters\": {\"eta2\": {\"value\": 0}}"), {"materials[0].parameters", "eta2 is 0"}},
        {ROW("\"parameters\": {\"mu\": {\"value\": NaN}}"), {"table.json: line 1"}},
        {ROW("\"parameters\": {\"mu\": {\"value\": null}}"), {"mu: value is null, not a number"}},
        {ROW("\"parameters\": {\"mu\": {\"value\": \"NaN\"}}"), {"mu: value is text, not a number"}},
        {ROW("\"parameters\": {\"mu\": {\"value\": 1e999}}"), {"table.json: line 1", "overflow"}},
        {ROW("\"parameters\": {\"mu\": 0.3}"), {"mu is a number, not an object"}},
        {ROW("\"parameters\": {\"mu\": {}}"), {"mu has no value"}},
        {ROW("\"parameters\": {\"mu\": {\"value\": 0.3, \"sd\": -1}}"), {"mu: sd is -1"}},
        {ROW("\"parameters\": {\"mu\": {\"value\": 0.3, \"low\": 0.4, \"high\": 0.2}}"), {"low, 0.4, is above high"}},
        {ROW("\"parameters\": {\"nu\": {\"value\": 0.3}}"), {"materials[0].parameters", "nu", "mu"}},
        {ROW(MU_EPS ", \"correlation\": {\"mu\": {\"eps\": 1.5}}"), {"materials[0].correlation", "from -1 to 1"}},
        {ROW(MU_EPS ", \"correlation\": {\"mu\": 0.5}"), {"materials[0].correlation", "not an object"}},
        {ROW(MU_EPS ", \"correlation\": {\"mu\": {\"e_slope\": 0.5}}"), {"materials[0].correlation", "e_slope"}},
        {ROW(MU_EPS ", \"correlation\": {\"mu\": {\"eps\": 0.9, \"eps_slope\": -0.9}, \"eps\": {\"eps_slope\": 0.9}}"),
         {"materials[0].correlation", "positive semidefinite"}},
        {ROW(MU_EPS ", \"approach\": [3, 1]"), {"materials[0].approach", "3 and 1 m/s"}},
        {ROW(MU_EPS ", \"approach\": [1]"), {"materials[0].approach", "a list of 1, not of 2"}},
        {ROW(MU_EPS ", \"impacts\": -4"), {"materials[0].impacts", "-4"}},
        {ROW(MU_EPS ", \"mass\": 0"), {"materials[0].mass", "above 0"}},
        {ROW(MU_EPS ", \"inertia\": [[1,0,0],[0,1,0]]"), {"materials[0].inertia", "a list of 2"}},
        {ROW(MU_EPS ", \"inertia\": [[1,0,0],[0.5,1,0],[0,0,1]]"), {"materials[0].inertia", "symmetric"}},
        {"{\"materials\": [{\"name\": \"a\", " MU_EPS "}, {\"name\": \"A\", " MU_EPS "}]}",
         {"materials[1].name", "is there before, in materials[0]"}},
        {"{\"laws\": []}", {"laws", "no law with restitution"}},
        {"{\"laws\": [{\"name\": \"mirtich\", \"parameters\": {\"mu\": {\"value\": 0.3}, \"eps\": {\"value\": -2}}}]}",
         {"laws[0].parameters", "eps is -2"}},
        {"{\"laws\": [{\"name\": \"smith\", \"parameters\": {\"eps\": {\"value\": 0.5}}}, {\"name\": \"smith\", "
         "\"parameters\":"
         " {\"eps\": {\"value\": 0.5}}}]}",
         {"laws[1].name", "the law smith is there before"}},
        {"{\"kind\": \"rollouts\", \"law\": \"rigid\", \"parameters\": {}}", {"parameters", "neither mu nor eps"}},
        {"{\"kind\": \"rollouts\", \"law\": \"rigged\", \"parameters\": {}}", {"law", "no law of that name"}},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        routh_context context = routh_context_default();
        routh_materials materials;
        assert_int_equal(routh_materials_read(&context, from_text(wrong[i].text), &materials), ROUTH_BAD_FORMAT);
        assert_null(materials.material);
        for (int k = 0; k < 3 && wrong[i].words[k]; k++)
            if (!strstr(context.message, wrong[i].words[k]))
                fail_msg("case %zu: \"%s\" is not in: %s", i, wrong[i].words[k], context.message);
    }
}

static void note(routh_log_level level, const char *line, void *user) {
    if (level == ROUTH_LOG_WARNING)
        snprintf(user, ROUTH_MESSAGE_SIZE, "%s", line);
}

static void warns_of_fields_that_no_row_has(void **state) {
    (void)state;
    char warning[ROUTH_MESSAGE_SIZE] = "";
    routh_context context = routh_context_default();
    routh_materials materials;
    context.log = note;
    context.user = warning;
    assert_int_equal(routh_materials_read(&context, from_text(ROW(MU_EPS ", \"license\": \"MIT\"")), &materials),
                     ROUTH_OK);
    assert_non_null(strstr(warning, "materials[0]"));
    assert_non_null(strstr(warning, "did you mean \"licence\"?"));
    routh_materials_release(&context, &materials);
}

static void refuses_more_rows_than_anyone_has(void **state) {
    (void)state;
    const size_t rows = ROUTH_MOST_MATERIALS + 1;
    char *text = malloc(64 + 4 * rows);
    assert_non_null(text);
    size_t length = (size_t)sprintf(text, "{\"materials\": [{}");
    for (size_t i = 1; i < rows; i++)
        length += (size_t)sprintf(text + length, ",{}");
    sprintf(text + length, "]}");
    routh_context context = routh_context_default();
    routh_materials materials;
    assert_int_equal(routh_materials_read(&context, from_text(text), &materials), ROUTH_BAD_FORMAT);
    assert_non_null(strstr(context.message, "10001 rows; at most 10000"));
    free(text);
}

static bool same_number(double a, double b) {
    return (isnan(a) && isnan(b)) || a == b || fabs(a - b) <= 1e-11 * fabs(a);
}

static void assert_same(const routh_material *a, const routh_material *b) {
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->body, b->body);
    assert_string_equal(a->ground, b->ground);
    assert_string_equal(a->law, b->law);
    assert_string_equal(a->shape, b->shape);
    assert_string_equal(a->source, b->source);
    assert_string_equal(a->licence, b->licence);
    assert_string_equal(a->command, b->command);
    assert_string_equal(a->note, b->note);
    assert_int_equal(a->restitution, b->restitution);
    assert_int_equal(a->impacts, b->impacts);
    assert_int_equal(a->correlated, b->correlated);
    assert_int_equal(a->flags, b->flags);
    for (int p = 0; p < ROUTH_MATERIAL_PARAMETERS; p++) {
        assert_true(same_number(a->value[p], b->value[p]) && same_number(a->error[p], b->error[p]));
        assert_true(same_number(a->interval[p].low, b->interval[p].low));
        assert_true(same_number(a->interval[p].high, b->interval[p].high));
        for (int q = 0; q < ROUTH_MATERIAL_PARAMETERS; q++)
            assert_true(same_number(a->correlation[p][q], b->correlation[p][q]));
    }
    assert_true(same_number(a->mass, b->mass) && same_number(a->rounding, b->rounding));
    for (int i = 0; i < 3; i++) {
        assert_true(same_number(a->centre[i], b->centre[i]));
        for (int j = 0; j < 3; j++)
            assert_true(same_number(a->inertia[i][j], b->inertia[i][j]));
    }
}

/* Every kind of number: known, without an error, open above, not determined. */
static routh_materials made_up(void) {
    static routh_material row[2];
    row[0] = routh_material_default();
    snprintf(row[0].name, sizeof row[0].name, "Würfel auf \"Brett\"");
    snprintf(row[0].body, sizeof row[0].body, "cube");
    snprintf(row[0].law, sizeof row[0].law, "compliant");
    snprintf(row[0].licence, sizeof row[0].licence, "CC BY 4.0");
    row[0].restitution = ROUTH_ENERGETIC;
    const double value[] = {0.3, 0.5, -0.04, 0.2, 0.01, 1.2};
    memcpy(row[0].value, value, sizeof value);
    row[0].error[0] = INFINITY, row[0].interval[0] = (routh_interval){0.28, INFINITY, INFINITY};
    row[0].error[1] = 0.01, row[0].interval[1] = (routh_interval){0.48, 0.53, 0.01};
    row[0].error[2] = 0.02;
    row[0].error[4] = INFINITY, row[0].interval[4] = (routh_interval){-INFINITY, INFINITY, INFINITY};
    row[0].error[5] = INFINITY, row[0].interval[5] = (routh_interval){0.1, 20, INFINITY};
    row[0].correlation[1][2] = row[0].correlation[2][1] = -0.75;
    row[0].correlated = true;
    row[0].flags = ROUTH_FIT_FLAT | ROUTH_FIT_AT_BOUND;
    row[0].speed[0] = 0.2, row[0].speed[1] = 3;
    row[0].impacts = 12;
    row[0].mass = 0.37, row[0].rounding = 0.001;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            row[0].centre[i] = 0.001 * i, row[0].inertia[i][j] = i == j ? 8e-4 : 1e-6;
    row[1] = routh_material_default();
    snprintf(row[1].name, sizeof row[1].name, "steel on steel");
    row[1].value[ROUTH_MATERIAL_MU] = 0.15;
    return (routh_materials){row, 2};
}

static void reads_what_it_writes(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    const routh_materials before = made_up();
    routh_materials after;
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    assert_int_equal(routh_materials_write(&context, &before, routh_io_file(file, "memory.json")), ROUTH_OK);
    fclose(file);
    if (routh_materials_read(&context, routh_io_memory(text, size, "memory.json"), &after) != ROUTH_OK)
        fail_msg("%s", context.message);
    assert_int_equal(after.count, before.count);
    for (size_t i = 0; i < before.count; i++)
        assert_same(&before.material[i], &after.material[i]);
    routh_materials_release(&context, &after);
    free(text);
}

/* As `routh study`, `routh fit` and `routh toss` write it, cut down to what is read. */
static void takes_the_best_law_of_results_first(void **state) {
    (void)state;
    static const char study[] =
        "{\"dataset\": {\"name\": \"drops\"}, \"approach\": [0.4, 2.5], \"command\": \"routh study drops.h5\", "
        "\"laws\": ["
        "{\"name\": \"mirtich\", \"error_mean\": 0.2, \"n_fit\": 40, \"parameters\": {\"mu\": {\"value\": 0.2, \"sd\": "
        "0.01,"
        "\"low\": 0.18, \"high\": 0.22}, \"eps\": {\"value\": 0.5, \"sd\": 0.02, \"low\": 0.46, \"high\": 0.54}},"
        "\"correlation\": {\"mu\": {\"eps\": -0.4}}},"
        "{\"name\": \"wang-mason\", \"error_mean\": 0.1, \"n_fit\": 40, \"flags\": [\"bounded below\"], \"parameters\":"
        "{\"mu\": {\"value\": 0.3, \"sd\": 0.01, \"low\": 0.28, \"high\": null}, \"eps\": {\"value\": 0.6}}},"
        "{\"name\": \"mean\", \"error_mean\": 0.01, \"parameters\": {}}]}";
    routh_materials materials;
    routh_context context = routh_context_default();
    if (routh_materials_read(&context, from_text(study), &materials) != ROUTH_OK)
        fail_msg("%s", context.message);
    assert_int_equal(materials.count, 2);
    const routh_material *best = &materials.material[0], *other = &materials.material[1];
    assert_string_equal(best->law, "wang-mason");
    assert_string_equal(best->name, "drops");
    assert_string_equal(best->command, "routh study drops.h5");
    assert_int_equal(best->impacts, 40);
    assert_int_equal(best->flags, ROUTH_FIT_BOUNDED_BELOW);
    assert_true(isinf(best->error[ROUTH_MATERIAL_MU]) && isinf(best->interval[ROUTH_MATERIAL_MU].high));
    assert_true(best->interval[ROUTH_MATERIAL_MU].low == 0.28 && isnan(best->error[ROUTH_MATERIAL_EPS]));
    assert_false(best->correlated);
    assert_true(other->correlated && other->correlation[ROUTH_MATERIAL_EPS][ROUTH_MATERIAL_MU] == -0.4);
    assert_int_equal(other->restitution, ROUTH_ENERGETIC);
    assert_true(other->speed[0] == 0.4 && other->speed[1] == 2.5);
    assert_ptr_equal(routh_materials_find(&context, &materials, "DROPS"), best);
    assert_ptr_equal(routh_materials_find(&context, &materials, "mirtich"), other);
    assert_ptr_equal(routh_materials_find(&context, &materials, "drops/Mirtich"), other);
    assert_null(routh_materials_find(&context, &materials, ""));
    assert_null(routh_materials_find(&context, &materials, "drobs"));
    assert_non_null(strstr(context.message, "did you mean \"drops\"?"));
    routh_materials_release(&context, &materials);
}

static void reads_tosses_and_whole_tosses(void **state) {
    (void)state;
    static const char toss[] =
        "{\"name\": \"cubes\", \"tosses\": 30, \"used\": 55, \"body\": {\"shape\": \"cube:0.1\", \"mass\": 0.4,"
        "\"rounding\": 0.001, \"centre\": [0, 0, 0.001], \"inertia\": [[1e-3,0,0],[0,1e-3,0],[0,0,1e-3]]}, \"laws\": ["
        "{\"name\": \"mean\", \"parameters\": {}, \"error\": 0.9},"
        "{\"name\": \"compliant\", \"parameters\": {\"e\": {\"value\": 0.2, \"interval\": {\"low\": 0.1, \"high\": 0.3,"
        "\"sd\": 0.05}}, \"mu\": {\"value\": 0.2, \"interval\": {\"low\": 0.1, \"high\": 0.3, \"sd\": 0.05}},"
        "\"eta2\": {\"value\": 1, \"interval\": {\"low\": 0.001, \"high\": 1000, \"sd\": 3}}},"
        "\"correlation\": {\"e\": {\"mu\": 0.5}}, \"flags\": \"flat, not converged\", \"error\": 0.2}]}";
    static const char whole[] =
        "{\"kind\": \"rollouts\", \"name\": \"cubes\", \"law\": \"rigid\", \"tosses\": 30, \"impacts\": 90, "
        "\"parameters\":"
        "{\"mu\": {\"value\": 0.2, \"interval\": {\"low\": 0.1, \"high\": 0.3, \"sd\": 0.05}}, \"eps_slope\": "
        "{\"value\":"
        "-0.1, \"determined\": false, \"interval\": {\"low\": null, \"high\": null, \"sd\": null}}, \"rounding\": "
        "{\"value\":"
        "0.002}}, \"correlation\": {\"mu\": {\"eps_slope\": 0.25, \"rounding\": 0.9}, \"rounding\": {\"mu\": 0.9}}}";
    routh_materials materials;
    routh_context context = routh_context_default();
    if (routh_materials_read(&context, from_text(toss), &materials) != ROUTH_OK)
        fail_msg("%s", context.message);
    assert_int_equal(materials.count, 1);
    const routh_material *m = materials.material;
    assert_true(m->value[ROUTH_MATERIAL_EPS] == 0.2 && m->correlation[ROUTH_MATERIAL_MU][ROUTH_MATERIAL_EPS] == 0.5);
    assert_true(isinf(m->error[ROUTH_MATERIAL_ETA2]) && m->interval[ROUTH_MATERIAL_ETA2].high == 1000);
    assert_int_equal(m->flags, ROUTH_FIT_FLAT | ROUTH_FIT_NOT_CONVERGED);
    assert_int_equal(m->impacts, 55);
    assert_string_equal(m->shape, "cube:0.1");
    assert_true(m->mass == 0.4 && m->centre[2] == 0.001 && m->inertia[1][1] == 1e-3);
    routh_materials_release(&context, &materials);
    if (routh_materials_read(&context, from_text(whole), &materials) != ROUTH_OK)
        fail_msg("%s", context.message);
    m = materials.material;
    assert_int_equal(m->impacts, 90);
    assert_string_equal(m->law, "rigid");
    assert_true(isinf(m->error[ROUTH_MATERIAL_EPS_SLOPE]) && isinf(m->interval[ROUTH_MATERIAL_EPS_SLOPE].low));
    assert_true(m->correlation[ROUTH_MATERIAL_MU][ROUTH_MATERIAL_EPS_SLOPE] == 0.25);
    routh_materials_release(&context, &materials);
}

static void knows_which_restitution_a_law_has(void **state) {
    (void)state;
    routh_restitution restitution = ROUTH_POISSON;
    assert_true(routh_law_restitution("ap-newton", &restitution) && restitution == ROUTH_NEWTON);
    assert_true(routh_law_restitution("ap-poisson", &restitution) && restitution == ROUTH_POISSON);
    assert_true(routh_law_restitution("mirtich", &restitution) && restitution == ROUTH_ENERGETIC);
    assert_true(routh_law_restitution("rigid", &restitution) && restitution == ROUTH_ENERGETIC);
    assert_false(routh_law_restitution("coulomb", &restitution));
}

/* A pair has one restitution: of a law in which it depends on speed that at half the greatest one, Johnson's 0.6 (2 m/s)^−¼ here. */
static void takes_restitution_at_the_recorded_speed(void **state) {
    (void)state;
    static const char study[] =
        "{\"dataset\": {\"name\": \"drops\"}, \"approach\": [0.01, 4], \"laws\": [{\"name\": "
        "\"whittaker+eps-power+mu-stribeck\", \"error_mean\": 0.1, \"parameters\": {\"mu\": {\"value\": 0.3}, \"eps\": "
        "{\"value\": 0.6, \"sd\": 0.06, \"low\": 0.5, \"high\": 0.7}, \"eps_power\": {\"value\": 0.25}, \"mu_fast\": "
        "{\"value\": "
        "0.5}, \"mu_speed\": {\"value\": 2}}}]}";
    routh_materials materials;
    routh_context context = routh_context_default();
    if (routh_materials_read(&context, from_text(study), &materials) != ROUTH_OK)
        fail_msg("%s", context.message);
    const routh_material *m = materials.material;
    const double share = pow(2, -0.25);
    assert_int_equal(m->restitution, ROUTH_NEWTON);
    assert_true(fabs(m->value[ROUTH_MATERIAL_EPS] - 0.6 * share) < 1e-15);
    assert_true(fabs(m->error[ROUTH_MATERIAL_EPS] - 0.06 * share) < 1e-15);
    assert_true(fabs(m->interval[ROUTH_MATERIAL_EPS].high - 0.7 * share) < 1e-15);
    assert_true(fabs(m->value[ROUTH_MATERIAL_MU] - 0.3 * (0.5 + 0.5 * exp(-1))) < 1e-15);
    routh_materials_release(&context, &materials);
}

SUBJECT(materials_read) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_what_is_wrong_and_where),
        cmocka_unit_test(warns_of_fields_that_no_row_has),
        cmocka_unit_test(refuses_more_rows_than_anyone_has),
        cmocka_unit_test(reads_what_it_writes),
        cmocka_unit_test(takes_the_best_law_of_results_first),
        cmocka_unit_test(reads_tosses_and_whole_tosses),
        cmocka_unit_test(knows_which_restitution_a_law_has),
        cmocka_unit_test(takes_restitution_at_the_recorded_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
