/* How each displacement affects the contacts of a recording, and the sentences about it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_OBSERVE_H
#define ROUTH_SRC_INSERTION_OBSERVE_H

#include "insertion/identify.h"

/* The class of a correlation: 2 (≥ 0.85), 1 (≥ 0.5), 0. */
int routh_correlation_class(double correlation);

/* How a displacement moves the contacts that it takes part in. */
typedef struct routh_part_in_contact {
    size_t touching;     /* contacts of what is displaced, over all samples */
    size_t deeper;       /* those that a positive displacement makes deeper */
    size_t shallower;    /* and those that it makes shallower; the rest slides along */
    double steepest;     /* the most that depth changes, m per m of movement at the contact */
    double direction[3]; /* of that movement, the object's axes */
} routh_part_in_contact;

/* One for each displacement. */
routh_status routh_look_at_contacts(routh_context *context, const routh_separable *problem, const routh_projection *at,
                                    routh_part_in_contact *part);

/* What the sentences are made from. */
typedef struct routh_evidence {
    const routh_separable *problem;
    const routh_projection *at;
    const routh_part_in_contact *part;
    const double *posterior; /* covariance of (K and μK where determined, z) with the prior */
    size_t determined;       /* how many of K and μK */
} routh_evidence;

routh_status routh_write_sentences(routh_context *context, const routh_evidence *evidence,
                                   routh_observability *observability);

#endif
