/* What the program says while one of its parsers runs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_FUZZ_PROGRAM_H
#define ROUTH_TESTS_FUZZ_PROGRAM_H

#include "demand.h"
#include "program.h"

/* From here on standard error goes into the text of listen_end. glibc and musl let a program replace the stream, and
 * libFuzzer keeps the one that it began with. */
static FILE *spoken, *heard;
static char writer[4096];

static inline void listen_begin(void) {
    if (!heard)
        heard = fmemopen(writer, sizeof writer, "w");
    demand(heard != NULL, "a place for messages");
    rewind(heard);
    spoken = stderr;
    stderr = heard;
}

static inline const char *listen_end(void) {
    fflush(heard);
    const long length = ftell(heard);
    stderr = spoken;
    demand(length >= 0 && (size_t)length < sizeof writer, "messages are short");
    writer[length] = '\0';
    return writer;
}

/* A failure says why in one line, "routh VERB: …"; a success says nothing. */
static inline void check_speech(const char *text, int failed, const char *begin) {
    const size_t length = strlen(text);
    demand(failed == (length > 0), "a failure has a message, and nothing else has one");
    if (!failed)
        return;
    char line[sizeof writer];
    demand(text[length - 1] == '\n', "a message is a whole line");
    memcpy(line, text, length - 1);
    line[length - 1] = '\0';
    for (const char *at = line; *at; at++)
        demand((unsigned char)*at >= 0x20 && *at != 0x7F, "a message is one line of printable text");
    demand(strncmp(line, begin, strlen(begin)) == 0, "a message names program and verb");
}

#endif
