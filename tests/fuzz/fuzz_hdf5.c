/* Any bytes through the reader of HDF5 files. The first byte chooses what the file is to be: a dataset, an insertion or a
 * model. A libFuzzer target; seeds, small files in the earliest and the latest format, lie in corpus_hdf5.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../hdf5_files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char name[] = "fuzz.h5: ";
    if (size == 0)
        return 0;
    routh_context context = {.threads = 1};
    const hdf5_content content = (hdf5_content)(data[0] % HDF5_CONTENTS);
    if (read_small(content, &context, routh_io_memory(data + 1, size - 1, "fuzz.h5")) != ROUTH_OK)
        hdf5_must(strncmp(context.message, name, sizeof name - 1) == 0, "a failure names the file");
    return 0;
}
