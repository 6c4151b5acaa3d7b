/* Planar recordings in disjoint groups: parameters of laws and calibration of each.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "file/text.h"
#include "study/internal.h"

typedef struct splitting {
    routh_context *context;
    const routh_dataset *dataset;
    routh_frame frame;
    const routh_split_options *options;
    const routh_law **law;
    size_t law_count;
    size_t *unit;         /* of each used record, in the order of the file: what is dealt into groups */
    routh_record *record; /* of one group */
    routh_split *split;
} splitting;

routh_split_options routh_split_options_default(void) {
    routh_split_options options = {.groups = 2, .seed = 1, .fit = routh_fit_options_default()};
    options.fit.resamples = 200;
    return options;
}

static bool has_trajectories(const routh_dataset *d) {
    for (size_t i = 0; i < d->count; i++)
        if (d->record[i].reasons == 0 && d->record[i].trajectory >= 0)
            return true;
    return false;
}

static const char *units_of(const routh_dataset *d) {
    return has_trajectories(d) ? "trajectories" : "records";
}

/* Contacts of one trajectory share its errors and stay together. The unit of each used record goes to `unit`, which may be
 * NULL; returns how many there are. */
static size_t number_units(const routh_dataset *d, size_t *unit) {
    const bool together = has_trajectories(d);
    size_t units = 0;
    long last = -1;
    for (size_t i = 0; i < d->count; i++) {
        const routh_record *r = &d->record[i];
        if (r->reasons != 0)
            continue;
        units += !(together && units > 0 && r->trajectory == last);
        last = r->trajectory;
        if (unit)
            unit[i] = units - 1;
    }
    return units;
}

routh_status routh_split_check_dataset(routh_context *context, size_t groups, const routh_dataset *dataset) {
    return routh_split_check(context, groups, units_of(dataset), number_units(dataset, NULL));
}

/* The numbers in their order: each law's parameters, then the calibration. */
static void name_numbers(const splitting *s) {
    routh_split_number *n = s->split->number;
    for (size_t l = 0; l < s->law_count; l++)
        for (int j = 0; j < s->law[l]->parameter_count; j++, n++) {
            n->of = s->law[l]->name;
            n->name = s->law[l]->parameter[j].name;
            n->unit = "";
        }
    for (int k = 0; k < ROUTH_CALIBRATION_COUNT; k++, n++) {
        n->of = "calibration";
        n->name = routh_name(&routh_calibration_values, k);
        n->unit = routh_calibration_unit((routh_calibration_index)k);
    }
}

static routh_status fit_laws(const splitting *s, const routh_sample *samples, size_t count, routh_split_order order) {
    size_t number = 0;
    for (size_t l = 0; l < s->law_count; l++) {
        const routh_law *law = s->law[l];
        const bool fits = count >= ROUTH_FIT_TOO_FEW && law->parameter_count > 0;
        routh_estimate fit;
        if (fits)
            ROUTH_TRY(routh_law_fit(s->context, law, samples, NULL, count, &s->options->fit, &fit));
        for (int j = 0; j < law->parameter_count; j++, number++)
            if (fits && !(fit.flags & ROUTH_FIT_BOUNDED_BELOW && j == routh_law_parameter(law, "mu")))
                routh_split_note(s->split, number, order, fit.parameters[j], fit.interval[j].deviation);
    }
    return ROUTH_OK;
}

static routh_status calibrate_group(const splitting *s, const routh_dataset *part, routh_split_order order) {
    const size_t first = s->split->count - ROUTH_CALIBRATION_COUNT;
    routh_calibration found;
    ROUTH_TRY(routh_calibration_of(s->context, part, s->frame, NULL, &found));
    for (size_t k = 0; k < ROUTH_CALIBRATION_COUNT; k++)
        if (found.value[k].determined)
            routh_split_note(s->split, first + k, order, found.value[k].value, found.value[k].error);
    return ROUTH_OK;
}

static routh_status estimate_group(void *with, const size_t *group, routh_split_order order, size_t number) {
    const splitting *s = with;
    routh_dataset part = *s->dataset;
    routh_sample *samples;
    size_t count;
    part.record = s->record;
    part.count = 0;
    part.extra = NULL;
    part.extra_count = 0;
    for (size_t i = 0; i < s->dataset->count; i++)
        if (s->dataset->record[i].reasons == 0 && group[s->unit[i]] == number)
            s->record[part.count++] = s->dataset->record[i];
    ROUTH_TRY(routh_samples_of(s->context, &part, s->frame, &samples, &count, NULL));
    const routh_status status = fit_laws(s, samples, count, order);
    routh_samples_release(s->context, samples);
    ROUTH_TRY(status);
    return calibrate_group(s, &part, order);
}

static routh_status split_all(splitting *s) {
    const routh_split_options *o = s->options;
    size_t numbers = ROUTH_CALIBRATION_COUNT;
    ROUTH_ARENA(room, s->context);
    ROUTH_C_LOCALE(s->context);
    s->law = routh_take(&room, o->laws ? o->law_count : routh_law_count(), sizeof *s->law);
    s->unit = routh_take(&room, s->dataset->count, sizeof *s->unit);
    s->record = routh_take(&room, s->dataset->count, sizeof *s->record);
    ROUTH_TRY(room.status);
    s->law_count = routh_study_list_laws(o->laws, o->law_count, s->law);
    for (size_t l = 0; l < s->law_count; l++)
        numbers += (size_t)s->law[l]->parameter_count;
    const size_t units = number_units(s->dataset, s->unit);
    ROUTH_TRY(routh_split_begin(s->context, o->groups, o->seed, units_of(s->dataset), units, numbers, s->split));
    name_numbers(s);
    return routh_split_run(s->context, units, estimate_group, s, s->split);
}

routh_status routh_split_of(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                            const routh_split_options *options, routh_split *split) {
    const routh_split_options defaults = routh_split_options_default();
    if (!dataset || !split || (unsigned)frame >= ROUTH_FRAME_COUNT)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "split: the dataset or the split are NULL, or there is no frame %d", (int)frame);
    *split = (routh_split){0};
    splitting s = {.context = context,
                   .dataset = dataset,
                   .frame = frame,
                   .options = options ? options : &defaults,
                   .split = split};
    const routh_status status = split_all(&s);
    if (status != ROUTH_OK)
        routh_split_release(context, split);
    return status;
}
