/* Channels from a text, for tests: what is read of it, and what the message says.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_FILE_CHANNEL_TEXTS_H
#define ROUTH_TESTS_FILE_CHANNEL_TEXTS_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "file/channels.h"

/* Both steps, with every channel wanted, or only those of one name, or with "txy" those of the letters. */
static inline routh_status try_channels(routh_context *context, const char *text, size_t length, const char *only,
                                        const char *variable, routh_channels *channels) {
    routh_source source;
    routh_status status = routh_source_create(context, routh_io_memory(text, length, "t.csv"), &source);
    if (status == ROUTH_OK)
        status = routh_channels_describe(&source, variable, channels);
    if (status == ROUTH_OK) {
        for (size_t j = 0; j < channels->count; j++)
            channels->channel[j].wanted = !only || strcmp(channels->channel[j].name, only) == 0 ||
                                          (strcmp(only, "txy") == 0 && strlen(channels->channel[j].name) == 1);
        status = routh_channels_read(&source, channels);
    }
    routh_source_release(&source);
    return status;
}

static inline routh_channels read_channels(const char *text, const char *only) {
    routh_context context = routh_context_default();
    routh_channels channels;
    if (try_channels(&context, text, strlen(text), only, NULL, &channels) != ROUTH_OK)
        fail_msg("%s\n%s", text, context.message);
    return channels;
}

/* The text must be refused with these words in the message. */
static inline void expect_refusal(const char *text, const char *words) {
    routh_context context = routh_context_default();
    routh_channels channels;
    if (try_channels(&context, text, strlen(text), NULL, NULL, &channels) == ROUTH_OK)
        fail_msg("read: %s", text);
    if (!strstr(context.message, words))
        fail_msg("\"%s\" is not in: %s", words, context.message);
    assert_non_null(strstr(context.message, "t.csv: "));
    assert_null(channels.channel);
    assert_int_equal(channels.count, 0);
}

static inline const routh_channel *find_channel(const routh_channels *channels, const char *body, const char *name) {
    for (size_t j = 0; j < channels->count; j++)
        if (strcmp(channels->channel[j].name, name) == 0 && strcmp(channels->channel[j].body, body) == 0)
            return &channels->channel[j];
    fail_msg("no channel %s of \"%s\"", name, body);
    return NULL;
}

/* The same numbers, NaN for NaN. */
static inline void assert_numbers(const double *value, const double *expected, size_t count) {
    assert_non_null(value);
    for (size_t i = 0; i < count; i++)
        if (!(value[i] == expected[i] || (isnan(value[i]) && isnan(expected[i]))))
            fail_msg("number %zu is %.17g, not %.17g", i, value[i], expected[i]);
}

#define ASSERT_NUMBERS(value, ...)                                                                                     \
    assert_numbers(value, (const double[]){__VA_ARGS__}, sizeof((double[]){__VA_ARGS__}) / sizeof(double))

#endif
