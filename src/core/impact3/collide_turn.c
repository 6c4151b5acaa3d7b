/* Compression ends at a contact: what its normal spring keeps, and what happens to one that keeps next to nothing.
 *
 * After compression the spring has stiffness k0/e² and keeps e² of its energy. As e → 0 there are two cases. If the forces at
 * other contacts do not press this one, its force falls to 0 within a time ∝ e and it opens with v_n ∝ e: e = 0 opens it at
 * once, with v_n = 0. If they press it, with a force F* that would hold it still, then its force goes up and down between
 * F* ± (peak − F*), at a frequency ∝ 1/e, and the contact stays closed and does not move, as if rigid, until F* has become so
 * small that the force meets 0 on its way down, or so large that the spring is loaded beyond its peak. Neither depends on e.
 * So a pressed contact is followed with e = ROUTH_PRESSED_RESTITUTION where its own is smaller: fast enough to be like the
 * limit, slow enough to follow.
 *
 * Contacts of that kind that turn round at the same moment, as the feet of a table do, lose their forces together: they do
 * not press each other.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact3/collide.h"

/* dv_n/dt at a contact from the forces at those that `without` does not name (NULL: from all), and the size of its terms. */
static double acceleration(const routh_collide *c, size_t i, const bool *without, double *size) {
    double sum = 0;
    *size = 0;
    for (size_t j = 0; j < c->count; j++) {
        const routh_springs *s = &c->springs[j];
        const double *w = c->w[i * c->count + j][2];
        if (s->grip == ROUTH_NO_GRIP || (without && without[j]))
            continue;
        const double parts[3] = {-s->tangential * s->spring[0] * w[0], -s->tangential * s->spring[1] * w[1],
                                 s->force * w[2]};
        for (int k = 0; k < 3; k++) {
            sum += parts[k];
            *size += fabs(parts[k]);
        }
    }
    return sum;
}

/* Does this contact turn round now, and keep less than can be followed? */
static bool turns_plastic(const routh_collide *c, size_t i) {
    const routh_springs *s = &c->springs[i];
    double size;
    return s->grip != ROUTH_NO_GRIP && s->loading && s->force > routh_faint_force(c, i) &&
           c->faint[i] == ROUTH_NO_GRIP && c->eps[i] < ROUTH_PRESSED_RESTITUTION &&
           fabs(s->v[2]) <= 10 * routh_speed_noise(c, i) && acceleration(c, i, NULL, &size) > 1e-9 * size;
}

/* Do the contacts that do not turn press this one? */
static bool is_pressed(const routh_collide *c, size_t i, const bool turns[ROUTH_MOST_SCENE_CONTACTS]) {
    double size;
    const double sum = acceleration(c, i, turns, &size);
    return sum < -1e-9 * size;
}

/* The spring turns round, and from now on keeps the share eps². */
static void turn_round(routh_collide *c, size_t i, double eps) {
    routh_springs *s = &c->springs[i];
    const double kept = s->eps * s->paid, keeps = eps * s->force;
    c->normal += 0.5 * (kept - keeps) * (kept + keeps) / s->k0;
    c->normal += routh_turn_round(s);
    s->eps = eps;
}

void routh_collide_turn(routh_collide *c, size_t contact, bool opens[ROUTH_MOST_SCENE_CONTACTS]) {
    bool turns[ROUTH_MOST_SCENE_CONTACTS] = {0}, pressed[ROUTH_MOST_SCENE_CONTACTS] = {0};
    for (size_t i = 0; i < c->count; i++) {
        opens[i] = false;
        turns[i] = i == contact || (c->eps[contact] < ROUTH_PRESSED_RESTITUTION && turns_plastic(c, i));
    }
    for (size_t i = 0; i < c->count; i++)
        pressed[i] = turns[i] && is_pressed(c, i, turns);
    for (size_t i = 0; i < c->count; i++)
        if (turns[i]) {
            turn_round(c, i, pressed[i] ? fmax(c->eps[i], ROUTH_PRESSED_RESTITUTION) : c->eps[i]);
            opens[i] = c->springs[i].eps == 0;
        }
}
