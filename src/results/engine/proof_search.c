/* The search for a setting with which an engine does what is wanted.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "base/numbers.h"
#include "engine/engine.h"
#include "engine/proof.h"

/* The most steps of a contact; beyond, it has not ended. */
enum { ROUTH_PROOF_STEPS = 200 };

/* Impacts in all of their phases, run with one setting. */

/* A contact is not met at the instant itself. */
static const double edge = 0.002;

routh_status routh_proof_set_open(routh_context *context, const routh_proof_runner *runner,
                                  const routh_engine_target *target, const routh_engine_body *body, double step,
                                  double share, size_t impacts, size_t phases, routh_proof_set *set) {
    const size_t count = impacts * phases;
    *set = (routh_proof_set){.runner = runner,
                             .target = target,
                             .body = body,
                             .share = share,
                             .step = step,
                             .impacts = impacts,
                             .phases = phases};
    set->start = routh_allocate(context, count, sizeof *set->start);
    set->impact = routh_allocate(context, count, sizeof *set->impact);
    set->sample = routh_allocate(context, count, sizeof *set->sample);
    set->room = routh_allocate(context, count, sizeof *set->room);
    if (set->start && set->impact && set->sample && set->room)
        return ROUTH_OK;
    routh_proof_set_close(context, set);
    return ROUTH_OUT_OF_MEMORY;
}

void routh_proof_set_close(routh_context *context, routh_proof_set *set) {
    routh_release(context, set->start);
    routh_release(context, set->impact);
    routh_release(context, set->sample);
    routh_release(context, set->room);
    *set = (routh_proof_set){0};
}

void routh_proof_set_fill(routh_proof_set *set, const routh_proof_body *of, const routh_state3 *touching,
                          routh_random *random) {
    for (size_t i = 0; i < set->impacts; i++)
        for (size_t k = 0; k < set->phases; k++) {
            const double even = set->phases > 1 ? (double)k / (double)(set->phases - 1) : 0.5;
            const double phase = random ? ((double)k + routh_random_uniform(random, 0, 1)) / (double)set->phases
                                        : edge + (1 - 2 * edge) * even;
            routh_proof_start(of, &touching[i], phase, set->step, &set->start[i * set->phases + k]);
        }
}

/* The mean over impacts of ln(worst phase ÷ tolerance), where that is above 1: a few impacts that are far off cannot hide that
 * the others agree. Below 1 a twentieth of it counts: of two settings with which as many agree the one in the middle. */
static double shortfall(const routh_proof_set *set) {
    static const double most = 1e6, share = 0.05;
    double sum = 0;
    for (size_t i = 0; i < set->impacts; i++) {
        double worst = 0;
        for (size_t k = 0; k < set->phases; k++)
            worst = fmax(worst, fmin(set->sample[i * set->phases + k].score, most));
        sum += worst > 1 ? share + log(worst) : share * worst;
    }
    return sum / (double)set->impacts;
}

routh_status routh_proof_set_run(routh_context *context, routh_proof_set *set, const routh_engine_setting *setting,
                                 double *score, double *rank) {
    const size_t count = set->impacts * set->phases;
    const routh_proof_runner *by = set->runner;
    ROUTH_TRY(by->run(context, by->user, setting, set->start, count, ROUTH_PROOF_STEPS, set->impact));
    for (size_t i = 0; i < count; i++) {
        ROUTH_TRY(routh_proof_measure(context, set->target, set->body, set->step, &set->impact[i], &set->sample[i]));
        set->room[i] = set->sample[i].score;
    }
    qsort(set->room, count, sizeof *set->room, routh_ascending);
    const double last = ceil(set->share * (double)count - 1e-9);
    *score = set->room[last > 1 ? (size_t)last - 1 : 0];
    if (rank)
        *rank = *score <= 1 ? *score : 1 + shortfall(set);
    return ROUTH_OK;
}

/* The search for a setting with which an engine does what a law wants.
 *
 * Engines that have a restitution: it and friction follow the errors, e straight on, friction by its ratio. Where a contact
 * also pushes out what has sunk in, the bounce is exact as long as that push is slower than the bounce: a depth of up to v h
 * is pushed out with v × error_reduction, so that the latter stays below e.
 *
 * Engines whose contact is a spring and a damper, r̈ = −b ṙ − k r, stepped as v′ = v + h r̈, r′ = r + h v′: with k h² ≪ 1 the
 * first step gives v′ = (1 − b h) v − k h r. So b h = 1 + e makes a rebound with exactly e within one step, at any speed and
 * in any phase to within k h²: the damper is the restitution, and the spring only pushes out what has sunk in. Then v′ > 0,
 * the damper would pull, and the contact is over. Springs that last several steps follow, softer and softer.
 * MuJoCo's friction adds to v′ what slip is left over: a contact that slips is pushed apart by μ |u′ − (1 − b h) u|, u and u′
 * the slip before and after; the search compensates that where impacts are alike, and cannot where they are not. */

