/* Inside of reading a recording of unknown kind.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TRACKS_RECORDING_H
#define ROUTH_SRC_TRACKS_RECORDING_H

#include <routh/base.h>
#include <routh/tracks.h>

#include "file/source.h"

/* Reads motions and their axes, and refuses what is certainly wrong unless it is to be kept. */
routh_status routh_recording_motions(routh_context *context, routh_io from, const routh_recording_options *options,
                                     routh_recording *recording);

/* Has it columns that can be poses, or a format that has nothing but motions? -1: no memory to look at it. */
int routh_source_has_motions(routh_source *source);

/* Each fails, in the words of the fields that would mend it. */
routh_status routh_refuse_dataset(routh_context *context, const char *shown, routh_recording *recording);
routh_status routh_refuse_unread(routh_context *context, routh_status status, routh_recording *recording);
routh_status routh_refuse_axes(routh_context *context, routh_recording *recording);
routh_status routh_refuse_plane(routh_context *context, bool given, routh_recording *recording);

/* Fails if a proposal is certain. */
routh_status routh_refuse_units(routh_context *context, const char *shown, routh_recording *recording);

/* What free flights say is wrong, with the units that would explain it. Units that were given are taken as they are; no up
 * is, against free fall with the right gravity: nothing that follows would hold. */
void routh_find_contradiction(bool units_given, routh_recording *recording);

#endif
