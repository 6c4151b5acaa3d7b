/* One impact: the parameters with which a law comes closest to the measured impulse.
 *
 * Where it sticks, friction could as well be larger; and where it began to stick only in restitution, friction trades
 * with ε: all pairs on a curve give the same impulse. The answer is the curve's end at the smallest μ.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/symmetric.h"
#include "base/context.h"
#include "fit/impact_search.h"
#include "impact/impact.h"

#include <routh/fit.h>

enum { MOST = ROUTH_MAX_PARAMETERS };

routh_sample_fit_options routh_sample_fit_options_default(void) {
    return (routh_sample_fit_options){.metric = ROUTH_MOMENTUM, .mu_max = ROUTH_MU_CAP, .tolerance = 0.001};
}

static int sticks_at(const routh_impact_search *s, const double *u) {
    return routh_mode_sticks((routh_mode)routh_impulse_in_box(s, u).mode);
}

/* Does the answer stick, also with any larger friction? Not on springs, where friction still matters. The search may
 * have reached the line of sticking from the sliding side: then the answer is moved onto it.
 */
static int ends_sticking(const routh_impact_search *s, routh_nearest *n) {
    if (s->box.friction < 0 || s->law->traits & ROUTH_LAW_COMPLIANT)
        return 0;
    if (sticks_at(s, n->u))
        return 1;
    double u[MOST];
    memcpy(u, n->u, sizeof u);
    u[s->box.friction] = fmin(1, u[s->box.friction] + 1e-8);
    const routh_impulse p = routh_impulse_in_box(s, u);
    const double distance = hypot(p.pt - s->target.pt, p.pn - s->target.pn);
    if (!sticks_at(s, u) || distance > n->distance + 1e-7 * s->size)
        return 0;
    memcpy(n->u, u, sizeof u);
    n->distance = distance;
    return 1;
}

/* Is there a direction, other than friction where it sticks, in which the impulse stays the same for a hundredth of the
 * parameters' range? */
static bool is_flat(const routh_impact_search *s, const routh_nearest *n, int stuck) {
    static const double nudge = 1e-5, reach = 0.01;
    double gram[MOST][MOST] = {{0}}, column[MOST][2], direction[MOST], least = INFINITY;
    int axis[MOST], count = 0;
    const routh_impulse here = routh_impulse_in_box(s, n->u);
    for (int d = 0; d < s->box.dimension; d++)
        if (!(stuck && d == s->box.friction))
            axis[count++] = d;
    for (int i = 0; i < count; i++) {
        double u[MOST];
        memcpy(u, n->u, sizeof u);
        const double along = u[axis[i]] < 0.5 ? nudge : -nudge;
        u[axis[i]] += along;
        const routh_impulse there = routh_impulse_in_box(s, u);
        column[i][0] = (there.pt - here.pt) / along;
        column[i][1] = (there.pn - here.pn) / along;
        for (int j = 0; j <= i; j++)
            gram[i][j] = gram[j][i] = column[i][0] * column[j][0] + column[i][1] * column[j][1];
    }
    routh_symmetric3_smallest(count, gram, direction);
    for (int sign = -1; sign <= 1; sign += 2) {
        double u[MOST];
        memcpy(u, n->u, sizeof u);
        int inside = 1;
        for (int i = 0; i < count; i++) {
            u[axis[i]] += sign * reach * direction[i];
            inside &= u[axis[i]] >= 0 && u[axis[i]] <= 1;
        }
        const routh_impulse there = routh_impulse_in_box(s, u);
        if (inside)
            least = fmin(least, hypot(there.pt - here.pt, there.pn - here.pn));
    }
    return least <= 1e-6 * s->size;
}

static routh_status check(routh_context *context, const routh_sample *sample, const routh_sample_fit_options *options) {
    if ((unsigned)options->metric >= ROUTH_METRIC_COUNT)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "unknown metric %d", (int)options->metric);
    if (!(options->tolerance >= 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the tolerance %g must not be negative", options->tolerance);
    const routh_point p = sample->measured[options->metric];
    if (!isfinite(p.pt) || !isfinite(p.pn))
        return routh_fail(context, ROUTH_NOT_FINITE, "the measured impulse (%g, %g) N s must be finite", p.pt, p.pn);
    return routh_contact_check(context, &sample->contact);
}

/* A law without parameters has only one answer. */
static routh_sample_estimate measure_only(const routh_law *law, const routh_contact *contact, routh_point target,
                                          double tolerance) {
    const routh_impulse p = routh_law_impulse(law, contact, NULL);
    const double measured = hypot(target.pt, target.pn), distance = hypot(p.pt - target.pt, p.pn - target.pn);
    return (routh_sample_estimate){.distance = distance,
                                   .relative = distance / measured,
                                   .mu_s = NAN,
                                   .flags = distance <= tolerance * measured ? 0u : ROUTH_FIT_OUT_OF_RANGE};
}

routh_status routh_sample_fit(routh_context *context, const routh_law *law, const routh_sample *sample,
                              const routh_sample_fit_options *options, routh_sample_estimate *fit) {
    if (!law || !sample || !fit)
        return routh_fail_null(context, "law sample fit", (const void *const[]){law, sample, fit});
    const routh_sample_fit_options defaults = routh_sample_fit_options_default();
    options = options ? options : &defaults;
    routh_box box;
    routh_status status = check(context, sample, options);
    if (status == ROUTH_OK)
        status = routh_box_of(context, law, options->mu_max, &box);
    if (status != ROUTH_OK)
        return status;
    const routh_point target = sample->measured[options->metric];
    if (box.dimension == 0) {
        *fit = measure_only(law, &sample->contact, target, options->tolerance);
        return ROUTH_OK;
    }
    const double measured = hypot(target.pt, target.pn);
    const routh_impact_search search = routh_impact_search_for(law, &box, &sample->contact, target);
    routh_nearest nearest = routh_find_nearest(&search);
    const int stuck = ends_sticking(&search, &nearest);
    if (stuck)
        routh_take_smallest_friction(&search, &nearest);
    const routh_impulse p = routh_impulse_in_box(&search, nearest.u);
    *fit = (routh_sample_estimate){.distance = hypot(p.pt - target.pt, p.pn - target.pn)};
    if (!isfinite(fit->distance)) /* of a caller's own law */
        return routh_fail(context, ROUTH_OUT_OF_RANGE, "%s has no answer for this impact, whatever its parameters",
                          law->name);
    fit->relative = fit->distance / measured;
    routh_box_parameters(&box, nearest.u, fit->parameters);
    routh_stick_friction stick;
    status = routh_stick_friction_of(context, law, search.contact, fit->parameters, options->mu_max, &stick);
    fit->mu_s = stick.sticks ? stick.mu : NAN;
    fit->flags = (stuck ? ROUTH_FIT_BOUNDED_BELOW : 0u) | (stick.sticks ? 0u : ROUTH_FIT_NEVER_STICKS) |
                 (fit->distance <= options->tolerance * measured ? 0u : ROUTH_FIT_OUT_OF_RANGE) |
                 (routh_box_at_edge(&box, nearest.u) ? ROUTH_FIT_AT_BOUND : 0u) |
                 (is_flat(&search, &nearest, stuck) ? ROUTH_FIT_FLAT : 0u);
    return status;
}
