/* Inside of spreads: many rollouts of one toss, and what they say about an instant.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ROLLOUT_SPREAD3_H
#define ROUTH_SRC_ROLLOUT_SPREAD3_H

#include <routh/rollout.h>

/* A recorded or predicted pose of the body: tracked point, true metres above the board, and orientation. */
typedef struct routh_seen3 {
    double position[3], orientation[4];
} routh_seen3;

/* Where rollouts are drawn from: all that the tosses have in common. */
typedef struct routh_spread3_source {
    const routh_dataset3 *dataset;
    const routh_world3 *world;
    routh_run3_options run;
    double parameters[ROUTH_ROLLOUT_PARAMETERS][ROUTH_ROLLOUT_PARAMETERS]; /* a root of their covariance */
} routh_spread3_source;

/* `estimate` may be NULL: parameters are exact. */
void routh_spread3_source_of(const routh_dataset3 *dataset, const routh_world3 *world,
                             const routh_rollout_estimate *estimate, const routh_run3_options *run,
                             routh_spread3_source *source);

/* Rollouts of one toss. */
typedef struct routh_ensemble3 {
    size_t wanted;       /* rollouts; the poses of an instant lie together, `wanted` of them */
    size_t rollouts;     /* those that the law could predict; the first of each instant */
    size_t count;        /* instants, the first at that of the start */
    routh_seen3 *pose;   /* of rollout j at instant k: pose[k * wanted + j], with the recording's noise */
    size_t *face;        /* below at the end of each rollout */
    double *distance[2]; /* room, `wanted` numbers each */
} routh_ensemble3;

routh_status routh_ensemble3_draw(routh_context *context, const routh_spread3_source *source, const routh_start3 *start,
                                  size_t wanted, routh_ensemble3 *ensemble);
void routh_ensemble3_release(routh_context *context, routh_ensemble3 *ensemble);

/* Centre and regions at instant k, and where the recorded pose is in them. */
void routh_ensemble3_regions(const routh_ensemble3 *ensemble, size_t k, const routh_spread3_options *options,
                             const routh_seen3 *recorded, routh_spread3_instant *instant);

/* The energy score of the recorded pose at instant k. */
double routh_ensemble3_score(const routh_ensemble3 *ensemble, size_t k, double width, const routh_seen3 *recorded);

/* The recorded pose at an instant. */
routh_seen3 routh_seen3_of(const routh_dataset3 *dataset, size_t trajectory, size_t instant);

#endif
