/* What a study of insertions adds to the fits of one recording.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_INSERTION_CASE_H
#define ROUTH_SRC_STUDY_INSERTION_CASE_H

#include <routh/study.h>

#include "base/context.h"

/* Fills in what follows from the estimates: misfits, and whether anything is displaced. */
routh_status routh_insertion_case_judge(routh_context *context, const routh_assembly *assembly,
                                        routh_insertion_case *item);

/* What was found, in sentences, into item->findings: K and μ with intervals, what the geometry explains, what cannot be
 * determined. `given`: γ was, and did not follow from the recording. */
routh_status routh_insertion_case_say(routh_context *context, const routh_assembly *assembly, bool given,
                                      routh_insertion_case *item);

/* Where only K × depth is determined, small lasting errors of the model decide how deep the parts are. The interval of K
 * then reaches over what the parts as drawn give, each displacement uncertain by its prior. */
void routh_insertion_reach_over_prior(const routh_insertion_estimate *plain, routh_insertion_estimate *fit);

/* The answers that the recording does not separate, how they differ, and what measurement would decide. */
void routh_findings_add_answers(routh_findings_writer *words, const routh_assembly *assembly,
                                const routh_insertion_estimate *fit);

#endif
