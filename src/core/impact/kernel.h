/* What the law files share: the small linear system of sticking, and the loop over many impacts.
 *
 * A law's rule is a short inline function without data-dependent branches where that is natural: both sides of a case
 * are computed and one is selected. It then runs at the same speed on any data and the compiler can put eight impacts
 * side by side in the loops of ROUTH_LAW_KERNEL.
 *
 * A rule takes `exact`, which says whether differences of products need all digits that exact products give them. Only an
 * impact's own numbers decide that (routh_is_thin), so that it has the same bits alone and among others.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT_KERNEL_H
#define ROUTH_SRC_IMPACT_KERNEL_H

#include <math.h>

#include <routh/impact.h>

#include "base/simd.h"

/* A block of impacts, checked and in cache. Modes are as wide as the numbers so that both vectorise together. */
struct routh_lanes {
    size_t count;
    const double *wtt, *wtn, *wnn, *vt, *vn;
    const double *parameter[ROUTH_MAX_PARAMETERS];
    double *pt, *pn;
    int64_t *mode;
    int any_thin; /* some may be routh_is_thin; it costs time, but changes no bit, to say so of a block without */
};

/* The impulse P with W P = b. P_t comes from P_n, so that the tangential row holds to rounding; the normal row then
 * does so too, as rounding of P_n weighs only det W / W_tt in it, however thin W is. */
static inline routh_point routh_impulse_for(const routh_contact *c, double bt, double bn) {
    const double pn = (c->wtt * bn - c->wtn * bt) / (c->wtt * c->wnn - c->wtn * c->wtn);
    return (routh_point){.pt = (bt - c->wtn * pn) / c->wtt, .pn = pn};
}

/* x·y = product + rounding, exactly (Dekker 1971, with Veltkamp's splitting; no fused operation needed). */
static inline double routh_product_rounding(double x, double y, double product) {
    const double split = 134217729.0; /* 2²⁷ + 1 */
    const double xs = split * x, ys = split * y;
    const double xh = xs - (xs - x), yh = ys - (ys - y), xl = x - xh, yl = y - yh;
    return xl * yl - (((product - xh * yh) - xl * yh) - xh * yl);
}

/* a·b − c·d to a rounding or two of the result, however much cancels. */
static inline double routh_difference_of_products(double a, double b, double c, double d) {
    const double ab = a * b, cd = c * d;
    return (ab - cd) + (routh_product_rounding(a, b, ab) - routh_product_rounding(c, d, cd));
}

/* Does it take exact products to keep a law's promises? Not where (tr W)² ≤ 256 det W and μ ≤ 16. With r = W_tt/W_nn and
 * δ = det W / (W_tt W_nn) that is (r + 2 + 1/r) / δ ≤ 256, so that √r / δ and 1 / (√r δ) are at most 84. In units in
 * which W_tt = W_nn = 1, friction is M = μ√r and the sticking impulse is (−v_t − W_tn rise, rise + W_tn v_t) / δ. If its
 * P_n cancels, its P_t is |v_t|, beyond the cone unless P_n is above |v_t| / M. So the short form is off by no more than
 * some M / δ or 1 / (√r δ) roundings of P, a few 1e-13. Of a free body hit at d radii of gyration (tr W)² / det W is
 * (2 + d²)² / (1 + d²): d may be 15. Scaling W or v by a power of two changes nothing here. */
#define ROUTH_USUAL_FRICTION 16.0
static inline int routh_are_thin(double wtt, double wtn, double wnn, double mu) {
    const double trace = wtt + wnn;
    return !((trace * trace <= 256 * (wtt * wnn - wtn * wtn)) & (mu <= ROUTH_USUAL_FRICTION));
}

static inline int routh_is_thin(const routh_contact *c, double mu) {
    return routh_are_thin(c->wtt, c->wtn, c->wnn, mu);
}

/* a·b − c·d, to a rounding or two of the result if `exact`. */
static inline double routh_difference(int exact, double a, double b, double c, double d) {
    return exact ? routh_difference_of_products(a, b, c, d) : a * b - c * d;
}

