/* Inside of the study of spreads.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_SPREAD_STUDY_H
#define ROUTH_SRC_STUDY_SPREAD_STUDY_H

#include <routh/study.h>

#include "base/context.h"

/* Spreads of all tosses and what they cover, into the study, whose parts have been fitted. Nothing where none is asked
 * for. */
routh_status routh_spread_study_of(routh_context *context, routh_rollout_study *study);

/* Shares inside, over time, and resting faces, from the spreads. */
routh_status routh_spread_cover_all(routh_context *context, routh_rollout_study *study);

void routh_spread_words(routh_findings_writer *writer, const routh_rollout_study *study);
void routh_spread_study_release(routh_context *context, routh_rollout_study *study);

#endif
