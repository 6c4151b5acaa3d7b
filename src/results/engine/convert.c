/* From friction and restitution to an engine's parameters, and the closed forms of restitution behind it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "base/numbers.h"
#include "engine/engine.h"

typedef struct routh_conversion {
    const routh_engine_target *target;
    const routh_engine_body *body;
    double depth; /* most, m */
    double shift; /* Newton's e − the target's, in the mean over impacts of the body */
} routh_conversion;

/* What a conversion aims at. */

/* Newton's e at a speed, 0 … 1. */
static double conversion_eps(const routh_conversion *wanted, double speed) {
    return fmin(1, fmax(0, routh_engine_target_eps(wanted->target, speed) + wanted->shift));
}

/* MuJoCo's steps are semi-implicit Euler's, and one contact with constant impedance d is a linear map as long as it pushes. Per
 * step, for unit h,
 *
 *     push = d g − damping ṙ − stiffness r + μ (damping s − d ΔS),  at least 0
 *     ṙ += push − g,  r += ṙ,  s −= ΔS,  ΔS = μ (W_tt/W_nn) push,  at most s.
 *
 * s is the slip. It appears in the normal direction because the solver is convex: where a contact slides, the residual of the
 * normal row is μ times that of the tangential one, whose reference is to stop the slip at the same rate. Slip therefore adds to
 * e, by about μ damping s for each step; nothing in the contact's parameters prevents it.
 *
 * At which depth the first step inside begins is chance, up to h v, and the fewer steps a contact has the more e depends on it.
 * Two exceptions make MuJoCo bounce alike at every speed. Many steps: the limit is convert.c. And one: with
 * h damping = 1 + e and hardly any stiffness the first step inside turns −v into e v, wherever it begins. */

double routh_mujoco_map_bounce(const routh_mujoco_map *map, routh_mujoco_start start, double *depth) {
    enum { MOST = 20000 };
    const double mu = map->friction, yielding = mu * map->yielding;
    double r = -start.phase, v = -1, s = start.slip, deepest = start.phase, rebound = 0;
    int steps = 0;
    for (; r < 0 && steps < MOST; steps++) {
        const double plain = map->gravity * map->impedance - map->damping * v - map->stiffness * r;
        double push = (plain + mu * map->damping * s) / (1 + map->impedance * mu * yielding);
        if (yielding * push > s) /* sticks in the end */
            push = plain > 0 ? plain : 0;
        push = push > 0 ? push : 0;
        s = yielding * push < s ? s - yielding * push : 0;
        v += push - map->gravity;
        r += v;
        rebound = push > 0 ? v : rebound; /* what gravity takes on the way out it gave on the way in */
        deepest = -r > deepest ? -r : deepest;
    }
    if (depth)
        *depth = deepest;
    return rebound > 0 && steps < MOST ? rebound : 0;
}

/* Restitution of f = k x₊ (1 + d ẋ)₊, x the depth.
 *
 * m ẍ = −k x (1 + d ẋ) separates: ẋ dẋ/(1 + d ẋ) = −(k/m) x dx. From x = 0, ẋ = v to x = 0, ẋ = −e v both sides integrate to
 * d v (1 + e) = ln[(1 + d v)/(1 − e d v)], whatever k and m. With c(x) = −x − ln(1 − x) = x²/2 + x³/3 + …
 *
 *     c(e d v) = c(−d v).
 *
 * The rebound is slower than 1/d, since c(x) → ∞ for x → 1. */

enum { TERMS = 40, MOST_TRIALS = 200 };

/* (c(x) − x²/2)/x³ = 1/3 + x/4 + x²/5 + …, x < 1: accurate where c itself is a difference of nearly equal numbers. */
static double rest(double x) {
    if (fabs(x) > 0.3)
        return (-x - log1p(-x) - x * x / 2) / (x * x * x);
    double sum = 0;
    for (int n = TERMS; n >= 3; n--)
        sum = sum * x + 1.0 / n;
    return sum;
}

