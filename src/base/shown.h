/* Text from a file, made safe to show in a message: one line, valid UTF-8, of bounded length.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_SHOWN_H
#define ROUTH_SRC_BASE_SHOWN_H

#include <stddef.h>

/* Buffer sizes that together leave room for the message's own words within ROUTH_MESSAGE_SIZE. */
enum { ROUTH_SHOWN_VALUE = 44, ROUTH_SHOWN_HEADER = 104, ROUTH_SHOWN_SOURCE = 164 };

/* Writes the text into `shown`, bytes that cannot be printed as \xNN, cut with … where it would not fit. */
void routh_show_text(char *shown, size_t size, const char *text, size_t length);

/* The same for a file's name: a long one loses its front, since its end is more useful. */
void routh_show_source(char *shown, size_t size, const char *source);

#endif
