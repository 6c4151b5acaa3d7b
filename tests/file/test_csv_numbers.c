/* Numbers are read bit for bit as C's strtod reads them, in any locale.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/data.h>

#include "../comma_locale.h"
#include "../subject.h"
#include "base/context.h"

static const char *const only_x[] = {"x", NULL};
static const routh_table_columns asked = {.required = only_x};

/* A file of one column, written line by line. */
typedef struct column_text {
    char *text;
    size_t length, capacity;
} column_text;

static void add_line(column_text *file, const char *line, size_t length) {
    if (file->length + length + 1 > file->capacity) {
        file->capacity = 2 * (file->length + length + 1);
        file->text = realloc(file->text, file->capacity);
        assert_non_null(file->text);
    }
    memcpy(file->text + file->length, line, length);
    file->text[file->length + length] = '\n';
    file->length += length + 1;
}

static column_text begin_column(void) {
    column_text file = {0};
    add_line(&file, "x", 1);
    return file;
}

/* Reads the column and compares every number that strtod finds finite; drops the text. */
static void check_against_strtod(column_text *file) {
    routh_context context = routh_context_default();
    routh_table table;
    add_line(file, "0", 1);
    file->text[file->length - 1] = '\0'; /* strtod needs an end */
    routh_status status =
        routh_table_read(&context, routh_io_memory(file->text, file->length - 1, "x"), &asked, &table);
    if (status != ROUTH_OK)
        fail_msg("%s", context.message);
    const char *at = strchr(file->text, '\n') + 1;
    for (size_t i = 0; i < table.rows; i++) {
        char *end;
        double expected = strtod(at, &end), got = table.column[0][i];
        if (memcmp(&expected, &got, sizeof got) != 0)
            fail_msg("%.*s read as %a, strtod says %a", (int)(end - at), at, got, expected);
        at = end + 1;
    }
    assert_ptr_equal(at, file->text + file->length);
    routh_table_release(NULL, &table);
    free(file->text);
}

/* `digits` random digits with a point somewhere and perhaps an exponent. */
static size_t write_decimal(routh_random *random, char *text, size_t digits, int exponent_range) {
    size_t length = 0, point = routh_random_index(random, digits + 2); /* digits + 1: none */
    uint64_t bits = routh_random_bits(random);
    if (bits & 1)
        text[length++] = bits & 2 ? '-' : '+';
    for (size_t i = 0; i <= digits; i++) {
        if (i == point)
            text[length++] = '.';
        if (i < digits)
            text[length++] = (char)('0' + routh_random_bits(random) % 10);
    }
    if (exponent_range > 0) {
        int exponent = (int)routh_random_index(random, 2 * (size_t)exponent_range + 1) - exponent_range;
        length += (size_t)snprintf(text + length, 8, "%c%d", bits & 4 ? 'e' : 'E', exponent);
    }
    return length;
}

static void compare_random(size_t count, size_t most_digits, int exponent_range) {
    routh_random random = routh_random_seed(11, most_digits);
    column_text file = begin_column();
    char text[64];
    for (size_t i = 0; i < count; i++)
        add_line(&file, text,
                 write_decimal(&random, text, 1 + routh_random_index(&random, most_digits), exponent_range));
    check_against_strtod(&file);
}

static void test_plain_numbers(void **state) {
    (void)state;
    compare_random(800000, 15, 0);
    compare_random(400000, 18, 0);
}

static void test_numbers_with_exponents(void **state) {
    (void)state;
    compare_random(400000, 16, 24); /* about the edge of what a double holds exactly */
    compare_random(200000, 24, 283);
    compare_random(200000, 8, 299);
}

/* Doubles of all sizes as they are usually written, and back. */
static void test_written_doubles(void **state) {
    (void)state;
    routh_random random = routh_random_seed(12, 0);
    column_text file = begin_column();
    for (int i = 0; i < 100000;) {
        uint64_t bits = routh_random_bits(&random);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        char text[40];
        add_line(&file, text, (size_t)snprintf(text, sizeof text, "%.*g", 15 + i++ % 3, value));
    }
    check_against_strtod(&file);
}

static void test_edges(void **state) {
    (void)state;
    static const char *const edge[] = {"0",
                                       "-0",
                                       "+0.0e0",
                                       "0e999999",
                                       "-.0e-99999999999999999999",
                                       "1.7976931348623157e308",
                                       "1.7976931348623158e308", /* rounds down to the largest double */
                                       "2.2250738585072014e-308",
                                       "2.2250738585072011e-308",
                                       "4.9406564584124654e-324",
                                       "5e-324",
                                       "2.4703282292062328e-324",
                                       "2.4703282292062327e-324",
                                       "1e-325",
                                       "-1e-999999",
                                       "1e-99999999999999999999999999",
                                       "9007199254740991",
                                       "9007199254740992",
                                       "9007199254740993",
                                       "9007199254740993.0000000000000000000000000000000001",
                                       "9007199254740995",
                                       "900719925474099.3e1",
                                       "1e22",
                                       "1e23",
                                       "9007199254740993e22",
                                       "9007199254740992e-22",
                                       "18446744073709551615",
                                       "18446744073709551616",
                                       "9999999999999999999",
                                       "10000000000000000000",
                                       "99999999999999999999",
                                       "0.000000000000000000000000000000000000000001",
                                       "123456789012345678901234567890",
                                       "8.98846567431158e307",
                                       "1e308",
                                       "100e306"};
    column_text file = begin_column();
    for (size_t i = 0; i < sizeof edge / sizeof edge[0]; i++)
        add_line(&file, edge[i], strlen(edge[i]));
    check_against_strtod(&file);
}

