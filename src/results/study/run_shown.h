/* What of a run pictures and pages show, and recorded trajectories as runs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_RUN_SHOWN_H
#define ROUTH_SRC_STUDY_RUN_SHOWN_H

#include <routh/data.h>
#include <routh/motion.h>
#include <routh/motion3.h>

/* Contacts beyond this many are not shown: a body at rest under time stepping has thousands of the same. */
enum { ROUTH_MOST_SHOWN = 400 };

typedef struct routh_run_shown {
    size_t samples;
    size_t moving;   /* samples until it lies still; at least 1 */
    size_t contacts; /* that are shown */
} routh_run_shown;

routh_run_shown routh_run_shown_of(const routh_world *world, const routh_run *run);
routh_run_shown routh_run3_shown_of(const routh_world3 *world, const routh_run3 *run);

/* Normal velocity of the contact point before, m/s. */
double routh_run_closing_speed(const routh_world *world, const routh_run_record *contact);

/* The trajectory with most contacts. */
size_t routh_most_contacts(const routh_dataset *dataset);

/* Samples and contacts of one trajectory as a run, in which those slip that are not used; *first is the first contact's record.
 * Release it, also after a failure. */
routh_status routh_trajectory_run(routh_context *context, const routh_dataset *dataset, size_t index, routh_run *run,
                                  const routh_record **first);

#endif
