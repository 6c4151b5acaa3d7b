/* What the law files share: the small linear system of sticking, and the loop over many impacts.
 *
 * A law's impulse function is a short inline function without data-dependent branches where that is natural: both
 * sides of a case are computed and one is selected. It then runs at the same speed on any data and the compiler can
 * put eight impacts side by side in the loop of ROUTH_LAW_KERNEL.
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

/* The same as routh_impulse_for, with P_n itself right to rounding: for laws that go on to change P. */
static inline routh_point routh_exact_impulse_for(const routh_contact *c, double bt, double bn) {
    const double pn = routh_difference_of_products(c->wtt, bn, c->wtn, bt) /
                      routh_difference_of_products(c->wtt, c->wnn, c->wtn, c->wtn);
    return (routh_point){.pt = (bt - c->wtn * pn) / c->wtt, .pn = pn};
}

/* Defines `impulses`, the loop over many impacts, from a law's inline impulse function. The detour over `lane` keeps
 * addresses of local variables out of the loop, which would stop the compiler from vectorising it. */
#define ROUTH_LAW_KERNEL(law)                                                                                          \
    static inline routh_impulse lane(double wtt, double wtn, double wnn, double vt, double vn, double p0, double p1,   \
                                     double p2) {                                                                      \
        const routh_contact contact = {wtt, wtn, wnn, vt, vn};                                                         \
        const double parameters[ROUTH_MAX_PARAMETERS] = {p0, p1, p2};                                                  \
        return law(&contact, parameters);                                                                              \
    }                                                                                                                  \
    ROUTH_CLONES static void impulses(const routh_lanes *lanes) {                                                      \
        const double *restrict wtt = lanes->wtt, *restrict wtn = lanes->wtn, *restrict wnn = lanes->wnn;               \
        const double *restrict vt = lanes->vt, *restrict vn = lanes->vn;                                               \
        const double *restrict p0 = lanes->parameter[0], *restrict p1 = lanes->parameter[1];                           \
        const double *restrict p2 = lanes->parameter[2];                                                               \
        double *restrict pt = lanes->pt, *restrict pn = lanes->pn;                                                     \
        int64_t *restrict mode = lanes->mode;                                                                          \
        const size_t count = lanes->count;                                                                             \
        ROUTH_SIMD() for (size_t i = 0; i < count; i++) {                                                              \
            const routh_impulse answer = lane(wtt[i], wtn[i], wnn[i], vt[i], vn[i], p0[i], p1[i], p2[i]);              \
            pt[i] = answer.pt;                                                                                         \
            pn[i] = answer.pn;                                                                                         \
            mode[i] = answer.mode;                                                                                     \
        }                                                                                                              \
    }

/* The two parameters that nearly every law has. */
#define ROUTH_PARAMETER_MU                                                                                             \
    { "mu", "μ", "1", "coefficient of friction", 0.0, 1e12, 0.3, 0.0, 0.0 }
#define ROUTH_PARAMETER_EPS(about)                                                                                     \
    { "eps", "ε", "1", about, 0.0, 1.0, 0.5, 0.0, 0.0 }

#endif
