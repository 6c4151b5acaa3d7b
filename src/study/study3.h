/* What the study of a dataset in space reports before laws are compared.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_STUDY3_H
#define ROUTH_SRC_STUDY_STUDY3_H

#include <routh/study.h>

/* Restitution and friction over the samples, whatever the law. */
routh_status routh_study3_summarise(routh_context *context, routh_study3 *study);

#endif
