/* The forms of a thing: the output's name chooses; and pieces of JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "file/output.h"

enum { MOST_FORMS = 8, PAGE_DIGITS = 6, INSERTION_DIGITS = 7 /* far less than a pixel */ };

/* NULL after a message. */
static const routh_form *choose(routh_context *context, const char *thing, routh_io to, const routh_form *form) {
    const char *endings[MOST_FORMS + 1] = {NULL}, *name = routh_output_name(&to);
    size_t count = 0;
    for (; form[count].ending; count++) {
        if (!form[count].ending[0] || routh_name_ends(name, form[count].ending))
            return &form[count];
        endings[count] = form[count].ending;
    }
    routh_ending_of(context, thing, endings, to);
    return NULL;
}

static routh_status write_object(routh_context *context, const routh_form *form, const void *what, routh_io to) {
    routh_c_locale numbers; /* of texts in it */
    routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    json_t *object = form->object(what);
    if (form->page)
        status = routh_write_page(context, form->page, object,
                                  form->page == ROUTH_INSERTION_PAGE ? INSERTION_DIGITS : PAGE_DIGITS, to);
    else
        status = routh_json_write(context, object, form->flags ? form->flags : ROUTH_JSON_RESULTS, to);
    routh_c_locale_end(&numbers);
    return status;
}

routh_status routh_write_form(routh_context *context, const char *thing, const void *what, routh_io to,
                              const routh_form *forms) {
    const routh_form *form = choose(context, thing, to, forms);
    routh_text text;
    if (!form)
        return ROUTH_BAD_ARGUMENT;
    if (form->page && !routh_has_web)
        return routh_write_plain_page(context, what, forms, to);
    if (form->object)
        return write_object(context, form, what, to);
    if (form->print)
        return routh_text_print(context, to, form->print, what);
    const routh_status status = routh_text_begin(context, to, &text);
    return status == ROUTH_OK ? routh_text_end(context, &text, form->draw(context, text.file, what)) : status;
}

routh_status routh_print_words(routh_context *context, FILE *file, routh_status status, routh_findings *words) {
    for (size_t i = 0; status == ROUTH_OK && i < words->count; i++) {
        const routh_finding *one = &words->finding[i];
        fputs(one->topic[0] ? "  " : "", file);
        routh_print_padded(file, one->topic, one->topic[0] ? 12 : 0);
        fprintf(file, "%s\n", one->text);
    }
    routh_findings_release(context, words);
    return status;
}

/* Pieces of JSON ----------------------------------------------------------------------------------------*/

json_t *routh_sentences_json(const routh_findings *findings, const char *topic) {
    json_t *list = json_array();
    for (size_t i = 0; i < findings->count; i++)
        if (!topic || strcmp(findings->finding[i].topic, topic) == 0)
            routh_json_add(&list, json_string(findings->finding[i].text));
    return list;
}

json_t *routh_paragraph_json(const routh_findings *findings) {
    json_t *text = json_string("");
    for (size_t i = 0; i < findings->count; i++)
        text = routh_json_longer(text, i ? " " : "", findings->finding[i].text);
    return text;
}

json_t *routh_correlation_json(const routh_parameter *parameter, int count,
                               const double correlation[ROUTH_MAX_PARAMETERS][ROUTH_MAX_PARAMETERS],
                               const char *(*key)(const routh_parameter *parameter)) {
    if (count < 2 || isnan(correlation[0][1]))
        return json_null();
    json_t *all = json_object();
    for (int i = 0; i + 1 < count; i++) {
        json_t *row = json_object();
        for (int j = i + 1; j < count; j++)
            routh_json_put(&row, key ? key(&parameter[j]) : parameter[j].name, routh_json_number(correlation[i][j]));
        routh_json_put(&all, key ? key(&parameter[i]) : parameter[i].name, row);
    }
    return all;
}

json_t *routh_approach_json(const double approach[2]) {
    return isnan(approach[0]) ? json_null() : routh_json_numbers(approach, 2);
}

json_t *routh_parameters_json(const routh_law *law, const double *values) {
    json_t *parameters = json_object();
    for (int j = 0; j < law->parameter_count; j++)
        routh_json_put(&parameters, law->parameter[j].name, routh_json_number(values[j]));
    return parameters;
}

json_t *routh_counts_json(const routh_names *names, const size_t *count, size_t size) {
    json_t *object = json_object();
    for (size_t i = 0; i < size; i++)
        if (count[i] > 0)
            routh_json_put(&object, routh_name(names, (long)i), routh_json_count(count[i]));
    return object;
}

json_t *routh_flags_json(const routh_names *names, unsigned flags) {
    json_t *list = json_array();
    for (size_t i = 0; i < names->count; i++)
        if (flags >> i & 1)
            routh_json_add(&list, json_string(routh_name(names, (long)i)));
    return list;
}

const char *routh_flags_words(const routh_names *names, unsigned flags, const char *separator,
                              char text[ROUTH_NAME_SIZE]) {
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < names->count && used < ROUTH_NAME_SIZE; i++)
        if (flags >> i & 1)
            used += (size_t)snprintf(text + used, ROUTH_NAME_SIZE - used, "%s%s", used ? separator : "",
                                     routh_name(names, (long)i));
    return text;
}