/* Corrections of one start; steps that a spring's contact lasts; a score with room for phases not yet seen. */
enum { CORRECTIONS = 8, LONGEST = 64 };
static const double enough = 0.8;

typedef struct seeker {
    routh_context *context;
    routh_proof_set *set;
    const routh_engine *engine;
    bool same_across; /* friction_across stays 1 */
    size_t tried, most;
    routh_status status;
    routh_engine_setting best;
    double score, rank; /* of the best */
} seeker;

/* The most friction across the slip. The two sides of a pyramid together exceed Coulomb's cone by √(1 + a²) where slip turns;
 * one impact alone may be compensated by less friction, many cannot. */
static double most_across(const seeker *by) {
    return by->set->impacts > 1 ? sqrt(2 * by->set->target->friction_tolerance) : 1;
}

/* A value that the engine takes, for this body. */
static double taken(const seeker *by, size_t i, double value) {
    const routh_engine_parameter *of = &by->engine->parameter[i];
    const bool across = strcmp(of->name, "friction_across") == 0;
    const double high = across ? most_across(by) : of->high;
    if (across && by->same_across)
        return 1;
    return routh_engine_is_held(by->engine, by->set->body, i) ? of->usual : fmin(fmax(value, of->low), high);
}

static void put(const seeker *by, const char *name, double value, routh_engine_setting *setting) {
    const size_t i = routh_engine_place(by->engine, name);
    if (i < by->engine->parameter_count)
        setting->value[i] = taken(by, i, value);
}

static bool is_over(const seeker *by) {
    return by->status != ROUTH_OK || by->tried >= by->most || by->score <= enough;
}

/* Returns its rank. */
static double try_setting(seeker *by, const routh_engine_setting *wanted) {
    double score = INFINITY, rank = INFINITY;
    routh_engine_setting setting = *wanted;
    if (by->status != ROUTH_OK) /* what ended the search ends it for good */
        return rank;
    if (by->same_across)
        put(by, "friction_across", 1, &setting);
    by->status = routh_progress(by->context, "proof", (double)by->tried / (double)by->most);
    if (by->status == ROUTH_OK)
        by->status = routh_proof_set_run(by->context, by->set, &setting, &score, &rank);
    by->tried++;
    if (by->status == ROUTH_OK && (rank < by->rank || by->tried == 1)) {
        by->score = score;
        by->rank = rank;
        by->best = setting;
    }
    return rank;
}

/* Corrections -------------------------------------------------------------------------------------------*/

/* Two errors and what they are corrected by: e, by one parameter, and the logarithm of friction, by that of friction. */
enum { BOUNCE, GRIP };

/* Which samples show friction: those that slip straight on, where it is μ; where there are none those that slip, and
 * where these are missing, too, those that stick. */
enum { STICKS, SLIPS, STRAIGHT };

static int grip_of(const routh_proof_sample *sample) {
    return sample->is_straight ? STRAIGHT : sample->sticks ? STICKS : SLIPS;
}

/* The middle of the errors of e, and how much friction is missing. */
static bool errors_of(seeker *by, double error[2]) {
    const routh_proof_set *set = by->set;
    const size_t count = set->impacts * set->phases;
    size_t found = 0, factors = 0;
    int best = STICKS;
    for (size_t i = 0; i < count; i++)
        if (isfinite(set->sample[i].eps) && grip_of(&set->sample[i]) > best)
            best = grip_of(&set->sample[i]);
    for (size_t i = 0; i < count; i++)
        if (isfinite(set->sample[i].eps))
            set->room[found++] = set->sample[i].eps - set->sample[i].eps_wanted;
    if (found == 0)
        return false;
    qsort(set->room, found, sizeof *set->room, routh_ascending);
    error[BOUNCE] = (routh_quantile(set->room, found, 0.03) + routh_quantile(set->room, found, 0.97)) / 2;
    for (size_t i = 0; i < count; i++) {
        const routh_proof_sample *one = &set->sample[i];
        if (isfinite(one->eps) && grip_of(one) == best && one->friction_factor > 0 && isfinite(one->friction_factor))
            set->room[factors++] = one->friction_factor;
    }
    error[GRIP] = factors > 0 ? -log(fmin(fmax(routh_median(set->room, factors), 0.2), 5)) : 0;
    return true;
}

