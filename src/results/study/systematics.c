/* What other ways to read a recording would change.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/text.h"
#include "fit/fit.h"
#include "study/internal.h"

enum { LEAST_COUNT = 10 };

/* What is fitted to every reading, and how. */
typedef struct setting {
    const routh_law *law;
    routh_frame frame;
    const routh_study_options *options;
    const routh_dataset *origin; /* knows the trajectories, which copies do not */
} setting;

static routh_status test_variant(routh_context *context, const setting *s, const routh_sample *sample, size_t count,
                                 const unsigned char *held_out, routh_variant *variant) {
    double *error = routh_allocate(context, 3 * count, sizeof *error);
    if (!error)
        return ROUTH_OUT_OF_MEMORY;
    double *bound = error + count, *scratch = bound + count;
    routh_status status = ROUTH_OK;
    for (size_t i = 0; i < count && status == ROUTH_OK; i++) {
        error[i] = routh_sample_error(&sample[i], routh_sample_predict(s->law, variant->parameters, &sample[i]));
        status = routh_bound_error(context, &sample[i], &bound[i]);
    }
    const routh_error_summary found = routh_error_summary_of(sample, held_out, count, error, sizeof *error, scratch);
    variant->error = found.mean;
    variant->error_velocity = found.mean_velocity;
    variant->bound = routh_error_summary_of(sample, held_out, count, bound, sizeof *bound, scratch).mean;
    routh_release(context, error);
    return status;
}

/* Fits and tests; `interval` may be NULL. */
static routh_status fit_variant(routh_context *context, const setting *s, const routh_sample *sample, size_t count,
                                routh_interval *interval, routh_variant *variant) {
    ROUTH_ARENA(room, context);
    size_t *index = routh_take(&room, count, sizeof *index);
    unsigned char *held_out = routh_take(&room, count, sizeof *held_out);
    routh_ensemble *ensemble = NULL;
    routh_estimate fit;
    routh_status status = index && held_out ? routh_ensemble_create(context, count, &ensemble) : ROUTH_OUT_OF_MEMORY;
    const size_t fitted = status == ROUTH_OK ? routh_study_split(s->options, sample, count, held_out, index) : 0;
    if (status == ROUTH_OK)
        status = routh_ensemble_fit(context, s->law, sample, index, fitted, &s->options->ensemble, ensemble, &fit);
    if (status == ROUTH_OK && interval)
        status = routh_ensemble_bootstrap(context, s->law, sample, index, fitted, &s->options->ensemble,
                                          s->options->resamples, s->options->level, s->options->seed, interval, NULL);
    if (status == ROUTH_OK) {
        memcpy(variant->parameters, fit.parameters, sizeof variant->parameters);
        status = test_variant(context, s, sample, count, held_out, variant);
    }
    routh_ensemble_release(context, ensemble);
    return status;
}

/* Adds a reading. Too few impacts: it is left out. */
static routh_status add(routh_context *context, const setting *s, const routh_dataset *dataset, routh_reading_kind kind,
                        const char *name, routh_systematics *all) {
    if (all->count == ROUTH_MAX_VARIANTS)
        return ROUTH_OK;
    routh_variant *variant = &all->variant[all->count];
    routh_sample *sample = NULL;
    routh_frame_evidence evidence;
    *variant = (routh_variant){.kind = kind};
    snprintf(variant->name, sizeof variant->name, "%s", name);
    routh_status status = routh_samples_of(context, dataset, s->frame, &sample, &variant->count, NULL);
    for (size_t i = 0; status == ROUTH_OK && i < variant->count && dataset->trajectory_count == 0; i++)
        if (s->origin->trajectory_count > 0) /* a copy: the same trajectories are held out */
            sample[i].trajectory = (size_t)(s->origin->record[sample[i].record].trajectory + 1);
    if (status == ROUTH_OK && variant->count >= LEAST_COUNT) {
        status = routh_frame_evidence_of(context, dataset, &evidence);
        if (status == ROUTH_OK)
            status = fit_variant(context, s, sample, variant->count, all->count == 0 ? all->interval : NULL, variant);
        variant->identity = evidence.hypothesis[s->frame];
        all->count += status == ROUTH_OK;
    }
    routh_samples_release(context, sample);
    return status;
}

/* Three frames and fewer between the velocities, and their gravity in vy after. Trajectories leave nothing open here. */
static routh_status add_gaps(routh_context *context, const setting *s, const routh_dataset *dataset,
                             routh_systematics *all) {
    routh_dataset other = *dataset;
    char name[64];
    routh_status status = ROUTH_OK;
    if (!(dataset->rate > 0) || !(dataset->gravity > 0) || dataset->trajectory_count > 0)
        return ROUTH_OK;
    for (int frames = 0; frames <= ROUTH_READING_FRAMES && status == ROUTH_OK; frames++) {
        other.gap = frames / dataset->rate;
        snprintf(name, sizeof name, "gap %.3g ms", 1e3 * other.gap);
        if (fabs(other.gap - dataset->gap) > 1e-9)
            status = add(context, s, &other, ROUTH_READING_GAP, name, all);
    }
    if (status == ROUTH_OK)
        status = routh_study_copy(context, dataset, &other);
    if (status != ROUTH_OK)
        return status;
    routh_study_add_gravity(&other);
    status = add(context, s, &other, ROUTH_READING_GRAVITY, "gravity of 3 frames in vy after", all);
    routh_release(context, other.record);
    return status;
}

