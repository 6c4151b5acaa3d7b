/* Recordings, which lie in the folder ROUTH_DATA where they are at hand. Include after cmocka.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_CASES_RECORDED_H
#define ROUTH_TESTS_CASES_RECORDED_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define ELLIPSE_DROPS "ellipse-drops/ellipse_uniform.mat"

enum { PATH_SIZE = 4096 };

/* The path of a recording, NULL where it is not at hand. */
static inline const char *recorded(const char *name, char path[PATH_SIZE]) {
    const char *folder = getenv("ROUTH_DATA");
    snprintf(path, PATH_SIZE, "%s/%s", folder ? folder : "", name);
    if (folder && access(path, R_OK) == 0)
        return path;
    print_message("no %s: ROUTH_DATA is %s\n", name, folder ? folder : "not set");
    return NULL;
}

static inline const char *recorded_or_skip(const char *name, char path[PATH_SIZE]) {
    if (!recorded(name, path))
        skip();
    return path;
}

#endif
