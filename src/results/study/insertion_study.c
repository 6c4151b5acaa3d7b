/* Everything about recordings of one assembly.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <routh/study.h>

#include "base/context.h"
#include "base/numbers.h"
#include "fields/structs.h"
#include "insertion/regressor.h"
#include "study/insertion_case.h"

routh_insertion_study_options routh_insertion_study_options_default(void) {
    return (routh_insertion_study_options){.fit = routh_insertion_options_default(), .rate = 50, .demand = 1};
}

void routh_insertion_study_release(routh_context *context, routh_insertion_study *study) {
    routh_insertion_together_release(context, study);
    ROUTH_STRUCT_RELEASE(context, routh_insertion_study, study);
}

/* Poses and contacts at the fit, for the pictures. */
static routh_status trace(routh_context *context, routh_regressor *regressor, routh_insertion_case *item) {
    const size_t count = item->insertion.count;
    item->pose = routh_allocate(context, count, sizeof *item->pose);
    item->first = routh_allocate(context, count + 1, sizeof *item->first);
    if (!item->pose || !item->first)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t k = 0; k < count; k++) {
        item->pose[k] = routh_regressor_pose(regressor, item->fit.x, k);
        item->first[k + 1] = item->first[k] + routh_regressor_contacts(regressor, item->fit.x, k, 0, NULL);
    }
    item->contact = routh_allocate(context, item->first[count], sizeof *item->contact);
    if (!item->contact)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t k = 0; k < count; k++)
        routh_regressor_contacts(regressor, item->fit.x, k, item->first[k + 1] - item->first[k],
                                 &item->contact[item->first[k]]);
    return ROUTH_OK;
}

/* The truth as it is. It is not fitted to the estimate: what the reference pose leaves open is in the errors. */
static routh_status keep_truth(routh_context *context, const routh_assembly *assembly, size_t given,
                               routh_insertion_case *item) {
    const routh_insertion_truth *truth = &item->insertion.truth;
    if (truth->count == 0 || truth->count != given)
        return ROUTH_OK;
    item->truth = routh_allocate(context, assembly->count, sizeof *item->truth);
    if (!item->truth)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t j = 0; j < assembly->count; j++)
        item->truth[j] = j < given ? truth->displacement[j] : NAN;
    return ROUTH_OK;
}

void routh_insertion_reach_over_prior(const routh_insertion_estimate *plain, routh_insertion_estimate *fit) {
    if (!(fit->flags & ROUTH_INSERTION_OFFSET_UNSEEN) || !(plain->stiffness > 0) || !(fit->stiffness > 0))
        return;
    fit->stiffness_low = fmin(fit->stiffness_low, plain->stiffness_low);
    fit->stiffness_high = fmax(fit->stiffness_high, plain->stiffness_high);
}

static routh_status identify(routh_context *context, routh_regressor *regressor,
                             const routh_insertion_study_options *options, routh_insertion_case *item) {
    routh_insertion_options plain = options->fit, fit = options->fit;
    plain.geometry = 0;
    ROUTH_TRY(routh_regressor_fit(context, regressor, &plain, &item->plain));
    const bool touches = !(item->plain.flags & ROUTH_INSERTION_NO_CONTACT);
    const bool traces = fit.geometry && isnan(fit.gamma) && touches;
    if (traces)
        ROUTH_TRY(routh_regressor_lcurve(context, regressor, &fit, &item->lcurve));
    ROUTH_TRY(routh_regressor_fit_along(context, regressor, &fit, traces ? &item->lcurve : NULL, &item->fit));
    routh_insertion_reach_over_prior(&item->plain, &item->fit);
    ROUTH_TRY(routh_regressor_observe(context, regressor, item->fit.x, &item->observability));
    return trace(context, regressor, item);
}

/* Figures 9 and 16 of the paper as one number. */
static routh_status scatter_of(routh_context *context, const routh_insertion_estimate *fit, double *scatter) {
    ROUTH_ARENA(room, context);
    double *value = routh_take(&room, fit->sample_count, sizeof *value);
    size_t count = 0;
    *scatter = NAN;
    ROUTH_TRY(room.status);
    for (size_t k = 0; k < fit->sample_count; k++)
        if (isfinite(fit->instant[k].stiffness))
            value[count++] = fit->instant[k].stiffness;
    qsort(value, count, sizeof *value, routh_ascending);
    if (count >= 4)
        *scatter = (value[3 * count / 4] - value[count / 4]) / fabs(value[count / 2]);
    return ROUTH_OK;
}

static routh_status misfit_of(routh_context *context, const routh_insertion_truth *truth,
                              const routh_insertion_estimate *fit, routh_insertion_misfit *misfit) {
    const int known = truth->stiffness > 0;
    misfit->wrench = sqrt(fit->force_cost);
    misfit->stiffness = known ? fit->stiffness / truth->stiffness - 1 : NAN;
    misfit->friction = known ? fit->friction / truth->friction - 1 : NAN;
    return scatter_of(context, fit, &misfit->scatter);
}

