/* First aid for recordings that give few impacts: reasons in the order of loss, and other ways of reading them that would
 * give more.
 *
 * Each way is tried by segmenting a part of the recording once more. Nothing is applied: the user decides.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/c_locale.h"
#include "segment/aid.h"
#include "segment/check.h"

/* Help is needed below this share of the contacts. */
static const double few_share = 0.1;

/* A way helps if it brings this many impacts, so many times as many, and this share of its contacts. */
enum { LEAST_BACK = 3 };
static const double more_times = 2;
static const double least_share = 0.05;

/* Samples that are tried, and trajectories. */
enum { MOST_SAMPLES = 20000, MOST_TRAJECTORIES = 60 };

/* The part of the dataset that is tried: every so many-th trajectory, arrays shared. */
static routh_status take_part(routh_context *context, const routh_dataset *dataset, routh_dataset *part) {
    const size_t all = dataset->trajectory_count, samples = routh_count_samples(dataset);
    size_t step = all / MOST_TRAJECTORIES + 1;
    step = samples / MOST_SAMPLES + 1 > step ? samples / MOST_SAMPLES + 1 : step;
    *part = *dataset;
    part->trajectory = routh_allocate(context, all / step + 1, sizeof *part->trajectory);
    if (!part->trajectory)
        return ROUTH_OUT_OF_MEMORY;
    part->trajectory_count = 0;
    for (size_t i = 0; i < all; i += step)
        part->trajectory[part->trajectory_count++] = dataset->trajectory[i];
    part->record = NULL;
    part->count = 0;
    part->extra = NULL;
    part->extra_count = 0;
    return ROUTH_OK;
}

/* The reason that most contacts have, then the next; at most so many. */
enum { MOST_REASONS = 4 };

static void say_losses(const routh_dataset *dataset, const routh_aid *aid, routh_findings_writer *writer) {
    size_t rejected[ROUTH_REASON_COUNT];
    routh_dataset_used(dataset, rejected);
    if (aid->contacts == 0) {
        routh_findings_add(writer, ROUTH_WRONG, "contacts", "the trajectories contain no contact");
        return;
    }
    routh_findings_measured(
        writer, aid->used == 0 ? ROUTH_WRONG : ROUTH_WARNING, "contacts",
        (routh_finding_numbers){(double)aid->contacts, (double)aid->used, NAN, "contacts"},
        "%zu of %zu contacts can be used; reasons in the order of loss, of which a contact may have several:",
        aid->used, aid->contacts);
    for (int place = 0; place < MOST_REASONS; place++) {
        int most = 0;
        for (int r = 1; r < ROUTH_REASON_COUNT; r++)
            most = rejected[r] > rejected[most] ? r : most;
        if (rejected[most] == 0)
            return;
        routh_findings_measured(writer, ROUTH_NOTE, routh_name(&routh_reasons, most),
                                (routh_finding_numbers){NAN, (double)rejected[most], NAN, "contacts"}, "%zu: %s",
                                rejected[most], routh_about(&routh_reasons, most));
        rejected[most] = 0;
    }
}

/* Keeps the best, in order; of equally good ones the first that was tried. */
static void keep(const routh_remedy *found, routh_aid *aid) {
    size_t place = aid->count;
    while (place > 0 && found->used > aid->remedy[place - 1].used)
        place--;
    if (place == ROUTH_MOST_REMEDIES)
        return;
    const size_t last = aid->count < ROUTH_MOST_REMEDIES ? aid->count++ : ROUTH_MOST_REMEDIES - 1;
    memmove(&aid->remedy[place + 1], &aid->remedy[place], (last - place) * sizeof *found);
    aid->remedy[place] = *found;
}

static routh_status try_all(routh_context *context, const routh_segment_options *options, const routh_dataset *part,
                            routh_aid *aid) {
    routh_remedy_trial trial;
    size_t base = 0;
    routh_status status = ROUTH_OK;
    for (size_t i = 0; status == ROUTH_OK && routh_remedy_trial_at(i, &trial); i++) {
        routh_remedy found = {0};
        bool possible = false;
        status = routh_remedy_try(context, options, part, &trial, &found, &possible);
        if (status != ROUTH_OK || !possible)
            continue;
        if (i == 0) { /* as it is */
            base = found.used;
            continue;
        }
        aid->tried++;
        if (found.used >= LEAST_BACK && (double)found.used >= more_times * (double)base &&
            (double)found.used >= least_share * (double)found.contacts)
            keep(&found, aid);
        if (trial.calibrated) /* as the others are: they must do better than that */
            base = found.used > base ? found.used : base;
        status = routh_progress(context, "trying other readings", (double)i / ROUTH_REMEDY_TRIALS);
    }
    return status;
}

/* A remedy that needs two settings is dropped where one of them alone does as well. */
static void drop_needless(routh_aid *aid) {
    for (size_t i = 0; i < aid->count; i++)
        for (size_t k = 0; k < aid->count; k++)
            if (i != k && aid->remedy[k].settings > 0 && aid->remedy[i].settings > aid->remedy[k].settings &&
                (double)aid->remedy[i].used < 1.1 * (double)aid->remedy[k].used) {
                aid->count--;
                memmove(&aid->remedy[i], &aid->remedy[i + 1], (aid->count - i) * sizeof aid->remedy[i]);
                i--;
                break;
            }
}

static void say_remedies(const routh_aid *aid, const routh_dataset *part, routh_findings_writer *writer) {
    for (size_t i = 0; i < aid->count; i++)
        routh_findings_measured(
            writer, ROUTH_NOTE, "remedy",
            (routh_finding_numbers){(double)aid->remedy[i].contacts, (double)aid->remedy[i].used, NAN, "contacts"},
            "%s", aid->remedy[i].text);
    if (aid->count == 0)
        routh_findings_add(
            writer, ROUTH_NOT_DETERMINED, "remedy",
            "%zu other readings were tried on %zu trajectories: offsets of angle and height, units, rate, which way "
            "is up, wider limits; none brings contacts back",
            aid->tried, part->trajectory_count);
}

routh_status routh_dataset_aid(routh_context *context, const routh_dataset *dataset,
                               const routh_segment_options *options, routh_aid *aid) {
    const routh_segment_options usual = routh_segment_options_default();
    options = options ? options : &usual;
    if (!dataset || !aid)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "first aid: the dataset or the answer is NULL");
    *aid = (routh_aid){.contacts = dataset->count, .used = routh_dataset_used(dataset, NULL)};
    aid->needed = aid->used == 0 || (double)aid->used < few_share * (double)aid->contacts;
    if (!aid->needed)
        return ROUTH_OK;
    routh_c_locale numbers;
    routh_findings_writer writer = {.context = context, .findings = &aid->words};
    routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    say_losses(dataset, aid, &writer);
    routh_dataset part = {.trajectory = NULL};
    if (dataset->trajectory_count > 0)
        status = take_part(context, dataset, &part);
    if (status == ROUTH_OK && dataset->trajectory_count > 0)
        status = try_all(context, options, &part, aid);
    if (status == ROUTH_OK && dataset->trajectory_count > 0) {
        drop_needless(aid);
        say_remedies(aid, &part, &writer);
    }
    routh_release(context, part.trajectory);
    routh_c_locale_end(&numbers);
    status = status == ROUTH_OK ? writer.status : status;
    if (status != ROUTH_OK)
        routh_aid_release(context, aid);
    return status;
}

void routh_aid_release(routh_context *context, routh_aid *aid) {
    routh_findings_release(context, &aid->words);
    *aid = (routh_aid){0};
}
