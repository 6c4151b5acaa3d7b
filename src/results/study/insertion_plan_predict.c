/* What identify would state about recordings of a path.
 *
 * Parts are displaced at random, the path is generated with the sensors' noise, and the recording is given to the fit, from
 * displacements that are those of the generator: the true ones, and what the reference pose gets wrong (equation 19
 * takes object 1 as mated there). So noise, how long errors last, the prior and what is not determined are those that
 * identify would find. What is left out: identify looks for other contact modes as well, and its interval of K reaches over
 * every answer that it cannot exclude.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "geometry/geometry.h"
#include "insertion/identify.h"
#include "insertion/regressor.h"
#include "simulate/simulate.h"
#include "study/insertion_case.h"

static const double most_waiting = 60; /* that an insertion may take after its stages, s */
static const double too_long = 1.02;   /* of the time that is allowed */

/* Of each draw. */
typedef struct draws {
    size_t count;
    double *length, *stiffness, *friction;
    double *error; /* count × displacements */
} draws;

/* Displacements as the recording has them: the true ones, and the motion of object 1 as a whole that the reference pose leaves
 * out. While motions that are found late are still at 0, displacements of all parts together stand for them. */
static void find_truth(const routh_planner *planner, const routh_insertion *insertion, double *x) {
    const routh_pose3 at = routh_insertion_true_reference(insertion);
    routh_assembly early = planner->extended;
    double motion[6] = {0, at.position[1], at.position[2]};
    routh_rotation_vector(at.rotation, motion + 3);
    memset(x, 0, early.count * sizeof *x);
    early.count -= routh_late_motions(&early);
    routh_reference_displace(&early, motion, x);
    for (size_t j = 0; j < early.count; j++) {
        x[j] *= early.displacement[j].deviation;
        x[j] += j < insertion->truth.count ? insertion->truth.displacement[j] : 0.0;
    }
}

/* Half of the interval of K ÷ K, as a study states it. */
static routh_status stated_width(routh_context *context, routh_regressor *regressor,
                                 const routh_insertion_options *options, routh_insertion_estimate *fit, double *width) {
    routh_insertion_estimate plain = {0};
    routh_insertion_options as_drawn = *options;
    as_drawn.geometry = 0;
    if (fit->flags & ROUTH_INSERTION_OFFSET_UNSEEN)
        ROUTH_TRY(routh_regressor_fit(context, regressor, &as_drawn, &plain));
    routh_insertion_reach_over_prior(&plain, fit);
    *width = fit->stiffness > 0 ? (fit->stiffness_high - fit->stiffness_low) / (2 * fit->stiffness) : INFINITY;
    routh_insertion_estimate_release(context, &plain);
    return ROUTH_OK;
}

static routh_status fit_one(routh_context *context, const routh_planner *planner, const routh_insertion *reduced,
                            double *x, draws *d) {
    const routh_insertion_options *options = &planner->plan->options.fit;
    const size_t i = d->count, unknowns = planner->assembly->count;
    ROUTH_ARENA(room, context);
    routh_regressor *regressor;
    routh_insertion_estimate fit;
    ROUTH_TRY(routh_regressor_create(&room, &planner->extended, reduced, options, &regressor));
    ROUTH_TRY(routh_regressor_fit_from(context, regressor, x, &fit));
    const bool found = !(fit.flags & (ROUTH_INSERTION_NO_CONTACT | ROUTH_INSERTION_NOT_CONVERGED));
    d->stiffness[i] = INFINITY;
    d->friction[i] =
        found && isfinite(fit.friction) ? ROUTH_NORMAL_INTERVAL * fit.friction_error / fabs(fit.friction) : INFINITY;
    for (size_t j = 0; j < unknowns; j++) /* an error from stretches may be larger: the prior is known all the same */
        d->error[i * unknowns + j] = found ? fmin(1, fit.error[j] / planner->assembly->displacement[j].deviation) : 1;
    const routh_status status = found ? stated_width(context, regressor, options, &fit, &d->stiffness[i]) : ROUTH_OK;
    routh_insertion_estimate_release(context, &fit);
    return status;
}

/* A path that does not end, does not touch or is too short is no failure; settings were checked before. */
static routh_status excuse(const routh_context *context, routh_status status, routh_insertion_candidate *candidate) {
    if (status != ROUTH_NOT_ENDED && status != ROUTH_BAD_ARGUMENT)
        return status;
    snprintf(candidate->why, sizeof candidate->why, "%s",
             context && *context->message ? context->message : "it cannot be executed");
    return ROUTH_OK;
}

