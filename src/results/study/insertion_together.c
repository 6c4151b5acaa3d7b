/* Several insertions of the same parts: one K, one μ, one set of displacements.
 *
 * What is common to the recordings, and what each has of its own, is decided in insertion/identify.h. The gain of a
 * recording is seen by leaving it out: with the Jacobian at the common estimate, K's error follows from the rows of the
 * others.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/insertion_case.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "drawing/drawing.h"
#include "file/text.h"
#include "insertion/identify.h"
#include "insertion/regressor.h"

/* Recordings whose own K differ by more than this, in their errors, do not belong together. */
static const double too_different = 2.5;

/* Further unknowns ----------------------------------------------------------------------------------------*/

/* What instants without contact show of a bias: their mean wrench along its axis, with the error of a mean of samples that
 * are correlated over a few. NaN: there are too few. */
typedef struct free_mean {
    double value, error;
} free_mean;

static free_mean free_wrench_of(const routh_insertion_case *item, const routh_displacement *bias) {
    enum { FEWEST = 10, MARGIN = 3 }; /* samples; those next to a contact are left out */
    static const double correlated = 3;
    const routh_instant_estimate *instant = item->fit.instant;
    const int from = bias->kind == ROUTH_DISPLACE_MOMENT ? 3 : 0;
    double sum = 0, squares = 0, count = 0;
    for (size_t k = 0; k < item->insertion.count; k++) {
        bool free = true;
        for (size_t i = k < MARGIN ? 0 : k - MARGIN; i <= k + MARGIN && i < item->insertion.count; i++)
            free = free && instant[i].contacts == 0 && item->plain.instant[i].contacts == 0;
        if (!free)
            continue;
        double along = 0;
        for (int c = 0; c < 3; c++)
            along += bias->axis[c] * item->insertion.sample[k].wrench[from + c];
        sum += along;
        squares += along * along;
        count++;
    }
    if (count < FEWEST)
        return (free_mean){NAN, NAN};
    const double mean = sum / count, variance = fmax(0, squares / count - mean * mean);
    return (free_mean){mean, sqrt(correlated * variance / count)};
}

/* A bias is in the wrench without contact as well. What the fit alone shows may be an error of the model: noise of
 * velocities, say, takes from friction what a bias then gives back. */
static bool free_wrench_shows(const routh_insertion_case *item, const routh_sensor_error *sensor_error) {
    static const double clearly = 4;
    const free_mean mean = free_wrench_of(item, &sensor_error->displacement);
    return fabs(mean.value) > clearly * mean.error && mean.value * sensor_error->value > 0;
}

/* Once a bias is believed, instants without contact say how large it is: its prior, weighted over the recordings. */
static void take_free_wrench(const routh_insertion_study *study, routh_displacement *bias) {
    double sum = 0, weights = 0;
    for (size_t i = 0; i < study->count; i++) {
        const routh_insertion_case *item = &study->item[i];
        if (!item->fit.instant || !item->plain.instant)
            continue; /* not identified yet: the bias was asked for */
        const free_mean mean = free_wrench_of(item, bias);
        if (mean.error > 0 && isfinite(mean.value)) {
            sum += mean.value / (mean.error * mean.error);
            weights += 1 / (mean.error * mean.error);
        }
    }
    if (weights > 0) {
        bias->nominal = sum / weights;
        bias->deviation = 1 / sqrt(weights);
    }
}

/* A copy with a list of displacements of its own, in memory of the study. */
static routh_status keep(routh_context *context, const routh_assembly *assembly, routh_assembly **kept) {
    *kept = routh_allocate(context, 1, sizeof **kept);
    if (!*kept)
        return ROUTH_OUT_OF_MEMORY;
    const size_t count = assembly->count;
    **kept = *assembly;
    (*kept)->displacement = routh_allocate(context, count, sizeof *assembly->displacement);
    if (!(*kept)->displacement)
        return ROUTH_OUT_OF_MEMORY;
    memcpy((*kept)->displacement, assembly->displacement, count * sizeof *assembly->displacement);
    return ROUTH_OK;
}

