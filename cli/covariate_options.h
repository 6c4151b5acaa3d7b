/* --covariate and --explore: parameters that depend on something.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_COVARIATE_OPTIONS_H
#define ROUTH_CLI_COVARIATE_OPTIONS_H

#include "dataset_options.h"
#include "named_law.h"
#include <stdio.h>

#include <routh/routh.h>

#include "options.h"

typedef struct covariate_options {
    option_list list;
    int explore;
} covariate_options;

enum { COVARIATE_OPTIONS = 2 };
extern const option_entry covariate_entries[COVARIATE_OPTIONS];
#define COVARIATE_GROUP(type, member)                                                                                  \
    { "Parameters that depend on something", covariate_entries, COVARIATE_OPTIONS, offsetof(type, member), NULL }

/* "eps:x:3" and so on. 0, or the exit code after a message. */
int covariates_parse(const char *verb, const covariate_options *options,
                     routh_covariate covariates[ROUTH_MOST_COVARIATES], size_t *count);

/* The same for a learned model, "x" or "eps:x:3", of which only the quantity counts for the model. *of_law: how many also
 * name a parameter. */
int covariates_parse_for_model(const char *verb, const option_list *list,
                               routh_covariate covariates[ROUTH_MOST_COVARIATES], size_t *of_law);

/* Generated drops in place of a recording, for verbs that work without data. */

typedef struct drops_options {
    const char *law; /* behind the drops; NULL: wang-mason */
    size_t count;    /* of impacts; 0: 2000 */
} drops_options;

/* Their group, for a verb whose options have `member`, a drops_options. */
enum { DROPS_OPTIONS = 2 };
extern const option_entry drops_entries[DROPS_OPTIONS];
#define DROPS_GROUP(type, member)                                                                                      \
    { "Generated drops, without DATA", drops_entries, DROPS_OPTIONS, offsetof(type, member), NULL }

/* What was generated; the dataset does not say so. */
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
