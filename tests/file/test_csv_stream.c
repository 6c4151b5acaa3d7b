/* Files are read in bounded memory, give what the same text in memory gives, and leak nothing when anything fails.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/data.h>

#include "../ledger.h"
#include "../subject.h"

static const char *const a_and_b[] = {"a", "b", NULL};
static const routh_table_columns asked = {.required = a_and_b};

static FILE *file_with(const char *text, size_t length) {
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    rewind(file);
    return file;
}

/* Reads the text both ways, compares everything, and returns status and message. */
static routh_status read_both(const char *text, size_t length, char message[ROUTH_MESSAGE_SIZE]) {
    routh_context context[2] = {routh_context_default(), routh_context_default()};
    routh_table table[2];
    FILE *file = file_with(text, length);
    routh_status status = routh_table_read(&context[0], routh_io_memory(text, length, "t.csv"), &asked, &table[0]);
    assert_int_equal(routh_table_read(&context[1], routh_io_file(file, "t.csv"), &asked, &table[1]), status);
    fclose(file);
    assert_string_equal(context[0].message, context[1].message);
    assert_int_equal(table[0].rows, table[1].rows);
    assert_int_equal(table[0].columns, table[1].columns);
    for (size_t j = 0; j < table[0].columns; j++)
        assert_memory_equal(table[0].column[j], table[1].column[j], table[0].rows * sizeof(double));
    if (table[0].rows > 0)
        assert_memory_equal(table[0].line, table[1].line, table[0].rows * sizeof(size_t));
    memcpy(message, context[0].message, ROUTH_MESSAGE_SIZE);
    for (int i = 0; i < 2; i++)
        routh_table_release(&context[i], &table[i]);
    return status;
}

/* However lines fall across the pieces in which a file is read, the table is the same. */
static void test_pieces_do_not_show(void **state) {
    (void)state;
    enum { ROWS = 12000 };
    static char text[32 * (ROWS + 2)];
    char message[ROUTH_MESSAGE_SIZE];
    for (int shift = 0; shift < 24; shift++) {
        size_t length = (size_t)snprintf(text, sizeof text, "%*sa,b\r\n", shift, "");
        for (int i = 0; i < ROWS; i++)
            length += (size_t)snprintf(text + length, sizeof text - length, "%d,%d.25\r\n", i, i % 97);
        assert_true(length > 2 * 65536);
        assert_int_equal(read_both(text, length, message), ROUTH_OK);
        text[length - 3] = 'x';
        assert_int_equal(read_both(text, length, message), ROUTH_BAD_FORMAT);
        assert_string_equal(message, "t.csv: row 12000 (line 12001), column b: \"68.2x\" is not a number");
    }
}

/* The longest legal line is read, header or row, and one byte more is refused. */
static void test_the_limit_of_a_line(void **state) {
    (void)state;
    char *text = malloc(ROUTH_CSV_LINE_LIMIT + 64), message[ROUTH_MESSAGE_SIZE];
    assert_non_null(text);
    for (size_t over = 0; over < 2; over++) {
        memset(text, ' ', ROUTH_CSV_LINE_LIMIT + over);
        memcpy(text, "a,b", 3);
        memcpy(text + ROUTH_CSV_LINE_LIMIT + over, "\n1,2\n", 5);
        assert_int_equal(read_both(text, ROUTH_CSV_LINE_LIMIT + over + 5, message), over ? ROUTH_BAD_FORMAT : ROUTH_OK);
        assert_string_equal(message, over ? "t.csv: line 1 is longer than 1 MiB: not a table of impacts" : "");

        memset(text + 4, '0', ROUTH_CSV_LINE_LIMIT + over);
        memcpy(text, "a,b\n0,", 6);
        assert_int_equal(read_both(text, 4 + ROUTH_CSV_LINE_LIMIT + over, message), over ? ROUTH_BAD_FORMAT : ROUTH_OK);
        assert_string_equal(message, over ? "t.csv: line 2 is longer than 1 MiB: not a table of impacts" : "");
    }
    free(text);
}

/* A line of 2 GiB is refused once it is seen to be too long, the rest unread. */
static void test_a_line_of_two_gibibytes(void **state) {
    (void)state;
    FILE *file = file_with("a,b\n", 4);
    assert_int_equal(fseek(file, 2147483647L, SEEK_SET), 0); /* a hole: takes no room on the disk */
    assert_int_equal(fputc('\n', file), '\n');
    rewind(file);
    routh_context context = routh_context_default();
    routh_table table;
    assert_int_equal(routh_table_read(&context, routh_io_file(file, "t.csv"), &asked, &table), ROUTH_BAD_FORMAT);
    assert_string_equal(context.message, "t.csv: line 2 is longer than 1 MiB: not a table of impacts");
    assert_true(ftell(file) < 2L << 20);
    fclose(file);
}

static void test_a_file_that_cannot_be_read(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_table table, zero = {0};
    FILE *file = fopen("/dev/null", "w");
    assert_non_null(file);
    memset(&table, 0x55, sizeof table);
    assert_int_equal(routh_table_read(&context, routh_io_file(file, "t.csv"), &asked, &table), ROUTH_FILE_ERROR);
    fclose(file);
    assert_memory_equal(context.message, "t.csv: reading failed after line 0: ", 36);
    assert_memory_equal(&table, &zero, sizeof table);
}

/* Whichever request for memory fails, the table is empty and nothing is left behind. */
static void test_memory_that_runs_out(void **state) {
    (void)state;
    static char text[8 * 300];
    size_t length = (size_t)snprintf(text, sizeof text, "b,a\n");
    for (int i = 0; i < 200; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%d,1\n", i);
    FILE *file = file_with(text, length);
    routh_status status = ROUTH_OUT_OF_MEMORY;
    int requests = 0;
    for (; status != ROUTH_OK; requests++) {
        ledger book = {.budget = requests};
        routh_context context = context_with(&book);
        routh_table table, zero = {0};
        rewind(file);
        status = routh_table_read(&context, routh_io_file(file, "t.csv"), &asked, &table);
        if (status != ROUTH_OK) {
            assert_int_equal(status, ROUTH_OUT_OF_MEMORY);
            assert_true(context.message[0] != '\0');
            assert_memory_equal(&table, &zero, sizeof table);
        }
        routh_table_release(&context, &table);
        assert_int_equal(book.blocks, 0);
    }
    assert_true(requests > 10);
    fclose(file);
}

SUBJECT(csv_stream) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces_do_not_show),      cmocka_unit_test(test_the_limit_of_a_line),
        cmocka_unit_test(test_a_line_of_two_gibibytes), cmocka_unit_test(test_a_file_that_cannot_be_read),
        cmocka_unit_test(test_memory_that_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
