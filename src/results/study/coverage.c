/* Coverage: the study itself studied, in worlds like the recording whose truth is known.
 *
 * A world takes the recorded states before as true, lets the best law act on them with the fitted parameters, bends it as
 * its kind says, and adds the noise that the study found to velocities before and after. What comes out is studied as the
 * recording was. The levers' own noise is left out, and there are no trajectories: noise is then known by the bound.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "file/text.h"
#include "fit/fit.h"
#include "impact/impact.h"
#include "study/internal.h"

#define COVERAGE_NAME(code, name, about, wrong) {name, about},
static const routh_name_entry kinds[] = {ROUTH_COVERAGE_TABLE(COVERAGE_NAME)};
#undef COVERAGE_NAME
const routh_names routh_coverage_kinds = {"world", ROUTH_COVERAGE_KINDS, kinds};

#define COVERAGE_WRONG(code, name, about, wrong) wrong,
static const bool is_wrong[] = {ROUTH_COVERAGE_TABLE(COVERAGE_WRONG)};
#undef COVERAGE_WRONG

static const char *const number[ROUTH_COVERAGE_NUMBERS] = {"mu", "eps"};

enum { MU, EPS };

routh_coverage_options routh_coverage_options_default(void) {
    return (routh_coverage_options){.draws = 40, .seed = 1, .study = routh_study_options_default()};
}

/* What one study of one recording of a world came to. */
typedef struct outcome {
    bool refused, doubted, claimed[ROUTH_COVERAGE_NUMBERS], held[ROUTH_COVERAGE_NUMBERS];
    double off[ROUTH_COVERAGE_NUMBERS], half[ROUTH_COVERAGE_NUMBERS];
} outcome;

/* What all worlds share. */
typedef struct worlds {
    const routh_coverage_options *options;
    const routh_coverage *coverage;
    const routh_dataset *dataset;
    const routh_frame_study *frame;
    const routh_law *couple; /* the law with a couple; NULL: there is none */
    double speed, slip;      /* mean speeds of approach and of slip, m/s */
    double middle;           /* median place, m; NaN: unknown */
    outcome *outcome;        /* world after world */
} worlds;

/* The law's parameters at impact i: `aged` is its place in the file, 0 … 1, `other` whether it is of a second kind. */
static void bend(const worlds *w, routh_coverage_kind kind, size_t i, bool other, double *parameters) {
    const routh_sample *sample = &w->frame->sample[i];
    const routh_record *record = &w->dataset->record[sample->record];
    const routh_law *law = w->coverage->law;
    double *mu = &parameters[routh_law_parameter(law, number[MU])];
    double *eps = &parameters[routh_law_parameter(law, number[EPS])];
    const double aged = (double)i / (double)w->frame->count;
    const bool right = isfinite(w->middle) ? record->x > w->middle : aged > 0.5;
    switch (kind) {
    case ROUTH_COVERED_SOFT:
        *eps *= pow(fabs(sample->contact.vn) / w->speed, -0.25);
        break;
    case ROUTH_COVERED_SLIP:
        *mu *= 0.5 + 1.2 * exp(-fabs(sample->contact.vt) / w->slip);
        break;
    case ROUTH_COVERED_SURFACES:
        *mu *= right ? 1 : 0.4;
        *eps *= right ? 1 : 0.8;
        break;
    case ROUTH_COVERED_BODIES:
        *mu *= other ? 0.4 : 1;
        *eps *= other ? 0.7 : 1;
        break;
    case ROUTH_COVERED_WORN: /* the sign of the lever where angles are not recorded */
        *eps *= (isfinite(record->theta) && record->theta != 0 ? cos(record->theta) > 0 : record->rx > 0) ? 0.75 : 1;
        break;
    case ROUTH_COVERED_DRIFT:
        *eps *= 1 - 0.35 * aged;
        *mu *= 1 + 0.5 * aged;
        break;
    default:
        break;
    }
    *eps = fmin(*eps, fmin(1, law->parameter[routh_law_parameter(law, number[EPS])].high));
}

