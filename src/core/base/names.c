/* Tables of names, one for each enumeration.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/names.h"

const char *routh_name(const routh_names *names, long value) {
    return value >= 0 && (size_t)value < names->count ? names->entry[value].name : "unknown";
}

const char *routh_about(const routh_names *names, long value) {
    const char *about = value >= 0 && (size_t)value < names->count ? names->entry[value].about : "unknown";
    return about ? about : names->entry[value].name;
}

static const char *name_at(size_t index, const void *user) {
    const routh_names *names = user;
    return names->entry[index].name;
}

void routh_list_names(char *text, size_t size, const char *last, size_t count,
                      const char *(*at)(size_t index, const void *user), const void *user) {
    size_t used = 0;
    *text = '\0';
    for (size_t i = 0; i < count && used < size; i++) {
        const char *between = i == 0 ? "" : i + 1 == count ? last : ", ";
        const int length = snprintf(text + used, size - used, "%s%s", between, at(i, user));
        used += length > 0 ? (size_t)length : 0;
    }
}

int routh_find(routh_context *context, const routh_names *names, const char *name) {
    for (size_t i = 0; name && i < names->count; i++)
        if (strcmp(names->entry[i].name, name) == 0)
            return (int)i;
    const char *nearest = name ? routh_nearest_name(name, names->count, name_at, names) : NULL;
    char list[300], shown[61];
    routh_show_text(shown, sizeof shown, name ? name : "", name ? strlen(name) : 0);
    if (nearest) {
        routh_fail(context, ROUTH_BAD_ARGUMENT, "no %s is called \"%s\"; did you mean \"%s\"?", names->what, shown,
                   nearest);
    } else {
        routh_list_names(list, sizeof list, " and ", names->count, name_at, names);
        routh_fail(context, ROUTH_BAD_ARGUMENT, "no %s is called \"%s\"; there are %s", names->what, shown, list);
    }
    return -1;
}
