/* Lists of findings.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/findings.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/context.h"

static const routh_name_entry kinds[] = {[ROUTH_FINE] = {"fine", NULL},
                                         [ROUTH_NOTE] = {"note", NULL},
                                         [ROUTH_WARNING] = {"warning", NULL},
                                         [ROUTH_WRONG] = {"wrong", NULL},
                                         [ROUTH_NOT_DETERMINED] = {"not determined", NULL}};

const routh_names routh_finding_kinds = {"kind of finding", sizeof kinds / sizeof *kinds, kinds};

/* The text in memory of its own; NULL: there is none. */
__attribute__((format(printf, 2, 0))) static char *print(routh_context *context, const char *format,
                                                         va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = length < 0 ? NULL : routh_allocate(context, (size_t)length + 1, 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

__attribute__((format(printf, 3, 0))) static void add(routh_speech *speech, routh_finding finding, const char *format,
                                                      va_list arguments) {
    routh_findings *list = speech->findings;
    if (speech->status != ROUTH_OK)
        return;
    finding.text = print(speech->context, format, arguments);
    routh_finding *grown =
        finding.text ? routh_resize(speech->context, list->finding, list->count + 1, sizeof *grown) : NULL;
    if (!grown) {
        routh_release(speech->context, finding.text);
        speech->status = ROUTH_OUT_OF_MEMORY;
        return;
    }
    list->finding = grown;
    list->finding[list->count++] = finding;
}

void routh_find_out(routh_speech *speech, routh_finding_kind kind, const char *topic, routh_finding_numbers numbers,
                    const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(speech, (routh_finding){kind, topic, numbers.expected, numbers.found, numbers.error, numbers.unit, NULL},
        format, arguments);
    va_end(arguments);
}

void routh_say(routh_speech *speech, routh_finding_kind kind, const char *topic, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(speech, (routh_finding){kind, topic, NAN, NAN, NAN, "", NULL}, format, arguments);
    va_end(arguments);
}

void routh_findings_release(routh_context *context, routh_findings *findings) {
    if (!findings)
        return;
    for (size_t i = 0; i < findings->count; i++)
        routh_release(context, findings->finding[i].text);
    routh_release(context, findings->finding);
    *findings = (routh_findings){0};
}
