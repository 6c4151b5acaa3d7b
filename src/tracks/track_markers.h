/* A track from markers: the rigid body that fits them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TRACKS_TRACK_MARKERS_H
#define ROUTH_SRC_TRACKS_TRACK_MARKERS_H

#include "tracks/track.h"

/* Marks the channels of the body's markers; "": of the only body. */
void routh_markers_want(routh_channels *channels, const char *body);

routh_status routh_track_of_markers(routh_track_rows *rows, routh_track *track);

#endif