/* Broyden's correction of the derivatives by what the last step did. */
static void learn(double slope[2][2], const double moved[2], const double changed[2]) {
    const double square = moved[0] * moved[0] + moved[1] * moved[1];
    for (int r = 0; r < 2 && square > 0; r++) {
        const double missed = (changed[r] - slope[r][0] * moved[0] - slope[r][1] * moved[1]) / square;
        for (int c = 0; c < 2; c++)
            slope[r][c] += missed * moved[c];
    }
}

/* The step that the errors ask for; by the diagonal alone where both are alike. */
static void step_for(const double slope[2][2], const double error[2], double step[2]) {
    const double determinant = slope[0][0] * slope[1][1] - slope[0][1] * slope[1][0];
    if (fabs(determinant) > 0.05 * fabs(slope[0][0] * slope[1][1])) {
        step[0] = -(slope[1][1] * error[0] - slope[0][1] * error[1]) / determinant;
        step[1] = -(slope[0][0] * error[1] - slope[1][0] * error[0]) / determinant;
    } else
        for (int c = 0; c < 2; c++)
            step[c] = -error[c] / slope[c][c];
}

/* A step of friction that stays between what was too little and too much. */
static double between(double friction, double error, double step, double bound[2]) {
    bound[error < 0 ? 0 : 1] = log(friction);
    const double next = log(friction) + step;
    return next > bound[0] && next < bound[1] ? step : (bound[0] + bound[1]) / 2 - log(friction);
}

/* Follows the errors from a start. Steps are in shares of `unit`, by which e changes by `sign`, and in log friction. `learns`:
 * both together, with derivatives learned on the way; otherwise each by itself, friction by bracketing: slower, and also right
 * where friction has a kink. */
static void follow_so(seeker *by, routh_engine_setting setting, size_t place, double unit, double sign, bool learns) {
    const routh_engine_parameter *of = &by->engine->parameter[place], *grip = &by->engine->parameter[0];
    /* bodies also slide, where every engine's friction is μ: what impacts ask for may change it by a tenth at most */
    const double mu = by->set->target->surface.pair.mu, room = by->set->impacts > 1 ? 1.1 : INFINITY;
    const double least = fmax(mu / room, grip->low), most = fmin(mu * room, grip->high);
    double slope[2][2] = {{sign, 0}, {0, 1}}, moved[2] = {0}, last[2] = {0}, bound[2] = {-INFINITY, INFINITY};
    for (int i = 0; i < CORRECTIONS && !is_over(by); i++) {
        double error[2], step[2];
        try_setting(by, &setting);
        if (by->status != ROUTH_OK || !errors_of(by, error))
            return;
        if (i > 0 && learns)
            learn(slope, moved, (double[2]){error[0] - last[0], error[1] - last[1]});
        memcpy(last, error, sizeof last);
        step_for((const double(*)[2])slope, error, step);
        const double x = setting.value[place], friction = setting.value[0];
        if (!learns && friction > 0)
            step[GRIP] = between(friction, error[GRIP], step[GRIP], bound);
        setting.value[place] =
            fmin(fmax(x + unit * fmin(fmax(step[BOUNCE], -0.4), 0.4), fmax(of->low, 0.2 * x)), of->high);
        if (friction > 0)
            setting.value[0] = fmin(fmax(friction * exp(fmin(fmax(step[GRIP], -1.2), 1.2)), least), most);
        moved[BOUNCE] = (setting.value[place] - x) / unit;
        moved[GRIP] = friction > 0 ? log(setting.value[0] / friction) : 0;
        if (fabs(moved[BOUNCE]) < 1e-5 && fabs(moved[GRIP]) < 1e-5)
            return;
    }
}

static void follow(seeker *by, routh_engine_setting setting, size_t place, double unit, double sign) {
    const double before = by->rank;
    follow_so(by, setting, place, unit, sign, true);
    if (by->rank < before)
        setting = by->best;
    follow_so(by, setting, place, unit, sign, false);
}

/* Simplices ----------------------------------------------------------------------------------------------*/

/* About the best so far, whose place is the middle of the unit cube: parameters that are factors, and friction, within e^±3 of
 * it, others within half of their range. */