/* What one insertion, which was generated, determines. */
static routh_status judge_one(routh_context *context, const routh_planner *planner, const routh_insertion *insertion,
                              routh_insertion_candidate *candidate, draws *d) {
    ROUTH_ARENA(room, context);
    routh_insertion reduced;
    double *x = routh_take(&room, planner->extended.count, sizeof *x);
    ROUTH_TRY(room.status);
    routh_status status = routh_insertion_reduce(context, insertion, planner->plan->options.rate, &reduced);
    if (status != ROUTH_OK)
        return excuse(context, status, candidate);
    d->length[d->count] = insertion->sample[insertion->count - 1].time - insertion->sample[0].time;
    find_truth(planner, insertion, x);
    status = fit_one(context, planner, &reduced, x, d);
    d->count++;
    routh_insertion_release(context, &reduced);
    return status;
}

/* One insertion with parts displaced by draw `index`. A path that cannot be executed leaves its reason. */
static routh_status draw_one(routh_context *context, routh_planner *planner, size_t index,
                             routh_insertion_candidate *candidate, draws *d) {
    routh_insertion_generator setting = planner->plan->options.generator;
    routh_insertion insertion;
    setting.path = &candidate->path;
    setting.seed += index;
    setting.longest = fmin(setting.longest, most_waiting);
    planner->plan->tried++;
    routh_status status = routh_insertion_generate(context, planner->assembly, &setting, &insertion, NULL);
    if (status != ROUTH_OK)
        return excuse(context, status, candidate);
    status = judge_one(context, planner, &insertion, candidate, d);
    routh_insertion_release(context, &insertion);
    return status;
}

/* What nine of ten stay below. */
static double high_of(double *value, size_t count) {
    qsort(value, count, sizeof *value, routh_ascending);
    return routh_quantile(value, count, 0.9);
}

static void sum_up(const routh_insertion_plan_options *options, size_t unknowns, draws *d,
                   routh_insertion_candidate *c) {
    double *column = d->length; /* not needed any more after its mean */
    c->draws = d->count;
    c->length = c->remains = 0;
    for (size_t i = 0; i < d->count; i++)
        c->length += d->length[i] / (double)d->count;
    c->stiffness_90 = high_of(d->stiffness, d->count);
    c->friction_90 = high_of(d->friction, d->count);
    c->stiffness = routh_median(d->stiffness, d->count);
    c->friction = routh_median(d->friction, d->count);
    for (size_t j = 0; j < unknowns; j++) {
        for (size_t i = 0; i < d->count; i++)
            column[i] = d->error[i * unknowns + j];
        c->error[j] = routh_median(column, d->count);
        c->remains += c->error[j] / (double)unknowns;
    }
    const double ratio = fmax(c->stiffness_90, c->friction_90) / options->precision;
    c->needed = c->length * (ratio > 1 ? ratio * ratio : 1);
    if (options->time > 0 && c->length > too_long * options->time)
        snprintf(c->why, sizeof c->why, "it takes %.1f s, longer than %g s", c->length, options->time);
}

routh_status routh_plan_predict(routh_context *context, routh_planner *planner, size_t first, size_t count,
                                routh_insertion_candidate *candidate) {
    const size_t unknowns = planner->assembly->count;
    ROUTH_ARENA(room, context);
    draws d = {.length = routh_take(&room, count, sizeof *d.length),
               .stiffness = routh_take(&room, count, sizeof *d.stiffness),
               .friction = routh_take(&room, count, sizeof *d.friction),
               .error = routh_take(&room, count, unknowns * sizeof *d.error)};
    candidate->why[0] = '\0';
    if (!candidate->error)
        candidate->error = routh_allocate(context, unknowns, sizeof *candidate->error);
    ROUTH_TRY(candidate->error ? room.status : ROUTH_OUT_OF_MEMORY);
    for (size_t i = 0; i < count && !*candidate->why; i++)
        ROUTH_TRY(draw_one(context, planner, first + i, candidate, &d));
    if (!*candidate->why)
        sum_up(&planner->plan->options, unknowns, &d, candidate);
    return ROUTH_OK;
}

double routh_plan_score(const routh_insertion_plan *plan, const routh_insertion_candidate *candidate,
                        bool nine_of_ten) {
    const routh_insertion_candidate *test = &plan->test;
    if (*candidate->why)
        return INFINITY;
    if (!(plan->options.time > 0))
        return candidate->needed;
    const double stiffness = nine_of_ten ? candidate->stiffness_90 : candidate->stiffness;
    const double friction = nine_of_ten ? candidate->friction_90 : candidate->friction;
    const double larger = fmax(stiffness, friction) / plan->options.precision;
    if (larger > 1 || *test->why)
        return larger;
    const double relative = fmax(stiffness / (nine_of_ten ? test->stiffness_90 : test->stiffness),
                                 friction / (nine_of_ten ? test->friction_90 : test->friction));
    return relative / (1 + relative); /* below 1: before all that do not reach the precision */
}

