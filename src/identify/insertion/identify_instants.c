/* K and μ of every sample alone, and the wrench that the global estimate makes of it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "insertion/identify.h"
#include "insertion/regressor.h"

static void solve_alone(const routh_separable *problem, const routh_projection *at, size_t sample,
                        routh_instant_estimate *instant) {
    double phi[12], q[12];
    for (size_t i = 0; i < 6; i++)
        for (size_t c = 0; c < 2; c++)
            phi[6 * c + i] = at->phi[c * problem->rows + 6 * sample + i];
    const routh_two_columns fit = routh_solve_two_columns(6, phi, &at->y[6 * sample], q);
    instant->stiffness = fit.rank ? fit.theta[0] : NAN;
    instant->friction = fit.rank > 1 ? fit.theta[1] / fit.theta[0] : NAN;
    for (size_t i = 0; i < 6; i++)
        instant->wrench[i] =
            (phi[i] * at->fit.theta[0] + phi[6 + i] * at->fit.theta[1]) / (problem->level[sample] * problem->weight[i]);
}

routh_status routh_find_instants(routh_context *context, const routh_separable *problem, const routh_projection *at,
                                 routh_instant_estimate *instant, unsigned *flags) {
    routh_regressor *regressor = problem->regressor;
    routh_contact_point3 *contact = routh_allocate(context, regressor->pairs, sizeof *contact);
    if (!contact)
        return ROUTH_OUT_OF_MEMORY;
    uint32_t most = 0, sliding = 0;
    for (size_t k = 0; k < problem->samples; k++) {
        routh_instant_estimate *own = &instant[k];
        solve_alone(problem, at, k, own);
        own->contacts = at->contacts[k];
        const size_t count =
            own->contacts ? routh_regressor_contacts(regressor, at->x, k, regressor->pairs, contact) : 0;
        for (size_t i = 0; i < count; i++)
            own->sliding += contact[i].tangent[0] != 0 || contact[i].tangent[1] != 0 || contact[i].tangent[2] != 0;
        most = own->contacts > most ? own->contacts : most;
        sliding += own->sliding;
    }
    *flags |= most == 0 ? (unsigned)ROUTH_INSERTION_NO_CONTACT : 0;
    *flags |= most == 1 ? (unsigned)ROUTH_INSERTION_ONE_CONTACT : 0;
    *flags |= most > 0 && (sliding == 0 || at->fit.rank < 2) ? (unsigned)ROUTH_INSERTION_ALL_STICK : 0;
    routh_release(context, contact);
    return ROUTH_OK;
}
