/* Smith: Newton's restitution, and friction along the average of the slip before and after, weighted by speed.
 *
 * C. E. Smith, Predicting rebounds using rigid-body dynamics, J. Applied Mechanics 58 (1991).
 *
 *     P_t = −μ P_n φ,   φ = (v_t|v_t| + v_t⁺|v_t⁺|) / (v_t² + v_t⁺²)
 *
 * Let s = sign(v_t), φ = s c. As long as v_t⁺ keeps the sign s, c = 1: plain sliding, one linear equation. Otherwise
 * put v_t⁺ = −s w, w ≥ 0, and y = |v_t| / (|v_t| + w), x = 1 − y; y runs from 1 (the slip just stops) to 0. Then c =
 * (y² − x²) / (y² + x²),   P_n = rise / (W_nn − μ s c W_tn),   rise = −(1+ε) v_n and v_t⁺ = v_t + (W_tn − μ s c W_tt)
 * P_n becomes a cubic in y, h = |v_t| (A y² + B x²) + y (C y² + D x²) = 0,   A, B = W_nn ∓ μ s W_tn,   C, D = rise (s
 * W_tn ∓ μ W_tt). P_n > 0 where A y² + B x² > 0. h > 0 at the lower end of that interval and h < 0 at its upper end,
 * and as s v_t⁺ falls while c grows there is exactly one root between: Halley's method, kept inside the bracket by
 * bisection. In y, not x, a slip that reverses at many times its speed keeps its digits.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "coulomb.h"
#include "registry.h"

/* Where A y² = −B (1−y)², for A and B of opposite signs. */
static double where_normal_impulse_diverges(double a, double b) {
    const double root_a = sqrt(fabs(a)), root_b = sqrt(fabs(b));
    return root_b / (root_a + root_b);
}

/* Halley's method: once Newton's step is below 1e-8 of y, what Halley's leaves is its cube. Where the curve bends too
 * much for either, the bracket is halved. */
static double root_of_cubic(double speed, double a, double b, double c, double d) {
    double low = b >= 0 ? 0.0 : where_normal_impulse_diverges(a, b);
    double high = a >= 0 ? 1.0 : where_normal_impulse_diverges(a, b);
    double y = 0.5 * (low + high);
    for (int iteration = 0; iteration < 200; iteration++) {
        const double x = 1 - y;
        const double inner = c * y * y + d * x * x, inner_slope = c * y - d * x;
        const double h = speed * (a * y * y + b * x * x) + y * inner;
        const double slope = 2 * speed * (a * y - b * x) + inner + 2 * y * inner_slope;
        const double bend = 2 * speed * (a + b) + 4 * inner_slope + 2 * y * (c + d);
        const double next = y - 2 * h * slope / (2 * slope * slope - h * bend);
        const int straight = fabs(h * bend) <= slope * slope;
        if (straight && fabs(h) <= 1e-8 * y * fabs(slope))
            return next;
        if (h > 0)
            low = y;
        else
            high = y;
        y = straight && next > low && next < high ? next : 0.5 * (low + high);
    }
    return y;
}

static routh_impulse impulse(const routh_contact *contact, const double *parameters) {
    const routh_contact *k = contact;
    const double mu = parameters[0];
    const double rise = -(1 + parameters[1]) * k->vn;
    if (k->vt == 0) /* the fraction is then the sign of v_t⁺: Coulomb's law */
        return routh_coulomb_impulse(k, mu, rise);

    const double s = k->vt > 0 ? 1.0 : -1.0;
    const double a = k->wnn - mu * s * k->wtn, b = k->wnn + mu * s * k->wtn;
    const double sliding = rise / a;
    if (a > 0 && s * k->vt + (s * k->wtn - mu * k->wtt) * sliding >= 0)
        return (routh_impulse){.pt = -mu * s * sliding, .pn = sliding, .mode = ROUTH_SLIDING};

    const double y =
        root_of_cubic(fabs(k->vt), a, b, rise * (s * k->wtn - mu * k->wtt), rise * (s * k->wtn + mu * k->wtt));
    const double x = 1 - y;
    const double weight = (y - x) / (y * y + x * x); /* c, as y² − x² = (y − x)(y + x) and y + x = 1 */
    const double coupling = mu * s * weight * k->wtn;
    /* P follows from the friction or from the velocities: take the way that loses fewer digits */
    const double loss = (k->wnn + mu * fabs(k->wtn)) / (k->wnn - coupling) + mu / (1 + mu * fabs(weight));
    const double trace = k->wtt + k->wnn, determinant = k->wtt * k->wnn - k->wtn * k->wtn;
    if (loss > 0 && loss * determinant <= 0.3 * trace * trace) {
        const double pn = rise / (k->wnn - coupling);
        return (routh_impulse){.pt = -mu * s * weight * pn, .pn = pn, .mode = ROUTH_SLIDING};
    }
    const routh_point p = routh_impulse_for(k, -k->vt - k->vt * x / y, rise);
    return (routh_impulse){.pt = p.pt, .pn = p.pn, .mode = ROUTH_SLIDING};
}

ROUTH_LAW_PLAIN_KERNEL(impulse)

const routh_law routh_law_smith = {
    .name = "smith",
    .title = "Smith",
    .rule = "v_n⁺ = −ε v_n, friction along the speed-weighted mean of the slip before and after",
    .reference = "Smith, J. Applied Mechanics 58 (1991) 754",
    .restitution = ROUTH_NEWTON,
    .traits = ROUTH_LAW_FEASIBLE,
    .parameter_count = 2,
    .parameter = {ROUTH_PARAMETER_MU, ROUTH_PARAMETER_EPS("normal velocity after ÷ before, with a minus sign")},
    .impulse = impulse,
    .impulses = impulses,
};
