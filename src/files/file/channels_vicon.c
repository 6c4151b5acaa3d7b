/* Vicon Nexus exports as text, one section below the other with a blank line between:
 *
 *     Segments                                          Trajectories
 *     120                                               120
 *     ,,Cube:Cube,,,,,                                  ,,Cube:m1,,,Cube:m2,,
 *     Frame,Sub Frame,RX,RY,RZ,TX,TY,TZ                 Frame,Sub Frame,X,Y,Z,X,Y,Z
 *     ,,deg,deg,deg,mm,mm,mm                            ,,mm,mm,mm,mm,mm,mm
 *     1,0,…                                             1,0,…
 *
 * Segments are rigid bodies; RX RY RZ are a rotation vector (Nexus calls it helical), in degrees or radians as the line of
 * units says. One section is read: Segments if it is there, or else Trajectories, or else Model Outputs. Older ASCII
 * exports say "Field #" and have no sub-frame. The layout is that of Vicon's help on ASCII exports and of exports that
 * laboratories have published.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/context.h"
#include "file/channels.h"
#include "file/text.h"
#include "file/text_rows.h"

/* In the order of preference; those without a role are read only when they are asked for. */
enum { SEGMENTS, TRAJECTORIES, MODEL_OUTPUTS, JOINTS, DEVICES, EVENTS, SECTIONS };
static const char *const sections[SECTIONS] = {"Segments", "Trajectories", "Model Outputs",
                                               "Joints",   "Devices",      "Events"};

enum { RATE, NAMES, AXES, UNITS, VICON_LINES };

/* A line with nothing but the word of a section, and separators after it. */
static int section_of(const char *line, size_t length) {
    while (length > 0 && strchr(",;\t ", line[length - 1]) && line[length - 1])
        length--;
    for (int s = 0; s < SECTIONS; s++)
        if (strlen(sections[s]) == length && strncasecmp(sections[s], line, length) == 0)
            return s;
    return SECTIONS;
}

/* A section's word in the first line, and a rate in the second. */
static bool recognise(const unsigned char *byte, size_t count) {
    const size_t mark = routh_mark_length(byte, count);
    const char *line = (const char *)byte + mark, *end = (const char *)byte + count;
    const char *stop = count > mark ? memchr(line, '\n', count - mark) : NULL;
    if (!stop || stop + 1 >= end || stop[1] < '0' || stop[1] > '9')
        return false;
    const size_t length = (size_t)(stop - line);
    return section_of(line, length > 0 && stop[-1] == '\r' ? length - 1 : length) < SECTIONS;
}

/* Sections -----------------------------------------------------------------------------------------------*/

/* The line on which each section begins; 0: it is not there. */
static routh_status find_sections(routh_source *source, size_t found[SECTIONS]) {
    ROUTH_LINES(lines, source);
    for (;;) {
        const char *line;
        size_t length;
        ROUTH_TRY(routh_line_read(&lines, "a recording", &line, &length));
        if (!line)
            return ROUTH_OK;
        const int s = section_of(line, length);
        if (s < SECTIONS && found[s] == 0)
            found[s] = lines.number;
    }
}

static routh_status choose_section(routh_source *source, const char *asked, const size_t found[SECTIONS], int *chosen) {
    char list[128] = "";
    for (int s = 0; s < SECTIONS; s++)
        if (found[s] > 0)
            snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", *list ? ", " : "", sections[s]);
    for (*chosen = 0; *chosen < SECTIONS; ++*chosen)
        if (found[*chosen] > 0 && (asked ? strcasecmp(asked, sections[*chosen]) == 0 : *chosen <= MODEL_OUTPUTS))
            return ROUTH_OK;
    if (!asked)
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                             "has %s; Segments, Trajectories or Model Outputs are needed", list);
    char shown[ROUTH_SHOWN_VALUE];
    routh_show_text(shown, sizeof shown, asked, strlen(asked));
    return routh_fail_at(source->context, ROUTH_BAD_ARGUMENT,
                         &(routh_place){.file = source->shown, .field = "variable"}, "has no section \"%s\" but %s",
                         shown, list);
}

/* The lines below the section's word. */
static routh_status keep_lines(routh_source *source, routh_arena *room, size_t below,
                               routh_kept_line line[VICON_LINES]) {
    ROUTH_LINES(lines, source);
    const char *text = "";
    size_t length;
    while (lines.number < below && text)
        ROUTH_TRY(routh_line_read(&lines, "a recording", &text, &length));
    for (int i = 0; i < VICON_LINES; i++)
        ROUTH_TRY(routh_line_keep(&lines, room, &line[i]));
    return ROUTH_OK;
}

