/* Any bytes as the data of a verb, in whatever format they are: recognised, read as impacts, as motions on their plane and in
 * space, and as rebounds. What is read is sound, whatever is refused has a line that names the file. ROUTH_FUZZ_FORMAT=c3d leaves
 * out all that other readers than that one recognise. A libFuzzer target; seeds lie in corpus_recording and corpus_channels.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/tracks.h>

#include "fuzz_format.h"
#include "recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_recording(const routh_recording *recording) {
    demand((int)recording->refusal >= 0 && recording->refusal < ROUTH_REFUSAL_COUNT, "a refusal has a name");
    for (size_t i = 0; i < recording->tracks.understood.count; i++)
        check_line(recording->tracks.understood.finding[i].text);
    for (size_t i = 0; i < recording->tracks.proposals.count; i++)
        check_line(recording->tracks.proposals.proposal[i].text);
    if (recording->contradiction)
        check_line(recording->contradiction->text);
}

static void read_plane(routh_io from, const routh_recording_options *options) {
    routh_context context = routh_context_default();
    routh_recording recording;
    routh_dataset dataset;
    const routh_status status = routh_recording_read(&context, from, options, &recording, &dataset);
    check_message(&context, status, "fuzz.csv");
    check_recording(&recording);
    if (status == ROUTH_OK)
        check_dataset(&dataset);
    else
        demand(dataset.count == 0 && dataset.trajectory_count == 0, "a failure leaves nothing");
    routh_dataset_release(&context, &dataset);
    routh_recording_release(&context, &recording);
}

static void read_space(routh_io from, const routh_recording_options *options) {
    routh_context context = routh_context_default();
    routh_recording recording;
    routh_dataset3 dataset;
    const routh_status status = routh_recording3_read(&context, from, options, NULL, &recording, &dataset);
    check_message(&context, status, "fuzz.csv");
    check_recording(&recording);
    for (size_t i = 0; status == ROUTH_OK && i < dataset.trajectory_count; i++)
        for (size_t k = 0; k < dataset.trajectory[i].count; k++)
            for (int c = 0; c < 4; c++)
                demand(isfinite(dataset.trajectory[i].orientation[k][c]), "orientations are finite");
    demand(status == ROUTH_OK || dataset.trajectory_count == 0, "a failure leaves nothing");
    routh_dataset3_release(&context, &dataset);
    routh_recording_release(&context, &recording);
}

static void read_rebounds(routh_io from) {
    routh_context context = routh_context_default();
    routh_rebounds rebounds;
    const routh_status status = routh_rebounds_read(&context, from, 0.01, 1, &rebounds);
    check_message(&context, status, "fuzz.csv");
    for (size_t i = 0; status == ROUTH_OK && i < rebounds.count; i++)
        demand(isfinite(rebounds.rebound[i].incidence) && isfinite(rebounds.rebound[i].value), "rebounds are finite");
    routh_rebounds_release(&context, &rebounds);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!is_fuzzed_format(data, size))
        return 0;
    const routh_body body = {.shape = routh_shape_square(0.06), .mass = 1, .inertia = 6e-4};
    const routh_tracks_convention none = {.rate = 0};
    const routh_io from = routh_io_memory(data, size, "fuzz.csv");
    routh_recording_options options = routh_recording_options_default();
    options.recognised = size % 2 ? routh_recording_recognise(from) : 0;
    options.keep_wrong = size % 3 == 0;
    options.up = size % 4 ? 'z' : 0;
    options.motions = size % 5 == 0;
    options.convention = size % 7 == 0 ? &none : NULL;
    options.import.body = size % 11 ? &body : NULL;
    read_plane(from, &options);
    read_space(from, &options);
    read_rebounds(from);
    return 0;
}