/* Student's t with 3 degrees of freedom, of variance 1; or a normal number. */
static double draw_noise(routh_random *random, bool heavy) {
    const double z = routh_random_normal(random);
    double squares = 0;
    for (int k = 0; heavy && k < 3; k++) {
        const double one = routh_random_normal(random);
        squares += one * one;
    }
    return heavy ? z / sqrt(squares) : z;
}

static void disturb(const worlds *w, routh_coverage_kind kind, const routh_sample *sample, routh_random *random,
                    routh_velocity *v) {
    const routh_impact *impact = &sample->impact;
    const bool heavy = kind == ROUTH_COVERED_HEAVY;
    const double part = kind == ROUTH_COVERED_UNEVEN ? 0.4 + 0.6 * fabs(sample->contact.vn) / w->speed : 1;
    const double noise = part * w->coverage->noise;
    v->vx += noise * draw_noise(random, heavy);
    v->vy += noise * draw_noise(random, heavy);
    v->omega += noise / sqrt(impact->inertia / impact->mass) * draw_noise(random, heavy);
}

/* The velocity after, without noise, and what friction and restitution were. */
static routh_velocity answer_of(const worlds *w, routh_coverage_kind kind, size_t i, routh_random *random,
                                double truth[ROUTH_COVERAGE_NUMBERS]) {
    const routh_law *law = w->coverage->law;
    const routh_sample *sample = &w->frame->sample[i];
    double parameters[ROUTH_MAX_PARAMETERS];
    memcpy(parameters, w->coverage->parameters, sizeof parameters);
    bend(w, kind, i, routh_random_uniform(random, 0, 1) < 0.5, parameters);
    for (int q = 0; q < ROUTH_COVERAGE_NUMBERS; q++)
        truth[q] += parameters[routh_law_parameter(law, number[q])] / (double)w->frame->count;
    if (kind == ROUTH_COVERED_COUPLE) {
        law = w->couple;
        parameters[law->parameter_count - 1] = sqrt(sample->impact.inertia / sample->impact.mass) / 7;
    }
    return routh_sample_predict(law, parameters, sample);
}

/* Records that are not what they seem. */
static void spoil(routh_coverage_kind kind, size_t count, size_t i, routh_random *random, const routh_record *measured,
                  routh_record *record) {
    if (kind == ROUTH_COVERED_MIRRORED && i % 2)
        record->rx = -record->rx;
    if (kind == ROUTH_COVERED_SHUFFLED)
        record->after = measured[routh_random_index(random, count)].after;
    if (kind == ROUTH_COVERED_COPIES)
        *record = measured[i - i % 10];
}

/* Recording `draw` of the world. Its axes are those in which the study read the impacts. Release it. */
static routh_status make(routh_context *context, const worlds *w, routh_coverage_kind kind, size_t draw,
                         routh_dataset *made, double truth[ROUTH_COVERAGE_NUMBERS]) {
    const size_t count = w->frame->count;
    routh_random random = routh_random_seed(w->options->seed, 1 + draw * ROUTH_COVERAGE_KINDS + (size_t)kind);
    routh_record *measured = routh_allocate(context, count, sizeof *measured);
    memset(made, 0, sizeof *made);
    made->record = measured ? routh_allocate(context, count, sizeof *made->record) : NULL;
    if (!made->record) {
        routh_release(context, measured);
        return ROUTH_OUT_OF_MEMORY;
    }
    memset(truth, 0, ROUTH_COVERAGE_NUMBERS * sizeof *truth);
    made->body = w->dataset->body;
    made->rate = NAN;
    made->gravity = w->dataset->gravity;
    made->count = count;
    if (kind == ROUTH_COVERED_INERTIA)
        made->body.inertia *= 1.35;
    snprintf(made->name, sizeof made->name, "%s", kinds[kind].name);
    snprintf(made->source, sizeof made->source, "world %s", kinds[kind].name);
    for (size_t i = 0; i < count; i++) {
        const routh_sample *sample = &w->frame->sample[i];
        const routh_impact *impact = &sample->impact;
        const routh_record *from = &w->dataset->record[sample->record];
        measured[i] = (routh_record){.x = from->x,
                                     .y = from->y,
                                     .theta = from->theta,
                                     .rx = impact->rx,
                                     .ry = impact->ry,
                                     .before = {impact->vx, impact->vy, impact->omega},
                                     .after = answer_of(w, kind, i, &random, truth),
                                     .time = NAN,
                                     .trajectory = -1};
        disturb(w, kind, sample, &random, &measured[i].before);
        disturb(w, kind, sample, &random, &measured[i].after);
    }
    memcpy(made->record, measured, count * sizeof *measured);
    for (size_t i = 0; i < count; i++)
        spoil(kind, count, i, &random, measured, &made->record[i]);
    routh_release(context, measured);
    return ROUTH_OK;
}

