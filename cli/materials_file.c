/* Pairs of surfaces from a file that an option names.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "export.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

#include <routh/routh.h>

#include "message.h"

static void say_warning(routh_log_level level, const char *line, void *user) {
    if (level == ROUTH_LOG_WARNING)
        warn(user, "%s", line);
}

int read_materials(const char *verb, const char *from, routh_materials *materials) {
    routh_context context = routh_context_default();
    struct stat is;
    char path[4096 + 16];
    context.log = say_warning;
    context.user = (void *)(uintptr_t)verb;
    if (from && stat(from, &is) == 0 && S_ISDIR(is.st_mode)) { /* a folder of results stands for its results.json */
        if (snprintf(path, sizeof path, "%s/results.json", from) >= (int)sizeof path)
            return fail(verb, "%.60s…: the folder's name is too long", from);
        from = path;
    }
    const routh_status status = from ? routh_materials_read(&context, routh_io_path(from), materials)
                                     : routh_materials_known(&context, materials);
    return status == ROUTH_OK ? 0 : fail_input(verb, &context);
}
