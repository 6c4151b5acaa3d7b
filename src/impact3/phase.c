/* What is common to all phases of an impact with springs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact3/phase.h"

#include <string.h>

void routh_spring_rate(const routh_springs *s, double rate[3]) {
    if (s->grip == ROUTH_SLIPS && s->mu > 0) {
        const double c = cos(s->angle), n = sin(s->angle), slip = routh_slip_speed(s, s->v, c, n);
        rate[0] = s->v[0] - slip * c;
        rate[1] = s->v[1] - slip * n;
    } else {
        rate[0] = s->grip == ROUTH_STICKS ? s->v[0] : 0;
        rate[1] = s->grip == ROUTH_STICKS ? s->v[1] : 0;
    }
    rate[2] = s->grip == ROUTH_NO_GRIP ? 0 : s->v[2];
}

routh_moment routh_moment_of(const routh_springs *s, double time) {
    routh_moment moment = {.time = time, .phase = routh_springs_phase(s)};
    memcpy(moment.p, s->p, sizeof moment.p);
    memcpy(moment.v, s->v, sizeof moment.v);
    routh_spring_rate(s, moment.spring_rate);
    moment.spring[0] = s->spring[0];
    moment.spring[1] = s->spring[1];
    moment.spring[2] = s->force > 0 ? -s->force / routh_normal_stiffness(s) : 0;
    return moment;
}
