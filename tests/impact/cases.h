/* Contacts to try the laws on: random ones, and the degenerate ones by hand. Shared by the tests of the impact room.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_IMPACT_CASES_H
#define ROUTH_TESTS_IMPACT_CASES_H

#include <math.h>
#include <stdlib.h>

#include <routh/routh.h>

typedef struct impact_case {
    routh_contact contact;
    double mu, eps;
    double condition; /* of W */
} impact_case;

static inline double condition_of(const routh_contact *c) {
    const double mean = 0.5 * (c->wtt + c->wnn), radius = hypot(0.5 * (c->wtt - c->wnn), c->wtn);
    return (mean + radius) * (mean + radius) / (c->wtt * (c->wnn - c->wtn * (c->wtn / c->wtt)));
}

static inline impact_case make_case(routh_contact contact, double mu, double eps) {
    return (impact_case){contact, mu, eps, condition_of(&contact)};
}

/* W = R diag(soft, stiff) Rᵀ */
static inline routh_contact contact_with(double soft, double stiff, double angle, double vt, double vn) {
    const double c = cos(angle), s = sin(angle);
    return (routh_contact){.wtt = soft * c * c + stiff * s * s,
                           .wtn = (soft - stiff) * c * s,
                           .wnn = soft * s * s + stiff * c * c,
                           .vt = vt,
                           .vn = vn};
}

static inline double log_uniform(routh_random *r, double low, double high) {
    return exp(routh_random_uniform(r, log(low), log(high)));
}

/* Half of them real bodies, half any positive definite W up to condition 100; all directions, sizes and speeds. */
static inline impact_case random_case(routh_random *r) {
    const double vn = -log_uniform(r, 1e-2, 1e1);
    const double vt = (routh_random_uniform(r, 0, 1) < 0.5 ? -1 : 1) * log_uniform(r, 1e-3, 1e1);
    const double mu = routh_random_uniform(r, 0, 1) < 0.8 ? routh_random_uniform(r, 0, 1.5) : log_uniform(r, 1e-3, 1e3);
    const double eps = routh_random_uniform(r, 0, 1);
    routh_contact c;
    if (routh_random_uniform(r, 0, 1) < 0.5) {
        const double mass = log_uniform(r, 1e-3, 1e3), gyration = log_uniform(r, 1e-3, 1e1);
        const double lever = gyration * routh_random_uniform(r, 0, 3), angle = routh_random_uniform(r, -3.2, 3.2);
        const double rx = lever * sin(angle), ry = lever * cos(angle), inertia = mass * gyration * gyration;
        c = (routh_contact){.wtt = 1 / mass + ry * ry / inertia,
                            .wtn = -rx * ry / inertia,
                            .wnn = 1 / mass + rx * rx / inertia,
                            .vt = vt,
                            .vn = vn};
    } else {
        const double soft = log_uniform(r, 1e-2, 1e2);
        c = contact_with(soft, soft * log_uniform(r, 1, 100), routh_random_uniform(r, 0, 3.2), vt, vn);
    }
    return make_case(c, mu, eps);
}

/* Friction and slip at which Routh's path changes its mode, with the neighbouring numbers on both sides. */
static inline size_t boundary_cases(routh_contact c, double mu, double eps, impact_case *out) {
    size_t n = 0;
    const double sign = c.vt < 0 ? -1 : 1;
    const double keeps = fabs(c.wtn) / c.wtt; /* sticking needs at least this friction */
    const double slowing = c.wtn - sign * mu * c.wtt, rise = c.wnn - sign * mu * c.wtn;
    const double stops[] = {c.vn * slowing / rise, (1 + eps) * c.vn * slowing / rise}; /* v_t that stops at the end of
                                                                                         compression, of restitution */
    const double jams = fabs(c.wnn / c.wtn);
    const double frictions[] = {keeps, jams};
    for (int i = 0; i < 2; i++)
        for (int side = -1; side <= 1; side++) {
            if (isfinite(frictions[i]))
                out[n++] = make_case(c, frictions[i] * (1 + side * 2.3e-16), eps);
            routh_contact slow = c;
            slow.vt = stops[i] * (1 + side * 2.3e-16);
            if (isfinite(slow.vt))
                out[n++] = make_case(slow, mu, eps);
        }
    return n;
}

enum { DEGENERATE_MAX = 40000 };

/* Every combination of special values; *count of them, in memory the caller frees. */
static inline impact_case *degenerate_cases(size_t *count) {
    static const double frictions[] = {0, 1e-12, 0.2, 1, 7, 1e6, 1e12};
    static const double restitutions[] = {0, 0.5, 1};
    static const double slips[] = {0, 1e-12, -1e-12, 0.7, -0.7, 40, -40};
    static const double levers[][2] = {{0, -1}, {1, 0},  {-1, 0}, {0, 0},     {0.8, -0.6},     {-0.8, -0.6},
                                       {2, -3}, {-3, 2}, {5, -5}, {1e-9, -1}, {0.05, -0.0004}, {-40, 1}};
    static const double thin[] = {1e3, 1e6, 1e10};
    impact_case *out = malloc(DEGENERATE_MAX * sizeof *out);
    size_t n = 0;
    for (size_t m = 0; m < sizeof frictions / sizeof *frictions; m++)
        for (size_t e = 0; e < sizeof restitutions / sizeof *restitutions; e++)
            for (size_t v = 0; v < sizeof slips / sizeof *slips; v++) {
                const double mu = frictions[m], eps = restitutions[e];
                for (size_t l = 0; l < sizeof levers / sizeof *levers; l++) {
                    const double rx = levers[l][0], ry = levers[l][1], inertia = 0.4;
                    const routh_contact c = {
                        .wtt = 1 + ry * ry / inertia,
                        .wtn = -rx * ry / inertia,
                        .wnn = 1 + rx * rx / inertia,
                        .vt = slips[v],
                        .vn = -1,
                    };
                    out[n++] = make_case(c, mu, eps);
                    n += boundary_cases(c, mu, eps, out + n);
                }
                for (size_t t = 0; t < sizeof thin / sizeof *thin; t++)
                    for (int a = 0; a < 6; a++)
                        out[n++] = make_case(contact_with(1, thin[t], 0.3 + 0.5 * a, slips[v], -1), mu, eps);
            }
    *count = n;
    return out;
}

#endif