static bool is_scaled(const routh_engine *engine, size_t i) {
    return i == 0 || engine->parameter[i].is_factor;
}

typedef struct vicinity {
    seeker *by;
    routh_engine_setting middle;
    size_t first; /* parameter that is searched */
} vicinity;

static double rank_at(const double *x, void *user) {
    const vicinity *about = user;
    seeker *by = about->by;
    routh_engine_setting setting = about->middle;
    for (size_t i = about->first; i < by->engine->parameter_count; i++) {
        const routh_engine_parameter *of = &by->engine->parameter[i];
        const double shift = x[i - about->first] - 0.5;
        const double value = is_scaled(by->engine, i) ? setting.value[i] * exp(6 * shift)
                                                      : setting.value[i] + (of->high - of->low) * shift;
        setting.value[i] = taken(by, i, value);
    }
    return is_over(by) ? INFINITY : try_setting(by, &setting);
}

static bool stops(void *user) {
    return is_over(((vicinity *)user)->by);
}

/* Simplices about the best so far, in all parameters at once, smaller and smaller. Where impacts differ, friction stays what
 * straight slip asked for: bodies also slide. */
static void descend(seeker *by, size_t limit) {
    const size_t first = by->set->impacts > 1 ? 1 : 0;
    double room[ROUTH_SIMPLEX_ROOM(ROUTH_ENGINE_PARAMETERS)];
    for (double step = 0.03; step > 3e-4 && by->tried < limit && !is_over(by); step /= 3) {
        vicinity about = {.by = by, .middle = by->best, .first = first};
        double x[ROUTH_ENGINE_PARAMETERS], value = by->rank;
        routh_simplex simplex = {.dimension = by->engine->parameter_count - first,
                                 .function = rank_at,
                                 .stop = stops,
                                 .user = &about,
                                 .in_cube = true,
                                 .share = 1e-3,
                                 .tolerance = 0.1 * step,
                                 .limit = limit - by->tried,
                                 .room = room};
        for (size_t i = 0; i < by->engine->parameter_count; i++)
            x[i] = 0.5;
        routh_simplex_minimise(&simplex, step, x, &value);
    }
}

/* Starts ------------------------------------------------------------------------------------------------*/

/* In the middle of what is wanted. */
static double middle_eps(const routh_engine_target *target) {
    return fmin(fmax(routh_engine_target_eps(target, sqrt(target->speed[0] * target->speed[1])), 0.02), 0.98);
}

static routh_engine_setting plain_setting(const seeker *by) {
    routh_engine_setting setting = {.engine = by->engine, .step = by->set->step};
    for (size_t i = 0; i < by->engine->parameter_count; i++)
        setting.value[i] = by->engine->parameter[i].usual;
    put(by, "friction", by->set->target->surface.pair.mu, &setting);
    put(by, "restitution_speed", 0, &setting); /* every impact bounces */
    put(by, "force_mixing", 0, &setting);      /* no contact gives way */
    put(by, "impedance", 1, &setting);         /* nor is the weight left to the spring */
    return setting;
}

/* Do most impacts slip to their end under the law? */
static bool mostly_slip(seeker *by) {
    const routh_engine_setting setting = plain_setting(by);
    const size_t count = by->set->impacts * by->set->phases;
    size_t sticking = 0;
    try_setting(by, &setting);
    for (size_t i = 0; by->status == ROUTH_OK && i < count; i++)
        sticking += by->set->sample[i].sticks ? 1 : 0;
    return 2 * sticking < count;
}

/* Friction along the slip alone is Coulomb's where slip lasts; where it ends, and the body turns, it needs both sides. */
static void from_restitution(seeker *by, double error_reduction) {
    const double eps = middle_eps(by->set->target);
    const bool slips = mostly_slip(by);
    const double across[] = {slips ? 0 : 1, slips ? 0.1 : 0, slips ? 1 : 0.1, 0.5};
    const bool is_held =
        routh_engine_is_held(by->engine, by->set->body, routh_engine_place(by->engine, "friction_across"));
    for (size_t i = 0; i < (is_held || by->same_across ? 1 : sizeof across / sizeof *across) && !is_over(by); i++) {
        routh_engine_setting setting = plain_setting(by);
        put(by, "restitution", eps, &setting);
        put(by, "error_reduction", error_reduction, &setting);
        put(by, "friction_across", across[i], &setting);
        follow(by, setting, routh_engine_place(by->engine, "restitution"), 1, 1);
    }
}

