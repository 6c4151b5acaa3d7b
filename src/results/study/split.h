/* A recording in disjoint groups: what the plane and space share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_SPLIT_H
#define ROUTH_SRC_STUDY_SPLIT_H

#include <routh/study.h>

/* Can so many units be dealt into that many groups? */
routh_status routh_split_check(routh_context *context, size_t groups, const char *units, size_t count);

/* The same for the used records of a dataset, or their trajectories, before anything is fitted. */
routh_status routh_split_check_dataset(routh_context *context, size_t groups, const routh_dataset *dataset);

/* Room for that many numbers, none of which has been noted; `units` things are dealt into the groups. */
routh_status routh_split_begin(routh_context *context, size_t groups, uint64_t seed, const char *units, size_t count,
                               size_t numbers, routh_split *split);

/* The group of each of `count` units. */
void routh_split_deal(const routh_split *split, routh_split_order order, size_t count, size_t *group);

/* What one group says of a number. A number without a positive, finite standard error is not determined, and not counted. */
void routh_split_note(routh_split *split, size_t number, routh_split_order order, double value, double error);

/* Ratios and sentences, once all groups have been noted. */
routh_status routh_split_end(routh_context *context, routh_split *split);

/* Tosses: calibration and parameters of laws; each group is segmented and studied with the study's options. */
routh_status routh_split3_of(routh_context *context, const routh_dataset3 *dataset, const routh_study3_options *options,
                             routh_split *split);

#endif
