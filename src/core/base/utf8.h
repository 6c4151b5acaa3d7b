/* Where characters begin in UTF-8.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_UTF8_H
#define ROUTH_SRC_BASE_UTF8_H

#include <stddef.h>
#include <string.h>

/* Every byte of a character but its first, of which there are at most three, is 10xxxxxx. */
static inline int routh_utf8_continues(char byte) {
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Characters; in the texts that are counted here each takes one place in a line. */
static inline size_t routh_utf8_count(const char *text) {
    size_t count = 0;
    for (; *text; text++)
        count += !routh_utf8_continues(*text);
    return count;
}

/* Removes the rest of a last character that did not fit, as snprintf leaves it. */
static inline void routh_utf8_drop_cut(char *text) {
    const size_t length = strlen(text);
    size_t lead = length;
    while (lead > 0 && routh_utf8_continues(text[lead - 1]))
        lead--;
    const unsigned char byte = lead > 0 ? (unsigned char)text[lead - 1] : 0;
    const size_t whole = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 0;
    if (length - lead + 1 < whole)
        text[lead - 1] = '\0';
}

#endif
