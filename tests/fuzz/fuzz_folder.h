/* Files for readers that want a path. They lie in memory where the system has a place for that, and go when the process
 * does.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_FUZZ_FUZZ_FOLDER_H
#define ROUTH_TESTS_FUZZ_FUZZ_FOLDER_H

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include "demand.h"

static inline void remove_fuzz_folder(void);

static inline const char *fuzz_folder(void) {
    static char path[64];
    if (path[0] == '\0') {
        snprintf(path, sizeof path, "%s/routh-fuzz-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
        demand(mkdtemp(path) != NULL, "a folder for the input");
        atexit(remove_fuzz_folder);
    }
    return path;
}

static inline void remove_fuzz_folder(void) {
    char path[512];
    DIR *folder = opendir(fuzz_folder());
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        snprintf(path, sizeof path, "%s/%s", fuzz_folder(), entry->d_name);
        unlink(path);
    }
    closedir(folder);
    rmdir(fuzz_folder());
}

/* Replaces that file's bytes. */
static inline void write_fuzz_file(const char *path, const void *bytes, size_t size) {
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    demand(file >= 0 && write(file, bytes, size) == (ssize_t)size && close(file) == 0, "the input is in the file");
}

#endif
