/* Further unknowns of a study of insertions, and its recordings together.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_INSERTION_TOGETHER_H
#define ROUTH_SRC_STUDY_INSERTION_TOGETHER_H

#include <routh/study.h>

/* Makes the assembly of the study one with further unknowns: study->also. */
routh_status routh_insertion_study_extend(routh_context *context, const routh_assembly *assembly,
                                          routh_insertion_study *study);

/* Which errors of sensors a case shows, into item->suspect; returns ROUTH_ALSO_… of those that it shows clearly. */
routh_status routh_insertion_case_suspect(routh_context *context, const routh_insertion_study *study,
                                          routh_insertion_case *item, unsigned *shown);

/* All recordings of the study, if there are several. */
routh_status routh_insertion_together_of(routh_context *context, routh_insertion_study *study);

/* What is wrong with the sensors, and what all recordings say together. */
routh_status routh_insertion_together_say(routh_context *context, routh_insertion_study *study);

void routh_insertion_together_release(routh_context *context, routh_insertion_study *study);

#endif
