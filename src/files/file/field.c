/* One line of separated values, field by field.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/text.h"

#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Around a field: a separator is none. */
static bool is_padding(char c, char separator) {
    return is_blank(c) && c != separator;
}

static routh_field trimmed(const char *begin, const char *end, char separator, bool quoted) {
    while (begin < end && is_padding(*begin, separator))
        begin++;
    while (begin < end && is_padding(end[-1], separator))
        --end;
    return (routh_field){.text = begin, .length = (size_t)(end - begin), .quoted = quoted};
}

/* Blanks that separate: those around the line do not count, and a line of them has no field. */
static const char *without_padding(const char *line, const char **end) {
    while (line < *end && is_blank(*line))
        line++;
    while (line < *end && is_blank((*end)[-1]))
        --*end;
    return line < *end ? line : NULL;
}

routh_csv_fields routh_fields_between(const char *line, size_t length, char separator) {
    routh_csv_fields fields = {.rest = line, .end = line + length, .separator = separator};
    if (separator == ' ')
        fields.rest = without_padding(line, &fields.end);
    return fields;
}

routh_csv_fields routh_csv_fields_of(const char *line, size_t length) {
    return routh_fields_between(line, length, ',');
}

/* The next separator; NULL when there is none. */
static const char *find_separator(const char *from, const char *end, char separator) {
    if (separator != ' ')
        return from < end ? memchr(from, separator, (size_t)(end - from)) : NULL;
    while (from < end && !is_blank(*from))
        from++;
    return from < end ? from : NULL;
}

static const char *after_separator(const char *at, const char *end, char separator) {
    at++;
    while (separator == ' ' && at < end && is_blank(*at))
        at++;
    return at;
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
    const char separator = fields->separator;
    if (!begin)
        return false;
    while (begin < end && is_padding(*begin, separator))
        begin++;
    const char *open = begin < end && *begin == '"' ? begin : NULL;
    const char *close = open ? closing_quote(open + 1, end) : NULL;
    if (open && !close) {
        *field = trimmed(open, end, separator, false);
        fields->rest = NULL;
        fields->unclosed = true;
        return false;
    }
    const char *next = find_separator(open ? close + 1 : begin, end, separator);
    fields->rest = next ? after_separator(next, end, separator) : NULL;
    const char *stop = next ? next : end;
    /* text after the closing quote: the field is not a quoted one and is taken literally */
    if (open && routh_is_blank(close + 1, (size_t)(stop - (close + 1))))
        *field = trimmed(open + 1, close, separator, true);
    else
        *field = trimmed(begin, stop, separator, false);
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

bool routh_is_bare(const char *line, size_t length, char separator) {
    if (separator == '\t' && memchr(line, separator, length))
        return false;
    return routh_is_blank(line, length);
}
