/* Compliant: the contact point hangs on a normal and a tangential spring, and the tangential one's foot sticks or slips.
 *
 * Modeling of tangential compliance in 3D impact, in the plane; W. J. Stronge, Impact Mechanics (2000), pp. 95–96.
 *
 *     v̇ = W F,   Ḟ_n = −k v_n,   F_t = −u/η²,   |F_t| ≤ μF_n,   η² = k0/k⊥
 *
 * Only the ratio η² of the stiffnesses matters: time is chosen so that k0 = 1. The normal spring has k = 1 while it loads
 * to forces not seen before, and k = 1/e² otherwise, so that of the work W_c of compression e² W_c comes back. If v_n turns
 * negative again on the way out (friction can pull the body down, jamming), it reloads on 1/e² up to the highest force so
 * far and on 1 beyond. The impact ends at F_n = 0, for e = 0 at v_n = 0.
 *
 * Stick: u̇ = v_t, two coupled oscillators (compliant_stick.c). Slip in direction d = ±1: u = ρd, ρ = μη²F_n, as long as
 * the slip velocity σ = d v_t − ρ̇ is positive. Over the normal impulse I everything in it is a polynomial:
 *
 *     v_n += g I, g = W_nn − μd W_tn     v_t += (W_tn − μd W_tt) I     ½F_n² −= k (v_n I + ½ g I²)     ρ̇ = −μη²k v_n
 *
 * so compression and slip end at the root of a linear equation, contact at that of a quadratic. Slip with g ≤ 0 ends by
 * itself: positive definiteness of W makes dσ/dI < 0. When σ reaches 0 the foot sticks, if only for a moment: forces are
 * continuous, so that d²(μF_n − |F_t|)/dt² is −σ̇/η² > 0 there; hence slip never turns round without sticking in between.
 *
 * The impact begins sticking if |v_t| < μη²|v_n|, as both springs load from 0 then, and slipping along v_t otherwise.
 *
 * Energy never grows: friction takes σμF_n ≥ 0, the normal spring keeps (1 − e²) of each peak, and when F_n = 0 the
 * tangential spring is empty (for e = 0 what it holds is lost). F lies in the friction cone at every moment, so P does;
 * F_n falls to 0 only while v_n ≥ 0.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact/compliant_stick.h"
#include "impact/kernel.h"
#include "impact/registry.h"

/* Where friction pulls the body down, the normal spring may ring: unload, reload, go on loading, unload again, at most once
 * in each of its oscillations. Their number while the tangential spring moves is some ω₁/ω₂ of compliant_stick.c: it grows as
 * 1/e, as 1/η and as the square root of W's condition. Random impacts with W of condition up to 100 take at most some 1,500
 * phases at e = 1e-3 and 200 at e = 0.01; only conditions beyond 1e8 have been seen to reach this bound, where the answer is
 * ROUTH_UNSOLVED and no number. */
enum { MOST_PHASES = 100000 };

/* With a restitution below this an impact that rings for longer than `patience` allows is computed at this one: the
 * effect of its ringing spring is known only to a share of e. */
static const double least_ringing = 1e-3;

/* Phases that tangential oscillations may take, a slip to either side in each, twice over; on a thin W that alone would be
 * millions. */
static double patience(const routh_spring_contact *k) {
    return fmin(200 + 20 * (sqrt(k->wtt) + 1) / k->eta, MOST_PHASES);
}

/* Restitution below this is none: what it returns is below rounding. */
static const double least_restitution = 1e-14;

/* ½ curve x² + slope x = rise: the smallest root ≥ 0 where the left side comes from below; +∞ if there is none. */
static double first_rise_to(double curve, double slope, double rise) {
    const double square = slope * slope + 2 * curve * rise;
    if (!(square >= 0))
        return INFINITY;
    if (slope > 0)
        return 2 * rise / (slope + sqrt(square));
    return curve > 0 ? (sqrt(square) - slope) / curve : INFINITY;
}

