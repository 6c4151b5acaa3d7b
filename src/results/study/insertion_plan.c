/* The design of an insertion: exchange of one choice after another, as in designs of experiments (V. V. Fedorov, Theory of
 * optimal experiments, 1972).
 *
 * From the best direction, each choice in turn is given each of its values, and the best stays. What is best: the least time
 * for the precision of K and μ; within a given time, the least of the larger of their widths. Both are demanded, so the
 * worse counts (and not a determinant, which a K far better than needed would satisfy). Where both are better than
 * demanded, each counts relative to what the default path would give: a maximin efficient design. Of paths that are as good within
 * 2 %, the one that leaves least of the displacements' priors, on average, is taken (A-optimal: each displacement is of
 * interest by itself, in its own deviations).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "fields/structs.h"
#include "insertion/regressor.h"
#include "simulate/simulate.h"
#include "study/insertion_case.h"

enum { MOST_CANDIDATES = 1000, FINALISTS = 4 };

/* Paths whose scores differ by less than this share are as good as each other. */
static const double as_good = 0.02;

routh_insertion_plan_options routh_insertion_plan_options_default(void) {
    routh_insertion_plan_options options = {.precision = 0.05,
                                            .moment = 20,
                                            .start_shift = 0.027,
                                            .start_turn = 0.07,
                                            .draws = 9,
                                            .screening = 3,
                                            .sweeps = 1,
                                            .generator = routh_insertion_generator_default(),
                                            .fit = routh_insertion_options_default(),
                                            .rate = 50};
    options.generator.prior = 1;
    return options;
}

static routh_status check(routh_context *context, const routh_assembly *assembly,
                          const routh_insertion_plan_options *o) {
    const routh_limit limits[] = {
        {"precision", "", o->precision, 1e-12, 0.999}, {"time", "s", o->time, 0, 1000},
        {"moment", "N m", o->moment, 1e-9, 1e9},       {"start_shift", "m", o->start_shift, 1e-6, 1},
        {"start_turn", "rad", o->start_turn, 1e-6, 1}, {"rate", "Hz", o->rate, 0, 1e9}};
    ROUTH_TRY(routh_check_limits(context, "plan", limits, sizeof limits / sizeof limits[0]));
    ROUTH_TRY(routh_check_count(context, "plan", "draws", o->draws, 1, 1000));
    ROUTH_TRY(routh_check_count(context, "plan", "screening", o->screening, 1, 1000));
    ROUTH_TRY(routh_check_count(context, "plan", "sweeps", o->sweeps, 0, 100));
    ROUTH_TRY(routh_check_setting(context, &o->generator));
    if (assembly->count == 0)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "displacements",
                                "the assembly has no displacements: nothing about its parts is uncertain, and there is "
                                "nothing to plan for");
    for (size_t j = 0; j < assembly->count; j++)
        if (assembly->displacement[j].kind == ROUTH_DISPLACE_OFFSET &&
            !(fabs(assembly->displacement[j].axis[0]) > 0.999))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "displacements",
                                    "the offset \"%s\" is along (%g, %g, %g); plans insert along X",
                                    assembly->displacement[j].name, assembly->displacement[j].axis[0],
                                    assembly->displacement[j].axis[1], assembly->displacement[j].axis[2]);
    return ROUTH_OK;
}

/* What is tried ------------------------------------------------------------------------------------------*/

typedef struct exchange {
    routh_planner planner;
    routh_plan_point at[MOST_CANDIDATES]; /* of each candidate */
    size_t best;                          /* index of the best so far */
    size_t expected;                      /* evaluations, at most: for the progress */
} exchange;

static bool are_same(const routh_plan_point *a, const routh_plan_point *b) {
    for (int c = 0; c < ROUTH_PLAN_CHOICES; c++)
        if (a->level[c] != b->level[c] && routh_plan_matters(a, (routh_plan_choice)c))
            return false;
    return true; /* how much it is stretched follows from the others */
}

