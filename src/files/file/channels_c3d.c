/* Recordings in C3D: the positions of markers, and rigid bodies where a ROTATION group has them. Analogue data is skipped.
 *
 * Markers are stored frame by frame: x, y, z and a word with the residual, negative where the marker was not seen; then
 * the analogue data of the frame. Points are numbers of four bytes if POINT:SCALE is negative, else of two, times SCALE.
 * Rotations, after C-Motion's description: 17 numbers each, a 4 × 4 matrix column by column, and its reliability.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/channel_arrays.h"
#include "file/channels.h"
#include "file/read_hdf5_values.h"
#include "file/text.h"

/* Offsets in the header, and the last number of a frame that a word holds. */
enum { POINTS = 2, ANALOGUE = 4, FIRST = 6, LAST = 8, SCALE = 12, DATA = 16, RATE = 20, LAST_WORD = 65535 };

/* Channels of a point: x, y, z, residual; of a rotation: x, y, z, nine of the matrix, reliability. */
enum { POINT_CHANNELS = 4, ROTATION_CHANNELS = 13, ROTATION_NUMBERS = 17, MOST_LABELS = 300 };

typedef struct layout {
    routh_c3d c3d;
    size_t points, frames;
    bool is_floating;
    double scale, rate;
    size_t data, frame_bytes; /* where the first frame begins, and how long each is */
    size_t rotations, rotation_frames, rotation_data;
} layout;

static routh_status fail_c3d(const routh_source *source, const char *fault) {
    return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown, "%s", fault);
}

/* How many frames -----------------------------------------------------------------------------------------*/

/* TRIAL:ACTUAL_START_FIELD and _END_FIELD: two words each, the lower one first. */
static double trial_frames(const routh_c3d *c3d) {
    static const char *const name[2] = {"ACTUAL_START_FIELD", "ACTUAL_END_FIELD"};
    double field[2];
    for (int k = 0; k < 2; k++) {
        routh_c3d_parameter parameter;
        if (!routh_c3d_find(c3d, "TRIAL", name[k], &parameter))
            return 0;
        field[k] = routh_c3d_number(c3d, &parameter, 0, NAN);
        if (parameter.kind == ROUTH_C3D_WORD)
            field[k] += 65536 * routh_c3d_number(c3d, &parameter, 1, 0);
    }
    return field[1] - field[0] + 1;
}

/* The header's count, unless the recording is too long for it: then the longest of those that parameters give. */
static double claimed_frames(const routh_c3d *c3d) {
    const double header = (double)routh_c3d_word(c3d, LAST) - routh_c3d_word(c3d, FIRST) + 1;
    const double other[3] = {trial_frames(c3d), routh_c3d_number_of(c3d, "POINT", "LONG_FRAMES", 0),
                             routh_c3d_number_of(c3d, "POINT", "FRAMES", 0)};
    double most = 0;
    for (int k = 0; k < 3; k++)
        most = isfinite(other[k]) && other[k] > most ? other[k] : most;
    const bool is_long = most >= LAST_WORD || routh_c3d_word(c3d, LAST) == LAST_WORD;
    return header < 1 || (is_long && most > header) ? floor(most) : header;
}

static routh_status fail_frames(const routh_source *source, double claimed, const char *what, size_t room) {
    return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                         "a damaged or truncated C3D file: it claims %.0f frames of %s, but has bytes for %zu", claimed,
                         what, room);
}

static routh_status find_frames(routh_source *source, layout *file) {
    const size_t room =
        file->data < file->c3d.size && file->frame_bytes > 0 ? (file->c3d.size - file->data) / file->frame_bytes : 0;
    const double claimed = claimed_frames(&file->c3d);
    if (file->points == 0)
        return ROUTH_OK;
    if (claimed > (double)room)
        return fail_frames(source, claimed, "markers", room);
    file->frames = (size_t)claimed;
    return ROUTH_OK;
}

