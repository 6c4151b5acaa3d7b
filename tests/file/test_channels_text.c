/* Separated text of any layout: separators, decimal commas, headers, units, gaps; and what is refused.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "channel_texts.h"

#include <routh/base.h>

#include "../subject.h"

/* Every spelling of the same three columns and two rows gives the same channels. */
static void test_layouts_agree(void **state) {
    (void)state;
    static const struct {
        const char *text;
        char separator, decimal;
        size_t header_line, first_line;
    } layout[] = {
        {"t,x,y\n0.5,1.25,-3\n1.5,2.5,4e2\n", ',', '.', 1, 2},
        {"t;x;y\n0.5;1.25;-3\n1.5;2.5;4e2\n", ';', '.', 1, 2},
        {"t;x;y\n0,5;1,25;-3\n1,5;2,5;4e2\n", ';', ',', 1, 2},
        {"t\tx\ty\n0.5\t1.25\t-3\n1.5\t2.5\t4e2\n", '\t', '.', 1, 2},
        {"t\tx\ty\n0,5\t1,25\t-3\n1,5\t2,5\t4e2\n", '\t', ',', 1, 2},
        {"t x y\n0.5 1.25 -3\n1.5 2.5 4e2\n", ' ', '.', 1, 2},
        {"  t    x y\n   0,5  1,25   -3  \n 1,5 2,5\t 4e2\n", ' ', ',', 1, 2},
        {"t, x, y\n0.5, 1.25, -3\n1.5, 2.5, 4e2\n", ',', '.', 1, 2},
        {"\xEF\xBB\xBFt;x;y\r\n0,5;1,25;-3\r\n1,5;2,5;4e2\r\n", ';', ',', 1, 2},
        {"\"t\",\"x\",\"y\"\n\"0.5\",\"1.25\",\"-3\"\n\"1.5\",\"2.5\",\"4e2\"\n", ',', '.', 1, 2},
        {"\"t\";\"x\";y\n\"0,5\";\"1,25\";\"-3\"\n1,5;2,5;4e2\n", ';', ',', 1, 2},
        {"# a comment, with commas\n% another\n// and one more\n\nt,x,y\n0.5,1.25,-3\n# between\n1.5,2.5,4e2\n", ',',
         '.', 5, 6},
        {"# t x y\n0.5 1.25 -3\n1.5 2.5 4e2\n", ' ', '.', 1, 2},
        {"#t,x,y\n0.5,1.25,-3\n1.5,2.5,4e2\n", ',', '.', 1, 2},
        {"% recorded on a Tuesday\n%t x y\n0.5 1.25 -3\n1.5 2.5 4e2\n", ' ', '.', 2, 3},
        {"Recording of 12 May\nRate,120\nCameras,8\nLens,3.5\nMode,fast\n\nt,x,y\n\n0.5,1.25,-3\n\n1.5,2.5,4e2\n\n",
         ',', '.', 7, 9},
        {"Rate\t120\nBodies\t2\nt\tx\ty\n0.5\t1.25\t-3\n1.5\t2.5\t4e2\n", '\t', '.', 3, 4},
        {"t,x,y\n\"0,5\",\"1,25\",-3\n\"1,5\",\"2,5\",4e2\n", ',', ',', 1, 2},
        {"%t,x,y,frame\n0.5,1.25,-3,map\n1.5,2.5,4e2,map\n", ',', '.', 1, 2},
        {"t,x,y\nframe,,\n0.5,1.25,-3\n1.5,2.5,4e2\n", ',', '.', 1, 3},
        {"t,x,y,\n0.5,1.25,-3,\n1.5,2.5,4e2,\n", ',', '.', 1, 2},
        {"t,x,y\n0.5,1.25,-3,,\n1.5,2.5,4e2,\n", ',', '.', 1, 2},
        {"t,x,y\ns,mm,deg\n0.5,1.25,-3\n1.5,2.5,4e2\n", ',', '.', 1, 3},
        {"t;x;y\n[s];[mm];[deg]\n0,5;1,25;-3\n1,5;2,5;4e2", ';', ',', 1, 3},
    };
    for (size_t i = 0; i < sizeof layout / sizeof layout[0]; i++) {
        routh_channels channels = read_channels(layout[i].text, "txy");
        if (channels.count < 3 || channels.separator != layout[i].separator || channels.decimal != layout[i].decimal ||
            channels.header_line != layout[i].header_line || channels.first_line != layout[i].first_line)
            fail_msg("%zu channels, '%c' '%c', names in line %zu, rows from %zu: %s", channels.count,
                     channels.separator, channels.decimal, channels.header_line, channels.first_line, layout[i].text);
        assert_int_equal(channels.rows, 2);
        ASSERT_NUMBERS(find_channel(&channels, "", "t")->value, 0.5, 1.5);
        ASSERT_NUMBERS(find_channel(&channels, "", "x")->value, 1.25, 2.5);
        ASSERT_NUMBERS(find_channel(&channels, "", "y")->value, -3, 400);
        assert_int_equal(channels.line[0], layout[i].first_line);
        assert_true(isnan(channels.rate));
        routh_channels_release(NULL, &channels);
    }
}