static void drop(routh_context *context, routh_assembly **kept) {
    if (*kept)
        routh_release(context, (*kept)->displacement);
    routh_release(context, *kept);
    *kept = NULL;
}

routh_status routh_insertion_study_extend(routh_context *context, const routh_assembly *assembly,
                                          routh_insertion_study *study) {
    ROUTH_ARENA(room, context);
    routh_assembly further, extended;
    ROUTH_TRY(routh_assembly_extend(&room, assembly, study->also, &study->options.fit, &further));
    ROUTH_TRY(routh_reference_create(&room, &further, &extended));
    for (size_t j = assembly->count; j < further.count; j++)
        if (routh_displacement_measures(extended.displacement[j].kind) &&
            extended.displacement[j].kind != ROUTH_DISPLACE_LATENCY)
            take_free_wrench(study, &extended.displacement[j]);
    drop(context, &study->extended);
    ROUTH_TRY(keep(context, &extended, &study->extended));
    study->motions = extended.count - further.count;
    study->assembly = study->extended;
    return ROUTH_OK;
}

/* For a latency to be looked for, Hz: below, samples are farther apart than its prior. */
static const double least_rate = 20;

/* And of the ends of K's interval: where K is hardly known, short stretches showed latencies of 30 to 110 ms that were not there. */
static const double most_ratio = 1.1;

/* Adds what the recording shows of one kind of error, ROUTH_ALSO_…, unless it is among the unknowns. */
static routh_status add_sensor_errors(routh_context *context, const routh_insertion_study *study, unsigned kind,
                                      routh_insertion_case *item) {
    const routh_insertion_options *options = &study->options.fit;
    ROUTH_ARENA(room, context);
    routh_assembly extended;
    ROUTH_TRY(routh_assembly_extend(&room, study->assembly, kind & ~study->also, options, &extended));
    const size_t more = extended.count - study->assembly->count;
    if (more == 0)
        return ROUTH_OK;
    routh_sensor_error *longer =
        routh_resize(context, item->sensor_error, item->sensor_error_count + more, sizeof *longer);
    if (!longer)
        return ROUTH_OUT_OF_MEMORY;
    item->sensor_error = longer;
    ROUTH_TRY(routh_find_sensor_errors(context, study->assembly, &extended, &item->insertion, options, item->fit.x,
                                       &longer[item->sensor_error_count]));
    item->sensor_error_count += more;
    return ROUTH_OK;
}

routh_status routh_insertion_case_sensor_errors(routh_context *context, const routh_insertion_study *study,
                                                routh_insertion_case *item, unsigned *shown) {
    *shown = 0;
    if (item->fit.flags & ROUTH_INSERTION_NO_CONTACT)
        return ROUTH_OK;
    routh_status status = add_sensor_errors(context, study, ROUTH_ALSO_BIAS, item);
    for (size_t i = 0; i < item->sensor_error_count; i++) {
        item->sensor_error[i].shown = item->sensor_error[i].shown && free_wrench_shows(item, &item->sensor_error[i]);
        *shown |= item->sensor_error[i].shown ? (unsigned)ROUTH_ALSO_BIAS : 0;
    }
    const bool bias_first = study->options.demand && *shown; /* without it a latency would be wrong */
    /* where K is hardly known, a latency is not either, and takes the place of what is not */
    const bool known = item->fit.stiffness_high < most_ratio * item->fit.stiffness_low;
    if (status != ROUTH_OK || bias_first || !known || item->insertion.rate < least_rate)
        return status;
    const size_t before = item->sensor_error_count;
    status = add_sensor_errors(context, study, ROUTH_ALSO_LATENCY, item);
    for (size_t i = before; i < item->sensor_error_count; i++)
        *shown |= item->sensor_error[i].shown ? (unsigned)ROUTH_ALSO_LATENCY : 0;
    return status;
}

/* Together ------------------------------------------------------------------------------------------------*/