/* Rigid bodies; those that are recorded faster than the points are left out where there are points. */
static routh_status find_rotations(const routh_source *source, layout *file) {
    const routh_c3d *c3d = &file->c3d;
    const double used = routh_c3d_number_of(c3d, "ROTATION", "USED", 0);
    const double start = routh_c3d_number_of(c3d, "ROTATION", "DATA_START", 0);
    const double ratio = routh_c3d_number_of(c3d, "ROTATION", "RATIO", 1);
    if (!(used >= 1 && used <= LAST_WORD && start >= 2 && start <= LAST_WORD && ratio >= 1 && ratio <= 1000) ||
        (ratio != 1 && file->points > 0))
        return ROUTH_OK;
    const size_t begin = ((size_t)start - 1) * ROUTH_C3D_BLOCK, bytes = (size_t)used * ROTATION_NUMBERS * 4;
    const size_t room = begin < c3d->size ? (c3d->size - begin) / bytes : 0;
    const double claimed = file->points > 0 ? (double)file->frames : floor(claimed_frames(c3d) * ratio);
    if (claimed > (double)room)
        return fail_frames(source, claimed, "rigid bodies", room);
    if (claimed < 1)
        return ROUTH_OK;
    file->rotations = (size_t)used;
    file->rotation_frames = (size_t)claimed;
    file->rotation_data = begin;
    if (file->points == 0)
        file->rate *= ratio;
    return ROUTH_OK;
}

static routh_status find_layout(routh_source *source, layout *file) {
    ROUTH_TRY(routh_source_hold(source, ROUTH_HDF5_MOST_BYTES));
    const char *fault = routh_c3d_open(source->io.bytes, source->io.byte_count, &file->c3d);
    if (fault)
        return fail_c3d(source, fault);
    const routh_c3d *c3d = &file->c3d;
    const double header_scale = routh_c3d_float(c3d, SCALE), header_rate = routh_c3d_float(c3d, RATE);
    const unsigned block = routh_c3d_word(c3d, DATA);
    const double start = block > 0 ? block : routh_c3d_number_of(c3d, "POINT", "DATA_START", 0);
    file->points = routh_c3d_word(c3d, POINTS);
    file->scale = routh_c3d_number_of(c3d, "POINT", "SCALE", header_scale);
    file->rate = routh_c3d_number_of(c3d, "POINT", "RATE", header_rate);
    file->is_floating = file->scale < 0;
    if (!(start >= 2 && start <= LAST_WORD))
        return fail_c3d(source, "a damaged C3D file: it does not say where its frames begin");
    if (file->points > 0 && !file->is_floating && !(file->scale > 0 && isfinite(file->scale)))
        return fail_c3d(source, "a damaged C3D file: POINT:SCALE is neither positive nor negative");
    file->data = ((size_t)start - 1) * ROUTH_C3D_BLOCK;
    file->frame_bytes = (4 * file->points + routh_c3d_word(c3d, ANALOGUE)) * (file->is_floating ? 4 : 2);
    ROUTH_TRY(find_frames(source, file));
    ROUTH_TRY(find_rotations(source, file));
    if (file->frames == 0 && file->rotation_frames == 0)
        return fail_c3d(source, "a C3D file without markers or rigid bodies: there is nothing to read");
    return ROUTH_OK;
}

/* Channels ----------------------------------------------------------------------------------------------*/

/* Labels of points or rotations: LABELS, then LABELS2, LABELS3 … where a parameter is too short for all. */
typedef struct labels {
    const routh_c3d *c3d;
    const char *group;
    int number; /* of the parameter, from 1; 0: none yet */
    routh_c3d_parameter parameter;
    size_t next, count; /* of this parameter */
} labels;

static const char *next_label(labels *list, size_t *length) {
    while (list->next == list->count && list->number >= 0 && list->number < MOST_LABELS) {
        char name[16] = "LABELS";
        if (++list->number > 1)
            snprintf(name, sizeof name, "LABELS%d", list->number);
        if (!routh_c3d_find(list->c3d, list->group, name, &list->parameter)) {
            list->number = -1; /* there are no more */
            break;
        }
        list->next = 0;
        list->count = list->parameter.size[0] > 0 ? list->parameter.count / list->parameter.size[0] : 0;
    }
    *length = 0;
    return list->next < list->count ? routh_c3d_text(&list->parameter, list->next++, length) : "";
}

static double length_unit(const routh_c3d *c3d) {
    routh_c3d_parameter parameter;
    routh_quantity quantity;
    double unit;
    size_t length;
    if (!routh_c3d_find(c3d, "POINT", "UNITS", &parameter))
        return 0;
    const char *text = routh_c3d_text(&parameter, 0, &length);
    return routh_unit_of(text, length, &quantity, &unit) && quantity == ROUTH_LENGTH ? unit : 0;
}

