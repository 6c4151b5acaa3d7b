/* One impact, one law.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact/solve.h"

#include "impact/impact.h"

/* Also sets *mu to friction, if the law has it. */
static routh_status parameter_status(const routh_law *law, const double *parameters, double *mu) {
    for (int i = 0; i < law->parameter_count; i++) {
        const routh_status status = routh_parameter_status(&law->parameter[i], parameters[i]);
        if (status != ROUTH_OK)
            return status;
        *mu = law->parameter[i].is_friction ? parameters[i] : *mu;
    }
    return ROUTH_OK;
}

/* Rarely asked. */
static __attribute__((noinline)) int breaks_promise(unsigned traits, double mu, routh_impulse p, int flags) {
    return (flags & routh_claims(traits)) != 0 || (traits & ROUTH_LAW_FEASIBLE && routh_leaves_cone(mu, p.pt, p.pn));
}

routh_impulse routh_law_impulse(const routh_law *law, const routh_contact *contact, const double *parameters) {
    return law->impulse ? law->impulse(contact, parameters) : law->answer(law, contact, parameters);
}

routh_status routh_law_solve(const routh_law *law, const double *parameters, const routh_contact *contact,
                             routh_outcome *outcome) {
    if (!law || !contact || !outcome || (!parameters && law->parameter_count > 0))
        return ROUTH_BAD_ARGUMENT;
    double mu = INFINITY;
    routh_status status = routh_contact_status(contact);
    if (status == ROUTH_OK)
        status = parameter_status(law, parameters, &mu);
    if (status != ROUTH_OK)
        return status;

    const routh_impulse impulse = routh_law_impulse(law, contact, parameters);
    const routh_aftermath after = routh_aftermath_of(contact, impulse.pt, impulse.pn);
    if (!routh_is_finite(after.contact_energy_ratio) || /* overflow or underflow on the way shows here */
        (((after.flags & routh_claims(law->traits)) | routh_may_leave_cone(mu, impulse.pt, impulse.pn)) != 0 &&
         breaks_promise(law->traits, mu, impulse, after.flags)))
        return ROUTH_OUT_OF_RANGE;
    *outcome = (routh_outcome){
        .pt = impulse.pt,
        .pn = impulse.pn,
        .vt = after.vt,
        .vn = after.vn,
        .contact_energy_ratio = after.contact_energy_ratio,
        .mode = (routh_mode)impulse.mode,
        .flags = (unsigned)after.flags,
        .couple = impulse.couple,
    };
    return ROUTH_OK;
}
