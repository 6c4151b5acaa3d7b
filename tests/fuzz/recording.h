/* A file through the reader of recordings: what comes back is a sound dataset, or nothing and a message.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_FUZZ_RECORDING_H
#define ROUTH_TESTS_FUZZ_RECORDING_H

#include <math.h>

#include <routh/data.h>

#include "fuzz_folder.h"

static inline void check_record(const routh_dataset *dataset, size_t i) {
    const routh_record *record = &dataset->record[i];
    demand(record->reasons >> ROUTH_REASON_COUNT == 0, "every reason has a name");
    demand(record->trajectory >= -1 && record->trajectory < (long)dataset->trajectory_count, "its trajectory exists");
    if (record->reasons & ROUTH_IMPOSSIBLE)
        return;
    routh_impact impact = routh_dataset_impact(dataset, i, dataset->frame);
    demand(isfinite(impact.rx + impact.ry + impact.vx + impact.vy + impact.omega), "a possible impact is finite");
    demand(isfinite(record->after.vx + record->after.vy + record->after.omega), "and so is what follows");
}

static inline void check_dataset(const routh_dataset *dataset) {
    demand(dataset->body.mass > 0 && dataset->body.inertia > 0, "mass and inertia are positive");
    demand(dataset->gravity >= 0 && dataset->gap >= 0, "gravity and gap are not negative");
    demand((int)dataset->frame >= 0 && dataset->frame < ROUTH_FRAME_COUNT, "the frame has a name");
    size_t rejected[ROUTH_REASON_COUNT];
    demand(routh_dataset_used(dataset, rejected) <= dataset->count, "no more used than there are");
    for (size_t i = 0; i < dataset->count; i++)
        check_record(dataset, i);
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        const routh_trajectory *one = &dataset->trajectory[i];
        demand(one->name && one->count > 0, "a trajectory has a name and samples");
        for (size_t k = 0; k < one->count; k++) {
            demand(isfinite(one->time[k] + one->x[k] + one->y[k] + one->theta[k]), "samples are finite");
            demand(k == 0 || one->time[k] > one->time[k - 1], "time goes on");
        }
    }
}

/* The one file through which all inputs go that are no text. */
static inline const char *fuzz_file(void) {
    static char path[96];
    if (path[0] == '\0')
        snprintf(path, sizeof path, "%s/input", fuzz_folder());
    return path;
}

static inline void read_recording(routh_io from, const routh_import_options *options) {
    routh_context context = routh_context_default();
    routh_dataset dataset;
    const routh_status status = routh_dataset_read(&context, from, options, &dataset);
    check_message(&context, status, from.name ? from.name : from.path);
    if (status == ROUTH_OK) {
        check_dataset(&dataset);
    } else {
        const routh_dataset zero = {0};
        demand(memcmp(&dataset, &zero, sizeof zero) == 0, "a failure leaves nothing");
    }
    routh_dataset_release(&context, &dataset);
}

static inline void read_fuzz_file(void) {
    read_recording(routh_io_path(fuzz_file()), NULL);
}

#endif