static void test_names(void **state) {
    (void)state;
    routh_channels channels = read_channels("Body1 X (mm),\"a, \"\"b\"\"\",,Body1 X (mm)\n1,2,3,4\n5,6,7,8\n", NULL);
    assert_int_equal(channels.count, 4);
    assert_string_equal(channels.channel[0].name, "Body1 X (mm)");
    assert_string_equal(channels.channel[1].name, "a, \"b\"");
    assert_string_equal(channels.channel[2].name, "3");
    assert_string_equal(channels.channel[3].name, "Body1 X (mm)");
    ASSERT_NUMBERS(channels.channel[3].value, 4, 8);
    assert_string_equal(channels.format, "text, separated by commas");
    routh_channels_release(NULL, &channels);

    channels = read_channels("0,5;1\n0,7;2\n", NULL);
    assert_int_equal(channels.header_line, 0);
    assert_string_equal(channels.channel[0].name, "1");
    assert_string_equal(channels.channel[1].name, "2");
    assert_string_equal(channels.format, "text, separated by semicolons, decimal comma");
    ASSERT_NUMBERS(channels.channel[0].value, 0.5, 0.7);
    routh_channels_release(NULL, &channels);

    channels = read_channels("A title that is no header\n1 2 3\n4 5 6\n", NULL);
    assert_int_equal(channels.count, 3);
    assert_int_equal(channels.header_line, 0);
    routh_channels_release(NULL, &channels);
}

/* Two lines of names: whose a column is, and what. */
static void test_bodies_above_names(void **state) {
    (void)state;
    static const char *const texts[] = {
        ",cube,cube,board,board\ntime,x,y,x,y\n0,1,2,3,4\n1,2,3,4,5\n",
        ",cube,,board,\ntime,x,y,x,y\ns,mm,mm,mm,mm\n0,1,2,3,4\n1,2,3,4,5\n",
        "scorer,net,net,net,net\n,cube,cube,board,board\ntime,x,y,x,y\nframe,,,,\n0,1,2,3,4\n1,2,3,4,5\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        routh_channels channels = read_channels(texts[i], NULL);
        assert_int_equal(channels.count, 5);
        ASSERT_NUMBERS(find_channel(&channels, "", "time")->value, 0, 1);
        ASSERT_NUMBERS(find_channel(&channels, "cube", "y")->value, 2, 3);
        ASSERT_NUMBERS(find_channel(&channels, "board", "x")->value, 3, 4);
        routh_channels_release(NULL, &channels);
    }
    routh_channels channels = read_channels("A title,with a comma\nt,x,y\n0,1,2\n", NULL);
    assert_string_equal(channels.channel[1].body, "");
    routh_channels_release(NULL, &channels);
}

static void test_units_below_names(void **state) {
    (void)state;
    routh_channels channels = read_channels("time,x,angle,note\nms,mm,[deg],\n0,1,2,3\n1,2,3,4\n", NULL);
    assert_true(channels.channel[0].unit == 1e-3);
    assert_true(channels.channel[1].unit == 1e-3);
    assert_true(fabs(channels.channel[2].unit - 3.14159265358979 / 180) < 1e-15);
    assert_true(channels.channel[3].unit == 0);
    routh_channels_release(NULL, &channels);

    channels = read_channels("m,s\n0,1\n1,2\n", NULL); /* nothing above: names */
    assert_string_equal(channels.channel[0].name, "m");
    assert_true(channels.channel[0].unit == 0);
    routh_channels_release(NULL, &channels);
}

