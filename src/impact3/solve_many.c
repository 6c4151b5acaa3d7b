/* Many strikes. They differ in cost, so threads take the next one as they get free; none depends on another.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/impact3.h>

#include "base/context.h"

static routh_status solve_one(routh_context *context, const routh_contact3 *contact, const routh_pair *pair, int rigid,
                              routh_outcome3 *strike) {
    return rigid ? routh_strike_rigid(context, contact, pair, strike)
                 : routh_strike_solve(context, contact, pair, NULL, strike);
}

routh_status routh_strike_solve_many(routh_context *context, size_t count, const routh_contact3 *contact,
                                     const routh_pair *pair, int rigid, routh_outcome3 *strike, size_t *bad) {
    size_t first_bad = count;
    const int workers = routh_threads(context);
#pragma omp parallel for num_threads(workers) schedule(dynamic, 16) reduction(min : first_bad)
    for (size_t i = 0; i < count; i++)
        if (solve_one(NULL, &contact[i], &pair[i], rigid, &strike[i]) != ROUTH_OK && i < first_bad)
            first_bad = i;
    if (first_bad == count)
        return ROUTH_OK;
    if (bad)
        *bad = first_bad;
    /* once more, for the message, which other threads must not write into */
    routh_outcome3 unused;
    return solve_one(context, &contact[first_bad], &pair[first_bad], rigid, &unused);
}
