/* Which channel of a file is which quantity of the tracked body: as given, else by the format, else by names.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tracks/columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/context.h"

enum { LIST = ROUTH_LIST, SHOWN_NAME = 48 };

/* Names in messages --------------------------------------------------------------------------------------*/

/* The columns of the file, as many as there is room for. */
static void list_columns(const routh_channels *channels, char list[LIST]) {
    size_t used = 0, j = 0;
    list[0] = '\0';
    for (; j < channels->count && used + SHOWN_NAME + 24 < LIST; j++)
        used = routh_list_append(list, used, LIST, channels->channel[j].name);
    if (j < channels->count)
        snprintf(list + used, LIST - used, " and %zu more", channels->count - j);
}

/* Given columns --------------------------------------------------------------------------------------------*/

/* The channel that a convention calls so: "#3", its name, "Body1:X", or its name but for unit and case. −1: none;
 * −2: several. */
static long find_given(const routh_choosing *c, const char *name) {
    const routh_channels *channels = c->channels;
    if (name[0] == '#' && name[1] && strspn(name + 1, "0123456789") == strlen(name + 1)) {
        const unsigned long number = strtoul(name + 1, NULL, 10);
        return number >= 1 && number <= channels->count ? (long)number - 1 : -1;
    }
    for (int how = 0; how < 3; how++) {
        long found = -1;
        for (size_t j = 0; j < channels->count; j++) {
            const routh_channel *channel = &channels->channel[j];
            const size_t length = strlen(channel->body);
            const bool within = c->convention->rigid_body[0] && channel->body[0] &&
                                strcasecmp(channel->body, c->convention->rigid_body) != 0;
            const bool full = length && strncmp(name, channel->body, length) == 0 &&
                              (name[length] == ':' || name[length] == ' ') &&
                              strcmp(name + length + 1, channel->name) == 0;
            if (how == 0 ? full
                         : !within && (how == 1 ? strcmp(channel->name, name) == 0
                                                : routh_is_same_column(channel->name, name)))
                found = found == -1 ? (long)j : -2;
        }
        if (found != -1)
            return found;
    }
    return -1;
}

static routh_status take_given(const routh_choosing *c) {
    char list[LIST], shown[SHOWN_NAME];
    for (int q = 0; q < ROUTH_TRACK_COLUMNS; q++) {
        const char *name = c->convention->column[q];
        if (!name[0])
            continue;
        const long found = find_given(c, name);
        routh_show_text(shown, sizeof shown, name, strlen(name));
        list_columns(c->channels, list);
        if (found == -2)
            return routh_fail_at(c->context, ROUTH_BAD_ARGUMENT,
                                 &(routh_place){.file = c->shown, .column = shown, .field = "columns"},
                                 "several columns are called \"%s\"; name the one for %s by its number, #1 to "
                                 "#%zu",
                                 shown, routh_track_keys[q], c->channels->count);
        if (found < 0)
            return routh_fail_at(c->context, ROUTH_BAD_ARGUMENT,
                                 &(routh_place){.file = c->shown, .column = shown, .field = "columns"},
                                 "no column \"%s\" for %s; there are %s", shown, routh_track_keys[q], list);
        for (int i = 0; i < q; i++)
            if (c->map->channel[i] == found)
                return routh_fail_at(c->context, ROUTH_BAD_ARGUMENT,
                                     &(routh_place){.file = c->shown, .column = shown, .field = "columns"},
                                     "column \"%s\" is given for both %s and %s", shown, routh_track_keys[i],
                                     routh_track_keys[q]);
        c->map->channel[q] = found;
    }
    return ROUTH_OK;
}

/* The others -----------------------------------------------------------------------------------------------*/

static routh_status fill(const routh_choosing *c, int q) {
    return c->map->channel[q] >= 0 ? ROUTH_OK : routh_choosing_find(c, q, routh_track_keys[q], &c->map->channel[q]);
}

/* Columns by their numbers. Where no name says anything: as such files have them, time where a column is left for it, then the
 * pose. Otherwise three that are neither time nor counter; the first of more than three is most often time. */
static void propose_numbers(const routh_choosing *c) {
    static const struct {
        size_t columns;
        const char *value;
    } usual[] = {{3, "x=#1,y=#2,theta=#3"},
                 {4, "time=#1,x=#2,y=#3,theta=#4"},
                 {7, "x=#1,y=#2,z=#3,qw=#4,qx=#5,qy=#6,qz=#7"},
                 {8, "time=#1,x=#2,y=#3,z=#4,qw=#5,qx=#6,qy=#7,qz=#8"}};
    size_t number[3], count = 0;
    char value[SHOWN_NAME * 2];
    bool unknown = true;
    for (int q = 0; q < ROUTH_TRACK_COLUMNS; q++)
        if (c->convention->column[q][0])
            return;
    for (size_t j = 0; j < c->channels->count; j++)
        unknown &= c->meaning[j].meaning == ROUTH_NAME_NOTHING;
    for (size_t j = c->channels->count > 3; j < c->channels->count && count < 3; j++)
        if (c->meaning[j].meaning != ROUTH_TRACK_TIME && c->meaning[j].meaning != ROUTH_NAME_COUNTER)
            number[count++] = j + 1;
    if (count < 3)
        return;
    snprintf(value, sizeof value, "x=#%zu,y=#%zu,theta=#%zu", number[0], number[1], number[2]);
    for (size_t i = 0; unknown && i < sizeof usual / sizeof usual[0]; i++)
        if (c->channels->count == usual[i].columns)
            snprintf(value, sizeof value, "%s", usual[i].value);
    routh_proposals_add(c->proposals, "columns", value, false, "columns by their numbers");
}