/* POINT:Y_SCREEN is the axis that points up on a screen, "+Z"; one that points down says nothing. */
static char up_of(const routh_c3d *c3d) {
    routh_c3d_parameter parameter;
    size_t length;
    if (!routh_c3d_find(c3d, "POINT", "Y_SCREEN", &parameter))
        return 0;
    const char *text = routh_c3d_text(&parameter, 0, &length);
    const char axis = length == 2 && text[0] == '+' ? text[1] : length == 1 ? text[0] : 0;
    return axis >= 'X' && axis <= 'Z' ? (char)(axis - 'X' + 'x') : axis >= 'x' && axis <= 'z' ? axis : 0;
}

static bool add_channel(routh_context *context, routh_channels *channels, const char *body, const char *what,
                        routh_channel_role role, int axis, double unit) {
    char name[ROUTH_NAME_SIZE + 16];
    snprintf(name, sizeof name, "%s:%s", body, what);
    routh_channel *channel = routh_channels_add(context, channels, name, strlen(name), body, strlen(body));
    if (!channel)
        return false;
    channel->role = role;
    channel->axis = axis;
    channel->unit = unit;
    return true;
}

static void show_label(labels *list, size_t index, char shown[ROUTH_NAME_SIZE]) {
    size_t length;
    const char *label = next_label(list, &length);
    if (length > 0)
        routh_show_text(shown, ROUTH_NAME_SIZE, label, length);
    else
        snprintf(shown, ROUTH_NAME_SIZE, "%zu", index + 1);
}

static const char *const axis_name[3] = {"X", "Y", "Z"};

static routh_status add_points(routh_context *context, const layout *file, routh_channels *channels) {
    const double unit = length_unit(&file->c3d);
    labels list = {.c3d = &file->c3d, .group = "POINT"};
    for (size_t i = 0; i < file->points; i++) {
        char body[ROUTH_NAME_SIZE];
        show_label(&list, i, body);
        for (int k = 0; k < 3; k++)
            if (!add_channel(context, channels, body, axis_name[k], ROUTH_CHANNEL_MARKER, k, unit))
                return ROUTH_OUT_OF_MEMORY;
        if (!add_channel(context, channels, body, "residual", ROUTH_CHANNEL_ERROR, 0, unit))
            return ROUTH_OUT_OF_MEMORY;
    }
    return ROUTH_OK;
}

static routh_status add_rotations(routh_context *context, const layout *file, routh_channels *channels) {
    const double unit = length_unit(&file->c3d);
    labels list = {.c3d = &file->c3d, .group = "ROTATION"};
    for (size_t i = 0; i < file->rotations; i++) {
        char body[ROUTH_NAME_SIZE], name[8];
        bool added = true;
        show_label(&list, i, body);
        for (int k = 0; k < 3; k++)
            added = added && add_channel(context, channels, body, axis_name[k], ROUTH_CHANNEL_POSITION, k, unit);
        for (int k = 0; k < 9; k++) {
            snprintf(name, sizeof name, "R%d%d", k / 3 + 1, k % 3 + 1);
            added = added && add_channel(context, channels, body, name, ROUTH_CHANNEL_MATRIX, k, 1);
        }
        if (!added || !add_channel(context, channels, body, "reliability", ROUTH_CHANNEL_ERROR, 0, 0))
            return ROUTH_OUT_OF_MEMORY;
    }
    return ROUTH_OK;
}

static routh_status describe_c3d(routh_source *source, routh_channels *channels) {
    layout file = {.points = 0};
    ROUTH_TRY(find_layout(source, &file));
    snprintf(channels->format, sizeof channels->format, "C3D (%s, %s)",
             file.c3d.processor == ROUTH_C3D_INTEL ? "Intel"
             : file.c3d.processor == ROUTH_C3D_DEC ? "DEC"
                                                   : "MIPS",
             file.is_floating ? "floating point" : "whole numbers");
    channels->rate = file.rate > 0 && isfinite(file.rate) ? file.rate : NAN;
    channels->up = up_of(&file.c3d);
    if (file.frames > 0)
        ROUTH_TRY(add_points(source->context, &file, channels));
    return add_rotations(source->context, &file, channels);
}

