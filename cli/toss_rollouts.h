/* `routh toss --rollouts`.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_TOSS_ROLLOUTS_H
#define ROUTH_CLI_TOSS_ROLLOUTS_H

#include <routh/routh.h>

#include "result_folder.h"

typedef struct rollouts_choices {
    const char *folder; /* NULL: nothing is written */
    size_t evaluations; /* 0: the default */
    size_t spread;      /* rollouts of each toss; 0: one path */
    int no_ablations, json;
    size_t threads; /* 0: one for each core */
} rollouts_choices;

/* Before long work begins: the folder can be written. 0, or the exit code after a message; results_release in any case. */
int rollouts_open(const char *verb, const char *folder, result_folder *results);

/* Studies whole tosses of a segmented dataset, writes the folder, prints; the exit code. */
int toss_rollouts(const char *verb, const rollouts_choices *choices, const routh_dataset3 *dataset,
                  const routh_study3 *single, result_folder *results);

#endif
