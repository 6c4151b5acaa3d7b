/* A contact point that sticks on a normal and a tangential spring, up to the first event.
 *
 *     Ḟ = −K v,   v̇ = W F,   K = diag(1/η², k)
 *
 * With F = K^½ q this is q̈ = −A q, A = K^½ W K^½: two oscillators m₁, m₂ along the eigenvectors of A, with frequencies
 * ω₁ ≥ ω₂. All that can end the phase is the first zero of some h(t) = still + a sum of two sinusoids:
 *
 *     μF_n + F_t and μF_n − F_t (friction gives way; F_n itself can't vanish before),
 *     −v_n while the spring loads,   highest force − F_n while it does not.
 *
 * No zero may be jumped over. From a moment with h, h′, h″ known, h stays positive for a time s if one of these does:
 *     h + h′s − ½ B s²                |h″| ≤ B = ω₁² r₁ + ω₂² r₂, r₁ and r₂ the amplitudes;
 *     h + h′s + ½ h″s² − T s³/6       |h‴| ≤ T = ω₁³ r₁ + ω₂³ r₂: also where the phase begins at h = h′ = 0, which it does
 *                                     when slip has just ended, and where h nearly touches 0;
 *     slow + slow′s − ½ ω₂² r₂ s² − r₁   the slow part alone stays above the fast one's amplitude: passes any number of fast
 *                                     oscillations at once.
 * The longest such s over the zeros still sought is a safe step. Once h′ < 0 and h′² > 2 B h there is a zero, and no
 * other before it: Halley's method finds it. So the number of steps is a few to each oscillation in which a zero is near.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact/compliant_stick.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { MOST_STEPS = 20000, MOST_ZEROS = 3, MOST_CORRECTIONS = 12 };

/* m(t) = begin cos ωt + push sin ωt */
typedef struct oscillator {
    double omega, begin, push;
} oscillator;

/* The two oscillators, and the way between them and the springs: (F_t/√κ, F_n/√k) = m₁ (c, s) + m₂ (−s, c). */
typedef struct motion {
    oscillator fast, slow;
    double c, s;
    double root_kappa; /* 1/η */
} motion;

/* still + cos₁ cos ω₁t + sin₁ sin ω₁t + cos₂ cos ω₂t + sin₂ sin ω₂t */
typedef struct wave {
    double still, cos1, sin1, cos2, sin2;
    double fast, slow;         /* amplitudes r₁, r₂ */
    double bend, twist, sweep; /* B, T, ω₂² r₂ */
    routh_spring_event event;  /* what its zero means */
    int side;                  /* for slip */
} wave;

/* cos and sin of both phases at one moment. */
typedef struct phases {
    double cos1, sin1, cos2, sin2;
} phases;

static motion motion_of(const routh_spring_contact *k) {
    motion m = {.root_kappa = 1 / k->eta};
    const double kappa = m.root_kappa * m.root_kappa, stiffness = k->stiff * k->stiff;
    const double across = k->wtn * m.root_kappa * k->stiff, tangential = k->wtt * kappa;
    const double half = 0.5 * (tangential - stiffness), radius = sqrt(half * half + across * across);
    const double first = 0.5 * (tangential + stiffness) + radius; /* the larger eigenvalue */
    const double larger = radius > 0 ? sqrt(0.5 * (1 + fabs(half) / radius)) : 1.0;
    const double smaller = radius > 0 ? 0.5 * across / (radius * larger) : 0.0;
    const double sign = across < 0 ? -1.0 : 1.0;
    m.c = half >= 0 ? larger : fabs(smaller);
    m.s = half >= 0 ? smaller : sign * larger;
    m.fast.omega = sqrt(first);
    m.slow.omega = sqrt(kappa * stiffness * k->det / first);

    const double qt = k->ft * k->eta, qn = k->fn / k->stiff;
    const double qt_rate = -m.root_kappa * k->vt, qn_rate = -k->stiff * k->vn;
    m.fast.begin = m.c * qt + m.s * qn;
    m.slow.begin = m.c * qn - m.s * qt;
    m.fast.push = (m.c * qt_rate + m.s * qn_rate) / m.fast.omega;
    m.slow.push = (m.c * qn_rate - m.s * qt_rate) / m.slow.omega;
    return m;
}

static phases phases_at(const motion *m, double t) {
    const double one = m->fast.omega * t, two = m->slow.omega * t;
    return (phases){cos(one), sin(one), cos(two), sin(two)};
}

