/* What is reported at one size only: densities of the errors, and facts about the trained models.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "study/learning.h"

/* The errors of one contestant in all draws; returns how many. */
static size_t gather(const learning_work *w, size_t contestant, double *values) {
    const learning_size *s = &w->size[w->learning->detail];
    size_t count = 0;
    for (size_t draw = 0; draw < s->draws; draw++)
        for (size_t i = 0; i < w->count; i++) {
            const double error = s->error[(draw * w->learning->count + contestant) * w->count + i];
            if (isfinite(error))
                values[count++] = error;
        }
    return count;
}

/* Up to where every law has nearly all of its errors. */
static void make_densities(learning_work *w, double *scratch) {
    routh_learning *l = w->learning;
    double widest = 0;
    for (size_t law = 0; law < w->law_count; law++)
        widest = fmax(widest, 4 * routh_median(scratch, gather(w, w->first_law + law, scratch)));
    for (size_t j = 0; j < ROUTH_DENSITY_POINTS; j++)
        l->density_error[j] = (widest > 0 ? widest : 1) * (double)j / (ROUTH_DENSITY_POINTS - 1);
    for (size_t c = 0; c < l->count; c++)
        routh_study_density(scratch, gather(w, c, scratch), l->density_error, l->contestant[c].density);
}

/* Where an output of that name stands in the list; `count` if it is not there. */
static size_t place_of(const char *name, const char *const *list, size_t count) {
    size_t i = 0;
    while (i < count && strcmp(list[i], name) != 0)
        i++;
    return i;
}

static size_t input_place(const char *name, const learning_facts *facts) {
    size_t i = 0;
    while (i < facts->inputs && strcmp(facts->input[i], name) != 0)
        i++;
    return i;
}

/* Inputs and outputs are those of the first draw that could be trained; another draw may lack some. */
static void name_all(const learning_facts *first, routh_model_study *detail) {
    detail->outputs = first->outputs;
    detail->inputs = first->inputs;
    memcpy(detail->output, first->output, sizeof first->output);
    memcpy(detail->covered, first->covered, sizeof first->covered);
    memcpy(detail->unit, first->unit, sizeof first->unit);
    memcpy(detail->input, first->input, sizeof first->input);
}

static void tell_output(const learning_facts *const *facts, size_t count, size_t j, double *scratch,
                        routh_model_study *detail) {
    size_t found = 0;
    double sum[ROUTH_COVERAGE_LEVELS] = {0};
    for (size_t n = 0; n < count; n++) {
        const size_t at = place_of(detail->output[j], facts[n]->output, facts[n]->outputs);
        if (at == facts[n]->outputs)
            continue;
        scratch[found++] = facts[n]->noise[at];
        for (int level = 0; level < ROUTH_COVERAGE_LEVELS; level++)
            sum[level] += facts[n]->coverage[at][level];
    }
    for (int level = 0; level < ROUTH_COVERAGE_LEVELS; level++)
        detail->coverage[j][level] = sum[level] / (double)found;
    detail->noise[j] = routh_median(scratch, found);
    for (size_t k = 0; k < detail->inputs; k++) {
        found = 0;
        for (size_t n = 0; n < count; n++) {
            const size_t output = place_of(detail->output[j], facts[n]->output, facts[n]->outputs);
            const size_t input = input_place(detail->input[k], facts[n]);
            if (output < facts[n]->outputs && input < facts[n]->inputs)
                scratch[found++] = facts[n]->length[output][input];
        }
        detail->length[j][k] = routh_median(scratch, found);
    }
}

/* Over the draws that could be trained. */
static void tell_facts(const learning_facts *const *facts, size_t count, double *scratch, routh_model_study *detail) {
    double outside = 0, projected = 0;
    name_all(facts[0], detail);
    for (size_t j = 0; j < detail->outputs; j++)
        tell_output(facts, count, j, scratch, detail);
    for (int level = 0; level < ROUTH_COVERAGE_LEVELS; level++) {
        detail->coverage_mean[level] = 0;
        for (size_t j = 0; j < detail->outputs; j++)
            detail->coverage_mean[level] += detail->coverage[j][level];
        detail->coverage_mean[level] /= (double)detail->outputs;
    }
    for (size_t n = 0; n < count; n++) {
        outside += facts[n]->outside;
        projected += facts[n]->projected_error;
        scratch[n] = (double)facts[n]->bounded;
    }
    detail->outside = outside / (double)count;
    detail->projected_error = projected / (double)count;
    detail->bounded = (size_t)routh_median(scratch, count);
}

static double contact_speed(const routh_sample *s) {
    return hypot(s->contact.vt, s->contact.vn);
}

typedef struct speed_and_misfit {
    double speed, misfit;
} speed_and_misfit;

