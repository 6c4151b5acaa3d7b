/* Which values to use, or why none: the first sentence of a study, which its other findings must not contradict.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "study/internal.h"

enum { REASONS_SIZE = 512 };

/* R² of the identity below which it is no scale that is wrong. */
static const double unrelated = 0.2;

/* Where it is below that although most impacts obey, the others are far off. */
static const double scattered = 0.9;

/* The speeds of the contact point between which 95 % of the impacts lie; false without memory for them. */
static bool usual_speeds(routh_context *context, const routh_frame_study *f, double speed[2]) {
    ROUTH_ARENA(room, context);
    double *all = routh_take(&room, f->count, sizeof *all);
    if (!all)
        return false;
    for (size_t i = 0; i < f->count; i++)
        all[i] = hypot(f->sample[i].contact.vt, f->sample[i].contact.vn);
    qsort(all, f->count, sizeof *all, routh_ascending);
    speed[0] = all[f->count / 40];
    speed[1] = all[f->count - 1 - f->count / 40];
    return true;
}

/* Why the best law's values are in doubt. */
static void list_doubts(const routh_study *study, const routh_frame_study *f, char text[REASONS_SIZE]) {
    const routh_frame_evidence *evidence = &study->evidence;
    const routh_law_study *s = &f->law[f->best];
    text[0] = '\0';
    const double obeying = routh_share_obeying(f);
    const bool outliers = obeying >= ROUTH_MOST_OBEY && evidence->hypothesis[f->frame].r2 < scattered;
    if ((!evidence->decided || evidence->gyration_disagrees) && outliers)
        routh_words_add(text, REASONS_SIZE, "; ",
                        "%.0f %% of the impacts turn as no impulse at their contact point can, and the others as the "
                        "stated body does: look at the corners and angles of those",
                        100 * (1 - obeying));
    else if (!evidence->decided)
        routh_words_add(text, REASONS_SIZE, "; ", "these impacts do not determine whether the frame is right");
    else if (evidence->best != f->frame)
        routh_words_add(text, REASONS_SIZE, "; ", "the impacts contradict the frame");
    const double implied = evidence->gyration_disagrees ? evidence->hypothesis[evidence->best].gyration
                                                        : study->systematics.advised_gyration;
    const bool couple = routh_is_outdone(&f->remainder) && strcmp(f->remainder.parameter, "couple") == 0;
    if (implied > 0 && !outliers && !couple) /* a couple is not the inertia's to explain */
        routh_words_add(text, REASONS_SIZE, "; ",
                        "the impacts imply a radius of gyration of %.1f mm, and the body's is %.1f mm", 1e3 * implied,
                        1e3 * evidence->stated_gyration);
    if (f->copies > f->count)
        routh_words_add(text, REASONS_SIZE, "; ", "%zu of the records are copies of others, which are left out",
                        f->copies);
    if (f->remainder.mirrored > 0)
        routh_words_add(text, REASONS_SIZE, "; ", "%zu of the impacts are mirrored", f->remainder.mirrored);
    if (routh_is_outdone(&f->remainder))
        routh_words_add(text, REASONS_SIZE, "; ", "%s, which has what it lacks, leaves %.3f instead of %.3f",
                        f->remainder.law->name, f->remainder.error, s->error_mean);
    if (routh_is_misplaced(&f->remainder))
        routh_words_add(
            text, REASONS_SIZE, "; ",
            "impulses act beside the stated contact points, which shifts these values by an unknown amount");
    if (f->remainder.mixed > 0)
        routh_words_add(text, REASONS_SIZE, "; ", "%s",
                        f->remainder.found
                            ? "impacts differ by more than noise, so that these values are true of few of them"
                            : "two kinds of impact are mixed, and these values are true of neither");
    if (f->constant_gain <= ROUTH_CLEAR_GAIN * f->constant_gain_se)
        routh_words_add(text, REASONS_SIZE, "; ",
                        "impacts so alike, or with so much noise, test no law: one velocity for all does as well");
    if (routh_is_far_beyond_noise(s))
        routh_words_add(text, REASONS_SIZE, "; ", "its error, %.3f, is %.1f times the most that noise leaves",
                        s->error_mean, s->error_mean / s->reference.error.high);
}

