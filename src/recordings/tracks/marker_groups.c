/* Which markers are on one body, by their names.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/context.h"
#include "tracks/markers.h"

enum { FEWEST = 3 };

/* Vicon and Motive number the markers that they could not assign. */
static bool is_unlabelled(const char *name) {
    return name[0] == '\0' || name[0] == '*' || strncasecmp(name, "unlabel", 7) == 0;
}

/* Letters of the name that are the body's: before the last of ":_-. /", or else before the digits at the end. */
static size_t prefix_of(const char *name) {
    const size_t length = strlen(name);
    size_t end = length;
    while (end > 0 && !strchr(":_-. /", name[end - 1]))
        end--;
    if (end > 1)
        return end - 1;
    for (end = length; end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9';)
        end--;
    return end;
}

/* A marker in the order of the bodies' names. */
typedef struct place {
    const char *name;
    size_t length, index; /* of the body's letters; of the marker */
} place;

static int compare_places(const void *a, const void *b) {
    const place *p = a, *q = b;
    const size_t both = p->length < q->length ? p->length : q->length;
    const int order = memcmp(p->name, q->name, both);
    if (order != 0)
        return order;
    if (p->length != q->length)
        return p->length < q->length ? -1 : 1;
    return (p->index > q->index) - (p->index < q->index);
}

/* Marks the markers of each body with the index of its first one. */
static void mark_bodies(place *order, size_t labelled, size_t *first) {
    for (size_t begin = 0, end; begin < labelled; begin = end) {
        for (end = begin + 1; end < labelled && order[end].length == order[begin].length &&
                              memcmp(order[end].name, order[begin].name, order[begin].length) == 0;)
            end++;
        for (size_t k = begin; k < end && end - begin >= FEWEST && order[begin].length > 0; k++)
            first[order[k].index] = order[begin].index;
    }
}

/* Numbers the bodies in the order of their first markers. */
static void number_bodies(const char *const *name, routh_marker_groups *groups) {
    for (size_t j = 0; j < groups->markers; j++) {
        if (groups->group[j] == SIZE_MAX)
            continue;
        if (groups->group[j] < j) {
            groups->group[j] = groups->group[groups->group[j]];
            continue;
        }
        snprintf(groups->name[groups->count], ROUTH_NAME_SIZE, "%.*s", (int)prefix_of(name[j]), name[j]);
        groups->group[j] = groups->count++;
    }
}

routh_status routh_marker_groups_find(routh_context *context, size_t markers, const char *const *name,
                                      routh_marker_groups *groups) {
    size_t labelled = 0;
    place *order = routh_allocate(context, markers, sizeof *order);
    *groups = (routh_marker_groups){.markers = markers};
    groups->name = routh_allocate(context, markers / FEWEST + 1, sizeof *groups->name);
    groups->group = routh_allocate(context, markers, sizeof *groups->group);
    if (!order || !groups->name || !groups->group) {
        routh_release(context, order);
        routh_marker_groups_release(context, groups);
        return ROUTH_OUT_OF_MEMORY;
    }
    for (size_t j = 0; j < markers; j++) {
        groups->group[j] = SIZE_MAX;
        if (!is_unlabelled(name[j]))
            order[labelled++] = (place){.name = name[j], .length = prefix_of(name[j]), .index = j};
    }
    qsort(order, labelled, sizeof *order, compare_places);
    mark_bodies(order, labelled, groups->group);
    routh_release(context, order);
    number_bodies(name, groups);
    const bool by_name = groups->count > 0;
    groups->count += !by_name && labelled >= FEWEST;
    for (size_t j = 0; j < markers; j++)
        if (groups->group[j] == SIZE_MAX)
            groups->group[j] = by_name || is_unlabelled(name[j]) ? groups->count : 0;
    return ROUTH_OK;
}

void routh_marker_groups_release(routh_context *context, routh_marker_groups *groups) {
    routh_release(context, groups->name);
    routh_release(context, groups->group);
    *groups = (routh_marker_groups){.count = 0};
}
