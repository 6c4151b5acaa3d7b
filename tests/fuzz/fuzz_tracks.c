/* Any bytes as a recording of motions: tracks as tracks.h promises, or one line that names the file; and conventions from any
 * text. The first line of the input is the convention, FIELD TEXT; the rest is the recording. A libFuzzer target; seeds lie
 * in corpus_tracks.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/routh.h>

#include "demand.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_track(const routh_track *track) {
    demand(track->name && track->count >= 3, "a track has a name and instants");
    demand(track->planar ? track->angle && !track->orientation : track->orientation && !track->angle,
           "an angle or orientations");
    demand(track->count + track->empty + track->not_a_number + track->occluded + track->repeated == track->rows,
           "every row is there or was left out for a reason");
    for (size_t k = 0; k < track->count; k++) {
        demand(isfinite(track->time[k]) && (k == 0 || track->time[k] > track->time[k - 1]), "time goes up");
        for (int c = 0; c < 3; c++)
            demand(isfinite(track->position[k][c]), "positions are finite");
        if (track->planar) {
            demand(isfinite(track->angle[k]), "angles are finite");
            continue;
        }
        double square = 0, along = 0;
        for (int c = 0; c < 4; c++) {
            square += track->orientation[k][c] * track->orientation[k][c];
            along += k > 0 ? track->orientation[k][c] * track->orientation[k - 1][c] : 0;
        }
        demand(fabs(square - 1) < 1e-9 && along >= 0, "unit quaternions, neighbours of the same sign");
    }
}

static void set_convention(const char *line, size_t length, routh_tracks_convention *convention) {
    static const char *const fields[] = {"columns", "units", "orientation", "rigid_body", "variable", "rate"};
    char text[512];
    const size_t field = length > 0 ? (unsigned char)line[0] % 8 : 7;
    const size_t kept = length > 0 && length - 1 < sizeof text ? length - 1 : 0;
    if (field >= sizeof fields / sizeof fields[0])
        return;
    memcpy(text, line + (length > 0), kept);
    text[kept] = '\0';
    routh_context context = routh_context_default();
    const routh_tracks_convention before = *convention;
    const routh_status status = routh_tracks_convention_set(&context, fields[field], text, convention);
    demand(status == ROUTH_OK || status == ROUTH_BAD_ARGUMENT, "a convention is right or wrong");
    if (status != ROUTH_OK) {
        check_line(context.message);
        *convention = before;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *end = size > 0 ? memchr(data, '\n', size) : NULL;
    const size_t length = end ? (size_t)(end - data) : 0, begin = end ? length + 1 : 0;
    routh_tracks_convention convention = {.rate = 0};
    routh_context context = routh_context_default();
    routh_tracks tracks;
    set_convention((const char *)data, length, &convention);
    const routh_io from = routh_io_memory(data + begin, size - begin, "fuzz.csv");
    const routh_status status = routh_tracks_read(&context, from, &convention, &tracks);
    if (status == ROUTH_OK) {
        demand(tracks.count > 0 && tracks.understood.count > 0, "a track, and what was understood");
        for (size_t i = 0; i < tracks.count; i++)
            check_track(&tracks.track[i]);
        for (size_t i = 0; i < tracks.understood.count; i++)
            check_line(tracks.understood.finding[i].text);
    } else {
        check_message(&context, status, "fuzz.csv: ");
        demand(tracks.count == 0 && !tracks.track, "a failure leaves nothing");
    }
    for (size_t i = 0; i < tracks.proposals.count; i++)
        check_line(tracks.proposals.proposal[i].text);
    routh_tracks_release(&context, &tracks);
    return 0;
}