routh_status routh_plan_trace(routh_context *context, routh_planner *planner) {
    static const double step = 0.02; /* s */
    routh_insertion_plan *plan = planner->plan;
    routh_insertion_generator setting = plan->options.generator;
    const routh_insertion_path *path = &plan->candidate[0].path;
    routh_insertion exact;
    setting.path = path;
    setting.sensors = setting.prior = 0;
    setting.displacement = setting.turn = 0;
    setting.known_offset = 1;
    const routh_status status = routh_insertion_generate(context, planner->assembly, &setting, &exact, NULL);
    if (status != ROUTH_OK)
        return status;
    const size_t every = (size_t)fmax(1, round(step * setting.rate));
    const routh_pose3 back = routh_pose3_inverse(&exact.receptacle);
    double touched = NAN;
    plan->instant = routh_allocate(context, exact.count / every + 1, sizeof *plan->instant);
    for (size_t k = 0; plan->instant && k < exact.count; k++) {
        const routh_insertion_instant *s = &exact.sample[k];
        if (isnan(touched) && s->wrench[2] * s->wrench[2] > 0)
            touched = s->time;
        if (k % every)
            continue;
        routh_plan_instant *to = &plan->instant[plan->instants++];
        to->time = s->time;
        to->hand = routh_pose3_compose(&back, &s->hand);
        to->wanted[0] = setting.force;
        if (s->time >= touched)
            routh_insertion_path_wants(path, s->time - touched, to->wanted);
    }
    routh_insertion_release(context, &exact);
    return plan->instant ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

/* The family of paths that a plan chooses from. What makes K and μ known, in the generator (docs/insertion.md):
 * contacts that slide at several depths separate K from the offset; sliding to and fro separates μ from errors of
 * geometry; contacts that stick show neither, and what friction they have frozen in looks like an error of geometry.
 * Far starts suffer from what the reference pose leaves open. Slowly up against much of the force shows most. On a
 * flank at an angle a to X the normal force N is F/(sin a − μ cos a) upwards and F/(sin a + μ cos a) downwards: at 40°
 * and μ = 0.2 friction is 1.6 times as large on the way up, and depths differ by as much between the two. Across, N
 * (cos a + μ sin a) has to be there, 1.8 F at the same angle, which the moment that is allowed exerts and the force
 * across does not. */

enum { MOST_LEVELS = 6 };

/* Values of each choice. */
static const struct {
    size_t count;
    double value[MOST_LEVELS];
} choices[ROUTH_PLAN_CHOICES] = {
    [ROUTH_PLAN_DIRECTION] = {6, {0, 1, 2, 3, 4, 5}},               /* see `directions` */
    [ROUTH_PLAN_AMPLITUDE] = {5, {0.1, 0.25, 0.5, 0.75, 1}},        /* of the furthest start */
    [ROUTH_PLAN_CYCLES] = {6, {0, 1, 2, 3, 4, 6}},                  /* up and down */
    [ROUTH_PLAN_UP_TIME] = {3, {1, 1.5, 2.25}},                     /* s, before it is stretched to fill a given time */
    [ROUTH_PLAN_DOWN_TIME] = {5, {0.25, 0.35, 0.5, 0.7, 1}},        /* ÷ that */
    [ROUTH_PLAN_UP_FORCE] = {6, {0.3, 0.45, 0.6, 0.75, 0.9, 0.95}}, /* of the force */
    [ROUTH_PLAN_UP_SIDE] = {2, {0.7, 1}},                           /* of the wrench across that is allowed */
    [ROUTH_PLAN_DOWN_FORCE] = {2, {0.7, 1}},                        /* of the force */
    [ROUTH_PLAN_DOWN_SIDE] = {3, {0, 0.25, 0.5}},                   /* of the wrench across */
    [ROUTH_PLAN_WAVE] = {5, {0, 1, 2, 3, 4}},                       /* see `waves` */
    [ROUTH_PLAN_SETTLE] = {3, {0, 0.2, 1}},                         /* s */
};

/* Axes along or about which a path starts, and the sign. */
static const struct {
    int axis;
    double sign;
} directions[] = {{3, 1}, {3, -1}, {2, 1}, {2, -1}, {1, 1}, {1, -1}};

/* On all stages the wrench along or about an axis may vary: by a share of the force that is wanted, or, about Y and Z, of the
 * moment that is allowed. The hand follows at most at its speed, so much force needs a long period. */
static const struct {
    const char *about;
    int axis;
    double share, period; /* s */
} waves[] = {{"", 0, 0, 0},
             {", force varied", 0, 0.2, 2},
             {", force varied much", 0, 0.45, 4},
             {", rocked about Y", 4, 0.2, 2},
             {", rocked about Z", 5, 0.2, 2}};

static double value_of(const routh_plan_point *point, routh_plan_choice choice) {
    return choices[choice].value[point->level[choice]];
}

size_t routh_plan_levels(routh_plan_choice choice) {
    return choices[choice].count;
}

routh_plan_point routh_plan_first(size_t direction, bool cycles) {
    const bool turns = directions[direction].axis > 2;
    routh_plan_point point = {.stretch = 1};
    point.level[ROUTH_PLAN_DIRECTION] = direction;
    point.level[ROUTH_PLAN_CYCLES] = cycles;
    point.level[ROUTH_PLAN_AMPLITUDE] = cycles ? 0 : 2;
    point.level[ROUTH_PLAN_UP_TIME] = 2;
    point.level[ROUTH_PLAN_UP_FORCE] = turns ? 4 : 1;
    point.level[ROUTH_PLAN_UP_SIDE] = 1;
    point.level[ROUTH_PLAN_DOWN_FORCE] = 1;
    point.level[ROUTH_PLAN_DOWN_SIDE] = 2;
    return point;
}

bool routh_plan_matters(const routh_plan_point *point, routh_plan_choice choice) {
    const bool cycles = value_of(point, ROUTH_PLAN_CYCLES) > 0;
    return cycles || choice < ROUTH_PLAN_UP_TIME || choice > ROUTH_PLAN_DOWN_SIDE;
}

static void add_wave(const routh_insertion_plan_options *options, size_t kind, routh_insertion_stage *stage) {
    const int axis = waves[kind].axis;
    stage->period = waves[kind].period;
    stage->wave[axis] = waves[kind].share * (axis == 0 ? stage->wrench[0] : options->moment);
    if (axis == 0) /* the most is what it was */
        stage->wrench[0] -= stage->wave[0];
}

void routh_plan_describe(const routh_insertion_plan_options *options, const routh_plan_point *point,
                         char about[ROUTH_LABEL_SIZE]) {
    const size_t direction = point->level[ROUTH_PLAN_DIRECTION];
    const int axis = directions[direction].axis;
    const double cycles = value_of(point, ROUTH_PLAN_CYCLES);
    const double away = directions[direction].sign * value_of(point, ROUTH_PLAN_AMPLITUDE);
    char start[32];
    const double furthest = axis > 2 ? options->start_turn * 180 / ROUTH_PI : options->start_shift * 1e3;
    if (axis > 2)
        snprintf(start, sizeof start, "turned by %.3g°", away * furthest);
    else
        snprintf(start, sizeof start, "shifted by %.3g mm along %c", away * furthest, "XYZ"[axis]);
    snprintf(about, ROUTH_LABEL_SIZE, "%s, %g cycle%s%s", start, cycles, cycles == 1 ? "" : "s",
             waves[point->level[ROUTH_PLAN_WAVE]].about);
}

routh_insertion_path routh_plan_path(const routh_insertion_plan_options *options, const routh_plan_point *point) {
    routh_insertion_path path = {.name = "plan", .settle = value_of(point, ROUTH_PLAN_SETTLE)};
    const size_t direction = point->level[ROUTH_PLAN_DIRECTION];
    const size_t wave = point->level[ROUTH_PLAN_WAVE];
    const int axis = directions[direction].axis;
    const double sign = directions[direction].sign, force = options->generator.force;
    const double side = sign * (axis < 3 ? force : options->moment);
    const size_t cycles = (size_t)value_of(point, ROUTH_PLAN_CYCLES);
    const double up = point->stretch * value_of(point, ROUTH_PLAN_UP_TIME);
    path.start[axis] =
        sign * value_of(point, ROUTH_PLAN_AMPLITUDE) * (axis < 3 ? options->start_shift : options->start_turn);
    for (size_t i = 0; i < 2 * cycles; i++) {
        routh_insertion_stage *stage = &path.stage[path.count++];
        const bool rises = i % 2 == 0;
        stage->time = rises ? up : up * value_of(point, ROUTH_PLAN_DOWN_TIME);
        stage->wrench[0] = force * value_of(point, rises ? ROUTH_PLAN_UP_FORCE : ROUTH_PLAN_DOWN_FORCE);
        stage->wrench[axis] =
            side * (rises ? value_of(point, ROUTH_PLAN_UP_SIDE) : -value_of(point, ROUTH_PLAN_DOWN_SIDE));
        add_wave(options, wave, stage);
    }
    if (cycles == 0 && wave > 0) { /* on the way home */
        routh_insertion_stage *stage = &path.stage[path.count++];
        *stage = (routh_insertion_stage){.time = 4 * up, .wrench = {force}};
        add_wave(options, wave, stage);
    }
    return path;
}
