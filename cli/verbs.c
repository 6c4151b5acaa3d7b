/* The list of verbs, and the way from words to one of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "program.h"

#include <stdbool.h>
#include <string.h>

#include <routh/base.h>

const program_verb *const verbs[] = {
    &verb_laws,   &verb_materials, &verb_solve,   &verb_ellipse,   &verb_import,   &verb_check, &verb_segment,
    &verb_fit,    &verb_study,     &verb_learn,   &verb_predict,   &verb_strike,   &verb_toss,  &verb_judge,
    &verb_export, &verb_simulate,  &verb_inertia, &verb_insertion, &verb_coverage, &verb_paper, &verb_help,
    NULL};

/* The verb of that name in such a list; NULL if there is none. */
static const program_verb *find_verb(const program_verb *const *list, const char *name) {
    for (; *list; list++)
        if (strcmp((*list)->name, name) == 0)
            return *list;
    return NULL;
}

static const char *name_at(size_t index, const void *list) {
    return ((const program_verb *const *)list)[index]->name;
}

static void fail_unknown(const program_verb *above, const program_verb *const *list, const char *name) {
    size_t count = 0;
    while (list[count])
        count++;
    const char *nearest = routh_nearest_name(name, count, name_at, list);
    const char *title = above ? above->title : NULL, *space = above ? " " : "";
    if (nearest)
        fail(title, "there is no verb \"%.60s\"; did you mean \"%s\"?", name, nearest);
    else
        fail(title, "there is no verb \"%.60s\"; see `routh %s%s--help`", name, above ? title : "", space);
}

const program_verb *find_verb_of_words(size_t count, const char *const *words, size_t *used) {
    const program_verb *found = NULL;
    const program_verb *const *list = verbs;
    for (*used = 0; *used < count && list; ++*used) {
        const program_verb *next = words[*used][0] == '-' ? NULL : find_verb(list, words[*used]);
        if (!next && words[*used][0] == '-' && found)
            break; /* an option of the verb above */
        if (!next) {
            fail_unknown(found, list, words[*used]);
            return NULL;
        }
        found = next;
        list = next->part;
    }
    return found;
}

/* Options without effect are refused rather than ignored. */

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
