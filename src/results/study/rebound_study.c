/* Spheres that rebound from a plane: which law explains angle, spin and tangential restitution over incidence.
 *
 * A sphere is a planar impact with the contact below the centre, r = (0, −R), I = 2/5 m R².
 *
 * Angle, spin and tangential restitution were measured at the same incidences, of the same impacts: what is special about
 * one incidence is in all its rows. So whole incidences are held out and drawn again, not rows.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "base/numbers.h"
#include "fields/structs.h"
#include "file/text.h"
#include "fit/fit.h"
#include "impact/impact.h"
#include "study/internal.h"
#include "study/rebound_fit.h"

enum { MOST = ROUTH_REBOUND_DIRECTIONS, QUANTITIES = ROUTH_REBOUND_QUANTITIES, LEAST_INCIDENCES = MOST + 2 };

routh_rebound_options routh_rebound_options_default(void) {
    return (routh_rebound_options){.mu_max = ROUTH_MU_CAP, .resamples = 200, .level = 0.95, .seed = 1};
}

/* The rows that belong to one incidence. */
typedef struct incidences {
    size_t count;
    size_t *of;      /* each row's incidence, from 0 in order of the angle */
    unsigned *drawn; /* how often each incidence counts: scratch */
    unsigned *times; /* how often each row counts */
    size_t *order;   /* of the rows by angle: scratch */
} incidences;

/* Angles that differ by less are one incidence, read off several figures; rad. */
static const double apart = 1.5 * ROUTH_PI / 180;

static void gather(const routh_rebounds *rebounds, incidences *at) {
    double first = -INFINITY;
    for (size_t i = 0; i < rebounds->count; i++) { /* few rows: each is put in its place among those before */
        size_t place = i;
        for (; place > 0 && rebounds->rebound[at->order[place - 1]].incidence > rebounds->rebound[i].incidence; place--)
            at->order[place] = at->order[place - 1];
        at->order[place] = i;
    }
    at->count = 0;
    for (size_t k = 0; k < rebounds->count; k++) {
        const double angle = rebounds->rebound[at->order[k]].incidence;
        if (angle - first > apart) {
            first = angle;
            at->count++;
        }
        at->of[at->order[k]] = at->count - 1;
    }
}

static routh_status gather_incidences(routh_arena *arena, const routh_rebounds *rebounds, incidences *at) {
    const size_t count = rebounds->count;
    *at = (incidences){.of = routh_take(arena, count, sizeof *at->of),
                       .drawn = routh_take(arena, count, sizeof *at->drawn),
                       .times = routh_take(arena, count, sizeof *at->times),
                       .order = routh_take(arena, count, sizeof *at->order)};
    ROUTH_TRY(arena->status);
    gather(rebounds, at);
    if (at->count < LEAST_INCIDENCES)
        return routh_fail_in(arena->context, ROUTH_BAD_ARGUMENT, rebounds->name,
                             "%zu angles of incidence, at least 1.5° apart, are too few to fit up to %d parameters and "
                             "test them: at least %d are needed",
                             at->count, MOST, LEAST_INCIDENCES);
    return ROUTH_OK;
}

/* Fits again without each incidence in turn. */
static void hold_out(const routh_rebound_fit *t, const incidences *at, routh_law_rebounds *l) {
    for (size_t g = 0; g < at->count && !*t->stopped; g++) {
        double parameters[ROUTH_MAX_PARAMETERS];
        for (size_t i = 0; i < t->rebounds->count; i++)
            at->times[i] = at->of[i] != g;
        routh_rebound_fit_again(t, parameters);
        for (size_t i = 0; i < t->rebounds->count; i++)
            if (at->of[i] == g && routh_rebound_predict(NULL, t->rebounds, t->law, parameters, &t->rebounds->rebound[i],
                                                        &l->predicted_held_out[i]) != ROUTH_OK)
                l->predicted_held_out[i] = NAN;
    }
}

static void summarise(const routh_rebounds *rebounds, const double *predicted, double rms[QUANTITIES]) {
    double squares[QUANTITIES] = {0}, count[QUANTITIES] = {0};
    for (size_t i = 0; i < rebounds->count; i++) {
        const double off = predicted[i] - rebounds->rebound[i].value;
        squares[rebounds->rebound[i].quantity] += off * off;
        count[rebounds->rebound[i].quantity]++;
    }
    for (int q = 0; q < QUANTITIES; q++)
        rms[q] = count[q] > 0 ? sqrt(squares[q] / count[q]) : NAN;
}

/* The interval of one parameter from the fits to drawn incidences. Of few incidences some draws leave a parameter open, and
 * their fits end anywhere: the far tails say nothing. So the reach of the middle two thirds on each side is stretched as for
 * Student's t with the parameters' freedom lost (Hesterberg; see routh_resample_tail). At a bound, where these draws may all
 * end, tails are what there is. */