static int by_speed(const void *a, const void *b) {
    return routh_ascending(&((const speed_and_misfit *)a)->speed, &((const speed_and_misfit *)b)->speed);
}

/* Each impact counts once, by its root mean square over the draws that test it: another draw of the same impacts is no
 * new evidence. */
static size_t misfit_by_impact(const learning_work *w, size_t contestant, speed_and_misfit *list) {
    const learning_size *s = &w->size[w->learning->detail];
    size_t found = 0;
    for (size_t i = 0; i < w->count; i++) {
        double squares = 0, times = 0;
        for (size_t draw = 0; draw < s->draws; draw++) {
            const double misfit = s->misfit[(draw * w->learned + contestant) * w->count + i];
            squares += isfinite(misfit) ? misfit * misfit : 0;
            times += isfinite(misfit) != 0;
        }
        if (times > 0)
            list[found++] = (speed_and_misfit){contact_speed(&w->samples[i]), sqrt(squares / times)};
    }
    qsort(list, found, sizeof *list, by_speed);
    return found;
}

/* Spearman's correlation is normal around 0 with deviation 1/√(n − 1) where there is none. M. G. Kendall, Rank
 * correlation methods (1948), chapter 5. */
static routh_status tell_speed(routh_context *context, const learning_work *w, size_t contestant, double *scratch,
                               routh_model_study *detail) {
    ROUTH_ARENA(room, context);
    speed_and_misfit *list = routh_take(&room, w->count, sizeof *list);
    ROUTH_TRY(room.status);
    const size_t found = misfit_by_impact(w, contestant, list);
    for (size_t bin = 0; bin < ROUTH_SPEED_BINS; bin++) {
        const size_t from = bin * found / ROUTH_SPEED_BINS, to = (bin + 1) * found / ROUTH_SPEED_BINS;
        double speed = 0, squares = 0;
        for (size_t i = from; i < to; i++) {
            speed += list[i].speed;
            squares += list[i].misfit * list[i].misfit;
        }
        detail->bin_speed[bin] = speed / (double)(to - from);
        detail->bin_error[bin] = sqrt(squares / (double)(to - from));
    }
    for (size_t i = 0; i < found; i++) {
        scratch[i] = list[i].speed;
        scratch[w->count + i] = list[i].misfit;
    }
    ROUTH_TRY(routh_spearman(context, scratch, scratch + w->count, found, &detail->speed_correlation));
    detail->speed_confidence = fabs(detail->speed_correlation) * sqrt((double)found - 1);
    return ROUTH_OK;
}

static routh_status tell_model(routh_context *context, learning_work *w, size_t contestant,
                               const learning_facts **facts, double *scratch) {
    const learning_size *s = &w->size[w->learning->detail];
    routh_model_study *detail = &w->learning->contestant[contestant].detail;
    size_t trained = 0;
    for (size_t draw = 0; draw < s->draws; draw++)
        if (s->facts[draw * w->learned + contestant].trained)
            facts[trained++] = &s->facts[draw * w->learned + contestant];
    if (trained == 0)
        return ROUTH_OK; /* outputs 0 marks that */
    tell_facts(facts, trained, scratch, detail);
    return tell_speed(context, w, contestant, scratch, detail);
}

routh_status routh_learning_details(routh_context *context, learning_work *w) {
    const learning_size *s = &w->size[w->learning->detail];
    ROUTH_ARENA(room, context);
    const learning_facts **facts = routh_take(&room, s->draws, sizeof *facts);
    double *scratch = routh_take(&room, s->draws + 2, w->count * sizeof *scratch);
    ROUTH_TRY(room.status);
    make_densities(w, scratch);
    for (size_t c = 0; c < w->learned; c++)
        ROUTH_TRY(tell_model(context, w, c, facts, scratch));
    return ROUTH_OK;
}

/* The learning curves' points: the errors of one size, over its draws. */

/* Mean error over the impacts that were tested, and relative to |v⁺|; NaN where none was. */
static double mean_of(const learning_work *w, const double *error, double *relative) {
    double sum = 0, share = 0, count = 0, moving = 0;
    for (size_t i = 0; i < w->count; i++) {
        if (!isfinite(error[i]))
            continue;
        sum += error[i];
        count++;
        if (w->speed_after[i] > 0) {
            share += error[i] / w->speed_after[i];
            moving++;
        }
    }
    *relative = moving > 0 ? share / moving : NAN;
    return count > 0 ? sum / count : NAN;
}

