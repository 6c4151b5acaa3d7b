/* What the law files share: the loop over many impacts, Routh's path, and a complementarity problem.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT_KERNEL_H
#define ROUTH_SRC_IMPACT_KERNEL_H

#include <math.h>

#include <routh/impact.h>

#include "base/numbers.h"

/* What the law files share: the small linear system of sticking, and the loop over many impacts.
 *
 * A law's rule is a short inline function without data-dependent branches where that is natural: both sides of a case
 * are computed and one is selected. It then runs at the same speed on any data and the compiler can put eight impacts
 * side by side in the loops of ROUTH_LAW_KERNEL.
 *
 * A rule takes `exact`, which says whether differences of products need all digits that exact products give them. Only an
 * impact's own numbers decide that (routh_is_thin), so that it has the same bits alone and among others. */

/* The parameters that the laws' own loops look at. */
#define ROUTH_LANE_PARAMETERS 3

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
        const routh_contact contact = {.wtt = wtt, .wtn = wtn, .wnn = wnn, .vt = vt, .vn = vn};                        \
        const double parameters[ROUTH_LANE_PARAMETERS] = {p0, p1, p2};                                                 \
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

/* Those that one law each has, and its modified forms. */
#define ROUTH_PARAMETER_ET                                                                                             \
    { "et", "e_t", "1", "tangential restitution", -1.0, 1.0, 0.0, 0.0, 0.0, false }
#define ROUTH_PARAMETER_ETA2                                                                                           \
    { "eta2", "η²", "1", "normal ÷ tangential stiffness of the contact", 1e-4, 1e4, 17.0 / 14, 0.01, 10, false }

/* Routh's path: the impulse in the course of one impact, with P_n as the independent variable.
 *
 * While the contact point slips with sign s, friction acts at dP_t/dP_n = −μ s. Both velocities are linear in P_n:
 *
 *     dv_t/dP_n = W_tn + W_tt dP_t/dP_n        dv_n/dP_n = W_nn + W_tn dP_t/dP_n
 *
 * When v_t reaches 0 the point sticks, at dP_t/dP_n = −W_tn/W_tt, if that is within ±μ. Otherwise it slips the other
 * way at −μ sign(W_tn), and never stops again: there v_t grows away from 0. So the path has at most two segments and
 * is known exactly. In the second one v_n always rises: by det W / W_tt when it sticks, by more when it slips. In the
 * first one it may fall (jamming, μ s W_tn > W_nn), but then positive definiteness of W makes s v_t fall too, and the
 * second segment comes. */

typedef struct routh_path {
    double first;     /* dP_t/dP_n of the first segment */
    double second;    /* … and of the second */
    double turn;      /* P_n at which the first ends, +∞ if it never does */
    double rise;      /* dv_n/dP_n of the first segment */
    double rise_then; /* … and of the second, > 0 */
    double vn_turn;   /* v_n at the turn, where there is one */
    double middle;    /* P_n at the end of compression, v_n = 0 */
    int sticks;       /* the second segment sticks; otherwise it slips */
    int turns_early;  /* the turn comes in compression */
    int starts_still; /* v_t = 0 from the start: there is no first segment */
} routh_path;

static inline routh_path routh_path_of(int exact, const routh_contact *c, double mu) {
    routh_path path;
    const double sign = c->vt > 0 ? 1.0 : -1.0;
    path.starts_still = c->vt == 0;
    path.first = -mu * sign;
    const double slowing = c->wtn + c->wtt * path.first; /* dv_t/dP_n */
    path.turn = sign * slowing < 0 ? -c->vt / slowing : INFINITY;
    path.turn = path.starts_still ? 0.0 : path.turn;
    path.rise = c->wnn + c->wtn * path.first;

    path.sticks = fabs(c->wtn) <= mu * c->wtt;
    path.second = path.sticks ? -c->wtn / c->wtt : (c->wtn > 0 ? -mu : mu);
    const double det = routh_difference(exact, c->wtt, c->wnn, c->wtn, c->wtn);
    const int from_stop = exact & path.sticks;
    path.rise_then = from_stop ? det / c->wtt : c->wnn + c->wtn * path.second;

    const double middle_first = path.rise > 0 ? -c->vn / path.rise : INFINITY;
    path.turns_early = path.turn <= middle_first;
    /* where it sticks, compression ends at P = −W⁻¹v, whatever came before: from there large μ loses no digits */
    const double stopped = routh_difference(exact, c->wtn, c->vt, c->wtt, c->vn) / det;
    const double stuck = stopped > path.turn ? stopped : path.turn;
    const double slipped = path.turn > 0 ? c->vn + path.rise * path.turn : c->vn;
    path.vn_turn = from_stop ? path.rise_then * (path.turn - stuck) : slipped;
    const double middle_then = from_stop ? stuck : path.turn - path.vn_turn / path.rise_then;
    path.middle = path.turns_early ? middle_then : middle_first;
    return path;
}

/* The point of the path at normal impulse pn, where the impact is over. */
static inline routh_impulse routh_path_end(const routh_contact *c, const routh_path *path, double pn) {
    const int turned = pn > path->turn;
    const double slipped = path->first * pn;
    /* sticking: from v_t⁺ = 0 itself, so that it holds to rounding */
    const double stuck = -(c->vt + c->wtn * pn) / c->wtt;
    const double before = path->turn > 0 ? path->first * path->turn : 0.0;
    const double reversed = before + path->second * (pn - path->turn);
    const double pt = turned ? (path->sticks ? stuck : reversed) : slipped;

    const int stick_mode = path->turns_early ? ROUTH_C_STICKING : ROUTH_R_STICKING;
    const int slip_mode = path->turns_early ? ROUTH_C_REVERSED : ROUTH_R_REVERSED;
    const int after = path->sticks ? stick_mode : (path->starts_still ? ROUTH_SLIDING : slip_mode);
    return (routh_impulse){.pt = pt, .pn = pn, .mode = turned ? after : ROUTH_SLIDING};
}

/* One complementarity problem of Anitescu and Potra in the plane: the normal velocity after impact is given and
 * friction is Coulomb's on the final velocity.
 *
 *     0 ≤ P_n ⟂ v_n⁺ − target ≥ 0,   0 ≤ β ⟂ λe + Dᵀv⁺ ≥ 0,   0 ≤ λ ⟂ μP_n − eᵀβ ≥ 0
 *
 * With rise = target − v_n > 0 the solution lies on the line W_tn P_t + W_nn P_n = rise. On it v_t⁺ grows with P_t
 * (slope det W / W_nn) and vanishes at the sticking impulse; the friction cone cuts out an interval around P_t = 0,
 * where P_n = rise / W_nn > 0. So the answer is the sticking impulse, or the end of the interval nearest to it: there
 * v_t⁺ points against the friction. Exactly one qualifies. */

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

/* A contact point that sticks on a normal and a tangential spring: two coupled oscillators, in closed form, up to the
 * first moment at which something changes.
 *
 * Everything is in the units of law_compliant.c: W_nn = 1, v_n = −1 at the start of the impact, k0 = 1. */

/* One contact in the course of an impact. */

#endif
