/* Compliant: the contact point hangs on a normal and a tangential spring.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "impact/impact.h"
#include "impact/kernel.h"

/* What ends a phase. */
typedef enum spring_event {
    ROUTH_SPRING_TURNS,   /* compression ends: v_n = 0 */
    ROUTH_SPRING_RELOADS, /* the normal force is back at its highest, and rises */
    ROUTH_SPRING_SLIPS,   /* friction gives way, on `side` */
    ROUTH_SPRING_STICKS,  /* slip ends */
    ROUTH_SPRING_OPENS,   /* the normal force is 0 */
    ROUTH_SPRING_LOST     /* numbers overflowed, or the steps ran out */
} spring_event;

typedef struct spring_contact {
    double wtt, wtn, det; /* W, W_nn being 1, and its determinant */
    double mu, eta2;
    double eta;      /* √η² */
    double stiff;    /* √k of the normal spring: 1 while it loads, 1/e below the highest force so far */
    int loads;       /* it loads: compression */
    double highest;  /* force of the normal spring so far; known once it unloads */
    double vt, vn;   /* velocity of the contact point */
    double ft, fn;   /* force of the springs on the body */
    double pt, pn;   /* impulse so far */
    int side;        /* direction of slip, and of the slip that has just ended, ±1; 0: it has not slipped since */
    double hold;     /* > 0: d²(μF_n − |F_t|)/dt² where the slip on `side` has just ended */
    int just_turned; /* v_n = 0 and F_n is the highest so far */
} spring_contact;

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
 * other before it: Halley's method finds it. So the number of steps is a few to each oscillation in which a zero is near. */

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
    spring_event event;        /* what its zero means */
    int side;                  /* for slip */
} wave;

/* cos and sin of both phases at one moment. */
typedef struct phases {
    double cos1, sin1, cos2, sin2;
} phases;

static motion motion_of(const spring_contact *k) {
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
static wave wave_of(const motion *m, double still, double x, double y, int rates, spring_event event, int side) {
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
static int list_waves(const spring_contact *k, const motion *m, wave *w) {
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
static void correct_start(const spring_contact *k, const wave *w, height *y) {
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
static const wave *first_event(const spring_contact *k, const motion *m, const wave *waves, int count, double *when) {
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

static void move(spring_contact *k, const motion *m, double t) {
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

/* Moves the contact to the first event. */
static spring_event spring_stick(spring_contact *contact) {
    static const double least = 16 * DBL_EPSILON;
    spring_contact *k = contact;
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
 * Stick: u̇ = v_t, two coupled oscillators (law_compliant.c). Slip in direction d = ±1: u = ρd, ρ = μη²F_n, as long as
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
 * F_n falls to 0 only while v_n ≥ 0. */

/* Where friction pulls the body down, the normal spring may ring: unload, reload, go on loading, unload again, at most once
 * in each of its oscillations. Their number while the tangential spring moves is some ω₁/ω₂ of law_compliant.c: it grows as
 * 1/e, as 1/η and as the square root of W's condition. Random impacts with W of condition up to 100 take at most some 1,500
 * phases at e = 1e-3 and 200 at e = 0.01; only conditions beyond 1e8 have been seen to reach this bound, where the answer is
 * ROUTH_UNSOLVED and no number. */
enum { MOST_PHASES = 100000 };

/* With a restitution below this an impact that rings for longer than `patience` allows is computed at this one: the
 * effect of its ringing spring is known only to a share of e. */
static const double least_ringing = 1e-3;

/* Phases that tangential oscillations may take, a slip to either side in each, twice over; on a thin W that alone would be
 * millions. */
static double patience(const spring_contact *k) {
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
static spring_event slip(spring_contact *k) {
    const double d = k->side, stiffness = k->stiff * k->stiff, slack = k->mu * k->eta2 * stiffness;
    const double g = 1 - k->mu * d * k->wtn, h = k->wtn - k->mu * d * k->wtt;
    const double speed = fmax(0.0, d * k->vt + slack * k->vn), slope = d * h + slack * g; /* σ, dσ/dI */
    const double stored = 0.5 * k->fn * k->fn / stiffness, room = 0.5 * k->highest * k->highest / stiffness - stored;

    const double sticks = slope < 0 ? -speed / slope : INFINITY;
    const double turns = k->loads && g > 0 ? -k->vn / g : INFINITY;
    const double opens = k->loads ? INFINITY : first_rise_to(g, k->vn, stored);
    const double reloads = k->loads ? INFINITY : first_rise_to(-g, -k->vn, fmax(0.0, room));
    spring_event event = ROUTH_SPRING_OPENS;
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
static spring_contact contact_in_units(const routh_contact *c, const double *parameters, double mirror) {
    const double det = routh_difference_of_products(c->wtt, c->wnn, c->wtn, c->wtn);
    return (spring_contact){.wtt = c->wtt / c->wnn,
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

/* Runs the impact to its end, in no more than the given number of phases; returns the mode. */
static int run(spring_contact *k, double e, double most) {
    int sticks = k->vt < k->mu * k->eta2, turned = 0, mode = sticks ? ROUTH_C_STICKING : ROUTH_SLIDING;
    k->side = sticks ? 0 : 1;
    for (int phase = 0; phase < most; phase++) {
        switch (sticks ? spring_stick(k) : slip(k)) {
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
static int reconcile(spring_contact *k) {
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
    spring_contact k = contact_in_units(contact, parameters, mirror);
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
                  ROUTH_PARAMETER_ETA2},
    .impulse = impulse,
};
