/* TRC, "track row column", of Motion Analysis and OpenSim: markers between tabs.
 *
 *     PathFileType	4	(X/Y/Z)	walk.trc
 *     DataRate	CameraRate	NumFrames	NumMarkers	Units	OrigDataRate	…
 *     120	120	600	2	mm	120	…
 *     Frame#	Time	cube1			cube2
 *     		X1	Y1	Z1	X2	Y2	Z2
 *
 *     1	0.0000	…
 *
 * The layout is that of OpenSim's page "Marker (.trc) Files" and of Motion Analysis' manual.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/channels.h"
#include "file/text.h"
#include "file/text_rows.h"

enum { KEYS, VALUES, NAMES, AXES, TRC_LINES };

static bool recognise(const unsigned char *byte, size_t count) {
    return routh_text_begins(byte, count, "PathFileType");
}

static routh_status take_setting(routh_source *source, const routh_field *key, const routh_field *value, double *unit,
                                 routh_channels *channels) {
    if (routh_field_is(key, "DataRate")) {
        const double rate = routh_field_number(value);
        channels->rate = rate > 0 ? rate : NAN;
    }
    if (!routh_field_is(key, "Units"))
        return ROUTH_OK;
    routh_quantity quantity;
    if (routh_unit_of(value->text, value->length, &quantity, unit) && quantity == ROUTH_LENGTH)
        return ROUTH_OK;
    char shown[ROUTH_SHOWN_VALUE];
    routh_show_text(shown, sizeof shown, value->text, value->length);
    return routh_fail_at(source->context, ROUTH_BAD_FORMAT,
                         &(routh_place){.file = source->shown, .line = 3, .value = shown},
                         "Units are \"%s\"; m, cm and mm can be read", shown);
}

static routh_status read_settings(routh_source *source, const routh_kept_line line[TRC_LINES], double *unit,
                                  routh_channels *channels) {
    routh_csv_fields keys = routh_fields_between(line[KEYS].text, line[KEYS].length, '\t');
    routh_csv_fields values = routh_fields_between(line[VALUES].text, line[VALUES].length, '\t');
    routh_field key, value;
    routh_status status = ROUTH_OK;
    while (status == ROUTH_OK && routh_csv_next_field(&keys, &key) && routh_csv_next_field(&values, &value))
        status = take_setting(source, &key, &value, unit, channels);
    return status;
}

/* The next name of a marker; tabs between them, usually three, do not matter. */
static bool next_name(routh_csv_fields *names, routh_field *name) {
    while (routh_csv_next_field(names, name))
        if (name->length > 0)
            return true;
    return false;
}

static routh_status fail_names(routh_source *source, const routh_kept_line line[TRC_LINES], size_t columns) {
    return routh_fail_at(source->context, ROUTH_BAD_FORMAT,
                         &(routh_place){.file = source->shown, .line = line[AXES].number},
                         " has %zu coordinates: not three for each marker that line %zu names",
                         columns > 2 ? columns - 2 : 0, line[NAMES].number);
}

static routh_status add_channels(routh_source *source, const routh_kept_line line[TRC_LINES], double unit,
                                 routh_channels *channels) {
    const size_t columns = routh_fields_filled(&line[AXES], '\t');
    routh_csv_fields names = routh_fields_between(line[NAMES].text, line[NAMES].length, '\t');
    routh_csv_fields axes = routh_fields_between(line[AXES].text, line[AXES].length, '\t');
    routh_field name, axis;
    for (size_t j = 0; j < columns && routh_csv_next_field(&axes, &axis); j++) {
        if (j < 2 || j % 3 == 2)
            if (!next_name(&names, &name))
                return fail_names(source, line, columns);
        routh_channel *channel = routh_text_add(source->context, channels, j < 2 ? &name : &axis, j < 2 ? NULL : &name);
        if (!channel)
            return ROUTH_OUT_OF_MEMORY;
        channel->role = j == 0 ? ROUTH_CHANNEL_COUNTER : j == 1 ? ROUTH_CHANNEL_TIME : ROUTH_CHANNEL_MARKER;
        channel->axis = j < 2 ? 0 : (int)((j - 2) % 3);
        channel->unit = j < 2 ? 1 : unit;
    }
    return columns < 5 || columns % 3 != 2 || next_name(&names, &name) ? fail_names(source, line, columns) : ROUTH_OK;
}

static routh_status describe(routh_source *source, routh_channels *channels) {
    routh_kept_line line[TRC_LINES] = {{.text = NULL}}, first = {.text = NULL};
    double unit = 1e-3;
    routh_field field;
    ROUTH_ARENA(room, source->context);
    ROUTH_LINES(lines, source);
    ROUTH_TRY(routh_line_keep(&lines, &room, &first));
    for (int i = 0; i < TRC_LINES; i++)
        ROUTH_TRY(routh_line_keep(&lines, &room, &line[i]));
    if (!(routh_field_at(&line[NAMES], '\t', 0, &field) && routh_field_is(&field, "Frame#")))
        return routh_header_fail(source, &routh_trc_reader, "line 4 does not begin with \"Frame#\" and a tab");
    if (!line[AXES].text)
        return routh_header_fail(source, &routh_trc_reader, "ends after line 4");
    ROUTH_TRY(read_settings(source, line, &unit, channels));
    snprintf(channels->format, sizeof channels->format, "TRC");
    channels->separator = '\t';
    channels->decimal = '.';
    channels->header_line = line[NAMES].number;
    channels->first_line = line[AXES].number + 1;
    return add_channels(source, line, unit, channels);
}

const routh_channel_reader routh_trc_reader = {
    .name = "trc",
    .about = "a TRC file of Motion Analysis or OpenSim",
    .recognise = recognise,
    .describe = describe,
    .read = routh_text_rows_read,
};
