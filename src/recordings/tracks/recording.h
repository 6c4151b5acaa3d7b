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

/* A context that holds back what is logged until it is known whether it counts: a reader that is tried may fail, and what it
 * noted is then of no interest. */

enum { ROUTH_HELD_LINES = 16 };

typedef struct routh_held_log {
    routh_context *outer; /* NULL is fine */
    routh_context inner;  /* for the call that is tried; its other hooks are those of the outer one */
    size_t count;         /* further lines than there is room for are lost */
    routh_log_level level[ROUTH_HELD_LINES];
    char line[ROUTH_HELD_LINES][ROUTH_MESSAGE_SIZE];
} routh_held_log;

void routh_hold_log(routh_context *outer, routh_held_log *held);

/* Gives the outer context what the call left in the inner one, and what it logged if that counts. */
void routh_end_hold(routh_held_log *held, bool counts);

#endif
