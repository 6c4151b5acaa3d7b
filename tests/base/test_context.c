/* The context: defaults, messages that stay one clean line, hooks for log and progress.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../subject.h"
#include "base/context.h"

static void test_default_sets_every_field(void **state) {
    (void)state;
    routh_context context;
    memset(&context, 0xA5, sizeof context);
    context = routh_context_default();
    assert_null(context.allocate);
    assert_null(context.reallocate);
    assert_null(context.release);
    assert_null(context.log);
    assert_null(context.progress);
    assert_null(context.user);
    assert_int_equal(context.threads, 0);
    for (size_t i = 0; i < ROUTH_MESSAGE_SIZE; i++)
        assert_int_equal(context.message[i], 0);
}

static void test_threads(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    const int cores = routh_threads(NULL);
    assert_true(cores >= 1);
    assert_int_equal(routh_threads(&context), cores);
    context.threads = 3;
    assert_int_equal(routh_threads(&context), 3);
    context.threads = -1;
    assert_int_equal(routh_threads(&context), cores);
}

static void test_failing_returns_the_status_and_says_why(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    assert_int_equal(routh_fail(&context, ROUTH_BAD_MASS, "mass is %g kg", -1.5), ROUTH_BAD_MASS);
    assert_string_equal(context.message, "mass is -1.5 kg");
    assert_int_equal(routh_fail(NULL, ROUTH_BAD_MASS, "mass is %g kg", -1.5), ROUTH_BAD_MASS);
    assert_null(context.field);
    assert_int_equal(routh_fail_field(&context, ROUTH_BAD_MASS, "body.mass", "mass is %g kg", -2.0), ROUTH_BAD_MASS);
    assert_string_equal(context.message, "mass is -2 kg");
    assert_string_equal(context.field, "body.mass");
    routh_fail(&context, ROUTH_BAD_MASS, "mass is %g kg", -1.5); /* a failure about no field forgets the last one */
    assert_null(context.field);
    assert_int_equal(routh_fail_field(NULL, ROUTH_BAD_MASS, "body.mass", "-"), ROUTH_BAD_MASS);
}

static void test_a_message_may_quote_the_one_before(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_fail(&context, ROUTH_BAD_MASS, "mass is %g kg", 0.0);
    routh_fail(&context, ROUTH_BAD_FORMAT, "row %d: %s", 7, context.message);
    assert_string_equal(context.message, "row 7: mass is 0 kg");
}

static void test_a_message_is_one_line(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_fail(&context, ROUTH_BAD_FORMAT, "two\nlines\r\n\tand \x1b a bell\a,\x7f μ kept \n");
    assert_string_equal(context.message, "two lines   and   a bell ,  μ kept");
    routh_fail(&context, ROUTH_BAD_FORMAT, "\"%.2s\" cut, %s", "xμ", "\xFF none, \xE2\x80\xAE turned");
    assert_string_equal(context.message, "\"x?\" cut, ? none, ??? turned");
    routh_fail(&context, ROUTH_BAD_FORMAT, "%s", "\n\n");
    assert_string_equal(context.message, "");
}

/* Is the text whole UTF-8 characters from beginning to end? Knows the lengths only, which is what cutting can break. */
static int is_whole_utf8(const char *text) {
    const unsigned char *at = (const unsigned char *)text;
    while (*at) {
        int more = *at < 0x80 ? 0 : *at >= 0xF0 ? 3 : *at >= 0xE0 ? 2 : *at >= 0xC0 ? 1 : -1;
        if (more < 0)
            return 0;
        for (at++; more > 0; more--, at++)
            if ((*at & 0xC0) != 0x80)
                return 0;
    }
    return 1;
}

