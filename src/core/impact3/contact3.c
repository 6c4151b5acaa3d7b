/* One contact in contact space: what laws demand of it, and the names of its phases.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/impact3.h>

#include "algebra/matrix3.h"
#include "base/context.h"
#include "impact3/body3.h"

static const routh_name_entry phases[] = {
#define PHASE_NAME(code, name) {name, NULL},
    ROUTH_PHASE_TABLE(PHASE_NAME)
#undef PHASE_NAME
};
const routh_names routh_phases = {"phase", ROUTH_PHASE_COUNT, phases};

double routh_eta2_of_poisson(double nu) {
    return nu >= 0 && nu <= 0.5 ? (2 - nu) / (2 * (1 - nu)) : NAN;
}

routh_pair routh_pair_default(void) {
    return (routh_pair){.mu = 0.3, .eps = 0.5, .eta2 = routh_eta2_of_poisson(0.3)};
}

routh_status routh_pair_check(routh_context *context, const routh_pair *pair) {
    if (!pair)
        return routh_fail_null(context, "pair", (const void *const[]){pair});
    const double mu = pair->mu, e = pair->eps, eta2 = pair->eta2;
    if (!isfinite(mu) || !isfinite(e) || !isfinite(eta2))
        return routh_fail(context, ROUTH_NOT_FINITE, "μ = %g, e = %g, η² = %g: every number must be finite", mu, e,
                          eta2);
    if (!(mu >= 0 && mu <= ROUTH_MU_HIGH))
        return routh_fail(context, ROUTH_BAD_PARAMETER, "coefficient of friction μ = %g is outside 0 … %g", mu,
                          ROUTH_MU_HIGH);
    if (!(e >= 0 && e <= 1))
        return routh_fail(context, ROUTH_BAD_PARAMETER, "coefficient of restitution e = %g is outside 0 … 1", e);
    if (!(eta2 > 0))
        return routh_fail(context, ROUTH_BAD_PARAMETER,
                          "η² = %g is not positive: it is the contact's normal stiffness ÷ its tangential stiffness",
                          eta2);
    if (!(eta2 >= ROUTH_ETA2_LOW && eta2 <= ROUTH_ETA2_HIGH))
        return routh_fail(context, ROUTH_BAD_PARAMETER, "ratio of stiffnesses η² = %g is outside %g … %g", eta2,
                          ROUTH_ETA2_LOW, ROUTH_ETA2_HIGH);
    return ROUTH_OK;
}

static routh_status bad_compliance(routh_context *context, routh_status status, const double w[3][3],
                                   const char *fault) {
    return routh_fail(context, status, "contact compliance W = [%g %g %g; %g %g %g; %g %g %g] 1/kg %s", w[0][0],
                      w[0][1], w[0][2], w[1][0], w[1][1], w[1][2], w[2][0], w[2][1], w[2][2], fault);
}

routh_status routh_contact3_check(routh_context *context, const routh_contact3 *contact) {
    if (!contact)
        return routh_fail_null(context, "contact", (const void *const[]){contact});
    const double *v = contact->v;
    for (int k = 0; k < 3; k++)
        if (!routh_all_finite(contact->w[k], 3))
            return bad_compliance(context, ROUTH_NOT_FINITE, contact->w, "has an entry that is not finite");
    if (!routh_all_finite(v, 3))
        return routh_fail(context, ROUTH_NOT_FINITE, "contact velocity (%g, %g, %g) m/s: every number must be finite",
                          v[0], v[1], v[2]);
    if (!routh_is_symmetric3(contact->w))
        return bad_compliance(context, ROUTH_BAD_COMPLIANCE, contact->w, "is not symmetric");
    for (int k = 0; k < 3; k++) {
        const double diagonal = contact->w[k][k];
        if (diagonal > 0 && !(diagonal >= ROUTH_SMALLEST_NUMBER && diagonal <= ROUTH_LARGEST_NUMBER))
            return bad_compliance(context, ROUTH_OUT_OF_RANGE, contact->w, "is too large or too small to compute with");
    }
    routh_factor3 factor;
    if (!routh_factor3_of(contact->w, &factor))
        return bad_compliance(context, ROUTH_BAD_COMPLIANCE, contact->w, "is not positive definite");
    if (!(v[2] < 0))
        return routh_fail(context, ROUTH_SEPARATING,
                          "the contact is not closing: v_n = %g m/s, an impact needs v_n < 0", v[2]);
    if (!(v[2] <= -ROUTH_SMALLEST_NUMBER && routh_largest(v, 3) <= ROUTH_LARGEST_NUMBER))
        return routh_fail(context, ROUTH_OUT_OF_RANGE,
                          "contact velocity (%g, %g, %g) m/s is too large or too small to compute with", v[0], v[1],
                          v[2]);
    return ROUTH_OK;
}
