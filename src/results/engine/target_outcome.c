/* What a target wants of one impact.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/engine.h"

/* How far an outcome is from Newton's or Poisson's restitution. `compressed`: normal impulse without restitution. */
static double beyond(const routh_engine_target *target, const routh_contact3 *contact, const routh_outcome3 *outcome,
                     double eps, double compressed) {
    return target->restitution == ROUTH_NEWTON ? outcome->v[2] + eps * contact->v[2]
                                               : outcome->p[2] - (1 + eps) * compressed;
}

routh_status routh_engine_target_outcome(routh_context *context, const routh_engine_target *target,
                                         const routh_contact3 *contact, routh_outcome3 *wanted) {
    enum { HALVINGS = 30 };
    const routh_law3 *law = target->surface.law;
    const double eps = routh_engine_target_eps(target, -contact->v[2]);
    double low = 0, high = 1, compressed = 0;
    routh_pair pair = target->surface.pair;
    pair.eps = target->restitution == ROUTH_ENERGETIC ? eps : 0;
    routh_status status = routh_law3_solve(context, law, &pair, contact, NULL, wanted);
    if (status != ROUTH_OK || target->restitution == ROUTH_ENERGETIC)
        return status;
    compressed = wanted->p[2];
    for (int i = 0; status == ROUTH_OK && i < HALVINGS; i++) {
        pair.eps = (low + high) / 2;
        status = routh_law3_solve(context, law, &pair, contact, NULL, wanted);
        *(status == ROUTH_OK && beyond(target, contact, wanted, eps, compressed) < 0 ? &low : &high) = pair.eps;
    }
    return status;
}