/* How long an insertion lasts along the path, s; NaN where it cannot be executed. */
static routh_status length_of(routh_context *context, const routh_insertion_plan *plan,
                              const routh_insertion_path *path, double *length) {
    static const double often_enough = 250; /* Hz */
    routh_insertion_generator setting = plan->options.generator;
    routh_insertion insertion;
    setting.path = path;
    setting.rate = fmin(setting.rate, often_enough);
    *length = NAN;
    const routh_status status = routh_insertion_generate(context, plan->assembly, &setting, &insertion, NULL);
    if (status == ROUTH_NOT_ENDED || status == ROUTH_BAD_ARGUMENT)
        return ROUTH_OK;
    if (status == ROUTH_OK) {
        *length = insertion.sample[insertion.count - 1].time - insertion.sample[0].time;
        routh_insertion_release(context, &insertion);
    }
    return status;
}

/* Within a given time: cycles that last as long as there is time for. What is gained upwards takes time to go home, so the first
 * step, by the time of the stages alone, is followed by others, by what the last one did. */
static routh_status fill_time(routh_context *context, const routh_insertion_plan *plan, routh_plan_point *point) {
    static const double full = 0.005, least = 0.1, most = 10; /* of the time; of the stretch */
    enum { PASSES = 4 };
    const double time = plan->options.time;
    double length, last_length = 0, last_stretch = 0;
    for (int pass = 0; pass < PASSES; pass++) {
        const double stretch = point->stretch;
        const routh_insertion_path path = routh_plan_path(&plan->options, point);
        const routh_status status = length_of(context, plan, &path, &length);
        if (status != ROUTH_OK || isnan(length) || fabs(time - length) < full * time)
            return status;
        const double slope =
            pass == 0 ? routh_insertion_path_time(&path) / stretch : (length - last_length) / (stretch - last_stretch);
        last_length = length;
        last_stretch = stretch;
        if (slope > 0)
            point->stretch = fmin(most, fmax(least, stretch + (time - length) / slope));
        if (point->stretch == stretch)
            break;
    }
    return ROUTH_OK;
}

/* Tries a point unless it was tried; it becomes the best if it is better. */
static routh_status try_point(routh_context *context, exchange *e, const routh_plan_point *wanted) {
    routh_insertion_plan *plan = e->planner.plan;
    const routh_insertion_plan_options *options = &plan->options;
    routh_plan_point point = *wanted;
    for (size_t i = 0; i < plan->count; i++)
        if (are_same(&point, &e->at[i]))
            return ROUTH_OK;
    if (plan->count == MOST_CANDIDATES)
        return ROUTH_OK;
    ROUTH_TRY(routh_progress(context, "trying paths", (double)plan->count / (double)e->expected));
    if (options->time > 0 && routh_plan_matters(&point, ROUTH_PLAN_UP_TIME))
        ROUTH_TRY(fill_time(context, plan, &point));
    routh_insertion_candidate *candidate = &plan->candidate[plan->count];
    e->at[plan->count++] = point;
    candidate->path = routh_plan_path(options, &point);
    routh_plan_describe(options, &point, candidate->about);
    ROUTH_TRY(routh_plan_predict(context, &e->planner, 0, options->screening, candidate));
    if (routh_plan_score(plan, candidate, false) < routh_plan_score(plan, &plan->candidate[e->best], false))
        e->best = plan->count - 1;
    return ROUTH_OK;
}

/* Refuses a time that no path can meet, before all of them are tried: the nearest starts, which settle least, are the
 * shortest. Displacements differ from draw to draw, and so do the times, a little. */
static routh_status check_time(routh_context *context, const routh_insertion_plan *plan) {
    static const double clearly = 1.5;
    const double time = plan->options.time;
    double shortest = INFINITY, length;
    for (size_t i = 0; i < routh_plan_levels(ROUTH_PLAN_DIRECTION); i++) {
        routh_plan_point point = routh_plan_first(i, false);
        point.level[ROUTH_PLAN_AMPLITUDE] = point.level[ROUTH_PLAN_SETTLE] = 0;
        const routh_insertion_path path = routh_plan_path(&plan->options, &point);
        const routh_status status = length_of(context, plan, &path, &length);
        if (status != ROUTH_OK || isnan(length) || length <= clearly * time)
            return status;
        shortest = fmin(shortest, length);
    }
    return routh_fail_field(context, ROUTH_NOT_ENDED, "time",
                            "no insertion is over within %g s: the shortest takes about %.2g s", time, shortest);
}

