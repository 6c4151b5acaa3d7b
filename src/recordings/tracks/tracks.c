/* Tracks from a file in any format, or from a folder of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/source.h"
#include "tracks/columns.h"
#include "tracks/track.h"

/* Rates of files that are read together may differ by this share. */
static const double most_apart = 0.01;

/* One call of routh_tracks_read. */
typedef struct tracks_reading {
    routh_context *context;
    const routh_tracks_convention *convention;
    routh_tracks *tracks;
    routh_proposal_tally tally;
    routh_marker_reference reference;
    bool several;                /* files */
    double longest;              /* step between instants, s */
    char first[ROUTH_NAME_SIZE]; /* file that was read first, for messages */
    bool may_prose;              /* .txt files beside recordings of other kinds may be notes */
    bool described;              /* the file in hand is a table */
} tracks_reading;

void routh_tracks_release(routh_context *context, routh_tracks *tracks) {
    for (size_t i = 0; i < tracks->count; i++)
        routh_track_release(context, &tracks->track[i]);
    routh_release(context, tracks->track);
    routh_findings_release(context, &tracks->understood);
    routh_findings_release(context, &tracks->bad);
    *tracks = (routh_tracks){0};
}

/* One file -------------------------------------------------------------------------------------------------*/

static void mark_wanted(routh_channels *channels, const routh_track_map *map) {
    for (int q = 0; q < ROUTH_TRACK_COLUMNS; q++)
        if (map->channel[q] >= 0)
            channels->channel[map->channel[q]].wanted = true;
    if (map->counter >= 0)
        channels->channel[map->counter].wanted = true;
}

/* The largest angle, as read, of an orientation that is written in angles. */
static double largest_angle(const routh_track_rows *rows) {
    double largest = 0;
    for (int q = ROUTH_TRACK_AX; q <= ROUTH_TRACK_E3; q++) {
        const double *number = routh_row_numbers(rows, q);
        for (size_t i = 0; number && i < rows->channels->rows; i++)
            if (rows->status[i] == ROUTH_ROW_KEPT)
                largest = fmax(largest, fabs(number[i] * rows->map->unit[q]));
    }
    return largest;
}

static bool is_stated(const routh_track_map *map, int q) {
    return map->channel[q] >= 0 && strcmp(map->unit_from[q], "assumed") != 0;
}

static routh_status check_units(tracks_reading *reading, const routh_track_rows *rows, const routh_track *track) {
    const double *given = reading->convention->unit;
    routh_proposals found = {0};
    if (routh_tally_is_full(&reading->tally))
        return ROUTH_OK;
    const routh_unit_check check = {.track = track,
                                    .rate = rows->rate,
                                    .gravity = reading->convention->gravity,
                                    .length_given = given[ROUTH_LENGTH] > 0,
                                    .angle_given = given[ROUTH_ANGLE] > 0 || is_stated(rows->map, ROUTH_TRACK_THETA) ||
                                                   is_stated(rows->map, ROUTH_TRACK_AX) ||
                                                   is_stated(rows->map, ROUTH_TRACK_E1),
                                    .time_given = given[ROUTH_TIME] > 0,
                                    .length_stated = is_stated(rows->map, ROUTH_TRACK_X) || rows->map->markers,
                                    .rate_only = rows->map->channel[ROUTH_TRACK_TIME] < 0,
                                    .angles = true,
                                    .largest = largest_angle(rows)};
    double fall[2];
    const routh_status status = routh_track_check_units(reading->context, &check, &found, fall);
    routh_tally_add(&reading->tally, &found, fall);
    return status;
}

/* Room for one more track. */
static routh_track *add_track(tracks_reading *reading) {
    routh_tracks *tracks = reading->tracks;
    routh_track *more = routh_resize(reading->context, tracks->track, tracks->count + 1, sizeof *more);
    if (!more)
        return NULL;
    tracks->track = more;
    tracks->track[tracks->count] = (routh_track){0};
    return &tracks->track[tracks->count++];
}

