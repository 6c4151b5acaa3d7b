/* A compliant strike by small steps of time, for the tests alone: nothing of the library's way of solving is in here.
 *
 * k0 = 1. Force F along n, tangential springs s with k⊥ = 1/η², force on the body (−k⊥ s, F):
 *
 *     v̇ = W (−k⊥ s, F)     Ḟ = −k v_n, k = 1 while F is the highest so far and grows, 1/e² otherwise
 *     ṡ = v⊥ − slip        k⊥ |s| ≤ μ F, slip along s, and only where k⊥ |s| = μ F
 *
 * Half a kick, a drift, half a kick, and after the drift the springs are brought back onto the friction cone along
 * their own direction (radial return): an implicit step that needs no rule about who sticks or slips, or where slip
 * turns to. Steps are cut where the stiffness changes and where the force vanishes. The return is of first order in the
 * step, the rest of second: three step sizes cancel both terms, up to the second order that a change between stick and
 * slip within a step leaves.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_STRIKE_BRUTE_FORCE_H
#define ROUTH_TESTS_STRIKE_BRUTE_FORCE_H

#include "strike_cases.h"

typedef struct stepped_strike {
    const strike_case *k;
    double v[3], p[3];
    double force, peak, spring[2];
    int loading, turned;
    double friction; /* energy lost where the springs are brought back */
    double stored;   /* in the tangential springs when compression first ended */
} stepped_strike;

static inline void step_push(stepped_strike *s, double dt) {
    const double stiffness = 1 / s->k->pair.eta2;
    const double impulse[3] = {-stiffness * s->spring[0] * dt, -stiffness * s->spring[1] * dt, s->force * dt};
    for (int i = 0; i < 3; i++) {
        s->p[i] += impulse[i];
        for (int j = 0; j < 3; j++)
            s->v[i] += s->k->contact.w[i][j] * impulse[j];
    }
}

static inline stepped_strike step_of(const stepped_strike *from, double dt) {
    stepped_strike s = *from;
    const routh_pair *pair = &s.k->pair;
    step_push(&s, 0.5 * dt);
    s.force -= (s.loading ? 1 : 1 / (pair->eps * pair->eps)) * s.v[2] * dt;
    for (int i = 0; i < 2; i++)
        s.spring[i] += s.v[i] * dt;
    const double length = hypot(s.spring[0], s.spring[1]), limit = pair->mu * pair->eta2 * fmax(s.force, 0);
    if (length > limit) {
        s.spring[0] *= limit / length;
        s.spring[1] *= limit / length;
        s.friction += 0.5 * (length - limit) * (length + limit) / pair->eta2;
    }
    step_push(&s, 0.5 * dt);
    return s;
}

/* Has it gone past what ends the step: v_n = 0 while loading, otherwise F = 0 or the highest force again? */
static inline int step_is_past(const stepped_strike *s) {
    return s->loading ? s->v[2] > 0 : s->force < 0 || s->force > s->peak;
}

/* One step, cut where needed; 0 when contact has ended. */
static inline int step_on(stepped_strike *s, double dt) {
    stepped_strike next = step_of(s, dt);
    if (!step_is_past(&next)) {
        *s = next;
        return 1;
    }
    double low = 0, high = dt;
    for (int i = 0; i < 52; i++) {
        const double middle = 0.5 * (low + high);
        next = step_of(s, middle);
        if (step_is_past(&next))
            high = middle;
        else
            low = middle;
    }
    *s = step_of(s, high);
    if (!s->loading && s->force < 0.5 * s->peak)
        return 0;
    if (s->loading && !s->turned++)
        s->stored = 0.5 * (s->spring[0] * s->spring[0] + s->spring[1] * s->spring[1]) / s->k->pair.eta2;
    s->peak = s->loading ? s->force : s->peak;
    s->loading = !s->loading;
    return s->loading || s->k->pair.eps > 0;
}

/* What comes out: the impulse, and two energies. */
typedef struct stepped_outcome {
    double p[3];
    double friction, tangential_stored;
} stepped_outcome;

/* With n steps to a radian of the fastest oscillation that there can be. */
static inline stepped_outcome step_strike(const strike_case *k, double n) {
    const double tangential = (k->contact.w[0][0] + k->contact.w[1][1]) / k->pair.eta2;
    stepped_strike s = {.k = k, .loading = 1};
    memcpy(s.v, k->contact.v, sizeof s.v);
    int goes_on = 1;
    while (goes_on) {
        const double normal = k->contact.w[2][2] / (s.loading ? 1 : k->pair.eps * k->pair.eps);
        goes_on = step_on(&s, 1 / (n * sqrt(tangential + normal)));
    }
    return (stepped_outcome){{s.p[0], s.p[1], s.p[2]}, s.friction, s.stored};
}

/* x + c h + d h² at h, h/2, h/4 → x */
static inline double extrapolated(double coarse, double middle, double fine) {
    return (8 * fine - 6 * middle + coarse) / 3;
}

static inline stepped_outcome brute_force(const strike_case *k, double n) {
    const stepped_outcome a = step_strike(k, n), b = step_strike(k, 2 * n), c = step_strike(k, 4 * n);
    stepped_outcome out;
    for (int i = 0; i < 3; i++)
        out.p[i] = extrapolated(a.p[i], b.p[i], c.p[i]);
    out.friction = extrapolated(a.friction, b.friction, c.friction);
    out.tangential_stored = extrapolated(a.tangential_stored, b.tangential_stored, c.tangential_stored);
    return out;
}

#endif
