/* A noise reference: what a study would show if a law were exactly true, so that "attainable" is a number.
 *
 * Reach, held-out error, bound and slip reversals mean little without it: noise alone moves impulses out of a law's
 * range, and makes slip look reversed. So impacts are simulated from the recorded states with each fitted law, noise is
 * added to velocities before and after, and the same figures are computed as for the recording.
 *
 * reference_noise.c estimates that noise.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "fit/fit.h"
#include "impact/impact.h"
#include "study/insertion_case.h"
#include "study/internal.h"

enum {
    FIRST_STREAM = ROUTH_REFERENCE_STREAM,
    MOST_REACHED = 400,  /* impacts of a simulated recording whose own parameters are fitted: more cost time only */
    SPRING_REPLICAS = 8, /* laws with springs are solved one by one; Student's t widens the range of so few */
    SPRING_PLACEMENTS = 4,
    FEWEST_REPLICAS = 2, /* that have a deviation */
    SHARE = 6            /* each of several placements gets this part of the replicas that one alone has */
};

const double routh_reach_tolerance[ROUTH_REACH_TOLERANCES] = {0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1};

static bool has_springs(const routh_law *law) {
    return law->traits & ROUTH_LAW_COMPLIANT;
}

/* Replica i is of placement i % placements. */
typedef struct replication {
    size_t placements, count;
    const routh_reference_unit *unit; /* of each sample of the first placement, then of the next */
} replication;

static replication replication_of(const routh_study_options *options, const routh_law *law,
                                  const routh_reference_unit *unit, size_t placements) {
    const size_t most = has_springs(law) ? SPRING_REPLICAS : SIZE_MAX;
    if (placements == 1)
        return (replication){1, options->references < most ? options->references : most, unit};
    const size_t places = has_springs(law) && placements > SPRING_PLACEMENTS ? SPRING_PLACEMENTS : placements;
    const size_t wanted = options->references / SHARE < most / places ? options->references / SHARE : most / places;
    return (replication){places, places * (wanted > FEWEST_REPLICAS ? wanted : FEWEST_REPLICAS), unit};
}

/* A simulated recording. */
typedef struct replica {
    routh_sample *sample;
    size_t *index; /* in it, of those to fit, then of those held out */
    size_t *origin;
    size_t count, fit_count;
    double sigma;
} replica;

static void simulate(const routh_study_options *options, const routh_frame_study *f, const routh_law_study *s,
                     const replication *all, size_t number, replica *r) {
    const routh_reference_unit *unit = all->unit + number % all->placements * f->count;
    routh_random first = routh_random_seed(options->seed, FIRST_STREAM + f->count + number);
    r->sigma = fmax(0.0, f->noise + f->noise_error * routh_random_normal(&first));
    r->count = r->fit_count = 0;
    for (size_t i = 0; i < f->count; i++) {
        const uint64_t stream = FIRST_STREAM + f->count + all->count + number * f->count + i;
        routh_random random = routh_random_seed(options->seed, stream);
        if (routh_reference_record(&f->sample[i], routh_reference_after(f, s, i), r->sigma, &unit[i], &random,
                                   &r->sample[r->count]))
            r->origin[r->count++] = i;
    }
    for (size_t k = 0; k < r->count; k++)
        if (!f->held_out[r->origin[k]])
            r->index[r->fit_count++] = k;
    for (size_t k = 0, at = r->fit_count; k < r->count; k++)
        if (f->held_out[r->origin[k]])
            r->index[at++] = k;
}

/* What one replica shows. */
enum { REACH, ERROR, ERROR_VELOCITY, BOUND, REVERSALS, TRUE_REVERSALS, HITS, FALSE_ALARMS, FIGURES };

typedef struct figures {
    double value[FIGURES];
    double reach[ROUTH_REACH_TOLERANCES];
    double shift[ROUTH_MAX_PARAMETERS]; /* of the fitted parameters from the true ones */
    double reached, count;              /* impacts whose reach was looked at, of all */
} figures;