/* A million zeros before or after the point, undone by the exponent. */
static void test_long_runs_of_zeros(void **state) {
    (void)state;
    enum { ZEROS = 1000000 };
    column_text file = begin_column();
    char *text = malloc(ZEROS + 32);
    assert_non_null(text);
    memset(text, '0', ZEROS);
    text[1] = '.';
    add_line(&file, text, ZEROS + (size_t)snprintf(text + ZEROS, 32, "25e%d", ZEROS - 1));
    text[0] = '7';
    text[1] = '0';
    add_line(&file, text, ZEROS + (size_t)snprintf(text + ZEROS, 32, "e-%d", ZEROS));
    free(text);
    check_against_strtod(&file);
}

/* The digits of an integer, least significant first, times a factor up to 2⁵³. */
static size_t multiply(char *digit, size_t count, uint64_t factor) {
    uint64_t carry = 0;
    for (size_t i = 0; i < count || carry; i++) {
        uint64_t value = (i < count ? (uint64_t)digit[i] : 0) * factor + carry;
        digit[i] = (char)(value % 10);
        carry = value / 10;
        count = i < count ? count : i + 1;
    }
    return count;
}

/* The longest ties there are have 768 digits: one is (2⁵³ − 3) 2⁻¹⁰⁷⁵, between the two largest denormal numbers. As it
 * stands it goes down to the even one; anything after it, however far away, takes it up. */
static void test_the_longest_tie(void **state) {
    (void)state;
    char digit[800] = {1}, text[2048];
    size_t count = 1;
    for (int i = 0; i < 1075; i++)
        count = multiply(digit, count, 5);
    count = multiply(digit, count, (UINT64_C(1) << 53) - 3);
    assert_int_equal(count, 768);
    for (size_t i = 0; i < count; i++)
        text[i] = (char)('0' + digit[count - 1 - i]);
    column_text file = begin_column();
    for (int zeros = 0; zeros < 1000; zeros += 37) {
        memset(text + count, '0', (size_t)zeros);
        for (int last = 0; last < 2; last++) {
            size_t length = count + (size_t)zeros;
            text[length++] = (char)('0' + last);
            add_line(&file, text, length + (size_t)snprintf(text + length, 16, "e%d", -1075 - zeros - 1));
        }
    }
    routh_table table;
    assert_int_equal(routh_table_read(NULL, routh_io_memory(file.text, file.length, "x"), &asked, &table), ROUTH_OK);
    const double up = nextafter(0x1p-1022, 0), even = nextafter(up, 0);
    for (size_t i = 0; i < table.rows; i++)
        assert_true(table.column[0][i] == (i % 2 ? up : even));
    routh_table_release(NULL, &table);
    check_against_strtod(&file);
}

/* 2⁵³ + 1 is a tie that goes down to 2⁵³; a digit far behind takes it up. */
static void test_a_far_digit_decides(void **state) {
    (void)state;
    column_text file = begin_column();
    char text[2048];
    memset(text, '0', sizeof text);
    memcpy(text, "9007199254740993.", 17);
    const size_t length[] = {30, 767, 768, 769, 784, 785, 786, 1000, 2000};
    const size_t count = sizeof length / sizeof length[0];
    for (size_t i = 0; i < count; i++) {
        text[length[i] - 1] = '1';
        add_line(&file, text, length[i]);
        text[length[i] - 1] = '0';
        add_line(&file, text, length[i]);
    }
    routh_table table;
    assert_int_equal(routh_table_read(NULL, routh_io_memory(file.text, file.length, "x"), &asked, &table), ROUTH_OK);
    for (size_t i = 0; i < table.rows; i++)
        assert_true(table.column[0][i] == (i % 2 ? 9007199254740992.0 : 9007199254740994.0));
    routh_table_release(NULL, &table);
    free(file.text);
}

/* Where the decimal point is a comma, strtod reads "1.5" as 1; the table still has 1.5. */
static void test_a_comma_locale_changes_nothing(void **state) {
    (void)state;
    enter_comma_locale();
    assert_true(strtod("1.5", NULL) == 1);
    const char text[] = "x\n1.5\n-0.12345678901234567\n1234.5678901234567e-300\n";
    routh_table table;
    routh_status status = routh_table_read(NULL, routh_io_memory(text, strlen(text), "x"), &asked, &table);
    setlocale(LC_ALL, "C");
    assert_int_equal(status, ROUTH_OK);
    assert_memory_equal(table.column[0], ((double[]){1.5, -0.12345678901234567, 1234.5678901234567e-300}),
                        3 * sizeof(double));
    routh_table_release(NULL, &table);
}

SUBJECT(csv_numbers) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_numbers),       cmocka_unit_test(test_numbers_with_exponents),
        cmocka_unit_test(test_written_doubles),     cmocka_unit_test(test_edges),
        cmocka_unit_test(test_long_runs_of_zeros),  cmocka_unit_test(test_the_longest_tie),
        cmocka_unit_test(test_a_far_digit_decides), cmocka_unit_test(test_a_comma_locale_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