/* A little more or less restitution than wanted may do where what is wanted does not: a rebound slower than gravity's step
 * falls back at once. */
static void nudge(seeker *by) {
    static const double shares[] = {-0.9, -0.5, 0.5, 0.9};
    const size_t place = routh_engine_place(by->engine, "restitution");
    const double wanted = by->set->sample[0].eps_wanted;
    for (size_t i = 0; i < sizeof shares / sizeof *shares && isfinite(wanted) && !is_over(by); i++) {
        routh_engine_setting setting = by->best;
        put(by, "restitution", wanted + shares[i] * by->set->target->eps_tolerance, &setting);
        put(by, "error_reduction", 0, &setting);
        follow_so(by, setting, place, 1e-9, 1, false); /* friction alone */
    }
}

/* First with what is usual to correct depths, or less where that would be faster than the bounce; then with none or all. */
static void seek_rigid(seeker *by) {
    const size_t reduction = routh_engine_place(by->engine, "error_reduction");
    const double usual = reduction < by->engine->parameter_count ? by->engine->parameter[reduction].usual : 0;
    from_restitution(by, fmin(usual, middle_eps(by->set->target) / 2));
    if (by->set->impacts == 1)
        nudge(by);
    descend(by, by->tried + (by->most - by->tried) / 2);
    from_restitution(by, 0);
    from_restitution(by, 1);
}

/* The friction to begin with: μ, or for one impact that sticks what it needs. More would do as well in a cone that stops slip,
 * but here the damping turns it around as far as friction allows. */
static double first_friction(seeker *by, const routh_engine_setting *setting) {
    const routh_proof_sample *one = by->set->sample;
    if (by->set->impacts == 1)
        try_setting(by, setting);
    return by->set->impacts == 1 && one->sticks && one->friction_wanted > 0 ? one->friction_wanted
                                                                            : by->set->target->surface.pair.mu;
}

/* One impact that slips faster than it may rebound is pushed apart by less the softer the damper is: it then lasts this number of
 * steps, and the harder it damps the more it pushes. */
static void from_soft_damper(seeker *by, routh_engine_setting setting) {
    const double step = by->set->step;
    for (int steps = 3; steps <= LONGEST / 2 && !is_over(by); steps *= 2) {
        put(by, "stiffness", 5e-4 / (step * step), &setting);
        put(by, "damping", 1 / (steps * step), &setting);
        follow(by, setting, routh_engine_place(by->engine, "damping"), 1 / (steps * step), 0.3);
    }
}

static void from_spring(seeker *by) {
    const double eps = middle_eps(by->set->target), step = by->set->step;
    const double ratio = routh_spring_damping(eps), least = by->set->impacts == 1 ? 20 : 2;
    const size_t damping = routh_engine_place(by->engine, "damping");
    routh_engine_setting setting = plain_setting(by);
    put(by, "stiffness", by->set->target->eps_tolerance / least / (step * step), &setting);
    put(by, "damping", (1 + eps) / step, &setting);
    const double friction = first_friction(by, &setting);
    put(by, "friction", friction, &setting);
    follow(by, setting, damping, 1 / step, 1);
    if (by->set->impacts == 1)
        from_soft_damper(by, setting);
    for (int steps = 3; steps <= LONGEST && !is_over(by); steps = steps * 3 / 2) {
        const double frequency = ROUTH_PI / (steps * step);
        put(by, "friction", friction, &setting);
        put(by, "stiffness", frequency * frequency, &setting);
        put(by, "damping", 2 * ratio * frequency, &setting);
        follow(by, setting, damping, 2 * frequency, -2 * eps); /* e ≈ exp(−2 ζ) for small ζ */
    }
}

routh_status routh_proof_search(routh_context *context, routh_proof_set *set, const routh_engine *engine,
                                const routh_proof_options *options, bool has_start, routh_engine_setting *setting,
                                double *score, size_t *tried) {
    seeker by = {.context = context,
                 .set = set,
                 .engine = engine,
                 .same_across = options->same_across,
                 .most = options->settings,
                 .score = INFINITY,
                 .rank = INFINITY,
                 .best = *setting};
    if (has_start)
        try_setting(&by, setting);
    if (engine->is_spring)
        from_spring(&by);
    else
        seek_rigid(&by);
    descend(&by, options->settings);
    *setting = by.best;
    *score = by.score;
    *tried = by.tried;
    return by.status;
}
