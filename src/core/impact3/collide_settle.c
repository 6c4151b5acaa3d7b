/* Contacts that touch: which of them close, and do they begin sticking or slipping?
 *
 * A contact that approaches closes; it sticks if |v⊥| < μη²|v_n|. One that rests, v_n = 0, is moved by the forces at
 * others. To leading order in the time t from now, forces are f t^q: q = 0 at contacts already under load, q = 1 at those
 * that approach. They make the contact's velocity a t^(q+1)/(q+1), a = Σ W f. If a_n < 0 it closes, with a normal force
 * −k a_n t^(q+2)/((q+1)(q+2)), and that moves others in turn, at q + 2. If it also rests tangentially it sticks if
 * |a⊥| < μη²|a_n|, and otherwise slips along a⊥. If it slides already, or forces of a lower order, along its plane only,
 * made it slide before, then it slips that way.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact3/collide.h"

/* The leading term of a contact's force, f t^order. */
typedef struct leading {
    int known;
    int order;
    double force[3];
    int slides; /* a contact that rests along its normal moves along its plane: */
    double along[2];
} leading;

/* Begins sticking or slipping, as the velocity or its initial growth decides, and sets the force that follows. */
static void close_contact(routh_springs *s, const double v[3], double divisor, leading *term) {
    const double speed = hypot(v[0], v[1]), eta2 = s->k0 / s->tangential;
    s->grip = s->mu > 0 && speed < s->mu * eta2 * -v[2] ? ROUTH_STICKS : ROUTH_SLIPS;
    s->loading = 1;
    s->angle = speed > 0 ? atan2(v[1], v[0]) : 0;
    s->force = s->peak = s->paid = s->gap = s->spring[0] = s->spring[1] = 0;
    const double normal = -s->k0 * v[2] / divisor;
    const double limit = speed > 0 ? s->mu * normal / speed : 0;
    const double tangential = s->grip == ROUTH_STICKS ? s->tangential / divisor : limit;
    term->force[0] = -tangential * v[0];
    term->force[1] = -tangential * v[1];
    term->force[2] = normal;
    term->known = 1;
}

/* Contacts under load push at order 0, those that approach at order 1. */
static void first_terms(routh_collide *c, leading term[ROUTH_MOST_SCENE_CONTACTS]) {
    const double least = ROUTH_RESTING_SPEED * c->speed_scale;
    for (size_t i = 0; i < c->count; i++) {
        routh_springs *s = &c->springs[i];
        term[i] = (leading){0};
        if (s->grip != ROUTH_NO_GRIP) {
            term[i] = (leading){
                .known = 1,
                .force = {-s->tangential * s->spring[0], -s->tangential * s->spring[1], s->force},
            };
        } else if (s->gap <= 0 && s->v[2] < -least) {
            term[i].order = 1;
            close_contact(s, s->v, 1, &term[i]);
        } else if (s->gap > 0 || s->v[2] > 1e-14 * c->speed_scale)
            term[i].known = 1; /* apart: no force */
        else {
            term[i].slides = hypot(s->v[0], s->v[1]) > least;
            term[i].along[0] = s->v[0];
            term[i].along[1] = s->v[1];
        }
    }
}

/* a = Σ W f over the forces of this order, and how large its terms are. */
static double growth(const routh_collide *c, const leading term[ROUTH_MOST_SCENE_CONTACTS], size_t i, int order,
                     double a[3]) {
    double size = 0;
    a[0] = a[1] = a[2] = 0;
    for (size_t j = 0; j < c->count; j++)
        if (term[j].known && term[j].order == order)
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++) {
                    const double part = c->w[i * c->count + j][k][l] * term[j].force[l];
                    a[k] += part;
                    size += fabs(part);
                }
    return size;
}

/* Closes a contact that rests and that forces of this order press. */
static void close_resting(routh_collide *c, size_t i, leading *t, const double a[3]) {
    routh_springs *s = &c->springs[i];
    const double divisor = (t->order - 1.0) * t->order;
    if (t->slides) {
        const double along[3] = {t->along[0], t->along[1], 0}, speed = hypot(along[0], along[1]);
        close_contact(s, along, divisor, t);
        t->force[2] = -s->k0 * a[2] / divisor;
        for (int k = 0; k < 2; k++)
            t->force[k] = -s->mu * t->force[2] * along[k] / speed;
    } else
        close_contact(s, a, divisor, t);
    if (t->order > 3) {
        c->faint[i] = s->grip;
        c->faint_mu[i] = s->mu;
        s->grip = ROUTH_SLIPS;
        s->mu = 0;
    }
}

/* A contact that rests under the forces of this order, which may or may not move it. */
static void settle_resting(routh_collide *c, leading term[ROUTH_MOST_SCENE_CONTACTS], size_t i, int order) {
    leading *t = &term[i];
    double a[3];
    const double least = 1e-12 * growth(c, term, i, order, a);
    const int starts_sliding = !t->slides && hypot(a[0], a[1]) > least;
    if (fabs(a[2]) <= least) {
        t->slides |= starts_sliding;
        for (int k = 0; k < 2 && starts_sliding; k++)
            t->along[k] = a[k];
        return;
    }
    t->known = 1;
    t->order = order + 2;
    if (a[2] < 0) /* otherwise it opens: the gap begins to grow */
        close_resting(c, i, t, a);
}

void routh_collide_settle(routh_collide *c) {
    leading term[ROUTH_MOST_SCENE_CONTACTS];
    first_terms(c, term);
    for (int order = 0; order <= 2 * (int)c->count + 1; order++)
        for (size_t i = 0; i < c->count; i++)
            if (!term[i].known)
                settle_resting(c, term, i, order);
}
