/* Many impacts of bodies with one law, as routh_law_solve_batch solves contacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/impact.h>

#include "impact/impact.h"

routh_status routh_impacts_solve_batch(const routh_law *law, const routh_impact *impact, const routh_batch *batch,
                                       size_t *first_bad) {
    routh_status status = routh_law_solve_batch(law, batch, first_bad);
    if (!batch || (batch->count > 0 && !(impact && batch->pt && batch->pn)))
        return ROUTH_BAD_ARGUMENT;
    for (size_t i = 0; i < batch->count && status == ROUTH_OK; i++) {
        const double couple = batch->couple ? batch->couple[i] : 0;
        const routh_velocity after = routh_impact_after(&impact[i], batch->pt[i], batch->pn[i], couple);
        if (!isfinite(after.vx + after.vy + after.omega + routh_impact_energy_ratio(&impact[i], after))) {
            status = ROUTH_BAD_ARGUMENT;
            if (first_bad)
                *first_bad = i;
        } else if (couple != 0 && batch->flags) { /* of the impulse alone so far */
            batch->flags[i] = (unsigned char)routh_impact_flags(&impact[i], batch->pn[i], after);
        }
    }
    return status;
}
