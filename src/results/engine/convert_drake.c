/* Stiffness and dissipation of Drake. Without dissipation a body of mass m that comes in at v sinks in by v √(m/k), with
 * dissipation less: k = m (v/depth)² keeps the fastest impact within the depth. One d gives e at one speed; it is chosen
 * for the geometric mean.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/constants.h"
#include "base/context.h"
#include "engine/engine.h"

/* To three digits, so that what is advised is accepted. */
static double round_down(double value) {
    const double unit = pow(10, floor(log10(value)) - 2);
    return floor(value / unit) * unit;
}

routh_status routh_convert_drake(routh_context *context, const routh_conversion *wanted, bool textbook,
                                 routh_engine_setting *setting) {
    enum { LEAST_STEPS = 3 };
    const double *range = wanted->target->speed;
    const double speed = sqrt(range[0] * range[1]), eps = routh_conversion_eps(wanted, speed);
    const double rate = range[1] / wanted->depth; /* √(k/m) */
    const routh_engine_parameter *most = &setting->engine->parameter[ROUTH_DRAKE_DISSIPATION];
    setting->value[ROUTH_DRAKE_STIFFNESS] = wanted->body->mass * rate * rate;
    /* Hunt and Crossley's own: e ≈ 1 − ⅔ d v for small d v. */
    setting->value[ROUTH_DRAKE_DISSIPATION] =
        (textbook ? 1.5 * (1 - eps) : routh_hunt_crossley_dissipation(eps)) / speed;
    if (textbook)
        return ROUTH_OK;
    if (!(setting->value[ROUTH_DRAKE_DISSIPATION] <= most->high))
        return routh_fail_field(
            context, ROUTH_BAD_PARAMETER, "eps",
            "Drake's contact bounces a little whatever its dissipation: e = %.3g at %g m/s would take "
            "more than %g s/m",
            eps, speed, most->high);
    if (ROUTH_PI / rate < LEAST_STEPS * setting->step)
        return routh_fail_field(context, ROUTH_BAD_PARAMETER, "step",
                                "the step %g s is too long: a contact that is stiff enough for %.2g mm at %g m/s lasts "
                                "%.3g ms, and needs %d "
                                "steps; take at most %.3g ms, or a larger depth, or slower speeds",
                                setting->step, 1e3 * wanted->depth, range[1], 1e3 * ROUTH_PI / rate, LEAST_STEPS,
                                round_down(1e3 * ROUTH_PI / rate / LEAST_STEPS));
    return ROUTH_OK;
}