static routh_interval stretch(const routh_box *box, int j, double value, double *found, size_t count, double factor,
                              double tail) {
    static const double one_deviation = 0.158655254;
    const routh_interval middle = routh_resample_interval(found, count, one_deviation);
    if (middle.high - middle.low < ROUTH_BOX_EDGE * (box->high[j] - box->low[j]))
        return routh_resample_interval(found, count, tail);
    return (routh_interval){.low = fmax(box->low[j], value - factor * fmax(value - middle.low, 0)),
                            .high = fmin(box->high[j], value + factor * fmax(middle.high - value, 0)),
                            .deviation = 0.5 * (middle.high - middle.low)};
}

static routh_status find_intervals(routh_context *context, const routh_rebound_fit *t,
                                   const routh_rebound_options *options, const incidences *at, routh_law_rebounds *l) {
    const int n = t->law->parameter_count;
    ROUTH_ARENA(room, context);
    double *found = routh_take(&room, (size_t)MOST * options->resamples, sizeof *found);
    ROUTH_TRY(room.status);
    for (size_t b = 0; b < options->resamples && !*t->stopped; b++) {
        double parameters[ROUTH_MAX_PARAMETERS] = {0};
        routh_resample_counts(options->seed, b, at->count, at->drawn);
        for (size_t i = 0; i < t->rebounds->count; i++)
            at->times[i] = at->drawn[at->of[i]];
        routh_rebound_fit_again(t, parameters);
        for (int j = 0; j < n; j++)
            found[(size_t)j * options->resamples + b] = parameters[j];
    }
    if (*t->stopped)
        return ROUTH_CANCELLED;
    ROUTH_TRY(routh_parameters_correlate(context, t->law->parameter, n, found, options->resamples, l->correlation));
    const double number = (double)at->count, free = fmax(number - n, 1);
    const double factor = routh_student_quantile(options->level, free) * sqrt(number / free);
    const double tail = routh_resample_tail(options->level, at->count, n);
    for (int j = 0; j < n; j++)
        l->interval[j] = stretch(&t->box, j, l->parameters[j], found + (size_t)j * options->resamples,
                                 options->resamples, factor, tail);
    return ROUTH_OK;
}

static routh_status study_law(routh_context *context, const routh_rebounds *rebounds,
                              const routh_rebound_options *options, const incidences *at, routh_law_rebounds *l) {
    bool stopped = false;
    routh_rebound_fit t = {
        .context = context, .stopped = &stopped, .rebounds = rebounds, .law = l->law, .times = at->times};
    l->predicted = routh_allocate(context, rebounds->count, sizeof *l->predicted);
    l->predicted_held_out = routh_allocate(context, rebounds->count, sizeof *l->predicted);
    if (!l->predicted || !l->predicted_held_out)
        return ROUTH_OUT_OF_MEMORY;
    ROUTH_TRY(routh_rebound_fit_begin(context, options->mu_max, &t));
    for (size_t i = 0; i < rebounds->count; i++)
        at->times[i] = 1;
    const double cost = routh_rebound_fit_search(&t, l->parameters);
    if (stopped)
        return ROUTH_CANCELLED;
    if (!isfinite(cost))
        return routh_fail_in(context, ROUTH_OUT_OF_RANGE, rebounds->name, "%s has no answer for these rebounds",
                             l->law->name);
    for (size_t i = 0; i < rebounds->count; i++)
        ROUTH_TRY(
            routh_rebound_predict(context, rebounds, l->law, l->parameters, &rebounds->rebound[i], &l->predicted[i]));
    hold_out(&t, at, l);
    summarise(rebounds, l->predicted, l->rms);
    summarise(rebounds, l->predicted_held_out, l->held_out);
    return find_intervals(context, &t, options, at, l);
}

/* Each row's density under both laws, predicted from other incidences, with each law's own scatter there. Sums over
 * incidences are what is independent. */
static void weigh(const routh_rebounds *rebounds, const incidences *at, const routh_law_rebounds *first,
                  routh_law_rebounds *l) {
    double sum = 0, squares = 0;
    const double n = (double)at->count;
    for (size_t g = 0; g < at->count; g++) {
        double ratio = 0;
        for (size_t i = 0; i < rebounds->count; i++) {
            const routh_rebound *row = &rebounds->rebound[i];
            const double mine = l->held_out[row->quantity], other = first->held_out[row->quantity];
            const double a = (row->value - l->predicted_held_out[i]) / mine;
            const double b = (row->value - first->predicted_held_out[i]) / other;
            ratio += at->of[i] == g ? log(other / mine) + 0.5 * (b * b - a * a) : 0;
        }
        sum += ratio;
        squares += ratio * ratio;
    }
    l->advantage = sum;
    l->advantage_error = sqrt(fmax(0.0, squares - sum * sum / n) * n / (n - 1));
}

