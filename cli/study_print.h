/* What `routh study` prints.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_STUDY_PRINT_H
#define ROUTH_CLI_STUDY_PRINT_H

#include "dataset_options.h"
#include <routh/study.h>

#include "formats.h"

/* Tables and sentences; the exit code. */
int study_print_summary(const char *verb, const char *folder, const routh_study *study);

/* What results.json has. */
int study_print_json(const char *verb, const routh_study *study);

/* What a learned law among the others owes to where it learned, on standard error. */
void study_warn_of_models(const char *verb, const law_list *laws, const routh_study *study);

/* `routh study --use`: parameters and calibration of another study. */

/* Reads results.json of that study; `path` NULL: nothing. 0, or the exit code after a message. */
int use_read(const char *verb, const char *path, const dataset_options *data, routh_transfer *transfer);

/* Corrects the dataset, which is read in that frame, by the calibration of that study if it has one. */
int use_calibration(const char *verb, const char *path, const routh_transfer *transfer, routh_frame frame,
                    routh_dataset *dataset);

#endif