/* K's standard error at the common estimate with one recording's rows left out. */
static routh_status find_without(routh_context *context, routh_regressor *regressor,
                                 routh_insertion_together *together) {
    ROUTH_ARENA(room, context);
    routh_separable problem;
    routh_projection at;
    routh_linear linear;
    ROUTH_TRY(routh_separable_create(&room, regressor, &problem));
    ROUTH_TRY(routh_projection_create(&room, &problem, &at));
    for (size_t j = 0; j < problem.unknowns; j++)
        at.z[j] = (together->fit.x[j] - problem.displacement[j].nominal) / problem.displacement[j].deviation;
    ROUTH_TRY(routh_project(context, &problem, &at));
    ROUTH_TRY(routh_linearise(&room, &problem, &at, NULL, &linear));
    const size_t n = linear.columns;
    double *some = routh_take(&room, problem.rows + 1, (n + 1) * sizeof *some);
    double *covariance = routh_take(&room, n + 1, (n + 1) * sizeof *covariance);
    ROUTH_TRY(room.status);
    const routh_wrench_noise noise = routh_residual_noise(&problem, at.residual, n);
    double all = NAN; /* of nothing left out */
    for (size_t i = regressor->recordings + 1; i-- > 0;) {
        for (size_t c = 0; c < n; c++)
            for (size_t row = 0; row < problem.rows; row++)
                some[c * problem.rows + row] =
                    regressor->instant[row / 6].recording == i ? 0 : linear.g[c * problem.rows + row];
        routh_triangularise(problem.rows, n, some, linear.r);
        ROUTH_TRY(
            routh_error_covariance(context, &problem, &linear, noise, routh_bayes_gamma(&problem, noise), covariance));
        const double error = n ? sqrt(fmax(0, covariance[0])) : NAN;
        if (i == regressor->recordings)
            all = error;
        else /* relative to the stated error, which other answers may widen */
            together->without[i] = together->fit.stiffness_error * error / all;
    }
    return ROUTH_OK;
}

/* √(χ² ÷ (count − 1)) of the recordings' own K about their weighted mean, in compliance, in which intervals are
 * symmetric. */
static double disagreement_of(const routh_insertion_study *study) {
    double weights = 0, mean = 0, square = 0;
    size_t counted = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < study->count; i++) {
            const routh_insertion_estimate *fit = &study->item[i].fit;
            const double compliance = 1 / fit->stiffness;
            const double error = fit->stiffness_error * compliance * compliance;
            if (!(fit->stiffness > 0) || !(error > 0) || !isfinite(error))
                continue;
            if (pass)
                square += (compliance - mean / weights) * (compliance - mean / weights) / (error * error);
            else {
                weights += 1 / (error * error);
                mean += compliance / (error * error);
                counted++;
            }
        }
    return counted > 1 ? sqrt(square / (double)(counted - 1)) : NAN;
}

static routh_status identify_all(routh_context *context, const routh_insertion_study *study,
                                 const routh_insertion *const *recording, routh_insertion_together *together) {
    ROUTH_ARENA(room, context);
    routh_assembly all;
    routh_regressor *regressor;
    ROUTH_TRY(routh_assembly_for_all(&room, study->assembly, study->motions, recording, study->count, &all));
    ROUTH_TRY(keep(context, &all, &together->assembly));
    ROUTH_TRY(
        routh_regressor_create_of(&room, together->assembly, recording, study->count, &study->options.fit, &regressor));
    ROUTH_TRY(routh_regressor_fit(context, regressor, NULL, &together->fit));
    if (together->fit.flags & ROUTH_INSERTION_NO_CONTACT)
        return ROUTH_OK;
    return find_without(context, regressor, together);
}

/* The same instants twice are no further evidence. */
static routh_status check_different(routh_context *context, const routh_insertion_study *study) {
    for (size_t i = 0; i < study->count; i++)
        for (size_t j = 0; j < i; j++) {
            const routh_insertion *a = &study->item[i].insertion, *b = &study->item[j].insertion;
            bool same = a->count == b->count;
            for (size_t k = 0; same && k < a->count; k++)
                same = memcmp(a->sample[k].wrench, b->sample[k].wrench, sizeof a->sample[k].wrench) == 0;
            if (same)
                return routh_fail(context, ROUTH_BAD_ARGUMENT,
                                  "recordings “%s” and “%s” have the same wrenches at every instant: give each once",
                                  b->name, a->name);
        }
    return ROUTH_OK;
}

