/* Removes a folder that a test made.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REMOVE_FOLDER_H
#define ROUTH_TESTS_REMOVE_FOLDER_H

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* With all that is in it. */
static inline void remove_folder(const char *folder) {
    DIR *names = opendir(folder);
    for (struct dirent *entry; names && (entry = readdir(names));) {
        char path[4096];
        const int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 && length < (int)sizeof path &&
            unlink(path) != 0)
            remove_folder(path);
    }
    if (names)
        closedir(names);
    rmdir(folder);
}

#endif