static void say_none(const routh_study *study, const routh_frame_study *f, routh_findings_writer *words) {
    const routh_law_study *s = &f->law[f->best];
    if (!f->no_body) {
        routh_findings_add(words, ROUTH_WRONG, ROUTH_TOPIC_USE,
                           "No law explains this recording, and none is recommended: with one velocity for all impacts "
                           "the held-out error is %.3f, with %s, the best law, %.3f. Do velocities before and after "
                           "belong to the same impact, with the same axes and units?",
                           f->constant_error, s->law->title, s->error_mean);
        return;
    }
    double least = INFINITY, most = 0, related = 0;
    for (int frame = 0; frame < ROUTH_FRAME_COUNT; frame++) {
        least = fmin(least, study->evidence.hypothesis[frame].gyration);
        most = fmax(most, study->evidence.hypothesis[frame].gyration);
        related = fmax(related, study->evidence.hypothesis[frame].r2);
    }
    if (f->remainder.mirrored > 0) {
        routh_findings_add(
            words, ROUTH_WRONG, ROUTH_TOPIC_USE,
            "No law explains this recording, and none is recommended: %zu of %zu impacts are mirrored. Look "
            "for the rows in which the horizontal axis, or the sense of the angle, is another.",
            f->remainder.mirrored, f->remainder.count);
        return;
    }
    if (related < unrelated) {
        routh_findings_add(
            words, ROUTH_WRONG, ROUTH_TOPIC_USE,
            "No law explains this recording, and none is recommended: in whatever frame it is read, the "
            "change of spin has next to nothing to do with the moment of the impulse (R² = %.2f at most). "
            "Do velocities before and after belong to the same impact, and do the contact points?",
            related);
        return;
    }
    char found[64] = "no radius of gyration";
    if (most > 0)
        snprintf(found, sizeof found, "a radius of gyration of %.1f to %.1f mm", 1e3 * least, 1e3 * most);
    routh_findings_add(words, ROUTH_WRONG, ROUTH_TOPIC_USE,
                       "No law explains this recording, and none is recommended: in whatever frame it is read, the "
                       "impacts imply %s, and the stated body has %.1f mm. Look at the stated mass and inertia, the "
                       "units of lengths and of ω, and the angle.",
                       found, 1e3 * study->evidence.stated_gyration);
}

void routh_findings_add_use(const routh_study *study, size_t frame, routh_findings_writer *words) {
    const routh_frame_study *f = &study->frame[frame];
    const routh_law_study *s = &f->law[f->best];
    const int friction = routh_law_parameter(s->law, "mu"), restitution = routh_law_parameter(s->law, "eps");
    double speed[2];
    char mu[96], doubts[REASONS_SIZE];
    if (frame == 0 && f->count > 0 && f->standing == ROUTH_STANDING_NONE)
        say_none(study, f, words);
    if (frame > 0 || f->count == 0 || friction < 0 || restitution < 0 || f->standing == ROUTH_STANDING_NONE)
        return;
    if (!usual_speeds(words->context, f, speed)) {
        words->status = ROUTH_OUT_OF_MEMORY;
        return;
    }
    if (isinf(s->interval[friction].high))
        snprintf(mu, sizeof mu, "μ of at least %.3f", s->interval[friction].low);
    else
        snprintf(mu, sizeof mu, "μ = %.3f (%.3f to %.3f)", s->fit.parameters[friction], s->interval[friction].low,
                 s->interval[friction].high);
    const bool sound = f->standing == ROUTH_STANDING_SOUND;
    list_doubts(study, f, doubts);
    if (sound && f->remainder.found)
        snprintf(doubts, sizeof doubts,
                 ". Take the intervals, not the values: impacts differ by more than noise, as stated under misfit");
    routh_findings_add(words, sound ? ROUTH_NOTE : ROUTH_WARNING, ROUTH_TOPIC_USE,
                       "%s %s with %s and %s = %.3f (%.3f to %.3f)%s%s. μ bounds the tangential impulse by μ times the "
                       "normal one; %s is the %s. They were found at contact speeds of %.2g to %.2g m/s.",
                       sound ? "Use these values:" : "What fits best, but do not rely on it:", s->law->title, mu,
                       s->law->parameter[restitution].symbol, s->fit.parameters[restitution],
                       s->interval[restitution].low, s->interval[restitution].high,
                       *doubts && !sound ? ". Why not: " : "", doubts, s->law->parameter[restitution].symbol,
                       routh_about(&routh_restitutions, s->law->restitution), speed[0], speed[1]);
    const routh_interval *chance = study->systematics.interval;
    if (study->systematics.count > 1 && study->systematics.law == s->law)
        routh_findings_add(
            words, ROUTH_NOTE, ROUTH_TOPIC_USE,
            "Chance alone would give μ from %.3f to %.3f and %s from %.3f to %.3f. The intervals also hold "
            "other readings of the recording (time between the velocities, calibration, flags, a few records "
            "that do not fit)%s.",
            chance[friction].low, chance[friction].high, s->law->parameter[restitution].symbol, chance[restitution].low,
            chance[restitution].high,
            f->remainder.found || f->remainder.mixed > 0 ? ", and what differs between impacts" : "");
}
