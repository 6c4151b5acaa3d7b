/* What systematics come to, in words.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_SYSTEMATICS_WORDS_H
#define ROUTH_SRC_STUDY_SYSTEMATICS_WORDS_H

#include <routh/study.h>

/* Fills the findings. */
routh_status routh_systematics_say(routh_context *context, const routh_dataset *dataset, routh_systematics *all);

#endif
