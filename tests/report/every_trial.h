/* All trials of public functions, for tests that do something to every one of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_EVERY_TRIAL_H
#define ROUTH_TESTS_REPORT_EVERY_TRIAL_H

#include "allocation_trials_behaviour.h"
#include "allocation_trials_dependence.h"
#include "allocation_trials_driver.h"
#include "allocation_trials_export.h"
#include "allocation_trials_insertion.h"
#include "allocation_trials_material.h"
#include "allocation_trials_planar.h"
#include "allocation_trials_space.h"
#include "allocation_trials_spread.h"
#include "allocation_trials_tracks.h"

static const trial_entry *const groups[] = {planar_trials,   dependence_trials, space_trials,  insertion_trials,
                                            tracks_trials,   spread_trials,     export_trials, driver_trials,
                                            material_trials, behaviour_trials};

static inline int begin_trials(void **state) {
    (void)state;
    planar_begin();
    space_begin();
    insertion_begin();
    return 0;
}

static inline int end_trials(void **state) {
    (void)state;
    planar_end();
    space_end();
    insertion_end();
    return 0;
}

#endif
