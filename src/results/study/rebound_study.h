/* The study of rebounding spheres: its sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_REBOUND_STUDY_H
#define ROUTH_SRC_STUDY_REBOUND_STUDY_H

#include <routh/study.h>

/* Fills in the findings from the numbers. */
routh_status routh_rebound_study_say(routh_context *context, routh_rebound_study *study);

#endif