static routh_status add_calibration(routh_context *context, const setting *s, const routh_dataset *dataset,
                                    const routh_dataset *before, routh_systematics *all) {
    routh_dataset other;
    routh_calibration calibration;
    bool freed = false;
    if (before)
        return add(context, s, before, ROUTH_READING_UNCALIBRATED, "before calibration", all);
    routh_status status = routh_calibration_of(context, dataset, s->frame, NULL, &calibration);
    for (int i = 0; status == ROUTH_OK && i < ROUTH_CALIBRATION_COUNT; i++)
        freed = freed || calibration.value[i].freed;
    if (status != ROUTH_OK || !freed)
        return status;
    status = routh_study_copy(context, dataset, &other);
    if (status == ROUTH_OK)
        status = routh_dataset_calibrate(context, &calibration, NULL, &other);
    if (status == ROUTH_OK)
        status = add(context, s, &other, ROUTH_READING_CALIBRATED, "calibrated", all);
    routh_release(context, other.record);
    return status;
}

static routh_status add_flags(routh_context *context, const setting *s, const routh_dataset *dataset,
                              routh_systematics *all) {
    routh_dataset other;
    routh_reflag reflag;
    routh_status status = routh_study_copy(context, dataset, &other);
    if (status == ROUTH_OK)
        status = routh_dataset_reflag(context, s->frame, NULL, &other, &reflag);
    if (status == ROUTH_OK && reflag.only > 0 && reflag.gained + reflag.lost > 0)
        status = add(context, s, &other, ROUTH_READING_FLAGS, "own flags", all);
    routh_release(context, other.record);
    return status;
}

/* A few records that do not fit pull least squares, and no resampling shows it. */
static routh_status add_robust(routh_context *context, const setting *s, const routh_dataset *dataset,
                               routh_systematics *all) {
    routh_study_options options = *s->options;
    const setting other = {s->law, s->frame, &options, s->origin};
    if (options.ensemble.norms)
        return ROUTH_OK;
    options.ensemble.robust = !options.ensemble.robust;
    return add(context, &other, dataset, ROUTH_READING_ROBUST, options.ensemble.robust ? "robust" : "least squares",
               all);
}

/* The inertia that the identity implies, where the check would advise it. */
static routh_status add_inertia(routh_context *context, const setting *s, const routh_dataset *dataset,
                                routh_systematics *all) {
    const routh_frame_hypothesis *used = &all->variant[0].identity;
    const double stated = sqrt(dataset->body.inertia / dataset->body.mass);
    const double error = used->slope_error * used->gyration / (2 * used->slope), off = fabs(used->gyration - stated);
    if (!(off > 0.05 * stated && off > 3 * error))
        return ROUTH_OK;
    routh_dataset other = *dataset;
    char name[64];
    all->advised_gyration = used->gyration;
    other.body.inertia = dataset->body.mass * used->gyration * used->gyration;
    snprintf(name, sizeof name, "radius of gyration %.4f m", used->gyration);
    return add(context, s, &other, ROUTH_READING_INERTIA, name, all);
}

static void find_range(const routh_law *law, routh_systematics *all) {
    for (int j = 0; j < law->parameter_count; j++) {
        all->low[j] = all->high[j] = all->variant[0].parameters[j];
        for (size_t i = 1; i < all->count; i++) {
            all->low[j] = fmin(all->low[j], all->variant[i].parameters[j]);
            all->high[j] = fmax(all->high[j], all->variant[i].parameters[j]);
        }
    }
}

routh_status routh_systematics_of(routh_context *context, const routh_dataset *dataset, const routh_dataset *before,
                                  routh_frame frame, const routh_law *law, const routh_study_options *options,
                                  routh_systematics *all) {
    const routh_study_options defaults = routh_study_options_default();
    if (!dataset || !all || (unsigned)frame >= ROUTH_FRAME_COUNT)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "systematics: the dataset or the systematics are NULL, or there is no frame %d", (int)frame);
    law = law ? law : routh_law_find(context, "wang-mason");
    *all = (routh_systematics){.law = law, .advised_gyration = NAN};
    const setting s = {law, frame, options ? options : &defaults, dataset};
    routh_c_locale numbers;
    routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    status = add(context, &s, dataset, ROUTH_READING_USED, "as used", all);
    if (status == ROUTH_OK && all->count == 1) {
        status = add_calibration(context, &s, dataset, before, all);
        status = status == ROUTH_OK ? add_gaps(context, &s, dataset, all) : status;
        status = status == ROUTH_OK ? add_flags(context, &s, dataset, all) : status;
        status = status == ROUTH_OK ? add_robust(context, &s, dataset, all) : status;
        status = status == ROUTH_OK ? add_inertia(context, &s, dataset, all) : status;
        find_range(law, all);
    }
    if (status == ROUTH_OK && all->count > 0)
        status = routh_systematics_say(context, dataset, all);
    routh_c_locale_end(&numbers);
    if (status != ROUTH_OK)
        routh_systematics_release(context, all);
    return status;
}

void routh_systematics_release(routh_context *context, routh_systematics *all) {
    routh_findings_release(context, &all->findings);
    *all = (routh_systematics){0};
}
