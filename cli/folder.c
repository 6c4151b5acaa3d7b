/* A folder that a verb writes into, file by file.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "options.h"
#include "output.h"

int folder_make(const char *verb, const char *folder) {
    struct stat found;
    if (mkdir(folder, 0777) == 0)
        return 0;
    const int reason = errno;
    if (reason == ENOENT)
        return fail(verb, "%s: cannot make this folder: the one that is to hold it does not exist", folder);
    if (reason != EEXIST)
        return fail(verb, "%s: cannot make this folder: %s", folder, strerror(reason));
    if (stat(folder, &found) != 0 || !S_ISDIR(found.st_mode))
        return fail(verb, "%s is a file, not a folder", folder);
    return access(folder, W_OK) == 0 ? 0 : fail(verb, "%s: cannot write into this folder: %s", folder, strerror(errno));
}

int folder_write_as(const char *verb, const char *path, const char *shown, folder_writer *write, const void *what) {
    output_file out;
    if (output_open_as(&out, verb, path, shown) != 0)
        return EXIT_BAD_USE;
    const int answer = output_end(&out, write(&out.context, what, routh_io_file(out.file, shown)));
    return answer == 0 ? outputs_place(verb) : answer;
}

int folder_write(const char *verb, const char *folder, const char *name, folder_writer *write, const void *what) {
    char *path = malloc(strlen(folder) + strlen(name) + 2);
    if (!path)
        return fail(verb, "out of memory");
    sprintf(path, "%s/%s", folder, name);
    const int answer = folder_write_as(verb, path, path, write, what);
    free(path);
    return answer;
}
