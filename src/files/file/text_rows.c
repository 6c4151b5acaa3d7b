/* Rows of numbers in text, into channels. A wide export is mostly fields that nobody asked for: they are passed over by
 * looking for separators only, and become no numbers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/text_rows.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/context.h"
#include "base/numbers.h"
#include "file/text.h"

#define BETWEEN_REPORTS ((size_t)1 << 20) /* bytes */

/* Rows that end early are gaps. A file of nothing else would fill memory with them: this many bytes of numbers for each byte
 * of the file are allowed, beyond a first few. Whole rows need at most 8. */
#define MOST_PER_BYTE 256.
#define LEAST_REFUSED 16777216.

typedef struct row_reader {
    routh_context *context;
    const bool *also; /* NULL: none */
    routh_channels *channels;
    routh_lines *lines;
    size_t *wanted; /* channels to read, ascending */
    size_t wanted_count;
    size_t room;     /* rows there is room for */
    size_t reported; /* bytes at the last report of progress */
} row_reader;

/* Words --------------------------------------------------------------------------------------------------*/

static bool is_one_of(const routh_field *field, const char *const *words) {
    for (; *words; words++)
        if (strlen(*words) == field->length && strncasecmp(*words, field->text, field->length) == 0)
            return true;
    return false;
}

bool routh_is_gap(const routh_field *field, routh_gap_reason *reason) {
    static const char *const nothing[] = {"na", "n/a", "null", "none", "-", "--", "#n/a", NULL};
    double value;
    *reason = ROUTH_GAP_EMPTY;
    if (field->length == 0 || is_one_of(field, nothing))
        return true;
    *reason = ROUTH_GAP_NAN;
    return routh_parse_number(field->text, field->length, &value) == ROUTH_NUMBER_NOT_FINITE;
}

size_t routh_comment_length(const char *line, size_t length) {
    size_t at = 0, mark;
    while (at < length && (line[at] == ' ' || line[at] == '\t'))
        at++;
    for (mark = at; mark < length && (line[mark] == '#' || line[mark] == '%');)
        mark++;
    if (mark == at && at + 1 < length && line[at] == '/' && line[at + 1] == '/')
        mark += 2;
    if (mark == at)
        return 0;
    while (mark < length && (line[mark] == ' ' || line[mark] == '\t'))
        mark++;
    return mark;
}

/* "" in a quoted field stands for one quote. */
static void undo_quotes(char *name) {
    char *to = name;
    for (const char *from = name; *from; from++) {
        *to++ = *from;
        if (from[0] == '"' && from[1] == '"')
            from++;
    }
    *to = '\0';
}

/* Names are cut where no convention could hold them, so that a long one repeated over many columns takes no more memory
 * than the file. */
static size_t name_length(const routh_field *field) {
    size_t length = field ? field->length : 0;
    if (length < ROUTH_NAME_SIZE)
        return length;
    length = ROUTH_NAME_SIZE - 1;
    while (length > 0 && routh_utf8_continues(field->text[length]))
        length--;
    return length;
}

routh_channel *routh_text_add(routh_context *context, routh_channels *channels, const routh_field *name,
                              const routh_field *body) {
    routh_channel *channel =
        routh_channels_add(context, channels, name->text, name_length(name), body ? body->text : "", name_length(body));
    if (channel && name->quoted)
        undo_quotes(channel->name);
    if (channel && body && body->quoted)
        undo_quotes(channel->body);
    return channel;
}

/* Room ---------------------------------------------------------------------------------------------------*/

static routh_status set_room(row_reader *reader, size_t room) {
    routh_channels *channels = reader->channels;
    size_t *line = routh_resize(reader->context, channels->line, room, sizeof *line);
    if (!line)
        return ROUTH_OUT_OF_MEMORY;
    channels->line = line;
    for (size_t k = 0; k < reader->wanted_count; k++) {
        routh_channel *channel = &channels->channel[reader->wanted[k]];
        double *value = routh_resize(reader->context, channel->value, room, sizeof *value);
        if (!value)
            return ROUTH_OUT_OF_MEMORY;
        channel->value = value;
    }
    reader->room = room;
    return ROUTH_OK;
}

/* The first line's length says how many rows the file will have; a line has at least a separator for each channel. */
static routh_status make_room(row_reader *reader, size_t length) {
    const size_t rows = reader->channels->rows;
    if (rows < reader->room)
        return ROUTH_OK;
    const size_t left = reader->lines->size > reader->lines->passed ? reader->lines->size - reader->lines->passed : 0;
    const size_t shortest = length > reader->channels->count ? length : reader->channels->count;
    const size_t expected = left / (shortest + 1);
    const double held = (double)rows * (double)reader->wanted_count * sizeof(double);
    if (held > LEAST_REFUSED + MOST_PER_BYTE * (double)reader->lines->passed)
        return routh_fail_at(reader->context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = reader->lines->source->shown, .line = reader->lines->number},
                             "there are %zu columns, but nearly all rows end after a few of them",
                             reader->channels->count);
    return set_room(reader, rows == 0 ? expected + expected / 16 + 16 : rows + rows / 2 + 1);
}