static void test_long_messages_are_cut_between_characters(void **state) {
    (void)state;
    static const char *const letters[] = {"x", "μ", "…", "𝜇"};
    for (size_t kind = 0; kind < 4; kind++) {
        char text[2 * ROUTH_MESSAGE_SIZE + 1] = "";
        for (size_t length = 0; length + 4 < sizeof text; length += strlen(letters[kind]))
            memcpy(text + length, letters[kind], strlen(letters[kind]) + 1);
        // shifted by 0 to 4 bytes, so that the end falls on every byte of a character
        for (int shift = 0; shift <= 4; shift++) {
            routh_context context;
            memset(&context, 0xA5, sizeof context);
            routh_fail(&context, ROUTH_BAD_FORMAT, "%.*s%s", shift, "abcd", text);
            size_t length = strnlen(context.message, ROUTH_MESSAGE_SIZE);
            assert_true(length < ROUTH_MESSAGE_SIZE);
            assert_true(length >= ROUTH_MESSAGE_SIZE - 4);
            assert_string_equal(context.message + length - strlen("…"), "…");
            assert_true(is_whole_utf8(context.message));
        }
    }
}

static void test_a_message_that_just_fits_is_not_cut(void **state) {
    (void)state;
    char text[ROUTH_MESSAGE_SIZE + 1];
    memset(text, 'x', sizeof text);
    text[ROUTH_MESSAGE_SIZE - 1] = '\0';
    routh_context context = routh_context_default();
    routh_fail(&context, ROUTH_BAD_FORMAT, "%s", text);
    assert_string_equal(context.message, text);
    text[ROUTH_MESSAGE_SIZE - 1] = 'x';
    text[ROUTH_MESSAGE_SIZE] = '\0';
    routh_fail(&context, ROUTH_BAD_FORMAT, "%s", text);
    assert_int_equal(context.message[ROUTH_MESSAGE_SIZE - 1], 0);
    assert_string_equal(context.message + ROUTH_MESSAGE_SIZE - 1 - strlen("…"), "…");
}

static void test_bytes_that_are_not_utf8_do_no_harm(void **state) {
    (void)state;
    char text[2 * ROUTH_MESSAGE_SIZE];
    memset(text, 0x80, sizeof text);
    text[sizeof text - 1] = '\0';
    routh_context context = routh_context_default();
    routh_fail(&context, ROUTH_BAD_FORMAT, "%s", text);
    assert_true(strnlen(context.message, ROUTH_MESSAGE_SIZE) < ROUTH_MESSAGE_SIZE);
}

typedef struct heard {
    routh_log_level level;
    char text[ROUTH_MESSAGE_SIZE];
    double fraction;
    int calls, answer;
} heard;

static void hear_log(routh_log_level level, const char *line, void *user) {
    heard *ear = user;
    ear->calls++;
    ear->level = level;
    strncpy(ear->text, line, sizeof ear->text - 1);
}

static int hear_progress(const char *what, double fraction, void *user) {
    heard *ear = user;
    ear->calls++;
    ear->fraction = fraction;
    strncpy(ear->text, what, sizeof ear->text - 1);
    return ear->answer;
}

static void test_log_reaches_the_hook_and_is_silent_without(void **state) {
    (void)state;
    heard ear = {0};
    routh_context context = routh_context_default();
    routh_log(NULL, ROUTH_LOG_INFO, "nobody");
    routh_log(&context, ROUTH_LOG_INFO, "nobody");
    context.log = hear_log;
    context.user = &ear;
    routh_log(&context, ROUTH_LOG_WARNING, "%d impacts\nrejected", 3);
    assert_int_equal(ear.calls, 1);
    assert_int_equal(ear.level, ROUTH_LOG_WARNING);
    assert_string_equal(ear.text, "3 impacts rejected");
    assert_string_equal(context.message, "");
}

