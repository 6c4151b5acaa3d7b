/* Trials of the tracks room: recordings as laboratories have them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_TRACKS_H
#define ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_TRACKS_H

#include "allocations.h"

/* A fall with a rebound, in the plane or in space, with a gap. */
static inline void write_fall(char *text, size_t size, bool flat) {
    size_t used = (size_t)snprintf(text, size, flat ? "time;X (mm);Y (mm);Angle [deg]\n" : "time,x,y,z,qw,qx,qy,qz\n");
    for (int k = 0; k < 120 && used + 160 < size; k++) {
        const double t = k / 120.0, fall = fmod(t, 0.4) - 0.2, y = 0.25 - 9.81 * fall * fall / 2;
        if (k == 50)
            used += (size_t)snprintf(text + used, size - used, flat ? "%.5f;;;\n" : "%.5f,,,,,,,\n", t);
        else if (flat)
            used += (size_t)snprintf(text + used, size - used, "%.5f;%.3f;%.3f;%.3f\n", t, 300 * t, 1e3 * y, 57 * t);
        else
            used += (size_t)snprintf(text + used, size - used, "%.5f,%.6f,%.6f,%.6f,%.9f,0,%.9f,0\n", t, 0.3 * t,
                                     0.1 * t, y, cos(t / 2), sin(t / 2));
    }
}

static inline void try_tracks(trial *t) {
    static char text[1 << 14];
    routh_tracks_convention convention = {.rate = 0};
    routh_tracks tracks = {0};
    routh_dataset dataset = {0};
    routh_proposals proposals;
    const routh_body body = {.shape = {.kind = ROUTH_DISC, .a = 0.03, .b = 0.03}, .mass = 1};
    routh_import_options import = routh_import_options_default();
    import.body = &body;
    write_fall(text, sizeof text, true);
    TRY(t, routh_tracks_convention_set(t->context, "units", "mm,deg", &convention));
    TRY(t, routh_tracks_read(t->context, routh_io_memory(text, strlen(text), "fall.csv"), &convention, &tracks));
    TRY(t, routh_dataset_of_tracks(t->context, &tracks, NULL, &import, &dataset));
    TRY(t, routh_dataset_propose(t->context, &dataset, 0, &proposals));
    WRITE(t, NULL, routh_tracks_write, &tracks, NULL, &dataset);
    if (tracks.count > 0)
        WRITE(t, ".txt", routh_tracks_write, &tracks, NULL, &dataset);
    ALWAYS(routh_dataset_release(t->context, &dataset));
    ALWAYS(routh_tracks_release(t->context, &tracks));
}

static inline void try_tracks3(trial *t) {
    static char text[1 << 15];
    routh_tracks tracks = {0};
    routh_axes axes = {0};
    routh_dataset3 dataset = {0}, again = {0};
    routh_shape3 box;
    routh_buffer stored = {0};
    const routh_import3_options usual = routh_import3_options_default();
    routh_import3_options import = usual;
    import.shape = &box;
    assert_int_equal(routh_shape3_box(NULL, (const double[]){0.1, 0.2, 0.3}, &box), ROUTH_OK);
    write_fall(text, sizeof text, false);
    TRY(t, routh_tracks_read(t->context, routh_io_memory(text, strlen(text), "fall.csv"), NULL, &tracks));
    TRY(t, routh_axes_find(t->context, &tracks, &(routh_axes_options){.up = {0, 0, 1}, .gravity = 9.81}, &axes));
    TRY(t, routh_dataset3_of_tracks(t->context, &tracks, &axes, &import, &dataset));
    WRITE(t, NULL, routh_dataset3_write, &dataset);
    if (dataset.trajectory && routh_dataset3_write(NULL, &dataset, routh_io_buffer(&stored, "fall.h5")) == ROUTH_OK)
        TRY(t, routh_dataset3_read(t->context, routh_io_memory(stored.byte, stored.byte_count, "fall.h5"), &usual,
                                   &again));
    routh_buffer_release(NULL, &stored);
    routh_shape3_release(NULL, &box);
    ALWAYS(routh_dataset3_release(t->context, &again));
    ALWAYS(routh_dataset3_release(t->context, &dataset));
    ALWAYS(routh_axes_release(t->context, &axes));
    ALWAYS(routh_tracks_release(t->context, &tracks));
}

/* Both through the one call for all kinds. */
static inline void try_recording(trial *t) {
    static char text[1 << 15];
    routh_recording recording = {0}, recording3 = {0};
    routh_dataset dataset = {0};
    routh_dataset3 dataset3 = {0};
    const routh_body body = {.shape = {.kind = ROUTH_DISC, .a = 0.03, .b = 0.03}, .mass = 1};
    routh_recording_options options = routh_recording_options_default();
    options.import.body = &body;
    write_fall(text, sizeof text, true);
    TRY(t, routh_recording_read(t->context, routh_io_memory(text, strlen(text), "fall.csv"), &options, &recording,
                                &dataset));
    TRY(t, routh_axes_options_set(t->context, "up", "z", &options.axes));
    write_fall(text, sizeof text, false);
    TRY(t, routh_recording3_read(t->context, routh_io_memory(text, strlen(text), "fall.csv"), &options, NULL,
                                 &recording3, &dataset3));
    ALWAYS(routh_dataset3_release(t->context, &dataset3));
    ALWAYS(routh_dataset_release(t->context, &dataset));
    ALWAYS(routh_recording_release(t->context, &recording3));
    ALWAYS(routh_recording_release(t->context, &recording));
}

static const trial_entry tracks_trials[] = {
    {"tracks", try_tracks}, {"tracks3", try_tracks3}, {"recording", try_recording}, {NULL, NULL}};

#endif
