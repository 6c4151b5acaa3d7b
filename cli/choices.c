/* The laws that people choose.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "choices.h"

#include <stdlib.h>
#include <string.h>

static bool is_listed(const law_list *laws, const char *name) {
    for (size_t i = 0; i < laws->count; i++)
        if (strcmp(laws->law[i]->name, name) == 0)
            return true;
    return false;
}

/* The six of the papers' tables, but for those that are listed already. */
static void add_six(law_list *laws) {
    for (size_t i = 0; i < routh_law_count(); i++) {
        const routh_law *law = routh_law_at(i);
        if (law->traits & ROUTH_LAW_OF_SIX && !is_listed(laws, law->name))
            laws->law[laws->count++] = law;
    }
}

/* Tables and figures identify laws by their names. */
static int refuse_same_name(const char *verb, const law_list *laws, const named_law *named) {
    const char *name = named->law->name;
    if (!is_listed(laws, name))
        return 0;
    return named->model ? fail(verb, "--law %s: another law is called that already; give the file another name", name)
                        : fail(verb, "--law %s is given twice", name);
}

int choose_laws(const char *verb, const option_list *names, law_list *laws) {
    *laws = (law_list){.law = calloc(names->count + routh_law_count(), sizeof *laws->law),
                       .named = calloc(names->count + 1, sizeof *laws->named)};
    if (!laws->law || !laws->named)
        return fail(verb, "out of memory");
    if (names->count == 0)
        add_six(laws);
    for (size_t i = 0; i < names->count; i++) {
        if (strcmp(names->text[i], "six") == 0) {
            add_six(laws);
            continue;
        }
        named_law *named = &laws->named[laws->named_count++];
        int answer = named_law_find(verb, names->text[i], 0, named);
        if (answer == 0)
            answer = refuse_same_name(verb, laws, named);
        if (answer != 0)
            return answer;
        laws->law[laws->count++] = named->law;
    }
    return 0;
}

void law_list_release(law_list *laws) {
    for (size_t i = 0; i < laws->named_count; i++)
        named_law_release(&laws->named[i]);
    free(laws->named);
    free(laws->law);
    *laws = (law_list){.law = NULL};
}
