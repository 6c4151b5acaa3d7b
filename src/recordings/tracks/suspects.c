/* What looks wrong in most motions of a recording.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tracks/suspects.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"

void routh_tally_add(routh_proposal_tally *tally, const routh_proposals *found, const double fall[2]) {
    tally->looked_at++;
    if (isfinite(fall[0]) && isfinite(fall[1]) && tally->falling < ROUTH_MOST_LOOKED_AT) {
        for (int c = 0; c < 2; c++)
            tally->fall[c][tally->falling] = fall[c];
        tally->falling++;
    }
    for (size_t i = 0; i < found->count; i++) {
        size_t j = 0;
        for (; j < tally->all.count; j++)
            if (strcmp(tally->all.proposal[j].field, found->proposal[i].field) == 0 &&
                strcmp(tally->all.proposal[j].value, found->proposal[i].value) == 0)
                break;
        if (j == ROUTH_MOST_PROPOSALS)
            continue;
        if (j == tally->all.count)
            tally->all.proposal[tally->all.count++] = found->proposal[i];
        tally->times[j]++;
    }
}

void routh_tally_take(const routh_proposal_tally *tally, routh_proposals *proposals) {
    for (size_t j = 0; j < tally->all.count; j++)
        if (2 * tally->times[j] > tally->looked_at && proposals->count < ROUTH_MOST_PROPOSALS)
            proposals->proposal[proposals->count++] = tally->all.proposal[j];
}

void routh_tally_add_fall(routh_proposal_tally *tally, routh_findings_writer *writer) {
    if (tally->falling == 0) {
        routh_findings_add(writer, ROUTH_NOT_DETERMINED, "up",
                           "+y, as is usual; there is too little free fall to confirm it");
        return;
    }
    const double x = routh_median(tally->fall[0], tally->falling), y = routh_median(tally->fall[1], tally->falling);
    const double size = hypot(x, y), angle = atan2(x, -y) * 180 / acos(-1);
    routh_findings_add(writer, ROUTH_NOTE, "up", "+y, as is usual; free fall is %.1f° from -y", fabs(angle));
    routh_findings_measured(writer, ROUTH_NOTE, "gravity", (routh_finding_numbers){NAN, size, NAN, "m/s²"},
                            "free fall of about %.4g m/s², as read, in %zu of %zu motions that were looked at", size,
                            tally->falling, tally->looked_at);
}

bool routh_tally_is_full(const routh_proposal_tally *tally) {
    return tally->looked_at >= ROUTH_MOST_LOOKED_AT;
}

/* A trajectory of a dataset seen as a track. */
static routh_status look_at(routh_context *context, const routh_dataset *dataset, size_t i, double gravity,
                            routh_proposal_tally *tally) {
    const routh_trajectory *one = &dataset->trajectory[i];
    routh_track track = {.planar = true, .count = one->count, .time = one->time, .angle = one->theta};
    routh_proposals found = {0};
    track.position = routh_allocate(context, one->count, sizeof *track.position);
    if (!track.position)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t k = 0; k < one->count; k++) {
        track.position[k][0] = one->x[k];
        track.position[k][1] = one->y[k];
    }
    const routh_suspicion suspect = {.track = &track, .rate = dataset->rate, .gravity = gravity, .time_given = true};
    double fall[2];
    const routh_status status = routh_track_suspect(context, &suspect, &found, fall);
    routh_release(context, track.position);
    routh_tally_add(tally, &found, fall);
    return status;
}

routh_status routh_dataset_propose(routh_context *context, const routh_dataset *dataset, double gravity,
                                   routh_proposals *proposals) {
    routh_proposal_tally tally = {0};
    routh_status status = ROUTH_OK;
    *proposals = (routh_proposals){0};
    for (size_t i = 0; status == ROUTH_OK && i < dataset->trajectory_count && !routh_tally_is_full(&tally); i++)
        if (dataset->trajectory[i].count > 2 && dataset->rate > 0)
            status = look_at(context, dataset, i, gravity, &tally);
    if (status == ROUTH_OK)
        routh_tally_take(&tally, proposals);
    return status;
}