/* still + x m₁ + y m₂, or with their rates in place of them */
static wave wave_of(const motion *m, double still, double x, double y, int rates, routh_spring_event event, int side) {
    const double one = m->fast.omega, two = m->slow.omega;
    wave w = {.still = still,
              .cos1 = x * (rates ? one * m->fast.push : m->fast.begin),
              .sin1 = x * (rates ? -one * m->fast.begin : m->fast.push),
              .cos2 = y * (rates ? two * m->slow.push : m->slow.begin),
              .sin2 = y * (rates ? -two * m->slow.begin : m->slow.push),
              .event = event,
              .side = side};
    w.fast = sqrt(w.cos1 * w.cos1 + w.sin1 * w.sin1);
    w.slow = sqrt(w.cos2 * w.cos2 + w.sin2 * w.sin2);
    w.sweep = two * two * w.slow;
    w.bend = one * one * w.fast + w.sweep;
    w.twist = one * one * one * w.fast + two * w.sweep;
    return w;
}

/* h, known to `rounding`, and its derivatives; a rate below its own rounding is 0. */
typedef struct height {
    double h, rate, bend, rounding;
    double slow, slow_rate; /* without the fast oscillation */
} height;

static height height_at(const motion *m, const wave *w, const phases *p) {
    const double one = m->fast.omega, two = m->slow.omega, rounding = 4 * DBL_EPSILON;
    const double a = w->cos1 * p->cos1, b = w->sin1 * p->sin1, c = w->cos2 * p->cos2, d = w->sin2 * p->sin2;
    const double e = one * w->sin1 * p->cos1, f = one * w->cos1 * p->sin1;
    const double g = two * w->sin2 * p->cos2, i = two * w->cos2 * p->sin2;
    const double fast = a + b, slow = c + d, rate = (e - f) + (g - i);
    const int still = fabs(rate) <= rounding * (fabs(e) + fabs(f) + fabs(g) + fabs(i));
    return (height){.h = w->still + slow + fast,
                    .rate = still ? 0.0 : rate,
                    .bend = -(one * one * fast + two * two * slow),
                    .rounding = rounding * (fabs(w->still) + fabs(a) + fabs(b) + fabs(c) + fabs(d)),
                    .slow = w->still + slow,
                    .slow_rate = g - i};
}

/* How long h + rate s − ½ bend s² stays positive. */
static double falls_after(double h, double rate, double bend) {
    const double root = sqrt(rate * rate + 2 * bend * h);
    if (rate > 0)
        return (rate + root) / bend;
    return root - rate > 0 ? 2 * h / (root - rate) : (bend > 0 ? 0.0 : INFINITY);
}

/* A time for which h surely stays positive; 0 where nothing is sure. */
static double safe_step(const wave *w, const height *y) {
    const double h = y->h > 0 ? y->h : 0.0;
    const double plain = falls_after(h, y->rate, w->bend);
    /* where h falls: as ½ h″s² − T s³/6 ≥ ¼ h″s² for so long */
    const double share = y->rate >= 0 ? 3.0 : (y->rate * y->rate < h * y->bend ? 1.5 : 0.0);
    const double bent = y->bend > 0 ? share * y->bend / w->twist : 0.0;
    const double slow = y->slow > w->fast ? falls_after(y->slow - w->fast, y->slow_rate, w->sweep) : 0.0;
    const double longer = bent > plain ? bent : plain;
    return slow > longer ? slow : longer;
}

/* Is a zero near, and no other before it? At 0 it is one unless h rises, or just touches. */
static bool is_certain(const wave *w, const height *y) {
    if (y->h <= y->rounding)
        return y->rate < 0 || (y->rate == 0 && y->bend < 0);
    return y->rate < 0 && y->rate * y->rate > 2 * w->bend * y->h;
}

static double zero_near(const motion *m, const wave *w, double t, height y) {
    for (int i = 0; i < MOST_CORRECTIONS && y.rate < 0; i++) {
        const double correction = 2 * y.h * y.rate / (2 * y.rate * y.rate - y.h * y.bend);
        const double next = t > correction ? t - correction : 0.0;
        const int done = fabs(next - t) <= 1e-8 * next; /* what Halley's step leaves is the cube of it */
        t = next;
        if (done)
            break;
        const phases p = phases_at(m, t);
        y = height_at(m, w, &p);
    }
    return t;
}

/* The zeros to look out for. */
static int list_waves(const routh_spring_contact *k, const motion *m, wave *w) {
    const double mu = k->mu, n1 = k->stiff * m->s, n2 = k->stiff * m->c;        /* F_n = n1 m₁ + n2 m₂ */
    const double t1 = m->root_kappa * m->c, t2 = -m->root_kappa * m->s;         /* F_t */
    w[0] = wave_of(m, 0, mu * n1 + t1, mu * n2 + t2, 0, ROUTH_SPRING_SLIPS, 1); /* slip along +t pushes back */
    w[1] = wave_of(m, 0, mu * n1 - t1, mu * n2 - t2, 0, ROUTH_SPRING_SLIPS, -1);
    if (!k->loads && isinf(k->highest))
        return MOST_ZEROS - 1;
    w[2] = k->loads ? wave_of(m, 0, m->s / k->stiff, m->c / k->stiff, 1, ROUTH_SPRING_TURNS, 0)
                    : wave_of(m, k->highest, -n1, -n2, 0, ROUTH_SPRING_RELOADS, 0);
    return MOST_ZEROS;
}

