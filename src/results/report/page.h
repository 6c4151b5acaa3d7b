/* The report's pages: each one HTML file that needs nothing else, from one JSON object.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_PAGE_H
#define ROUTH_SRC_REPORT_PAGE_H

#include <jansson.h>

#include <routh/file.h>

/* What a page shows, and the file that describes its object. */
typedef enum routh_page_kind {
    ROUTH_STUDY_PAGE,     /* planar impacts: web/src/study.ts */
    ROUTH_INSERTION_PAGE, /* insertions: web/src/insertion/study.ts */
    ROUTH_RUN_PAGE,       /* a body in motion: web/src/run/run.ts */
    ROUTH_TOSSES_PAGE,    /* tosses in space: web/src/tosses/toss.ts */
    ROUTH_BEHAVIOUR_PAGE  /* what a simulator does: web/src/judge/behaviour.ts */
} routh_page_kind;

/* The page of web/ with the object in it; the plain page where the library was built without Node. Takes the object, which
 * is NULL where memory ran out while it was built; writes numbers with so many digits. */
routh_status routh_write_page(routh_context *context, routh_page_kind kind, json_t *object, size_t digits, routh_io to);

/* The same from the object as text. */
routh_status routh_write_page_text(routh_context *context, routh_page_kind kind, const char *json, size_t length,
                                   routh_io to);

/* A table of a page: its columns' heads, and rows of texts, which it takes. */
json_t *routh_page_table(const char *title, const char *const *head, size_t count, json_t *rows);

/* Findings in words, the main tables and links to the other files: no figures, no script. ROUTH_BAD_FORMAT when the text
 * is not a JSON object. */
routh_status routh_write_plain_page(routh_context *context, routh_page_kind kind, const char *json, size_t length,
                                    routh_io to);

#endif
