/* One format of recordings at a time, so that the coverage of each can be seen by itself.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_FUZZ_FUZZ_FORMAT_H
#define ROUTH_TESTS_FUZZ_FUZZ_FORMAT_H

#include <stdbool.h>

#include "demand.h"
#include "file/channels.h"

/* Would the reader that ROUTH_FUZZ_FORMAT names take these bytes? True where nothing is named. */
static inline bool is_fuzzed_format(const uint8_t *data, size_t size) {
    enum { BEGINNING = 4096 };
    const char *wanted = getenv("ROUTH_FUZZ_FORMAT");
    if (!wanted)
        return true;
    for (size_t i = 0; routh_channel_reader_at(i); i++)
        if (routh_channel_reader_at(i)->recognise(data, size < BEGINNING ? size : BEGINNING))
            return strcmp(routh_channel_reader_at(i)->name, wanted) == 0;
    return false;
}

#endif
