/* Channels of a file or of bytes, all of them read. Include after cmocka.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_FILE_CHANNEL_CASES_H
#define ROUTH_TESTS_FILE_CHANNEL_CASES_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "file/channels.h"

/* The message is in context->message. */
static inline routh_status try_channels(routh_context *context, routh_io from, const char *variable,
                                        routh_channels *channels) {
    routh_source source;
    assert_int_equal(routh_source_create(context, from, &source), ROUTH_OK);
    routh_status status = routh_channels_describe(&source, variable, channels);
    for (size_t j = 0; status == ROUTH_OK && j < channels->count; j++)
        channels->channel[j].wanted = true;
    if (status == ROUTH_OK)
        status = routh_channels_read(&source, channels);
    routh_source_release(&source);
    return status;
}

static inline void expect_channels(routh_io from, const char *variable, size_t count, size_t rows,
                                   routh_channels *channels) {
    routh_context context = routh_context_default();
    if (try_channels(&context, from, variable, channels) != ROUTH_OK)
        fail_msg("%s", context.message);
    if (channels->count != count)
        for (size_t j = 0; j < channels->count; j++)
            print_message("%s (%s)\n", channels->channel[j].name, channels->channel[j].body);
    assert_int_equal(channels->count, count);
    assert_int_equal(channels->rows, rows);
}

static inline void expect_no_channels(routh_io from, const char *variable, routh_status wanted, const char *part) {
    routh_context context = routh_context_default();
    routh_channels channels;
    assert_int_equal(try_channels(&context, from, variable, &channels), wanted);
    if (!strstr(context.message, part))
        fail_msg("\"%s\" has no \"%s\"", context.message, part);
    assert_null(channels.channel);
}

/* The channel of that name, and of that body unless it is NULL. */
static inline const routh_channel *channel_of(const routh_channels *channels, const char *body, const char *name) {
    for (size_t j = 0; j < channels->count; j++)
        if (strcmp(channels->channel[j].name, name) == 0 && (!body || strcmp(channels->channel[j].body, body) == 0))
            return &channels->channel[j];
    fail_msg("no channel \"%s\" of \"%s\"", name, body ? body : "anything");
    return NULL;
}

#endif