routh_status routh_insertion_case_judge(routh_context *context, const routh_assembly *assembly,
                                        routh_insertion_case *item) {
    item->displaced = 0;
    for (size_t j = 0; j < item->fit.count && j < assembly->count; j++)
        item->displaced |= item->fit.x[j] != assembly->displacement[j].nominal;
    ROUTH_TRY(misfit_of(context, &item->insertion.truth, &item->plain, &item->plain_misfit));
    return misfit_of(context, &item->insertion.truth, &item->fit, &item->fit_misfit);
}

static routh_status keep_measured(routh_context *context, const routh_regressor *regressor,
                                  routh_insertion_case *item) {
    const size_t count = item->insertion.count;
    item->measured = routh_allocate(context, count, 6 * sizeof *item->measured);
    if (!item->measured)
        return ROUTH_OUT_OF_MEMORY;
    routh_regressor_measure(regressor, item->fit.x, true, item->measured);
    return ROUTH_OK;
}

/* `given` is how many displacements the caller's assembly has. */
static routh_status study_one(routh_context *context, const routh_assembly *assembly, size_t given,
                              const routh_insertion *insertion, const routh_insertion_study_options *options,
                              routh_insertion_case *item) {
    ROUTH_ARENA(room, context);
    routh_regressor *regressor;
    ROUTH_TRY(routh_insertion_reduce(context, insertion, options->rate, &item->insertion));
    ROUTH_TRY(routh_regressor_create(&room, assembly, &item->insertion, &options->fit, &regressor));
    ROUTH_TRY(identify(context, regressor, options, item));
    ROUTH_TRY(routh_insertion_check_of(context, assembly, &item->insertion, options->fit.geometry ? item->fit.x : NULL,
                                       &options->fit, &item->observability.check));
    if (options->fit.geometry)
        ROUTH_TRY(keep_truth(context, assembly, given, item));
    ROUTH_TRY(keep_measured(context, regressor, item));
    ROUTH_TRY(routh_insertion_case_judge(context, assembly, item));
    return routh_insertion_case_say(context, assembly, !isnan(options->fit.gamma), item);
}

/* Every recording by itself, from the beginning, and which errors of sensors they show. */
static routh_status study_each(routh_context *context, const routh_assembly *assembly,
                               const routh_insertion *insertions, routh_insertion_study *study, unsigned *demanded) {
    const size_t count = study->count;
    ROUTH_TRY(routh_insertion_study_extend(context, assembly, study));
    for (size_t i = 0; i < count; i++)
        ROUTH_STRUCT_RELEASE(context, routh_insertion_case, &study->item[i]);
    for (size_t i = 0; i < count; i++) {
        unsigned shown = 0;
        routh_insertion_case *item = &study->item[i];
        ROUTH_TRY(routh_progress(context, "identifying insertions", (double)i / (double)count));
        ROUTH_TRY(study_one(context, study->assembly, assembly->count, &insertions[i], &study->options, item));
        if (study->options.fit.geometry)
            ROUTH_TRY(routh_insertion_case_sensor_errors(context, study, item, &shown));
        *demanded |= study->options.demand ? shown : 0;
    }
    return routh_progress(context, "identifying insertions", 1);
}

static routh_status run(routh_context *context, const routh_assembly *assembly, const routh_insertion *insertions,
                        routh_insertion_study *study) {
    unsigned demanded = 0;
    study->also = study->options.also;
    do { /* once more, with what the recordings demand */
        study->also |= demanded;
        ROUTH_TRY(study_each(context, assembly, insertions, study, &demanded));
    } while (demanded & ~study->also);
    ROUTH_TRY(routh_insertion_together_of(context, study));
    return routh_insertion_together_say(context, study);
}

routh_status routh_insertion_study_run(routh_context *context, const routh_assembly *assembly,
                                       const routh_insertion *insertions, size_t count,
                                       const routh_insertion_study_options *options, routh_insertion_study *study) {
    const double start = routh_seconds();
    *study = (routh_insertion_study){.options = options ? *options : routh_insertion_study_options_default()};
    if (count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a study needs at least one recording");
    if (!insertions)
        return routh_array_check(context, "insertions", insertions, count);
    study->item = routh_allocate(context, count, sizeof *study->item);
    study->count = study->item ? count : 0;
    const routh_status status = study->item ? run(context, assembly, insertions, study) : ROUTH_OUT_OF_MEMORY;
    study->seconds = routh_seconds() - start;
    if (status != ROUTH_OK)
        routh_insertion_study_release(context, study);
    return status;
}
