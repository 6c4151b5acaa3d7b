/* `routh study --use`: parameters and calibration of another study.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_STUDY_USE_H
#define ROUTH_CLI_STUDY_USE_H

#include <routh/study.h>

#include "dataset_options.h"

/* Reads results.json of that study; `path` NULL: nothing. 0, or the exit code after a message. */
int use_read(const char *verb, const char *path, const dataset_options *data, routh_transfer *transfer);

/* Corrects the dataset, which is read in that frame, by the calibration of that study if it has one. */
int use_calibration(const char *verb, const char *path, const routh_transfer *transfer, routh_frame frame,
                    routh_dataset *dataset);

#endif