static routh_status fail_missing(const routh_choosing *c, const char *key) {
    char list[LIST];
    list_columns(c->channels, list);
    propose_numbers(c);
    return routh_fail_at(c->context, ROUTH_BAD_FORMAT,
                         &(routh_place){.file = c->shown, .column = key, .field = "columns"},
                         "no column for %s among %s; name it", key, list);
}

/* In the plane x goes along the surface, and what is beside it, y or z, goes up. */
static routh_status choose_plane(const routh_choosing *c, bool z_given) {
    long *channel = c->map->channel;
    c->map->planar = true;
    if (channel[ROUTH_TRACK_Y] >= 0 && channel[ROUTH_TRACK_Z] >= 0 && !z_given &&
        c->convention->column[ROUTH_TRACK_Y][0])
        channel[ROUTH_TRACK_Z] = -1;
    if (channel[ROUTH_TRACK_Y] >= 0 && channel[ROUTH_TRACK_Z] >= 0) {
        char name[SHOWN_NAME * 2], value[SHOWN_NAME * 3];
        for (int q = ROUTH_TRACK_Y; q <= ROUTH_TRACK_Z; q++) {
            routh_channel_shown(c->channels, (size_t)channel[q], name, sizeof name);
            snprintf(value, sizeof value, "y=%s", name);
            routh_proposals_add(c->proposals, "columns", value, false, "the height may be y or z");
        }
        return routh_fail_at(c->context, ROUTH_BAD_FORMAT, &(routh_place){.file = c->shown, .field = "columns"},
                             "x, y, z and one angle: a motion in the plane has x and a height; name the height "
                             "as y");
    }
    if (channel[ROUTH_TRACK_Y] < 0) {
        channel[ROUTH_TRACK_Y] = channel[ROUTH_TRACK_Z];
        channel[ROUTH_TRACK_Z] = -1;
    }
    return channel[ROUTH_TRACK_Y] < 0 ? fail_missing(c, "y") : ROUTH_OK;
}

static routh_status choose_pose(const routh_choosing *c) {
    const bool z_given = c->map->channel[ROUTH_TRACK_Z] >= 0;
    for (int q = ROUTH_TRACK_X; q <= ROUTH_TRACK_Z; q++)
        ROUTH_TRY(fill(c, q));
    if (c->map->channel[ROUTH_TRACK_X] < 0)
        ROUTH_TRY(fail_missing(c, "x"));
    ROUTH_TRY(routh_choose_orientation(c));
    if (c->map->orientation == ROUTH_ORIENTATION_ANGLE)
        return choose_plane(c, z_given);
    for (int q = ROUTH_TRACK_Y; q <= ROUTH_TRACK_Z; q++)
        if (c->map->channel[q] < 0)
            return fail_missing(c, routh_track_keys[q]);
    return ROUTH_OK;
}

static bool has_markers(const routh_channels *channels) {
    for (size_t j = 0; j < channels->count; j++)
        if (channels->channel[j].role == ROUTH_CHANNEL_MARKER)
            return true;
    return false;
}

static routh_status choose(const routh_choosing *c) {
    bool found = false, given = false;
    routh_status status = take_given(c);
    if (status == ROUTH_OK)
        status = routh_choose_units(c); /* of those that are given: x that is an angle is a mistake */
    for (int q = ROUTH_TRACK_X; q < ROUTH_TRACK_COLUMNS; q++)
        given |= c->map->channel[q] >= 0;
    ROUTH_TRY(routh_choosing_meanings(c));
    for (size_t j = 0; j < c->channels->count; j++) {
        c->mine[j] = true;
        if (c->meaning[j].meaning == ROUTH_NAME_IMPACT && status == ROUTH_OK && !given)
            status = routh_fail_in(c->context, ROUTH_BAD_FORMAT, c->shown, "a table of impacts, not of poses");
    }
    if (status == ROUTH_OK && !(given && !c->convention->rigid_body[0] && c->map->channel[ROUTH_TRACK_X] >= 0))
        status = routh_choose_body(c, &found);
    if (status == ROUTH_OK)
        status = fill(c, ROUTH_TRACK_TIME);
    if (status == ROUTH_OK && c->map->channel[ROUTH_TRACK_TIME] < 0 &&
        routh_choosing_count(c, ROUTH_NAME_COUNTER) == 1) /* of several none: rows count as well */
        status = routh_choosing_find(c, ROUTH_NAME_COUNTER, "the number of the frame", &c->map->counter);
    c->map->markers = !found && !given && has_markers(c->channels);
    if (status == ROUTH_OK && !c->map->markers)
        status = choose_pose(c);
    return status == ROUTH_OK ? routh_choose_units(c) : status;
}

routh_status routh_columns_choose(routh_context *context, const char *shown, const routh_channels *channels,
                                  const routh_tracks_convention *convention, routh_proposals *proposals,
                                  routh_track_map *map) {
    *map = (routh_track_map){.counter = -1};
    for (int q = 0; q < ROUTH_TRACK_COLUMNS; q++) {
        map->channel[q] = -1;
        map->unit[q] = 1;
        map->unit_from[q] = "";
    }
    ROUTH_ARENA(room, context);
    routh_choosing c = {.context = context,
                        .shown = shown,
                        .channels = channels,
                        .convention = convention,
                        .proposals = proposals,
                        .map = map,
                        .meaning = routh_take(&room, channels->count, sizeof *c.meaning),
                        .mine = routh_take(&room, channels->count, sizeof *c.mine)};
    ROUTH_TRY(room.status);
    return choose(&c);
}
