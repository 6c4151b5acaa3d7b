/* The last step of every writer.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/written.h"

#include <errno.h>
#include <string.h>

#include "base/context.h"

routh_status routh_written(routh_context *context, FILE *file) {
    int failed_before = ferror(file);
    if (fflush(file) == 0 && !failed_before)
        return ROUTH_OK;
    return routh_fail(context, ROUTH_FILE_ERROR, "cannot write: %s", errno ? strerror(errno) : "unknown reason");
}
