/* Any text as a planar recording: a table of impacts or a trajectory, as its header says. What is read is a sound
 * dataset, and comes back from what is written of it. A libFuzzer target; seeds lie in corpus_drop.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_trajectories(const routh_dataset *dataset, const routh_dataset *again) {
    demand(dataset->trajectory_count == again->trajectory_count, "as many trajectories");
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        const routh_trajectory *one = &dataset->trajectory[i], *other = &again->trajectory[i];
        demand(one->count == other->count && strcmp(one->name, other->name) == 0, "as many instants, the same name");
        demand(memcmp(one->theta, other->theta, one->count * sizeof *one->theta) == 0, "the same angles");
        demand(memcmp(one->time, other->time, one->count * sizeof *one->time) == 0, "the same times");
    }
}

/* HDF5 takes a thousand times as long as text: a few must do. */
static void check_written(routh_io from, const routh_import_options *options) {
    routh_dataset dataset, again;
    routh_buffer bytes = {0};
    if (routh_dataset_read(NULL, from, options, &dataset) != ROUTH_OK)
        return;
    demand(routh_dataset_write(NULL, &dataset, routh_io_buffer(&bytes, "fuzz.h5")) == ROUTH_OK,
           "what was read can be written");
    demand(routh_dataset_read(NULL, routh_io_memory(bytes.byte, bytes.byte_count, "fuzz.h5"), NULL, &again) == ROUTH_OK,
           "what was written can be read");
    demand(dataset.count == again.count, "as many records");
    for (size_t i = 0; i < dataset.count; i++) {
        const routh_record *one = &dataset.record[i], *other = &again.record[i];
        demand(one->reasons == other->reasons && one->trajectory == other->trajectory, "the same reasons");
        demand(memcmp(&one->before, &other->before, sizeof one->before) == 0, "the same velocity before");
        demand(memcmp(&one->after, &other->after, sizeof one->after) == 0, "the same velocity after");
    }
    check_trajectories(&dataset, &again);
    routh_dataset_release(NULL, &dataset);
    routh_dataset_release(NULL, &again);
    routh_buffer_release(NULL, &bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char hdf5[] = {'\x89', 'H', 'D', 'F'};
    if (size >= sizeof hdf5 && memcmp(data, hdf5, sizeof hdf5) == 0)
        return 0; /* targets of their own */
    const routh_io from = routh_io_memory(data, size, "fuzz.csv");
    const routh_body body = {.shape = routh_shape_square(0.06), .mass = 1, .inertia = 6e-4};
    routh_import_options stated = routh_import_options_default();
    stated.body = &body;
    stated.rate = 250;
    read_recording(from, NULL);
    read_recording(from, &stated);
    if (size % 64 == 1)
        check_written(from, &stated);
    return 0;
}
