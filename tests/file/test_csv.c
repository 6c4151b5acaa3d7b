/* What the reader of comma-separated values accepts, and that it reads it as meant.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <routh/data.h>

#include "../subject.h"

static const char *const a_and_b[] = {"a", "b", NULL};
static const char *const c_and_d[] = {"c", "d", NULL};
static const routh_table_columns asked = {.required = a_and_b, .optional = c_and_d};

static routh_table parse(const char *text, size_t length) {
    routh_context context = routh_context_default();
    routh_table table;
    routh_status status = routh_table_read(&context, routh_io_memory(text, length, "t.csv"), &asked, &table);
    if (status != ROUTH_OK)
        fail_msg("%.*s: %s", (int)length, text, context.message);
    return table;
}

#define PARSE(literal) parse(literal, sizeof(literal) - 1)

/* Every spelling of the same two rows gives the same table. */
static void test_spellings_agree(void **state) {
    (void)state;
    static const char *const spelling[] = {
        "a,b\n1.5,-2\n3,4e2\n",
        "a,b\n1.5,-2\n3,4e2",                                                    /* no newline at the end */
        "a,b\r\n1.5,-2\r\n3,4e2\r\n",                                            /* CRLF */
        "a,b\r\n1.5,-2\n3,4e2\r\n",                                              /* both */
        "\357\273\277a,b\n1.5,-2\n3,4e2\n",                                      /* byte-order mark */
        "\n\n \t\na,b\n\r\n1.5,-2\n\t\n3,4e2\n\n",                               /* blank lines */
        " a\t,\tb \n  1.5 ,-2  \n\t3,  4e2\t\r\n",                               /* blanks around fields */
        "\"a\",\"b\"\n\"1.5\",\"-2\"\n \"3\" , \" 4e2 \" \n",                    /* quotes */
        "b,a\n-2,1.5\n4e2,3\n",                                                  /* another order */
        "x,a,,b,\"y,\"\"z\"\"\"\n?,1.5,,-2,\"1,\"\"2\"\n\xFF,3,nan,4e2,\"\"x\n", /* other columns with anything */
        "a,b\n+1.50,-.2E1\n003.,0.4e+3\n",                                       /* numbers */
    };
    for (size_t i = 0; i < sizeof spelling / sizeof spelling[0]; i++) {
        routh_table table = parse(spelling[i], strlen(spelling[i]));
        assert_int_equal(table.rows, 2);
        assert_int_equal(table.columns, 2);
        assert_string_equal(table.name[0], "a");
        assert_string_equal(table.name[1], "b");
        assert_string_equal(table.source, "t.csv");
        assert_memory_equal(table.column[0], ((double[]){1.5, 3}), 2 * sizeof(double));
        assert_memory_equal(table.column[1], ((double[]){-2, 400}), 2 * sizeof(double));
        routh_table_release(NULL, &table);
    }
}

static void test_optional_columns_are_read_where_present(void **state) {
    (void)state;
    routh_table table = PARSE("d,b,a\n1,2,3\n");
    assert_int_equal(table.columns, 3);
    assert_ptr_equal(routh_table_column(&table, "a"), table.column[0]);
    assert_ptr_equal(routh_table_column(&table, "b"), table.column[1]);
    assert_ptr_equal(routh_table_column(&table, "d"), table.column[2]);
    assert_null(routh_table_column(&table, "c"));
    assert_true(table.column[2][0] == 1);
    routh_table_release(NULL, &table);
}

static void test_a_row_knows_its_line(void **state) {
    (void)state;
    routh_table table = PARSE("\na,b\n1,2\n\n\r\n3,4\n   \n5,6");
    assert_int_equal(table.rows, 3);
    assert_memory_equal(table.line, ((size_t[]){3, 6, 8}), 3 * sizeof(size_t));
    routh_table_release(NULL, &table);
}

static void test_a_name_may_hold_commas_and_quotes(void **state) {
    (void)state;
    static const char *const odd[] = {"v, \"fast\"", NULL};
    routh_table table;
    const char text[] = "\"v\",\"v, \"\"fast\"\"\"\n1,2\n";
    assert_int_equal(routh_table_read(NULL, routh_io_memory(text, strlen(text), "t"),
                                      &(routh_table_columns){.required = odd}, &table),
                     ROUTH_OK);
    assert_true(table.column[0][0] == 2);
    routh_table_release(NULL, &table);
}

static void test_no_columns_asked_counts_rows(void **state) {
    (void)state;
    routh_table table;
    const char text[] = "x,y\n?,!\n\"\",\n";
    assert_int_equal(
        routh_table_read(NULL, routh_io_memory(text, strlen(text), "t"), &(routh_table_columns){0}, &table), ROUTH_OK);
    assert_int_equal(table.columns, 0);
    assert_int_equal(table.rows, 2);
    routh_table_release(NULL, &table);
}

static void test_many_rows(void **state) {
    (void)state;
    enum { ROWS = 5000 };
    static char text[32 * (ROWS + 1)];
    size_t length = (size_t)snprintf(text, sizeof text, "b,a\n");
    for (int i = 0; i < ROWS; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%d,%d.5\n", -i, i);
    routh_table table = parse(text, length);
    assert_int_equal(table.rows, ROWS);
    for (int i = 0; i < ROWS; i++) {
        assert_true(table.column[0][i] == i + 0.5);
        assert_true(table.column[1][i] == -i);
        assert_int_equal(table.line[i], i + 2);
    }
    routh_table_release(NULL, &table);
}

static void test_released_tables_are_empty(void **state) {
    (void)state;
    routh_table table = PARSE("a,b\n1,2\n"), zero = {0};
    routh_table_release(NULL, &table);
    assert_memory_equal(&table, &zero, sizeof table);
    routh_table_release(NULL, &table);
    routh_table_release(NULL, NULL);
    assert_null(routh_table_column(&table, "a"));
    assert_null(routh_table_column(NULL, "a"));
}

SUBJECT(csv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings_agree),
        cmocka_unit_test(test_optional_columns_are_read_where_present),
        cmocka_unit_test(test_a_row_knows_its_line),
        cmocka_unit_test(test_a_name_may_hold_commas_and_quotes),
        cmocka_unit_test(test_no_columns_asked_counts_rows),
        cmocka_unit_test(test_many_rows),
        cmocka_unit_test(test_released_tables_are_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
