/* Generated drops in place of a recording, for verbs that work without data.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_DROPS_OPTIONS_H
#define ROUTH_CLI_DROPS_OPTIONS_H

#include <routh/routh.h>

#include "dataset_options.h"
#include "named_law.h"
#include "options.h"

typedef struct drops_options {
    const char *law; /* behind the drops; NULL: wang-mason */
    size_t impacts;  /* 0: 2000 */
} drops_options;

/* Entries for a verb's table of options; `o` points to a drops_options, all zero. */
#define DROPS_OPTION_ENTRIES(o)                                                                                        \
    {"generate", OPTION_TEXT, &(o)->law}, {                                                                            \
        "impacts", OPTION_COUNT, &(o)->impacts                                                                         \
    }

/* What was generated; the dataset tells nothing of it. */
typedef struct drops_truth {
    int generated;
    named_law named;
    routh_dataset_generator recording; /* its law and parameters are the truth */
} drops_truth;

/* The recording with its impacts found, or generated drops where there is none. 0, or the exit code after a message;
 * release the dataset, and the truth with named_law_release(&truth->named), in either case. */
int dataset_read_or_generate(const char *verb, const dataset_options *data, const drops_options *drops, size_t seed,
                             dataset_notes *notes, routh_dataset *dataset, drops_truth *truth);

#endif
