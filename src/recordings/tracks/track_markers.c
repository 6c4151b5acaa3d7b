/* A track from markers: the rigid body that fits them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tracks/track.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "algebra/space.h"
#include "base/context.h"

/* The markers of a file: the channels of their coordinates. */
typedef struct marker_list {
    size_t count;
    const char **name;
    long (*channel)[3]; /* −1: none */
} marker_list;

static void release_list(routh_context *context, marker_list *list) {
    routh_release(context, list->name);
    routh_release(context, list->channel);
}

static routh_status list_markers(routh_context *context, const routh_channels *channels, marker_list *list) {
    *list = (marker_list){0};
    list->name = routh_allocate(context, channels->count, sizeof *list->name);
    list->channel = list->name ? routh_allocate(context, channels->count, sizeof *list->channel) : NULL;
    if (!list->channel)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t j = 0; j < channels->count; j++) {
        const routh_channel *channel = &channels->channel[j];
        size_t m = list->count; /* a marker's channels lie side by side */
        if (channel->role != ROUTH_CHANNEL_MARKER || channel->axis < 0 || channel->axis > 2)
            continue;
        if (m == 0 || strcmp(list->name[m - 1], channel->body) != 0 || list->channel[m - 1][channel->axis] >= 0) {
            list->name[m] = channel->body;
            list->channel[m][0] = list->channel[m][1] = list->channel[m][2] = -1;
            list->count++;
        } else {
            m--;
        }
        list->channel[m][channel->axis] = (long)j;
    }
    return ROUTH_OK;
}

static routh_status choose_group(routh_context *context, const char *shown, const routh_marker_groups *groups,
                                 const char *wanted, routh_proposals *proposals, size_t *chosen) {
    char list[200] = "";
    size_t used = 0;
    for (size_t g = 0; g < groups->count; g++) {
        if (*wanted && strcasecmp(groups->name[g], wanted) == 0) {
            *chosen = g;
            return ROUTH_OK;
        }
        if (used < sizeof list / 2)
            used = routh_list_append(list, used, sizeof list, groups->name[g]);
    }
    *chosen = 0;
    if (groups->count == 1 && !*wanted)
        return ROUTH_OK;
    if (groups->count == 0)
        return routh_fail_in(context, ROUTH_BAD_FORMAT, shown,
                             "%zu marker%s; a body needs at least three that have names, for a pose", groups->markers,
                             groups->markers == 1 ? "" : "s");
    for (size_t g = 0; g < groups->count; g++)
        routh_proposals_add(proposals, "rigid_body", groups->name[g], false, "the markers are of several bodies");
    if (*wanted)
        return routh_fail_at(context, ROUTH_BAD_ARGUMENT, &(routh_place){.file = shown, .field = "rigid_body"},
                             "no group of three or more markers is called \"%.40s\"; there are %s", wanted, list);
    return routh_fail_at(context, ROUTH_BAD_ARGUMENT, &(routh_place){.file = shown, .field = "rigid_body"},
                         "markers of %zu bodies: %s; choose one", groups->count, list);
}

routh_status routh_markers_want(routh_context *context, const char *shown, routh_channels *channels,
                                const routh_tracks_convention *convention, routh_proposals *proposals,
                                routh_track_map *map) {
    marker_list list;
    routh_marker_groups groups = {0};
    size_t chosen = 0;
    routh_status status = list_markers(context, channels, &list);
    if (status == ROUTH_OK)
        status = routh_marker_groups_find(context, list.count, list.name, &groups);
    if (status == ROUTH_OK)
        status = choose_group(context, shown, &groups, convention->rigid_body, proposals, &chosen);
    for (size_t m = 0; status == ROUTH_OK && m < list.count; m++)
        for (int c = 0; c < 3; c++)
            if (groups.group[m] == chosen && list.channel[m][c] >= 0)
                channels->channel[list.channel[m][c]].wanted = true;
    if (status == ROUTH_OK && groups.count > 0)
        snprintf(map->body, sizeof map->body, "%s", groups.name[chosen]);
    routh_marker_groups_release(context, &groups);
    release_list(context, &list);
    return status;
}

/* Those that were read, in m. */
static routh_status fit(routh_track_rows *rows, const marker_list *list, double unit, routh_marker_body *body) {
    const routh_channels *channels = rows->channels;
    ROUTH_ARENA(room, rows->context);
    routh_marker *marker = routh_take(&room, list->count, sizeof *marker);
    size_t count = 0;
    ROUTH_TRY(room.status);
    for (size_t m = 0; m < list->count; m++) {
        const long *channel = list->channel[m];
        if (channel[0] < 0 || channel[1] < 0 || channel[2] < 0 || !channels->channel[channel[0]].value)
            continue;
        for (int c = 0; c < 3; c++)
            for (size_t i = 0; i < channels->rows; i++)
                channels->channel[channel[c]].value[i] *= unit;
        marker[count++] = (routh_marker){list->name[m], channels->channel[channel[0]].value,
                                         channels->channel[channel[1]].value, channels->channel[channel[2]].value};
    }
    return routh_marker_body_fit(rows->context, rows->name, count, marker, channels->rows, body);
}

