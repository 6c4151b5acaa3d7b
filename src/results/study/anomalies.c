/* What the papers found hard: impacts whose best friction is 0, slip that reverses, and impacts worth a look.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "impact/impact.h"
#include "study/internal.h"

/* A slip this small relative to the incident one does not count as reversed. */
static const double least_reversal = 0.02;

double routh_measured_slip(const routh_sample *s) {
    return s->after.vx - s->impact.ry * s->after.omega;
}

double routh_predicted_slip(const routh_sample *s, const routh_impulse *p) {
    return s->contact.vt + s->contact.wtt * p->pt + s->contact.wtn * p->pn -
           s->impact.ry * p->couple / s->impact.inertia;
}

bool routh_slip_reversed(const routh_sample *s, double slip) {
    const double speed = hypot(s->contact.vt, s->contact.vn);
    return slip * s->contact.vt < 0 && fabs(slip) > least_reversal * speed;
}

static void count_reversals(routh_frame_study *f) {
    for (size_t i = 0; i < f->count; i++) {
        const bool seen = routh_slip_reversed(&f->sample[i], routh_measured_slip(&f->sample[i]));
        f->reversals += seen;
        for (size_t l = 0; l < f->law_count; l++) {
            const double slip = routh_predicted_slip(&f->sample[i], &f->law[l].impact[i].impulse);
            const bool said = routh_slip_reversed(&f->sample[i], slip);
            f->law[l].reversals_predicted += seen && said;
            f->law[l].reversals_false += said && !seen;
        }
    }
}

/* Of ap-newton, which figure 10 of the paper shows, or else of the first law with friction. */
static void count_zero_friction(routh_metric metric, routh_frame_study *f) {
    f->zero_friction_law = f->law_count;
    for (size_t l = f->law_count; l-- > 0;)
        if (routh_law_parameter(f->law[l].law, "mu") >= 0)
            f->zero_friction_law = l;
    for (size_t l = 0; l < f->law_count; l++)
        if (strcmp(f->law[l].law->name, "ap-newton") == 0)
            f->zero_friction_law = l;
    if (f->zero_friction_law == f->law_count)
        return;
    const routh_law_study *s = &f->law[f->zero_friction_law];
    const int friction = routh_law_parameter(s->law, "mu");
    for (size_t i = 0; i < f->count; i++)
        f->zero_friction += s->impact[i].own[metric].parameters[friction] < 1e-3;
}

static void add_example(routh_frame_study *f, size_t sample, const char *what) {
    if (f->example_count == ROUTH_MAX_EXAMPLES || sample >= f->count)
        return;
    routh_example *e = &f->example[f->example_count++];
    e->sample = sample;
    snprintf(e->what, sizeof e->what, "%s", what);
}

/* The sample that scores highest; f->count if none scores above 0. */
static size_t best_by(const routh_frame_study *f, double (*score)(const routh_frame_study *f, size_t i)) {
    size_t best = f->count;
    double highest = 0;
    for (size_t i = 0; i < f->count; i++) {
        const double value = score(f, i);
        if (value > highest) {
            highest = value;
            best = i;
        }
    }
    return best;
}

static double disagreement(const routh_frame_study *f, size_t i) {
    double least = INFINITY, most = 0;
    for (size_t l = 0; l < f->law_count; l++) {
        least = fmin(least, f->law[l].impact[i].error);
        most = fmax(most, f->law[l].impact[i].error);
    }
    return most - least;
}

static double agreement(const routh_frame_study *f, size_t i) {
    double most = 0;
    for (size_t l = 0; l < f->law_count; l++)
        most = fmax(most, f->law[l].impact[i].error);
    return 1 / (1e-6 + most);
}

static double unexplained(const routh_frame_study *f, size_t i) {
    return f->irb[i];
}

static double explainable(const routh_frame_study *f, size_t i) {
    return f->best_post_hoc[i] - f->irb[i];
}

static double slip_reversed(const routh_frame_study *f, size_t i) {
    const routh_sample *s = &f->sample[i];
    const double slip = routh_measured_slip(s);
    return routh_slip_reversed(s, slip) ? fabs(slip) : 0;
}

static double under_the_centre(const routh_frame_study *f, size_t i) {
    const routh_sample *s = &f->sample[i];
    return 1 / (1e-9 + fabs(s->impact.rx));
}

/* The impact without friction that is furthest from what the law can do; past the end where there is none. */
static size_t without_friction(const routh_frame_study *f, routh_metric metric) {
    const routh_law_study *s = &f->law[f->zero_friction_law];
    size_t best = f->count;
    double highest = 0;
    for (size_t i = 0; f->zero_friction_law < f->law_count && i < f->count; i++) {
        const routh_sample_estimate *own = &s->impact[i].own[metric];
        if (own->parameters[routh_law_parameter(s->law, "mu")] < 1e-3 && own->relative > highest) {
            highest = own->relative;
            best = i;
        }
    }
    return best;
}

static routh_status cover_example(routh_context *context, const routh_frame_study *f, routh_example *example) {
    example->region = routh_allocate(context, f->law_count, sizeof *example->region);
    if (!example->region)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t l = 0; l < f->law_count; l++)
        ROUTH_TRY(routh_check_cancelled(context) != ROUTH_OK
                      ? ROUTH_CANCELLED
                      : routh_region_of(context, f->law[l].law, &f->sample[example->sample].contact,
                                        f->law[l].fit.parameters, ROUTH_MU_CAP, &example->region[l]));
    return ROUTH_OK;
}

/* What the table of fields does not know: there is a region for each law of the frame. */
void routh_study_examples_release(routh_context *context, routh_frame_study *f) {
    for (size_t i = 0; i < f->example_count; i++)
        for (size_t l = 0; f->example[i].region && l < f->law_count; l++)
            routh_region_release(context, &f->example[i].region[l]);
}

routh_status routh_study_anomalies(routh_context *context, const routh_study_options *options, routh_frame_study *f) {
    const routh_metric metric = options->ensemble.metric;
    count_reversals(f);
    count_zero_friction(metric, f);
    add_example(f, best_by(f, agreement), "all laws predict it well");
    add_example(f, best_by(f, disagreement), "the laws disagree most");
    add_example(f, best_by(f, explainable), "a rigid law could explain it, but none of these does");
    add_example(f, best_by(f, unexplained), "no rigid law can explain it");
    add_example(f, best_by(f, slip_reversed), "the slip reverses");
    add_example(f, without_friction(f, metric), "the best friction is 0: the impulse points the other way");
    add_example(f, best_by(f, under_the_centre), "the contact lies under the centre of mass");
    for (size_t i = 0; i < f->example_count; i++)
        ROUTH_TRY(cover_example(context, f, &f->example[i]));
    return ROUTH_OK;
}
