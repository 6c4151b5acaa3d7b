/* Stiffness and damping of MuJoCo at a step: the pair whose contact, followed step by step (mujoco_map.c), has e nearest to
 * what is wanted over speeds, slips, and where in a step it begins.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/constants.h"
#include "base/context.h"
#include "engine/engine.h"
#include "engine/mujoco_map.h"

enum { SPEEDS = 4, PHASES = 6, SLIPS = 2, STIFFNESSES = 12, ROUNDS = 6, LEAST_STEPS = 3, MOST_STEPS = 100 };

/* Gravity acts on a contact with the share 1 − d only. Near 1 a soft contact loses little to it, and friction creeps little. */
static const double impedance = 0.99;
/* W_tt/W_nn is 1 of a particle and 3.5 of a ball. */
static const double yielding = 2;
/* Of what bounces in one step; it holds bodies at rest. */
static const double holding = 1e-3;

typedef struct attempt {
    double mean;  /* of e − wanted, without slip */
    double far;   /* share of starts that are far from it, also with slip as fast as the approach */
    double depth; /* deepest, beyond a step's way at that speed, m */
} attempt;

static attempt try_out(const routh_conversion *wanted, double step, double stiffness, double damping) {
    const double *range = wanted->target->speed;
    const double near = wanted->target->eps_tolerance;
    double sum = 0, far = 0;
    attempt found = {0};
    for (int s = 0; s < SPEEDS; s++) {
        const double speed = range[0] * pow(range[1] / range[0], s / (SPEEDS - 1.0));
        const routh_mujoco_map map = {.stiffness = stiffness,
                                      .damping = damping,
                                      .impedance = impedance,
                                      .gravity = wanted->body->gravity * step / speed,
                                      .friction = wanted->target->surface.pair.mu,
                                      .yielding = yielding};
        const double eps = routh_conversion_eps(wanted, speed);
        for (int p = 0; p < PHASES * SLIPS; p++) {
            const routh_mujoco_start start = {.phase = (p % PHASES + 0.5) / PHASES, .slip = p / PHASES};
            double depth;
            const double miss = routh_mujoco_map_bounce(&map, start, &depth) - eps;
            sum += p < PHASES ? miss : 0;
            far +=
                miss * miss / (miss * miss + near * near); /* 0 … 1, ½ at the tolerance: hopeless ones do not decide */
            found.depth = fmax(found.depth, (depth - 1) * speed * step);
        }
    }
    found.mean = sum / (SPEEDS * PHASES);
    found.far = far / (SPEEDS * PHASES * SLIPS);
    return found;
}

/* The most is that of a point whose slip nothing slows. */
double routh_engine_slip_adds(const routh_engine_setting *setting, const routh_engine_target *target,
                              const routh_engine_body *body) {
    const double h = setting->step, speed = sqrt(target->speed[0] * target->speed[1]), *value = setting->value;
    double sum = 0;
    if (setting->engine != &routh_engine_mujoco)
        return 0;
    const routh_mujoco_map map = {.stiffness = value[ROUTH_MUJOCO_STIFFNESS] * h * h,
                                  .damping = value[ROUTH_MUJOCO_DAMPING] * h,
                                  .impedance = value[ROUTH_MUJOCO_IMPEDANCE],
                                  .gravity = body->gravity * h / speed,
                                  .friction = value[ROUTH_AT_FRICTION]};
    for (int p = 0; p < PHASES; p++) {
        routh_mujoco_start start = {.phase = (p + 0.5) / PHASES};
        const double plain = routh_mujoco_map_bounce(&map, start, NULL);
        start.slip = 1;
        sum += routh_mujoco_map_bounce(&map, start, NULL) - plain;
    }
    return fmax(0, sum / PHASES);
}

/* The damping, within `low` and `high`, with which e without slip is right in the mean: secants from two guesses. Slip adds to
 * e, and less damping for its sake would spoil the impacts that do not slide. */
