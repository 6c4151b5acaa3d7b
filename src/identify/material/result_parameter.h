/* The numbers of a law as results.json has them: of studies, of fits and of tosses, and as tables of pairs have them, too. One
 * reader for all who take parameters from a file of results.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_MATERIAL_RESULT_PARAMETER_H
#define ROUTH_SRC_MATERIAL_RESULT_PARAMETER_H

#include <jansson.h>

#include <routh/impact.h>

/* The name of a parameter in results of tosses: files have called restitution e from the first version on. */
const char *routh_results3_key(const routh_parameter *parameter);

typedef struct routh_result_parameter {
    double value;            /* NaN: missing, or no number */
    routh_interval interval; /* NaN: missing; one end infinite: open on that side */
    bool determined;         /* 0: the file says that the data do not determine it */
} routh_result_parameter;

/* Parameter `name` of an object of parameters: {"value", "low", "high", "sd"}, or the last three in "interval". "eps" may
 * be called "e". */
routh_result_parameter routh_result_parameter_of(const json_t *parameters, const char *name);

/* The flags of a fit, ROUTH_FIT_…, from their words in a text or in a list. */
unsigned routh_result_flags(const json_t *words);

#endif
