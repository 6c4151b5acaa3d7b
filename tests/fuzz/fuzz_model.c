/* Models that are sound HDF5 but not what docs/learning.md promises. A libFuzzer target; seeds lie in corpus_model.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "hdf5_changes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const hdf5_attribute attributes[] = {
    {"/", "format"}, {"/", "version"}, {"/", "frame"},   {"/", "note"},     {"/", "kind"},
    {"/", "metric"}, {"/", "bounded"}, {"/", "law"},     {"/", "mu_max"},   {"/", "mu"},
    {"/", "eps"},    {"/", "inputs"},  {"/", "outputs"}, {"/gp", "format"}, {"/gp", "version"},
};
static const char *const links[] = {"/gp",
                                    "/prior",
                                    "/gp/inputs",
                                    "/gp/outputs",
                                    "/gp/input_mean",
                                    "/gp/input_scale",
                                    "/gp/output_mean",
                                    "/gp/output_scale",
                                    "/gp/parameters",
                                    "/gp/start",
                                    "/gp/evaluations",
                                    "/gp/flags",
                                    "/gp/inducing_1",
                                    "/gp/inducing_2"};

static const hdf5_parts parts = {sizeof attributes / sizeof *attributes, sizeof links / sizeof *links, attributes,
                                 links};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    make_changed_file(data, size, HDF5_MODEL, &parts);
    read_changed_file(HDF5_MODEL);
    return 0;
}
