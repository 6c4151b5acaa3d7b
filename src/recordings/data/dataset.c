/* The dataset itself: names of reasons and frames, counting, and the step from a record to an impact.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "data/dataset.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <routh/data.h>

#include "base/context.h"

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

/* Records that cannot be used for anything: impossible numbers, contacts that do not close, repetitions. */

/* Limits far above anything dropped or thrown by hand or robot: m/s, rad/s, and m from the centre to the contact. */
#define IMPOSSIBLE_SPEED 1e3
#define IMPOSSIBLE_SPIN  1e6
#define IMPOSSIBLE_LEVER 1e3

enum { NUMBERS = 15 };

static void numbers_of(const routh_record *record, double number[NUMBERS]) {
    const double all[NUMBERS] = {record->x,        record->y,         record->theta,       record->rx,
                                 record->ry,       record->before.vx, record->before.vy,   record->before.omega,
                                 record->after.vx, record->after.vy,  record->after.omega, record->fx,
                                 record->fy,       record->torque,    record->gravity_tilt};
    for (int i = 0; i < NUMBERS; i++)
        number[i] = all[i] + 0.0; /* −0 becomes 0 */
}

static bool is_possible(const routh_record *record) {
    const routh_velocity *before = &record->before, *after = &record->after;
    return fabs(record->rx) <= IMPOSSIBLE_LEVER && fabs(record->ry) <= IMPOSSIBLE_LEVER &&
           hypot(before->vx, before->vy) <= IMPOSSIBLE_SPEED && hypot(after->vx, after->vy) <= IMPOSSIBLE_SPEED &&
           fabs(before->omega) <= IMPOSSIBLE_SPIN && fabs(after->omega) <= IMPOSSIBLE_SPIN && !isinf(record->x) &&
           !isinf(record->y) && !isinf(record->theta) && isfinite(record->fx) && isfinite(record->fy) &&
           isfinite(record->torque) && isfinite(record->gravity_tilt);
}

/* For either sign of the normal row: the frame check decides which is right. */
static bool separates(const routh_dataset *dataset, size_t i) {
    routh_impact impact = routh_dataset_impact(dataset, i, ROUTH_AS_RECORDED);
    double turning = impact.rx * impact.omega;
    return impact.vy + turning >= 0 && impact.vy - turning >= 0;
}

/* Fowler, Noll and Vo's hash, 64 bits, variant 1a. */
static uint64_t hash_of(const double number[NUMBERS]) {
    unsigned char byte[NUMBERS * sizeof(double)];
    memcpy(byte, number, sizeof byte);
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < sizeof byte; i++)
        hash = (hash ^ byte[i]) * 1099511628211u;
    return hash ^ hash >> 32;
}

/* Marks every record whose numbers all occur earlier, with a table of places open to the next free one. */
static routh_status mark_repeated(routh_context *context, routh_dataset *dataset) {
    size_t places = 16;
    while (places < 2 * dataset->count)
        places *= 2;
    ROUTH_ARENA(room, context);
    size_t *occupant = routh_take(&room, places, sizeof *occupant); /* record + 1; 0: free */
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < dataset->count; i++) {
        double number[NUMBERS], other[NUMBERS];
        numbers_of(&dataset->record[i], number);
        size_t place = (size_t)hash_of(number) & (places - 1);
        for (; occupant[place]; place = (place + 1) & (places - 1)) {
            numbers_of(&dataset->record[occupant[place] - 1], other);
            if (memcmp(number, other, sizeof number) == 0)
                break;
        }
        if (occupant[place])
            dataset->record[i].reasons |= ROUTH_DUPLICATE;
        else
            occupant[place] = i + 1;
    }
    return ROUTH_OK;
}

routh_status routh_dataset_mark(routh_context *context, routh_dataset *dataset) {
    for (size_t i = 0; i < dataset->count; i++) {
        if (!is_possible(&dataset->record[i]))
            dataset->record[i].reasons |= ROUTH_IMPOSSIBLE;
        else if (separates(dataset, i))
            dataset->record[i].reasons |= ROUTH_SEPARATES;
    }
    return mark_repeated(context, dataset);
}
