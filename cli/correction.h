/* Corrections that a verb makes to its recording before it works on it: --calibrate and --reflag, the same for every verb.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_CORRECTION_H
#define ROUTH_CLI_CORRECTION_H

#include "dataset_options.h"

/* The group of a verb whose options have `member`, a dataset_options. */
enum { CORRECTION_OPTIONS = 2 };
extern const option_entry correction_entries[CORRECTION_OPTIONS];
#define CORRECTION_GROUP(type, member)                                                                                 \
    { "Corrections of DATA", correction_entries, CORRECTION_OPTIONS, offsetof(type, member), NULL }

/* Corrects the dataset as the options ask, read in the frame of that name (NULL: auto). Trajectories are segmented again
 * with `segmentation` (NULL: the defaults). 0, or the exit code after a message. */
int dataset_correct(const char *verb, const dataset_options *options, const char *frame,
                    const routh_segment_options *segmentation, routh_dataset *dataset, routh_correction *done);

/* What was done, on standard error, for when all went well. */
void correction_note(const char *verb, const routh_correction *done);

#endif
