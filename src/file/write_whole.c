/* A file that appears whole or not at all.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#define _XOPEN_SOURCE 700 /* realpath */

#include "file/write_whole.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/shown.h"

/* So many writers at once, or left-overs, are more than anybody has. */
enum { MOST_ATTEMPTS = 1000 };

static routh_status fail_to_write(routh_context *context, const char *path, int reason) {
    char shown[ROUTH_SHOWN_SOURCE];
    routh_show_source(shown, sizeof shown, path);
    return routh_fail(context, ROUTH_FILE_ERROR, "%s: cannot write: %s", shown, strerror(reason));
}

/* A new file beside the target under the first free name; −1 with errno when there is none. */
static int open_beside(const char *target, char *name, size_t size) {
    int descriptor = -1;
    for (int i = 0; i < MOST_ATTEMPTS; ++i) {
        snprintf(name, size, "%s.part%d", target, i);
        descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (descriptor >= 0 || errno != EEXIST)
            break;
    }
    return descriptor;
}

/* 0, or the reason why it could not be done. */
static int write_bytes(int descriptor, const char *byte, size_t size) {
    while (size > 0) {
        ssize_t written = write(descriptor, byte, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return written < 0 ? errno : EIO;
        byte += written;
        size -= (size_t)written;
    }
    return 0;
}

/* Likewise. `name` has room for the temporary name. */
static int replace(const char *target, const struct stat *existing, const void *bytes, size_t size, char *name,
                   size_t name_size) {
    int descriptor = open_beside(target, name, name_size);
    if (descriptor < 0)
        return errno;
    int reason = existing && fchmod(descriptor, existing->st_mode & 0777) != 0 ? errno : 0;
    if (reason == 0)
        reason = write_bytes(descriptor, bytes, size);
    if (close(descriptor) != 0 && reason == 0)
        reason = errno;
    if (reason == 0 && rename(name, target) != 0)
        reason = errno;
    if (reason != 0)
        unlink(name);
    return reason;
}

static routh_status write_target(routh_context *context, const char *path, const char *target,
                                 const struct stat *existing, const void *bytes, size_t size) {
    size_t name_size = strlen(target) + sizeof ".part" + 12;
    char *name = routh_allocate(context, name_size, 1);
    if (!name)
        return ROUTH_OUT_OF_MEMORY;
    int reason = replace(target, existing, bytes, size, name, name_size);
    routh_release(context, name);
    return reason == 0 ? ROUTH_OK : fail_to_write(context, path, reason);
}

routh_status routh_write_whole(routh_context *context, const char *path, const void *bytes, size_t size) {
    struct stat existing;
    if (stat(path, &existing) != 0)
        return write_target(context, path, path, NULL, bytes, size);
    if (!S_ISREG(existing.st_mode))
        return fail_to_write(context, path, S_ISDIR(existing.st_mode) ? EISDIR : EINVAL);
    if (access(path, W_OK) != 0)
        return fail_to_write(context, path, errno);
    char *target = realpath(path, NULL); /* what a link points to is replaced, not the link */
    if (!target)
        return fail_to_write(context, path, errno);
    routh_status status = write_target(context, path, target, &existing, bytes, size);
    free(target);
    return status;
}
