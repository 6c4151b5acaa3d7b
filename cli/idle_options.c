/* Options without effect are refused rather than ignored.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "idle_options.h"

#include <stdbool.h>
#include <string.h>

static bool is_given(const option_entry *entry, const char *member) {
    switch (entry->kind) {
    case OPTION_FLAG:
        return *(const int *)member != 0;
    case OPTION_TEXT:
    case OPTION_OPERAND:
        return *(const char *const *)member != NULL;
    case OPTION_CHOICE:
        return ((const option_choice *)member)->word != NULL;
    case OPTION_NUMBER:
        return ((const option_number *)member)->given;
    case OPTION_COUNT:
    case OPTION_THREADS:
        return *(const size_t *)member != 0;
    case OPTION_LIST:
    case OPTION_OPERANDS:
        return ((const option_list *)member)->count > 0;
    }
    return 0;
}

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
            if (!is_taken(taken, entry->name) && is_given(entry, (const char *)options + group->offset + entry->offset))
                return fail(title, "--%s has no effect %s", entry->name, what);
        }
    return 0;
}

const char *first_given_option(const option_entry *entries, size_t count, const void *member) {
    for (size_t i = 0; i < count; i++)
        if (is_given(&entries[i], (const char *)member + entries[i].offset))
            return entries[i].name;
    return NULL;
}
