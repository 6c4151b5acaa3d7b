/* Smith: Newton's restitution, and friction along the average of the slip before and after, weighted by speed.
 *
 * C. E. Smith, Predicting rebounds using rigid-body dynamics, J. Applied Mechanics 58 (1991).
 *
 *     P_t = −μ P_n φ,   φ = (v_t|v_t| + v_t⁺|v_t⁺|) / (v_t² + v_t⁺²)
 *
 * Let s = sign(v_t), φ = s c. As long as v_t⁺ keeps the sign s, c = 1: plain sliding, one linear equation. Otherwise put
 * v_t⁺ = −s w, w ≥ 0, and y = |v_t| / (|v_t| + w), x = 1 − y; y runs from 1 (the slip just stops) to 0. Then
 *     c = (y² − x²) / (y² + x²),   P_n = rise / (W_nn − μ s c W_tn),   rise = −(1+ε) v_n
 * and v_t⁺ = v_t + (W_tn − μ s c W_tt) P_n becomes a cubic in y,
 *     h = |v_t| (A y² + B x²) + y (C y² + D x²) = 0,   A, B = W_nn ∓ μ s W_tn,   C, D = rise (s W_tn ∓ μ W_tt).
 * P_n > 0 where A y² + B x² > 0. h > 0 at the lower end of that interval and h < 0 at its upper end, and as s v_t⁺ falls
 * while c grows there is exactly one root between: Halley's method, kept inside the bracket by bisection. In y, not x, a
 * slip that reverses at many times its speed keeps its digits.
 *
 * The search is written as steps that leave what is found alone, so that impacts side by side, each with its own number of
 * steps, end with the same bits as one by one.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact/impact.h"
#include "impact/kernel.h"

enum { MOST_STEPS = 200, SIDE_BY_SIDE = 32 };

typedef struct search {
    double speed, a, b, c, d; /* of the cubic */
    double low, high, y;      /* the bracket, and the root when it is found */
    int64_t open;             /* it is not yet */
} search;

/* P_n of plain sliding; negative where the slip would not keep its sign. */
static inline double sliding_impulse(const routh_contact *k, double mu, double rise, double s) {
    const double a = k->wnn - mu * s * k->wtn, pn = rise / a;
    const int keeps = (a > 0) & (s * k->vt + (s * k->wtn - mu * k->wtt) * pn >= 0);
    return keeps ? pn : -1.0;
}

/* Where A y² = −B x² and P_n diverges; it bounds the interval if A and B have opposite signs. */
static inline double divergence(double a, double b) {
    const double root_a = sqrt(fabs(a)), root_b = sqrt(fabs(b));
    return root_b / (root_a + root_b);
}

static inline search search_begin(const routh_contact *k, double mu, double rise, double s) {
    const double a = k->wnn - mu * s * k->wtn, b = k->wnn + mu * s * k->wtn;
    return (search){.speed = fabs(k->vt),
                    .a = a,
                    .b = b,
                    .c = rise * (s * k->wtn - mu * k->wtt),
                    .d = rise * (s * k->wtn + mu * k->wtt),
                    .low = 0.0,
                    .high = 1.0,
                    .y = 0.5,
                    .open = 1};
}

/* Only where A or B is negative is the interval shorter than 0 … 1. */
static inline search search_bound(search q, double diverges) {
    q.low = q.b >= 0 ? 0.0 : diverges;
    q.high = q.a >= 0 ? 1.0 : diverges;
    q.y = 0.5 * (q.low + q.high);
    return q;
}

/* Once Newton's step is below 1e-8 of y, what Halley's leaves is its cube. Where the curve bends too much for either, the
 * bracket is halved. */
static inline search search_step(search q) {
    const double y = q.y, x = 1 - y;
    const double inner = q.c * y * y + q.d * x * x, inner_slope = q.c * y - q.d * x;
    const double h = q.speed * (q.a * y * y + q.b * x * x) + y * inner;
    const double slope = 2 * q.speed * (q.a * y - q.b * x) + inner + 2 * y * inner_slope;
    const double bend = 2 * q.speed * (q.a + q.b) + 4 * inner_slope + 2 * y * (q.c + q.d);
    const double next = y - 2 * h * slope / (2 * slope * slope - h * bend);
    const int straight = fabs(h * bend) <= slope * slope;
    const double low = h > 0 ? y : q.low, high = h > 0 ? q.high : y;
    const int found = straight & (fabs(h) <= 1e-8 * y * fabs(slope)) & (next >= low) & (next <= high);
    const double halved = 0.5 * (low + high);
    const int inside = straight & (next > low) & (next < high);
    const double within = inside ? next : halved;
    const double better = found ? next : within;
    q.low = low;
    q.high = high;
    q.y = q.open ? better : y;
    q.open = q.open ? (found ? 0 : 1) : 0;
    return q;
}