static void measure_held_out(const replica *r, const routh_law *law, const double *parameters, figures *shown) {
    double error = 0, velocity = 0, bound = 0;
    const size_t tests = r->count - r->fit_count;
    for (size_t k = r->fit_count; k < r->count; k++) {
        const routh_sample *sample = &r->sample[r->index[k]];
        const routh_velocity after = routh_sample_predict(law, parameters, sample);
        double irb;
        error += routh_sample_error(sample, after);
        velocity += routh_impact_error(ROUTH_VELOCITY, &sample->impact, after, sample->after);
        bound += routh_bound_error(NULL, sample, &irb) == ROUTH_OK ? irb : 0;
    }
    shown->value[ERROR] = error / (double)tests;
    shown->value[ERROR_VELOCITY] = velocity / (double)tests;
    shown->value[BOUND] = bound / (double)tests;
}

static void measure_reversals(const routh_frame_study *f, const routh_law_study *s, const replica *r,
                              const double *parameters, figures *shown) {
    double all = 0, truly = 0, hits = 0, alarms = 0;
    for (size_t k = 0; k < r->count; k++) {
        const routh_sample *origin = &f->sample[r->origin[k]], *sample = &r->sample[k];
        const routh_impulse predicted = routh_law_impulse(s->law, &sample->contact, parameters);
        const bool seen = routh_slip_reversed(sample, routh_measured_slip(sample));
        const bool said = routh_slip_reversed(sample, routh_predicted_slip(sample, &predicted));
        truly += routh_slip_reversed(origin, routh_predicted_slip(origin, &s->impact[r->origin[k]].impulse));
        all += seen;
        hits += seen && said;
        alarms += said && !seen;
    }
    const double count = (double)r->count;
    shown->value[REVERSALS] = all / count;
    shown->value[TRUE_REVERSALS] = truly / count;
    shown->value[HITS] = hits / count;
    shown->value[FALSE_ALARMS] = alarms / count;
}

/* Each replica looks at other impacts, so that all have their part. */
static routh_status measure_reach(routh_context *context, const routh_study_options *options, const routh_law *law,
                                  size_t number, const replica *r, figures *shown) {
    routh_sample_fit_options own = routh_sample_fit_options_default();
    own.metric = options->ensemble.metric;
    own.mu_max = options->ensemble.mu_max;
    own.tolerance = options->tolerance;
    const size_t step = r->count > MOST_REACHED ? r->count / MOST_REACHED : 1;
    size_t looked = 0, within = 0, each[ROUTH_REACH_TOLERANCES] = {0};
    for (size_t k = number % step; k < r->count; k += step, looked++) {
        routh_sample_estimate estimate;
        ROUTH_TRY(routh_sample_fit(context, law, &r->sample[k], &own, &estimate));
        ROUTH_TRY(routh_check_cancelled(context));
        within += !(estimate.flags & ROUTH_FIT_OUT_OF_RANGE);
        for (int t = 0; t < ROUTH_REACH_TOLERANCES; t++)
            each[t] += estimate.relative <= fmax(routh_reach_tolerance[t], ROUTH_REACH_ROUNDING);
    }
    shown->reached = (double)looked;
    shown->count = (double)r->count;
    shown->value[REACH] = (double)within / (double)looked;
    for (int t = 0; t < ROUTH_REACH_TOLERANCES; t++)
        shown->reach[t] = (double)each[t] / (double)looked;
    return ROUTH_OK;
}

