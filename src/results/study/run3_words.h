/* Inside of what is said about a run.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_RUN3_WORDS_H
#define ROUTH_SRC_STUDY_RUN3_WORDS_H

#include <routh/motion.h>
#include <routh/motion3.h>

/* What happened in a run that has samples, into the findings: release them, also after a failure. */
routh_status routh_run3_words(routh_context *context, const routh_world3 *world, const routh_run3 *run,
                              routh_findings *findings);
routh_status routh_run_words(routh_context *context, const routh_run *run, routh_findings *findings);

#endif