/* The impulse of a slip that turns round, from the root. */
static inline routh_point reversed_impulse(int exact, const routh_contact *k, double mu, double rise, double s,
                                           double y) {
    const double x = 1 - y;
    const double weight = (y - x) / (y * y + x * x); /* c, as y² − x² = (y − x)(y + x) and y + x = 1 */
    const double coupling = mu * s * weight * k->wtn;
    /* P follows from the friction or from the velocities: take the way that loses fewer digits */
    const double loss = (k->wnn + mu * fabs(k->wtn)) / (k->wnn - coupling) + mu / (1 + mu * fabs(weight));
    const double trace = k->wtt + k->wnn, determinant = k->wtt * k->wnn - k->wtn * k->wtn;
    const int precise = (loss > 0) & (loss * determinant <= 0.3 * trace * trace);
    const routh_point from_velocity = routh_exact_impulse_for(exact, k, -k->vt / y, rise);
    const double from_friction = rise / (k->wnn - coupling);
    /* with friction so large that the cone is all but the half-plane P_n > 0, velocities may miss it by their rounding */
    const int leaves = (fabs(from_velocity.pt) > mu * from_velocity.pn) & (from_friction > 0);
    const int by_friction = precise | (exact & leaves);
    return (routh_point){.pt = by_friction ? -mu * s * weight * from_friction : from_velocity.pt,
                         .pn = by_friction ? from_friction : from_velocity.pn};
}

/* From rest the fraction is the sign of v_t⁺: Coulomb's law. A slip as slow as this changes P by no more than its share, and
 * its squares would be lost. */
static inline int is_still(double vt, double vn) {
    return fabs(vt) <= 1e-150 * fabs(vn);
}

static routh_impulse impulse(const routh_contact *contact, const double *parameters) {
    const double mu = parameters[0], rise = -(1 + parameters[1]) * contact->vn, s = contact->vt > 0 ? 1.0 : -1.0;
    if (is_still(contact->vt, contact->vn))
        return routh_coulomb_impulse(routh_is_thin(contact, mu), contact, mu, rise);
    const double sliding = sliding_impulse(contact, mu, rise, s);
    if (sliding >= 0)
        return (routh_impulse){.pt = -mu * s * sliding, .pn = sliding, .mode = ROUTH_SLIDING};
    search q = search_begin(contact, mu, rise, s);
    if (q.a < 0 || q.b < 0)
        q = search_bound(q, divergence(q.a, q.b));
    for (int step = 0; step < MOST_STEPS && q.open; step++)
        q = search_step(q);
    const routh_point p = routh_is_thin(contact, mu) ? reversed_impulse(1, contact, mu, rise, s, q.y)
                                                     : reversed_impulse(0, contact, mu, rise, s, q.y);
    return (routh_impulse){.pt = p.pt, .pn = p.pn, .mode = ROUTH_SLIDING};
}

/* The three parts by value, which lets the loops over them be vectorised. */
static inline search begin_lane(double wtt, double wtn, double wnn, double vt, double vn, double mu, double eps) {
    const routh_contact contact = {.wtt = wtt, .wtn = wtn, .wnn = wnn, .vt = vt, .vn = vn};
    const double rise = -(1 + eps) * vn, s = vt > 0 ? 1.0 : -1.0;
    search q = search_begin(&contact, mu, rise, s);
    q = search_bound(q, divergence(q.a, q.b));
    q.open = is_still(vt, vn) ? 0 : (sliding_impulse(&contact, mu, rise, s) < 0 ? 1 : 0);
    return q;
}

