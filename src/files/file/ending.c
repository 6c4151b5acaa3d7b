/* Which format an output gets: the ending of its name decides.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/output.h"

#include <string.h>

#include "base/context.h"
#include "file/source.h"

static const char *ending_at(size_t index, const void *user) {
    const char *const *endings = user;
    return endings[index];
}

int routh_ending_of(routh_context *context, const char *thing, const char *const *endings, routh_io to) {
    enum { LIST = 64 };
    const char *name = routh_output_name(&to);
    int count = 0;
    for (; endings[count]; count++)
        if (routh_name_ends(name, endings[count]))
            return count;
    char list[LIST], shown[ROUTH_SHOWN_SOURCE] = "an output without a name";
    routh_list_names(list, sizeof list, " and ", (size_t)count, ending_at, endings);
    if (name)
        routh_show_source(shown, sizeof shown, name);
    routh_fail_in(context, ROUTH_BAD_ARGUMENT, shown, "%s writes %s, chosen by the ending of the name", thing, list);
    return -1;
}

bool routh_output_is_table(const routh_io *to, const char *table, bool last) {
    const char *name = routh_output_name(to);
    const char *folder = name ? strrchr(name, '/') : NULL;
    const char *stem = folder ? folder + 1 : name ? name : "";
    const char *dot = strrchr(stem, '.');
    const size_t length = dot ? (size_t)(dot - stem) : strlen(stem), part = strlen(table);
    if (length < part)
        return false;
    const char *place = last ? stem + length - part : stem;
    const bool apart = length == part || (last ? place[-1] : stem[part]) == '-';
    return apart && strncmp(place, table, part) == 0;
}
