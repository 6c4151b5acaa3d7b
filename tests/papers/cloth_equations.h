/* A ball on the cloth by brute force: its equations of motion integrated with Runge and Kutta's fourth-order method.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_PAPERS_CLOTH_EQUATIONS_H
#define ROUTH_TESTS_PAPERS_CLOTH_EQUATIONS_H

#include <math.h>

#include "papers.h"

/* The equations of the cloth as differential equations: position x y, velocity x y, spin x y z. */
typedef struct cloth_equations {
    const masse_constants *constants;
    int rolling;
} cloth_equations;

enum { CLOTH_STATES = 7 };

static inline void cloth_rates(const cloth_equations *cloth, const double s[CLOTH_STATES], double ds[CLOTH_STATES]) {
    const masse_constants *b = cloth->constants;
    double m = b->ball_mass, r = b->ball_radius, inertia = 0.4 * m * r * r, force[2], torque[2];
    if (cloth->rolling) { /* braked, and kept rolling: ω = (−v_y, v_x)/r */
        double speed = hypot(s[2], s[3]), braking = m * b->cloth_rolling * b->gravity;
        force[0] = -braking * s[2] / speed;
        force[1] = -braking * s[3] / speed;
        torque[0] = -inertia * force[1] / (m * r);
        torque[1] = inertia * force[0] / (m * r);
    } else {
        double u[2] = {s[2] - r * s[5], s[3] + r * s[4]}, slip = hypot(u[0], u[1]);
        force[0] = -b->cloth_sliding * m * b->gravity * u[0] / slip;
        force[1] = -b->cloth_sliding * m * b->gravity * u[1] / slip;
        torque[0] = r * force[1];
        torque[1] = -r * force[0];
    }
    for (int i = 0; i < 2; i++) {
        ds[i] = s[2 + i];
        ds[2 + i] = force[i] / m;
        ds[4 + i] = torque[i] / inertia;
    }
    ds[6] = s[6] > 0 ? -b->spin_deceleration : s[6] < 0 ? b->spin_deceleration : 0;
}

static inline void cloth_runge_kutta(const cloth_equations *cloth, double s[CLOTH_STATES], double step) {
    static const double part[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
    double rate[CLOTH_STATES] = {0}, sum[CLOTH_STATES] = {0};
    for (int stage = 0; stage < 4; stage++) {
        double at[CLOTH_STATES];
        for (int i = 0; i < CLOTH_STATES; i++)
            at[i] = s[i] + part[stage] * step * rate[i];
        cloth_rates(cloth, at, rate);
        for (int i = 0; i < CLOTH_STATES; i++)
            sum[i] += weight[stage] * rate[i] / 6;
    }
    int stops = fabs(s[6]) <= step * cloth->constants->spin_deceleration; /* spin about the vertical does not turn */
    for (int i = 0; i < CLOTH_STATES; i++)
        s[i] += step * sum[i];
    if (stops)
        s[6] = 0;
}

/* What must not change its direction: slip while sliding, velocity while rolling. */
static inline void cloth_steering(const cloth_equations *cloth, const double s[CLOTH_STATES], double u[2]) {
    double r = cloth->constants->ball_radius;
    u[0] = cloth->rolling ? s[2] : s[2] - r * s[5];
    u[1] = cloth->rolling ? s[3] : s[3] + r * s[4];
}

/* One step, halved until slip (or velocity) loses less than half in it at its present rate: so the end of sliding (or
 * rolling) is approached and no stage steps over it. Returns the time taken, 0 at the end. */
static inline double cloth_step(const cloth_equations *cloth, double s[CLOTH_STATES], double step) {
    double before[2], after[2], rate[CLOTH_STATES], ahead[CLOTH_STATES];
    cloth_steering(cloth, s, before);
    cloth_rates(cloth, s, rate);
    for (; step > 1e-11; step /= 2) {
        for (int i = 0; i < CLOTH_STATES; i++)
            ahead[i] = s[i] + step * rate[i];
        cloth_steering(cloth, ahead, after);
        if (before[0] * after[0] + before[1] * after[1] > 0.5 * (before[0] * before[0] + before[1] * before[1])) {
            cloth_runge_kutta(cloth, s, step);
            return step;
        }
    }
    return 0;
}

#endif
