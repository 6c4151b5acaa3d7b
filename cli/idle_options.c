/* Options without effect are refused rather than ignored.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "idle_options.h"

#include <stdbool.h>
#include <string.h>

static bool is_taken(const char *const *taken, const char *name) {
    for (; *taken; taken++)
        if (strcmp(*taken, name) == 0)
            return true;
    return false;
}

int refuse_idle_options(const char *title, const program_verb *verb, const void *options, const char *const *taken,
                        const char *what) {
    for (const option_group *group = verb->groups; group->entry; group++)
        for (size_t i = 0; i < group->count; i++) {
            const option_entry *entry = &group->entry[i];
            if (!is_taken(taken, entry->name) &&
                option_is_given(entry, (const char *)options + group->offset + entry->offset))
                return fail(title, "--%s has no effect %s", entry->name, what);
        }
    return 0;
}

const char *first_given_option(const option_entry *entries, size_t count, const void *member) {
    for (size_t i = 0; i < count; i++)
        if (option_is_given(&entries[i], (const char *)member + entries[i].offset))
            return entries[i].name;
    return NULL;
}
