/* MATLAB files, version 5. A libFuzzer target; seeds lie in corpus_matlab.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { VERSION = 124 };
    if (size < VERSION + 4 || (memcmp(data + VERSION, "\0\1IM", 4) != 0 && memcmp(data + VERSION, "\1\0MI", 4) != 0))
        return 0;
    read_recording(routh_io_memory(data, size, "fuzz.mat"), NULL);
    return 0;
}