static void test_gaps_have_reasons(void **state) {
    (void)state;
    routh_channels channels = read_channels("t,x,y\n"
                                            "0,1,2\n"
                                            "1,,3\n"
                                            "2,NaN,nan\n"
                                            "3,NA,null\n"
                                            "4,-,inf\n"
                                            "5,-Inf,1e999\n"
                                            "6,7\n"
                                            "7\n"
                                            ",,\n"
                                            "9,8,7\n",
                                            NULL);
    assert_int_equal(channels.rows, 10);
    ASSERT_NUMBERS(channels.channel[0].value, 0, 1, 2, 3, 4, 5, 6, 7, NAN, 9);
    ASSERT_NUMBERS(channels.channel[1].value, 1, NAN, NAN, NAN, NAN, NAN, 7, NAN, NAN, 8);
    ASSERT_NUMBERS(channels.channel[2].value, 2, 3, NAN, NAN, NAN, NAN, NAN, NAN, NAN, 7);
    assert_int_equal(channels.gap[ROUTH_GAP_EMPTY], 1 + 2 + 1 + 3);
    assert_int_equal(channels.gap[ROUTH_GAP_NAN], 2 + 1 + 2);
    assert_int_equal(channels.gap[ROUTH_GAP_SHORT], 1 + 2);
    assert_int_equal(channels.gap[ROUTH_GAP_OCCLUDED], 0);
    routh_channels_release(NULL, &channels);
}

/* Without a time of their own, rows of tabs are instants at which nothing was seen. */
static void test_rows_of_tabs_are_rows(void **state) {
    (void)state;
    routh_channels channels = read_channels("x\ty\n1\t2\n\t\n3\t4\n", NULL);
    ASSERT_NUMBERS(channels.channel[0].value, 1, NAN, 3);
    routh_channels_release(NULL, &channels);
}

/* What is not wanted may hold anything, and is not counted as a gap. */
static void test_only_wanted_channels_are_read(void **state) {
    (void)state;
    static const char text[] = "date,x,y,z,label\n2026-05-12,1,5,6,good\n,2,?,6,\"a,b\",\n2026-05-13,,2,6\n";
    routh_channels channels = read_channels(text, "x");
    assert_int_equal(channels.count, 5);
    ASSERT_NUMBERS(channels.channel[1].value, 1, 2, NAN);
    assert_null(channels.channel[0].value);
    assert_null(channels.channel[3].value);
    assert_int_equal(channels.gap[ROUTH_GAP_EMPTY], 1);
    assert_int_equal(channels.gap[ROUTH_GAP_SHORT], 0);
    routh_channels_release(NULL, &channels);

    channels = read_channels(text, "nothing");
    assert_int_equal(channels.rows, 3);
    assert_int_equal(channels.line[2], 4);
    routh_channels_release(NULL, &channels);
}

static void test_refusals_name_the_place(void **state) {
    (void)state;
    expect_refusal("t,x\n0,1\n1,oops\n2,3\n", "line 3, column 2 (x): \"oops\" is not a number");
    expect_refusal("t,x\n0,oops\n1,2\n2,3\n", "line 2, column 2 (x): \"oops\" is not a number");
    expect_refusal("t;x\n0,5;1\n1,5;1.5\n", "line 3, column 2 (x): \"1.5\" is not a number");
    expect_refusal("t,x\n0,1\n1,2,3\n", "line 3 has 3 fields, but there are 2 columns");
    expect_refusal("t x\n0 1\n1 2 3\n", "line 3 has 3 fields, but there are 2 columns");
    expect_refusal("t,x\n0,1\n1,\"2\n", "line 3, column 2: the quote of");
    expect_refusal("", "the file is empty");
    expect_refusal("\n \n", "no row of numbers");
    expect_refusal("t,x\nred,green\n", "no row of numbers in its 2 lines");
    expect_refusal("only words\n", "no row of numbers in its 1 line;");
}

