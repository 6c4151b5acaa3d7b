/* Mirtich's law with the slip of the authors' program of Fundamental limitations: friction −μ u_t per normal impulse in place
 * of −μ sign(u_t), so that μ has the unit s/m. The printed tables are of this law.
 *
 * With W the contact's compliance and x the normal impulse so far,
 *
 *     u_t' = w_tn − μ w_tt u_t,   P_t' = −μ u_t,   u_n = v_n + w_tn P_t + w_nn x,
 *
 * which has a solution in exponentials; the ends of compression and of restitution, which gives back ε² of the normal work, are
 * bracketed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "papers.h"

/* Less friction than this is none: what it changes is rounding. */
static const double least_friction = 1e-12;

/* Doublings that find the end, and steps that place it: Newton's, or halvings where these leave the bracket. */
enum { DOUBLINGS = 30, STEPS = 60 };
static const double near_enough = 1e-10;

typedef struct slipped {
    const routh_contact *contact;
    double mu, rate, level, start; /* u_t = level + start exp(−rate x) */
} slipped;

/* After the normal impulse x. */
typedef struct state {
    double pt, un, rise; /* P_t, u_n and its derivative */
    double work;         /* ∫ u_n dx from 0 */
} state;

static state state_at(const slipped *s, double x) {
    const routh_contact *c = s->contact;
    const double e = s->mu > 0 ? expm1(-s->rate * x) / s->rate : -x;
    const double pt = -s->mu * (s->level * x - s->start * e);
    const double of_friction = s->mu > 0 ? -s->mu * (0.5 * s->level * x * x + s->start * (e + x) / s->rate) : 0;
    return (state){.pt = pt,
                   .un = c->vn + c->wtn * pt + c->wnn * x,
                   .rise = c->wnn - c->wtn * s->mu * (s->level + s->start * (1 + s->rate * e)),
                   .work = c->vn * x + c->wtn * of_friction + 0.5 * c->wnn * x * x};
}

/* Where u_n, or the work, which is below `value` at `low`, reaches it; looked for from `high` on. */
static double reaches(const slipped *s, int of_work, double value, double low, double high, state *at) {
    double x = high;
    *at = state_at(s, x);
    for (int i = 0; i < DOUBLINGS && (of_work ? at->work : at->un) < value; i++)
        *at = state_at(s, x = high *= 2);
    for (int i = 0; i < STEPS && high - low > near_enough * high; i++) {
        const double off = (of_work ? at->work : at->un) - value, step = off / (of_work ? at->un : at->rise);
        *(off < 0 ? &low : &high) = x;
        if (fabs(step) <= near_enough * x)
            break;
        x = x - step > low && x - step < high ? x - step : 0.5 * (low + high);
        *at = state_at(s, x);
    }
    return x;
}

static routh_impulse impulse(const routh_contact *contact, const double *parameters) {
    const double mu = parameters[0] > least_friction ? parameters[0] : 0, eps = parameters[1];
    slipped s = {.contact = contact, .mu = mu, .rate = mu * contact->wtt};
    state at;
    s.level = mu > 0 ? contact->wtn / s.rate : 0;
    s.start = contact->vt - s.level;
    const double middle = reaches(&s, 0, 0, 0, -contact->vn / contact->wnn, &at);
    const double end = reaches(&s, 1, (1 - eps * eps) * at.work, middle, (1 + eps) * middle, &at);
    return (routh_impulse){at.pt, end, ROUTH_SLIDING, 0};
}

const routh_law limitations_mirtich = {
    .name = "mirtich-with-slip",
    .title = "Mirtich as programmed",
    .rule = "as mirtich, but friction is -mu u_t per normal impulse in place of -mu sign(u_t)",
    .reference = "the authors' program of Fundamental limitations (ISRR 2017)",
    .restitution = ROUTH_ENERGETIC,
    .traits = ROUTH_LAW_OF_SIX,
    .parameter_count = 2,
    .parameter = {{"mu", "μ", "s/m", "friction ÷ normal impulse and slip", 0, 1e12, 0.3, 0, 0, true},
                  {"eps", "ε", "1", "√(normal work of restitution ÷ of compression)", 0, 1, 0.5, 0, 0, false}},
    .impulse = impulse,
};
