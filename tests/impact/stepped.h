/* Routh's path with friction and a couple by small steps, with nothing of the library in it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_IMPACT_STEPPED_H
#define ROUTH_TESTS_IMPACT_STEPPED_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include <routh/impact.h>

static inline double bounded(double x, double most) {
    return fmin(most, fmax(-most, x));
}

/* Steps of P_n; in each, friction and couple are such that slip and ω at its end are 0 or oppose them, found by turns. The normal
 * force has done its work when it has given ε² of it back. */
static inline void step_through(const routh_impact *b, double mu, double eps, double rho, double pn, double p[3]) {
    double vx = b->vx, vy = b->vy, omega = b->omega, taken = 0, given = 0;
    const double friction = mu * pn, most = rho * pn;
    bool restitutes = false;
    p[0] = p[1] = p[2] = 0;
    for (size_t i = 0; i < 100000; i++) {
        const double before = vy + b->rx * omega;
        double pt = 0, couple = 0, change = INFINITY;
        for (int turn = 0; turn < 200 && change > 1e-14 * pn; turn++) {
            const double own = omega + (b->rx * pn - b->ry * pt) / b->inertia, last = pt;
            couple = bounded(-own * b->inertia, most);
            const double spin = omega + (b->rx * pn + couple) / b->inertia;
            pt = bounded(-(vx - b->ry * spin) / (1 / b->mass + b->ry * b->ry / b->inertia), friction);
            change = fabs(pt - last);
        }
        vx += pt / b->mass;
        vy += pn / b->mass;
        omega += (b->rx * pn - b->ry * pt + couple) / b->inertia;
        const double work = 0.5 * (before + vy + b->rx * omega) * pn, owed = eps * eps * taken - given;
        const double share = restitutes && work >= owed ? owed / work : 1; /* of the last step */
        p[0] += share * pt;
        p[1] += share * pn;
        p[2] += share * couple;
        if (share < 1)
            break;
        taken -= restitutes ? 0 : work;
        given += restitutes ? work : 0;
        restitutes |= vy + b->rx * omega >= 0;
    }
}

#endif
