/* Datasets that are sound HDF5 but not what docs/dataset.md promises. A libFuzzer target; seeds lie in
 * corpus_dataset.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "hdf5_changes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Places and what they hold, attributes first. */
static const hdf5_attribute attributes[] = {
    {"/", "format"},
    {"/", "version"},
    {"/", "name"},
    {"/", "source"},
    {"/", "rate"},
    {"/", "gravity"},
    {"/", "gap"},
    {"/", "height_offset"},
    {"/", "frame"},
    {"/", "frame_decided"},
    {"/", "frame_why"},
    {"/body", "mass"},
    {"/body", "inertia"},
    {"/body", "shape"},
    {"/impacts/reasons", "names"},
    {"/trajectories/0", "name"},
    {"/trajectories/0", "columns"},
};
static const char *const links[] = {"/impacts",       "/impacts/x",          "/impacts/rx",      "/impacts/vy_after",
                                    "/impacts/time",  "/impacts/trajectory", "/impacts/reasons", "/body",
                                    "/body/vertices", "/trajectories",       "/trajectories/0",  "/trajectories/1",
                                    "/impacts/torque"};

static const hdf5_parts parts = {sizeof attributes / sizeof *attributes, sizeof links / sizeof *links, attributes,
                                 links};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    make_changed_file(data, size, HDF5_DATASET, &parts);
    read_fuzz_file();
    return 0;
}
