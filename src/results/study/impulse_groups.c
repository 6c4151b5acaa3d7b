/* Laws that give the same impulse, to be shown as one point under one letter.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/explore.h"

#include <math.h>
#include <stdio.h>

#include "base/context.h"

#define SAME 1e-6

routh_status routh_impulse_groups_create(routh_context *context, const routh_impact_study *study,
                                         routh_impulse_groups *groups) {
    *groups = (routh_impulse_groups){0};
    groups->of_law = routh_allocate(context, 2 * study->count, sizeof *groups->of_law);
    if (!groups->of_law)
        return ROUTH_OUT_OF_MEMORY;
    groups->first = groups->of_law + study->count;
    for (size_t i = 0; i < study->count; i++) {
        const routh_outcome *mine = &study->laws[i].outcome;
        size_t group = 0;
        for (; group < groups->count; group++) {
            const routh_outcome *other = &study->laws[groups->first[group]].outcome;
            if (hypot(mine->pt - other->pt, mine->pn - other->pn) <= SAME * study->ellipse.major)
                break;
        }
        if (group == groups->count)
            groups->first[groups->count++] = i;
        groups->of_law[i] = group;
    }
    return ROUTH_OK;
}

void routh_impulse_groups_release(routh_context *context, routh_impulse_groups *groups) {
    routh_release(context, groups->of_law);
    *groups = (routh_impulse_groups){0};
}

const char *routh_group_name(size_t group, char buffer[ROUTH_GROUP_NAME]) {
    size_t round = group / 26 + 1;
    if (round == 1)
        snprintf(buffer, ROUTH_GROUP_NAME, "%c", (int)('A' + group));
    else
        snprintf(buffer, ROUTH_GROUP_NAME, "%c%zu", (int)('A' + group % 26), round);
    return buffer;
}
