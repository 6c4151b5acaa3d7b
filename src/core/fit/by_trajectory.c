/* Draws and groups of samples by trajectory.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "fit/by_trajectory.h"

enum { LEAST_GROUPS = 5 };

static bool belong_together(const routh_sample *a, const routh_sample *b) {
    return a->trajectory > 0 && a->trajectory == b->trajectory;
}

/* Algorithm S of routh_random_draw with trajectories in place of samples. */
void routh_samples_draw(routh_random *random, const routh_sample *samples, size_t count, size_t k, size_t *index) {
    size_t taken = 0;
    for (size_t first = 0, next; first < count && taken < k; first = next) {
        for (next = first + 1; next < count && belong_together(&samples[next - 1], &samples[next]);)
            next++;
        const size_t wanted = k - taken, after = count - next, size = next - first;
        const size_t must = wanted > after ? wanted - after : 0; /* the rest would not do */
        const size_t whole = size < wanted ? size : wanted;
        const size_t take = routh_random_index(random, count - first) < wanted ? whole : must;
        if (take < size && take > 0)
            routh_random_draw(random, size, take, index + taken);
        for (size_t i = 0; i < take; i++)
            index[taken + i] = first + (take < size ? index[taken + i] : i);
        taken += take;
    }
}

size_t routh_samples_groups(const routh_sample *samples, const size_t *index, size_t count, size_t *group) {
    size_t groups = 0;
    for (size_t i = 0; i < count; i++) {
        const routh_sample *own = &samples[index ? index[i] : i];
        const routh_sample *before = i > 0 ? &samples[index ? index[i - 1] : i - 1] : NULL;
        groups += before && belong_together(before, own) ? 0 : 1;
        group[i] = groups - 1;
    }
    for (size_t i = 0; groups < LEAST_GROUPS && i < count; i++)
        group[i] = i;
    return groups < LEAST_GROUPS ? count : groups;
}