/* What holds for the file; that of the first is said. */
static routh_status note_file(tracks_reading *reading, const routh_track_rows *rows, const routh_track *track) {
    routh_tracks *tracks = reading->tracks;
    if (tracks->count > 1 && fabs(rows->rate / tracks->rate - 1) > most_apart + rows->jitter / (double)track->count)
        return routh_fail_field(reading->context, ROUTH_BAD_FORMAT, "rate",
                                "%.100s: %.6g Hz, but %.100s has %.6g Hz: read them apart", rows->shown, rows->rate,
                                reading->first, tracks->rate);
    ROUTH_TRY(check_units(reading, rows, track));
    reading->longest = fmax(reading->longest, rows->longest);
    if (tracks->count > 1)
        return ROUTH_OK;
    snprintf(reading->first, sizeof reading->first, "%s", rows->shown);
    snprintf(tracks->format, sizeof tracks->format, "%s", rows->channels->format);
    tracks->rate = rows->rate;
    tracks->up = rows->channels->up;
    return routh_track_explain(rows, track, &tracks->understood);
}

static routh_status make_track(tracks_reading *reading, const routh_source *source, const routh_channels *channels,
                               const routh_track_map *map, bool of_series) {
    char name[ROUTH_NAME_SIZE];
    routh_name_of_path(source->name, false, name);
    routh_track track;
    routh_track_rows rows = {.context = reading->context,
                             .shown = source->shown,
                             .name = (reading->several && !of_series) || !map->body[0] ? name : map->body,
                             .channels = channels,
                             .convention = reading->convention,
                             .map = map,
                             .time_from = ""};
    routh_status status =
        map->markers ? routh_track_of_markers(&rows, &reading->reference, &track) : routh_track_make(&rows, &track);
    if (status == ROUTH_OK) {
        routh_track *added = add_track(reading);
        status = added ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
        if (added) {
            *added = track;
            status = note_file(reading, &rows, added);
        }
    }
    if (status != ROUTH_OK &&
        (reading->tracks->count == 0 || reading->tracks->track[reading->tracks->count - 1].name != track.name))
        routh_track_release(reading->context, &track);
    routh_track_rows_release(&rows);
    return status;
}

/* Chooses the columns of one motion, and marks them. */
static routh_status choose(tracks_reading *reading, const routh_source *source, const char *body,
                           routh_channels *channels, routh_track_map *map) {
    routh_tracks_convention convention = *reading->convention;
    routh_proposals *proposals = &reading->tracks->proposals;
    if (body)
        snprintf(convention.rigid_body, sizeof convention.rigid_body, "%s", body);
    ROUTH_TRY(routh_columns_choose(reading->context, source->shown, channels, &convention, proposals, map));
    if (map->markers)
        ROUTH_TRY(routh_markers_want(reading->context, source->shown, channels, &convention, proposals, map));
    mark_wanted(channels, map);
    return ROUTH_OK;
}

/* The motions of a file: one, or those of a series of bodies. */
static routh_status read_motions(tracks_reading *reading, routh_source *source, routh_channels *channels) {
    char(*body)[ROUTH_NAME_SIZE] = NULL;
    size_t series = 0;
    routh_status status = ROUTH_OK;
    if (!reading->convention->rigid_body[0])
        status = routh_columns_series(reading->context, channels, &body, &series);
    const size_t count = series > 0 ? series : 1;
    ROUTH_ARENA(room, reading->context);
    routh_track_map *map = routh_take(&room, count, sizeof *map);
    if (status == ROUTH_OK)
        status = room.status;
    for (size_t i = 0; status == ROUTH_OK && i < count; i++)
        status = choose(reading, source, series > 0 ? body[i] : NULL, channels, &map[i]);
    if (status == ROUTH_OK)
        status = routh_channels_read(source, channels);
    for (size_t i = 0; status == ROUTH_OK && i < count; i++)
        status = make_track(reading, source, channels, &map[i], series > 0);
    routh_release(reading->context, body);
    return status;
}

static routh_status read_source(tracks_reading *reading, routh_source *source) {
    routh_channels channels;
    reading->described = false;
    ROUTH_TRY(routh_source_settle(source));
    ROUTH_TRY(routh_channels_describe(source, reading->convention->variable, &channels));
    reading->described = true;
    const routh_status status = read_motions(reading, source, &channels);
    routh_channels_release(reading->context, &channels);
    return status;
}

