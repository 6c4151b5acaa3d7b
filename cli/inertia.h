/* The parts of `routh inertia`.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_INERTIA_H
#define ROUTH_CLI_INERTIA_H

#include <stdio.h>

#include <routh/routh.h>

/* All that is written. */
typedef struct inertia_answer {
    const routh_dataset *dataset;
    routh_frame frame;
    const char *why;
    routh_record *record;
    size_t count;
    routh_inertia_estimate fit;
    routh_inertia_estimate plain; /* ordinary least squares beside it, where has_plain */
    int has_plain;
    const char *noise_from; /* in words */
} inertia_answer;

void inertia_write_text(FILE *file, const inertia_answer *a);
void inertia_write_csv(FILE *file, const inertia_answer *a);
int inertia_write_json(FILE *file, const inertia_answer *a); /* 0: out of memory */

const char *inertia_estimator_name(routh_estimator estimator);    /* "errors-in-variables" */
const char *inertia_regression_name(routh_regression regression); /* "mode-free" */

/* `routh inertia --noise-table`; an exit code. */
int inertia_noise_table(const char *verb, const routh_inertia_noise_options *options, size_t threads, int json,
                        const char *output);

#endif
