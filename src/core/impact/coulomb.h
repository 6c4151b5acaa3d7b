/* One complementarity problem of Anitescu and Potra in the plane: the normal velocity after impact is given and
 * friction is Coulomb's on the final velocity.
 *
 *     0 ≤ P_n ⟂ v_n⁺ − target ≥ 0,   0 ≤ β ⟂ λe + Dᵀv⁺ ≥ 0,   0 ≤ λ ⟂ μP_n − eᵀβ ≥ 0
 *
 * With rise = target − v_n > 0 the solution lies on the line W_tn P_t + W_nn P_n = rise. On it v_t⁺ grows with P_t
 * (slope det W / W_nn) and vanishes at the sticking impulse; the friction cone cuts out an interval around P_t = 0,
 * where P_n = rise / W_nn > 0. So the answer is the sticking impulse, or the end of the interval nearest to it: there
 * v_t⁺ points against the friction. Exactly one qualifies.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT_COULOMB_H
#define ROUTH_SRC_IMPACT_COULOMB_H

#include "impact/kernel.h"

static inline routh_impulse routh_coulomb_impulse(int exact, const routh_contact *c, double mu, double rise) {
    /* the sticking impulse times det W, to choose before dividing */
    const double stick_t = routh_difference(exact, -c->wnn, c->vt, c->wtn, rise);
    const double stick_n = routh_difference(exact, c->wtt, rise, -c->wtn, c->vt);
    const double slope = copysign(mu, stick_t);        /* P_t / P_n on the nearest edge of the cone */
    const double resistance = c->wnn + slope * c->wtn; /* > 0 whenever sticking lies outside the cone on that side */
    /* each choice is one comparison, which takes no branch */
    const double most = resistance > 0 ? mu * stick_n : INFINITY, across = fabs(stick_t);
    const double pn = (across > most ? rise : stick_n) /
                      (across > most ? resistance : routh_difference(exact, c->wtt, c->wnn, c->wtn, c->wtn));
    const double stuck = -(c->vt + c->wtn * pn) / c->wtt;
    return (routh_impulse){
        .pt = across > most ? slope * pn : stuck, .pn = pn, .mode = across > most ? ROUTH_SLIDING : ROUTH_STICKING};
}

#endif