static routh_status show(routh_context *context, const routh_study_options *options, const routh_frame_study *f,
                         const routh_law_study *s, const replication *all, size_t number, replica *r,
                         routh_ensemble *ensemble, figures *shown) {
    routh_estimate fit;
    simulate(options, f, s, all, number, r);
    if (r->fit_count == 0 || r->fit_count == r->count) { /* the law has no answers: it has no reference */
        for (int k = 0; k < FIGURES; k++)
            shown->value[k] = NAN;
        for (int t = 0; t < ROUTH_REACH_TOLERANCES; t++)
            shown->reach[t] = NAN;
        memset(shown->shift, 0, sizeof shown->shift);
        return ROUTH_OK;
    }
    ROUTH_TRY(
        routh_ensemble_fit(context, s->law, r->sample, r->index, r->fit_count, &options->ensemble, ensemble, &fit));
    for (int j = 0; j < s->law->parameter_count; j++)
        shown->shift[j] = fit.parameters[j] - s->fit.parameters[j];
    measure_held_out(r, s->law, fit.parameters, shown);
    measure_reversals(f, s, r, fit.parameters, shown);
    return measure_reach(context, options, s->law, number / all->placements, r, shown);
}

/* What a thread works with. */
typedef struct showing {
    replica r;
    routh_ensemble *ensemble;
} showing;

typedef struct shows {
    const routh_study_options *options;
    const routh_frame_study *f;
    const routh_law_study *s;
    const replication *all;
    figures *shown;
    showing *own; /* one for each thread */
} shows;

static routh_status show_one(routh_context *own, void *with, size_t i, int thread) {
    const shows *w = with;
    showing *s = &w->own[thread];
    if (!s->ensemble)
        ROUTH_TRY(routh_ensemble_create(own, w->f->count, &s->ensemble));
    return show(own, w->options, w->f, w->s, w->all, i, &s->r, s->ensemble, &w->shown[i]);
}

static routh_status show_all(routh_context *context, const routh_study_options *options, const routh_frame_study *f,
                             const routh_law_study *s, const replication *all, figures *shown) {
    const size_t threads = (size_t)routh_threads(context), count = f->count;
    ROUTH_ARENA(room, context);
    shows w = {options, f, s, all, shown, routh_take(&room, threads, sizeof *w.own)};
    for (size_t t = 0; w.own && t < threads; t++)
        w.own[t].r = (replica){.sample = routh_take(&room, count, sizeof *w.own->r.sample),
                               .index = routh_take(&room, count, sizeof *w.own->r.index),
                               .origin = routh_take(&room, count, sizeof *w.own->r.origin)};
    ROUTH_TRY(room.status);
    const routh_shares shares = {.count = all->count, .threads = (int)threads, .work = show_one, .with = &w};
    const routh_status status = routh_share_out(context, &shares, NULL);
    for (size_t t = 0; t < threads; t++)
        routh_ensemble_release(context, w.own[t].ensemble);
    return status;
}

/* The choice of m impacts, and what noise does to each, add p (1 − p)/m to what all share. At least m/n is left: as much
 * as if nothing were shared. */
double routh_reference_reach_variance(double variance, double p, double m, double n) {
    return fmax(variance - p * (1 - p) * (1 / m - 1 / n), variance * m / n);
}

/* Between which the figure of another recording of the same kind lies in 95 of 100 cases, wherever the noise is: all
 * placements' ranges together, with the deviation that they share. No figure is negative. */
static routh_reference_range range_of(const figures *shown, const replication *all, int figure) {
    const double each = (double)(all->count / all->placements);
    double squares = 0, total = 0, low = INFINITY, high = -INFINITY;
    for (size_t p = 0; p < all->placements; p++) {
        double mean = 0;
        for (size_t i = p; i < all->count; i += all->placements)
            mean += shown[i].value[figure] / each;
        for (size_t i = p; i < all->count; i += all->placements)
            squares += (shown[i].value[figure] - mean) * (shown[i].value[figure] - mean);
        total += mean / (double)all->placements;
        low = fmin(low, mean);
        high = fmax(high, mean);
    }
    const double freedom = (double)(all->count - all->placements);
    const double variance = freedom > 0 ? squares / freedom : 0;
    const double next =
        figure == REACH ? routh_reference_reach_variance(variance, total, shown[0].reached, shown[0].count) : variance;
    const double wide = routh_student_quantile(0.95, fmax(1, freedom)) * sqrt(next + variance / each);
    return (routh_reference_range){total, isnan(total) ? NAN : fmax(0, low - wide), isnan(total) ? NAN : high + wide};
}

