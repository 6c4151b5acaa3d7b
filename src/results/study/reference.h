/* The noise reference: the noise, and impacts recorded with it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_REFERENCE_H
#define ROUTH_SRC_STUDY_REFERENCE_H

#include <routh/study.h>

enum { ROUTH_REFERENCE_STREAM = 5000000 }; /* of random numbers; smaller ones belong to other parts of the study */

/* Deviations of vx, vy and ω of one impact, before and after, where the study's noise is 1 m/s: 1, 1 and 1/m where they
 * are alike. */
typedef struct routh_reference_unit {
    double deviation[2][3];
} routh_reference_unit;

/* Where noise may be: deviations of vx, vy and ω times the radius of gyration, before and after, m/s. */
typedef struct routh_placement {
    double deviation[2][3];
} routh_placement;

enum { ROUTH_PLACEMENTS = 12 };

/* Extreme ones among those that agree with the recording and its rigid bound, the most telling first; none where nothing
 * can be said. Needs the study's noise by the bound. */
routh_status routh_reference_placements(routh_context *context, const routh_study_options *options,
                                        const routh_frame_study *study, routh_placement placement[ROUTH_PLACEMENTS],
                                        size_t *count);

/* The velocity after impact i as the fitted law predicts it, taken for the truth; NaN where the law has no answer. */
routh_velocity routh_reference_after(const routh_frame_study *study, const routh_law_study *law, size_t i);

/* The impact as it would be recorded; false if its contact no longer closes, or the law had no answer. */
bool routh_reference_record(const routh_sample *sample, routh_velocity after, double sigma,
                            const routh_reference_unit *unit, routh_random *random, routh_sample *noisy);

/* The variance of a share p of n impacts, from that of its estimates with m of them each. */
double routh_reference_reach_variance(double variance, double p, double m, double n);

/* The study's noise, and the unit of each of its samples: placement after placement, at most ROUTH_PLACEMENTS of them. */
routh_status routh_reference_noise(routh_context *context, const routh_dataset *dataset,
                                   const routh_study_options *options, routh_frame_study *study,
                                   routh_reference_unit *unit, size_t *placements);

#endif