/* The direction of the start, without cycles and with them; the nearest starts if none of these can be used. */
static routh_status choose_direction(routh_context *context, exchange *e) {
    const routh_insertion_plan *plan = e->planner.plan;
    const size_t count = routh_plan_levels(ROUTH_PLAN_DIRECTION);
    for (size_t i = 0; i < 3 * count; i++) {
        routh_plan_point point = routh_plan_first(i % count, i >= count && i < 2 * count);
        if (i >= 2 * count)
            point.level[ROUTH_PLAN_AMPLITUDE] = 0;
        else if (i >= count && plan->options.sweeps == 0)
            continue;
        if (i == 2 * count && isfinite(routh_plan_score(plan, &plan->candidate[e->best], false)))
            break;
        ROUTH_TRY(try_point(context, e, &point));
    }
    return ROUTH_OK;
}

/* Every value of every choice but the direction, and but the time of cycles that fill a given one. */
static routh_status sweep(routh_context *context, exchange *e) {
    const bool filled = e->planner.plan->options.time > 0;
    for (int c = ROUTH_PLAN_AMPLITUDE; c < ROUTH_PLAN_CHOICES; c++) {
        const routh_plan_point from = e->at[e->best];
        if ((filled && c == ROUTH_PLAN_UP_TIME) || !routh_plan_matters(&from, (routh_plan_choice)c))
            continue;
        for (size_t i = 0; i < routh_plan_levels((routh_plan_choice)c); i++) {
            routh_plan_point point = from;
            point.level[c] = i;
            ROUTH_TRY(try_point(context, e, &point));
        }
    }
    return ROUTH_OK;
}

/* The choice ---------------------------------------------------------------------------------------------*/

static void put_in_order(routh_insertion_plan *plan, size_t count, bool nine_of_ten) {
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && routh_plan_score(plan, &plan->candidate[k], nine_of_ten) <
                                        routh_plan_score(plan, &plan->candidate[k - 1], nine_of_ten);
             k--) {
            const routh_insertion_candidate passed = plan->candidate[k];
            plan->candidate[k] = plan->candidate[k - 1];
            plan->candidate[k - 1] = passed;
        }
}

/* Of those that are as good as the first, the one that leaves least of the displacements' priors comes first. */
static void prefer_displacements(routh_insertion_plan *plan, size_t count) {
    const double limit = (1 + as_good) * routh_plan_score(plan, &plan->candidate[0], true);
    size_t least = 0;
    for (size_t i = 1; i < count && routh_plan_score(plan, &plan->candidate[i], true) <= limit; i++)
        least = plan->candidate[i].remains < plan->candidate[least].remains ? i : least;
    const routh_insertion_candidate first = plan->candidate[least];
    memmove(&plan->candidate[1], plan->candidate, least * sizeof first);
    plan->candidate[0] = first;
}

/* The best few again, with draws that they were not chosen by. There are enough of them to prefer what is good in nine of ten to
 * what is good in half of them. */
static routh_status judge_finalists(routh_context *context, exchange *e) {
    routh_insertion_plan *plan = e->planner.plan;
    const size_t first = plan->options.screening;
    size_t finalists = 0;
    put_in_order(plan, plan->count, false);
    if (*plan->candidate[0].why)
        return routh_fail(context, ROUTH_NOT_ENDED, "none of %zu paths can be used; the first: %s", plan->count,
                          plan->candidate[0].why);
    for (; finalists < FINALISTS && finalists < plan->count && !*plan->candidate[finalists].why; finalists++) {
        ROUTH_TRY(routh_progress(context, "comparing the best paths", (double)finalists / FINALISTS));
        ROUTH_TRY(routh_plan_predict(context, &e->planner, first, plan->options.draws, &plan->candidate[finalists]));
    }
    put_in_order(plan, finalists, true);
    prefer_displacements(plan, finalists);
    if (*plan->candidate[0].why)
        return routh_fail(context, ROUTH_NOT_ENDED, "the best paths fail with other displacements: %s",
                          plan->candidate[0].why);
    return ROUTH_OK;
}