/* Lines of numbers are rows, wherever the layout of most lines begins. */
static void test_no_row_is_lost(void **state) {
    (void)state;
    routh_channels channels = read_channels("1,2\n3,4\n1,2,3\n4,5,6\n7,8,9\n", NULL);
    ASSERT_NUMBERS(channels.channel[0].value, 1, 3, 1, 4, 7);
    ASSERT_NUMBERS(channels.channel[2].value, NAN, NAN, 3, 6, 9);
    routh_channels_release(NULL, &channels);
    channels = read_channels("t,x,y\n1,2\n,,\n3\n1,2,3\n4,5,6\n7,8,9\n", NULL);
    ASSERT_NUMBERS(channels.channel[0].value, 1, NAN, 3, 1, 4, 7);
    routh_channels_release(NULL, &channels);
    expect_refusal("1,2,3,4\n1,2,3\n4,5,6\n7,8,9\n", "line 1 has 4 fields, but there are 3 columns");
    expect_refusal("t,x,y\n1,2,oops\n4,5,6\n7,8,9\n", "line 2, column 3 (y): \"oops\"");
}

static void test_binary_is_no_text(void **state) {
    (void)state;
    static const char bytes[] = "1,2\n\0,4\n";
    routh_context context = routh_context_default();
    routh_channels channels;
    assert_int_equal(try_channels(&context, bytes, sizeof bytes - 1, NULL, NULL, &channels), ROUTH_BAD_FORMAT);
    assert_non_null(strstr(context.message, "not in a format that can be read"));
}

/* A file on disk gives what memory gives, whatever the length of its lines and of the file. */
static void test_files_and_memory_agree(void **state) {
    (void)state;
    enum { ROWS = 40000, COLUMNS = 12 };
    const char path[] = "channels_text_test.csv";
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fprintf(file, "time");
    for (int j = 1; j < COLUMNS; j++)
        fprintf(file, ";c%d", j);
    for (int i = 0; i < ROWS; i++) {
        fprintf(file, "\n%d,%02d", i / 100, i % 100);
        for (int j = 1; j < COLUMNS; j++)
            fprintf(file, (i + j) % 7 ? ";%d,5" : ";", i * j);
    }
    fclose(file);

    routh_context context = routh_context_default();
    routh_source source;
    routh_channels channels;
    assert_int_equal(routh_source_create(&context, routh_io_path(path), &source), ROUTH_OK);
    assert_int_equal(routh_channels_describe(&source, NULL, &channels), ROUTH_OK);
    assert_int_equal(channels.count, COLUMNS);
    channels.channel[0].wanted = channels.channel[9].wanted = true;
    assert_int_equal(routh_channels_read(&source, &channels), ROUTH_OK);
    assert_int_equal(channels.rows, ROWS);
    size_t gaps = 0;
    for (int i = 0; i < ROWS; i++) {
        const double value = channels.channel[9].value[i];
        assert_true((i + 9) % 7 ? value == i * 9 + 0.5 : isnan(value));
        assert_true(fabs(channels.channel[0].value[i] - i / 100.) < 1e-12);
        assert_int_equal(channels.line[i], i + 2);
        gaps += (i + 9) % 7 == 0;
    }
    assert_int_equal(channels.gap[ROUTH_GAP_EMPTY], gaps);
    routh_channels_release(&context, &channels);
    routh_source_release(&source);
    remove(path);
}

/* The list of readers ends, and every reader has a name. */
static void test_list_of_readers(void **state) {
    (void)state;
    size_t count = 0;
    for (const routh_channel_reader *reader; (reader = routh_channel_reader_at(count)); count++)
        assert_true(reader->name[0] && reader->about[0] && reader->recognise &&
                    (reader->arrays || (reader->describe && reader->read)));
    assert_true(count >= 5);
    assert_string_equal(routh_channel_reader_at(count - 1)->name, "text");
}

SUBJECT(channels_text) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layouts_agree),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_bodies_above_names),
        cmocka_unit_test(test_units_below_names),
        cmocka_unit_test(test_gaps_have_reasons),
        cmocka_unit_test(test_rows_of_tabs_are_rows),
        cmocka_unit_test(test_only_wanted_channels_are_read),
        cmocka_unit_test(test_refusals_name_the_place),
        cmocka_unit_test(test_no_row_is_lost),
        cmocka_unit_test(test_binary_is_no_text),
        cmocka_unit_test(test_files_and_memory_agree),
        cmocka_unit_test(test_list_of_readers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
