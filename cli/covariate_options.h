/* --covariate and --explore: parameters that depend on something.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_COVARIATE_OPTIONS_H
#define ROUTH_CLI_COVARIATE_OPTIONS_H

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

#endif
