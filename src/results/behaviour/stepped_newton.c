/* What simulators solve that take velocities at the end of a time step: v_n⁺ = −e v_n, and friction against the slip after.
 *
 * If the impulse W⁻¹(−v_t, −(1 + e) v_n) that stops the slip lies in the cone, that is it. Otherwise the point slips along d
 * after, P_t = −μ P_n d, and with W = [A b; bᵀ c]
 *
 *     P_n = −(1 + e) v_n / (c − μ b·d)        v_t⁺ = v_t + P_n (b − μ A d) = s d, s > 0.
 *
 * d is where v_t⁺ × d changes sign; of several, the one nearest to the slip before. M. Anitescu, F. Potra, Nonlinear Dynamics
 * 14 (1997), for one contact, with a round cone.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/matrix3.h"
#include "base/constants.h"
#include "behaviour/behaviour.h"

enum { DIRECTIONS = 64, BISECTIONS = 40 };

typedef struct slipping {
    const routh_contact3 *contact;
    double mu, eps;
    double p[3], v[3];
} slipping;

/* The impulse with slip in that direction; returns the part of v_t⁺ across it. */
static double across(slipping *s, double angle) {
    const double(*w)[3] = s->contact->w, *v = s->contact->v, x = cos(angle), y = sin(angle);
    s->p[2] = -(1 + s->eps) * v[2] / (w[2][2] - s->mu * (w[2][0] * x + w[2][1] * y));
    s->p[0] = -s->mu * s->p[2] * x;
    s->p[1] = -s->mu * s->p[2] * y;
    for (int k = 0; k < 3; k++)
        s->v[k] = v[k] + routh_dot3(w[k], s->p);
    return x * s->v[1] - y * s->v[0];
}

static bool is_along(const slipping *s, double angle) {
    return s->p[2] > 0 && s->v[0] * cos(angle) + s->v[1] * sin(angle) > 0;
}

/* Looks on both sides of the slip before, further and further away. */
static bool find_slip(slipping *s) {
    const double from = atan2(s->contact->v[1], s->contact->v[0]), part = 2 * ROUTH_PI / DIRECTIONS;
    for (int i = 0; i < DIRECTIONS; i++) {
        const int side = i % 2 ? -(i + 1) / 2 : i / 2;
        double low = from + part * (side - 0.5), high = from + part * (side + 0.5);
        const bool sign = across(s, low) > 0;
        if ((across(s, high) > 0) == sign)
            continue;
        for (int k = 0; k < BISECTIONS; k++) {
            const double middle = (low + high) / 2;
            *((across(s, middle) > 0) == sign ? &low : &high) = middle;
        }
        if (is_along(s, low))
            return true;
    }
    return false;
}

static routh_status solve(routh_context *context, const routh_pair *pair, const routh_contact3 *contact,
                          const routh_law3_options *options, routh_outcome3 *outcome) {
    (void)context;
    (void)options;
    slipping s = {.contact = contact, .mu = pair->mu, .eps = pair->eps};
    const double wanted[3] = {-contact->v[0], -contact->v[1], -(1 + pair->eps) * contact->v[2]};
    double inverse[3][3], stop[3];
    routh_factor3 factor;
    routh_factor3_of(contact->w, &factor);
    routh_inverse3(&factor, inverse);
    for (int k = 0; k < 3; k++)
        stop[k] = routh_dot3(inverse[k], wanted);
    const bool sticks = stop[2] > 0 && hypot(stop[0], stop[1]) <= pair->mu * stop[2];
    if (sticks || !find_slip(&s)) { /* jammed, where no direction will do: the point stays, too */
        memcpy(s.p, stop, sizeof s.p);
        memcpy(s.v, (double[3]){0, 0, -pair->eps * contact->v[2]}, sizeof s.v);
    }
    *outcome = (routh_outcome3){.switch_count = 0};
    memcpy(outcome->p, s.p, sizeof outcome->p);
    memcpy(outcome->v, s.v, sizeof outcome->v);
    outcome->energy.before = routh_half_form3(&factor, contact->v);
    outcome->energy.after = routh_half_form3(&factor, outcome->v);
    outcome->contact_energy_ratio = outcome->energy.after / outcome->energy.before;
    return ROUTH_OK;
}

const routh_law3 routh_law3_stepped = {
    .name = "stepped",
    .title = "Stepped",
    .rule = "Newton's restitution, friction against the slip after: as solved at the end of a time step",
    .reference = "Anitescu, Potra, Nonlinear Dynamics 14 (1997)",
    .parameter_count = 2,
    .parameter = {{"eps", "e", "1", "ratio of normal velocities", 0.0, 1.0, 0.5, 0.0, 0.0, false},
                  {"mu", "μ", "1", "coefficient of friction", 0.0, ROUTH_MU_HIGH, 0.3, 0.0, 0.0, true}},
    .solve = solve,
};
