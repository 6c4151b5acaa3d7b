/* What the fitted laws and the bounds get wrong, impact by impact and on average over those held out.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "base/numbers.h"
#include "impact/impact.h"
#include "study/internal.h"

/* One law at its fitted parameters on every impact. */
static void predict_all(routh_frame_study *f, routh_metric metric, routh_law_study *s) {
    for (size_t i = 0; i < f->count; i++) {
        const routh_sample *sample = &f->sample[i];
        routh_law_impact *k = &s->impact[i];
        routh_outcome outcome;
        k->impulse = (routh_impulse){NAN, NAN, ROUTH_UNSOLVED, NAN};
        k->error = k->impulse_error = NAN;
        if (routh_law_solve(s->law, s->fit.parameters, &sample->contact, &outcome) != ROUTH_OK)
            continue;
        const routh_velocity after = routh_impact_after(&sample->impact, outcome.pt, outcome.pn, outcome.couple);
        const unsigned flags =
            outcome.couple != 0 ? routh_impact_flags(&sample->impact, outcome.pn, after) : outcome.flags;
        k->impulse = (routh_impulse){outcome.pt, outcome.pn, (int)outcome.mode, outcome.couple};
        k->error = routh_sample_error(sample, after);
        const routh_point measured = sample->measured[metric];
        k->impulse_error = hypot(outcome.pt - measured.pt, outcome.pn - measured.pn) / hypot(measured.pt, measured.pn);
        s->gains += (flags & ROUTH_GAINS_ENERGY) != 0;
        s->penetrates += (flags & ROUTH_PENETRATES) != 0;
        s->pulls += (flags & ROUTH_PULLS) != 0;
    }
}

routh_status routh_bound_error(routh_context *context, const routh_sample *sample, double *error) {
    routh_bound bound;
    const routh_status status = routh_bound_of(context, &sample->impact, sample->after, ROUTH_VELOCITY, &bound);
    *error = status == ROUTH_OK ? routh_sample_error(sample, bound.velocity) : NAN;
    return status;
}

static routh_status bound_all(routh_context *context, routh_frame_study *f) {
    for (size_t i = 0; i < f->count; i++)
        ROUTH_TRY(routh_bound_error(context, &f->sample[i], &f->irb[i]));
    return ROUTH_OK;
}

/* Speed after the impact, ω weighted by the radius of gyration: what relative errors are relative to. */
static double speed_after(const routh_sample *sample) {
    const routh_velocity rest = {0, 0, 0};
    return routh_impact_error(ROUTH_VELOCITY, &sample->impact, sample->after, rest);
}

routh_error_summary routh_error_summary_of(const routh_sample *sample, const unsigned char *held_out, size_t count,
                                           const double *error, size_t stride, double *scratch) {
    double sum = 0, squares = 0, velocity = 0;
    size_t finite = 0;
    for (size_t i = 0; i < count; i++) {
        const double e = *(const double *)((const char *)error + i * stride);
        if (!held_out[i] || !isfinite(e))
            continue;
        scratch[finite++] = e;
        sum += e;
        squares += e * e;
        velocity += e * speed_after(&sample[i]);
    }
    const double n = (double)finite, mean = sum / n;
    return (routh_error_summary){mean, routh_median(scratch, finite), sqrt(fmax(0, squares / n - mean * mean) / n),
                                 velocity / n};
}

static routh_error_summary summarise(const routh_frame_study *f, const double *error, size_t stride, double *scratch) {
    return routh_error_summary_of(f->sample, f->held_out, f->count, error, stride, scratch);
}

/* Errors closer than this, relatively, are a tie: laws that agree differ by rounding only. */
static const double tie = 1e-6;

/* By what laws are ranked. */
static double ranked_error(const routh_law_study *s, size_t i, bool by_impulse) {
    return by_impulse ? s->impact[i].impulse_error : s->impact[i].error;
}

