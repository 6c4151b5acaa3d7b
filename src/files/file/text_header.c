/* Headers of the text that motion capture systems write.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/text_rows.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "file/text.h"

void routh_kept_release(routh_context *context, routh_kept_line *kept) {
    routh_release(context, kept->text);
    *kept = (routh_kept_line){.text = NULL};
}

routh_status routh_line_keep(routh_lines *lines, routh_kept_line *kept) {
    routh_context *context = lines->source->context;
    const char *line;
    size_t length;
    routh_kept_release(context, kept);
    ROUTH_TRY(routh_line_read(lines, "a recording", &line, &length));
    if (!line)
        return ROUTH_OK;
    kept->text = routh_allocate(context, length + 1, 1);
    if (!kept->text)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(kept->text, line, length);
    kept->length = length;
    kept->number = lines->number;
    return ROUTH_OK;
}

bool routh_field_at(const routh_kept_line *line, char separator, size_t index, routh_field *field) {
    if (!line->text)
        return false;
    routh_csv_fields fields = routh_fields_between(line->text, line->length, separator);
    for (size_t i = 0; routh_csv_next_field(&fields, field); i++)
        if (i == index)
            return true;
    return false;
}

size_t routh_fields_filled(const routh_kept_line *line, char separator) {
    size_t count = 0, filled = 0;
    if (!line->text)
        return 0;
    routh_csv_fields fields = routh_fields_between(line->text, line->length, separator);
    for (routh_field field; routh_csv_next_field(&fields, &field);) {
        count++;
        filled = field.length > 0 ? count : filled;
    }
    return filled;
}

double routh_field_number(const routh_field *field) {
    double value;
    return routh_parse_number(field->text, field->length, &value) == ROUTH_NUMBER_FINITE ? value : NAN;
}

size_t routh_mark_length(const unsigned char *byte, size_t count) {
    static const unsigned char mark[] = {0xEF, 0xBB, 0xBF};
    return count >= sizeof mark && memcmp(byte, mark, sizeof mark) == 0 ? sizeof mark : 0;
}

bool routh_text_begins(const unsigned char *byte, size_t count, const char *words) {
    const size_t mark = routh_mark_length(byte, count), length = strlen(words);
    return count - mark >= length && memcmp(byte + mark, words, length) == 0;
}

routh_status routh_header_fail(const routh_source *source, const routh_channel_reader *reader, const char *what) {
    return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown, "begins like %s, but %s", reader->about,
                         what);
}

routh_channel *routh_header_add(routh_context *context, routh_channels *channels, const routh_field *part,
                                const routh_field *axis, const routh_field *body) {
    if (part->length == 0 || axis->length == 0)
        return routh_text_add(context, channels, part->length > 0 ? part : axis, body);
    const size_t length = part->length + 1 + axis->length;
    char *name = routh_allocate(context, length, 1);
    if (!name)
        return NULL;
    memcpy(name, part->text, part->length);
    name[part->length] = ' ';
    memcpy(name + part->length + 1, axis->text, axis->length);
    routh_channel *channel = routh_text_add(context, channels, &(routh_field){.text = name, .length = length}, body);
    routh_release(context, name);
    return channel;
}
