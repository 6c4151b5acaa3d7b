/* Samples of one trajectory belong together: one body, one throw, one calibration. They are drawn together, for fits and for
 * resamples.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FIT_BY_TRAJECTORY_H
#define ROUTH_SRC_FIT_BY_TRAJECTORY_H

#include <routh/fit.h>

/* Draws k of the samples, ascending, by whole trajectories but for one that is cut where the number asks for it. Samples
 * without a trajectory are drawn one by one, by the same numbers as routh_random_draw. */
void routh_samples_draw(routh_random *random, const routh_sample *samples, size_t count, size_t k, size_t *index);

/* Numbers the trajectories among the samples in `index` (NULL: all), neighbours of the same one alike; each sample for itself where it has none, or
 * where there are fewer than 5, which say nothing of their scatter. Returns how many there are. */
size_t routh_samples_groups(const routh_sample *samples, const size_t *index, size_t count, size_t *group);

#endif
