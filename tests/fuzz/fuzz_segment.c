/* Any text as a planar recording, and on through the check and the search for contacts: whatever numbers a recording
 * has, both end, in time, with findings that can be read and records that are finite. A libFuzzer target; seeds lie in
 * corpus_segment.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/segment.h>

#include "recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_findings(const routh_dataset *dataset) {
    routh_context context = routh_context_default();
    routh_findings findings = {0};
    routh_frame_evidence evidence;
    if (routh_dataset_check(&context, dataset, &findings, &evidence) != ROUTH_OK)
        demand(context.message[0] != '\0', "a failure has a message");
    check_line(context.message);
    for (size_t i = 0; i < findings.count; i++)
        check_line(findings.finding[i].text);
    routh_findings_release(&context, &findings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const routh_body body = {.shape = routh_shape_square(0.06), .mass = 1, .inertia = 6e-4};
    routh_import_options stated = routh_import_options_default();
    stated.body = &body;
    stated.rate = size % 2 ? 250 : stated.rate;
    routh_context context = routh_context_default();
    routh_dataset dataset;
    if (size == 0 || data[0] == 0x89 ||
        routh_dataset_read(NULL, routh_io_memory(data, size, "fuzz.csv"), &stated, &dataset) != ROUTH_OK)
        return 0;
    check_findings(&dataset);
    if (dataset.trajectory_count > 0) {
        if (routh_dataset_segment(&context, NULL, &dataset) != ROUTH_OK)
            demand(context.message[0] != '\0', "a failure has a message");
        check_line(context.message);
        check_dataset(&dataset);
    }
    routh_dataset_release(NULL, &dataset);
    return 0;
}
