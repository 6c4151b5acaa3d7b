/* What the study of a dataset in space reports before laws are compared.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_STUDY3_H
#define ROUTH_SRC_STUDY_STUDY3_H

#include <routh/study.h>

/* Restitution and friction over the samples, whatever the law. */
routh_status routh_study3_summarise(routh_context *context, routh_study3 *study);

/* Tests the parameters of options.results on every sample. */
routh_status routh_study3_apply(routh_context *context, routh_study3 *study);

/* The name of a parameter in results.json: files have called restitution e from the first version on. */
const char *routh_results3_key(const routh_parameter *parameter);

#endif