/* What is wrong with bodies and markers is said by those who do not know the file. */
static routh_status name_file(routh_context *context, const routh_source *source, routh_status status) {
    if (!context || status != ROUTH_BAD_FORMAT || strncmp(context->message, source->shown, strlen(source->shown)) == 0)
        return status;
    const routh_place place = {.file = source->shown, .field = context->field, .within = &context->where};
    return routh_fail_at(context, status, &place, "%s", context->message);
}

static routh_status read_one(tracks_reading *reading, routh_io from) {
    ROUTH_SOURCE(source, reading->context, from);
    return name_file(reading->context, &source, read_source(reading, &source));
}

/* Folders --------------------------------------------------------------------------------------------------*/

/* One file, whose failure joins the list. Running out of memory and being stopped are not the file's. */
static routh_status read_member(tracks_reading *reading, const char *path) {
    routh_context *outer = reading->context, own = outer ? *outer : routh_context_default();
    const size_t count = reading->tracks->count;
    own.message[0] = '\0';
    reading->context = &own;
    const routh_status status = read_one(reading, routh_io_path(path));
    reading->context = outer;
    if (status == ROUTH_OK)
        return status;
    while (reading->tracks->count > count)
        routh_track_release(outer, &reading->tracks->track[--reading->tracks->count]);
    if (status == ROUTH_OUT_OF_MEMORY || status == ROUTH_CANCELLED)
        return routh_fail_at(outer, status, &(routh_place){.within = &own.where}, "%s", own.message);
    routh_findings_writer writer = {.context = outer, .findings = &reading->tracks->bad};
    const bool prose = reading->may_prose && !reading->described && routh_name_ends(path, ".txt");
    if (prose)
        writer.findings = &reading->tracks->understood;
    routh_findings_add(&writer, ROUTH_WARNING, prose ? "not read" : "left out", "%s", own.message);
    return writer.status;
}

/* What is wrong with a file: its message without its name. */
static const char *reason_of(const routh_finding *finding) {
    const char *after = strstr(finding->text, ": ");
    return after ? after + 2 : finding->text;
}

/* How many files fail for the reason of the i-th; 0: an earlier one has it, and stands for all. */
static size_t count_alike(const routh_findings *bad, size_t i) {
    size_t alike = 0;
    for (size_t j = 0; j < bad->count; j++) {
        const bool same = strcmp(reason_of(&bad->finding[j]), reason_of(&bad->finding[i])) == 0;
        if (same && j < i)
            return 0;
        alike += same;
    }
    return alike;
}

/* All files that cannot be read are named, not only the first; those that fail for one reason by the first of them. */
static routh_status judge_folder(tracks_reading *reading, const char *shown, size_t files) {
    const routh_findings *bad = &reading->tracks->bad;
    if (reading->tracks->count == 0 && bad->count == 0)
        return routh_fail_in(reading->context, ROUTH_BAD_FORMAT, shown, "none of the %zu files is a recording", files);
    if (bad->count == 0 || (reading->convention->skip_bad && reading->tracks->count > 0))
        return ROUTH_OK;
    if (files == 1)
        return routh_fail(reading->context, ROUTH_BAD_FORMAT, "%.400s", bad->finding[0].text);
    char list[360];
    size_t used = 0, said = 0;
    for (size_t i = 0; i < bad->count && used < sizeof list / 2; i++) {
        const size_t alike = count_alike(bad, i), room = sizeof list - used < 180 ? sizeof list - used : 180;
        if (alike == 0)
            continue;
        char others[48] = "";
        if (alike > 1)
            snprintf(others, sizeof others, " (and %zu more likewise)", alike - 1);
        const int length = snprintf(list + used, room, "%s%.140s%s", used ? "; " : "", bad->finding[i].text, others);
        used += length < 0 ? 0 : (size_t)length < room ? (size_t)length : room - 1;
        said += alike;
    }
    if (said < bad->count)
        snprintf(list + used, sizeof list - used, "; and %zu more", bad->count - said);
    return routh_fail_field(reading->context, ROUTH_BAD_FORMAT, "skip_bad",
                            "%.80s: %zu of %zu files cannot be read: %s", shown, bad->count, files, list);
}

