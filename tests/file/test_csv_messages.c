/* What the reader of comma-separated values refuses: one clear line naming file, row, column and value.
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

static const char *const a_and_vx[] = {"a", "vx", NULL};
static const routh_table_columns asked = {.required = a_and_vx};

/* Reads what must be refused; the table must come back empty. */
static routh_status refuse(const char *text, size_t length, const char *source, const routh_table_columns *columns,
                           char message[ROUTH_MESSAGE_SIZE]) {
    routh_context context = routh_context_default();
    routh_table table, zero = {0};
    memset(&table, 0x55, sizeof table);
    routh_status status = routh_table_read(&context, routh_io_memory(text, length, source), columns, &table);
    assert_memory_equal(&table, &zero, sizeof table);
    memcpy(message, context.message, ROUTH_MESSAGE_SIZE);
    return status;
}

static void test_messages(void **state) {
    (void)state;
#define TEXT(literal) literal, sizeof(literal) - 1
    static const struct {
        const char *text;
        size_t length;
        const char *message;
    } bad[] = {
        {TEXT(""), "drops.csv: the file is empty"},
        {TEXT(" \n\r\n\n"), "drops.csv: the file has only blank lines"},
        {TEXT("a,vx\n"), "drops.csv: has a header but no rows"},
        {TEXT("a,vx\n\n \n"), "drops.csv: has a header but no rows"},
        {TEXT("a,vy\n1,2\n"), "drops.csv: no column \"vx\" (the header has a,vy)"
                              "; names must match exactly, in lower case and without units"},
        {TEXT("a;vx\n1;2\n"), "drops.csv: no column \"a\" (the header has a;vx)"
                              "; it seems to be separated by semicolons: commas are needed, and a point in numbers"},
        {TEXT("1,2\n3,4\n"), "drops.csv: no column \"a\" (the header has 1,2)"
                             "; the first line must hold the names of the columns"},
        {TEXT("A,Vx\n3,4\n"), "drops.csv: no column \"a\" (the header has A,Vx)"
                              "; names must match exactly, in lower case and without units"},
        {TEXT("a,vx,a\n1,2,3\n"), "drops.csv: column \"a\" is in the header twice"},
        {TEXT("a,\"vx\"x\n1,2\n"), "drops.csv: no column \"vx\" (the header has a,\"vx\"x)"
                                   "; names must match exactly, in lower case and without units"},
        {TEXT("a,vx\n1,2\n\n3,abc\n"), "drops.csv: row 2 (line 4), column vx: \"abc\" is not a number"},
        {TEXT("a,vx\n1,nan\n"), "drops.csv: row 1 (line 2), column vx: \"nan\" is not a finite number"},
        {TEXT("a,vx\n1,-NaN(0x8)\n"), "drops.csv: row 1 (line 2), column vx: \"-NaN(0x8)\" is not a finite number"},
        {TEXT("a,vx\n+inf,1\n"), "drops.csv: row 1 (line 2), column a: \"+inf\" is not a finite number"},
        {TEXT("a,vx\n-Infinity,1\n"), "drops.csv: row 1 (line 2), column a: \"-Infinity\" is not a finite number"},
        {TEXT("a,vx\n1,1e999\n"), "drops.csv: row 1 (line 2), column vx: \"1e999\" is not a finite number"},
        {TEXT("a,vx\n1,0x10\n"), "drops.csv: row 1 (line 2), column vx: \"0x10\" is not a number"},
        {TEXT("a,vx\n1,1 2\n"), "drops.csv: row 1 (line 2), column vx: \"1 2\" is not a number"},
        {TEXT("a,vx\n1,1e\n"), "drops.csv: row 1 (line 2), column vx: \"1e\" is not a number"},
        {TEXT("a,vx\n1,1e+\n"), "drops.csv: row 1 (line 2), column vx: \"1e+\" is not a number"},
        {TEXT("a,vx\n1,.\n"), "drops.csv: row 1 (line 2), column vx: \".\" is not a number"},
        {TEXT("a,vx\n1,-\n"), "drops.csv: row 1 (line 2), column vx: \"-\" is not a number"},
        {TEXT("a,vx\n1,--1\n"), "drops.csv: row 1 (line 2), column vx: \"--1\" is not a number"},
        {TEXT("a,vx\n1,1.2.3\n"), "drops.csv: row 1 (line 2), column vx: \"1.2.3\" is not a number"},
        {TEXT("a,vx\n1,in\n"), "drops.csv: row 1 (line 2), column vx: \"in\" is not a number"},
        {TEXT("a,vx\n1,infi\n"), "drops.csv: row 1 (line 2), column vx: \"infi\" is not a number"},
        {TEXT("a,vx\n1,nano\n"), "drops.csv: row 1 (line 2), column vx: \"nano\" is not a number"},
        {TEXT("a,vx\n,1\n"), "drops.csv: row 1 (line 2), column a: the field is empty"},
        {TEXT("a,vx\n1, \"\" \n"), "drops.csv: row 1 (line 2), column vx: the field is empty"},
        {TEXT("a,vx\n1,\"1,5\"\n"), "drops.csv: row 1 (line 2), column vx: \"1,5\" is not a number"},
        {TEXT("a,vx\n1,\"2\"3\n"), "drops.csv: row 1 (line 2), column vx: \"\"2\"3\" is not a number"},
        {TEXT("a,vx\n1,2\0\n"), "drops.csv: row 1 (line 2), column vx: \"2\\x00\" is not a number"},
        {TEXT("a,vx\n1,\x1B[2J\r3\xFF\n"),
         "drops.csv: row 1 (line 2), column vx: \"\\x1B[2J\\x0D3\\xFF\" is not a number"},
        {TEXT("a,vx\n1,½\xC2\x85\xE2\x80\xA8\n"),
         "drops.csv: row 1 (line 2), column vx: \"½\\xC2\\x85\\xE2\\x80\\xA8\" is not a number"},
        {TEXT("a,vx\n1,5\xE2\x80\xAE\xE2\x81\xA7\n"),
         "drops.csv: row 1 (line 2), column vx: \"5\\xE2\\x80\\xAE\\xE2\\x81\\xA7\" is not a number"},
        {TEXT("a,vx\n1,\xC0\x80\xED\xA0\x80\xE2\x82\n"),
         "drops.csv: row 1 (line 2), column vx: \"\\xC0\\x80\\xED\\xA0\\x80\\xE2\\x82\" is not a number"},
        {TEXT("a,vx,c,d,e,f,g\n1,2,3,4,5,6,7\n1,2,3,4,5\n"),
         "drops.csv: row 2 (line 3) has 5 fields, the header has 7"},
        {TEXT("a,vx\n1\n"), "drops.csv: row 1 (line 2) has 1 field, the header has 2"},
        {TEXT("a,vx\n1,2,\n"), "drops.csv: row 1 (line 2) has 3 fields, the header has 2"},
        {TEXT("a,\"vx\n\",1\n"), "drops.csv: line 1, field 2: the quote of \"vx is not closed; a quoted field must "
                                 "end on its line"},
        {TEXT("a,vx,note\n1,2,ok\n1,2,\"split\nnote\"\n"),
         "drops.csv: row 2 (line 3), field 3: the quote of \"split is not closed; a quoted field must end on its "
         "line"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char message[ROUTH_MESSAGE_SIZE];
        assert_int_equal(refuse(bad[i].text, bad[i].length, "drops.csv", &asked, message), ROUTH_BAD_FORMAT);
        assert_string_equal(message, bad[i].message);
    }
}

/* A value of any length is shown with 40 characters at most, never cut within one. */
static void test_long_values_are_shortened(void **state) {
    (void)state;
    char text[4096], message[ROUTH_MESSAGE_SIZE];
    size_t length = (size_t)snprintf(text, sizeof text, "a,vx\n1,");
    memset(text + length, 'x', 1000);
    refuse(text, length + 1000, "drops.csv", &asked, message);
    assert_string_equal(message,
                        "drops.csv: row 1 (line 2), column vx: \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…\" is "
                        "not a number");
    for (size_t i = 0; i < 500; i++)
        memcpy(text + length + 1 + 2 * i, "é", 2);
    refuse(text, length + 1001, "drops.csv", &asked, message);
    assert_string_equal(message, "drops.csv: row 1 (line 2), column vx: \"xééééééééééééééééééé…\" is not a number");
}

/* The end of a long path stays, a long header and a long column name are cut, and all of it fits. */
static void test_long_names_are_shortened(void **state) {
    (void)state;
    static char source[2001], header[3001], name[1001];
    char message[ROUTH_MESSAGE_SIZE];
    memset(source, 'd', sizeof source - 1);
    memcpy(source + sizeof source - 11, "/drops.csv", 10);
    memset(header, 'h', sizeof header - 1);
    memset(name, 'n', sizeof name - 1);
    const char *const names[] = {name, NULL};
    refuse(header, sizeof header - 1, source, &(routh_table_columns){.required = names}, message);
    assert_memory_equal(message, "…dddd", strlen("…dddd"));
    assert_non_null(strstr(message, "d/drops.csv: no column \"nnnn"));
    assert_non_null(strstr(message, "n…\" (the header has hhhh"));
    assert_non_null(strstr(message, "h…); names must match"));
}

/* A long path is never cut within a character: whichever byte it is cut at, whole ones are left. */
static void test_long_names_keep_whole_characters(void **state) {
    (void)state;
    char source[1024], message[ROUTH_MESSAGE_SIZE];
    for (size_t shift = 0; shift < 2; shift++) {
        for (size_t i = 0; i < 400; i++)
            memcpy(source + 2 * i, "é", 2);
        snprintf(source + 800, sizeof source - 800, "%.*s.csv", (int)shift, "x");
        refuse("", 0, source, &asked, message);
        assert_memory_equal(message, "…éé", strlen("…éé"));
        assert_null(strchr(message, '\\'));
        assert_non_null(strstr(message, shift ? "éx.csv: the file is empty" : "é.csv: the file is empty"));
    }
}

/* A file's name with a line break in it still makes one line. */
static void test_an_odd_file_name(void **state) {
    (void)state;
    char message[ROUTH_MESSAGE_SIZE];
    refuse("", 0, "two\nlines.csv", &asked, message);
    assert_string_equal(message, "two\\x0Alines.csv: the file is empty");
}

static void test_bad_arguments(void **state) {
    (void)state;
    static const char *const twice[] = {"a", "a", NULL};
    char message[ROUTH_MESSAGE_SIZE];
    const char text[] = "a,b\n1,2\n";
    assert_int_equal(refuse(text, strlen(text), "t", &(routh_table_columns){.required = twice}, message),
                     ROUTH_BAD_ARGUMENT);
    assert_string_equal(message, "t: column \"a\" is asked for twice");
    assert_int_equal(refuse(NULL, 3, "t", &asked, message), ROUTH_BAD_ARGUMENT);
    assert_int_equal(refuse(text, 3, NULL, &asked, message), ROUTH_BAD_FORMAT);
    assert_non_null(strstr(message, "the text: no column")); /* a name is not needed */
    assert_int_equal(refuse(text, 3, "t", NULL, message), ROUTH_BAD_ARGUMENT);
    assert_int_equal(refuse(NULL, 0, "t", &asked, message), ROUTH_BAD_FORMAT);
    assert_int_equal(routh_table_read(NULL, routh_io_memory(text, strlen(text), "t"), &asked, NULL),
                     ROUTH_BAD_ARGUMENT);
    routh_table table, zero = {0};
    memset(&table, 0x55, sizeof table);
    assert_int_equal(routh_table_read(NULL, routh_io_file(NULL, "t"), &asked, &table), ROUTH_BAD_ARGUMENT);
    assert_memory_equal(&table, &zero, sizeof table);
}

SUBJECT(csv_messages) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_long_values_are_shortened),
        cmocka_unit_test(test_long_names_are_shortened),
        cmocka_unit_test(test_long_names_keep_whole_characters),
        cmocka_unit_test(test_an_odd_file_name),
        cmocka_unit_test(test_bad_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
