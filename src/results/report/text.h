/* Text for people: columns that count characters, lines of bounded length, and the parts that several reports have.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_TEXT_H
#define ROUTH_SRC_REPORT_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include <routh/study.h>

enum { ROUTH_TEXT_WIDTH = 100 };

/* Characters of the text: printf counts bytes, a column characters. */
int routh_count_characters(const char *text, size_t length);

/* Text in a column so many characters wide, or wider where it is longer. */
void routh_print_padded(FILE *file, const char *text, int width);

/* Words, broken into lines that begin at column `indent`; the cursor stands at column `at` now, and at the end of the last
 * line afterwards. */
void routh_print_wrapped(FILE *file, const char *text, int at, int indent);

/* Does the name ask for text? Otherwise what has JSON besides is written as JSON, whatever the name. */
bool routh_wants_text(const routh_io *to);
bool routh_wants_csv(const routh_io *to);

/* The shortest decimal that reads back as the same double. */
void routh_number_print(FILE *file, double value);

/* The end of a noun of which there are so many: "" or "s". */
const char *routh_plural(size_t count);

/* "disc of radius 0.05 m". */
void routh_print_shape(FILE *file, const routh_shape *shape);

/* Text of a table in quotes, and what comes after it. */
void routh_quoted_print(FILE *file, const char *text, const char *end);

/* An empty line, then every sentence on a line. */
void routh_print_sentences(FILE *file, const routh_findings *findings);

/* Parameters that depend on something, and what was found in looking for that; NULL: nothing. */
void routh_print_covariates(FILE *file, const routh_dependence_study *dependence, const routh_exploration *exploration);

/* The learning curves of one frame, and the conclusion. */
void routh_print_learning(FILE *file, const routh_frame_study *frame);

/* How numbers scatter between groups; takes a const routh_split. */
void routh_print_split(FILE *file, const void *split);

#endif