static routh_status find_wanted(routh_arena *room, row_reader *reader) {
    const routh_channels *channels = reader->channels;
    reader->wanted = routh_take(room, channels->count, sizeof *reader->wanted);
    ROUTH_TRY(room->status);
    for (size_t j = 0; j < channels->count; j++)
        if (channels->channel[j].wanted || (reader->also && reader->also[j]))
            reader->wanted[reader->wanted_count++] = j;
    return ROUTH_OK;
}

/* Fields -------------------------------------------------------------------------------------------------*/

static routh_status fail_number(const row_reader *reader, size_t column, const routh_field *field) {
    char name[ROUTH_SHOWN_VALUE], body[ROUTH_SHOWN_VALUE], shown[ROUTH_SHOWN_VALUE];
    const routh_channels *channels = reader->channels;
    const routh_channel *channel = &channels->channel[column];
    routh_show_text(name, sizeof name, channel->name, strlen(channel->name));
    routh_show_text(body, sizeof body, channel->body, strlen(channel->body));
    routh_show_text(shown, sizeof shown, field->text, field->length);
    return routh_fail_at(reader->context, ROUTH_BAD_FORMAT,
                         &(routh_place){.file = reader->lines->source->shown,
                                        .row = channels->rows + 1,
                                        .line = reader->lines->number,
                                        .said = true,
                                        .column = channel->name,
                                        .value = shown},
                         "line %zu, column %zu (%s%s%s): \"%s\" is not a number; a missing one is empty or NaN%s",
                         reader->lines->number, column + 1, body, *body ? " " : "", name, shown,
                         channels->decimal == ',' ? ", and numbers have a decimal comma" : "");
}

static routh_status take(row_reader *reader, size_t column, const routh_field *field) {
    routh_channels *channels = reader->channels;
    double *value = &channels->channel[column].value[channels->rows];
    const routh_number_kind kind = routh_parse_decimal(field->text, field->length, channels->decimal, value);
    if (kind == ROUTH_NUMBER_FINITE)
        return ROUTH_OK;
    routh_gap_reason reason = ROUTH_GAP_NAN;
    if (kind != ROUTH_NUMBER_NOT_FINITE && !routh_is_gap(field, &reason))
        return fail_number(reader, column, field);
    channels->gap[reason] += channels->channel[column].wanted;
    *value = routh_gap_number(reason);
    return ROUTH_OK;
}

static void leave_out(row_reader *reader, size_t first) {
    routh_channels *channels = reader->channels;
    for (size_t k = first; k < reader->wanted_count; k++) {
        routh_channel *channel = &channels->channel[reader->wanted[k]];
        channel->value[channels->rows] = routh_gap_number(ROUTH_GAP_SHORT);
        channels->gap[ROUTH_GAP_SHORT] += channel->wanted;
    }
}

/* More fields than channels are fine where they are empty. */
static routh_status check_more(const row_reader *reader, const char *line, size_t length) {
    const routh_channels *channels = reader->channels;
    routh_csv_fields fields = routh_fields_between(line, length, channels->separator);
    size_t count = 0, last = 0; /* the last field that is not empty, from 1 */
    for (routh_field field; routh_csv_next_field(&fields, &field);) {
        count++;
        last = field.length > 0 ? count : last;
    }
    if (last <= channels->count)
        return ROUTH_OK;
    return routh_fail_at(reader->context, ROUTH_BAD_FORMAT,
                         &(routh_place){.file = reader->lines->source->shown, .line = reader->lines->number},
                         " has %zu fields, but there are %zu columns", last, channels->count);
}

/* Field by field, with quotes. */
static routh_status read_any(row_reader *reader, const char *line, size_t length) {
    const routh_channels *channels = reader->channels;
    routh_csv_fields fields = routh_fields_between(line, length, channels->separator);
    routh_field field;
    size_t count = 0, k = 0;
    for (; routh_csv_next_field(&fields, &field); count++)
        if (k < reader->wanted_count && reader->wanted[k] == count)
            ROUTH_TRY(take(reader, reader->wanted[k++], &field));
    if (fields.unclosed) {
        char shown[ROUTH_SHOWN_VALUE];
        routh_show_text(shown, sizeof shown, field.text, field.length);
        return routh_fail_at(
            reader->context, ROUTH_BAD_FORMAT,
            &(routh_place){.file = reader->lines->source->shown, .line = reader->lines->number, .value = shown},
            ", column %zu: the quote of %s is not closed; a quoted field must end on its line", count + 1, shown);
    }
    leave_out(reader, k);
    return count > channels->count ? check_more(reader, line, length) : ROUTH_OK;
}

