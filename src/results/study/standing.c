/* May the best law's numbers be used? A law that predicts no better than one answer for all impacts explains nothing,
 * however small the errors of its parameters are.
 *
 * The constant is the velocity after that has the least mean relative error on the fitted impacts, a weighted geometric
 * median (Weiszfeld, Tohoku Mathematical Journal 43, 1937), and is tested on those held out, as laws are. Impacts that are
 * all alike have the same answer under every law, too. So a law is refuted by it only where its own predictions differ
 * between impacts by more than half of its error.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "study/internal.h"
#include "study/study3.h"

enum { STEPS = 100, LEAST_COUNT = 10 };

/* A radius of gyration that is off by more than this factor in every frame is that of no body like the stated one. */
static const double unlike = 1.5;

/* Distances as errors have them: ω weighted by the radius of gyration, relative to the speed after. */
static double relative_distance(const routh_sample *sample, routh_velocity a, routh_velocity b) {
    const routh_velocity rest = {0, 0, 0};
    return routh_impact_error(ROUTH_VELOCITY, &sample->impact, a, b) /
           routh_impact_error(ROUTH_VELOCITY, &sample->impact, rest, sample->after);
}

/* The one velocity that is nearest to all of the fitted impacts' `after`; NaN of none. */
static routh_velocity constant_of(const routh_frame_study *f, const routh_velocity *after) {
    routh_velocity at = {0, 0, 0};
    for (int step = 0; step < STEPS; step++) {
        routh_velocity sum = {0, 0, 0};
        double weights = 0;
        for (size_t i = 0; i < f->count; i++) {
            const double unit = relative_distance(&f->sample[i], (routh_velocity){1, 0, 0}, (routh_velocity){0, 0, 0});
            if (f->held_out[i] || !isfinite(after[i].vx) || !isfinite(unit)) /* at rest afterwards: no relative error */
                continue;
            const double distance = relative_distance(&f->sample[i], at, after[i]);
            const double weight = step == 0 ? unit : unit * unit / fmax(distance, 1e-9);
            sum.vx += weight * after[i].vx;
            sum.vy += weight * after[i].vy;
            sum.omega += weight * after[i].omega;
            weights += weight;
        }
        at = (routh_velocity){sum.vx / weights, sum.vy / weights, sum.omega / weights};
    }
    return at;
}

/* Against what was measured, and against what the law itself predicts, on held-out impacts. */
static void compare_constant(routh_frame_study *f, const routh_law_study *best, routh_velocity *after) {
    double sum = 0, gain = 0, squares = 0, spread = 0, count = 0;
    for (size_t i = 0; i < f->count; i++)
        after[i] = f->sample[i].after;
    const routh_velocity constant = constant_of(f, after);
    for (size_t i = 0; i < f->count; i++) {
        const routh_impulse *p = &best->impact[i].impulse;
        after[i] = routh_impact_after(&f->sample[i].impact, p->pt, p->pn, p->couple);
    }
    const routh_velocity predicted = constant_of(f, after);
    for (size_t i = 0; i < f->count; i++) {
        const double own = relative_distance(&f->sample[i], constant, f->sample[i].after);
        const double more = own - best->impact[i].error;
        if (!f->held_out[i] || !isfinite(more))
            continue;
        sum += own;
        gain += more;
        squares += more * more;
        spread += relative_distance(&f->sample[i], predicted, after[i]);
        count++;
    }
    f->constant_error = sum / count;
    f->constant_gain = gain / count;
    f->constant_gain_se = sqrt(fmax(0, squares / count - f->constant_gain * f->constant_gain) / count);
    f->constant_spread = spread / count;
}