static routh_status read_folder(tracks_reading *reading, const routh_source *source) {
    reading->several = true;
    ROUTH_PATHS(list, routh_list_recordings, reading->context, source->io.path);
    for (size_t i = 0; i < list.count; i++)
        reading->may_prose |= !routh_name_ends(list.path[i], ".txt");
    for (size_t i = 0; i < list.count; i++) {
        ROUTH_TRY(read_member(reading, list.path[i]));
        ROUTH_TRY(routh_progress(reading->context, "reading", (double)(i + 1) / (double)list.count));
    }
    return judge_folder(reading, source->shown, list.count);
}

/* Not a mixture of planar and spatial motions. */
static routh_status check_alike(const tracks_reading *reading, const char *shown) {
    const routh_tracks *tracks = reading->tracks;
    for (size_t i = 1; i < tracks->count; i++)
        if (tracks->track[i].planar != tracks->track[0].planar)
            return routh_fail_in(reading->context, ROUTH_BAD_FORMAT, shown,
                                 "%.100s is a motion in the plane, %.100s in space: read them apart",
                                 tracks->track[tracks->track[i].planar ? i : 0].name,
                                 tracks->track[tracks->track[i].planar ? 0 : i].name);
    return ROUTH_OK;
}

static routh_status read_all(tracks_reading *reading, const routh_source *source) {
    routh_tracks *tracks = reading->tracks;
    const bool folder = routh_source_is_folder(source);
    routh_name_of_path(source->name, folder, tracks->name);
    routh_show_source(tracks->source, sizeof tracks->source, source->name);
    ROUTH_TRY(folder ? read_folder(reading, source) : read_one(reading, source->io));
    ROUTH_TRY(check_alike(reading, source->shown));

    routh_tally_take(&reading->tally, &tracks->proposals);
    routh_findings_writer writer = {.context = reading->context, .findings = &tracks->understood};
    if (folder)
        routh_findings_add(&writer, ROUTH_NOTE, "files", "%zu read; the lines above are those of the first",
                           tracks->count);
    if (tracks->track[0].planar)
        routh_tally_add_fall(&reading->tally, &writer);
    ROUTH_TRY(writer.status);
    return routh_tracks_explain_gaps(reading->context, reading->longest, tracks);
}

routh_status routh_tracks_read(routh_context *context, routh_io from, const routh_tracks_convention *convention,
                               routh_tracks *tracks) {
    static const routh_tracks_convention nothing = {.rate = 0};
    *tracks = (routh_tracks){0};
    tracks_reading reading = {.context = context, .convention = convention ? convention : &nothing, .tracks = tracks};
    ROUTH_SOURCE(source, context, from);
    const routh_status status = read_all(&reading, &source);
    routh_marker_reference_release(context, &reading.reference);
    if (status != ROUTH_OK) {
        const routh_proposals proposals = tracks->proposals;
        routh_tracks_release(context, tracks);
        tracks->proposals = proposals;
    }
    return status;
}

/* Recognition ----------------------------------------------------------------------------------------------*/

/* Columns that fail for being ambiguous are columns of poses none the less: there are proposals. So are pixels, and those whose
 * unit is unknown. */
int routh_source_has_motions(routh_source *source) {
    static const routh_tracks_convention nothing = {.rate = 0};
    routh_channels channels;
    routh_proposals proposals = {0};
    routh_track_map map;
    if (routh_channels_is_motion(source)) /* its own reader says best what is wrong with it */
        return 1;
    routh_status status = routh_channels_describe(source, NULL, &channels);
    if (status != ROUTH_OK)
        return status == ROUTH_OUT_OF_MEMORY ? -1 : 0;
    routh_context own = routh_context_default();
    status = routh_columns_choose(&own, source->shown, &channels, &nothing, &proposals, &map);
    routh_channels_release(source->context, &channels);
    if (status == ROUTH_OUT_OF_MEMORY)
        return -1;
    const bool unit =
        status != ROUTH_OK && own.field && (strcmp(own.field, "pixels") == 0 || strcmp(own.field, "units") == 0);
    return status == ROUTH_OK || unit || proposals.count > 1;
}
