/* Laws that give the same impulse, to be shown as one point under one letter.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_IMPULSE_GROUPS_H
#define ROUTH_SRC_STUDY_IMPULSE_GROUPS_H

#include <routh/study.h>

typedef struct routh_impulse_groups {
    size_t count;
    size_t *of_law; /* the group of each law */
    size_t *first;  /* the first law of each group */
} routh_impulse_groups;

/* Impulses are the same when they differ by less than a millionth of the ellipse's size. */
routh_status routh_impulse_groups_create(routh_context *context, const routh_impact_study *study,
                                         routh_impulse_groups *groups);
void routh_impulse_groups_release(routh_context *context, routh_impulse_groups *groups);

/* "A" … "Z", then "A2" and so on; returns the buffer. */
#define ROUTH_GROUP_NAME 24
const char *routh_group_name(size_t group, char buffer[ROUTH_GROUP_NAME]);

#endif
