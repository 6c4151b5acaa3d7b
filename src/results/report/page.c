/* The report's pages: those of web/, with their one object put into them as a block of data.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <string.h>

#include "base/context.h"

#ifdef ROUTH_HAVE_WEB

/* In JSON a < stands only within strings, where \u003c means the same; without it nothing in the data can end the
 * script element they stand in, nor begin a comment there. */
static void write_data(const char *json, size_t length, FILE *file) {
    size_t begin = 0;
    for (size_t i = 0; i < length; i++) {
        if (json[i] != '<')
            continue;
        fwrite(json + begin, 1, i - begin, file);
        fputs("\\u003c", file);
        begin = i + 1;
    }
    fwrite(json + begin, 1, length - begin, file);
}

routh_status routh_write_page_text(routh_context *context, routh_page_kind kind, const char *json, size_t length,
                                   routh_io to) {
    static const routh_page_template *const templates[] = {[ROUTH_STUDY_PAGE] = &routh_study_template,
                                                           [ROUTH_INSERTION_PAGE] = &routh_insertion_template,
                                                           [ROUTH_RUN_PAGE] = &routh_run_template,
                                                           [ROUTH_TOSSES_PAGE] = &routh_tosses_template,
                                                           [ROUTH_BEHAVIOUR_PAGE] = &routh_judge_template};
    const routh_page_template *page = templates[kind];
    routh_output output;
    const routh_status status = routh_output_create(context, to, &output);
    if (status != ROUTH_OK)
        return status;
    fwrite(page->head, 1, page->head_length, output.file);
    write_data(json, length, output.file);
    fwrite(page->tail, 1, page->tail_length, output.file);
    return routh_output_end(context, &output, status);
}

#else

routh_status routh_write_page_text(routh_context *context, routh_page_kind kind, const char *json, size_t length,
                                   routh_io to) {
    return routh_write_plain_page(context, kind, json, length, to);
}

#endif

routh_status routh_write_page(routh_context *context, routh_page_kind kind, json_t *object, size_t digits,
                              routh_io to) {
    char *text;
    routh_status status = routh_json_text(context, object, JSON_COMPACT | JSON_REAL_PRECISION(digits), &text);
    if (status != ROUTH_OK)
        return status;
    status = routh_write_page_text(context, kind, text, strlen(text), to);
    routh_release(context, text);
    return status;
}