static void judge(const routh_study *study, const double truth[ROUTH_COVERAGE_NUMBERS], outcome *o) {
    const routh_frame_study *f = &study->frame[0];
    const routh_law_study *s = &f->law[f->best];
    o->refused = f->standing == ROUTH_STANDING_NONE;
    o->doubted = f->standing == ROUTH_STANDING_DOUBTFUL;
    for (int q = 0; q < ROUTH_COVERAGE_NUMBERS && !o->refused; q++) {
        const int j = routh_law_parameter(s->law, number[q]);
        if (j < 0)
            continue;
        o->claimed[q] = true;
        o->held[q] = s->interval[j].low <= truth[q] && truth[q] <= s->interval[j].high;
        o->off[q] = s->fit.parameters[j] - truth[q];
        o->half[q] = (s->interval[j].high - s->interval[j].low) / 2;
    }
}

static routh_status study_one(routh_context *own, void *with, size_t index, int thread) {
    const worlds *w = with;
    const routh_coverage_world *world = &w->coverage->world[index / w->options->draws];
    routh_dataset made;
    routh_study study;
    routh_frame frame;
    char why[ROUTH_NAME_SIZE];
    double truth[ROUTH_COVERAGE_NUMBERS];
    routh_status status = make(own, w, world->kind, index % w->options->draws, &made, truth);
    if (status == ROUTH_OK)
        status = routh_frame_of(own, &made, NULL, &frame, why);
    if (status == ROUTH_OK)
        status = routh_study_run(own, &made, &frame, 1, why, &w->options->study, &study);
    if (status == ROUTH_OK) {
        judge(&study, truth, &w->outcome[index]);
        routh_study_release(own, &study);
    }
    routh_dataset_release(own, &made);
    if (status == ROUTH_OK || status == ROUTH_OUT_OF_MEMORY || status == ROUTH_CANCELLED)
        return status;
    w->outcome[index].refused = true; /* too few impacts that close, say */
    (void)thread;
    return ROUTH_OK;
}

/* The half width that is not above that of half of the claims; NaN: there are none. */
static double median_half(const outcome *o, size_t count, int q) {
    size_t claims = 0;
    for (size_t d = 0; d < count; d++)
        claims += o[d].claimed[q];
    for (size_t d = 0; d < count; d++) {
        size_t below = 0, same = 0;
        for (size_t k = 0; o[d].claimed[q] && k < count; k++) {
            below += o[k].claimed[q] && o[k].half[q] < o[d].half[q];
            same += o[k].claimed[q] && !(o[k].half[q] < o[d].half[q]) && !(o[k].half[q] > o[d].half[q]);
        }
        if (o[d].claimed[q] && below <= (claims - 1) / 2 && below + same > (claims - 1) / 2)
            return o[d].half[q];
    }
    return NAN;
}

static void count_world(const outcome *o, routh_coverage_world *world) {
    for (size_t d = 0; d < world->draws; d++) {
        world->refused += o[d].refused;
        world->doubted += o[d].doubted;
        for (int q = 0; q < ROUTH_COVERAGE_NUMBERS; q++) {
            world->claims[q] += o[d].claimed[q];
            world->held[q] += o[d].held[q];
            world->bias[q] += o[d].off[q];
        }
    }
    for (int q = 0; q < ROUTH_COVERAGE_NUMBERS; q++) {
        world->bias[q] /= (double)world->claims[q];
        world->width[q] = median_half(o, world->draws, q);
    }
}

