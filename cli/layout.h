/* Text in lines of bounded length.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_LAYOUT_H
#define ROUTH_CLI_LAYOUT_H

#include <stddef.h>
#include <stdio.h>

#include "options.h"

enum { LAYOUT_WIDTH = 100 };

/* Prints words, broken into lines that begin at column `indent`; the cursor stands at column `at` now, and at the end
 * of the last line afterwards. */
void print_wrapped(FILE *file, const char *text, int at, int indent);

/* Paragraphs, one a line; lines that begin with a space stay as they are. */
void print_paragraphs(FILE *file, const char *text);

/* The next line of the text, or NULL at its end; *text moves on behind it. `length` does not count the newline. */
const char *next_line(const char **text, size_t *length);

/* "-o, --output FILE", "--law LAW", "DATA". */
#define ENTRY_HEAD 96
const char *entry_head(const option_entry *entry, char head[ENTRY_HEAD]);

/* What is said about it, with choices and default, as one paragraph. */
#define ENTRY_TEXT 1024
const char *entry_text(const option_entry *entry, char text[ENTRY_TEXT]);

#endif
