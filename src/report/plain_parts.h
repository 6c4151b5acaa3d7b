/* What plain pages are made of: pages of tables for builds without Node, written from the JSON that the full page would
 * hold.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_PLAIN_PARTS_H
#define ROUTH_SRC_REPORT_PLAIN_PARTS_H

#include <stdio.h>

#include <jansson.h>

#include <routh/base.h>

/* The object that the text holds; NULL, with a message of ROUTH_BAD_FORMAT, where it holds none. */
json_t *routh_plain_load(routh_context *context, const char *study_json, size_t length);

const char *routh_plain_text_of(const json_t *object, const char *key); /* "" where it is missing */
double routh_plain_number_of(const json_t *object, const char *key);    /* NaN where it is missing or null */

void routh_plain_begin_page(FILE *file, const char *title);
void routh_plain_explain(FILE *file); /* why there are no figures */
void routh_plain_element(FILE *file, const char *tag, const char *text);
void routh_plain_words(FILE *file, const json_t *sentences);

void routh_plain_begin_head(FILE *file, const char *caption);
void routh_plain_column(FILE *file, const char *title);
void routh_plain_end_head(FILE *file);
void routh_plain_begin_table(FILE *file, const char *caption, const char *const *columns, size_t count);
void routh_plain_begin_row(FILE *file, const char *name);
void routh_plain_cell(FILE *file, double value, int decimals);
void routh_plain_end_row(FILE *file);
void routh_plain_end_table(FILE *file);

#define PLAIN_TABLE(file, caption, columns)                                                                            \
    routh_plain_begin_table(file, caption, columns, sizeof(columns) / sizeof *(columns))

#endif
