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

int folder_make(const char *verb, const char *folder, int *made) {
    struct stat found;
    *made = mkdir(folder, 0777) == 0;
    if (*made)
        return 0;
    const int reason = errno;
    if (reason != EEXIST)
        return fail(verb, "%s: cannot make this folder: %s", folder, strerror(reason));
    if (stat(folder, &found) != 0 || !S_ISDIR(found.st_mode))
        return fail(verb, "%s is a file, not a folder", folder);
    return access(folder, W_OK) == 0 ? 0 : fail(verb, "%s: cannot write into this folder: %s", folder, strerror(errno));
}

int folder_write(const char *verb, const char *folder, const char *name, folder_writer *write, const void *what) {
    routh_context context = routh_context_default();
    output_file out;
    char *path = malloc(strlen(folder) + strlen(name) + 2);
    if (!path)
        return fail(verb, "out of memory");
    sprintf(path, "%s/%s", folder, name);
    int answer = output_open(&out, verb, path);
    const routh_status status = answer == 0 ? write(&context, what, routh_io_file(out.file, path)) : ROUTH_OK;
    if (answer == 0 && status == ROUTH_OK) {
        answer = output_close(&out);
    } else if (answer == 0) { /* a message about the file names it already */
        output_discard(&out);
        answer = status == ROUTH_FILE_ERROR ? fail(verb, "%s", context.message)
                                            : fail(verb, "%s: %s", path, context.message);
    }
    free(path);
    return answer;
}
