/* What a proof showed, and why an engine cannot, as sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/findings.h"
#include "engine/engine.h"
#include "engine/proof.h"

static const char topic[] = "proof";

static void say_verdict(routh_speech *speech, const routh_engine_target *target, double step,
                        const routh_proof *proof) {
    const routh_proof_trial *best = &proof->best;
    const char *title = proof->engine->title;
    const double spread = best->eps_error[2] - best->eps_error[0];
    if (proof->verdict == ROUTH_PROOF_REACHED)
        routh_say(speech, ROUTH_FINE, topic,
                  "%s reaches it at steps of %g ms: of %zu impacts from %.2g to %.2g m/s, each in several phases of a "
                  "step, %.0f %% have e within %g and friction within %g %% of what is wanted.",
                  title, 1e3 * step, proof->impact_count, proof->speed[0], proof->speed[1], 100 * best->agree,
                  target->eps_tolerance, 100 * target->friction_tolerance);
    else if (proof->verdict == ROUTH_PROOF_IN_PART)
        routh_say(
            speech, ROUTH_WARNING, topic,
            "%s reaches it in part at steps of %g ms: from %.2g to %.2g m/s. Over all speeds asked for, %.0f %% of "
            "impacts agree; with the best setting e spreads by %.3f.",
            title, 1e3 * step, proof->speed[0], proof->speed[1], 100 * best->agree, spread);
    else
        routh_say(speech, ROUTH_WRONG, topic,
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

static void say_about_eps(routh_speech *speech, const routh_engine_target *target, const tally *all,
                          const routh_proof *proof) {
    const double room = 2 * target->eps_tolerance, ranges = all->most_wanted - all->least_wanted;
    if (ranges > room)
        routh_say(speech, ROUTH_NOTE, topic,
                  "The law wants Newton's e from %.3f to %.3f of these impacts, because e depends on speed or, where a "
                  "body turns and slips, on the impact; %s has one for all.",
                  all->least_wanted, all->most_wanted, proof->engine->title);
    if (all->phases > room)
        routh_say(speech, ROUTH_NOTE, topic,
                  "e depends on where in a step the contact is met: by %.3f in one and the same impact, in contacts of "
                  "up to %zu steps.",
                  all->phases, all->steps);
    if (proof->engine->is_spring && all->slip > target->eps_tolerance)
        routh_say(
            speech, ROUTH_NOTE, topic,
            "A contact that slips is pushed apart by its friction cone: e grows with μ × slip ÷ speed of approach, "
            "up to %.2f here.",
            all->slip);
}

static void say_about_friction(routh_speech *speech, const routh_engine_target *target, const tally *all,
                               const routh_proof *proof) {
    if (all->sticking > target->friction_tolerance)
        routh_say(speech, ROUTH_NOTE, topic,
                  "Where slip should end, the impulse of friction is off by up to %.0f %% of μ × the normal impulse%s.",
                  100 * all->sticking,
                  proof->engine->is_spring ? ": the damping that makes e also acts along the ground, and turns slip "
                                             "around or leaves some of it"
                                           : "");
    if (all->slipping > target->friction_tolerance)
        routh_say(speech, ROUTH_NOTE, topic, "Where slip lasts, the impulse of friction is off by up to %.1f %%.",
                  100 * all->slipping);
}

static void say_why(routh_speech *speech, const routh_engine_target *target, const routh_engine_body *body,
                    const routh_proof *proof) {
    const tally all = count_up(proof, target->surface.pair.mu);
    const double limit = routh_engine_depth(target, body);
    say_about_eps(speech, target, &all, proof);
    say_about_friction(speech, target, &all, proof);
    if (proof->best.depth > limit)
        routh_say(speech, ROUTH_NOTE, topic,
                  "Contacts sink in by up to %.2g mm; %.2g mm beyond what a step moves are "
                  "allowed.",
                  1e3 * proof->best.depth, 1e3 * limit);
    if (all.several > 0)
        routh_say(speech, ROUTH_NOTE, topic,
                  "In %zu of %zu impacts several contacts pushed; the law is for one of them.", all.several,
                  proof->impact_count);
    if (all.lost > 0)
        routh_say(speech, ROUTH_NOTE, topic, "In %zu of %zu impacts the contact did not end, or there was none.",
                  all.lost, proof->impact_count);
}

routh_status routh_proof_speak(routh_context *context, const routh_engine_target *target, const routh_engine_body *body,
                               double step, routh_proof *proof) {
    routh_speech speech = {.context = context, .findings = &proof->findings, .status = ROUTH_OK};
    say_verdict(&speech, target, step, proof);
    if (proof->verdict != ROUTH_PROOF_REACHED)
        say_why(&speech, target, body, proof);
    if (proof->best.energy_gain > 0.001)
        routh_say(&speech, ROUTH_WARNING, topic, "Impacts gain energy: up to %.1f %% of what they had.",
                  100 * proof->best.energy_gain);
    if (isfinite(proof->textbook.score))
        routh_say(&speech, ROUTH_NOTE, topic,
                  "With the textbook's setting %.0f %% of impacts agree; its e is off by %+.3f to %+.3f.",
                  100 * proof->textbook.agree, proof->textbook.eps_error[0], proof->textbook.eps_error[2]);
    return speech.status;
}
