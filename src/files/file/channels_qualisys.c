/* Qualisys Track Manager (QTM) exports between tabs, of markers (3D) or rigid bodies (6D):
 *
 *     NO_OF_FRAMES	600
 *     NO_OF_CAMERAS	8
 *     NO_OF_BODIES	1                                  NO_OF_MARKERS	2
 *     FREQUENCY	120
 *     DATA_INCLUDED	6D                             DATA_INCLUDED	3D
 *     BODY_NAMES	cube                               MARKER_NAMES	cube1	cube2
 *     Frame	Time	cube X	Y	Z	Roll	Pitch	Yaw	Residual	Rot[0] … Rot[8]
 *     1	0.00000	…
 *
 * Lengths are in millimetres, angles in degrees. Rot[0] Rot[1] Rot[2] is the first column of the matrix from the body to the
 * laboratory. What Roll, Pitch and Yaw mean can be set in QTM and is not in the file: the matrix is used. Where a marker or
 * a body was not seen, all its numbers are 0.000, or empty. The columns Frame and Time, and the line that names the
 * columns, may be missing. The layout is that of Qualisys' pages "Motion data (.tsv)" and "6DOF data (.tsv)".
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "file/channels.h"
#include "file/text_rows.h"

enum { PER_MARKER = 3, PER_BODY = 16, PER_BODY_WITHOUT_MATRIX = 7, MOST_HEADER_LINES = 10000 };

typedef struct qualisys_header {
    routh_kept_line names; /* of markers or bodies */
    routh_kept_line line;  /* the first that is not a setting: names of the columns, or the first row */
    bool bodies, known;
} qualisys_header;

static bool recognise(const unsigned char *byte, size_t count) {
    return routh_text_begins(byte, count, "NO_OF_FRAMES\t") || routh_text_begins(byte, count, "FILE_VERSION\t");
}

/* Settings -----------------------------------------------------------------------------------------------*/

static bool is_setting(const routh_field *field) {
    for (size_t i = 0; i < field->length; i++) {
        const char c = field->text[i];
        if (!((c >= 'A' && c <= 'Z') || c == '_' || (i > 0 && c >= '0' && c <= '9')))
            return false;
    }
    return field->length >= 4;
}

static routh_status take_setting(routh_source *source, const routh_field *key, const routh_field *value,
                                 qualisys_header *header, routh_channels *channels) {
    if (routh_field_is(key, "FREQUENCY")) {
        const double rate = routh_field_number(value);
        channels->rate = rate > 0 ? rate : NAN;
    }
    if (routh_field_is(key, "MARKER_NAMES") || routh_field_is(key, "BODY_NAMES")) {
        header->names = header->line;
        header->line.text = NULL;
    }
    if (!routh_field_is(key, "DATA_INCLUDED"))
        return ROUTH_OK;
    header->known = true;
    header->bodies = routh_field_is(value, "6D");
    if (header->bodies || routh_field_is(value, "3D"))
        return ROUTH_OK;
    char shown[ROUTH_SHOWN_VALUE];
    routh_show_text(shown, sizeof shown, value->text, value->length);
    return routh_fail_at(source->context, ROUTH_BAD_FORMAT,
                         &(routh_place){.file = source->shown, .line = header->line.number, .value = shown},
                         "DATA_INCLUDED is \"%s\"; 3D and 6D can be read", shown);
}

static routh_status read_settings(routh_source *source, routh_lines *lines, routh_arena *room, qualisys_header *header,
                                  routh_channels *channels) {
    for (int i = 0; i < MOST_HEADER_LINES; i++) {
        routh_field key, value;
        ROUTH_TRY(routh_line_keep(lines, room, &header->line));
        if (!header->line.text)
            return ROUTH_OK;
        if (routh_is_blank(header->line.text, header->line.length))
            continue;
        if (!routh_field_at(&header->line, '\t', 0, &key) || !is_setting(&key))
            return ROUTH_OK;
        if (!routh_field_at(&header->line, '\t', 1, &value))
            value = (routh_field){.text = ""};
        ROUTH_TRY(take_setting(source, &key, &value, header, channels));
    }
    return ROUTH_OK;
}

/* Channels -----------------------------------------------------------------------------------------------*/

