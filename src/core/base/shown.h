/* Text from a file, made safe to show in a message: one line, valid UTF-8, of bounded length.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_SHOWN_H
#define ROUTH_SRC_BASE_SHOWN_H

#include <routh/base.h>

/* Buffer sizes that together leave room for the message's own words within ROUTH_MESSAGE_SIZE. */
enum { ROUTH_SHOWN_VALUE = 44, ROUTH_SHOWN_HEADER = 104, ROUTH_SHOWN_SOURCE = 164 };

/* Would it be shown as it is? */
bool routh_is_shown(const char *text);

/* As routh_show_text, for a file's name: a long one loses its front, since its end is more useful. */
void routh_show_source(char *shown, size_t size, const char *source);

#endif
