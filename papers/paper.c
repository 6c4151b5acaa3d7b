/* What the papers share: refusals, and numbers as text.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "papers.h"

routh_status paper_refuse(routh_context *context, routh_status status, const char *field, const char *format, ...) {
    if (context) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(context->message, sizeof context->message, format, arguments);
        va_end(arguments);
        context->field = field;
    }
    return status;
}

void *paper_allocate(routh_context *context, size_t count, size_t size) {
    void *block = context && context->allocate ? context->allocate(count * size, context->user) : malloc(count * size);
    if (!block)
        paper_refuse(context, ROUTH_OUT_OF_MEMORY, NULL, "out of memory");
    return block ? memset(block, 0, count * size) : NULL;
}

routh_status paper_check(routh_context *context, const char *what, const paper_limit *limits, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const paper_limit *l = &limits[i];
        if (!(l->value >= l->low && l->value <= l->high))
            return paper_refuse(context, ROUTH_BAD_ARGUMENT, l->name, "%s: %s = %g%s%s is outside %g … %g", what,
                                l->name, l->value, *l->unit ? " " : "", l->unit, l->low, l->high);
    }
    return ROUTH_OK;
}

void paper_number(FILE *file, double value) {
    char text[ROUTH_SHORTEST_TEXT];
    fputs(isfinite(value) ? routh_shortest_text(value, text) : "null", file);
}

void paper_numbers(FILE *file, const char *name, const double *values, size_t count) {
    fprintf(file, "\"%s\": ", name);
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? ", " : count > 1 ? "[" : "", file);
        paper_number(file, values[i]);
    }
    fputs(count > 1 ? "]" : "", file);
}
