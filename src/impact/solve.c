/* One impact, one law.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact/solve.h"
#include "impact/impact.h"

static routh_status parameter_status(const routh_law *law, const double *parameters) {
    for (int i = 0; i < law->parameter_count; i++) {
        const routh_status status = routh_parameter_status(&law->parameter[i], parameters[i]);
        if (status != ROUTH_OK)
            return status;
    }
    return ROUTH_OK;
}

routh_impulse routh_law_impulse(const routh_law *law, const routh_contact *contact, const double *parameters) {
    return law->impulse ? law->impulse(contact, parameters) : law->answer(law, contact, parameters);
}

routh_status routh_law_solve(const routh_law *law, const double *parameters, const routh_contact *contact,
                             routh_outcome *outcome) {
    if (!law || !contact || !outcome || (!parameters && law->parameter_count > 0))
        return ROUTH_BAD_ARGUMENT;
    routh_status status = routh_contact_status(contact);
    if (status == ROUTH_OK)
        status = parameter_status(law, parameters);
    if (status != ROUTH_OK)
        return status;

    const routh_impulse impulse = routh_law_impulse(law, contact, parameters);
    const routh_aftermath after = routh_aftermath_of(contact, impulse.pt, impulse.pn);
    const int friction = routh_law_parameter(law, "mu");
    const double mu = friction < 0 ? INFINITY : parameters[friction];
    if (!routh_is_finite(after.contact_energy_ratio) || /* overflow or underflow on the way shows here */
        routh_breaks_promise(law->traits, mu, impulse.pt, impulse.pn, after.flags))
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
