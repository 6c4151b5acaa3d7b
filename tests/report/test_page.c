/* The report's page: nothing in the data gets out of its place, the data come back as they went in, and the plain page
 * is what people read.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "../subject.h"
#include "report/write.h"

#ifdef ROUTH_HAVE_WEB
static const char study_json[] =
    "{\"version\":\"1.2.3\",\"name\":\"drops </script><!--<script> &amp; \\\"more\\\"\",\"source\":\"a <file>\","
    "\"seed\":7,\"seconds\":1.5,\"truth\":{\"law\":\"wang-mason\",\"parameters\":{\"mu\":0.25,\"eps\":0.5}},"
    "\"frames\":[{\"frame\":\"mirror-t\",\"chosen\":true,\"why\":\"it fits\",\"alarm\":{\"title\":"
    "\"Not as <recorded>.\",\"words\":[\"It fits.\"]},\"dataset\":{\"words\":\"17 of 20 impacts are used.\"},"
    "\"check\":{\"kn\":2523,\"kt\":-2389,\"hypotheses\":[{\"frame\":\"as-recorded\",\"slope\":607,\"gyration\":null,"
    "\"r2\":0.51,\"correlation\":0.87,\"residual\":13.1}],\"findings\":[{\"kind\":\"wrong\",\"what\":\"frame\","
    "\"words\":\"mirrored <b>\"}]},"
    "\"laws\":[{\"name\":\"wang-mason\",\"title\":\"Wang–Mason\",\"parameters\":{\"mu\":{\"value\":0.184,\"sd\":0.01,"
    "\"low\":0.162,\"high\":0.205}},\"error_mean\":0.1683,\"error_median\":null,\"best_percent\":41.2,"
    "\"worst_percent\":3,\"range_fraction\":0.651,\"range_fraction_velocity\":0.54}],"
    "\"bounds\":{\"irb_mean\":0.0481,\"irb_median\":0.03},\"words\":[\"One law is enough.\"]}]}";

/* What the page holds; the caller frees it. */
static char *page_of_web(void) {
    routh_buffer buffer = {0};
    assert_int_equal(
        routh_write_page_text(NULL, ROUTH_STUDY_PAGE, study_json, strlen(study_json), routh_io_buffer(&buffer, NULL)),
        ROUTH_OK);
    return buffer.byte;
}
#endif

static size_t occurrences(const char *text, const char *what) {
    size_t count = 0;
    for (const char *found = text; (found = strstr(found, what)) != NULL; found += strlen(what))
        count++;
    return count;
}

/* Each tag that opens is closed, whatever the data are called. */
static void is_whole(const char *page) {
    assert_int_equal(occurrences(page, "<!doctype html>"), 1);
    assert_int_equal(occurrences(page, "</html>"), 1);
    assert_int_equal(occurrences(page, "</body>"), 1);
}

static void data_come_back(void **state) {
    (void)state;
#ifndef ROUTH_HAVE_WEB
    skip();
#else
    char *page = page_of_web();
    is_whole(page);
    static const char opening[] = "<script type=\"application/json\" id=\"study\">";
    char *data = strstr(page, opening);
    assert_non_null(data);
    data += strlen(opening);
    char *end = strstr(data, "</script>");
    assert_non_null(end);
    json_t *read = json_loadb(data, (size_t)(end - data), 0, NULL), *meant = json_loads(study_json, 0, NULL);
    assert_non_null(meant);
    assert_true(json_equal(read, meant));
    *end = '\0';
    assert_null(strchr(data, '<'));
    json_decref(read);
    json_decref(meant);
    free(page);
#endif
}

static void full_page_needs_nothing_else(void **state) {
    (void)state;
#ifndef ROUTH_HAVE_WEB
    skip();
#else
    char *page = page_of_web();
    assert_null(strstr(page, "src=\"http"));
    assert_null(strstr(page, "href=\"http"));
    assert_null(strstr(page, "@import"));
    assert_null(strstr(page, "/*STUDY*/"));
    assert_null(strstr(page, "/*SCRIPT*/"));
    free(page);
#endif
}

static void print_words(FILE *file, const void *what) {
    fprintf(file, "%s is < %g\n", (const char *)what, 0.5);
}

/* The text for people before the drawing, as text; a drawing as it is; nothing where there is neither. */
static void plain_page_is_what_people_read(void **state) {
    (void)state;
    const routh_form forms[] = {{".svg", .print = print_words}, {".txt", .print = print_words}, {.ending = NULL}};
    const routh_form drawn[] = {{".html", .page = ROUTH_RUN_PAGE}, {".svg", .print = print_words}, {.ending = NULL}};
    routh_buffer page = {0};
    assert_int_equal(routh_write_plain_page(NULL, "a & b", forms, routh_io_buffer(&page, NULL)), ROUTH_OK);
    is_whole(page.byte);
    assert_non_null(strstr(page.byte, "<pre>\na &amp; b is &lt; 0.5\n</pre>"));
    free(page.byte);
    page = (routh_buffer){0};
    assert_int_equal(routh_write_plain_page(NULL, "<svg/>", drawn, routh_io_buffer(&page, NULL)), ROUTH_OK);
    is_whole(page.byte);
    assert_non_null(strstr(page.byte, "<svg/> is < 0.5\n"));
    free(page.byte);
    page = (routh_buffer){0};
    assert_int_equal(routh_write_plain_page(NULL, "", &drawn[2], routh_io_buffer(&page, NULL)), ROUTH_BAD_ARGUMENT);
    free(page.byte);
}

/* Where memory ran out while the object was built there is none. */
static void no_object_is_out_of_memory(void **state) {
    (void)state;
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(routh_write_page(NULL, ROUTH_RUN_PAGE, NULL, 6, routh_io_file(file, NULL)), ROUTH_OUT_OF_MEMORY);
    assert_int_equal(ftell(file), 0);
    fclose(file);
}

static void full_disk_is_reported(void **state) {
    (void)state;
    FILE *file = fopen("/dev/full", "w");
    if (!file)
        skip();
    const routh_form forms[] = {{".txt", .print = print_words}, {.ending = NULL}};
    routh_context context = routh_context_default();
    assert_int_equal(routh_write_plain_page(&context, "", forms, routh_io_file(file, NULL)), ROUTH_FILE_ERROR);
    assert_string_not_equal(context.message, "");
    clearerr(file);
#ifdef ROUTH_HAVE_WEB
    context = routh_context_default();
    assert_int_equal(
        routh_write_page_text(&context, ROUTH_STUDY_PAGE, study_json, strlen(study_json), routh_io_file(file, NULL)),
        ROUTH_FILE_ERROR);
    assert_string_not_equal(context.message, "");
    clearerr(file);
#endif
    fclose(file);
}

SUBJECT(page) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_come_back),
        cmocka_unit_test(full_page_needs_nothing_else),
        cmocka_unit_test(plain_page_is_what_people_read),
        cmocka_unit_test(no_object_is_out_of_memory),
        cmocka_unit_test(full_disk_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
