/* Words and laws that people choose from.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "choices.h"

#include <stdlib.h>
#include <string.h>

int choose_word(const char *verb, const char *option, const char *given, const char *first, const char *second) {
    if (!given || strcmp(given, first) == 0)
        return 0;
    if (strcmp(given, second) == 0)
        return 1;
    fail(verb, "--%s '%.60s': choose %s or %s", option, given, first, second);
    return -1;
}

/* The six of the papers' tables. */
static void add_six(const routh_law **laws, size_t *count) {
    for (size_t i = 0; i < routh_law_count(); i++)
        if (routh_law_at(i)->traits & ROUTH_LAW_OF_SIX)
            laws[(*count)++] = routh_law_at(i);
}

int choose_laws(const char *verb, const option_list *names, const routh_law ***laws, size_t *count) {
    *count = 0;
    *laws = calloc(names->count + routh_law_count(), sizeof **laws);
    if (!*laws)
        return fail(verb, "out of memory");
    if (names->count == 0)
        add_six(*laws, count);
    for (size_t i = 0; i < names->count; i++) {
        routh_context context = routh_context_default();
        if (strcmp(names->text[i], "six") == 0 && *count == 0) {
            add_six(*laws, count);
            continue;
        }
        const routh_law *law = routh_law_find(&context, names->text[i]);
        if (!law)
            return fail(verb, "%s", context.message);
        for (size_t j = 0; j < *count; j++)
            if ((*laws)[j] == law)
                return fail(verb, "--law %s is given twice", law->name);
        (*laws)[(*count)++] = law;
    }
    return 0;
}
