/* Rows of a table become impacts, or a message that names file, row, column and value.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <routh/data.h>

#include "../subject.h"

static const routh_table_columns asked = {.required = routh_impact_columns};

static routh_table parse(const char *text) {
    routh_context context = routh_context_default();
    routh_table table;
    if (routh_table_read(&context, routh_io_memory(text, strlen(text), "drops.csv"), &asked, &table) != ROUTH_OK)
        fail_msg("%s", context.message);
    return table;
}

static void test_every_column_goes_to_its_field(void **state) {
    (void)state;
    routh_table table = parse("omega,vy,vx,ry,rx,inertia,mass,note\n7,-60,5,4,3,2,1,x\n-7,-6,5,-4,0.5,0.25,8,y\n");
    routh_impact impact[2];
    assert_int_equal(routh_impacts_of_table(NULL, &table, 0, table.rows, impact), ROUTH_OK);
    const routh_impact expected[2] = {
        {.mass = 1, .inertia = 2, .rx = 3, .ry = 4, .vx = 5, .vy = -60, .omega = 7},
        {.mass = 8, .inertia = 0.25, .rx = 0.5, .ry = -4, .vx = 5, .vy = -6, .omega = -7},
    };
    assert_memory_equal(impact, expected, sizeof expected);
    routh_table_release(NULL, &table);
}

static void test_messages(void **state) {
    (void)state;
    static const struct {
        const char *rows;
        routh_status status;
        const char *message;
    } bad[] = {
        {"1,1,0,0,0,-1,0\n1,1,0,0,0,-1,0\n-1,1,0,0,0,-1,0\n", ROUTH_BAD_MASS,
         "drops.csv: row 3 (line 4), column mass: -1 kg is not positive"},
        {"\n0,1,0,0,0,-1,0\n", ROUTH_BAD_MASS, "drops.csv: row 1 (line 3), column mass: 0 kg is not positive"},
        {"1,-0.5,0,0,0,-1,0\n", ROUTH_BAD_INERTIA,
         "drops.csv: row 1 (line 2), column inertia: -0.5 kg m² is not positive"},
        {"1,1,0,0,0,-1,0\n1,1,0.4,0,0,-0.1,1\n", ROUTH_SEPARATING,
         "drops.csv: row 2 (line 3), columns vy, rx, omega: the contact point separates, v_n = vy + rx omega = 0.3 "
         "m/s; an impact needs v_n < 0 (are the signs right, rx in m and omega in rad/s?)"},
        {"1,1,0,0,5,0,0\n", ROUTH_SEPARATING,
         "drops.csv: row 1 (line 2), columns vy, rx, omega: the contact point separates, v_n = vy + rx omega = 0 m/s; "
         "an impact needs v_n < 0 (are the signs right, rx in m and omega in rad/s?)"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "mass,inertia,rx,ry,vx,vy,omega\n%s", bad[i].rows);
        routh_table table = parse(text);
        routh_impact impact[3];
        routh_context context = routh_context_default();
        assert_int_equal(routh_impacts_of_table(&context, &table, 0, table.rows, impact), bad[i].status);
        assert_string_equal(context.message, bad[i].message);
        routh_table_release(NULL, &table);
    }
}

/* Numbers that are legal one by one but not to be computed with: the farthest out is named. */
static void test_extreme_numbers_are_named(void **state) {
    (void)state;
    static const struct {
        const char *row, *message;
    } bad[] = {
        {"1,1,1e200,1e200,0,-1,-1", "column rx: 1e+200 m is too large a number to compute with"},
        {"1,1e-300,0.1,-0.2,0,-1,0", "column inertia: 1e-300 kg m² is too small a number to compute with"},
        {"1e-320,1,0.1,-0.2,0,-1,0", "column mass: 9.99989e-321 kg is too small a number to compute with"},
        {"1e308,1e308,0,0,0,-1,0", "column mass: 1e+308 kg is too large a number to compute with"},
        {"1,1,1e10,-0.2,0,-1,-1e308", "column omega: -1e+308 rad/s is too large a number to compute with"},
        {"1e308,0.01,0.1,-0.2,0.5,-1,0",
         "column mass: 1e+308 kg is out of proportion; with mass 1e+308 kg, inertia 0.01 kg m² and r = (0.1, -0.2) m "
         "the contact compliance W is singular to rounding"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[256], expected[ROUTH_MESSAGE_SIZE];
        snprintf(text, sizeof text, "mass,inertia,rx,ry,vx,vy,omega\n1,1,0,0,0,-1,0\n%s\n", bad[i].row);
        snprintf(expected, sizeof expected, "drops.csv: row 2 (line 3), %s", bad[i].message);
        routh_table table = parse(text);
        routh_impact impact[2];
        routh_context context = routh_context_default();
        assert_int_not_equal(routh_impacts_of_table(&context, &table, 0, table.rows, impact), ROUTH_OK);
        assert_string_equal(context.message, expected);
        routh_table_release(NULL, &table);
    }
}

/* One row is taken whatever the others hold, and refused in the same words as among all. */
static void test_one_row(void **state) {
    (void)state;
    routh_table table = parse("mass,inertia,rx,ry,vx,vy,omega\n-1,1,0,0,0,-1,0\n8,0.25,0.5,-4,5,-6,-7\n");
    const routh_impact expected = {.mass = 8, .inertia = 0.25, .rx = 0.5, .ry = -4, .vx = 5, .vy = -6, .omega = -7};
    routh_context context = routh_context_default(), all = routh_context_default();
    routh_impact impact, both[2];
    assert_int_equal(routh_impacts_of_table(&context, &table, 1, 1, &impact), ROUTH_OK);
    assert_memory_equal(&impact, &expected, sizeof expected);
    assert_int_equal(routh_impacts_of_table(&context, &table, 0, 1, &impact), ROUTH_BAD_MASS);
    assert_int_equal(routh_impacts_of_table(&all, &table, 0, table.rows, both), ROUTH_BAD_MASS);
    assert_string_equal(context.message, all.message);
    assert_int_equal(routh_impacts_of_table(&context, &table, 2, 1, &impact), ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_impacts_of_table(&context, &table, 0, 1, NULL), ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_impacts_of_table(&context, NULL, 0, 1, &impact), ROUTH_BAD_ARGUMENT);
    routh_table_release(NULL, &table);
}

static void test_bad_arguments(void **state) {
    (void)state;
    static const char *const mass_only[] = {"mass", NULL};
    routh_context context = routh_context_default();
    routh_table table;
    routh_impact impact;
    assert_int_equal(routh_table_read(NULL, routh_io_memory("mass\n1\n", 7, "drops.csv"),
                                      &(routh_table_columns){.required = mass_only}, &table),
                     ROUTH_OK);
    assert_int_equal(routh_impacts_of_table(&context, &table, 0, table.rows, &impact), ROUTH_BAD_ARGUMENT);
    assert_string_equal(context.message, "drops.csv: column \"inertia\" has not been read");
    assert_int_equal(routh_impacts_of_table(&context, &table, 0, table.rows, NULL), ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_impacts_of_table(&context, NULL, 0, 0, &impact), ROUTH_BAD_ARGUMENT);
    routh_table_release(NULL, &table);
}

/* A table need not come from a file. */
static void test_a_table_made_by_hand(void **state) {
    (void)state;
    double value[7] = {-2, 1, 0, 0, 0, -1, 0};
    char *name[7];
    double *column[7];
    char text[7][16];
    for (size_t j = 0; j < 7; j++) {
        snprintf(text[j], sizeof text[j], "%s", routh_impact_columns[j]);
        name[j] = text[j];
        column[j] = &value[j];
    }
    const routh_table table = {.name = name, .column = column, .columns = 7, .rows = 1};
    routh_context context = routh_context_default();
    routh_impact impact;
    assert_int_equal(routh_impacts_of_table(&context, &table, 0, table.rows, &impact), ROUTH_BAD_MASS);
    assert_string_equal(context.message, "table: row 1, column mass: -2 kg is not positive");
    value[0] = 2;
    value[4] = NAN;
    assert_int_equal(routh_impacts_of_table(&context, &table, 0, table.rows, &impact), ROUTH_NOT_FINITE);
    assert_string_equal(context.message, "table: row 1, column vx: nan is not a finite number");
    value[4] = 0;
    assert_int_equal(routh_impacts_of_table(&context, &table, 0, table.rows, &impact), ROUTH_OK);
    assert_true(impact.mass == 2);
}

SUBJECT(impacts) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_column_goes_to_its_field),
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_extreme_numbers_are_named),
        cmocka_unit_test(test_one_row),
        cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_a_table_made_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
