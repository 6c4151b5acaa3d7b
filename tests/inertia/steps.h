/* Contact steps with known truth, made without the code under test: momentum balance over h with gravity, a known
 * wrench and one contact that obeys Newton's restitution and Coulomb's friction on the final slip. Sticking is tried
 * first; otherwise the friction's sense is the one that the slip it leads to agrees with.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_INERTIA_STEPS_H
#define ROUTH_TESTS_INERTIA_STEPS_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

typedef struct step_case {
    double mass, inertia, mu, eps, gravity, h;
    double tilt;  /* of the surface, rad */
    double force; /* forces are even within ± this, N, torques within ± this times 1 m */
} step_case;

typedef struct step {
    routh_record record;
    double pt, pn; /* N s */
    int sticks;
} step;

/* The velocity after impulse (pt, pn) at r on top of b. */
static inline routh_velocity after_impulse(const step_case *s, const routh_record *c, routh_velocity b, double pt,
                                           double pn) {
    return (routh_velocity){b.vx + pt / s->mass, b.vy + pn / s->mass, b.omega + (c->rx * pn - c->ry * pt) / s->inertia};
}

/* 0 where the contact does not close within the step. */
static inline int make_step(const step_case *s, routh_random *random, step *made) {
    routh_record c = {.trajectory = -1, .y = NAN, .theta = NAN, .duration = s->h, .gravity_tilt = s->tilt};
    c.rx = routh_random_uniform(random, -1, 1);
    c.ry = -routh_random_uniform(random, 0.2, 1);
    c.before = (routh_velocity){routh_random_uniform(random, -3, 3), routh_random_uniform(random, -4, 0),
                                routh_random_uniform(random, -3, 3)};
    c.fx = s->force * routh_random_uniform(random, -1, 1);
    c.fy = s->force * routh_random_uniform(random, -1, 1);
    c.torque = s->force * routh_random_uniform(random, -1, 1);
    const double vn = c.before.vy + c.rx * c.before.omega;
    if (vn > -0.2)
        return 0;
    const routh_velocity b = {c.before.vx + s->h * (c.fx / s->mass - s->gravity * sin(s->tilt)),
                              c.before.vy + s->h * (c.fy / s->mass - s->gravity * cos(s->tilt)),
                              c.before.omega + s->h * c.torque / s->inertia};
    const double wtt = 1 / s->mass + c.ry * c.ry / s->inertia, wnn = 1 / s->mass + c.rx * c.rx / s->inertia;
    const double wtn = -c.rx * c.ry / s->inertia;
    const double bt = b.vx - c.ry * b.omega, bn = b.vy + c.rx * b.omega, wanted = -s->eps * vn - bn;
    const double determinant = wtt * wnn - wtn * wtn;
    made->pt = (-bt * wnn - wtn * wanted) / determinant;
    made->pn = (wtt * wanted + wtn * bt) / determinant;
    made->sticks = made->pn > 0 && fabs(made->pt) <= s->mu * made->pn;
    for (int sense = -1; sense <= 1 && !made->sticks; sense += 2) {
        made->pn = wanted / (wnn + sense * s->mu * wtn);
        made->pt = sense * s->mu * made->pn;
        const routh_velocity v = after_impulse(s, &c, b, made->pt, made->pn);
        if (made->pn > 0 && sense * (v.vx - c.ry * v.omega) < 0)
            break;
    }
    if (!(made->pn > 0))
        return 0;
    c.after = after_impulse(s, &c, b, made->pt, made->pn);
    if (!made->sticks && (c.after.vx - c.ry * c.after.omega) * made->pt >= 0)
        return 0; /* inconsistent: Painlevé's paradox */
    made->record = c;
    return 1;
}

static inline void make_steps(const step_case *s, uint64_t seed, size_t count, step *steps) {
    routh_random random = routh_random_seed(seed, 0);
    for (size_t i = 0; i < count;) {
        if (!make_step(s, &random, &steps[i]))
            continue;
        steps[i].record.index = i;
        i++;
    }
}

static inline void take_records(const step *steps, size_t count, routh_record *records) {
    for (size_t i = 0; i < count; i++)
        records[i] = steps[i].record;
}

static inline void check_near(double found, double expected, double tolerance) {
    if (!(fabs(found - expected) <= tolerance))
        print_error("%.17g is not within %g of %.17g\n", found, tolerance, expected);
    assert_true(fabs(found - expected) <= tolerance);
}

#endif
