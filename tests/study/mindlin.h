/* Partial slip: a contact that slides at its rim while its middle sticks, integrated by itself as a law of a caller's own.
 *
 * Hertz's contact as a bed of springs under a parabola, which is exact for any history of the load (V. L. Popov, M. Heß,
 * Method of dimensionality reduction in contact mechanics and friction, 2015): spring i under depth d − x²/R carries its
 * own normal force, resists sideways, and slides at μ times its normal force. Stiffness and radius set the time scale
 * only, so both are 1 in units of the impact. Unloading forces are e² times loading ones, for a normal impact with
 * restitution e.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_STUDY_MINDLIN_H
#define ROUTH_TESTS_STUDY_MINDLIN_H

#include <math.h>

#include <routh/impact.h>

#include "../effort.h"

enum { MINDLIN_MOST = 30 };

/* Coarser, they differ in the third digit. */
#define MINDLIN_SPRINGS effort(10, 10, MINDLIN_MOST)
#define MINDLIN_STEPS   effort(100, 100, 400)

static inline routh_impulse mindlin_impulse(const routh_contact *c, const double *parameters) {
    const double mu = parameters[0], loss = parameters[1] * parameters[1], ratio = parameters[2];
    /* the depth that stops mass 1/w_nn at v_n is 1: stiffness from 8/15 k d^2.5 = v²/(2 w_nn) */
    const double stiffness = 15.0 / 16 * c->vn * c->vn / c->wnn, side = stiffness / ratio;
    const int springs = MINDLIN_SPRINGS, steps = MINDLIN_STEPS;
    const double width = 1.05 / springs, step = 2.94 / fabs(c->vn) / steps;
    double sideways[MINDLIN_MOST] = {0}, vt = c->vt, vn = c->vn, depth = 0;
    routh_impulse p = {0, 0, ROUTH_SLIDING, 0};
    for (int i = 0; i < 20 * steps; i++) {
        const double share = vn > 0 ? loss : 1;
        double normal = 0, tangential = 0;
        for (int k = 0; k < springs; k++) {
            const double x = (k + 0.5) * width, down = depth - x * x;
            const double force = down > 0 ? 2 * stiffness * width * down * share : 0, most = mu * force;
            sideways[k] = fmin(most, fmax(-most, sideways[k] - 2 * side * width * vt * step));
            normal += force;
            tangential += sideways[k];
        }
        p.pt += tangential * step;
        p.pn += normal * step;
        vt += (c->wtt * tangential + c->wtn * normal) * step;
        vn += (c->wtn * tangential + c->wnn * normal) * step;
        depth -= vn * step;
        if (depth <= 0)
            break;
    }
    return p;
}

static inline routh_law mindlin_law(void) {
    routh_law law = *routh_law_find(NULL, "compliant");
    law.name = "mindlin";
    law.title = "Mindlin";
    law.impulse = mindlin_impulse;
    law.impulses = NULL;
    return law;
}

#endif
