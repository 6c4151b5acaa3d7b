/* The impact with springs once more, in extended precision and by another way: power series in time for stick and slip
 * alike, short steps, and each step searched for the first event.
 *
 * In a phase the state y = (F_t, F_n, v_t, v_n, P_t, P_n) obeys a linear equation, so that every coefficient of its series
 * follows from the one before. A step is a fifth of the shortest period's radian: what could end a phase has at most one
 * minimum in it, and is looked at there, too.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_IMPACT_SPRING_SERIES_H
#define ROUTH_TESTS_IMPACT_SPRING_SERIES_H

#include <math.h>

#include <routh/routh.h>

typedef long double real;

enum { FT, FN, VT, VN, PT, PN, STATES, TERMS = 22, EVENTS = 3 };

typedef struct series {
    real wtt, wtn, wnn, mu, eps, eta2;
    real y[STATES];
    real highest;
    int loads, slips; /* slips: its direction, ±1; 0: it sticks */
    real coefficient[TERMS][STATES];
} series;

static inline real stiffness_of(const series *s) {
    return s->loads ? 1 : 1 / (s->eps * s->eps);
}

static inline void expand(series *s) {
    const real k = stiffness_of(s);
    for (int i = 0; i < STATES; i++)
        s->coefficient[0][i] = s->y[i];
    for (int n = 0; n + 1 < TERMS; n++) {
        const real *y = s->coefficient[n], share = 1 / (real)(n + 1);
        real *next = s->coefficient[n + 1];
        next[FN] = -k * y[VN] * share;
        next[FT] = s->slips ? -s->slips * s->mu * next[FN] : -y[VT] / s->eta2 * share;
        next[VT] = (s->wtt * y[FT] + s->wtn * y[FN]) * share;
        next[VN] = (s->wtn * y[FT] + s->wnn * y[FN]) * share;
        next[PT] = y[FT] * share;
        next[PN] = y[FN] * share;
    }
}

/* What ends the phase when it falls to 0: which of them is `event`, as weights of the state and a constant. */
static inline real weights_of(const series *s, int event, real weight[STATES]) {
    const real k = stiffness_of(s);
    for (int i = 0; i < STATES; i++)
        weight[i] = 0;
    if (event == 0) { /* compression ends, or the force is back at its highest */
        weight[s->loads ? VN : FN] = -1;
        return s->loads ? 0 : s->highest;
    }
    if (s->slips && event == 1) { /* slip velocity d v_t + μη²k v_n */
        weight[VT] = s->slips;
        weight[VN] = s->mu * s->eta2 * k;
    } else if (s->slips) { /* contact, which opens only as it unloads */
        weight[FN] = s->loads ? 0 : 1;
        return s->loads ? 1 : 0;
    } else { /* friction holds */
        weight[FN] = s->mu;
        weight[FT] = event == 1 ? 1 : -1;
    }
    return 0;
}

/* The event's value after t, or its rate. */
static inline real event_at(const series *s, int event, real t, int rate) {
    real weight[STATES], sum = 0;
    const real constant = weights_of(s, event, weight);
    for (int n = TERMS - 1; n >= rate; n--) {
        real term = 0;
        for (int i = 0; i < STATES; i++)
            term += weight[i] * s->coefficient[n][i];
        sum = sum * t + (rate ? n * term : term);
    }
    return rate ? sum : constant + sum;
}

/* Where the value, or the rate, falls below (or the rate rises above) 0 between two times at which it has either sign. */
static inline real bisect(const series *s, int event, real low, real high, int rate) {
    const int sign = event_at(s, event, high, rate) > 0;
    for (int i = 0; i < 70; i++) {
        const real middle = (low + high) / 2;
        *((event_at(s, event, middle, rate) > 0) == sign ? &high : &low) = middle;
    }
    return (low + high) / 2;
}

/* When the event first comes within the step; +∞ if it does not. A phase may begin at 0: then it must rise first. */
static inline real first_time(const series *s, int event, real step) {
    const real begin = event_at(s, event, 0, 0), rate = event_at(s, event, 0, 1), end = event_at(s, event, step, 0);
    real from = 0, to = step;
    if (fabsl(begin) < 1e-13L * fabsl(end) + 1e-17L * s->highest) {
        real top = 0;
        for (int i = 1; i <= 32; i++) {
            const real t = step * (real)pow(0.7, 32 - i), value = event_at(s, event, t, 0);
            from = value > top ? t : from;
            top = value > top ? value : top;
        }
    } else if (rate < 0 && event_at(s, event, step, 1) > 0) {
        to = bisect(s, event, 0, step, 1);
    }
    return event_at(s, event, to, 0) < 0 ? bisect(s, event, from, to, 0) : INFINITY;
}

static inline void advance(series *s, real t) {
    for (int i = 0; i < STATES; i++) {
        real sum = 0;
        for (int n = TERMS - 1; n >= 0; n--)
            sum = sum * t + s->coefficient[n][i];
        s->y[i] = sum;
    }
}

/* Deals with the event; nonzero when the impact is over. */
static inline int change(series *s, int event) {
    if (event == 0 && s->loads) {
        s->y[VN] = 0;
        s->highest = s->y[FN];
        s->loads = 0;
        return s->eps == 0;
    }
    if (event == 0) {
        s->loads = 1;
        s->y[FN] = s->highest;
    } else if (!s->slips) {
        s->slips = event == 1 ? 1 : -1;
        s->y[FT] = -s->slips * s->mu * s->y[FN];
    } else if (event == 1) {
        s->slips = 0;
    } else {
        return 1;
    }
    return 0;
}

/* P_t, P_n; NaN if it does not end. */
static inline void series_impulse(const routh_contact *c, double mu, double e, double eta2, real p[2]) {
    series s = {.wtt = c->wtt, .wtn = c->wtn, .wnn = c->wnn, .mu = mu, .eps = e, .eta2 = eta2, .loads = 1};
    s.y[VT] = c->vt;
    s.y[VN] = c->vn;
    s.slips = fabsl(s.y[VT]) < s.mu * s.eta2 * -s.y[VN] ? 0 : (c->vt > 0 ? 1 : -1);
    p[0] = p[1] = NAN;
    for (int i = 0; i < 100000; i++) {
        const real step = 0.2L / sqrtl(s.wtt / s.eta2 + (s.wnn + s.mu * fabsl(s.wtn)) * stiffness_of(&s));
        real when = step;
        int first = -1;
        expand(&s);
        for (int event = 0; event < EVENTS; event++) {
            const real t = first_time(&s, event, step);
            if (t < when) {
                when = t;
                first = event;
            }
        }
        advance(&s, when);
        if (first >= 0 && change(&s, first)) {
            p[0] = s.y[PT];
            p[1] = s.y[PN];
            return;
        }
    }
}

#endif
