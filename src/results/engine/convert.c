/* From friction and restitution to an engine's parameters, by formula.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/engine.h"

#include <math.h>

#include "base/context.h"

static double middle_speed(const routh_engine_target *target) {
    return sqrt(target->speed[0] * target->speed[1]);
}

/* Engines with a restitution of their own. It does not depend on speed there: that of the mean speed is taken. Impacts slower
 * than the threshold have none, so that it goes to half the least speed. In ODE and DART, what corrects the depth takes the
 * bounce's place where it is faster: the depth is a step's way at most, v h, and error_reduction depth/h ≤ e v where
 * error_reduction ≤ e. */
static void convert_rigid(const routh_conversion *wanted, bool textbook, routh_engine_setting *setting) {
    const routh_engine *engine = setting->engine;
    const double eps = routh_conversion_eps(wanted, middle_speed(wanted->target));
    double *value = setting->value;
    value[ROUTH_RIGID_RESTITUTION] = eps;
    if (textbook)
        return;
    const routh_engine_parameter *threshold = &engine->parameter[ROUTH_RIGID_SPEED];
    value[ROUTH_RIGID_SPEED] =
        fmin(threshold->high, fmax(threshold->low, fmin(threshold->usual, wanted->target->speed[0] / 2)));
    if (engine->parameter_count > ROUTH_RIGID_ERROR_REDUCTION)
        value[ROUTH_RIGID_ERROR_REDUCTION] = fmin(value[ROUTH_RIGID_ERROR_REDUCTION], fmax(eps, 0.01));
}

/* Slower impacts would have no restitution at all, and no value changes that. */
static routh_status check_threshold(routh_context *context, const routh_conversion *wanted,
                                    const routh_engine_setting *setting) {
    const routh_engine *engine = setting->engine;
    const double slowest = wanted->target->speed[0], least = engine->parameter[ROUTH_RIGID_SPEED].low;
    if (slowest >= least || routh_conversion_eps(wanted, slowest) <= wanted->target->eps_tolerance)
        return ROUTH_OK;
    return routh_fail_field(context, ROUTH_BAD_PARAMETER, "speeds",
                            "%s has no restitution below %g m/s, and no option changes that; e = %.3g is wanted from "
                            "%g m/s on",
                            engine->title, least, routh_conversion_eps(wanted, slowest), slowest);
}

/* Engines notice a contact when it is there: a body that goes through half of itself in a step has no side that it came from. */
static routh_status check_way(routh_context *context, const routh_engine_target *target, const routh_engine_body *body,
                              double step) {
    routh_engine_target usual = *target;
    usual.depth = NAN;
    const double way = target->speed[1] * step, thickness = 10 * routh_engine_depth(&usual, body);
    if (way < thickness)
        return ROUTH_OK;
    return routh_fail_field(
        context, ROUTH_BAD_PARAMETER, "step",
        "the step %g s is too long: at %g m/s the body goes %.3g mm in a step, and is %.3g mm thick to "
        "its middle",
        step, target->speed[1], 1e3 * way, 1e3 * thickness);
}

static routh_status find_shift(routh_context *context, const routh_engine *engine, const routh_engine_target *target,
                               const routh_engine_body *body, bool textbook, double *shift) {
    routh_newton newton;
    *shift = 0;
    if (textbook || target->restitution == engine->restitution)
        return ROUTH_OK;
    const routh_status status = routh_newton_of(context, target, body, 1, ROUTH_NEWTON_IMPACTS, &newton);
    if (status == ROUTH_OK)
        *shift = newton.eps - routh_engine_target_eps(target, middle_speed(target));
    return status;
}

routh_status routh_engine_convert(routh_context *context, const routh_engine *engine, const routh_engine_target *target,
                                  const routh_engine_body *body, double step, bool textbook,
                                  routh_engine_setting *setting) {
    const routh_engine_target chosen = target ? *target : routh_engine_target_default();
    routh_engine_setting made = routh_engine_setting_default(engine, step);
    routh_conversion wanted = {.target = &chosen, .body = body};
    routh_status status = routh_engine_target_check(context, &chosen, body, step);
    if (status == ROUTH_OK)
        status = check_way(context, &chosen, body, step);
    if (status == ROUTH_OK)
        status = find_shift(context, engine, &chosen, body, textbook, &wanted.shift);
    if (status != ROUTH_OK)
        return status;
    wanted.depth = routh_engine_depth(&chosen, body);
    made.value[ROUTH_AT_FRICTION] = chosen.surface.pair.mu;
    if (chosen.surface.pair.mu > engine->parameter[ROUTH_AT_FRICTION].high)
        return routh_fail_field(context, ROUTH_BAD_PARAMETER, "mu", "%s has friction up to %g; %g is wanted",
                                engine->title, engine->parameter[ROUTH_AT_FRICTION].high, chosen.surface.pair.mu);
    if (engine == &routh_engine_mujoco) {
        status = routh_convert_mujoco(context, &wanted, textbook, &made);
    } else if (engine == &routh_engine_drake) {
        status = routh_convert_drake(context, &wanted, textbook, &made);
    } else {
        convert_rigid(&wanted, textbook, &made);
        if (!textbook)
            status = check_threshold(context, &wanted, &made);
    }
    if (status == ROUTH_OK)
        *setting = made;
    return status;
}
