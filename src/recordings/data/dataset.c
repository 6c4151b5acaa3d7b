/* The dataset itself: names of reasons and frames, counting, and the step from a record to an impact.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/data.h>

#include "base/context.h"
#include "data/dataset.h"

static const routh_name_entry reasons[] = {
#define REASON_NAME(code, name, about) {name, about},
    ROUTH_REASON_TABLE(REASON_NAME)
#undef REASON_NAME
};
const routh_names routh_reasons = {"reason", ROUTH_REASON_COUNT, reasons};

static const routh_name_entry frames[] = {
#define FRAME_NAME(code, name) {name, NULL},
    ROUTH_FRAME_TABLE(FRAME_NAME)
#undef FRAME_NAME
};
const routh_names routh_frames = {"frame", ROUTH_FRAME_COUNT, frames};

routh_import_options routh_import_options_default(void) {
    return (routh_import_options){.gyration = NAN, .rate = NAN, .gravity = NAN, .gap = NAN};
}

static void release_trajectory(routh_context *context, routh_trajectory *trajectory) {
    routh_release(context, trajectory->name);
    routh_release(context, trajectory->time);
    routh_release(context, trajectory->x);
    routh_release(context, trajectory->y);
    routh_release(context, trajectory->theta);
    routh_release(context, trajectory->vx);
    routh_release(context, trajectory->vy);
    routh_release(context, trajectory->omega);
}

void routh_extra_release(routh_context *context, routh_dataset *dataset) {
    for (size_t i = 0; i < dataset->extra_count; i++)
        routh_release(context, dataset->extra[i].value);
    routh_release(context, dataset->extra);
    dataset->extra = NULL;
    dataset->extra_count = 0;
}

void routh_dataset_release(routh_context *context, routh_dataset *dataset) {
    if (!dataset)
        return;
    for (size_t i = 0; i < dataset->trajectory_count; i++)
        release_trajectory(context, &dataset->trajectory[i]);
    routh_extra_release(context, dataset);
    routh_release(context, dataset->trajectory);
    routh_release(context, dataset->record);
    *dataset = (routh_dataset){0};
}

size_t routh_reasons_count(unsigned bits, size_t *rejected) {
    for (int reason = 0; rejected && reason < ROUTH_REASON_COUNT; reason++)
        rejected[reason] += bits >> reason & 1;
    return bits == 0;
}

size_t routh_dataset_used(const routh_dataset *dataset, size_t *rejected) {
    size_t used = 0;
    if (rejected)
        memset(rejected, 0, ROUTH_REASON_COUNT * sizeof *rejected);
    for (size_t i = 0; i < dataset->count; i++)
        used += routh_reasons_count(dataset->record[i].reasons, rejected);
    return used;
}

routh_impact routh_dataset_impact(const routh_dataset *dataset, size_t i, routh_frame frame) {
    const routh_record *record = &dataset->record[i];
    int mirror_n = frame == ROUTH_MIRROR_N || frame == ROUTH_MIRROR_BOTH;
    int mirror_t = frame == ROUTH_MIRROR_T || frame == ROUTH_MIRROR_BOTH;
    const double fall = dataset->gravity * dataset->gap;
    return (routh_impact){.mass = dataset->body.mass,
                          .inertia = dataset->body.inertia,
                          .rx = mirror_n ? -record->rx : record->rx,
                          .ry = mirror_t ? -record->ry : record->ry,
                          .vx = record->before.vx - fall * sin(record->gravity_tilt),
                          .vy = record->before.vy - fall * cos(record->gravity_tilt),
                          .omega = record->before.omega};
}

const char *routh_rejected_text(const size_t *rejected, char text[ROUTH_REJECTED_TEXT]) {
    size_t used = 0;
    text[0] = '\0';
    for (int reason = 0; reason < ROUTH_REASON_COUNT; reason++)
        if (rejected[reason] > 0 && used < ROUTH_REJECTED_TEXT) {
            int written = snprintf(text + used, ROUTH_REJECTED_TEXT - used, "%s%zu %s", used ? ", " : "",
                                   rejected[reason], routh_name(&routh_reasons, reason));
            used += written > 0 ? (size_t)written : 0;
        }
    return text;
}