/* Channels -----------------------------------------------------------------------------------------------*/

static void set_role(int section, const routh_field *axis, routh_channel *channel) {
    static const char *const names[] = {"TX", "TY", "TZ", "RX", "RY", "RZ", "X", "Y", "Z"};
    static const routh_channel_role roles[] = {ROUTH_CHANNEL_POSITION, ROUTH_CHANNEL_ROTATION_VECTOR,
                                               ROUTH_CHANNEL_MARKER};
    for (int i = 0; i < 9; i++) {
        const bool fits = i < 6 ? section == SEGMENTS || section == MODEL_OUTPUTS : section == TRAJECTORIES;
        if (!fits || !routh_field_is(axis, names[i]))
            continue;
        channel->role = roles[i / 3];
        channel->axis = i % 3;
    }
}

static bool is_counter(const routh_field *axis) {
    return routh_field_is(axis, "Frame") || routh_field_is(axis, "Field #");
}

static routh_status add_channels(routh_source *source, int section, const routh_kept_line line[VICON_LINES],
                                 routh_channels *channels) {
    const char separator = channels->separator;
    routh_csv_fields names = routh_fields_between(line[NAMES].text, line[NAMES].length, separator);
    routh_csv_fields axes = routh_fields_between(line[AXES].text, line[AXES].length, separator);
    routh_csv_fields units = routh_fields_between(line[UNITS].text, line[UNITS].length, separator);
    const size_t columns = routh_fields_filled(&line[AXES], separator);
    routh_field axis, name, unit, body = {.text = ""};
    while (channels->count < columns && routh_csv_next_field(&axes, &axis)) {
        if (routh_csv_next_field(&names, &name) && name.length > 0)
            body = name;
        routh_channel *channel = routh_text_add(source->context, channels, &axis, &body);
        if (!channel)
            return ROUTH_OUT_OF_MEMORY;
        routh_quantity quantity;
        if (routh_csv_next_field(&units, &unit))
            routh_unit_of(unit.text, unit.length, &quantity, &channel->unit);
        if (is_counter(&axis))
            channel->role = ROUTH_CHANNEL_COUNTER;
        else
            set_role(section, &axis, channel);
    }
    return ROUTH_OK;
}

static routh_status take_section(routh_source *source, int section, const routh_kept_line line[VICON_LINES],
                                 routh_channels *channels) {
    static const char counters[] = ",;\t"; /* what may follow "Frame" */
    routh_field field;
    size_t used = 0;
    if (line[AXES].text)
        used = strcspn(line[AXES].text, counters);
    channels->separator = used > 0 && line[AXES].text[used] ? line[AXES].text[used] : ',';
    channels->decimal = '.';
    if (!line[UNITS].text || !routh_field_at(&line[AXES], channels->separator, 0, &field) || !is_counter(&field))
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                             "section %s lacks its rate, names, a line that begins with \"Frame\", or units",
                             sections[section]);
    snprintf(channels->format, sizeof channels->format, "Vicon Nexus text, section %s", sections[section]);
    if (routh_field_at(&line[RATE], channels->separator, 0, &field)) {
        const double rate = routh_field_number(&field);
        channels->rate = rate > 0 ? rate : NAN;
    }
    channels->header_line = line[AXES].number;
    channels->first_line = line[UNITS].number + 1;
    return add_channels(source, section, line, channels);
}

static routh_status describe(routh_source *source, routh_channels *channels) {
    routh_kept_line line[VICON_LINES] = {{.text = NULL}};
    size_t found[SECTIONS] = {0};
    int section = 0;
    ROUTH_ARENA(room, source->context);
    ROUTH_TRY(find_sections(source, found));
    ROUTH_TRY(choose_section(source, *channels->variable ? channels->variable : NULL, found, &section));
    ROUTH_TRY(keep_lines(source, &room, found[section], line));
    return take_section(source, section, line, channels);
}

const routh_channel_reader routh_vicon_reader = {
    .name = "vicon",
    .about = "a Vicon Nexus CSV or ASCII export",
    .recognise = recognise,
    .describe = describe,
    .read = routh_text_rows_read,
    .one_block = true,
};
