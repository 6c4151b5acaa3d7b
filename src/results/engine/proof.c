/* A proof: what its samples amount to, what it showed, and the whole of it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/proof.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/context.h"
#include "base/numbers.h"
#include "engine/engine.h"
#include "fields/structs.h"

/* What the samples of one setting amount to, for each impact and in all. */

/* Least, median and greatest of what is finite. Reorders it. */
static void three_of(double *value, size_t count, double three[3]) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(value[i]))
            value[kept++] = value[i];
    qsort(value, kept, sizeof *value, routh_ascending);
    three[0] = kept > 0 ? value[0] : NAN;
    three[1] = routh_median(value, kept);
    three[2] = kept > 0 ? value[kept - 1] : NAN;
}

/* One number of each sample, by its place in the struct. */
static void gather(const routh_proof_sample *sample, size_t count, size_t offset, double *room, double three[3]) {
    for (size_t i = 0; i < count; i++)
        room[i] = *(const double *)(const void *)((const char *)&sample[i] + offset);
    three_of(room, count, three);
}

static void sum_up_one(const routh_proof_sample *sample, size_t count, double *room, routh_proof_impact *impact) {
    double three[3], sticking = 0;
    *impact = (routh_proof_impact){.energy_gain = -INFINITY};
    gather(sample, count, offsetof(routh_proof_sample, speed), room, three), impact->speed = three[1];
    gather(sample, count, offsetof(routh_proof_sample, slip), room, three), impact->slip = three[1];
    gather(sample, count, offsetof(routh_proof_sample, eps_wanted), room, three), impact->eps_wanted = three[1];
    gather(sample, count, offsetof(routh_proof_sample, friction_wanted), room, three);
    impact->friction_wanted = three[1];
    gather(sample, count, offsetof(routh_proof_sample, eps), room, impact->eps);
    gather(sample, count, offsetof(routh_proof_sample, friction), room, impact->friction);
    gather(sample, count, offsetof(routh_proof_sample, friction_error), room, impact->friction_error);
    for (size_t i = 0; i < count; i++) {
        const routh_proof_sample *one = &sample[i];
        room[i] = one->eps - one->eps_wanted;
        impact->steps = one->steps > impact->steps ? one->steps : impact->steps;
        impact->contacts = one->contacts > impact->contacts ? one->contacts : impact->contacts;
        impact->depth = fmax(impact->depth, one->depth);
        impact->energy_gain = fmax(impact->energy_gain, one->energy_gain);
        impact->agree += (one->score <= 1) / (double)count;
        sticking += one->sticks;
    }
    three_of(room, count, impact->eps_error);
    impact->sticks = 2 * sticking > (double)count;
}

/* What the samples of the setting that ran last amount to. `trial->impact` has room for all impacts. */
static void proof_sum_up(routh_proof_set *set, routh_proof_trial *trial) {
    const size_t count = set->impacts * set->phases;
    trial->depth = trial->agree = 0;
    trial->energy_gain = -INFINITY;
    for (size_t i = 0; i < set->impacts; i++) {
        routh_proof_impact *impact = &trial->impact[i];
        sum_up_one(&set->sample[i * set->phases], set->phases, set->room, impact);
        trial->depth = fmax(trial->depth, impact->depth);
        trial->energy_gain = fmax(trial->energy_gain, impact->energy_gain);
        trial->agree += impact->agree / (double)set->impacts;
    }
    for (size_t i = 0; i < count; i++)
        set->room[i] = set->sample[i].eps - set->sample[i].eps_wanted;
    three_of(set->room, count, trial->eps_error);
    gather(set->sample, count, offsetof(routh_proof_sample, friction_error), set->room, trial->friction_error);
}

/* What a proof showed, and why an engine cannot, as sentences. */

static const char topic[] = "proof";

