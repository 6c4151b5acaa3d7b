/* Tosses in disjoint groups: calibration and parameters of laws of each.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/context.h"
#include "file/text.h"
#include "impact3/impact3.h"
#include "study/internal.h"
#include "study/study3.h"

enum { CALIBRATED = 7 };

static const struct {
    const char *name, *unit;
} calibrated[CALIBRATED] = {{"scale", ""},     {"drag", "1/s"},   {"centre x", "m"},   {"centre y", "m"},
                            {"centre z", "m"}, {"rounding", "m"}, {"inertia", "kg m²"}};

typedef struct splitting {
    routh_context *context;
    const routh_dataset3 *dataset;
    const routh_study3_options *options;
    routh_split *split;
} splitting;

static size_t name_numbers(routh_split_number *n) {
    size_t count = 0;
    for (int k = 0; k < CALIBRATED; k++, count++)
        if (n)
            n[count] =
                (routh_split_number){.of = "calibration", .name = calibrated[k].name, .unit = calibrated[k].unit};
    for (size_t l = 0; routh_law3_at(l); l++)
        for (int j = 0; j < routh_law3_at(l)->parameter_count; j++, count++)
            if (n)
                n[count] = (routh_split_number){
                    .of = routh_law3_at(l)->name, .name = routh_law3_at(l)->parameter[j].name, .unit = ""};
    return count;
}

static void note_calibration(const splitting *s, const routh_calibration3 *c, routh_split_order order) {
    const double value[CALIBRATED] = {c->scale,     c->drag,     c->centre[0],       c->centre[1],
                                      c->centre[2], c->rounding, c->identity.inertia};
    const double error[CALIBRATED] = {c->scale_error,           c->drag_error,      c->centre_error[0],
                                      c->centre_error[1],       c->centre_error[2], c->rounding_error,
                                      c->identity.inertia_error};
    for (size_t k = 0; k < CALIBRATED; k++)
        routh_split_note(s->split, k, order, value[k], error[k]);
}

static void note_laws(const splitting *s, const routh_study3 *study, routh_split_order order) {
    size_t number = CALIBRATED;
    for (size_t l = 0; routh_law3_at(l); l++) {
        const routh_law3 *law = routh_law3_at(l);
        for (int j = 0; j < law->parameter_count; j++, number++)
            for (size_t c = 0; c < study->contestant_count && study->compared; c++)
                if (study->contestant[c].law == law)
                    routh_split_note(s->split, number, order, study->contestant[c].fit.parameters[j],
                                     study->contestant[c].interval[j].deviation);
    }
}

/* The group's tosses by themselves; their arrays stay those of the whole recording. */
static routh_status estimate_group(void *with, const size_t *group, routh_split_order order, size_t number) {
    const splitting *s = with;
    ROUTH_ARENA(room, s->context);
    routh_dataset3 part = *s->dataset;
    part.trajectory = routh_take(&room, part.trajectory_count, sizeof *part.trajectory);
    part.trajectory_count = part.count = 0;
    part.record = NULL;
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < s->dataset->trajectory_count; i++)
        if (group[i] == number)
            part.trajectory[part.trajectory_count++] = s->dataset->trajectory[i];
    routh_study3 study = {0};
    routh_study3_options options = *s->options;
    options.split = 0;
    routh_status status = routh_dataset3_segment(s->context, s->options->segmentation, &part);
    if (status == ROUTH_OK)
        status = routh_study3_run_whole(s->context, &part, &options, &study);
    if (status == ROUTH_OK) {
        if (s->dataset->calibration.applied)
            note_calibration(s, &part.calibration, order);
        note_laws(s, &study, order);
        routh_study3_release(s->context, &study);
    }
    routh_release(s->context, part.record);
    return status;
}

/* Calibration and parameters of laws; each group is segmented and studied with the study's options. */
static routh_status split_tosses(routh_context *context, const routh_dataset3 *dataset,
                                 const routh_study3_options *options, routh_split *split) {
    const size_t count = dataset->trajectory_count;
    splitting s = {.context = context, .dataset = dataset, .options = options, .split = split};
    ROUTH_C_LOCALE(context);
    ROUTH_TRY(routh_split_begin(context, options->split, options->seed, "tosses", count, name_numbers(NULL), split));
    name_numbers(split->number);
    return routh_split_run(context, count, estimate_group, &s, split);
}

/* A study of tosses, and the same of parts of them. */

routh_status routh_study3_run(routh_context *context, const routh_dataset3 *dataset,
                              const routh_study3_options *options, routh_study3 *study) {
    const routh_study3_options chosen = options ? *options : routh_study3_options_default();
    ROUTH_TRY(routh_study3_run_whole(context, dataset, &chosen, study));
    const routh_status status = chosen.split > 0 ? split_tosses(context, dataset, &chosen, &study->split) : ROUTH_OK;
    if (status != ROUTH_OK)
        routh_study3_release(context, study);
    return status;
}
