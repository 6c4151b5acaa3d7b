/* Impacts over the whole legal range and at its corners: what the promises of the laws are held against.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_IMPACT_WIDE_CASES_H
#define ROUTH_TESTS_IMPACT_WIDE_CASES_H

#include <float.h>
#include <math.h>

#include <routh/routh.h>

#include "base/context.h"

typedef struct wide_case {
    routh_contact contact;
    double mu, eps, third; /* third: 0 … 1, the place of a law's further parameter in its range */
} wide_case;

/* 2^x with a random fraction: a logarithm is not needed, and ldexp is exact and fast. */
static inline double wide_size(routh_random *r, int low, int high) {
    const int exponent = low + (int)routh_random_index(r, (size_t)(high - low + 1));
    return ldexp(1 + routh_random_uniform(r, 0, 1), exponent);
}

static inline double either_sign(routh_random *r, double size) {
    return routh_random_index(r, 2) ? size : -size;
}

/* Ordinary friction half of the time; otherwise 1e-12 … 1e12, none, the smallest number there is, the largest allowed. */
static inline double wide_friction(routh_random *r) {
    static const double corners[] = {0, DBL_TRUE_MIN, DBL_MIN, 1e-16, 1, 1e7, 1e12};
    const size_t kind = routh_random_index(r, 8);
    if (kind < 4)
        return routh_random_uniform(r, 0, 2);
    return kind < 7 ? fmin(1e12, wide_size(r, -40, 39)) : corners[routh_random_index(r, 7)];
}

static inline double wide_restitution(routh_random *r) {
    static const double corners[] = {0, 0, 0, DBL_TRUE_MIN, DBL_MIN, 1e-16, 1e-5, 1 - DBL_EPSILON, 1, 1};
    const size_t kind = routh_random_index(r, 4);
    return kind < 2    ? routh_random_uniform(r, 0, 1)
           : kind == 2 ? wide_size(r, -50, -1) * 0.5
                       : corners[routh_random_index(r, 10)];
}

/* Half of them bodies with levers of 1e-6 … 1e6 radii of gyration; half any W, down to the thinnest that is legal. With
 * `narrow` levers of 1/4 … 4 and W down to 1/64 of that: there springs ring a few times, not millions. */
static inline void wide_compliance(routh_random *r, int narrow, routh_contact *c) {
    const double mass = wide_size(r, -40, 40);
    const int most = narrow ? 2 : 20;
    const size_t thinnest = narrow ? 7 : 49;
    if (routh_random_index(r, 2)) {
        const double rx = routh_random_index(r, 8) ? either_sign(r, wide_size(r, -most, most)) : 0;
        const double ry = routh_random_index(r, 8) ? either_sign(r, wide_size(r, -most, most)) : 0;
        c->wtt = (1 + ry * ry) / mass;
        c->wtn = -rx * ry / mass;
        c->wnn = (1 + rx * rx) / mass;
        return;
    }
    const double ratio = wide_size(r, -most, most);
    const double thin = ldexp(routh_random_uniform(r, 0.5, 1), -(int)routh_random_index(r, thinnest));
    c->wtt = 1 / mass;
    c->wnn = ratio * ratio / mass;
    c->wtn = either_sign(r, ratio * sqrt((1 - thin) * (1 + thin)) / mass);
}

/* Numbers at which some law changes its mode, and their neighbours. */
static inline void to_a_boundary(routh_random *r, wide_case *k) {
    routh_contact *c = &k->contact;
    const double sign = c->vt < 0 ? -1 : 1, nudge = 1 + DBL_EPSILON * ((int)routh_random_index(r, 5) - 2);
    const double slowing = c->wtn - sign * k->mu * c->wtt, rise = c->wnn - sign * k->mu * c->wtn;
    const size_t kind = routh_random_index(r, 4);
    if (kind < 2) {
        const double mu = kind == 0 ? fabs(c->wtn / c->wtt) : fabs(c->wnn / c->wtn);
        k->mu = mu < 1e12 ? mu * nudge : k->mu;
        return;
    }
    const double vt = (kind == 2 ? 1 : 1 + k->eps) * c->vn * slowing / rise * nudge;
    c->vt = isfinite(vt) ? vt : c->vt;
}

static inline wide_case wide_draw(routh_random *r, int narrow) {
    static const int speeds[] = {-996, 996, -400, 400, -100, 100};
    wide_case k = {.mu = wide_friction(r), .eps = wide_restitution(r), .third = routh_random_uniform(r, 0, 1)};
    wide_compliance(r, narrow, &k.contact);
    const size_t kind = routh_random_index(r, 40);
    const double speed = kind < 6 ? ldexp(1, speeds[kind]) : 1;
    k.contact.vn = -speed * routh_random_uniform(r, 0.5, 1);
    k.contact.vt = routh_random_index(r, 10) ? either_sign(r, speed * wide_size(r, -40, 40)) : 0;
    if (routh_random_index(r, 2))
        k.contact.vt = speed * routh_random_uniform(r, -4, 4) * fmin(1e6, sqrt(k.contact.wtt / k.contact.wnn));
    if (routh_random_index(r, 4) == 0)
        to_a_boundary(r, &k);
    if (routh_random_index(r, 16) == 0)
        k.third = routh_random_index(r, 2) ? 1 : 0;
    return k;
}

/* A law's parameters from a case. */
static inline void wide_parameters(const routh_law *law, const wide_case *k, double *parameters) {
    routh_law_parameters(law, k->mu, k->eps, parameters);
    for (int i = 0; i < law->parameter_count; i++) {
        const routh_parameter *p = &law->parameter[i];
        if (p == &law->parameter[2]) /* beyond friction and restitution */
            parameters[i] =
                p->low > 0 ? p->low * pow(p->high / p->low, k->third) : p->low + (p->high - p->low) * k->third;
        parameters[i] = fmin(p->high, fmax(p->low, parameters[i]));
    }
}

#endif
