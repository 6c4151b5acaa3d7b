/* Motive (OptiTrack) exports as comma-separated values, formats 1.2 and 1.20 to 1.25:
 *
 *     Format Version,1.23,Take Name,…,Export Frame Rate,360.000000,…,Rotation Type,Quaternion,Length Units,Meters,…
 *
 *     ,Type,Rigid Body,Rigid Body,…,Marker,…
 *     ,Name,Cube,Cube,…,Cube:Marker 001,…
 *     ,ID,…
 *     ,Parent,…                                      (from 1.24 on)
 *     ,,Rotation,Rotation,Rotation,Rotation,Position,…,Mean Marker Error,Position,…
 *     Frame,Time (Seconds),X,Y,Z,W,X,…
 *
 * Older ones leave the second field of these lines empty. A time code may be a third column. Motive's own axes have y up.
 * The layout is that of OptiTrack's page "Data Export: CSV" and of exports that laboratories have published.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "file/channels.h"
#include "file/text.h"
#include "file/text_rows.h"

enum { MOST_HEADER_LINES = 16 };

typedef struct motive_header {
    routh_kept_line first, type, name, part, axis;
    double length; /* m in one unit */
    bool quaternion, local;
    bool measured; /* has columns of measured markers, not only those of the rigid body's model */
} motive_header;

/* The columns of the header, one after the other. */
typedef struct motive_column {
    routh_csv_fields types, names, parts, axes;
    routh_field type, name, part, axis;
} motive_column;

static bool recognise(const unsigned char *byte, size_t count) {
    return routh_text_begins(byte, count, "Format Version,");
}

/* The first line -----------------------------------------------------------------------------------------*/

/* "XYZ" and the other orders of Euler angles about moving axes; degrees. */
static bool is_order(const routh_field *field) {
    if (field->length != 3)
        return false;
    for (size_t i = 0; i < 3; i++)
        if (!strchr("XYZ", field->text[i]))
            return false;
    return field->text[0] != field->text[1] && field->text[1] != field->text[2];
}

static routh_status take_setting(routh_source *source, const routh_field *key, const routh_field *value,
                                 motive_header *header, routh_channels *channels) {
    routh_quantity quantity;
    double unit;
    char shown[ROUTH_SHOWN_VALUE];
    routh_show_text(shown, sizeof shown, value->text, value->length);
    if (routh_field_is(key, "Format Version")) {
        snprintf(channels->format, sizeof channels->format, "Motive CSV %s", shown);
    } else if (routh_field_is(key, "Export Frame Rate") ||
               (routh_field_is(key, "Capture Frame Rate") && !isfinite(channels->rate))) {
        const double rate = routh_field_number(value);
        channels->rate = rate > 0 ? rate : channels->rate;
    } else if (routh_field_is(key, "Rotation Type")) {
        header->quaternion = routh_field_is(value, "Quaternion");
        if (!header->quaternion && !is_order(value))
            return routh_fail_at(source->context, ROUTH_BAD_FORMAT,
                                 &(routh_place){.file = source->shown, .line = 1, .value = shown},
                                 "Rotation Type is \"%s\"; Quaternion and orders such as XYZ can be read", shown);
        if (!header->quaternion)
            snprintf(channels->euler, sizeof channels->euler, "%.3s", value->text);
    } else if (routh_field_is(key, "Length Units")) {
        if (!routh_unit_of(value->text, value->length, &quantity, &unit) || quantity != ROUTH_LENGTH)
            return routh_fail_at(source->context, ROUTH_BAD_FORMAT,
                                 &(routh_place){.file = source->shown, .line = 1, .value = shown},
                                 "Length Units are \"%s\"; Meters, Centimeters and Millimeters can be read", shown);
        header->length = unit;
    } else if (routh_field_is(key, "Coordinate Space")) {
        header->local = routh_field_is(value, "Local");
    }
    return ROUTH_OK;
}

static routh_status read_settings(routh_source *source, routh_lines *lines, routh_arena *room, motive_header *header,
                                  routh_channels *channels) {
    ROUTH_TRY(routh_line_keep(lines, room, &header->first));
    routh_csv_fields fields = routh_csv_fields_of(header->first.text, header->first.length);
    routh_field key, value;
    while (routh_csv_next_field(&fields, &key) && routh_csv_next_field(&fields, &value))
        ROUTH_TRY(take_setting(source, &key, &value, header, channels));
    return ROUTH_OK;
}

/* The lines above the rows -------------------------------------------------------------------------------*/

/* Types come first, names second, and what a column is part of last, just above the axes. */
static routh_status read_columns(routh_source *source, routh_lines *lines, routh_arena *room, motive_header *header) {
    routh_kept_line line;
    size_t place = 0;
    for (int i = 0; i < MOST_HEADER_LINES && !header->axis.text; i++) {
        routh_field label;
        ROUTH_TRY(routh_line_keep(lines, room, &line));
        if (!line.text)
            break;
        if (routh_is_blank(line.text, line.length))
            continue;
        if (routh_field_at(&line, ',', 0, &label) && routh_field_is(&label, "Frame")) {
            header->axis = line;
            break;
        }
        const bool labelled = routh_field_at(&line, ',', 1, &label) && label.length > 0;
        if (place == 0)
            header->type = line;
        else if (place == 1 || (labelled && routh_field_is(&label, "Name")))
            header->name = line;
        else
            header->part = line;
        place++;
    }
    if (!header->axis.text || !header->part.text)
        return routh_header_fail(source, &routh_motive_reader,
                                 "has no lines of types, names, parts and axes with \"Frame\" below them");
    return ROUTH_OK;
}