static size_t count_of(char separator, const char *from, const char *end) {
    size_t count = 0;
    for (; from < end; from++)
        count += *from == separator;
    return count;
}

/* From the field at `from`, `count` fields on; NULL: the line ends before. */
static const char *pass(const char *from, const char *end, char separator, size_t count) {
    for (; count > 0; count--) {
        from = memchr(from, separator, (size_t)(end - from));
        if (!from)
            return NULL;
        from++;
    }
    return from;
}

/* Without quotes a field ends at the next separator, whatever is in it. */
static routh_status read_plain(row_reader *reader, const char *line, size_t length) {
    const char separator = reader->channels->separator, *end = line + length, *at = line;
    routh_status status = ROUTH_OK;
    size_t field = 0, k = 0; /* the field at `at` */
    for (; status == ROUTH_OK && k < reader->wanted_count; k++) {
        at = pass(at, end, separator, reader->wanted[k] - field);
        if (!at)
            break;
        const char *next = memchr(at, separator, (size_t)(end - at)), *stop = next ? next : end;
        while (at < stop && (*at == ' ' || *at == '\t'))
            at++;
        while (at < stop && (stop[-1] == ' ' || stop[-1] == '\t'))
            stop--;
        status = take(reader, reader->wanted[k], &(routh_field){.text = at, .length = (size_t)(stop - at)});
        at = next ? next + 1 : NULL;
        field = reader->wanted[k] + 1;
        if (!at) {
            k++;
            break;
        }
    }
    if (status != ROUTH_OK)
        return status;
    leave_out(reader, k);
    const bool is_longer = at && field + 1 + count_of(separator, at, end) > reader->channels->count;
    return is_longer ? check_more(reader, line, length) : ROUTH_OK;
}

/* Lines --------------------------------------------------------------------------------------------------*/

static routh_status read_row(row_reader *reader, const char *line, size_t length) {
    routh_channels *channels = reader->channels;
    ROUTH_TRY(make_room(reader, length));
    const bool plain = channels->separator != ' ' && !memchr(line, '"', length);
    ROUTH_TRY(plain ? read_plain(reader, line, length) : read_any(reader, line, length));
    channels->line[channels->rows++] = reader->lines->number;
    return ROUTH_OK;
}

static routh_status report(row_reader *reader) {
    const routh_lines *lines = reader->lines;
    if (lines->passed < reader->reported + BETWEEN_REPORTS || lines->size == 0)
        return ROUTH_OK;
    reader->reported = lines->passed;
    return routh_progress(reader->context, "reading", fmin(1, (double)lines->passed / (double)lines->size));
}

static routh_status read_lines(row_reader *reader) {
    const routh_channels *channels = reader->channels;
    for (;;) {
        const char *line;
        size_t length;
        ROUTH_TRY(routh_line_read(reader->lines, "a recording", &line, &length));
        ROUTH_TRY(report(reader));
        if (!line)
            return ROUTH_OK;
        if (reader->lines->number < channels->first_line)
            continue;
        /* before the first row a line of tabs is blank as well */
        if (routh_is_bare(line, length, channels->rows > 0 ? channels->separator : ' ')) {
            if (channels->reader->one_block && channels->rows > 0)
                return ROUTH_OK;
            continue;
        }
        if (channels->reader->comments && routh_comment_length(line, length) > 0)
            continue;
        ROUTH_TRY(read_row(reader, line, length));
    }
}

routh_status routh_text_rows_read_also(routh_source *source, routh_channels *channels, const bool *also) {
    row_reader reader = {.context = source->context, .also = also, .channels = channels};
    ROUTH_ARENA(room, source->context);
    ROUTH_TRY(find_wanted(&room, &reader));
    ROUTH_LINES(lines, source);
    reader.lines = &lines;
    ROUTH_TRY(read_lines(&reader));
    if (channels->rows == 0)
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown, "has a header but no rows");
    ROUTH_TRY(set_room(&reader, channels->rows));
    return reader.reported > 0 ? routh_progress(source->context, "reading", 1) : ROUTH_OK;
}

routh_status routh_text_rows_read(routh_source *source, routh_channels *channels) {
    return routh_text_rows_read_also(source, channels, NULL);
}
