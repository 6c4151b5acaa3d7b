/* Inside of the study of whole tosses.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_ROLLOUT_STUDY_H
#define ROUTH_SRC_STUDY_ROLLOUT_STUDY_H

#include "base/context.h"
#include <routh/study.h>

/* Errors over the rollouts that could be predicted; `scratch` has room for one number of each. */
routh_rollout_summary routh_rollout_summary_of(const routh_rollout *rollout, size_t count, double width,
                                               double *scratch);

/* By how much the errors of the same tosses predicted otherwise are larger than the study's: distance ÷ width, and angle. */
void routh_rollout_paired(const routh_rollout_study *study, const routh_rollout *rollout, double *scratch,
                          routh_rollout_change change[2]);

/* Errors over time, into the study. */
routh_status routh_rollout_moments_of(routh_context *context, routh_rollout_study *study);

/* The trajectories with the smallest, middle and largest error. */
routh_status routh_rollout_rank(routh_context *context, routh_rollout_study *study);

/* Parameters beside those of single impacts (NULL: none) and of the calibration, their texts in the locale that is set. */
void routh_rollout_compare(const routh_study3 *single, routh_rollout_study *study);

/* The tracked point as recorded: true metres, above the board. */
void routh_rollout_study_recorded(const routh_rollout_study *study, size_t trajectory, size_t instant, double point[3]);

/* The parameters' texts and the findings, from everything else. */
routh_status routh_rollout_words(routh_context *context, routh_rollout_study *study);

/* Inside of the study of spreads. */

/* Spreads of all tosses and what they cover, into the study, whose parts have been fitted. Nothing where none is asked
 * for. */
routh_status routh_spread_study_of(routh_context *context, routh_rollout_study *study);

#endif
