/* Trials of spreads of tosses. Include after allocation_trials_space.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_SPREAD_H
#define ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_SPREAD_H

#include "allocation_trials_space.h"
#include "rollout/rollout.h"

/* Three short tosses, few rollouts: every one of them asks for memory. */
static inline void try_spreads(trial *t) {
    enum { FEW = 3, LONG = 30 };
    routh_trajectory3 toss[FEW];
    routh_dataset3 few = space.tosses;
    routh_shape3 body = {.count = 0};
    routh_plane3 plane;
    routh_world3 world;
    routh_start3 start[FEW];
    routh_spread3 spread[FEW] = {{.count = 0}};
    routh_spread3_options options = routh_spread3_options_default();
    for (int i = 0; i < FEW; i++) {
        toss[i] = space.tosses.trajectory[i];
        toss[i].count = toss[i].count < LONG ? toss[i].count : LONG;
    }
    few.trajectory = toss;
    few.trajectory_count = FEW;
    options.rollouts = 20;
    TRY(t, routh_world3_of_dataset(t->context, &few, true, &body, &plane, &world));
    TRY(t, routh_starts3_of(t->context, &few, &world, NULL, start));
    TRY(t, routh_spread3_fit(t->context, &few, &world, start, NULL, 1, &options));
    TRY(t, routh_spreads3_run(t->context, &few, &world, start, NULL, &options, spread));
    ALWAYS(routh_spreads3_release(t->context, spread, FEW));
    ALWAYS(routh_shape3_release(t->context, &body));
}

static const trial_entry spread_trials[] = {{"spreads", try_spreads}, {NULL, NULL}};

#endif
