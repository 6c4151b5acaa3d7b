/* The report's pages: those of web/, with their one object put into them as a block of data; without Node what the same thing has
 * as text for people, or as a drawing, in a page of its own.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <string.h>

#include "base/context.h"
#include "file/output.h"

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

const bool routh_has_web = true;

#else

routh_status routh_write_page_text(routh_context *context, routh_page_kind kind, const char *json, size_t length,
                                   routh_io to) {
    (void)kind, (void)json, (void)length, (void)to;
    return routh_fail(context, ROUTH_BAD_ARGUMENT, "this build has only plain pages");
}

const bool routh_has_web = false;

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

/* Without Node ------------------------------------------------------------------------------------------*/

static const routh_form *form_that_ends(const routh_form *form, const char *ending) {
    while (form->ending && !(form->print && strcmp(form->ending, ending) == 0))
        form++;
    return form->ending ? form : NULL;
}

typedef struct plain {
    char *bytes;
    bool drawn;
} plain;

/* Line by line: escaping leaves control characters out. */
static void print_lines(FILE *file, char *text) {
    while (*text) {
        const size_t length = strcspn(text, "\n");
        const bool ends = text[length];
        text[length] = '\0';
        routh_xml_escape(file, text);
        fputc('\n', file);
        text += length + ends;
    }
}

static void print_plain(FILE *file, const void *what) {
    const plain *page = what;
    fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n"
          "<title>Routh</title>\n</head>\n<body>\n"
          "<p>This is the plain page of a build without Node; the full one has figures to explore.</p>\n",
          file);
    fputs(page->drawn ? "" : "<pre>\n", file);
    if (page->drawn)
        fputs(page->bytes, file);
    else
        print_lines(file, page->bytes);
    fprintf(file, "%s<p>Routh %s.</p>\n</body>\n</html>\n", page->drawn ? "" : "</pre>\n", routh_version());
}

routh_status routh_write_plain_page(routh_context *context, const void *what, const routh_form *forms, routh_io to) {
    const routh_form *text = form_that_ends(forms, ".txt"), *form = text ? text : form_that_ends(forms, ".svg");
    routh_buffer own = {0};
    if (!form)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "this build has no such page");
    routh_status status = routh_text_print(context, routh_io_buffer(&own, NULL), form->print, what);
    if (status == ROUTH_OK)
        status = routh_text_print(context, to, print_plain, &(plain){own.byte, !text});
    routh_buffer_release(context, &own);
    return status;
}
