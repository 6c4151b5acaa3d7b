/* The parts of a study of covariates.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_DEPENDENCE_STUDY_H
#define ROUTH_SRC_STUDY_DEPENDENCE_STUDY_H

#include <routh/study.h>

/* The figures, of the best law. */
routh_status routh_dependence_draw(routh_context *context, const routh_sample *samples, size_t count,
                                   const double *value, routh_dependence_study *study);

/* The sentences. */
routh_status routh_dependence_say(routh_context *context, size_t fit_count, routh_dependence_study *study);

#endif
