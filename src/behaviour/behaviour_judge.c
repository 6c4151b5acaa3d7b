/* What is said of the errors of laws: which are alike, whether one explains the impacts, whether too few were judged.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "behaviour/behaviour.h"

/* Mean errors of laws that differ by less than this share, or than this, are alike. */
static const double alike_share = 0.1, alike_error = 1e-4;

/* A law whose error is below this, or below twice that of any rigid law, explains the impacts. */
static const double explains = 0.01;

bool routh_behaviour_is_few(const routh_behaviour *b) {
    return 4 * b->count < b->contacts;
}

bool routh_behaviour_is_explained(const routh_behaviour *b) {
    return b->best < b->law_count && b->law[b->best].error <= fmax(explains, 2 * b->bound);
}

bool routh_behaviour_is_alike(const routh_behaviour *b, size_t law) {
    double least = INFINITY;
    for (size_t l = 0; l < b->law_count; l++)
        least = fmin(least, b->law[l].error);
    return b->law[law].error <= least * (1 + alike_share) + alike_error;
}
