/* What looks wrong in most motions of a recording.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TRACKS_SUSPECTS_H
#define ROUTH_SRC_TRACKS_SUSPECTS_H

#include "base/context.h"
#include "tracks/track.h"

/* More motions say nothing new. */
enum { ROUTH_MOST_LOOKED_AT = 40 };

/* Proposals of several motions: what most of them show is shown. */
typedef struct routh_proposal_tally {
    routh_proposals all;
    size_t times[ROUTH_MOST_PROPOSALS];
    size_t looked_at, falling;            /* falling: motions with free fall */
    double fall[2][ROUTH_MOST_LOOKED_AT]; /* x and y of it, m/s² */
} routh_proposal_tally;

void routh_tally_add(routh_proposal_tally *tally, const routh_proposals *found, const double fall[2]);
void routh_tally_take(const routh_proposal_tally *tally, routh_proposals *proposals);

/* Free fall of motions in the plane, in words; changes the order of the tally's. */
void routh_tally_add_fall(routh_proposal_tally *tally, routh_findings_writer *writer);
bool routh_tally_is_full(const routh_proposal_tally *tally);

#endif
