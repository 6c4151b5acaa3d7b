/* The report's pages: each one HTML file that needs nothing else, from a study as JSON. web/src/study.ts describes that of
 * planar impacts, web/src/insertion/study.ts that of insertions.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_PAGE_H
#define ROUTH_SRC_REPORT_PAGE_H

#include <stdio.h>

#include <routh/base.h>

/* The page of web/ with the study in it; the plain page where the library was built without (ROUTH_WEB off). */
routh_status routh_write_page(routh_context *context, const char *study_json, size_t length, FILE *file);
routh_status routh_write_insertion_page(routh_context *context, const char *study_json, size_t length, FILE *file);

/* The main numbers as tables, no figures and no script. ROUTH_BAD_FORMAT when the text is no JSON object. */
routh_status routh_write_plain_page(routh_context *context, const char *study_json, size_t length, FILE *file);
routh_status routh_write_plain_insertion_page(routh_context *context, const char *study_json, size_t length,
                                              FILE *file);

#endif