static double find_damping(const routh_conversion *wanted, double step, double stiffness, const double guess[2],
                           double low, double high) {
    double damping[2], miss[2];
    for (int i = 0; i < 2; i++) {
        damping[i] = fmin(high, fmax(low, guess[i]));
        miss[i] = try_out(wanted, step, stiffness, damping[i]).mean;
    }
    for (int i = 0; i < ROUNDS && fabs(miss[1]) > 1e-5 && miss[1] != miss[0]; i++) {
        const double next =
            fmin(high, fmax(low, damping[1] - miss[1] * (damping[1] - damping[0]) / (miss[1] - miss[0])));
        damping[0] = damping[1], miss[0] = miss[1];
        damping[1] = next, miss[1] = try_out(wanted, step, stiffness, next).mean;
    }
    return damping[1];
}

/* What manuals and threads say: the default time constant, and the damping ratio of a contact that may pull. */
static routh_status textbook_values(routh_context *context, const routh_conversion *wanted,
                                    routh_engine_setting *setting) {
    const double *range = wanted->target->speed;
    const double time = fmax(0.02, 2 * setting->step);
    const double ratio = routh_spring_damping_textbook(routh_conversion_eps(wanted, sqrt(range[0] * range[1])));
    const double stiffness = 1 / (time * time * ratio * ratio);
    if (!(stiffness <= setting->engine->parameter[ROUTH_MUJOCO_STIFFNESS].high))
        return routh_fail_field(context, ROUTH_BAD_PARAMETER, "eps",
                                "the textbook's damping ratio for e = 1 is 0, which MuJoCo's solref cannot have");
    setting->value[ROUTH_MUJOCO_STIFFNESS] = stiffness;
    setting->value[ROUTH_MUJOCO_DAMPING] = 2 / time;
    return ROUTH_OK;
}

/* Takes the candidate where it is shallow enough and nearer than what was found before. */
static void consider(const routh_conversion *wanted, double stiffness, double damping, double *best, double *shallowest,
                     routh_engine_setting *setting) {
    const double h = setting->step;
    const attempt found = try_out(wanted, h, stiffness, damping);
    *shallowest = fmin(*shallowest, found.depth);
    if (found.depth > wanted->depth || !(found.far < 0.99 * *best))
        return;
    *best = found.far;
    setting->value[ROUTH_MUJOCO_STIFFNESS] = stiffness / (h * h);
    setting->value[ROUTH_MUJOCO_DAMPING] = fmax(damping / h, setting->engine->parameter[ROUTH_MUJOCO_DAMPING].low);
}

/* Springs, from LEAST_STEPS to MOST_STEPS in contact, and contacts that bounce in one step. Up to h damping = 1 damping takes
 * speed; there one step takes all of it, and beyond it bounces with h damping − 1. */
routh_status routh_convert_mujoco(routh_context *context, const routh_conversion *wanted, bool textbook,
                                  routh_engine_setting *setting) {
    const double soft = log(ROUTH_PI / MOST_STEPS), stiff = log(ROUTH_PI / LEAST_STEPS);
    const double *range = wanted->target->speed, h = setting->step;
    const double eps = routh_conversion_eps(wanted, sqrt(range[0] * range[1]));
    const double ratio = routh_spring_damping(fmax(eps, 1e-3));
    const double once[2] = {1 + eps, 1.02 + eps};
    double best = INFINITY, shallowest = INFINITY;
    if (textbook)
        return textbook_values(context, wanted, setting);
    setting->value[ROUTH_MUJOCO_IMPEDANCE] = impedance;
    consider(wanted, holding, find_damping(wanted, h, holding, once, 1, 2), &best, &shallowest, setting);
    for (int i = 0; i < STIFFNESSES; i++) {
        const double rate = exp(stiff + (soft - stiff) * i / (STIFFNESSES - 1));
        const double guess[2] = {2 * ratio * rate, 1.8 * ratio * rate};
        consider(wanted, rate * rate, find_damping(wanted, h, rate * rate, guess, 0, 1), &best, &shallowest, setting);
    }
    if (isfinite(best))
        return ROUTH_OK;
    return routh_fail_field(
        context, ROUTH_BAD_PARAMETER, "step",
        "the step %g s is too long for MuJoCo: at %g m/s a body sinks in by %.2g mm at least beyond a "
        "step's way, and %.2g mm are allowed",
        h, range[1], 1e3 * shallowest, 1e3 * wanted->depth);
}
