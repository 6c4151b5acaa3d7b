/* Many impacts. They differ in cost, so threads take the next one as they get free; none depends on another.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/impact3.h>

#include "base/context.h"

routh_status routh_law3_solve_batch(routh_context *context, const routh_law3 *law, const routh_pair *pair,
                                    const routh_contact3 *contact, size_t count, routh_outcome3 *outcome,
                                    size_t *first_bad) {
    routh_status status = routh_array_check(context, "pair", pair, count);
    if (status == ROUTH_OK)
        status = routh_array_check(context, "contact", contact, count);
    if (status == ROUTH_OK)
        status = routh_array_check(context, "outcome", outcome, count);
    if (status != ROUTH_OK) {
        if (first_bad)
            *first_bad = 0;
        return status;
    }
    size_t bad = count;
    const int workers = routh_threads(context);
#pragma omp parallel for num_threads(workers) schedule(dynamic, 16) reduction(min : bad)
    for (size_t i = 0; i < count; i++)
        if (routh_law3_solve(NULL, law, &pair[i], &contact[i], NULL, &outcome[i]) != ROUTH_OK && i < bad)
            bad = i;
    if (bad == count)
        return ROUTH_OK;
    if (first_bad)
        *first_bad = bad;
    /* once more, for the message, which other threads must not write into */
    routh_outcome3 unused;
    return routh_law3_solve(context, law, &pair[bad], &contact[bad], NULL, &unused);
}