/* How many columns come before those of the first marker or body: Frame and Time, one of them, or none. */
static size_t count_before(const qualisys_header *header, bool has_heading, size_t data) {
    routh_csv_fields fields = routh_fields_between(header->line.text, header->line.length, '\t');
    routh_field field;
    size_t count = 0;
    while (routh_csv_next_field(&fields, &field) &&
           (!has_heading || routh_field_is(&field, "Frame") || routh_field_is(&field, "Time")))
        count++;
    if (has_heading)
        return count;
    return count >= data + 2 ? 2 : 0; /* one more may be a tab at the end of the line */
}

/* Without a line of names the first row has them all, empty ones included. */
static size_t count_columns(const qualisys_header *header, bool has_heading, size_t expected) {
    if (has_heading)
        return routh_fields_filled(&header->line, '\t');
    routh_csv_fields fields = routh_fields_between(header->line.text, header->line.length, '\t');
    size_t count = 0;
    for (routh_field field; routh_csv_next_field(&fields, &field);)
        count++;
    return count > expected ? expected : count;
}

static void set_role(bool bodies, size_t per, size_t place, routh_channel *channel) {
    channel->unit = place < 3 || place == 6 ? 1e-3 : place < 6 ? ROUTH_PI / 180 : 1;
    if (place < 3) {
        channel->role = bodies ? ROUTH_CHANNEL_POSITION : ROUTH_CHANNEL_MARKER;
        channel->axis = (int)place;
    } else if (place < 6 && per == PER_BODY_WITHOUT_MATRIX) {
        channel->role = ROUTH_CHANNEL_EULER;
        channel->axis = (int)place - 3;
    } else if (place == 6) {
        channel->role = ROUTH_CHANNEL_ERROR;
    } else if (place > 6) { /* down the columns in the file, along the rows here */
        channel->role = ROUTH_CHANNEL_MATRIX;
        channel->axis = (int)(3 * ((place - 7) % 3) + (place - 7) / 3);
    }
}

static routh_status add_channels(routh_source *source, const qualisys_header *header, size_t before, size_t per,
                                 routh_channels *channels) {
    static const char *const labels[PER_BODY] = {"X",        "Y",      "Z",      "Roll",   "Pitch",  "Yaw",
                                                 "Residual", "Rot[0]", "Rot[1]", "Rot[2]", "Rot[3]", "Rot[4]",
                                                 "Rot[5]",   "Rot[6]", "Rot[7]", "Rot[8]"};
    for (size_t j = 0; j < before; j++) {
        const bool is_time = j + 1 == before && before == 2;
        const char *label = is_time ? "Time" : "Frame";
        routh_channel *channel = routh_channels_add(source->context, channels, label, strlen(label), "", 0);
        if (!channel)
            return ROUTH_OUT_OF_MEMORY;
        channel->role = is_time ? ROUTH_CHANNEL_TIME : ROUTH_CHANNEL_COUNTER;
        channel->unit = 1;
    }
    routh_csv_fields fields = routh_fields_between(header->names.text, header->names.length, '\t');
    routh_field body;
    routh_csv_next_field(&fields, &body); /* MARKER_NAMES */
    while (routh_csv_next_field(&fields, &body))
        for (size_t place = 0; body.length > 0 && place < per; place++) {
            const routh_field label = {.text = labels[place], .length = strlen(labels[place])};
            routh_channel *channel = routh_text_add(source->context, channels, &label, &body);
            if (!channel)
                return ROUTH_OUT_OF_MEMORY;
            set_role(header->bodies, per, place, channel);
        }
    return ROUTH_OK;
}

/* Names that are not empty. */
static size_t count_names(const qualisys_header *header) {
    size_t count = 0;
    routh_csv_fields fields = routh_fields_between(header->names.text, header->names.length, '\t');
    for (routh_field field; routh_csv_next_field(&fields, &field);)
        count += field.length > 0;
    return count > 0 ? count - 1 : 0;
}