static motive_column columns_of(const motive_header *header) {
    return (motive_column){
        .types = routh_csv_fields_of(header->type.text, header->type.length),
        .names = routh_csv_fields_of(header->name.text, header->name.length),
        .parts = routh_csv_fields_of(header->part.text, header->part.length),
        .axes = routh_csv_fields_of(header->axis.text, header->axis.length),
    };
}

static void next_or_empty(routh_csv_fields *fields, routh_field *field) {
    if (!routh_csv_next_field(fields, field))
        *field = (routh_field){.text = ""};
}

/* As many columns as the axes have: the others may be shorter. */
static bool next_column(motive_column *column) {
    next_or_empty(&column->types, &column->type);
    next_or_empty(&column->names, &column->name);
    next_or_empty(&column->parts, &column->part);
    return routh_csv_next_field(&column->axes, &column->axis);
}

/* Channels -----------------------------------------------------------------------------------------------*/

static int letter_of(const routh_field *axis, const char *letters) {
    const char *at = axis->length == 1 && axis->text[0] ? strchr(letters, axis->text[0]) : NULL;
    return at ? (int)(at - letters) : -1;
}

static bool begins(const routh_field *field, const char *word) {
    return field->length >= strlen(word) && memcmp(field->text, word, strlen(word)) == 0;
}

static bool holds(const routh_field *field, const char *word) {
    for (size_t i = 0; i + strlen(word) <= field->length; i++)
        if (memcmp(field->text + i, word, strlen(word)) == 0)
            return true;
    return false;
}

/* A marker that was measured and belongs to something. */
static bool is_labelled_marker(const motive_column *column) {
    return routh_field_is(&column->type, "Marker") && !begins(&column->name, "Unlabeled");
}

static void set_role(const motive_header *header, const char *euler, const motive_column *column,
                     routh_channel *channel) {
    const bool bone = routh_field_is(&column->type, "Bone");
    const bool body = routh_field_is(&column->type, "Rigid Body") || (bone && !header->local);
    /* the model's markers at the fitted pose: where measured ones are there, they only repeat the pose */
    const bool marker = header->measured ? is_labelled_marker(column)
                                         : routh_field_is(&column->type, "Rigid Body Marker") ||
                                               routh_field_is(&column->type, "Bone Marker");
    const bool position = routh_field_is(&column->part, "Position"), turn = routh_field_is(&column->part, "Rotation");
    int axis = letter_of(&column->axis, turn && header->quaternion ? "WXYZ" : turn ? euler : "XYZ");
    channel->unit = position ? header->length : turn && !header->quaternion ? ROUTH_PI / 180 : turn ? 1 : 0;
    if (holds(&column->part, "Error") || holds(&column->axis, "Error") || holds(&column->part, "Quality")) {
        channel->role = ROUTH_CHANNEL_ERROR;
        channel->unit = holds(&column->part, "Quality") ? 1 : header->length;
        axis = 0;
    } else if (axis >= 0 && body && turn) {
        channel->role = header->quaternion ? ROUTH_CHANNEL_QUATERNION : ROUTH_CHANNEL_EULER;
    } else if (axis >= 0 && position && (body || marker)) {
        channel->role = body ? ROUTH_CHANNEL_POSITION : ROUTH_CHANNEL_MARKER;
    }
    channel->axis = axis > 0 && channel->role != ROUTH_CHANNEL_OTHER ? axis : 0;
}

static routh_status add_channels(routh_source *source, motive_header *header, routh_channels *channels) {
    for (motive_column column = columns_of(header); next_column(&column);)
        header->measured = header->measured || is_labelled_marker(&column);
    const routh_field none = {.text = ""};
    motive_column column = columns_of(header);
    while (next_column(&column)) {
        /* the first two are labels of the lines above, too */
        const bool labels = channels->count < 2;
        const bool is_time = channels->count == 1 && begins(&column.axis, "Time");
        routh_channel *channel = labels ? routh_text_add(source->context, channels, &column.axis, NULL)
                                        : routh_header_add(source->context, channels, &column.part, &column.axis,
                                                           column.name.length > 0 ? &column.name : &none);
        if (!channel)
            return ROUTH_OUT_OF_MEMORY;
        if (labels) {
            channel->role = is_time                ? ROUTH_CHANNEL_TIME
                            : channels->count == 1 ? ROUTH_CHANNEL_COUNTER
                                                   : ROUTH_CHANNEL_OTHER;
            channel->unit = 1;
        } else {
            set_role(header, channels->euler, &column, channel);
        }
    }
    return column.axes.unclosed ? routh_header_fail(source, &routh_motive_reader, "a quote in its header is not closed")
                                : ROUTH_OK;
}

static routh_status describe(routh_source *source, routh_channels *channels) {
    motive_header header = {.length = 1, .quaternion = true};
    snprintf(channels->format, sizeof channels->format, "Motive CSV");
    ROUTH_ARENA(room, source->context);
    ROUTH_LINES(lines, source);
    ROUTH_TRY(read_settings(source, &lines, &room, &header, channels));
    ROUTH_TRY(read_columns(source, &lines, &room, &header));
    channels->separator = ',';
    channels->decimal = '.';
    channels->up = 'y';
    channels->header_line = header.axis.number;
    channels->first_line = header.axis.number + 1;
    return add_channels(source, &header, channels);
}

const routh_channel_reader routh_motive_reader = {
    .name = "motive",
    .about = "a Motive (OptiTrack) CSV export",
    .recognise = recognise,
    .describe = describe,
    .read = routh_text_rows_read,
};