static void summarise(const replication *all, const figures *shown, routh_law_study *s) {
    routh_reference *r = &s->reference;
    r->reach = range_of(shown, all, REACH);
    r->error = range_of(shown, all, ERROR);
    r->error_velocity = range_of(shown, all, ERROR_VELOCITY);
    r->bound = range_of(shown, all, BOUND);
    r->reversals = range_of(shown, all, REVERSALS);
    r->true_reversals = range_of(shown, all, TRUE_REVERSALS);
    r->hits = range_of(shown, all, HITS);
    r->false_alarms = range_of(shown, all, FALSE_ALARMS);
    for (int j = 0; j < s->law->parameter_count; j++)
        for (size_t i = 0; i < all->count; i++)
            s->bias[j] += shown[i].shift[j] / (double)all->count;
    for (int t = 0; t < ROUTH_REACH_TOLERANCES; t++) {
        r->reach_at[t] = 0;
        for (size_t i = 0; i < all->count; i++)
            r->reach_at[t] += shown[i].reach[t] / (double)all->count;
    }
}

/* The recording's own reach, within the study's tolerance and over tolerance. */
static void reach_over_tolerance(const routh_study_options *options, const routh_frame_study *f, routh_law_study *s) {
    s->reach = s->range_fraction[options->ensemble.metric];
    for (int t = 0; t < ROUTH_REACH_TOLERANCES; t++) {
        size_t within = 0;
        for (size_t i = 0; i < f->count; i++)
            within += s->impact[i].own[options->ensemble.metric].relative <=
                      fmax(routh_reach_tolerance[t], ROUTH_REACH_ROUNDING);
        s->reach_at[t] = (double)within / (double)f->count;
    }
}

static routh_status refer(routh_context *context, const routh_study_options *options, const routh_reference_unit *unit,
                          size_t placements, routh_frame_study *f, figures *shown) {
    for (size_t l = 0; l < f->law_count; l++) {
        const replication all = replication_of(options, f->law[l].law, unit, placements);
        ROUTH_TRY(routh_progress(context, "noise reference", (double)l / (double)f->law_count));
        ROUTH_TRY(show_all(context, options, f, &f->law[l], &all, shown));
        summarise(&all, shown, &f->law[l]);
    }
    return ROUTH_OK;
}

static routh_status simulate_all(routh_context *context, const routh_dataset *dataset,
                                 const routh_study_options *options, routh_frame_study *f) {
    const size_t most = ROUTH_PLACEMENTS * (options->references / SHARE + FEWEST_REPLICAS) + options->references;
    size_t placements;
    ROUTH_ARENA(room, context);
    figures *shown = routh_take(&room, most, sizeof *shown);
    routh_reference_unit *unit = routh_take(&room, f->count, ROUTH_PLACEMENTS * sizeof *unit);
    ROUTH_TRY(room.status);
    ROUTH_TRY(routh_reference_noise(context, dataset, options, f, unit, &placements));
    ROUTH_TRY(refer(context, options, unit, placements, f, shown));
    return routh_study_remainder(context, dataset, options, unit, placements, f);
}

routh_status routh_study_reference(routh_context *context, const routh_dataset *dataset,
                                   const routh_study_options *options, routh_frame_study *f) {
    for (size_t l = 0; l < f->law_count; l++)
        reach_over_tolerance(options, f, &f->law[l]);
    if (options->references == 0)
        return ROUTH_OK;
    const routh_status status = simulate_all(context, dataset, options, f);
    return status == ROUTH_OK || routh_ends_all(status)
               ? status
               : routh_fail(context, status, "the noise reference could not be simulated: %s",
                            routh_status_message(status));
}
