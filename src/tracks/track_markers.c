/* A track from markers: the rigid body that fits them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tracks/track_markers.h"

#include "base/context.h"

void routh_markers_want(routh_channels *channels, const char *body) {
    (void)channels;
    (void)body;
}

routh_status routh_track_of_markers(routh_track_rows *rows, routh_track *track) {
    *track = (routh_track){0};
    return routh_fail(rows->context, ROUTH_BAD_FORMAT, "%s: holds markers and no rigid body", rows->shown);
}
