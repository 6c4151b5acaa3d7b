/* Other ways to read the recording that its own impacts allow. A dependence that goes away in one of them may be the
 * reading's fault.
 *
 * Gravity that acts between the two velocities and is not in them is a constant that is missing from Δvy. It makes
 * restitution follow the speed. The point-impulse identity bounds it without a law; within these bounds nobody knows whether it is missing
 * before or after the impact, so both are tried, from end to end; where it bounds nothing, whole frames are tried. An angle that the
 * identity corrects is the other reading. Trajectories leave neither open: their velocities are those of parabolas.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/text.h"
#include "segment/segment.h"
#include "study/explore.h"
#include "study/internal.h"

/* An interval wider than this, m/s, is not taken for a bound: it is that of 50 ms of gravity. */
static const double widest = 0.5;

/* Offsets tried within the bounds. */
enum { STEPS = 5 };

/* What shares the making of readings. */
typedef struct maker {
    routh_arena *arena;
    const routh_sample *samples;
    size_t count;
    routh_explore_readings *to;
} maker;

/* The frame in which the samples were read; ROUTH_FRAME_COUNT: none, they were changed. */
static routh_frame find_frame(const routh_dataset *dataset, const routh_sample *samples, size_t count) {
    for (routh_frame frame = 0; frame < ROUTH_FRAME_COUNT; frame++) {
        bool agrees = true;
        for (size_t i = 0; i < count && agrees; i++) {
            const routh_impact own = routh_dataset_impact(dataset, samples[i].record, frame);
            agrees = own.rx == samples[i].impact.rx && own.ry == samples[i].impact.ry;
        }
        if (agrees)
            return frame;
    }
    return ROUTH_FRAME_COUNT;
}

/* The next reading, which begins as a copy; NULL: no place. */
static routh_explore_reading *begin(const maker *m) {
    if (m->to->count == ROUTH_EXPLORE_READINGS)
        return NULL;
    routh_explore_reading *reading = &m->to->reading[m->to->count];
    reading->sample = routh_take(m->arena, m->count, sizeof *reading->sample);
    if (!reading->sample)
        return NULL;
    memcpy(reading->sample, m->samples, m->count * sizeof *reading->sample);
    m->to->count++;
    return reading;
}

/* A sample that can no longer be made stays as it was. */
static void change(routh_sample *sample, const routh_impact *impact, routh_velocity after) {
    const size_t record = sample->record;
    routh_sample made;
    if (routh_sample_of(NULL, impact, after, &made) != ROUTH_OK)
        return;
    *sample = made;
    sample->record = record;
}

/* So much of Δvy, m/s, was missing before, and after. */
static routh_status add_offset(const maker *m, double offset) {
    for (int late = 0; late < 2; late++) {
        if (m->to->count == ROUTH_EXPLORE_READINGS)
            return ROUTH_OK;
        routh_explore_reading *reading = begin(m);
        if (!reading)
            return ROUTH_OUT_OF_MEMORY;
        snprintf(reading->name, sizeof reading->name, "%.3f m/s %s vy %s the impact", fabs(offset),
                 (offset > 0) == late ? "more in" : "less in", late ? "after" : "before");
        for (size_t i = 0; i < m->count; i++) {
            routh_impact impact = m->samples[i].impact;
            routh_velocity after = m->samples[i].after;
            impact.vy -= late ? 0 : offset;
            after.vy += late ? offset : 0;
            change(&reading->sample[i], &impact, after);
        }
    }
    return ROUTH_OK;
}

/* Offsets that the identity of these impacts allows. */
static routh_status add_offsets(const maker *m, const routh_dataset *own, routh_frame frame) {
    routh_context *context = m->arena->context;
    routh_identity identity;
    double middle = 0, low = -INFINITY, high = INFINITY;
    routh_status status = routh_identity_create(context, own, frame, &identity);
    identity.gravity = 1; /* the gap is then an offset in m/s */
    const bool bounded =
        status == ROUTH_OK && routh_identity_gap(&identity, &middle, &low, &high) && high - low < widest;
    if (status == ROUTH_OK && *identity.stopped)
        status = ROUTH_CANCELLED;
    routh_identity_release(context, &identity);
    ROUTH_TRY(status);
    for (int k = 0; bounded && k < STEPS; k++)
        ROUTH_TRY(add_offset(m, low + k * (high - low) / (STEPS - 1)));
    for (int frames = 0; !bounded && frames < ROUTH_READING_FRAMES && own->rate > 0; frames++) {
        const double offset = own->gravity * (frames / own->rate - own->gap);
        if (fabs(offset) > 1e-9)
            ROUTH_TRY(add_offset(m, offset));
    }
    return ROUTH_OK;
}

