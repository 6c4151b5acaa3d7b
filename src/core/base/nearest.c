/* The known name nearest to one that was mistyped.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <routh/base.h>

/* Longer names are not typing mistakes. */
#define LONGEST 63

/* A name that contains the mistyped one whole, from this length on, is as near as one wrong letter. */
#define SHORTEST_PART 3

static char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static size_t copy_lower(const char *name, char *copy) {
    size_t length = strlen(name);
    if (length > LONGEST)
        return 0;
    for (size_t i = 0; i <= length; i++)
        copy[i] = lower(name[i]);
    return length;
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Letters to insert, delete, replace or swap with their neighbour: the optimal string alignment distance. */
static size_t edit_distance(const char *a, size_t length_a, const char *b, size_t length_b) {
    size_t row[3][LONGEST + 1] = {{0}};
    size_t *before = row[0], *above = row[1], *now = row[2];
    for (size_t j = 0; j <= length_b; j++)
        above[j] = j;
    for (size_t i = 1; i <= length_a; i++) {
        now[0] = i;
        for (size_t j = 1; j <= length_b; j++) {
            size_t cost = a[i - 1] != b[j - 1];
            now[j] = least(least(above[j], now[j - 1]) + 1, above[j - 1] + cost);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], before[j - 2] + 1);
        }
        size_t *oldest = before;
        before = above;
        above = now;
        now = oldest;
    }
    return above[length_b];
}

const char *routh_nearest_name(const char *name, size_t count, const char *(*at)(size_t index, const void *user),
                               const void *user) {
    char wanted[LONGEST + 1], known[LONGEST + 1];
    size_t length = copy_lower(name, wanted);
    if (length == 0)
        return NULL;

    /* At most two wrong letters in a short name, one in three in a long one: beyond that a guess would mislead. */
    size_t limit = length < 3 ? 1 : length < 6 ? 2 : length / 3;
    const char *nearest = NULL;
    for (size_t i = 0; i < count; i++) {
        const char *candidate = at(i, user);
        size_t known_length = copy_lower(candidate, known);
        if (known_length == 0)
            continue;
        size_t distance = edit_distance(wanted, length, known, known_length);
        if (length >= SHORTEST_PART && distance > 1 && strstr(known, wanted))
            distance = 1;
        if (distance > limit)
            continue;
        nearest = candidate;
        if (distance == 0)
            break;
        limit = distance - 1; /* only a nearer one replaces it */
    }
    return nearest;
}