/* What the fitted law predicts between the rows. */
static void draw_curves(const routh_rebound_study *study, routh_law_rebounds *l) {
    for (int q = 0; q < QUANTITIES; q++)
        for (int k = 0; k < ROUTH_REBOUND_CURVE; k++) {
            const routh_rebound at = {.quantity = (routh_rebound_quantity)q, .incidence = study->incidence[k]};
            if (isnan(l->rms[q]) ||
                routh_rebound_predict(NULL, study->rebounds, l->law, l->parameters, &at, &l->curve[q][k]) != ROUTH_OK)
                l->curve[q][k] = NAN;
        }
}

static void choose_abscissa(routh_rebound_study *study) {
    double last = 0;
    for (size_t i = 0; i < study->rebounds->count; i++)
        last = fmax(last, study->rebounds->rebound[i].incidence);
    for (int k = 0; k < ROUTH_REBOUND_CURVE; k++)
        study->incidence[k] = last * (k + 1) / ROUTH_REBOUND_CURVE;
}

/* How many rows differ in quantity or angle, up to `most`: more of the same only show the scatter. */
static size_t count_different(const routh_rebounds *rebounds, size_t most) {
    const routh_rebound *seen[MOST + 3];
    size_t count = 0;
    for (size_t i = 0; i < rebounds->count && count < most; i++) {
        const routh_rebound *row = &rebounds->rebound[i];
        size_t k = 0;
        while (k < count && !(seen[k]->quantity == row->quantity && seen[k]->incidence == row->incidence))
            k++;
        if (k == count)
            seen[count++] = row;
    }
    return count;
}

/* Scatter is measured against the size of a quantity, so that one must have a size. */
static routh_status refuse_zeros(routh_context *context, const routh_rebounds *rebounds) {
    double largest[QUANTITIES] = {-1, -1, -1};
    for (size_t i = 0; i < rebounds->count; i++) {
        const routh_rebound *row = &rebounds->rebound[i];
        largest[row->quantity] = fmax(largest[row->quantity], fabs(row->value));
    }
    for (int q = 0; q < QUANTITIES; q++)
        if (largest[q] == 0)
            return routh_fail_in(context, ROUTH_BAD_ARGUMENT, rebounds->name,
                                 "%s is 0 in all rows; leave these rows out", routh_name(&routh_rebound_quantities, q));
    return ROUTH_OK;
}

static routh_status check(routh_context *context, const routh_rebounds *rebounds,
                          const routh_rebound_options *options) {
    if (options->law_count > ROUTH_MAX_REBOUND_LAWS)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%zu laws are too many: at most %d", options->law_count,
                          ROUTH_MAX_REBOUND_LAWS);
    for (size_t l = 0; options->laws && l < options->law_count; l++)
        if (options->laws[l]->parameter_count > MOST)
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "law",
                                    "rebounds determine up to %d parameters, and %s has %d", MOST,
                                    options->laws[l]->name, options->laws[l]->parameter_count);
    if (rebounds->count < MOST + 3)
        return routh_fail_in(context, ROUTH_BAD_ARGUMENT, rebounds->name,
                             "%zu rows are too few to fit up to %d parameters and test them: at least %d are needed",
                             rebounds->count, MOST, MOST + 3);
    const size_t different = count_different(rebounds, MOST + 3);
    if (different < MOST + 3)
        return routh_fail_in(context, ROUTH_BAD_ARGUMENT, rebounds->name,
                             "%zu rows, but only %zu differ in quantity or incidence: at least %d are needed to fit "
                             "up to %d parameters and test them",
                             rebounds->count, different, MOST + 3, MOST);
    if (options->resamples < 2)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "resamples", "intervals need at least 2 resamples");
    return refuse_zeros(context, rebounds);
}

/* What rebounds of spheres say of springs at the contact, in sentences. */

static const char *const unit[ROUTH_REBOUND_QUANTITIES] = {"°", " rad/s", ""};
static const double scale[ROUTH_REBOUND_QUANTITIES] = {180 / ROUTH_PI, 1, 1};

static void say_law(const routh_law_rebounds *l, routh_findings_writer *words) {
    char parameters[256] = "", errors[256] = "";
    for (int j = 0; j < l->law->parameter_count; j++)
        routh_words_add(parameters, sizeof parameters, ", ", "%s = %.3f (%.3f to %.3f)", l->law->parameter[j].symbol,
                        l->parameters[j], l->interval[j].low, l->interval[j].high);
    for (int q = 0; q < ROUTH_REBOUND_QUANTITIES; q++)
        if (isfinite(l->held_out[q]))
            routh_words_add(errors, sizeof errors, ", ", "%s %.3g%s", routh_about(&routh_rebound_quantities, q),
                            scale[q] * l->held_out[q], unit[q]);
    routh_findings_add(words, ROUTH_NOTE, "laws", "%s: %s. Each incidence predicted from the others errs by: %s.",
                       l->law->title, parameters, errors);
}