static double marker_unit(const routh_track_rows *rows, const marker_list *list) {
    const double given = rows->convention->unit[ROUTH_LENGTH];
    for (size_t m = 0; !(given > 0) && m < list->count; m++)
        if (list->channel[m][0] >= 0 && rows->channels->channel[list->channel[m][0]].unit > 0)
            return rows->channels->channel[list->channel[m][0]].unit;
    return given > 0 ? given : 1;
}

static routh_status take_poses(routh_track_rows *rows, const routh_marker_body *body, routh_track *track) {
    const size_t count = rows->channels->rows;
    ROUTH_TRY(routh_rows_sort(rows, body->valid));
    if (rows->count[ROUTH_ROW_KEPT] < 3)
        return routh_fail_in(rows->context, ROUTH_BAD_FORMAT, rows->shown,
                             "%zu of %zu rows show enough markers for a pose", rows->count[ROUTH_ROW_KEPT], count);
    ROUTH_TRY(routh_track_allocate(rows->context, rows->name, false, rows->count[ROUTH_ROW_KEPT], track));
    for (size_t i = 0, at = 0; i < count; i++)
        if (rows->status[i] == ROUTH_ROW_KEPT) {
            track->time[at] = rows->time[i];
            memcpy(track->position[at], body->position[i], sizeof track->position[at]);
            memcpy(track->orientation[at++], body->orientation[i], sizeof track->orientation[0]);
        }
    return ROUTH_OK;
}

/* Axes of the first file ------------------------------------------------------------------------------------*/

void routh_marker_reference_release(routh_context *context, routh_marker_reference *reference) {
    routh_release(context, reference->shape);
    *reference = (routh_marker_reference){0};
}

static routh_status keep_shape(routh_context *context, const routh_marker_body *body,
                               routh_marker_reference *reference) {
    reference->shape = routh_allocate(context, body->count, sizeof *reference->shape);
    if (!reference->shape)
        return ROUTH_OUT_OF_MEMORY;
    reference->count = body->count;
    memcpy(reference->shape, body->shape, body->count * sizeof *reference->shape);
    return ROUTH_OK;
}

/* The turn from the reference's axes to the body's own: that between two instants at which the shapes are seen. */
static routh_status turn_of_axes(routh_track_rows *rows, const routh_marker_body *body,
                                 const routh_marker_reference *reference, double turn[4]) {
    const size_t count = body->count;
    ROUTH_ARENA(room, rows->context);
    double(*seen)[3][2] = routh_take(&room, count, sizeof *seen);
    routh_marker *marker = routh_take(&room, count, sizeof *marker);
    routh_marker_body both;
    ROUTH_TRY(room.status);
    for (size_t m = 0; m < count; m++) {
        for (int c = 0; c < 3; c++) {
            seen[m][c][0] = reference->shape[m][c];
            seen[m][c][1] = body->shape[m][c];
        }
        marker[m] = (routh_marker){"", seen[m][0], seen[m][1], seen[m][2]};
    }
    routh_status status = routh_marker_body_fit(rows->context, rows->name, count, marker, 2, &both);
    if (status == ROUTH_OK && !(both.valid[0] && both.valid[1]))
        status = routh_fail_in(rows->context, ROUTH_BAD_FORMAT, rows->shown,
                               "its markers are not those of the first file: another body, or another order");
    if (status == ROUTH_OK) {
        double back[4];
        routh_turn_inverse(both.orientation[0], back);
        routh_turn_product(both.orientation[1], back, turn);
    }
    routh_marker_body_release(rows->context, &both);
    return status;
}

/* All files of a folder have the body's axes in the first one. */
static routh_status align(routh_track_rows *rows, routh_marker_reference *reference, routh_marker_body *body) {
    double turn[4] = {1, 0, 0, 0};
    if (!reference->shape)
        return keep_shape(rows->context, body, reference);
    if (reference->count != body->count)
        return routh_fail_in(rows->context, ROUTH_BAD_FORMAT, rows->shown, "%zu markers, but %zu in the first file",
                             body->count, reference->count);
    ROUTH_TRY(turn_of_axes(rows, body, reference, turn));
    for (size_t i = 0; i < body->rows; i++)
        if (body->valid[i])
            routh_turn_product(body->orientation[i], turn, body->orientation[i]);
    return ROUTH_OK;
}

routh_status routh_track_of_markers(routh_track_rows *rows, routh_marker_reference *reference, routh_track *track) {
    marker_list list;
    routh_marker_body body = {0};
    *track = (routh_track){0};
    routh_status status = list_markers(rows->context, rows->channels, &list);
    if (status == ROUTH_OK)
        status = fit(rows, &list, marker_unit(rows, &list), &body);
    if (status == ROUTH_OK)
        status = align(rows, reference, &body);
    if (status == ROUTH_OK)
        status = take_poses(rows, &body, track);
    if (status == ROUTH_OK) {
        track->residual = body.residual;
        routh_track_count_gaps(rows, track);
        track->misfit = body.misfit;
        track->mirrored = body.mirrored;
        track->repaired = body.repaired;
        track->occluded -= body.misfit + body.mirrored; /* all three are unseen rows */
    }
    routh_marker_body_release(rows->context, &body);
    release_list(rows->context, &list);
    return status;
}
