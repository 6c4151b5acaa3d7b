/* `routh study` of tosses, which it recognises by their columns.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_STUDY_TOSSES_H
#define ROUTH_CLI_STUDY_TOSSES_H

#include "dataset_options.h"

/* What of the verb's options has a meaning for tosses. */
typedef struct tosses_options {
    const dataset_options *data;
    const char *folder;
    size_t split; /* groups; 0: not split */
    size_t bootstrap, seed, threads;
    int json;
    const void *all; /* the verb's options: any other that is given is refused */
} tosses_options;

/* Studies the tosses and writes results.json, impacts.csv and errors.svg; the exit code. */
int study_tosses(const char *verb, const tosses_options *options);

#endif
