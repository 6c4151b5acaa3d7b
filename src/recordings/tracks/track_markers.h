/* A track from markers: the rigid body that fits them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TRACKS_TRACK_MARKERS_H
#define ROUTH_SRC_TRACKS_TRACK_MARKERS_H

#include "tracks/markers.h"
#include "tracks/track.h"

/* Marks the channels of the body's markers, and names the body in the map. Bodies are groups of markers by their names;
 * "": the only one, and several fail. */
routh_status routh_markers_want(routh_context *context, const char *shown, routh_channels *channels,
                                const routh_tracks_convention *convention, routh_proposals *proposals,
                                routh_track_map *map);

/* The shape of the first file's body: those of further files get its axes, so that all have the same. All zero: none yet. */
typedef struct routh_marker_reference {
    size_t count;
    double (*shape)[3];
} routh_marker_reference;

void routh_marker_reference_release(routh_context *context, routh_marker_reference *reference);

routh_status routh_track_of_markers(routh_track_rows *rows, routh_marker_reference *reference, routh_track *track);

#endif