/* The same as routh_impulse_for, with P_n itself right to rounding if `exact`: for laws that go on to change P. */
static inline routh_point routh_exact_impulse_for(int exact, const routh_contact *c, double bt, double bn) {
    const double pn =
        routh_difference(exact, c->wtt, bn, c->wtn, bt) / routh_difference(exact, c->wtt, c->wnn, c->wtn, c->wtn);
    return (routh_point){.pt = (bt - c->wtn * pn) / c->wtt, .pn = pn};
}

/* Defines `impulse` and `impulses`, one impact and the loop over many, from a law's inline rule. The detour over `lane` keeps
 * addresses of local variables out of the loop, which would stop the compiler from vectorising it. A block with nothing
 * thin in it, which is nearly every block, has a loop of its own. A rule of one form is always given `exact`. */
#define ROUTH_LAW_KERNEL(rule) ROUTH_LAW_KERNEL_OF(2, rule)
#define ROUTH_LAW_KERNEL_OF(forms, rule)                                                                               \
    static __attribute__((noinline)) routh_impulse exact_impulse(const routh_contact *contact,                         \
                                                                 const double *parameters) {                           \
        return rule(contact, parameters, 1);                                                                           \
    }                                                                                                                  \
    static routh_impulse impulse(const routh_contact *contact, const double *parameters) {                             \
        if (forms == 1)                                                                                                \
            return rule(contact, parameters, 1);                                                                       \
        return routh_is_thin(contact, parameters[0]) ? exact_impulse(contact, parameters)                              \
                                                     : rule(contact, parameters, 0);                                   \
    }                                                                                                                  \
    static inline routh_impulse lane(double wtt, double wtn, double wnn, double vt, double vn, double p0, double p1,   \
                                     double p2, int any_thin) {                                                        \
        const routh_contact contact = {wtt, wtn, wnn, vt, vn};                                                         \
        const double parameters[ROUTH_MAX_PARAMETERS] = {p0, p1, p2};                                                  \
        return rule(&contact, parameters, forms == 1 || (any_thin && routh_is_thin(&contact, p0)));                    \
    }                                                                                                                  \
    ROUTH_CLONES static void impulses(const routh_lanes *lanes) {                                                      \
        const double *restrict wtt = lanes->wtt, *restrict wtn = lanes->wtn, *restrict wnn = lanes->wnn;               \
        const double *restrict vt = lanes->vt, *restrict vn = lanes->vn;                                               \
        const double *restrict p0 = lanes->parameter[0], *restrict p1 = lanes->parameter[1];                           \
        const double *restrict p2 = lanes->parameter[2];                                                               \
        double *restrict pt = lanes->pt, *restrict pn = lanes->pn;                                                     \
        int64_t *restrict mode = lanes->mode;                                                                          \
        const size_t count = lanes->count;                                                                             \
        if (forms == 2 && lanes->any_thin)                                                                             \
            ROUTH_LAW_LOOP(1)                                                                                          \
        else                                                                                                           \
            ROUTH_LAW_LOOP(0)                                                                                          \
    }
#define ROUTH_LAW_LOOP(any_thin)                                                                                       \
    ROUTH_SIMD() for (size_t i = 0; i < count; i++) {                                                                  \
        const routh_impulse answer = lane(wtt[i], wtn[i], wnn[i], vt[i], vn[i], p0[i], p1[i], p2[i], any_thin);        \
        pt[i] = answer.pt;                                                                                             \
        pn[i] = answer.pn;                                                                                             \
        mode[i] = answer.mode;                                                                                         \
    }

/* The two parameters that nearly every law has. */
#define ROUTH_PARAMETER_MU                                                                                             \
    { "mu", "μ", "1", "coefficient of friction", 0.0, 1e12, 0.3, 0.0, 0.0, true }
#define ROUTH_PARAMETER_EPS(about)                                                                                     \
    { "eps", "ε", "1", about, 0.0, 1.0, 0.5, 0.0, 0.0, false }

#endif