/* Slip in direction k->side up to its first event. */
static routh_spring_event slip(routh_spring_contact *k) {
    const double d = k->side, stiffness = k->stiff * k->stiff, slack = k->mu * k->eta2 * stiffness;
    const double g = 1 - k->mu * d * k->wtn, h = k->wtn - k->mu * d * k->wtt;
    const double speed = fmax(0.0, d * k->vt + slack * k->vn), slope = d * h + slack * g; /* σ, dσ/dI */
    const double stored = 0.5 * k->fn * k->fn / stiffness, room = 0.5 * k->highest * k->highest / stiffness - stored;

    const double sticks = slope < 0 ? -speed / slope : INFINITY;
    const double turns = k->loads && g > 0 ? -k->vn / g : INFINITY;
    const double opens = k->loads ? INFINITY : first_rise_to(g, k->vn, stored);
    const double reloads = k->loads ? INFINITY : first_rise_to(-g, -k->vn, fmax(0.0, room));
    routh_spring_event event = ROUTH_SPRING_OPENS;
    double i = opens;
    if (turns < i) {
        i = turns;
        event = ROUTH_SPRING_TURNS;
    }
    if (reloads < i) {
        i = reloads;
        event = ROUTH_SPRING_RELOADS;
    }
    if (sticks < i) {
        i = sticks;
        event = ROUTH_SPRING_STICKS;
    }
    if (!(i < INFINITY))
        return ROUTH_SPRING_LOST;

    const double left = stored - i * (k->vn + 0.5 * g * i);
    k->fn = event == ROUTH_SPRING_OPENS     ? 0.0
            : event == ROUTH_SPRING_RELOADS ? k->highest
                                            : sqrt(2 * stiffness * fmax(0.0, left));
    k->vn = event == ROUTH_SPRING_TURNS ? 0.0 : k->vn + g * i;
    k->vt += h * i;
    k->ft = -d * k->mu * k->fn;
    k->pt -= d * k->mu * i;
    k->pn += i;
    k->hold = -slope * k->fn / k->eta2;
    k->just_turned = 0;
    return event;
}

/* The contact in units in which W_nn = 1, v_n = −1, and in the mirror image in which it moves along +t. */
static routh_spring_contact contact_in_units(const routh_contact *c, const double *parameters, double mirror) {
    const double det = routh_difference_of_products(c->wtt, c->wnn, c->wtn, c->wtn);
    return (routh_spring_contact){.wtt = c->wtt / c->wnn,
                                  .wtn = mirror * c->wtn / c->wnn,
                                  .det = det / c->wnn / c->wnn,
                                  .mu = parameters[0],
                                  .eta2 = parameters[2],
                                  .eta = sqrt(parameters[2]),
                                  .stiff = 1,
                                  .loads = 1,
                                  .vt = mirror * c->vt / -c->vn,
                                  .vn = -1};
}

/* Runs the impact to its end, in no more than so many phases; returns the mode. */
static int run(routh_spring_contact *k, double e, double most) {
    int sticks = k->vt < k->mu * k->eta2, turned = 0, mode = sticks ? ROUTH_C_STICKING : ROUTH_SLIDING;
    k->side = sticks ? 0 : 1;
    for (int phase = 0; phase < most; phase++) {
        switch (sticks ? routh_spring_stick(k) : slip(k)) {
        case ROUTH_SPRING_TURNS:
            if (e < least_restitution)
                return mode;
            turned = k->just_turned = 1;
            k->loads = 0;
            k->stiff = 1 / e;
            k->highest = e < 1 ? k->fn : INFINITY; /* for e = 1 loading is nothing new */
            break;
        case ROUTH_SPRING_RELOADS:
            k->loads = 1;
            k->stiff = 1;
            break;
        case ROUTH_SPRING_SLIPS:
            sticks = 0;
            break;
        case ROUTH_SPRING_STICKS:
            sticks = 1;
            if (mode == ROUTH_SLIDING)
                mode = turned ? ROUTH_R_STICKING : ROUTH_C_STICKING;
            break;
        case ROUTH_SPRING_OPENS:
            return mode;
        case ROUTH_SPRING_LOST:
            return ROUTH_UNSOLVED;
        }
    }
    return ROUTH_UNSOLVED;
}