/* Gives each of the laws that tie at `error` its share of one held-out impact. */
static void credit(routh_frame_study *f, size_t i, bool by_impulse, double error, int best) {
    size_t ties = 0;
    for (size_t l = 0; l < f->law_count; l++)
        ties += fabs(ranked_error(&f->law[l], i, by_impulse) - error) <= tie * error;
    const double share = 100.0 / (double)f->test_count / (double)(ties ? ties : 1);
    for (size_t l = 0; l < f->law_count; l++)
        if (fabs(ranked_error(&f->law[l], i, by_impulse) - error) <= tie * error)
            *(best ? &f->law[l].best_percent : &f->law[l].worst_percent) += share;
}

/* Which law was closest and which furthest, over the held-out impacts. A law without a prediction is neither. */
static void rank_laws(routh_frame_study *f, bool by_impulse) {
    for (size_t i = 0; i < f->count; i++) {
        double best = INFINITY, worst = -INFINITY, least = INFINITY;
        for (size_t l = 0; l < f->law_count; l++) {
            const double error = ranked_error(&f->law[l], i, by_impulse);
            best = fmin(best, error);
            worst = fmax(worst, error);
            least = fmin(least, f->law[l].impact[i].error);
        }
        f->best_post_hoc[i] = isfinite(least) ? least : NAN;
        if (f->held_out[i] && isfinite(best)) {
            credit(f, i, by_impulse, best, 1);
            credit(f, i, by_impulse, worst, 0);
        }
    }
}

/* The mean held-out error with friction from a slow test in place of the fitted one. */
static double slow_error(const routh_frame_study *f, const routh_law_study *s, double mu) {
    double parameters[ROUTH_MAX_PARAMETERS], sum = 0;
    for (int j = 0; j < s->law->parameter_count; j++)
        parameters[j] = s->fit.parameters[j];
    const int friction = routh_law_parameter(s->law, "mu");
    if (friction < 0 || isnan(mu))
        return NAN;
    parameters[friction] = mu;
    for (size_t i = 0; i < f->count; i++)
        if (f->held_out[i])
            sum += routh_sample_error(&f->sample[i], routh_sample_predict(s->law, parameters, &f->sample[i]));
    return sum / (double)f->test_count;
}

routh_status routh_study_errors(routh_context *context, const routh_study_options *options, routh_frame_study *f) {
    ROUTH_ARENA(room, context);
    double *scratch = routh_take(&room, f->count, sizeof *scratch);
    ROUTH_TRY(room.status);
    ROUTH_TRY(bound_all(context, f));
    for (size_t l = 0; l < f->law_count; l++) {
        routh_law_study *s = &f->law[l];
        predict_all(f, options->ensemble.metric, s);
        const routh_error_summary e = summarise(f, &s->impact[0].error, sizeof *s->impact, scratch);
        s->error_mean = e.mean;
        s->error_median = e.median;
        s->error_se = e.standard_error;
        s->error_mean_velocity = e.mean_velocity;
        s->slow_error_mean = slow_error(f, s, options->slow_friction);
    }

    rank_laws(f, options->rank_by_impulse);
    const routh_error_summary irb = summarise(f, f->irb, sizeof *f->irb, scratch);
    const routh_error_summary best = summarise(f, f->best_post_hoc, sizeof *f->best_post_hoc, scratch);
    f->irb_mean = irb.mean;
    f->irb_median = irb.median;
    f->irb_mean_velocity = irb.mean_velocity;
    f->best_post_hoc_mean = best.mean;
    f->best_post_hoc_median = best.median;
    return ROUTH_OK;
}

routh_point routh_contact_momentum(const routh_contact *c) {
    const double det = c->wtt * c->wnn - c->wtn * c->wtn;
    return (routh_point){(c->wnn * c->vt - c->wtn * c->vn) / det, (c->wtt * c->vn - c->wtn * c->vt) / det};
}