/* No way to read the rows gives a body like the stated one, even within the errors. */
static bool no_frame_has_the_body(const routh_frame_evidence *evidence) {
    bool stated = evidence->stated_gyration > 0 && evidence->count >= LEAST_COUNT;
    for (int frame = 0; frame < ROUTH_FRAME_COUNT && stated; frame++) {
        const routh_frame_hypothesis *h = &evidence->hypothesis[frame];
        const double like = 1 / (evidence->stated_gyration * evidence->stated_gyration), wide = 3 * h->slope_error;
        stated = h->slope + wide < like / (unlike * unlike) || h->slope - wide > like * unlike * unlike;
    }
    return stated;
}

/* A point impulse turns the body by k² Δω = r_x Δv_y − r_y Δv_x: within a tenth of the sizes of the terms. */
double routh_share_obeying(const routh_frame_study *f) {
    size_t obeying = 0;
    for (size_t i = 0; i < f->count; i++) {
        const routh_impact *b = &f->sample[i].impact;
        const routh_velocity *a = &f->sample[i].after;
        const double turn = b->inertia / b->mass * (a->omega - b->omega);
        const double normal = b->rx * (a->vy - b->vy), tangential = -b->ry * (a->vx - b->vx);
        obeying += fabs(turn - normal - tangential) <= 0.1 * (fabs(turn) + fabs(normal) + fabs(tangential));
    }
    return (double)obeying / (double)f->count;
}

bool routh_is_exact(const routh_law_study *s) {
    return s->error_mean < 5e-4;
}

bool routh_is_far_beyond_noise(const routh_law_study *s) {
    const routh_reference_range *left = &s->reference.error;
    return left->mean > 0 && s->error_mean > 2 * left->high && !routh_is_exact(s);
}

bool routh_is_misplaced(const routh_remainder *rest) {
    return rest->found && strcmp(rest->parameter, "lever") == 0;
}

bool routh_is_outdone(const routh_remainder *rest) {
    return rest->law && rest->gain > ROUTH_CLEAR_GAIN * rest->gain_se;
}

routh_status routh_study_stand(routh_context *context, const routh_dataset *dataset,
                               const routh_frame_evidence *evidence, routh_frame_study *f) {
    size_t reasons[ROUTH_REASON_COUNT];
    const routh_law_study *best = &f->law[f->best];
    routh_velocity *after = routh_allocate(context, f->count, sizeof *after);
    if (!after)
        return ROUTH_OUT_OF_MEMORY;
    compare_constant(f, best, after);
    routh_release(context, after);
    const bool explains = f->constant_gain > ROUTH_CLEAR_GAIN * f->constant_gain_se;
    routh_dataset_used(dataset, reasons);
    f->copies = reasons[ROUTH_DUPLICATE_INDEX];
    f->no_body = no_frame_has_the_body(evidence) && routh_share_obeying(f) < ROUTH_MOST_OBEY;
    if (f->no_body || (!explains && f->constant_spread > 0.5 * best->error_mean))
        f->standing = ROUTH_STANDING_NONE;
    else if (!explains || !evidence->decided || evidence->best != f->frame || evidence->gyration_disagrees ||
             f->copies > f->count || f->remainder.mirrored > 0 || routh_is_outdone(&f->remainder) ||
             routh_is_misplaced(&f->remainder) || f->remainder.mixed > 0 || routh_is_far_beyond_noise(best))
        f->standing = ROUTH_STANDING_DOUBTFUL;
    return ROUTH_OK;
}

/* The mean motion after is a contestant there. Tosses that are all alike have it right, too: then it errs little. */
void routh_study3_stand(routh_study3 *study) {
    const routh_law3_study *mean = &study->contestant[0], *compliant = &study->contestant[study->compliant];
    const bool alike = mean->error < 0.3 * study->speed;
    if (study->compared && !alike && mean->above_rigid.low <= 0 && compliant->error >= mean->error)
        study->standing = ROUTH_STANDING_NONE;
    else if (!study->compared || alike || study->dataset->calibration.identity.correlation < ROUTH_POOR_IDENTITY)
        study->standing = ROUTH_STANDING_DOUBTFUL;
}