routh_status routh_insertion_together_of(routh_context *context, routh_insertion_study *study) {
    if (study->count < 2 || !study->options.fit.geometry)
        return ROUTH_OK;
    ROUTH_ARENA(room, context);
    ROUTH_TRY(check_different(context, study));
    routh_insertion_together *together = study->together = routh_allocate(context, 1, sizeof *together);
    const routh_insertion **recording = routh_take(&room, study->count, sizeof(routh_insertion *));
    if (!together || !recording)
        return ROUTH_OUT_OF_MEMORY;
    together->without = routh_allocate(context, study->count, sizeof *together->without);
    if (!together->without)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < study->count; i++)
        recording[i] = &study->item[i].insertion;
    ROUTH_TRY(identify_all(context, study, recording, together));
    together->disagreement = disagreement_of(study);
    return ROUTH_OK;
}

/* Assemblies, whose objects belong to the caller. */
void routh_insertion_together_release(routh_context *context, routh_insertion_study *study) {
    if (study->together)
        drop(context, &study->together->assembly);
    drop(context, &study->extended);
}

/* In words ------------------------------------------------------------------------------------------------*/

static void say_demanded(routh_findings_writer *words, const routh_insertion_study *study) {
    const unsigned demanded = study->also & ~study->options.also;
    if (demanded & ROUTH_ALSO_BIAS)
        routh_findings_add(
            words, ROUTH_WARNING, "bias",
            "A recording clearly shows a constant error of the wrench: its bias is estimated with the rest.");
    if (demanded & ROUTH_ALSO_LATENCY)
        routh_findings_add(
            words, ROUTH_WARNING, "latency",
            "A recording clearly shows that wrench and pose are not of the same time: the latency is estimated with "
            "the rest.");
}

static void say_together(routh_findings_writer *words, const routh_insertion_study *study) {
    const routh_insertion_together *together = study->together;
    const routh_insertion_estimate *fit = &together->fit;
    char value[ROUTH_NUMBER_TEXT], low[ROUTH_NUMBER_TEXT], high[ROUTH_NUMBER_TEXT];
    if (!isfinite(fit->stiffness))
        return;
    char friction[ROUTH_NUMBER_TEXT + 8] = "Friction cannot be determined", number[ROUTH_NUMBER_TEXT];
    if (isfinite(fit->friction))
        snprintf(friction, sizeof friction, "μ = %s", routh_error_text(fit->friction, fit->friction_error, 3, number));
    routh_findings_add(
        words, ROUTH_NOTE, "together",
        "%zu recordings together, with one K, one μ and one set of displaced parts: K = %s N/m (95 %%: %s to "
        "%s). %s.",
        study->count, routh_number_text(fit->stiffness, 4, value), routh_number_text(fit->stiffness_low, 4, low),
        routh_number_text(fit->stiffness_high, 4, high), friction);
    size_t most = study->count;
    for (size_t i = 0; i < study->count; i++)
        if (isfinite(together->without[i]) && (most == study->count || together->without[i] > together->without[most]))
            most = i;
    if (most < study->count && together->without[most] > fit->stiffness_error)
        routh_findings_add(words, ROUTH_NOTE, "together",
                           "“%s” adds most: without it the error of K would be %.1f times as large.",
                           study->item[most].insertion.name, together->without[most] / fit->stiffness_error);
    if (together->disagreement > too_different)
        routh_findings_add(
            words, ROUTH_WARNING, "together",
            "K of single recordings differs by %.1f of their errors: they may not be of the same parts, or "
            "something that is not modelled differs between them. Do not rely on the common estimate.",
            together->disagreement);
}

routh_status routh_insertion_together_say(routh_context *context, routh_insertion_study *study) {
    routh_findings_writer words = {.context = context, .findings = &study->findings};
    ROUTH_C_LOCALE(context);
    say_demanded(&words, study);
    if (study->together)
        say_together(&words, study);
    else if (study->count > 1)
        routh_findings_add(
            &words, ROUTH_NOTE, "together",
            "Each recording is identified by itself: with the parts as drawn there is nothing that they have in "
            "common but K and μ, which are given for each.");
    return words.status;
}
