/* What happens at the moment in which points of a body touch while closing: the law of impact acts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_MOTION_LANDING_H
#define ROUTH_SRC_MOTION_LANDING_H

#include "motion/surfaces.h"

/* Impulses in one landing. Beyond that, two points that hit in turns are taken to stay. */
enum { ROUTH_MOST_LANDING = 64 };

typedef struct routh_landing {
    size_t count;
    /* In order; `before` and `after` belong to each impulse, or to both where two points land at once. */
    routh_run_record record[ROUTH_MOST_LANDING];
    int stays; /* a point is left that does not leave faster than the rest speed: contact goes on */
} routh_landing;

/* Lets the law of the options, with restitution its parameter of that position (−1: none), act on the points not higher than
 * `reach`, until none of them closes faster than the rest
 * speed; the velocity of *state becomes that after. The fastest goes first. Two corners on one surface that close at once
 * land as an edge, if what the law then asks for can be shared between them; otherwise one after the other. */
routh_status routh_land(routh_context *context, const routh_surfaces *surfaces, const routh_run_options *options,
                        int restitution, double reach, routh_state *state, routh_landing *landing);

#endif