/* As --calibrate would read it. */
static routh_status add_calibrated(const maker *m, routh_dataset *own, routh_frame frame) {
    routh_calibration calibration;
    bool freed = false;
    ROUTH_TRY(routh_calibration_of(m->arena->context, own, frame, NULL, &calibration));
    for (int i = 0; i < ROUTH_CALIBRATION_COUNT; i++)
        freed = freed || calibration.value[i].freed;
    if (!freed)
        return ROUTH_OK;
    ROUTH_TRY(routh_dataset_calibrate(m->arena->context, &calibration, NULL, own));
    routh_explore_reading *reading = begin(m);
    if (!reading)
        return ROUTH_OUT_OF_MEMORY;
    snprintf(reading->name, sizeof reading->name, "an angle as calibrated");
    for (size_t i = 0; i < m->count; i++) {
        const routh_impact impact = routh_dataset_impact(own, i, frame);
        change(&reading->sample[i], &impact, m->samples[i].after);
    }
    return ROUTH_OK;
}

/* Names have decimal points wherever the program runs. */
static routh_status add_all(const maker *m, routh_dataset *own, routh_frame frame) {
    ROUTH_C_LOCALE(m->arena->context);
    ROUTH_TRY(add_offsets(m, own, frame));
    return add_calibrated(m, own, frame);
}

routh_status routh_explore_readings_create(routh_arena *arena, const routh_dataset *dataset,
                                           const routh_sample *samples, size_t count, const routh_law *law,
                                           const routh_fit_options *fit, routh_explore_readings *readings) {
    const maker m = {arena, samples, count, readings};
    *readings = (routh_explore_readings){0};
    const routh_frame frame = find_frame(dataset, samples, count);
    if (dataset->trajectory_count > 0 || frame == ROUTH_FRAME_COUNT)
        return ROUTH_OK;
    routh_dataset own = *dataset; /* of these impacts only */
    own.record = routh_take(arena, count, sizeof *own.record);
    ROUTH_TRY(arena->status);
    own.count = count;
    for (size_t i = 0; i < count; i++)
        own.record[i] = dataset->record[samples[i].record];
    ROUTH_TRY(add_all(&m, &own, frame));
    for (size_t r = 0; r < readings->count; r++) {
        routh_estimate estimate;
        ROUTH_TRY(routh_law_fit(arena->context, law, readings->reading[r].sample, NULL, count, fit, &estimate));
        memcpy(readings->reading[r].parameters, estimate.parameters, sizeof estimate.parameters);
    }
    return ROUTH_OK;
}

routh_status routh_explore_doubt(routh_context *context, const routh_explore_null *null,
                                 const routh_explore_gain *found, routh_explore_doubts *doubts) {
    routh_explore_view view;
    ROUTH_ARENA(room, context);
    ROUTH_TRY(routh_explore_view_create(&room, null->count, null->list, null->group, null->options->folds, &view));
    for (size_t r = 0; r < null->readings->count; r++) {
        const routh_explore_reading *reading = &null->readings->reading[r];
        routh_explore_gain gain[ROUTH_MOST_QUANTITIES];
        routh_explore_view_fill(null->dataset, reading->sample, null->law, reading->parameters, null->list,
                                null->friction, &view);
        routh_explore_screen(&view, null->options->folds, null->base, gain);
        for (size_t q = 0; q < null->list->count; q++) {
            const double need = fmax(null->options->least, found[q].least / 2);
            const bool is_worse = !doubts->reading[q] || gain[q].least < doubts->share[q];
            if (!(gain[q].least >= need) && is_worse) {
                doubts->reading[q] = reading->name;
                doubts->share[q] = gain[q].least;
            }
        }
    }
    return ROUTH_OK;
}