static void say_verdict(routh_findings_writer *writer, const routh_engine_target *target, double step,
                        const routh_proof *proof) {
    const routh_proof_trial *best = &proof->best;
    const char *title = proof->engine->title;
    const double spread = best->eps_error[2] - best->eps_error[0];
    if (proof->verdict == ROUTH_PROOF_REACHED)
        routh_findings_add(
            writer, ROUTH_FINE, topic,
            "%s reaches it at steps of %g ms: of %zu impacts from %.2g to %.2g m/s, each in several phases of a "
            "step, %.0f %% have e within %g and friction within %g %% of what is wanted.",
            title, 1e3 * step, proof->impact_count, proof->speed[0], proof->speed[1], 100 * best->agree,
            target->eps_tolerance, 100 * target->friction_tolerance);
    else if (proof->verdict == ROUTH_PROOF_IN_PART)
        routh_findings_add(
            writer, ROUTH_WARNING, topic,
            "%s reaches it in part at steps of %g ms: from %.2g to %.2g m/s. Over all speeds asked for, %.0f %% of "
            "impacts agree; with the best setting e spreads by %.3f.",
            title, 1e3 * step, proof->speed[0], proof->speed[1], 100 * best->agree, spread);
    else
        routh_findings_add(
            writer, ROUTH_WRONG, topic,
            "%s cannot at steps of %g ms: with the best setting e spreads by %.3f over %.2g to %.2g m/s, and "
            "%.0f %% of "
            "impacts agree.",
            title, 1e3 * step, spread, target->speed[0], target->speed[1], 100 * best->agree);
}

/* What the impacts of a trial have in common. */
typedef struct tally {
    double least_wanted, most_wanted; /* of e */
    double phases;                    /* the largest difference of e between phases of one impact */
    double slip;                      /* largest μ × slip ÷ speed */
    double sticking, slipping;        /* largest error of friction */
    size_t several, lost;             /* impacts with several contacts; with none, or that did not end */
    size_t steps;                     /* most */
} tally;

static tally count_up(const routh_proof *proof, double mu) {
    tally all = {.least_wanted = INFINITY, .most_wanted = -INFINITY};
    for (size_t i = 0; i < proof->impact_count; i++) {
        const routh_proof_impact *one = &proof->best.impact[i];
        const double off = fmax(fabs(one->friction_error[0]), fabs(one->friction_error[2]));
        all.least_wanted = fmin(all.least_wanted, one->eps_wanted);
        all.most_wanted = fmax(all.most_wanted, one->eps_wanted);
        all.phases = fmax(all.phases, one->eps_error[2] - one->eps_error[0]);
        all.slip = fmax(all.slip, mu * one->slip / one->speed);
        *(one->sticks ? &all.sticking : &all.slipping) = fmax(one->sticks ? all.sticking : all.slipping, off);
        all.several += one->contacts > 1 ? 1 : 0;
        all.lost += isnan(one->eps[1]) ? 1 : 0;
        all.steps = one->steps > all.steps ? one->steps : all.steps;
    }
    return all;
}

static void say_about_eps(routh_findings_writer *writer, const routh_engine_target *target, const tally *all,
                          const routh_proof *proof) {
    const double room = 2 * target->eps_tolerance, ranges = all->most_wanted - all->least_wanted;
    if (ranges > room)
        routh_findings_add(
            writer, ROUTH_NOTE, topic,
            "The law wants Newton's e from %.3f to %.3f of these impacts, because e depends on speed or, where a "
            "body turns and slips, on the impact; %s has one for all.",
            all->least_wanted, all->most_wanted, proof->engine->title);
    if (all->phases > room)
        routh_findings_add(
            writer, ROUTH_NOTE, topic,
            "e depends on where in a step the contact is met: by %.3f in one and the same impact, in contacts of "
            "up to %zu steps.",
            all->phases, all->steps);
    if (proof->engine->is_spring && all->slip > target->eps_tolerance)
        routh_findings_add(
            writer, ROUTH_NOTE, topic,
            "A contact that slips is pushed apart by its friction cone: e grows with μ × slip ÷ speed of approach, "
            "up to %.2f here.",
            all->slip);
}

static void say_about_friction(routh_findings_writer *writer, const routh_engine_target *target, const tally *all,
                               const routh_proof *proof) {
    if (all->sticking > target->friction_tolerance)
        routh_findings_add(
            writer, ROUTH_NOTE, topic,
            "Where slip should end, the impulse of friction is off by up to %.0f %% of μ × the normal impulse%s.",
            100 * all->sticking,
            proof->engine->is_spring ? ": the damping that makes e also acts along the ground, and turns slip "
                                       "around or leaves some of it"
                                     : "");
    if (all->slipping > target->friction_tolerance)
        routh_findings_add(writer, ROUTH_NOTE, topic,
                           "Where slip lasts, the impulse of friction is off by up to %.1f %%.", 100 * all->slipping);
}