/* What paths are compared with, in the draws of the finalists. */
static routh_status judge_test(routh_context *context, exchange *e) {
    routh_insertion_plan *plan = e->planner.plan;
    plan->test.path = routh_insertion_path_default();
    snprintf(plan->test.about, sizeof plan->test.about, "turned by 2°");
    return routh_plan_predict(context, &e->planner, plan->options.screening, plan->options.draws, &plan->test);
}

/* What no path that was tried shows. */
static routh_status find_least(routh_context *context, routh_insertion_plan *plan) {
    const size_t unknowns = plan->assembly->count;
    plan->least = routh_allocate(context, unknowns, sizeof *plan->least);
    for (size_t j = 0; plan->least && j < unknowns; j++) {
        plan->least[j] = INFINITY;
        for (size_t i = 0; i < plan->count; i++)
            if (!*plan->candidate[i].why)
                plan->least[j] = fmin(plan->least[j], plan->candidate[i].error[j]);
    }
    return plan->least ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

static routh_status search(routh_context *context, exchange *e) {
    routh_insertion_plan *plan = e->planner.plan;
    if (plan->options.time > 0)
        ROUTH_TRY(check_time(context, plan));
    ROUTH_TRY(judge_test(context, e));
    ROUTH_TRY(choose_direction(context, e));
    for (size_t i = 0; i < plan->options.sweeps; i++) {
        const size_t before = e->best;
        ROUTH_TRY(sweep(context, e));
        if (e->best == before)
            break;
    }
    ROUTH_TRY(judge_finalists(context, e));
    ROUTH_TRY(find_least(context, plan));
    return routh_plan_trace(context, &e->planner);
}

static size_t count_evaluations(const routh_insertion_plan_options *options) {
    size_t once = 0;
    for (int c = ROUTH_PLAN_AMPLITUDE; c < ROUTH_PLAN_CHOICES; c++)
        once += routh_plan_levels((routh_plan_choice)c) - 1;
    return 2 * routh_plan_levels(ROUTH_PLAN_DIRECTION) + options->sweeps * once;
}

static routh_status run(routh_context *context, routh_insertion_plan *plan) {
    ROUTH_ARENA(room, context);
    ROUTH_TRY(check(context, plan->assembly, &plan->options));
    exchange *e = routh_take(&room, 1, sizeof *e);
    ROUTH_TRY(room.status);
    e->planner = (routh_planner){.assembly = plan->assembly, .plan = plan};
    e->expected = count_evaluations(&plan->options);
    ROUTH_TRY(routh_reference_create(&room, plan->assembly, &e->planner.extended));
    plan->candidate = routh_allocate(context, MOST_CANDIDATES, sizeof *plan->candidate);
    ROUTH_TRY(plan->candidate ? search(context, e) : ROUTH_OUT_OF_MEMORY);
    const routh_insertion_candidate *best = &plan->candidate[0];
    plan->reached = fmax(best->stiffness_90, best->friction_90) <= plan->options.precision;
    return routh_plan_say(context, plan);
}

routh_status routh_insertion_plan_run(routh_context *context, const routh_assembly *assembly,
                                      const routh_insertion_plan_options *options, routh_insertion_plan *plan) {
    const double start = routh_seconds();
    *plan = (routh_insertion_plan){.assembly = assembly,
                                   .options = options ? *options : routh_insertion_plan_options_default()};
    plan->options.generator.path = NULL;
    const routh_status status = run(context, plan);
    plan->seconds = routh_seconds() - start;
    if (status != ROUTH_OK)
        routh_insertion_plan_release(context, plan);
    return status;
}

ROUTH_RELEASED_BY_FIELDS(routh_insertion_plan)