/* More than twice the standard error is more than chance. */
static void say_advantage(const routh_law_rebounds *first, const routh_law_rebounds *l, routh_findings_writer *words) {
    const double z = l->advantage / l->advantage_error;
    routh_findings_add(
        words, ROUTH_NOTE, "springs",
        "Each incidence predicted from the others, the logarithm of the likelihood ratio of %s to %s is %.1f ± "
        "%.1f: %s.",
        l->law->title, first->law->title, l->advantage, l->advantage_error,
        z > 2    ? "the rows favour it, by more than their scatter"
        : z < -2 ? "the rows speak against it, by more than their scatter"
                 : "these rows do not decide between them");
}

/* A law that errs by more than this share of what was measured says nothing about it. */
static const double useless = 0.5;

/* Where no law predicts a quantity at all, a number or a unit is more likely wrong than every law. */
static void say_useless(const routh_rebound_study *study, routh_findings_writer *words) {
    for (int q = 0; q < ROUTH_REBOUND_QUANTITIES; q++) {
        double squares = 0, count = 0, least = INFINITY;
        for (size_t i = 0; i < study->rebounds->count; i++)
            if ((int)study->rebounds->rebound[i].quantity == q) {
                squares += study->rebounds->rebound[i].value * study->rebounds->rebound[i].value;
                count++;
            }
        for (size_t l = 0; l < study->law_count; l++)
            least = fmin(least, study->law[l].held_out[q]);
        if (count > 0 && least > useless * sqrt(squares / count))
            routh_findings_add(
                words, ROUTH_WARNING, "units",
                "None of these laws predicts the %s: the least error, %.3g%s, is %.0f %% of its size. Check the "
                "radius, the speed and the units.",
                routh_about(&routh_rebound_quantities, q), scale[q] * least, unit[q],
                100 * least / sqrt(squares / count));
    }
}

static routh_status say_all(routh_context *context, routh_rebound_study *study) {
    ROUTH_C_LOCALE(context);
    routh_findings_writer words = {context, &study->findings, ROUTH_OK};
    for (size_t l = 0; l < study->law_count; l++)
        say_law(&study->law[l], &words);
    say_useless(study, &words);
    for (size_t l = 1; l < study->law_count; l++)
        say_advantage(&study->law[0], &study->law[l], &words);
    return words.status;
}

static routh_status run(routh_context *context, const routh_rebounds *rebounds, const routh_rebound_options *options,
                        routh_rebound_study *study) {
    const routh_law *usual[] = {routh_law_find(NULL, "wang-mason"), routh_law_find(NULL, "compliant")};
    const routh_law *const *laws = options->laws ? options->laws : usual;
    const size_t count = options->laws ? options->law_count : sizeof usual / sizeof *usual;
    ROUTH_ARENA(room, context);
    incidences at;
    ROUTH_TRY(check(context, rebounds, options));
    ROUTH_TRY(gather_incidences(&room, rebounds, &at));
    study->incidences = at.count;
    study->law = routh_allocate(context, count, sizeof *study->law);
    if (!study->law)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t l = 0; l < count; l++) {
        study->law[l].law = laws[l];
        study->law_count = l + 1;
        ROUTH_TRY(routh_progress(context, "fitting laws", (double)l / (double)count));
        ROUTH_TRY(study_law(context, rebounds, options, &at, &study->law[l]));
    }
    choose_abscissa(study);
    study->approach[0] = study->approach[1] = NAN;
    for (size_t i = 0; i < rebounds->count; i++) {
        const double speed = rebounds->speed * cos(rebounds->rebound[i].incidence);
        study->approach[0] = fmin(study->approach[0], speed);
        study->approach[1] = fmax(study->approach[1], speed);
    }
    for (size_t l = 0; l < study->law_count; l++) {
        weigh(rebounds, &at, &study->law[0], &study->law[l]);
        draw_curves(study, &study->law[l]);
    }
    return say_all(context, study);
}

routh_status routh_rebound_study_run(routh_context *context, const routh_rebounds *rebounds,
                                     const routh_rebound_options *options, routh_rebound_study *study) {
    const routh_rebound_options defaults = routh_rebound_options_default();
    *study = (routh_rebound_study){.rebounds = rebounds};
    const routh_status status = run(context, rebounds, options ? options : &defaults, study);
    if (status != ROUTH_OK)
        routh_rebound_study_release(context, study);
    return status;
}

ROUTH_RELEASED_BY_FIELDS(routh_rebound_study)
