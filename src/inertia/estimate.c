/* What an estimate of inertia holds.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/context.h"
#include "inertia/inertia.h"

void routh_inertia_estimate_release(routh_context *context, routh_inertia_estimate *fit) {
    if (!fit)
        return;
    routh_release(context, fit->lever);
    routh_release(context, fit->turn);
    routh_release(context, fit->deviation);
    routh_release(context, fit->misfit);
    routh_release(context, fit->impulse);
    routh_findings_release(context, &fit->findings);
    *fit = (routh_inertia_estimate){0};
}
