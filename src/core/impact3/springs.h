/* The three springs of a contact at one moment, and the rules for how they go on.
 *
 * Time is scaled so that the (first) contact's k0 is 1. With F the normal force and d the direction of the tangential
 * springs' length (u, w):
 *
 *     normal       Ḟ = −k v_n            k = k0 while loading beyond the highest force so far, k0/e² otherwise
 *     stick        (u̇, ẇ) = v⊥           as long as k⊥ |(u, w)| < μ F
 *     slip         (u, w) = ρ d          ρ = μ F / k⊥, d = (cos φ, sin φ) along the particle's slip velocity v_s
 *                  φ̇ = v⊥·d⊥ / ρ        the part of v_s = v⊥ − (ρ d)˙ across d vanishes
 *                  σ = v⊥·d − ρ̇ ≥ 0      the part along d, the speed of slip; slip ends at σ = 0
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT3_SPRINGS_H
#define ROUTH_SRC_IMPACT3_SPRINGS_H

#include <math.h>

#include <routh/impact3.h>

typedef enum routh_grip { ROUTH_NO_GRIP, ROUTH_STICKS, ROUTH_SLIPS } routh_grip;

typedef struct routh_springs {
    routh_grip grip;
    int loading;       /* the normal force is the highest so far, and grows */
    double mu;         /* μ */
    double k0;         /* normal stiffness while loading */
    double eps;        /* √ of k0 ÷ normal stiffness otherwise */
    double tangential; /* k⊥ */
    double v[3];       /* velocity of the contact point, m/s */
    double p[3];       /* impulse so far, N s */
    double force;      /* F, the normal force */
    double peak;       /* the highest so far */
    double paid;       /* … when the loss was last paid, at a turn-around */
    double spring[2];  /* u, w; while slipping μ F / k⊥ along the direction of slip */
    double angle;      /* φ, direction of slip, rad */
    double gap;        /* while apart: how far, in units of spring length */
} routh_springs;

/* k, the normal stiffness at this moment. Not for e = 0 after compression: then there is no force. */
static inline double routh_normal_stiffness(const routh_springs *s) {
    return s->loading ? s->k0 : s->k0 / (s->eps * s->eps);
}

/* σ, from the velocity and the direction of slip. */
static inline double routh_slip_speed(const routh_springs *s, const double v[3], double cosine, double sine) {
    return v[0] * cosine + v[1] * sine + s->mu * routh_normal_stiffness(s) / s->tangential * v[2];
}

/* Energy in the tangential springs. */
static inline double routh_tangential_energy(const routh_springs *s) {
    return 0.5 * s->tangential * (s->spring[0] * s->spring[0] + s->spring[1] * s->spring[1]);
}

/* The tangential springs at the limit of friction, along φ. */
static inline void routh_springs_at_limit(routh_springs *s) {
    const double length = s->mu * s->force / s->tangential;
    s->spring[0] = length * cos(s->angle);
    s->spring[1] = length * sin(s->angle);
}

/* The end of compression: the normal spring stiffens, and of what it took in since the last time it keeps e². Returns what
 * it took in. */
static inline double routh_turn_round(routh_springs *s) {
    const double taken = 0.5 * (s->force - s->paid) * (s->force + s->paid) / s->k0;
    s->peak = s->paid = s->force;
    s->loading = 0;
    s->v[2] = 0;
    return taken;
}

static inline routh_phase routh_springs_phase(const routh_springs *s) {
    if (s->grip == ROUTH_NO_GRIP)
        return ROUTH_APART;
    if (s->grip == ROUTH_STICKS)
        return s->loading ? ROUTH_C_STICK : ROUTH_R_STICK;
    return s->loading ? ROUTH_C_SLIP : ROUTH_R_SLIP;
}

#endif
