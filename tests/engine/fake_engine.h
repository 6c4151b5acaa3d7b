/* An engine written as a script, for what a real one does seldom: hang, end, answer something else.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_ENGINE_FAKE_ENGINE_H
#define ROUTH_TESTS_ENGINE_FAKE_ENGINE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <routh/engine.h>

/* A folder of its own with the program routh-engine-fake in it: the shell runs `script`. "" in place of the folder where it
 * could not be made. */
static inline void write_fake_engine(const char *script, char folder[64]) {
    char path[128];
    snprintf(folder, 64, "/tmp/routh-fake-engine-XXXXXX");
    FILE *file = NULL;
    if (mkdtemp(folder)) {
        snprintf(path, sizeof path, "%s/routh-engine-fake", folder);
        file = fopen(path, "w");
    }
    const bool is_written = file && fprintf(file, "#!/bin/sh\n%s\n", script) > 0;
    if (!file || fclose(file) != 0 || !is_written || chmod(path, 0755) != 0)
        folder[0] = '\0';
}

static const routh_engine fake_engine = {.name = "fake", .title = "Fake", .package = "fake-dev", .parameter_count = 1};

/* Greets, and makes any world. */
#define FAKE_BEGIN                                                                                                     \
    "read hello; echo hello 1 fake 0.1\n"                                                                              \
    "while read word rest; do [ \"$word\" = end ] && break; done; echo ok\n"

/* Numbers of a state after its time. */
#define FAKE_STATE " 0 0 1 1 0 0 0 0 0 -1 0 0 0"

#endif
