/* Least squares whose rows come in groups with errors of their own: each group has one vote.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_VOTES_H
#define ROUTH_SRC_ALGEBRA_VOTES_H

#include "algebra/normal.h"

#include <routh/base.h>

typedef struct routh_votes {
    size_t count;        /* groups */
    routh_normal *group; /* each with its rows, or none; all with the same unknowns */
    double *weight;      /* of each: found by routh_votes_solve */
    double *scratch;     /* as many */
} routh_votes;

/* False where the groups do not determine every unknown, also without any one of them. value[]: the estimate;
 * change[g × stride + k], where wanted: what leaving out group g adds to unknown k. scatter: root mean square of what
 * remains in a row of an ordinary group. */
bool routh_votes_solve(routh_votes *votes, double *value, double *scatter, double *change, size_t stride);

/* The 95 % interval of an estimate from what leaving out each unit adds to it, at change[i × stride]; 0: the unit has no
 * part in it. Its deviation is the jackknife's standard error; infinite for fewer than three units. */
routh_interval routh_jackknife_interval(double value, const double *change, size_t stride, size_t count);

#endif
