/* The report's pages: those of web/, with the study put into them as a block of data.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/page.h"

#ifdef ROUTH_HAVE_WEB

#include "file/written.h"
#include "report/page_template.h"

/* In JSON a < stands only within strings, where \u003c means the same; without it nothing in the data can end the
 * script element they stand in, nor begin a comment there. */
static void write_data(const char *study_json, size_t length, FILE *file) {
    size_t begin = 0;
    for (size_t i = 0; i < length; i++) {
        if (study_json[i] != '<')
            continue;
        fwrite(study_json + begin, 1, i - begin, file);
        fputs("\\u003c", file);
        begin = i + 1;
    }
    fwrite(study_json + begin, 1, length - begin, file);
}

static routh_status write_page(routh_context *context, const routh_page_template *page, const char *study_json,
                               size_t length, FILE *file) {
    fwrite(page->head, 1, page->head_length, file);
    write_data(study_json, length, file);
    fwrite(page->tail, 1, page->tail_length, file);
    return routh_written(context, file);
}

routh_status routh_write_page(routh_context *context, const char *study_json, size_t length, FILE *file) {
    return write_page(context, &routh_study_template, study_json, length, file);
}

routh_status routh_write_insertion_page(routh_context *context, const char *study_json, size_t length, FILE *file) {
    return write_page(context, &routh_insertion_template, study_json, length, file);
}

#else

routh_status routh_write_page(routh_context *context, const char *study_json, size_t length, FILE *file) {
    return routh_write_plain_page(context, study_json, length, file);
}

routh_status routh_write_insertion_page(routh_context *context, const char *study_json, size_t length, FILE *file) {
    return routh_write_plain_insertion_page(context, study_json, length, file);
}

#endif
