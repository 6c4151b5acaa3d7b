/* What `routh study` prints.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_STUDY_PRINT_H
#define ROUTH_CLI_STUDY_PRINT_H

#include <routh/study.h>

#include "choices.h"

/* Tables and sentences; the exit code. */
int study_print_summary(const char *verb, const char *folder, const routh_study *study);

/* What results.json has. */
int study_print_json(const char *verb, const routh_study *study);

/* What a learned law among the others owes to where it learned, on standard error. */
void study_warn_of_models(const char *verb, const law_list *laws, const routh_study *study);

#endif