/* When the slip passes 0 with no tangential force: there any friction, however small, stops it for a moment. */
static int mode_without_force(const routh_contact *c, double e) {
    const double stops = c->vt == 0 ? 0.0 : (c->wtn * c->vt < 0 ? -c->vt / c->wtn : INFINITY); /* P_n by then */
    const double middle = -c->vn / c->wnn;
    return stops <= middle ? ROUTH_C_STICKING : (stops <= (1 + e) * middle ? ROUTH_R_STICKING : ROUTH_SLIDING);
}

/* Thousands of phases add up their rounding, in the impulse as in the velocity. The impact ends with v_n = 0 for e = 0, and
 * never below: P moves to where v + W P says so too, each part by as small a share of itself as possible. 0 if that is more than rounding could
 * explain: then the digits of the answer are lost. */
static int reconcile(routh_spring_contact *k) {
    static const double most = 1e-6;
    const double now = -1 + k->wtn * k->pt + k->pn, size = 1 + fabs(k->wtn * k->pt) + fabs(k->pn);
    const double end = k->vn > 0 ? k->vn : 0.0, off = now - end;
    if (end > 0 && now >= 0)
        return 1;
    const double across = k->wtn * k->pt, share = off / (across * across + k->pn * k->pn);
    k->pt -= share * across * k->pt;
    k->pn -= share * k->pn * k->pn;
    return fabs(off) <= most * size;
}

static routh_impulse impulse(const routh_contact *contact, const double *parameters) {
    const double mu = parameters[0], e = parameters[1], plain = -contact->vn / contact->wnn;
    static const double least_friction = 1e-150; /* below it the squares of forces are lost, and P_t with them */
    if (mu < least_friction || (contact->vt == 0 && contact->wtn == 0)) /* no tangential force at any moment */
        return (routh_impulse){.pt = 0.0, .pn = (1 + e) * plain, .mode = mode_without_force(contact, e)};
    const double mirror = contact->vt < 0 || (contact->vt == 0 && contact->wtn < 0) ? -1.0 : 1.0;
    routh_spring_contact k = contact_in_units(contact, parameters, mirror);
    int mode = run(&k, e, e < least_ringing ? patience(&k) : MOST_PHASES);
    if (mode == ROUTH_UNSOLVED && e < least_ringing) {
        k = contact_in_units(contact, parameters, mirror);
        mode = run(&k, least_ringing, MOST_PHASES);
    }
    if (mode != ROUTH_UNSOLVED && !reconcile(&k))
        mode = ROUTH_UNSOLVED;
    const double unit = mode == ROUTH_UNSOLVED ? NAN : plain;
    return (routh_impulse){.pt = mirror * unit * k.pt, .pn = unit * k.pn, .mode = mode};
}

const routh_law routh_law_compliant = {
    .name = "compliant",
    .title = "Compliant",
    .rule = "normal and tangential springs load and unload, friction slips or holds; e² of the normal spring's energy "
            "comes back",
    .reference = "Stronge, Impact Mechanics (2000) 95; Modeling of tangential compliance in 3D impact, in the plane",
    .restitution = ROUTH_ENERGETIC,
    .traits = ROUTH_LAW_KEEPS_ENERGY | ROUTH_LAW_FEASIBLE | ROUTH_LAW_COMPLIANT,
    .parameter_count = 3,
    .parameter = {ROUTH_PARAMETER_MU,
                  {"eps", "e", "1", "√(energy that the normal spring gives back ÷ takes)", 0.0, 1.0, 0.5, 0, 0, false},
                  {"eta2", "η²", "1", "normal ÷ tangential stiffness of the contact", 1e-4, 1e4, 17.0 / 14, 0.01, 10,
                   false}},
    .impulse = impulse,
};
