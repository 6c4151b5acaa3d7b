/* `routh import --space`: motions in space as tosses.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_IMPORT_SPACE_H
#define ROUTH_CLI_IMPORT_SPACE_H

#include "dataset_options.h"

/* Reads, writes and prints. The exit code. */
int import_space(const char *verb, const dataset_options *data, const recording_options *meant, const char *output,
                 int json);

/* Reads tosses in whatever form: a dataset, CSV as `routh toss` has it, or a recording of motions in space. 0, or the exit
 * code after a message. */
int tosses_read(const char *verb, const char *data, const routh_import3_options *import, routh_dataset3 *dataset);

#endif