/* Values ------------------------------------------------------------------------------------------------*/

/* Counts the gap; the answer is NaN. */
static double missing(routh_channels *channels, routh_gap_reason reason) {
    channels->gap[reason]++;
    return routh_gap_number(reason);
}

static double whole_at(const routh_c3d *c3d, size_t at) {
    const unsigned word = routh_c3d_word(c3d, at);
    return word < 32768 ? (double)word : (double)word - 65536;
}

/* Axis 0 … 2 of a point in a frame, or 3, its residual. All three at exactly 0 is how some programs write that a marker
 * was not seen. */
static double point_value(const layout *file, size_t frame, size_t point, size_t axis, routh_channels *channels) {
    const routh_c3d *c3d = &file->c3d;
    const size_t wide = file->is_floating ? 4 : 2, at = file->data + frame * file->frame_bytes + 4 * wide * point;
    double number[4];
    for (size_t k = 0; k < 4; k++)
        number[k] = file->is_floating ? routh_c3d_float(c3d, at + k * wide) : whole_at(c3d, at + k * wide);
    if (number[3] < 0 || (number[0] == 0 && number[1] == 0 && number[2] == 0))
        return missing(channels, ROUTH_GAP_OCCLUDED);
    if (!isfinite(number[0]) || !isfinite(number[1]) || !isfinite(number[2]) || !isfinite(number[3]))
        return missing(channels, ROUTH_GAP_NAN);
    if (axis < 3)
        return number[axis] * (file->is_floating ? 1 : file->scale);
    /* the low byte is the residual over SCALE, the high one says which cameras saw it */
    return fmod(number[3], 256) * fabs(file->scale);
}

/* Channels of a rotation: position, matrix row by row, reliability; the file has the matrix column by column. */
static double rotation_value(const layout *file, size_t frame, size_t rotation, size_t index,
                             routh_channels *channels) {
    const size_t number = index < 3 ? 12 + index : index < 12 ? (index - 3) % 3 * 4 + (index - 3) / 3 : 16;
    const size_t begin = file->rotation_data + 4 * ROTATION_NUMBERS * (frame * file->rotations + rotation);
    const double value = routh_c3d_float(&file->c3d, begin + 4 * number);
    if (routh_c3d_float(&file->c3d, begin + 4 * 16) < 0)
        return missing(channels, ROUTH_GAP_OCCLUDED);
    return isfinite(value) ? value : missing(channels, ROUTH_GAP_NAN);
}

static routh_status read_channel(routh_source *source, const layout *file, routh_channels *channels, size_t j) {
    const size_t of_points = file->frames > 0 ? POINT_CHANNELS * file->points : 0, left = j - of_points;
    routh_status status = routh_progress(source->context, "reading", (double)j / (double)channels->count);
    double *value = routh_allocate(source->context, channels->rows, sizeof *value);
    channels->channel[j].value = value;
    if (!value)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < channels->rows; i++)
        value[i] = j < of_points
                       ? point_value(file, i, j / POINT_CHANNELS, j % POINT_CHANNELS, channels)
                       : rotation_value(file, i, left / ROTATION_CHANNELS, left % ROTATION_CHANNELS, channels);
    return status;
}

static routh_status read_c3d(routh_source *source, routh_channels *channels) {
    layout file = {.points = 0};
    ROUTH_TRY(find_layout(source, &file));
    const size_t of_points = file.frames > 0 ? POINT_CHANNELS * file.points : 0;
    if (channels->count != of_points + ROTATION_CHANNELS * file.rotations)
        return fail_c3d(source, "changed while it was read");
    channels->rows = file.frames > 0 ? file.frames : file.rotation_frames;
    for (size_t j = 0; j < channels->count; j++)
        if (channels->channel[j].wanted)
            ROUTH_TRY(read_channel(source, &file, channels, j));
    return ROUTH_OK;
}

const routh_channel_reader routh_c3d_reader = {
    .name = "c3d",
    .about = "C3D: markers, and rigid bodies of a ROTATION group",
    .recognise = routh_c3d_begins,
    .describe = describe_c3d,
    .read = read_c3d,
};
