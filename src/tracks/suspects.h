/* What looks wrong in most motions of a recording.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TRACKS_SUSPECTS_H
#define ROUTH_SRC_TRACKS_SUSPECTS_H

#include "tracks/track.h"

/* Proposals of several motions: what most of them show is shown. */
typedef struct routh_proposal_tally {
    routh_proposals all;
    size_t times[ROUTH_MOST_PROPOSALS];
    size_t looked_at;
} routh_proposal_tally;

void routh_tally_add(routh_proposal_tally *tally, const routh_proposals *found);
void routh_tally_take(const routh_proposal_tally *tally, routh_proposals *proposals);
bool routh_tally_is_full(const routh_proposal_tally *tally);

#endif
