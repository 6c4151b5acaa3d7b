/* Anitescu and Potra with Poisson's restitution: compression ends in v_n = 0, restitution adds ε times its normal
 * impulse; friction acts in both, each a complementarity problem of its own.
 *
 * M. Anitescu, F. A. Potra, Nonlinear Dynamics 14 (1997).
 *
 * Restitution starts from v = (v_ct, 0) and wants 0 ≤ (P_n − εP_cn) ⟂ v_n⁺ ≥ 0. With P_n = εP_cn, friction takes P_t as
 * far towards sticking as the cone lets it, and that is the solution, for v_n⁺ < 0 cannot come of it. Let s = sign(v_ct):
 *   sliding on with s:      v_n⁺ = εP_cn (W_nn − μ s W_tn) > 0, or compression could not have ended sliding;
 *   sliding the other way:  takes |W_tn| > μW_tt, so that W_nn > μ|W_tn| by positive definiteness;
 *   sticking:               v_n⁺ < 0 takes s W_tn > 0, |v_ct| > εP_cn det W / |W_tn| and
 *                           |v_ct| + |W_tn| εP_cn ≤ μW_tt εP_cn; together μ > W_nn / |W_tn|, and again compression could
 *                           not have ended sliding.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact/impact.h"
#include "impact/kernel.h"

static inline routh_impulse rule(const routh_contact *contact, const double *parameters, int exact) {
    const routh_contact *c = contact;
    const double mu = parameters[0];
    const routh_impulse compression = routh_coulomb_impulse(exact, c, mu, -c->vn);
    const double slip = c->vt + c->wtt * compression.pt + c->wtn * compression.pn;
    const double vt = compression.mode == ROUTH_STICKING ? 0.0 : slip;

    const double pn = parameters[1] * compression.pn;
    const double stop = -(vt + c->wtn * pn) / c->wtt;
    const double limit = mu * pn;
    const int slides = fabs(stop) > limit;
    const double pt = slides ? (stop < 0 ? -limit : limit) : stop;
    return (routh_impulse){
        .pt = compression.pt + pt, .pn = compression.pn + pn, .mode = slides ? ROUTH_SLIDING : ROUTH_STICKING};
}

ROUTH_LAW_KERNEL(rule)

const routh_law routh_law_ap_poisson = {
    .name = "ap-poisson",
    .title = "Anitescu–Potra, Poisson",
    .rule = "compression to v_n = 0, then restitution with ε times its normal impulse, Coulomb friction in both",
    .reference = "Anitescu and Potra, Nonlinear Dynamics 14 (1997) 231",
    .restitution = ROUTH_POISSON,
    .traits = ROUTH_LAW_OF_SIX | ROUTH_LAW_KEEPS_ENERGY | ROUTH_LAW_FEASIBLE,
    .parameter_count = 2,
    .parameter = {ROUTH_PARAMETER_MU, ROUTH_PARAMETER_EPS("normal impulse of restitution ÷ of compression")},
    .impulse = impulse,
    .impulses = impulses,
};
