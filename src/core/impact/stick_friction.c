/* μ_s(ε): the smallest friction at which a law sticks, by bisection.
 *
 * Most laws, once they stick, go on sticking as μ grows (tested). ap-poisson may not: friction that stops the slip only
 * in restitution gives way to friction that stops it in compression but cannot hold it afterwards. So the range is
 * first sampled, evenly in the angle of the friction cone, and then the first and the last change are bisected.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "impact/impact.h"
#include "impact/kernel.h"

enum { EVEN = 128, SAMPLES = EVEN + 5, HALVINGS = 1100 };

typedef struct question {
    const routh_law *law;
    const routh_contact *contact;
    double parameters[ROUTH_MAX_PARAMETERS];
    int friction;
} question;

static routh_impulse impulse_at(question *q, double mu) {
    q->parameters[q->friction] = mu;
    return routh_law_impulse(q->law, q->contact, q->parameters);
}

/* Slip after the impact at friction μ; 0 if it sticks. */
static double slip_at(question *q, double mu) {
    const routh_impulse p = impulse_at(q, mu);
    const double slip = q->contact->vt + q->contact->wtt * p.pt + q->contact->wtn * p.pn;
    return routh_mode_sticks((routh_mode)p.mode) ? 0.0 : slip;
}

static int sticks_at(question *q, double mu) {
    return routh_mode_sticks((routh_mode)impulse_at(q, mu).mode);
}

/* Some μ in between that sticks, if the slip turns round between two frictions that slide; otherwise NaN. */
static double find_window(question *q, double low, double high) {
    const double sign = slip_at(q, low);
    if (sign * slip_at(q, high) >= 0)
        return NAN;
    for (int halving = 0; halving < HALVINGS && high - low > 1e-13 * high; halving++) {
        const double middle = 0.5 * (low + high), slip = slip_at(q, middle);
        if (slip == 0 && sticks_at(q, middle))
            return middle;
        if (slip * sign > 0)
            low = middle;
        else
            high = middle;
    }
    return NAN;
}

/* The smallest μ in (slides, sticks] that sticks, to 1e-13 of itself; one change in between is assumed. */
static double bisect(question *q, double slides, double sticks) {
    for (int halving = 0; halving < HALVINGS && sticks - slides > 1e-13 * sticks; halving++) {
        const double middle = 0.5 * (slides + sticks);
        if (sticks_at(q, middle))
            sticks = middle;
        else
            slides = middle;
    }
    return sticks;
}

/* Into ascending numbers; qsort would allocate. */
static void insert(double *ascending, int count, double value) {
    for (; count > 0 && ascending[count - 1] > value; count--)
        ascending[count] = ascending[count - 1];
    ascending[count] = value;
}

static void choose_samples(const routh_contact *c, double mu_max, double *mu) {
    const routh_point stop = routh_impulse_for(c, -c->vt, -c->vn);
    const double holds = fabs(c->wtn) / c->wtt, stops = fabs(stop.pt / stop.pn), aside = 1e-12;
    const double special[] = {holds * (1 - aside), holds * (1 + aside), stops * (1 - aside), stops * (1 + aside),
                              mu_max};
    for (int i = 0; i < EVEN; i++)
        mu[i] = tan(atan(mu_max) * i / EVEN);
    for (int i = EVEN; i < SAMPLES; i++)
        insert(mu, i, special[i - EVEN] < mu_max ? special[i - EVEN] : mu_max);
}

routh_status routh_stick_friction_of(routh_context *context, const routh_law *law, const routh_contact *contact,
                                     const double *parameters, double mu_max, routh_stick_friction *result) {
    if (!law || !contact || !result || (!parameters && law->parameter_count > 0))
        return routh_fail_null(context, "law contact result parameters",
                               (const void *const[]){law, contact, result, parameters});
    question q = {.law = law, .contact = contact, .friction = routh_law_parameter(law, "mu")};
    for (int i = 0; i < law->parameter_count; i++)
        q.parameters[i] = parameters[i];
    if (q.friction >= 0)
        q.parameters[q.friction] = mu_max;
    routh_status status = routh_contact_check(context, contact);
    if (status == ROUTH_OK)
        status = routh_law_check(context, law, q.parameters);
    if (status != ROUTH_OK)
        return status;

    *result = (routh_stick_friction){.sticks = 0, .mu = INFINITY, .always = INFINITY};
    if (q.friction < 0)
        return ROUTH_OK;
    double mu[SAMPLES];
    choose_samples(contact, mu_max, mu);
    int stuck = sticks_at(&q, 0.0);
    if (stuck)
        *result = (routh_stick_friction){.sticks = 1, .mu = 0, .always = 0};
    for (int i = 1; i < SAMPLES; i++) {
        const int sticks = sticks_at(&q, mu[i]);
        const double window = sticks || stuck ? mu[i] : find_window(&q, mu[i - 1], mu[i]);
        if (!stuck && !isnan(window)) {
            result->always = bisect(&q, mu[i - 1], window);
            result->mu = result->sticks ? result->mu : result->always;
            result->sticks = 1;
        }
        stuck = sticks;
    }
    if (!stuck)
        result->always = INFINITY;
    return ROUTH_OK;
}