static void mean_by_impact(const learning_work *w, size_t size, size_t contestant) {
    const learning_size *s = &w->size[size];
    double *const mean = w->impact_mean + (size * w->learning->count + contestant) * w->count;
    for (size_t i = 0; i < w->count; i++) {
        double sum = 0, count = 0;
        for (size_t draw = 0; draw < s->draws; draw++) {
            const double error = s->error[(draw * w->learning->count + contestant) * w->count + i];
            sum += isfinite(error) ? error : 0;
            count += isfinite(error) != 0;
        }
        mean[i] = count > 0 ? sum / count : NAN;
    }
}

void routh_learning_points(learning_work *w, size_t size) {
    const learning_size *s = &w->size[size];
    const size_t contestants = w->learning->count;
    for (size_t c = 0; c < contestants; c++) {
        routh_learning_point *point = &w->learning->contestant[c].curve[size];
        double sum = 0, squares = 0, relative = 0, count = 0;
        *point = (routh_learning_point){.size = s->size, .least = NAN, .most = NAN, .deviation = NAN};
        double *const means = w->draw_mean + (size * contestants + c) * w->most_draws;
        for (size_t draw = 0; draw < s->draws; draw++) {
            double share;
            means[draw] = mean_of(w, s->error + (draw * contestants + c) * w->count, &share);
            if (isnan(means[draw]))
                continue;
            sum += means[draw];
            relative += share;
            point->least = fmin(point->least, means[draw]);
            point->most = fmax(point->most, means[draw]);
            point->draws++;
            count++;
        }
        point->mean = count > 0 ? sum / count : NAN;
        point->relative = count > 0 ? relative / count : NAN;
        for (size_t draw = 0; draw < s->draws; draw++)
            squares += isnan(means[draw]) ? 0 : pow(means[draw] - point->mean, 2);
        if (count > 1)
            point->deviation = sqrt(squares / (count - 1));
        mean_by_impact(w, size, c);
    }
}

/* What was measured of the quantities that models predict. */

static double coverage_half_width(int index) {
    static const double half_width[ROUTH_COVERAGE_LEVELS] = {0.6744897501960817, 1.6448536269514722,
                                                             ROUTH_NORMAL_INTERVAL};
    return index >= 0 && index < ROUTH_COVERAGE_LEVELS ? half_width[index] : NAN;
}

/* A model with a couple explains the motion whole: its impulse is m Δv. Other models learn the impulse that comes closest
 * in their metric, of the motion without the couple of a prior, if there is any. */
static routh_point measured_impulse(routh_model_kind kind, routh_metric metric, const routh_sample *s,
                                    const routh_prediction *p) {
    const routh_impact *b = &s->impact;
    if (kind == ROUTH_MODEL_WRENCH || kind == ROUTH_MODEL_RESIDUAL_WRENCH)
        return (routh_point){b->mass * (s->after.vx - b->vx), b->mass * (s->after.vy - b->vy)};
    routh_sample rest = *s;
    if (fabs(p->couple) > 0) {
        routh_velocity after = s->after;
        after.omega -= p->couple / b->inertia;
        routh_sample_of(NULL, b, after, &rest);
    }
    return rest.measured[metric];
}

bool routh_learning_holds(const learning_comparison *q, int level) {
    const double off = fabs(q->measured - q->predicted);
    return off <= (level == ROUTH_COVERAGE_LEVELS - 1 ? q->interval : coverage_half_width(level) * q->deviation);
}

learning_comparison routh_learning_compare(routh_model_kind kind, routh_metric metric, const char *quantity,
                                           const routh_sample *s, const routh_prediction *p) {
    const routh_impact *b = &s->impact;
    const double pt = b->mass * (s->after.vx - b->vx), pn = b->mass * (s->after.vy - b->vy);
    if (strcmp(quantity, "Pt") == 0)
        return (learning_comparison){measured_impulse(kind, metric, s, p).pt, p->impulse.pt, p->impulse_sd[0],
                                     p->impulse_interval[0]};
    if (strcmp(quantity, "Pn") == 0)
        return (learning_comparison){measured_impulse(kind, metric, s, p).pn, p->impulse.pn, p->impulse_sd[1],
                                     p->impulse_interval[1]};
    if (strcmp(quantity, "couple") == 0)
        return (learning_comparison){b->inertia * (s->after.omega - b->omega) - (b->rx * pn - b->ry * pt), p->couple,
                                     p->couple_sd, p->couple_interval};
    if (strcmp(quantity, "vx") == 0)
        return (learning_comparison){s->after.vx, p->after.vx, p->after_sd[0], p->after_interval[0]};
    if (strcmp(quantity, "vy") == 0)
        return (learning_comparison){s->after.vy, p->after.vy, p->after_sd[1], p->after_interval[1]};
    if (strcmp(quantity, "omega") == 0)
        return (learning_comparison){s->after.omega, p->after.omega, p->after_sd[2], p->after_interval[2]};
    return (learning_comparison){NAN, NAN, NAN, NAN};
}