static routh_status take_columns(routh_source *source, const qualisys_header *header, routh_channels *channels) {
    const char *thing = header->bodies ? "BODY_NAMES" : "MARKER_NAMES";
    const size_t count = header->names.text ? count_names(header) : 0;
    routh_field field;
    if (!header->known)
        return routh_header_fail(source, &routh_qualisys_reader,
                                 "does not say what is in it: DATA_INCLUDED is missing");
    if (count == 0)
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown, "%s is missing or names nothing", thing);
    if (!header->line.text)
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown, "has a header but no rows");
    const bool has_heading =
        routh_field_at(&header->line, '\t', 0, &field) && field.length > 0 && isnan(routh_field_number(&field));
    size_t per = header->bodies ? PER_BODY : PER_MARKER;
    const size_t before = count_before(header, has_heading, per * count);
    const size_t filled = count_columns(header, has_heading, before + per * count);
    if (header->bodies && filled == before + PER_BODY_WITHOUT_MATRIX * count)
        per = PER_BODY_WITHOUT_MATRIX;
    if (filled != before + per * count)
        return routh_fail_at(source->context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = source->shown, .line = header->line.number},
                             " has %zu columns, but %s names %zu: each has %zu columns", filled, thing, count, per);
    snprintf(channels->format, sizeof channels->format, "Qualisys TSV, %s", header->bodies ? "6D" : "3D");
    if (per == PER_BODY_WITHOUT_MATRIX)
        snprintf(channels->euler, sizeof channels->euler, "XYZ");
    channels->header_line = has_heading ? header->line.number : 0;
    channels->first_line = header->line.number + has_heading;
    return add_channels(source, header, before, per, channels);
}

static routh_status describe(routh_source *source, routh_channels *channels) {
    qualisys_header header = {.bodies = false};
    ROUTH_ARENA(room, source->context);
    ROUTH_LINES(lines, source);
    ROUTH_TRY(read_settings(source, &lines, &room, &header, channels));
    channels->separator = '\t';
    channels->decimal = '.';
    return take_columns(source, &header, channels);
}

/* Rows ---------------------------------------------------------------------------------------------------*/

static bool is_place(const routh_channel *channel) {
    return channel->role == ROUTH_CHANNEL_POSITION || channel->role == ROUTH_CHANNEL_MATRIX ||
           channel->role == ROUTH_CHANNEL_MARKER;
}

/* How many channels from this one on belong to one marker or body. Two in a row may have one name: another x begins the
 * second. */
static size_t count_of_thing(const routh_channels *channels, size_t from) {
    const routh_channel *first = &channels->channel[from];
    size_t count = 1;
    for (; *first->body && from + count < channels->count; count++) {
        const routh_channel *next = first + count;
        if (strcmp(first->body, next->body) != 0 || (next->role == first->role && next->axis == first->axis))
            break;
    }
    return count;
}

/* Whether it was seen shows in its whole place, even if only some of it is wanted. */
static void want_places(routh_channel *first, size_t count, bool *also) {
    bool any = false;
    for (size_t j = 0; j < count; j++)
        any = any || first[j].wanted;
    for (size_t j = 0; j < count; j++)
        also[j] = any && is_place(&first[j]) && !first[j].wanted;
}

static void mark_occluded(routh_channels *channels, routh_channel *first, size_t count) {
    for (size_t i = 0; i < channels->rows; i++) {
        size_t places = 0, zeros = 0;
        for (size_t j = 0; j < count; j++)
            if (first[j].value && is_place(&first[j])) {
                places++;
                zeros += first[j].value[i] == 0;
            }
        if (places == 0 || zeros < places)
            continue;
        for (size_t j = 0; j < count; j++)
            if (first[j].wanted && !isnan(first[j].value[i])) {
                first[j].value[i] = routh_gap_number(ROUTH_GAP_OCCLUDED);
                channels->gap[ROUTH_GAP_OCCLUDED]++;
            }
    }
}

static routh_status read(routh_source *source, routh_channels *channels) {
    ROUTH_ARENA(room, source->context);
    bool *also = routh_take(&room, channels->count, sizeof *also);
    ROUTH_TRY(room.status);
    size_t count;
    for (size_t from = 0; from < channels->count; from += count) {
        count = count_of_thing(channels, from);
        want_places(&channels->channel[from], count, &also[from]);
    }
    const routh_status status = routh_text_rows_read_also(source, channels, also);
    for (size_t from = 0; status == ROUTH_OK && from < channels->count; from += count) {
        count = count_of_thing(channels, from);
        mark_occluded(channels, &channels->channel[from], count);
    }
    for (size_t j = 0; j < channels->count; j++)
        if (also[j]) {
            routh_release(source->context, channels->channel[j].value);
            channels->channel[j].value = NULL;
        }
    return status;
}

const routh_channel_reader routh_qualisys_reader = {
    .name = "qualisys",
    .about = "a Qualisys TSV export",
    .recognise = recognise,
    .describe = describe,
    .read = read,
};
