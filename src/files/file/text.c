/* Text: lines, the fields of a line, and why a header may lack columns.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/text.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include <routh/file.h>

#include "base/context.h"

#define CHUNK ((size_t)1 << 14)

/* Room for a chunk behind the text, which is at most the longest line. */
static bool make_room(routh_lines *lines) {
    if (lines->text != lines->buffer && lines->length > 0)
        memmove(lines->buffer, lines->text, lines->length);
    lines->text = lines->buffer;
    if (lines->length + CHUNK <= lines->room)
        return true;
    const size_t room = 2 * lines->length + CHUNK;
    char *larger = routh_resize(lines->source->context, lines->buffer, room, 1);
    if (!larger)
        return false;
    lines->buffer = larger;
    lines->text = larger;
    lines->room = room;
    return true;
}

/* Adds a chunk of the file to the text. */
static routh_line_kind read_chunk(routh_lines *lines) {
    if (!make_room(lines))
        return ROUTH_LINE_NO_MEMORY;
    errno = 0;
    size_t count = fread(lines->buffer + lines->length, 1, CHUNK, lines->file);
    lines->length += count;
    lines->finished = count < CHUNK;
    return ferror(lines->file) ? ROUTH_LINE_FAILED : ROUTH_LINE_READ;
}

routh_status routh_lines_create(routh_source *source, routh_lines *lines) {
    *lines = (routh_lines){.source = source};
    if (source->io.bytes) {
        lines->text = source->io.bytes;
        lines->length = source->io.byte_count;
        lines->finished = true;
        lines->size = lines->length;
        return routh_source_refuse_wide(source, lines->text, lines->length);
    }
    ROUTH_TRY(routh_source_open(source, &lines->file));
    struct stat what;
    if (fstat(fileno(lines->file), &what) == 0 && S_ISREG(what.st_mode) && what.st_size > 0)
        lines->size = (size_t)what.st_size;
    const routh_line_kind kind = read_chunk(lines);
    if (kind == ROUTH_LINE_NO_MEMORY)
        return ROUTH_OUT_OF_MEMORY;
    if (kind == ROUTH_LINE_FAILED)
        lines->failed = errno ? errno : EIO;
    return routh_source_refuse_wide(source, lines->text, lines->length);
}

void routh_lines_release(routh_lines *lines) {
    routh_release(lines->source->context, lines->buffer);
    routh_source_close(lines->source, lines->file);
    *lines = (routh_lines){0};
}

/* Hands out `length` bytes and passes over `taken` of them, the line's end included. */
static void hand_out(routh_lines *lines, size_t length, size_t taken, const char **line, size_t *line_length) {
    static const char mark[] = {'\xEF', '\xBB', '\xBF'};
    const char *text = lines->text;
    lines->text += taken;
    lines->length -= taken;
    lines->passed += taken;
    if (++lines->number == 1 && length >= sizeof mark && memcmp(text, mark, sizeof mark) == 0) {
        text += sizeof mark;
        length -= sizeof mark;
    }
    if (length > 0 && text[length - 1] == '\r')
        --length;
    *line = text;
    *line_length = length;
}

routh_line_kind routh_next_line(routh_lines *lines, const char **line, size_t *length) {
    if (lines->failed) {
        errno = lines->failed;
        return ROUTH_LINE_FAILED;
    }
    for (size_t searched = 0;;) {
        /* one byte more than a line may have: there its end must be */
        size_t window = lines->length <= ROUTH_CSV_LINE_LIMIT ? lines->length : ROUTH_CSV_LINE_LIMIT + 1;
        const char *end = window > searched ? memchr(lines->text + searched, '\n', window - searched) : NULL;
        if (end) {
            size_t found = (size_t)(end - lines->text);
            hand_out(lines, found, found + 1, line, length);
            return ROUTH_LINE_READ;
        }
        if (window > ROUTH_CSV_LINE_LIMIT) {
            lines->number++;
            return ROUTH_LINE_TOO_LONG;
        }
        if (lines->finished) {
            if (lines->length == 0)
                return ROUTH_LINE_NONE;
            hand_out(lines, lines->length, lines->length, line, length);
            return ROUTH_LINE_READ;
        }
        searched = window;
        const routh_line_kind kind = read_chunk(lines);
        if (kind != ROUTH_LINE_READ)
            return kind;
    }
}

routh_status routh_line_read(routh_lines *lines, const char *what, const char **line, size_t *length) {
    const routh_source *source = lines->source;
    const routh_line_kind kind = routh_next_line(lines, line, length);
    if (kind == ROUTH_LINE_TOO_LONG)
        return routh_fail_at(source->context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = source->shown, .line = lines->number},
                             " is longer than 1 MiB: not %s", what);
    if (kind == ROUTH_LINE_FAILED) {
        const char *reason = errno ? strerror(errno) : "unknown reason";
        return routh_fail_at(source->context, ROUTH_FILE_ERROR,
                             &(routh_place){.file = source->shown, .line = lines->number, .said = true},
                             "reading failed after line %zu: %s", lines->number, reason);
    }
    if (kind == ROUTH_LINE_NONE)
        *line = NULL;
    return kind == ROUTH_LINE_NO_MEMORY ? ROUTH_OUT_OF_MEMORY : ROUTH_OK;
}

/* One line of separated values, field by field. */

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
    routh_csv_fields fields = {.rest = line, .end = length > 0 ? line + length : line, .separator = separator};
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

/* Why a header may lack the columns that were looked for. */

static int holds_only(const char *text, size_t length, const char *characters) {
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\0' || !strchr(characters, text[i]))
            return 0;
    return 1;
}

const char *routh_header_hint(const char *header, size_t length) {
    const int comma = memchr(header, ',', length) != NULL;
    if (!comma && memchr(header, ';', length))
        return "; it seems to be separated by semicolons: commas are needed, and a point in numbers";
    if (!comma && memchr(header, '\t', length))
        return "; it seems to be separated by tabs: commas are needed";
    if (length > 0 && header[0] == '#')
        return "; the first line must hold the names of the columns, without a #";
    if (holds_only(header, length, "0123456789+-. ,eE\r"))
        return "; the first line must hold the names of the columns";
    return "; names must match exactly, in lower case and without units";
}
