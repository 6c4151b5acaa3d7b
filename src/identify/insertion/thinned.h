/* The same recording with fewer samples, for searches that need not be exact.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_THINNED_H
#define ROUTH_SRC_INSERTION_THINNED_H

#include "insertion/identify.h"

typedef struct routh_thinned {
    size_t count;
    routh_insertion *insertion; /* of each recording; samples are its own, all else is borrowed */
    routh_regressor *regressor;
    routh_separable problem;
    routh_descent descent;
} routh_thinned;

/* Every k-th sample, so that no more than `most` are left. */
routh_status routh_thinned_create(routh_context *context, const routh_separable *problem, size_t most,
                                  routh_thinned *thinned);
void routh_thinned_release(routh_context *context, routh_thinned *thinned);

#endif