/* Exact values where computing would round: at the start some h and h′ are 0. */
static void correct_start(const routh_spring_contact *k, const wave *w, height *y) {
    if (w->event == ROUTH_SPRING_SLIPS && k->fn == 0)
        y->h = 0;
    if (w->event == ROUTH_SPRING_SLIPS && k->side == w->side) {
        y->h = y->rate = 0;
        y->bend = k->hold;
    }
    if (w->event == ROUTH_SPRING_RELOADS && k->just_turned)
        y->h = y->rate = 0;
}

/* The first event and its time; NULL if there is none, or the steps ran out. */
static const wave *first_event(const routh_spring_contact *k, const motion *m, const wave *waves, int count,
                               double *when) {
    const wave *found = NULL;
    int sought[MOST_ZEROS] = {1, 1, 1};
    double t = 0, limit = INFINITY;
    const double least = 1e-8 / m->fast.omega; /* in which h falls by no more than rounding */
    for (int i = 0; i < MOST_STEPS; i++) {
        const phases p = i > 0 ? phases_at(m, t) : (phases){1, 0, 1, 0};
        double step = INFINITY;
        for (int j = 0; j < count; j++) {
            if (!sought[j])
                continue;
            height y = height_at(m, &waves[j], &p);
            if (i == 0)
                correct_start(k, &waves[j], &y);
            if (is_certain(&waves[j], &y)) {
                const double zero = zero_near(m, &waves[j], t, y);
                sought[j] = 0;
                if (!(zero >= limit)) {
                    limit = zero;
                    found = &waves[j];
                }
            } else {
                const double safe = safe_step(&waves[j], &y);
                step = safe < step ? safe : step;
            }
        }
        t += step > least ? step : least;
        if (!(t < limit)) {
            *when = limit;
            return found;
        }
    }
    return NULL;
}

/* ∫ m dt from 0 to t */
static double impulse_of(const oscillator *o, double cosine, double sine) {
    const double rest = cosine > 0 ? sine * sine / (1 + cosine) : 1 - cosine; /* 1 − cos, to rounding */
    return (o->begin * sine + o->push * rest) / o->omega;
}

static void move(routh_spring_contact *k, const motion *m, double t) {
    const phases p = phases_at(m, t);
    const double one = m->fast.begin * p.cos1 + m->fast.push * p.sin1;
    const double two = m->slow.begin * p.cos2 + m->slow.push * p.sin2;
    const double one_rate = m->fast.omega * (m->fast.push * p.cos1 - m->fast.begin * p.sin1);
    const double two_rate = m->slow.omega * (m->slow.push * p.cos2 - m->slow.begin * p.sin2);
    const double one_sum = impulse_of(&m->fast, p.cos1, p.sin1), two_sum = impulse_of(&m->slow, p.cos2, p.sin2);
    k->ft = m->root_kappa * (m->c * one - m->s * two);
    k->fn = k->stiff * (m->s * one + m->c * two);
    k->vt = -k->eta * (m->c * one_rate - m->s * two_rate);
    k->vn = -(m->s * one_rate + m->c * two_rate) / k->stiff;
    k->pt += m->root_kappa * (m->c * one_sum - m->s * two_sum);
    k->pn += k->stiff * (m->s * one_sum + m->c * two_sum);
}

routh_spring_event routh_spring_stick(routh_spring_contact *contact) {
    static const double least = 16 * DBL_EPSILON;
    routh_spring_contact *k = contact;
    const motion m = motion_of(k);
    wave waves[MOST_ZEROS];
    const int count = list_waves(k, &m, waves);
    double when = 0;
    const wave *found = first_event(k, &m, waves, count, &when);
    if (!found)
        return ROUTH_SPRING_LOST;
    move(k, &m, when);
    k->side = found->side;
    k->just_turned = 0;
    switch (found->event) { /* to the digit, what the event says */
    case ROUTH_SPRING_SLIPS:
        k->fn = k->mu > 1 ? -k->side * k->ft / k->mu : k->fn;
        k->fn = k->fn > 0 ? k->fn : 0.0;
        if (!k->loads && k->vn < 0 && k->vn > -least && k->fn > k->highest * (1 - least)) /* it has just turned */
            k->vn = 0;
        k->ft = -k->side * k->mu * k->fn;
        break;
    case ROUTH_SPRING_TURNS:
        k->vn = 0;
        break;
    default:
        k->fn = k->highest;
        break;
    }
    return found->event;
}