/* [c(e y) − c(−y)]/y²: falls below 0 for small y, and rises with both e and y. */
static double excess(double e, double y) {
    return -(1 - e) * (1 + e) / 2 + y * (e * e * e * rest(e * y) + rest(-y));
}

double routh_hunt_crossley_restitution(double dissipation_speed) {
    const double y = dissipation_speed;
    if (!(y >= 0))
        return NAN;
    if (y == 0)
        return 1;
    double low = 0, high = y > 1 ? 1 / y : 1;
    for (int i = 0; i < MOST_TRIALS; i++) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            break;
        if (middle * y < 1 && excess(middle, y) < 0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

double routh_hunt_crossley_dissipation(double restitution) {
    const double e = restitution;
    if (!(e >= 0 && e <= 1))
        return NAN;
    if (e == 0)
        return INFINITY;
    double low = 0, high = 1 / e;
    for (int i = 0; i < MOST_TRIALS; i++) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            break;
        if (e * middle < 1 && excess(e, middle) < 0)
            low = middle;
        else
            high = middle;
    }
    return e < 1 ? high : 0;
}

/* Restitution of a linear spring with a linear damper that cannot pull.
 *
 * r̈ + 2ζω ṙ + ω² r = 0, r = 0 and ṙ = −v at first, until the force, ω² r + 2ζω ṙ, is 0. With ζ = cos θ that is when
 * ω t = 2θ/sin θ, and there
 *
 *     ζ < 1:  e = exp(−2θ/tan θ),   θ = acos ζ
 *     ζ = 1:  e = exp(−2)
 *     ζ > 1:  e = exp(−2u/tanh u),  u = acosh ζ
 *
 * The same as the forms with atan2 and ln that are usually printed, but without their cancellation about ζ = 1. Textbooks let
 * the contact pull until r = 0, which makes e exp(−πζ/√(1 − ζ²)). */

/* −ln e, which rises with ζ. */
static double loss(double ratio) {
    if (ratio < 1) {
        const double angle = 2 * asin(sqrt((1 - ratio) / 2));
        return angle > 0 ? 2 * ratio * angle / sin(angle) : 2;
    }
    const double angle = 2 * asinh(sqrt((ratio - 1) / 2));
    return angle > 0 ? 2 * angle / tanh(angle) : 2;
}

double routh_spring_restitution(double damping_ratio) {
    return damping_ratio >= 0 ? exp(-loss(damping_ratio)) : NAN;
}

double routh_spring_damping(double restitution) {
    enum { MOST = 200 };
    if (!(restitution >= 0 && restitution <= 1))
        return NAN;
    if (restitution == 0 || restitution == 1)
        return restitution == 0 ? INFINITY : 0;
    const double wanted = -log(restitution);
    /* u ≤ u/tanh u ≤ u + 1 */
    double low = wanted < 2 ? 0 : cosh(wanted / 2 - 1), high = wanted < 2 ? 1 : cosh(wanted / 2);
    for (int i = 0; i < MOST && high - low > 0; i++) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            break;
        if (loss(middle) < wanted)
            low = middle;
        else
            high = middle;
    }
    return high;
}

double routh_spring_damping_textbook(double restitution) {
    if (!(restitution >= 0 && restitution <= 1))
        return NAN;
    return restitution > 0 ? -log(restitution) / hypot(ROUTH_PI, log(restitution)) : 1;
}

/* Stiffness and dissipation of Drake. Without dissipation a body of mass m that comes in at v sinks in by v √(m/k), with
 * dissipation less: k = m (v/depth)² keeps the fastest impact within the depth. One d gives e at one speed; it is chosen
 * for the geometric mean. */

/* To three digits, so that what is advised is accepted. */
static double round_down(double value) {
    const double unit = pow(10, floor(log10(value)) - 2);
    return floor(value / unit) * unit;
}