static void say_why(routh_findings_writer *writer, const routh_engine_target *target, const routh_engine_body *body,
                    const routh_proof *proof) {
    const tally all = count_up(proof, target->surface.pair.mu);
    const double limit = routh_engine_depth(target, body);
    say_about_eps(writer, target, &all, proof);
    say_about_friction(writer, target, &all, proof);
    if (proof->best.depth > limit)
        routh_findings_add(writer, ROUTH_NOTE, topic,
                           "Contacts sink in by up to %.2g mm; %.2g mm beyond what a step moves are "
                           "allowed.",
                           1e3 * proof->best.depth, 1e3 * limit);
    if (all.several > 0)
        routh_findings_add(writer, ROUTH_NOTE, topic,
                           "In %zu of %zu impacts several contacts pushed; the law is for one of them.", all.several,
                           proof->impact_count);
    if (all.lost > 0)
        routh_findings_add(writer, ROUTH_NOTE, topic,
                           "In %zu of %zu impacts the contact did not end, or there was none.", all.lost,
                           proof->impact_count);
}

/* The verdict and the reasons for it, as sentences, once everything else is there. */
static routh_status proof_speak(routh_context *context, const routh_engine_target *target,
                                const routh_engine_body *body, double step, routh_proof *proof) {
    routh_findings_writer writer = {.context = context, .findings = &proof->findings, .status = ROUTH_OK};
    say_verdict(&writer, target, step, proof);
    if (proof->verdict != ROUTH_PROOF_REACHED)
        say_why(&writer, target, body, proof);
    if (proof->best.energy_gain > 0.001)
        routh_findings_add(&writer, ROUTH_WARNING, topic, "Impacts gain energy: up to %.1f %% of what they had.",
                           100 * proof->best.energy_gain);
    if (isfinite(proof->textbook.score))
        routh_findings_add(&writer, ROUTH_NOTE, topic,
                           "With the textbook's setting %.0f %% of impacts agree; its e is off by %+.3f to %+.3f.",
                           100 * proof->textbook.agree, proof->textbook.eps_error[0], proof->textbook.eps_error[2]);
    return writer.status;
}

/* A proof: impacts of a body in an engine, the search for a setting, and what it does in phases that the search had not seen. */

static const routh_name_entry verdicts[] = {
#define VERDICT_NAME(code, name, about) {name, about},
    ROUTH_PROOF_VERDICT_TABLE(VERDICT_NAME)
#undef VERDICT_NAME
};
const routh_names routh_proof_verdicts = {"verdict", ROUTH_PROOF_VERDICT_COUNT, verdicts};

routh_proof_options routh_proof_options_default(void) {
    return (routh_proof_options){
        .impacts = 24, .phases = 8, .share = 0.95, .slip = {0, 1}, .spin = 0.5, .settings = 300, .seed = 1};
}

static routh_status check_options(routh_context *context, const routh_proof_options *options) {
    const routh_limit limit[] = {{"share", "", options->share, 0.5, 1},
                                 {"slip[0]", "", options->slip[0], 0, options->slip[1]},
                                 {"slip[1]", "", options->slip[1], 0, 100},
                                 {"spin", "", options->spin, 0, 10}};
    ROUTH_TRY(routh_check_limits(context, "proof", limit, sizeof limit / sizeof *limit));
    ROUTH_TRY(routh_check_count(context, "proof", "impacts", options->impacts, 1, 1000));
    ROUTH_TRY(routh_check_count(context, "proof", "phases", options->phases, 1, 100));
    return routh_check_count(context, "proof", "settings", options->settings, 1, 100000);
}

/* The driver as a runner ----------------------------------------------------------------------------------*/

typedef struct driven {
    routh_driver *driver;
    const routh_engine_body *body;
} driven;

