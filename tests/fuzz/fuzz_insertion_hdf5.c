/* Insertions that are sound HDF5 but not what docs/insertion.md promises. A libFuzzer target; seeds lie in
 * corpus_insertion_hdf5.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "hdf5_changes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const hdf5_attribute attributes[] = {
    {"/", "format"}, {"/", "version"},        {"/", "name"},          {"/", "rate"},
    {"/", "offset"}, {"/truth", "stiffness"}, {"/truth", "friction"},
};
static const char *const links[] = {"/receptacle", "/plate", "/reference", "/samples", "/truth", "/truth/displacement"};

static const hdf5_parts parts = {sizeof attributes / sizeof *attributes, sizeof links / sizeof *links, attributes,
                                 links};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    make_changed_file(data, size, HDF5_INSERTION, &parts);
    read_changed_file(HDF5_INSERTION);
    return 0;
}