static void test_progress_is_told_and_can_stop_the_work(void **state) {
    (void)state;
    heard ear = {0};
    routh_context context = routh_context_default();
    assert_int_equal(routh_progress(NULL, "fitting", 0.5), ROUTH_OK);
    assert_int_equal(routh_progress(&context, "fitting", 0.5), ROUTH_OK);
    context.progress = hear_progress;
    context.user = &ear;
    context.heartbeat.pause = -1;
    assert_int_equal(routh_progress(&context, "fitting", 0.5), ROUTH_OK);
    assert_string_equal(ear.text, "fitting");
    assert_true(ear.fraction == 0.5);
    assert_string_equal(context.message, "");
    ear.answer = 1;
    assert_int_equal(routh_progress(&context, "fitting", 0.25), ROUTH_CANCELLED);
    assert_non_null(strstr(context.message, "fitting"));
    assert_non_null(strstr(context.message, "25 %"));
}

static void test_progress_stays_within_0_and_1(void **state) {
    (void)state;
    heard ear = {0};
    routh_context context = routh_context_default();
    context.progress = hear_progress;
    context.user = &ear;
    routh_progress(&context, "fitting", 1.5);
    assert_true(ear.fraction == 1);
    routh_progress(&context, "fitting", -0.5);
    assert_true(ear.fraction == 0);
}

/* A pause of decades: what is told in spite of it is told whatever the time. */
static void test_only_beginnings_and_ends_are_told_within_a_pause(void **state) {
    (void)state;
    static const struct {
        const char *what;
        double fraction;
        int calls;
    } steps[] = {{"fitting", 0.2, 1}, {"fitting", 0.3, 1}, {NULL, 0, 1},      {"fitting", 1, 2},
                 {"drawing", 0.5, 3}, {"drawing", 0.6, 3}, {"drawing", 0, 4}, {NULL, 0, 4}};
    heard ear = {0};
    routh_context context = routh_context_default();
    context.progress = hear_progress;
    context.user = &ear;
    context.heartbeat.pause = 1e9;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        assert_int_equal(steps[i].what ? routh_progress(&context, steps[i].what, steps[i].fraction)
                                       : routh_check_cancelled(&context),
                         ROUTH_OK);
        assert_int_equal(ear.calls, steps[i].calls);
    }
    context.heartbeat.pause = -1;
    ear.answer = 1;
    assert_int_equal(routh_progress(&context, "drawing", 0.25), ROUTH_CANCELLED);
    assert_int_equal(routh_check_cancelled(&context), ROUTH_CANCELLED);
    assert_string_equal(ear.text, "drawing");
    assert_true(ear.fraction == 0.25);
}

/* A quiet context tells nothing of its own, but asks for its caller. */
static void test_what_is_quiet_can_be_stopped(void **state) {
    (void)state;
    heard ear = {0};
    routh_context context = routh_context_default(), quiet = routh_context_quiet(&context),
                  nobody = routh_context_quiet(NULL);
    assert_int_equal(routh_progress(&nobody, "trying", 0), ROUTH_OK);
    context.progress = hear_progress;
    context.user = &ear;
    context.heartbeat.pause = -1;
    assert_int_equal(routh_progress(&context, "searching", 0.5), ROUTH_OK);
    assert_int_equal(routh_progress(&quiet, "trying", 0), ROUTH_OK);
    assert_string_equal(ear.text, "searching");
    ear.answer = 1;
    assert_int_equal(routh_progress(&quiet, "trying", 0.1), ROUTH_CANCELLED);
}

SUBJECT(context) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_default_sets_every_field),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_failing_returns_the_status_and_says_why),
        cmocka_unit_test(test_a_message_may_quote_the_one_before),
        cmocka_unit_test(test_a_message_is_one_line),
        cmocka_unit_test(test_long_messages_are_cut_between_characters),
        cmocka_unit_test(test_a_message_that_just_fits_is_not_cut),
        cmocka_unit_test(test_bytes_that_are_not_utf8_do_no_harm),
        cmocka_unit_test(test_log_reaches_the_hook_and_is_silent_without),
        cmocka_unit_test(test_progress_is_told_and_can_stop_the_work),
        cmocka_unit_test(test_progress_stays_within_0_and_1),
        cmocka_unit_test(test_only_beginnings_and_ends_are_told_within_a_pause),
        cmocka_unit_test(test_what_is_quiet_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