static routh_status drive(routh_context *context, void *user, const routh_engine_setting *setting,
                          const routh_state3 *starts, size_t count, size_t most_steps, routh_driver_impact *impacts) {
    const driven *by = user;
    routh_context quiet = routh_context_quiet(context); /* progress is that of the search */
    routh_status status = routh_driver_make(&quiet, by->driver, by->body, setting);
    if (status == ROUTH_OK)
        status = routh_driver_impacts(&quiet, by->driver, starts, count, most_steps, impacts);
    return status == ROUTH_OK || !context ? status : routh_fail(context, status, "%s", quiet.message);
}

/* Impacts -----------------------------------------------------------------------------------------------*/

/* Speeds in equal parts of the range's logarithm, the least and the greatest among them. */
static void draw_impacts(const routh_proof_body *of, const routh_engine_target *target,
                         const routh_proof_options *options, double step, size_t count, routh_state3 *touching) {
    routh_random random = routh_random_seed(options->seed, 1);
    for (size_t i = 0; i < count; i++) {
        const double share = count > 1 ? (double)i / (double)(count - 1) : 0.5;
        const double speed = target->speed[0] * pow(target->speed[1] / target->speed[0], share);
        const double slip = speed * routh_random_uniform(&random, options->slip[0], options->slip[1]);
        const double spin = speed * routh_random_uniform(&random, 0, options->spin) / of->reach;
        routh_proof_draw(of, &random, speed, slip, spin, 3 * speed * step + 0.02 * of->reach, &touching[i]);
    }
}

typedef struct given_impact {
    double speed; /* of approach of the contact point */
    routh_state3 state;
} given_impact;

static int by_speed(const void *a, const void *b) {
    const given_impact *x = a, *y = b;
    return (x->speed > y->speed) - (x->speed < y->speed);
}

static routh_status sort_impacts(routh_context *context, const routh_proof_body *of, const routh_state3 *impacts,
                                 size_t count, routh_state3 *touching) {
    ROUTH_ARENA(room, context);
    given_impact *sorted = routh_take(&room, count, sizeof *sorted);
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < count; i++)
        sorted[i] = (given_impact){.speed = routh_proof_speed(of, &impacts[i]), .state = impacts[i]};
    qsort(sorted, count, sizeof *sorted, by_speed);
    for (size_t i = 0; i < count; i++)
        touching[i] = sorted[i].state;
    return ROUTH_OK;
}

/* Trials ------------------------------------------------------------------------------------------------*/

static routh_status try_trial(routh_context *context, routh_proof_set *set, routh_proof_trial *trial) {
    trial->impact = routh_allocate(context, set->impacts, sizeof *trial->impact);
    if (!trial->impact)
        return ROUTH_OUT_OF_MEMORY;
    ROUTH_TRY(routh_proof_set_run(context, set, &trial->setting, &trial->score, NULL));
    proof_sum_up(set, trial);
    return ROUTH_OK;
}

/* The longest row of neighbouring speeds in which all impacts agree as often as all together should. */
static void agreeing_speeds(const routh_proof_trial *trial, size_t count, double share, double speed[2],
                            size_t *longest) {
    *longest = 0;
    speed[0] = speed[1] = NAN;
    for (size_t first = 0; first < count; first++)
        for (size_t last = first; last < count && trial->impact[last].agree >= share; last++)
            if (last - first + 1 > *longest) {
                *longest = last - first + 1;
                speed[0] = trial->impact[first].speed;
                speed[1] = trial->impact[last].speed;
            }
}

static void judge(const routh_proof_options *options, routh_proof *proof) {
    size_t longest;
    agreeing_speeds(&proof->best, proof->impact_count, options->share, proof->speed, &longest);
    proof->verdict = proof->best.agree >= options->share - 1e-9          ? ROUTH_PROOF_REACHED
                     : longest > 0 && 4 * longest >= proof->impact_count ? ROUTH_PROOF_IN_PART
                                                                         : ROUTH_PROOF_CANNOT;
    if (proof->verdict == ROUTH_PROOF_REACHED) {
        proof->speed[0] = proof->best.impact[0].speed;
        proof->speed[1] = proof->best.impact[proof->impact_count - 1].speed;
    }
}

