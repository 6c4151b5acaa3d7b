/* What a study found, in sentences, written from its numbers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_STUDY_WORDS_H
#define ROUTH_SRC_STUDY_STUDY_WORDS_H

#include <routh/study.h>

#include "base/context.h"

/* Standard errors by which a law has to do better than one velocity for all impacts. */
#define ROUTH_CLEAR_GAIN 2

/* Is its error more than twice the most that noise leaves? More than half of it is then something else. */
bool routh_is_far_beyond_noise(const routh_law_study *s);

/* Does a law that has what the best one lacks clearly better? */
bool routh_is_outdone(const routh_remainder *rest);

/* Fills in every list of findings of the study; its frames have been judged. */
routh_status routh_study_say(routh_context *context, routh_study *study);

/* The findings of one frame. */
void routh_findings_add_all(const routh_study *study, size_t frame, routh_findings_writer *words);

/* Which parameters to use, with what they mean and where they hold. */
void routh_findings_add_use(const routh_study *study, size_t frame, routh_findings_writer *words);

/* What a true law would show, and the printed tables; nothing where they were not asked for. */
void routh_findings_add_reference(const routh_frame_study *frame, routh_findings_writer *words);

/* What the best law leaves: noise, or what it is related to. */
void routh_findings_add_remainder(const routh_frame_study *frame, routh_findings_writer *words);

/* The strongest dependence of each parameter that was found. */
void routh_findings_add_explored(const routh_exploration *exploration, routh_findings_writer *words);

/* The part of these about learned models; nothing where there are none. */
void routh_findings_add_learning(const routh_study *study, size_t frame, routh_findings_writer *words);

/* What a reader must know first: a heading and sentences. */
void routh_findings_add_alarm(const routh_study *study, size_t frame, routh_findings_writer *words);

/* What the check found about the frame, in a few words. */
void routh_findings_add_verdict(const routh_study *study, size_t frame, routh_findings_writer *words);

/* How many impacts are used, and why others are not. */
void routh_findings_add_used(const routh_dataset *dataset, routh_findings_writer *words);

/* Remarks about one law's fit: flat directions, bounds, energy. */
void routh_findings_add_law(const routh_frame_study *frame, const routh_law_study *law, routh_findings_writer *words);

#endif
