/* What every fuzz target asks for: a promise that holds, and messages that can be read.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_FUZZ_DEMAND_H
#define ROUTH_TESTS_FUZZ_DEMAND_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <routh/base.h>

static inline void demand(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "not so: %s\n", what);
        abort();
    }
}

/* Bytes of the character there, 0 where it is none of UTF-8's. */
static inline size_t character_size(const char *text) {
    const unsigned char *byte = (const unsigned char *)text;
    const size_t size = byte[0] < 0x80 ? 1 : byte[0] < 0xC2 ? 0 : byte[0] < 0xE0 ? 2 : byte[0] < 0xF0 ? 3 : 4;
    for (size_t i = 1; i < size; i++)
        if ((byte[i] & 0xC0) != 0x80)
            return 0;
    return byte[0] < 0xF5 ? size : 0;
}

/* One line of printable UTF-8. */
static inline void check_line(const char *line) {
    const char *at = line;
    for (size_t size = 1; *at && size > 0; at += size)
        size = (unsigned char)*at < 0x20 || *at == 0x7F ? 0 : character_size(at);
    if (*at)
        fprintf(stderr, "the message is: %s\n", line);
    demand(!*at, "the message is one line of printable UTF-8");
}

/* A failure has a message, which begins with the name of what was read; a success has none. */
static inline void check_message(const routh_context *context, routh_status status, const char *name) {
    if (status == ROUTH_OK) {
        demand(context->message[0] == '\0', "no message without failure");
        return;
    }
    demand(memchr(context->message, '\0', sizeof context->message) != NULL, "the message ends");
    check_line(context->message);
    if (strncmp(context->message, name, strlen(name)) != 0)
        fprintf(stderr, "the message is: %s\n", context->message);
    demand(strncmp(context->message, name, strlen(name)) == 0, "the message names the file");
}

#endif