static routh_status search_and_try(routh_context *context, routh_proof_set *set, const routh_proof_body *of,
                                   const routh_state3 *touching, const routh_proof_options *options,
                                   routh_proof *proof) {
    routh_random unseen = routh_random_seed(options->seed, 2);
    routh_engine_setting start = {.engine = proof->engine, .step = set->step};
    double score;
    /* where no formula gives a setting, the search has starts of its own, and textbooks have nothing to show */
    const bool has_start =
        routh_engine_convert(NULL, proof->engine, set->target, set->body, set->step, false, &start) == ROUTH_OK;
    const bool has_textbook = routh_engine_convert(NULL, proof->engine, set->target, set->body, set->step, true,
                                                   &proof->textbook.setting) == ROUTH_OK;
    routh_proof_set_fill(set, of, touching, NULL);
    ROUTH_TRY(routh_proof_search(context, set, proof->engine, options, has_start, &start, &score, &proof->settings));
    proof->best.setting = start;
    routh_proof_set_fill(set, of, touching, &unseen);
    if (has_textbook)
        ROUTH_TRY(try_trial(context, set, &proof->textbook));
    return try_trial(context, set, &proof->best);
}

static routh_status prove(routh_context *context, const routh_proof_runner *runner, const routh_engine_target *target,
                          const routh_proof_body *of, const routh_state3 *impacts, size_t count, double step,
                          const routh_proof_options *options, routh_proof *proof) {
    routh_proof_set set;
    ROUTH_ARENA(room, context);
    routh_state3 *touching = routh_take(&room, count, sizeof *touching);
    ROUTH_TRY(room.status);
    routh_status status = impacts ? sort_impacts(context, of, impacts, count, touching) : ROUTH_OK;
    if (!impacts)
        draw_impacts(of, target, options, step, count, touching);
    if (status == ROUTH_OK)
        status =
            routh_proof_set_open(context, runner, target, of->body, step, options->share, count, options->phases, &set);
    if (status == ROUTH_OK) {
        proof->impact_count = count;
        status = search_and_try(context, &set, of, touching, options, proof);
        routh_proof_set_close(context, &set);
    }
    if (status != ROUTH_OK)
        return status;
    judge(options, proof);
    return proof_speak(context, target, of->body, step, proof);
}

routh_status routh_proof_with(routh_context *context, const routh_engine *engine, const routh_proof_runner *runner,
                              const routh_engine_target *target, const routh_engine_body *body,
                              const routh_state3 *impacts, size_t count, double step,
                              const routh_proof_options *options, routh_proof *proof) {
    const routh_proof_options usual = routh_proof_options_default();
    const routh_proof_options *chosen = options ? options : &usual;
    routh_proof_body of = {0};
    *proof = (routh_proof){.engine = engine, .target = *target, .best = {.score = NAN}, .textbook = {.score = NAN}};
    routh_status status = check_options(context, chosen);
    if (status == ROUTH_OK)
        status = routh_engine_target_check(context, target, body, step);
    if (status == ROUTH_OK)
        status = routh_proof_body_of(context, body, &of);
    if (status == ROUTH_OK)
        status = prove(context, runner, target, &of, impacts, impacts ? count : chosen->impacts, step, chosen, proof);
    routh_proof_body_release(context, &of);
    if (status != ROUTH_OK)
        routh_proof_release(context, proof);
    return status;
}

routh_status routh_proof_run(routh_context *context, const routh_engine *engine, routh_driver *driver,
                             const routh_engine_target *target, const routh_engine_body *body,
                             const routh_state3 *impacts, size_t count, double step, const routh_proof_options *options,
                             routh_proof *proof) {
    driven by = {.driver = driver, .body = body};
    const routh_proof_runner runner = {.run = drive, .user = &by};
    if (impacts && count == 0)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "impacts", "there are no impacts to prove anything with");
    ROUTH_TRY(routh_proof_with(context, engine, &runner, target, body, impacts, count, step, options, proof));
    snprintf(proof->version, sizeof proof->version, "%s", routh_driver_version(driver));
    return ROUTH_OK;
}

ROUTH_RELEASED_BY_FIELDS(routh_proof)
