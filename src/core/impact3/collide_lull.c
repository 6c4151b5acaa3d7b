/* Bodies that stay jammed: contacts under load, and nothing changes any more.
 *
 * A body wedged between others may be caught between springs that neither slip, nor turn round, nor open. Nothing takes energy
 * from it then, and what is left of its motion goes on for ever. As the springs' lengths stay within bounds, the mean velocity of
 * a contact under load over a time T tends to 0 as 1/T, so that the mean of the impulses so far is the impulse of the state of
 * rest about which the springs oscillate. That state is the end of the collision, if
 *     nothing has changed for LULL_STEPS steps at least (thousands of oscillations),
 *     the mean normal velocity over that time is at most `still` of the scene's speed at every contact under load: a contact that
 *         is pressed slowly by a soft one, while a stiff one rings, moves on,
 *     and no contact that is apart closes faster than that in the mean: it would meet later.
 * What bounces to and fro, between walls that lose nothing or little, changes all the time and is never taken for jammed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact3/collide.h"

enum { LULL_STEPS = 20000 };

static const double still = 1e-4;

void routh_lull_add(routh_lull *lull, const routh_collide *c, const routh_step *step) {
    const double time = routh_step_time(step, 1);
    for (size_t i = 0; i < c->count; i++) {
        const routh_springs *s = &c->springs[i];
        const routh_step_contact *p = &step->contact[i];
        for (int k = 0; k < 3; k++) {
            double gained = 0;
            for (int j = 0; j < RADAU_POINTS; j++)
                gained += routh_radau_weight[j] * step->rate[j] * p->p[k][j];
            lull->impulse[i][k] += time * s->p[k] + gained;
        }
    }
    lull->time += time;
    lull->steps++;
}

/* The mean normal velocity, from the mean impulses. */
static double mean_velocity(const routh_lull *lull, const routh_collide *c, size_t i) {
    double v = c->springs[i].v[2];
    for (size_t j = 0; j < c->count; j++)
        for (int k = 0; k < 3; k++)
            v += c->w[i * c->count + j][2][k] * (lull->impulse[j][k] / lull->time - c->springs[j].p[k]);
    return v;
}

bool routh_lull_is_rest(const routh_lull *lull, const routh_collide *c) {
    if (lull->steps == 0 || lull->steps % LULL_STEPS != 0)
        return false;
    for (size_t i = 0; i < c->count; i++) {
        const double v = mean_velocity(lull, c, i), most = still * c->speed_scale;
        if (v < -most || (c->springs[i].grip != ROUTH_NO_GRIP && v > most))
            return false;
    }
    return true;
}

void routh_lull_end(const routh_lull *lull, routh_collide *c) {
    for (size_t i = 0; i < c->count; i++) {
        routh_springs *s = &c->springs[i];
        for (int k = 0; k < 3; k++)
            s->p[k] = lull->impulse[i][k] / lull->time;
        s->grip = ROUTH_NO_GRIP;
        c->faint[i] = ROUTH_NO_GRIP;
        s->force = s->spring[0] = s->spring[1] = 0;
    }
    c->jammed = true;
}
