/* Charts and tables of pages, and text for people.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_CHARTS_H
#define ROUTH_SRC_REPORT_CHARTS_H

#include "file/rows.h"

/* The table of a page, with that title, from the rows that are in it. */
json_t *routh_rows_page(routh_rows *rows, const char *title);

/* One number of each of many structs, times a factor: a curve's coordinate, a list. */
typedef struct routh_series {
    const void *first;
    size_t stride, offset, count;
    double factor;
} routh_series;

#define ROUTH_SERIES(type, array, count, field, factor)                                                                \
    ((routh_series){ROUTH_TYPED(type, array), sizeof(type), offsetof(type, field), count, factor})
double routh_series_at(const routh_series *series, size_t index);
json_t *routh_series_json(routh_series series);

json_t *routh_series_json(routh_series series);

/* The same of numbers that stand one after the other. */
static inline routh_series routh_series_of(const double *number, size_t count) {
    return (routh_series){number, sizeof *number, 0, count, 1};
}

/* What pages and figures draw: charts of lines, and of points with intervals. */
typedef struct routh_line {
    const char *name;
    json_t *x, *y, *low, *high; /* low, high: of points; those of single measurements are their values */
} routh_line;

routh_line routh_line_begin(const char *name);
void routh_line_add(routh_line *line, double x, double y);
routh_line routh_points_begin(const char *name);
void routh_points_add(routh_line *line, double x, double y, double low, double high);
void routh_line_end(routh_line *line, json_t **lines); /* without points it is none */

void routh_line_of(json_t **lines, const char *name, routh_series x, routh_series y);
void routh_chart_end(json_t **charts, const char *title, const char *x, const char *y,
                     json_t *lines); /* lines: taken */

/* Text --------------------------------------------------------------------------------------------------*/

/* Text in a column of that width, or wider where it is longer. */
void routh_print_padded(FILE *file, const char *text, int width);

/* Words, broken into lines that begin at column `indent`; the cursor stands at column `at` now, and at the end of the last
 * line afterwards. */
void routh_print_wrapped(FILE *file, const char *text, int at, int indent);

/* "3 impacts", "1 toss"; the plural is the noun with an s unless it is given. */
void routh_print_count(FILE *file, size_t count, const char *noun, const char *plural);

/* "warning:", "wrong:", "not determined:"; "" for what is neither good nor bad. */
const char *routh_finding_mark(const routh_finding *finding);

/* Every text on a line after the indentation; in one line with blanks between where `indent` is NULL. */
void routh_print_findings(FILE *file, const routh_findings *findings, const char *indent);

/* Those from that one on, each after its topic, with marks or without, broken into lines. */
void routh_print_topics(FILE *file, const routh_findings *findings, size_t from, bool marks);

#endif
