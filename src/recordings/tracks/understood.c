/* What was understood of a recording, one finding a line, before anything is computed from it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "tracks/columns.h"
#include "tracks/track.h"

/* Jitter below this share of a step is not worth a word, and above this one a warning. */
static const double quiet_jitter = 0.005, rough_jitter = 0.1;

enum { MANY = 320 };

static void show_column(const routh_track_rows *rows, int q, char *text, size_t size) {
    const routh_channel *channel = &rows->channels->channel[rows->map->channel[q]];
    char name[ROUTH_SHOWN_VALUE];
    routh_show_text(name, sizeof name, channel->name, strlen(channel->name));
    snprintf(text, size, "\"%s\" (#%ld)", name, rows->map->channel[q] + 1);
}

static void explain_columns(const routh_track_rows *rows, routh_findings_writer *writer) {
    for (int q = ROUTH_TRACK_X; q < ROUTH_TRACK_COLUMNS; q++) {
        if (rows->map->channel[q] < 0)
            continue;
        char text[MANY];
        show_column(rows, q, text, sizeof text);
        if (routh_track_quantities[q] < ROUTH_QUANTITIES)
            routh_findings_add(writer, ROUTH_NOTE, routh_track_keys[q], "%s in %s, %s", text,
                               routh_track_unit_name((routh_quantity)routh_track_quantities[q], rows->map->unit[q]),
                               rows->map->unit_from[q]);
        else
            routh_findings_add(writer, ROUTH_NOTE, routh_track_keys[q], "%s", text);
    }
}

static void explain_orientation(const routh_track_rows *rows, routh_findings_writer *writer) {
    const routh_track_map *map = rows->map;
    if (map->orientation == ROUTH_ORIENTATION_EULER)
        routh_findings_add(writer, ROUTH_NOTE, "orientation", "Euler angles in the order %s, about %s axes", map->euler,
                           map->euler[0] >= 'x' ? "fixed" : "moving");
    else if (!map->markers)
        routh_findings_add(writer, ROUTH_NOTE, "orientation", "%s", routh_about(&routh_orientations, map->orientation));
    if (rows->jumps > 0 && !rows->wraps)
        routh_findings_add(writer, ROUTH_NOTE, "angle", "wrapped: %zu jump%s by a turn taken out", rows->jumps,
                           rows->jumps == 1 ? "" : "s");
    else if (rows->wraps)
        routh_findings_add(
            writer, ROUTH_WARNING, "angle",
            "%zu steps of more than half a turn: the body turns too fast for the rate, or the unit is not right",
            rows->jumps);
}

static void explain_time(const routh_track_rows *rows, const routh_track *track, routh_findings_writer *writer) {
    char from[MANY];
    if (rows->map->channel[ROUTH_TRACK_TIME] >= 0) {
        char column[MANY / 2];
        show_column(rows, ROUTH_TRACK_TIME, column, sizeof column);
        snprintf(from, sizeof from, "%s in %s, %s", column,
                 routh_track_unit_name(ROUTH_TIME, rows->map->unit[ROUTH_TRACK_TIME]),
                 rows->map->unit_from[ROUTH_TRACK_TIME]);
    } else {
        snprintf(from, sizeof from, "%s", rows->time_from);
    }
    routh_findings_measured(writer, ROUTH_NOTE, "time", (routh_finding_numbers){NAN, rows->rate, NAN, "Hz"},
                            "%s: %.6g Hz, %zu rows, %.4g s", from, rows->rate, track->rows,
                            track->time[track->count - 1] - track->time[0]);
    if (rows->jitter > quiet_jitter)
        routh_findings_measured(
            writer, rows->jitter > rough_jitter ? ROUTH_WARNING : ROUTH_NOTE, "sampling",
            (routh_finding_numbers){0, 100 * rows->jitter, NAN, "%"},
            "uneven: steps differ from %.4g s by %.1f %%, root mean square; times are used as recorded%s",
            1 / rows->rate, 100 * rows->jitter,
            track->planar ? "" : ", but tosses in space are interpolated to even ones");
}

static routh_track sum_of(const routh_tracks *tracks) {
    routh_track all = {0};
    for (size_t i = 0; i < tracks->count; i++) {
        const routh_track *one = &tracks->track[i];
        all.count += one->count;
        all.rows += one->rows;
        all.empty += one->empty;
        all.not_a_number += one->not_a_number;
        all.occluded += one->occluded;
        all.repeated += one->repeated;
        all.misfit += one->misfit;
        all.mirrored += one->mirrored;
        all.repaired += one->repaired;
    }
    return all;
}

routh_status routh_tracks_explain_gaps(routh_context *context, double longest, routh_tracks *tracks) {
    routh_findings_writer writer = {.context = context, .findings = &tracks->understood};
    const routh_track all = sum_of(tracks);
    const struct {
        size_t count;
        const char *what;
    } reason[] = {{all.empty, "empty"},       {all.not_a_number, "not a number"}, {all.occluded, "occluded"},
                  {all.repeated, "repeated"}, {all.misfit, "swapped markers"},    {all.mirrored, "mirrored markers"}};
    const size_t left_out = all.rows - all.count;
    char text[MANY] = "";
    for (size_t i = 0, used = 0; i < sizeof reason / sizeof reason[0]; i++)
        if (reason[i].count > 0)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%zu %s", used ? ", " : "", reason[i].count,
                                     reason[i].what);
    if (left_out == 0)
        routh_findings_add(&writer, ROUTH_FINE, "gaps", "none");
    else
        routh_findings_measured(&writer, ROUTH_NOTE, "gaps", (routh_finding_numbers){0, (double)left_out, NAN, "rows"},
                                "%zu of %zu rows left out: %s; the longest step is %.3g s", left_out, all.rows, text,
                                longest);
    if (all.repaired > 0)
        routh_findings_measured(
            &writer, ROUTH_NOTE, "markers", (routh_finding_numbers){0, (double)all.repaired, NAN, "rows"},
            "%zu of %zu rows have one marker far from its place: it is left out there", all.repaired, all.rows);
    return writer.status;
}

routh_status routh_track_explain(const routh_track_rows *rows, const routh_track *track, routh_findings *understood) {
    routh_findings_writer writer = {.context = rows->context, .findings = understood};
    const routh_channels *channels = rows->channels;
    if (channels->header_line > 0)
        routh_findings_add(&writer, ROUTH_NOTE, "format", "%s; names in line %zu, numbers from line %zu on",
                           channels->format, channels->header_line, channels->first_line);
    else
        routh_findings_add(&writer, ROUTH_NOTE, "format", "%s", channels->format);
    if (rows->map->body[0])
        routh_findings_add(&writer, ROUTH_NOTE, "body", "%s", rows->map->body);
    explain_time(rows, track, &writer);
    explain_columns(rows, &writer);
    explain_orientation(rows, &writer);
    if (!isnan(track->residual))
        routh_findings_measured(&writer, ROUTH_NOTE, "markers", (routh_finding_numbers){0, track->residual, NAN, "m"},
                                "a rigid body fitted to them: they lie %.3g mm from it, root mean square",
                                1e3 * track->residual);
    return writer.status;
}
