/* Recordings as separated text: what spreadsheets, scripts and most programs write. Separator, decimal point, the line of
 * the names and that of their units are found from the first lines.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/channels.h"
#include "file/text.h"
#include "file/text_rows.h"

/* What the layout is found from: a line may have 1 MiB. */
enum { MOST_LINES = 2000 };
#define SAMPLE ((size_t)1 << 21)

static bool recognise(const unsigned char *byte, size_t count) {
    return memchr(byte, '\0', count) == NULL;
}

/* The beginning of the file ------------------------------------------------------------------------------*/

typedef struct beginning {
    char *block; /* what was read of a file; NULL: it is in memory */
    routh_text_line *line;
    size_t count;
} beginning;

static void release(routh_context *context, beginning *b) {
    routh_release(context, b->line);
    routh_release(context, b->block);
}

/* Lines of bytes that stay where they are; without the last one if the bytes may end in the middle of it. */
static routh_status split(routh_source *source, const char *text, size_t length, bool is_all, beginning *b) {
    routh_source part = *source;
    part.io = routh_io_memory(text, length, source->name);
    b->line = routh_allocate(source->context, MOST_LINES, sizeof *b->line);
    if (!b->line)
        return ROUTH_OUT_OF_MEMORY;
    ROUTH_LINES(lines, &part);
    while (b->count < MOST_LINES) {
        routh_text_line *line = &b->line[b->count];
        ROUTH_TRY(routh_line_read(&lines, "a recording", &line->text, &line->length));
        if (!line->text)
            break;
        line->number = lines.number;
        b->count++;
    }
    if (!is_all && lines.length == 0 && b->count > 1)
        b->count--;
    return ROUTH_OK;
}

static routh_status begin(routh_source *source, beginning *b) {
    if (source->io.bytes) {
        const size_t length = source->io.byte_count;
        return split(source, source->io.bytes, length < SAMPLE ? length : SAMPLE, length <= SAMPLE, b);
    }
    size_t length = 0;
    b->block = routh_allocate(source->context, SAMPLE, 1);
    if (!b->block)
        return ROUTH_OUT_OF_MEMORY;
    ROUTH_TRY(routh_source_begin(source, (unsigned char *)b->block, SAMPLE, &length));
    return split(source, b->block, length, length < SAMPLE, b);
}

/* Channels -----------------------------------------------------------------------------------------------*/

static routh_status add_numbered(routh_source *source, routh_channels *channels) {
    char name[24];
    snprintf(name, sizeof name, "%zu", channels->count + 1);
    return routh_channels_add(source->context, channels, name, strlen(name), "", 0) ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

/* One channel for each name, of the body in the line above if there is one: an empty field there continues the one before.
 * Empty names at the end of the line are no channels. */
static routh_status add_named(routh_source *source, const routh_text_line *names, const routh_text_line *bodies,
                              routh_channels *channels) {
    const char separator = channels->separator;
    routh_csv_fields fields = routh_fields_between(names->text, names->length, separator), above = {.rest = NULL};
    routh_field field, body = {.text = ""}, next;
    size_t filled = 0, count = 0;
    while (routh_csv_next_field(&fields, &field)) {
        count++;
        filled = field.length > 0 ? count : filled;
    }
    if (bodies)
        above = routh_fields_between(bodies->text, bodies->length, separator);
    fields = routh_fields_between(names->text, names->length, separator);
    routh_status status = ROUTH_OK;
    while (status == ROUTH_OK && channels->count < filled && routh_csv_next_field(&fields, &field)) {
        if (routh_csv_next_field(&above, &next) && next.length > 0)
            body = next;
        if (field.length == 0)
            status = add_numbered(source, channels);
        else if (!routh_text_add(source->context, channels, &field, &body))
            status = ROUTH_OUT_OF_MEMORY;
    }
    return status;
}

static void set_units(const routh_text_line *line, routh_channels *channels) {
    const size_t comment = routh_comment_length(line->text, line->length);
    routh_csv_fields fields = routh_fields_between(line->text + comment, line->length - comment, channels->separator);
    routh_field field;
    for (size_t j = 0; j < channels->count && routh_csv_next_field(&fields, &field); j++) {
        routh_quantity quantity;
        double unit;
        if (routh_unit_of(field.text, field.length, &quantity, &unit))
            channels->channel[j].unit = unit;
    }
}

static routh_status take_layout(routh_source *source, const beginning *b, const routh_text_layout *layout,
                                routh_channels *channels) {
    const bool has_names = layout->names < b->count;
    routh_status status = ROUTH_OK;
    channels->separator = layout->separator;
    channels->decimal = layout->decimal;
    channels->first_line = b->line[layout->row].number;
    const char *separator = layout->separator == ','    ? "commas"
                            : layout->separator == ';'  ? "semicolons"
                            : layout->separator == '\t' ? "tabs"
                                                        : "blanks";
    snprintf(channels->format, sizeof channels->format, "text, separated by %s%s", separator,
             layout->decimal == ',' ? ", decimal comma" : "");
    if (has_names) {
        routh_text_line names = b->line[layout->names];
        names.text += layout->comment;
        names.length -= layout->comment;
        channels->header_line = names.number;
        status = add_named(source, &names, layout->bodies < b->count ? &b->line[layout->bodies] : NULL, channels);
    } else {
        while (status == ROUTH_OK && channels->count < layout->fields)
            status = add_numbered(source, channels);
    }
    if (status == ROUTH_OK && layout->units < b->count)
        set_units(&b->line[layout->units], channels);
    return status;
}

static routh_status describe(routh_source *source, routh_channels *channels) {
    beginning b = {.block = NULL};
    routh_text_layout layout;
    routh_status status = begin(source, &b);
    if (status == ROUTH_OK && routh_text_layout_find(source->context, b.line, b.count, &layout, &status))
        status = take_layout(source, &b, &layout, channels);
    else if (status == ROUTH_OK)
        status = routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                               "no row of numbers in its %s%zu line%s; rows need commas, semicolons, tabs or blanks "
                               "between numbers",
                               b.count == MOST_LINES ? "first " : "", b.count, b.count == 1 ? "" : "s");
    release(source->context, &b);
    return status;
}

const routh_channel_reader routh_text_reader = {
    .name = "text",
    .about = "text with columns between commas, semicolons, tabs or blanks",
    .recognise = recognise,
    .describe = describe,
    .read = routh_text_rows_read,
    .comments = true,
};
