/* A proof: impacts of a body in an engine, the search for a setting, and what it does in phases that the search had not seen.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/context.h"
#include "base/limits.h"
#include "engine/engine.h"
#include "engine/proof.h"

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
    routh_status status = routh_check_limits(context, "proof", limit, sizeof limit / sizeof *limit);
    if (status == ROUTH_OK)
        status = routh_check_count(context, "proof", "impacts", options->impacts, 1, 1000);
    if (status == ROUTH_OK)
        status = routh_check_count(context, "proof", "phases", options->phases, 1, 100);
    if (status == ROUTH_OK)
        status = routh_check_count(context, "proof", "settings", options->settings, 1, 100000);
    return status;
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
    given_impact *sorted = routh_allocate(context, count, sizeof *sorted);
    if (!sorted)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; i++)
        sorted[i] = (given_impact){.speed = routh_proof_speed(of, &impacts[i]), .state = impacts[i]};
    qsort(sorted, count, sizeof *sorted, by_speed);
    for (size_t i = 0; i < count; i++)
        touching[i] = sorted[i].state;
    routh_release(context, sorted);
    return ROUTH_OK;
}

/* Trials ------------------------------------------------------------------------------------------------*/

static routh_status try_trial(routh_context *context, routh_proof_set *set, routh_proof_trial *trial) {
    trial->impact = routh_allocate(context, set->impacts, sizeof *trial->impact);
    if (!trial->impact)
        return ROUTH_OUT_OF_MEMORY;
    const routh_status status = routh_proof_set_run(context, set, &trial->setting, &trial->score, NULL);
    if (status == ROUTH_OK)
        routh_proof_sum_up(set, trial);
    return status;
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
    routh_status status =
        routh_proof_search(context, set, proof->engine, options, has_start, &start, &score, &proof->settings);
    proof->best.setting = start;
    routh_proof_set_fill(set, of, touching, &unseen);
    if (status == ROUTH_OK && has_textbook)
        status = try_trial(context, set, &proof->textbook);
    if (status == ROUTH_OK)
        status = try_trial(context, set, &proof->best);
    return status;
}

static routh_status prove(routh_context *context, const routh_proof_runner *runner, const routh_engine_target *target,
                          const routh_proof_body *of, const routh_state3 *impacts, size_t count, double step,
                          const routh_proof_options *options, routh_proof *proof) {
    routh_proof_set set;
    routh_state3 *touching = routh_allocate(context, count, sizeof *touching);
    if (!touching)
        return ROUTH_OUT_OF_MEMORY;
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
    routh_release(context, touching);
    if (status != ROUTH_OK)
        return status;
    judge(options, proof);
    return routh_proof_speak(context, target, of->body, step, proof);
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
    const routh_status status =
        routh_proof_with(context, engine, &runner, target, body, impacts, count, step, options, proof);
    if (status == ROUTH_OK)
        snprintf(proof->version, sizeof proof->version, "%s", routh_driver_version(driver));
    return status;
}

void routh_proof_release(routh_context *context, routh_proof *proof) {
    routh_release(context, proof->best.impact);
    routh_release(context, proof->textbook.impact);
    routh_findings_release(context, &proof->findings);
    *proof = (routh_proof){0};
}