/* Mean speeds, and the median place where one is recorded. */
static routh_status find_scales(routh_context *context, worlds *w) {
    const routh_frame_study *f = w->frame;
    double *place = routh_allocate(context, f->count, sizeof *place);
    if (!place)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < f->count; i++) {
        place[i] = w->dataset->record[f->sample[i].record].x;
        w->speed += fabs(f->sample[i].contact.vn) / (double)f->count;
        w->slip += fabs(f->sample[i].contact.vt) / (double)f->count;
    }
    qsort(place, f->count, sizeof *place, routh_ascending);
    w->middle = place[0] < place[f->count - 1] ? place[f->count / 2] : NAN;
    routh_release(context, place);
    return ROUTH_OK;
}

/* The law whose truth the worlds have: the best that has friction and restitution. */
static const routh_law_study *choose_law(const routh_frame_study *f) {
    const routh_law_study *best = NULL;
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study *s = &f->law[l];
        if (routh_law_parameter(s->law, number[MU]) >= 0 && routh_law_parameter(s->law, number[EPS]) >= 0 &&
            (!best || s->error_mean < best->error_mean))
            best = s;
    }
    return best;
}

static routh_status list_worlds(routh_context *context, const routh_coverage_options *options, const routh_law *couple,
                                routh_coverage *c) {
    c->world = routh_allocate(context, ROUTH_COVERAGE_KINDS, sizeof *c->world);
    if (!c->world)
        return ROUTH_OUT_OF_MEMORY;
    for (int kind = 0; kind < ROUTH_COVERAGE_KINDS; kind++)
        if ((options->only == 0 || options->only & 1u << kind) && (kind != ROUTH_COVERED_COUPLE || couple))
            c->world[c->world_count++] = (routh_coverage_world){.kind = (routh_coverage_kind)kind,
                                                                .about = kinds[kind].about,
                                                                .wrong = is_wrong[kind],
                                                                .draws = options->draws};
    return ROUTH_OK;
}

/* What a reader needs of a world: does it hold, or is it said? */
static void say_world(const routh_coverage_world *w, routh_findings_writer *words) {
    const size_t said = w->refused + w->doubted, claims = w->claims[MU] + w->claims[EPS];
    const double held = claims ? (double)(w->held[MU] + w->held[EPS]) / (double)claims : NAN;
    const double share = (double)said / (double)w->draws;
    char intervals[64] = "no interval is given";
    if (claims)
        snprintf(intervals, sizeof intervals, "%.0f %% of intervals hold the truth", 100 * held);
    if (!w->wrong && (!(held >= 0.9) || share > 0.1))
        routh_findings_add(words, ROUTH_WARNING, "coverage",
                           "With nothing wrong (%s), %s, and %zu of %zu studies say that something is wrong.",
                           kinds[w->kind].name, intervals, said, w->draws);
    if (w->wrong && share < 0.8 && !(held >= 0.9))
        routh_findings_add(words, ROUTH_WARNING, "coverage",
                           "A recording like this one would often not show this: %s. %zu of %zu studies say that "
                           "something is wrong, and %s.",
                           kinds[w->kind].about, said, w->draws, intervals);
}

/* Worlds obey the law that they are given, which the recording may not. */
static void say_standing(routh_standing standing, routh_findings_writer *words) {
    if (standing == ROUTH_STANDING_NONE)
        routh_findings_add(words, ROUTH_WRONG, "coverage",
                           "No law explains this recording, and these worlds, which obey one, are not like it.");
    else if (standing == ROUTH_STANDING_DOUBTFUL)
        routh_findings_add(words, ROUTH_WARNING, "coverage",
                           "The study of this recording doubts the law and the numbers that these worlds obey.");
}

