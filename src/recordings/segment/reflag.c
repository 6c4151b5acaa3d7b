/* Flags of our own in place of recorded ones: what no impact of a passive body does, whatever its law.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/segment.h>

#include "base/context.h"

routh_reflag_options routh_reflag_options_default(void) {
    return (routh_reflag_options){.energy = 0.1, .compression = 0.1, .pull = 0};
}

static const unsigned recorded = ROUTH_ENERGY | ROUTH_CONE | ROUTH_COMPRESSION;

static double energy_of(const routh_impact *impact, double vx, double vy, double omega) {
    return impact->mass * (vx * vx + vy * vy) + impact->inertia * omega * omega;
}

static unsigned judge(const routh_dataset *dataset, size_t i, routh_frame frame, const routh_reflag_options *options) {
    const routh_impact before = routh_dataset_impact(dataset, i, frame);
    const routh_velocity *after = &dataset->record[i].after;
    const double gained =
        energy_of(&before, after->vx, after->vy, after->omega) / energy_of(&before, before.vx, before.vy, before.omega);
    const double px = after->vx - before.vx, py = after->vy - before.vy;
    const double approach = before.vy + before.rx * before.omega, leaves = after->vy + before.rx * after->omega;
    unsigned reasons = 0;
    if (isfinite(before.mass * before.inertia) && !(gained <= 1 + options->energy))
        reasons |= ROUTH_ENERGY;
    if (!(py > -options->pull * hypot(px, py)))
        reasons |= ROUTH_CONE;
    if (!(leaves >= -options->compression * fabs(approach)))
        reasons |= ROUTH_COMPRESSION;
    return reasons;
}

routh_status routh_dataset_reflag(routh_context *context, routh_frame frame, const routh_reflag_options *options,
                                  routh_dataset *dataset, routh_reflag *reflag) {
    const routh_reflag_options defaults = routh_reflag_options_default();
    routh_reflag counts = {0};
    options = options ? options : &defaults;
    if (!dataset || (unsigned)frame >= ROUTH_FRAME_COUNT)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "flags: the dataset is NULL, or there is no frame %d",
                          (int)frame);
    if (!(options->energy >= 0 && options->compression >= 0 && options->pull >= 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "flags: limits %g, %g and %g must be 0 or more", options->energy,
                          options->compression, options->pull);
    for (size_t i = 0; i < dataset->count; i++) {
        routh_record *record = &dataset->record[i];
        if (record->trajectory >= 0)
            continue;
        const unsigned was = record->reasons;
        const unsigned now = was & ROUTH_IMPOSSIBLE ? 0 : judge(dataset, i, frame, options);
        record->reasons = (was & ~recorded) | now;
        counts.recorded += (was & recorded) != 0;
        counts.only += (was & recorded) != 0 && (was & ~recorded) == 0;
        counts.energy += (now & ROUTH_ENERGY) != 0;
        counts.cone += (now & ROUTH_CONE) != 0;
        counts.compression += (now & ROUTH_COMPRESSION) != 0;
        counts.gained += was != 0 && record->reasons == 0;
        counts.lost += was == 0 && record->reasons != 0;
    }
    if (reflag)
        *reflag = counts;
    return ROUTH_OK;
}
