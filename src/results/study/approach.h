/* What a result says about the impacts and the body behind it, for those who use its parameters elsewhere.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_APPROACH_H
#define ROUTH_SRC_STUDY_APPROACH_H

#include <routh/study.h>

/* The least and the greatest speed of approach, m/s; NaN where there is no impact. */
void routh_approach_of(const routh_sample *samples, size_t count, double approach[2]);
void routh_approach3_of(const routh_sample3 *samples, size_t count, double approach[2]);

/* The body of a world. */
routh_tossed_body routh_tossed_body_of(const routh_world3 *world);

/* As calibrated, or as stated where nothing was. */
routh_status routh_tossed_body_of_dataset(routh_context *context, const routh_dataset3 *dataset,
                                          routh_tossed_body *body);

#endif
