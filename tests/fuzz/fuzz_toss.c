/* Any text as a recorded toss: what is read has numbers to compute with and rotations that are some, and the search for
 * contacts in it ends with records that are finite. A libFuzzer target; seeds lie in corpus_toss.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/segment.h>
#include <routh/tracks.h>

#include "demand.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_toss(const routh_trajectory3 *toss) {
    demand(toss->name && toss->count >= 3, "a toss has a name and three instants");
    for (size_t i = 0; i < toss->count; i++) {
        const double *p = toss->position[i], *q = toss->orientation[i], *last = i > 0 ? q - 4 : q;
        const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        demand(isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]), "positions are finite");
        demand(fabs(length - 1) < 1e-14, "orientations are of unit length");
        demand(q[0] * last[0] + q[1] * last[1] + q[2] * last[2] + q[3] * last[3] >= 0, "neighbours have the same sign");
        for (int c = 0; toss->spin && c < 3; c++)
            demand(isfinite(toss->spin[i][c]), "spins are finite");
    }
}

static void check_segments(routh_dataset3 *dataset) {
    routh_context context = routh_context_default();
    if (routh_dataset3_segment(&context, NULL, dataset) != ROUTH_OK)
        demand(context.message[0] != '\0', "a failure has a message");
    check_line(context.message);
    for (size_t i = 0; i < dataset->count; i++) {
        const routh_record3 *record = &dataset->record[i];
        demand(record->reasons >> ROUTH_REASON_COUNT == 0 && record->trajectory == 0, "reasons have names");
        for (int c = 0; record->reasons == 0 && c < 3; c++)
            demand(isfinite(record->before.velocity[c]) && isfinite(record->after.velocity[c]) &&
                       isfinite(record->point[c]),
                   "a record that is used is finite");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    routh_context context = routh_context_default();
    routh_dataset3 dataset;
    const routh_io from = routh_io_memory(data, size, "fuzz.csv");
    const routh_status status = routh_dataset3_read(&context, from, NULL, &dataset);
    const int recognised = routh_recording_recognise(from) & ROUTH_RECORDING_TOSSES;
    check_message(&context, status, "fuzz.csv: ");
    if (status == ROUTH_OK) {
        demand(recognised, "what can be read is recognised");
        demand(dataset.trajectory_count == 1 && dataset.count == 0, "one toss, and no contacts yet");
        check_toss(&dataset.trajectory[0]);
        check_segments(&dataset);
    } else {
        const routh_dataset3 zero = {0};
        demand(memcmp(&dataset, &zero, sizeof zero) == 0, "a failure leaves nothing");
    }
    routh_dataset3_release(&context, &dataset);
    return 0;
}
