/* What of runs and strikes pictures and pages show, and recorded trajectories as runs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_RUN_SHOWN_H
#define ROUTH_SRC_STUDY_RUN_SHOWN_H

#include <routh/data.h>
#include <routh/motion.h>
#include <routh/motion3.h>
#include <routh/study.h>

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

/* Strikes -----------------------------------------------------------------------------------------------*/

/* Moments first … last of one phase; the switch that ends it belongs to the next run as well. */
typedef struct strike_run {
    size_t first, last;
    routh_phase phase;
} strike_run;

/* The next run, beginning with *first = 0; false when there is none. */
bool routh_strike_next_run(const routh_trace *curve, size_t *first, strike_run *run);

/* The largest magnitude of the impulse's components from first to last. */
double routh_strike_largest(const routh_trace *curve, int first, int last);

/* What contact point and springs do at a moment of a run; `which`: one of these, twice, and the component. */
enum { ROUTH_CONTACT_VELOCITY, ROUTH_SPRING_VELOCITY, ROUTH_SPRING_LENGTH, ROUTH_SHOWN_BY_SPRINGS };
double routh_strike_spring(const routh_trace *curve, const strike_run *run, size_t index, int which);

/* Is there anything to see along w? */
bool routh_strike_leaves_plane(const routh_trace *curve);

/* Velocity and spin of a body after a strike, axis by axis; does that change along one of the two sweeps? */
enum { ROUTH_EFFECT_QUANTITIES = 6 };
double routh_effect_quantity(const routh_impact3_study_row *row, int quantity);
bool routh_effect_changes(const routh_impact3_study *effect, int quantity);

#endif