static routh_status convert_drake(routh_context *context, const routh_conversion *wanted, bool textbook,
                                  routh_engine_setting *setting) {
    enum { LEAST_STEPS = 3 };
    const double *range = wanted->target->speed;
    const double speed = sqrt(range[0] * range[1]), eps = conversion_eps(wanted, speed);
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

/* Stiffness and damping of MuJoCo at a step: the pair whose contact, followed step by step (convert.c), has e nearest to
 * what is wanted over speeds, slips, and where in a step it begins. */

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
        const double eps = conversion_eps(wanted, speed);
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
    const double ratio = routh_spring_damping_textbook(conversion_eps(wanted, sqrt(range[0] * range[1])));
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

/* Fill all values but friction. Springs, from LEAST_STEPS to MOST_STEPS in contact, and contacts that bounce in one step. Up
 * to h damping = 1 damping takes speed; there one step takes all of it, and beyond it bounces with h damping − 1. */
static routh_status convert_mujoco(routh_context *context, const routh_conversion *wanted, bool textbook,
                                   routh_engine_setting *setting) {
    const double soft = log(ROUTH_PI / MOST_STEPS), stiff = log(ROUTH_PI / LEAST_STEPS);
    const double *range = wanted->target->speed, h = setting->step;
    const double eps = conversion_eps(wanted, sqrt(range[0] * range[1]));
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

/* From friction and restitution to an engine's parameters, by formula. */

static double middle_speed(const routh_engine_target *target) {
    return sqrt(target->speed[0] * target->speed[1]);
}

/* Engines with a restitution of their own. It does not depend on speed there: that of the mean speed is taken. Impacts slower
 * than the threshold have none, so that it goes to half the least speed. In ODE and DART, what corrects the depth takes the
 * bounce's place where it is faster: the depth is a step's way at most, v h, and error_reduction depth/h ≤ e v where
 * error_reduction ≤ e. */
static void convert_rigid(const routh_conversion *wanted, bool textbook, routh_engine_setting *setting) {
    const routh_engine *engine = setting->engine;
    const double eps = conversion_eps(wanted, middle_speed(wanted->target));
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
    if (slowest >= least || conversion_eps(wanted, slowest) <= wanted->target->eps_tolerance)
        return ROUTH_OK;
    return routh_fail_field(context, ROUTH_BAD_PARAMETER, "speeds",
                            "%s has no restitution below %g m/s, and no option changes that; e = %.3g is wanted from "
                            "%g m/s on",
                            engine->title, least, conversion_eps(wanted, slowest), slowest);
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
    ROUTH_TRY(routh_newton_of(context, target, body, 1, ROUTH_NEWTON_IMPACTS, &newton));
    *shift = newton.eps - routh_engine_target_eps(target, middle_speed(target));
    return ROUTH_OK;
}

routh_status routh_engine_convert(routh_context *context, const routh_engine *engine, const routh_engine_target *target,
                                  const routh_engine_body *body, double step, bool textbook,
                                  routh_engine_setting *setting) {
    const routh_engine_target chosen = target ? *target : routh_engine_target_default();
    routh_engine_setting made = routh_engine_setting_default(engine, step);
    routh_conversion wanted = {.target = &chosen, .body = body};
    ROUTH_TRY(routh_engine_target_check(context, &chosen, body, step));
    ROUTH_TRY(check_way(context, &chosen, body, step));
    ROUTH_TRY(find_shift(context, engine, &chosen, body, textbook, &wanted.shift));
    wanted.depth = routh_engine_depth(&chosen, body);
    made.value[ROUTH_AT_FRICTION] = chosen.surface.pair.mu;
    if (chosen.surface.pair.mu > engine->parameter[ROUTH_AT_FRICTION].high)
        return routh_fail_field(context, ROUTH_BAD_PARAMETER, "mu", "%s has friction up to %g; %g is wanted",
                                engine->title, engine->parameter[ROUTH_AT_FRICTION].high, chosen.surface.pair.mu);
    if (engine == &routh_engine_mujoco) {
        ROUTH_TRY(convert_mujoco(context, &wanted, textbook, &made));
    } else if (engine == &routh_engine_drake) {
        ROUTH_TRY(convert_drake(context, &wanted, textbook, &made));
    } else {
        convert_rigid(&wanted, textbook, &made);
        if (!textbook)
            ROUTH_TRY(check_threshold(context, &wanted, &made));
    }
    *setting = made;
    return ROUTH_OK;
}