static routh_status say(routh_context *context, routh_standing standing, routh_coverage *c) {
    routh_c_locale numbers;
    routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    routh_findings_writer words = {context, &c->findings, ROUTH_OK};
    say_standing(standing, &words);
    const size_t before = c->findings.count;
    for (size_t i = 0; i < c->world_count; i++)
        say_world(&c->world[i], &words);
    if (c->findings.count == before && standing != ROUTH_STANDING_NONE)
        routh_findings_add(&words, ROUTH_FINE, "coverage",
                           "In worlds like this recording intervals hold, or the study says that something is wrong.");
    routh_c_locale_end(&numbers);
    return words.status;
}

static routh_status run_worlds(routh_context *context, const routh_coverage_options *options, worlds *w,
                               routh_coverage *c) {
    const size_t count = c->world_count * options->draws;
    w->outcome = routh_allocate(context, count, sizeof *w->outcome);
    if (!w->outcome)
        return ROUTH_OUT_OF_MEMORY;
    const routh_shares shares = {.what = "worlds", .count = count, .chunk = 1, .work = study_one, .with = w};
    const routh_status status = routh_share_out(context, &shares, NULL);
    for (size_t i = 0; status == ROUTH_OK && i < c->world_count; i++)
        count_world(&w->outcome[i * options->draws], &c->world[i]);
    routh_release(context, w->outcome);
    return status;
}

/* The truth of the worlds, from the study of the recording. */
static routh_status take_truth(routh_context *context, const routh_frame_study *f, routh_coverage *c) {
    const routh_law_study *s = choose_law(f);
    if (!s)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "none of the laws has friction and restitution");
    if (!(f->noise > 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "the recording's noise is not known: its frame contradicts it, or no reference is simulated");
    c->frame = f->frame;
    c->law = s->law;
    memcpy(c->parameters, s->fit.parameters, sizeof c->parameters);
    c->noise = f->noise;
    c->count = f->count;
    return ROUTH_OK;
}

/* What a world's study shows beside its verdict and intervals costs time only. */
static routh_coverage_options options_of_worlds(const routh_coverage_options *given) {
    routh_coverage_options own = *given;
    own.study.k_max = own.study.draws = 2;
    own.study.surface = 3;
    own.study.split = own.study.covariate_count = 0;
    own.study.explore = false;
    own.study.learning = NULL;
    own.study.uncalibrated = NULL;
    own.study.calibration = NULL;
    own.study.transfer = NULL;
    own.study.truth = NULL;
    return own;
}

routh_status routh_coverage_run(routh_context *context, const routh_dataset *dataset, const char *frame,
                                const routh_coverage_options *options, routh_coverage *c) {
    const routh_coverage_options defaults = routh_coverage_options_default();
    const routh_coverage_options own = options_of_worlds(options ? options : &defaults);
    routh_study study;
    routh_frame chosen;
    char why[ROUTH_NAME_SIZE];
    memset(c, 0, sizeof *c);
    c->dataset = dataset;
    c->level = own.study.level;
    c->seed = own.seed;
    routh_status status = routh_check_count(context, "coverage", "draws", own.draws, 2, ROUTH_MOST_REPETITIONS);
    if (status == ROUTH_OK)
        status = routh_frame_of(context, dataset, frame, &chosen, why);
    if (status == ROUTH_OK)
        status = routh_study_run(context, dataset, &chosen, 1, why, &own.study, &study);
    if (status != ROUTH_OK)
        return status;
    worlds w = {.options = &own, .coverage = c, .dataset = dataset, .frame = &study.frame[0]};
    char name[ROUTH_NAME_SIZE];
    status = take_truth(context, w.frame, c);
    if (status == ROUTH_OK) {
        snprintf(name, sizeof name, "%s+couple", c->law->name);
        w.couple = routh_law_find(NULL, name);
        status = find_scales(context, &w);
    }
    if (status == ROUTH_OK)
        status = list_worlds(context, &own, w.couple, c);
    if (status == ROUTH_OK)
        status = run_worlds(context, &own, &w, c);
    if (status == ROUTH_OK)
        status = say(context, study.frame[0].standing, c);
    routh_study_release(context, &study);
    return status;
}

void routh_coverage_release(routh_context *context, routh_coverage *coverage) {
    routh_release(context, coverage->world);
    routh_findings_release(context, &coverage->findings);
    memset(coverage, 0, sizeof *coverage);
}
