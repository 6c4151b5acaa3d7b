/* One line of comma-separated values, field by field.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/field.h"

#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static routh_field trimmed(const char *begin, const char *end, bool quoted) {
    while (begin < end && is_blank(*begin))
        begin++;
    while (begin < end && is_blank(end[-1]))
        --end;
    return (routh_field){.text = begin, .length = (size_t)(end - begin), .quoted = quoted};
}

routh_csv_fields routh_csv_fields_of(const char *line, size_t length) {
    return (routh_csv_fields){.rest = line, .end = line + length};
}

/* The quote that closes the one before `at`; NULL when there is none. */
static const char *closing_quote(const char *at, const char *end) {
    while (at < end && (at = memchr(at, '"', (size_t)(end - at)))) {
        if (at + 1 == end || at[1] != '"')
            return at;
        at += 2;
    }
    return NULL;
}

bool routh_csv_next_field(routh_csv_fields *fields, routh_field *field) {
    const char *begin = fields->rest, *end = fields->end;
    if (!begin)
        return false;
    while (begin < end && is_blank(*begin))
        begin++;
    const char *open = begin < end && *begin == '"' ? begin : NULL;
    const char *close = open ? closing_quote(open + 1, end) : NULL;
    if (open && !close) {
        *field = trimmed(open, end, false);
        fields->rest = NULL;
        fields->unclosed = true;
        return false;
    }
    const char *from = open ? close + 1 : begin;
    const char *comma = from < end ? memchr(from, ',', (size_t)(end - from)) : NULL;
    fields->rest = comma ? comma + 1 : NULL;
    const char *stop = comma ? comma : end;
    /* text after the closing quote: the field is not a quoted one and is taken literally */
    if (open && routh_is_blank(close + 1, (size_t)(stop - (close + 1))))
        *field = trimmed(open + 1, close, true);
    else
        *field = trimmed(begin, stop, false);
    return true;
}

bool routh_field_is(const routh_field *field, const char *name) {
    if (!field->quoted)
        return strlen(name) == field->length && memcmp(name, field->text, field->length) == 0;
    for (size_t i = 0; i < field->length; ++i, name++) {
        if (field->text[i] != *name || *name == '\0')
            return false;
        if (field->text[i] == '"')
            i++;
    }
    return *name == '\0';
}

bool routh_is_blank(const char *line, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!is_blank(line[i]))
            return false;
    return true;
}