static inline routh_impulse end_lane(double wtt, double wtn, double wnn, double vt, double vn, double mu, double eps,
                                     double y, int any_thin) {
    const routh_contact contact = {.wtt = wtt, .wtn = wtn, .wnn = wnn, .vt = vt, .vn = vn};
    const int exact = any_thin && routh_is_thin(&contact, mu);
    const double rise = -(1 + eps) * vn, s = vt > 0 ? 1.0 : -1.0;
    const double sliding = sliding_impulse(&contact, mu, rise, s);
    const routh_point reversed = reversed_impulse(exact, &contact, mu, rise, s, y);
    return (routh_impulse){.pt = sliding >= 0 ? -mu * s * sliding : reversed.pt,
                           .pn = sliding >= 0 ? sliding : reversed.pn,
                           .mode = ROUTH_SLIDING};
}

static inline search step_lane(double speed, double a, double b, double c, double d, double low, double high, double y,
                               int64_t open) {
    return search_step((search){speed, a, b, c, d, low, high, y, open});
}

#define END_LOOP(any_thin)                                                                                             \
    ROUTH_SIMD() for (size_t i = 0; i < n; i++) {                                                                      \
        const routh_impulse answer = end_lane(wtt[i], wtn[i], wnn[i], vt[i], vn[i], mu[i], eps[i], y[i], any_thin);    \
        pt[i] = answer.pt;                                                                                             \
        pn[i] = answer.pn;                                                                                             \
        mode[i] = answer.mode;                                                                                         \
    }

ROUTH_CLONES static void impulses(const routh_lanes *lanes) {
    for (size_t start = 0; start < lanes->count; start += SIDE_BY_SIDE) {
        const size_t left = lanes->count - start, n = left < SIDE_BY_SIDE ? left : SIDE_BY_SIDE;
        const double *restrict wtt = lanes->wtt + start, *restrict wtn = lanes->wtn + start;
        const double *restrict wnn = lanes->wnn + start, *restrict vt = lanes->vt + start;
        const double *restrict vn = lanes->vn + start;
        const double *restrict mu = lanes->parameter[0] + start, *restrict eps = lanes->parameter[1] + start;
        double *restrict pt = lanes->pt + start, *restrict pn = lanes->pn + start;
        int64_t *restrict mode = lanes->mode + start;
        double speed[SIDE_BY_SIDE], a[SIDE_BY_SIDE], b[SIDE_BY_SIDE], c[SIDE_BY_SIDE], d[SIDE_BY_SIDE];
        double low[SIDE_BY_SIDE], high[SIDE_BY_SIDE], y[SIDE_BY_SIDE];
        int64_t open[SIDE_BY_SIDE], any = 0, any_still = 0;
        ROUTH_SIMD(reduction(| : any, any_still))
        for (size_t i = 0; i < n; i++) {
            const search q = begin_lane(wtt[i], wtn[i], wnn[i], vt[i], vn[i], mu[i], eps[i]);
            speed[i] = q.speed;
            a[i] = q.a;
            b[i] = q.b;
            c[i] = q.c;
            d[i] = q.d;
            low[i] = q.low;
            high[i] = q.high;
            y[i] = q.y;
            open[i] = q.open;
            any |= q.open;
            any_still |= is_still(vt[i], vn[i]) ? 1 : 0;
        }
        for (int step = 0; step < MOST_STEPS && any; step++) {
            any = 0;
            ROUTH_SIMD(reduction(| : any))
            for (size_t i = 0; i < n; i++) {
                const search q = step_lane(speed[i], a[i], b[i], c[i], d[i], low[i], high[i], y[i], open[i]);
                low[i] = q.low;
                high[i] = q.high;
                y[i] = q.y;
                open[i] = q.open;
                any |= q.open;
            }
        }
        if (lanes->any_thin)
            END_LOOP(1)
        else
            END_LOOP(0)
        for (size_t i = 0; i < n && any_still; i++) /* rarely, and one by one */
            if (is_still(vt[i], vn[i])) {
                const routh_contact contact = {.wtt = wtt[i], .wtn = wtn[i], .wnn = wnn[i], .vt = vt[i], .vn = vn[i]};
                const routh_impulse answer = impulse(&contact, (double[]){mu[i], eps[i]});
                pt[i] = answer.pt;
                pn[i] = answer.pn;
                mode[i] = answer.mode;
            }
    }
}

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
