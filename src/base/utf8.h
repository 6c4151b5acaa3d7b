/* Where characters begin in UTF-8.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_UTF8_H
#define ROUTH_SRC_BASE_UTF8_H

#include <stddef.h>

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

#endif
