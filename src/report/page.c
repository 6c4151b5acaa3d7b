/* The report's page: the page of web/, with the study put into it as a block of data.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "page.h"

#ifdef ROUTH_HAVE_WEB

#include "base/written.h"
#include "page_template.h"

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

routh_status routh_write_page(routh_context *context, const char *study_json, size_t length, FILE *file) {
    fwrite(routh_page_head, 1, routh_page_head_length, file);
    write_data(study_json, length, file);
    fwrite(routh_page_tail, 1, routh_page_tail_length, file);
    return routh_written(context, file);
}

#else

routh_status routh_write_page(routh_context *context, const char *study_json, size_t length, FILE *file) {
    return routh_write_plain_page(context, study_json, length, file);
}

#endif
