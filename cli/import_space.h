/* `routh import --space`: motions in space as tosses.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_IMPORT_SPACE_H
#define ROUTH_CLI_IMPORT_SPACE_H

#include "dataset_options.h"

/* Reads, writes and prints; without an output it only reads and prints. The exit code. */
int import_space(const char *verb, const dataset_options *data, const recording_options *meant, const char *output,
                 int json);

/* Nothing is stated: what the file says holds, then the library's defaults. */
routh_import3_options tosses_unstated(void);

/* Reads tosses in whatever form: a dataset, CSV as `routh toss` has it, or a recording of motions in space; `up` is that of
 * routh_recording_options. 0, or the exit code after a message. Print the notes once all went well. */
int tosses_read(const char *verb, const char *data, char up, const routh_import3_options *import, dataset_notes *notes,
                routh_dataset3 *dataset);

/* Writes them to a file. 0, or the exit code after a message. */
int tosses_store(const char *verb, const char *path, const routh_dataset3 *dataset);

#endif
