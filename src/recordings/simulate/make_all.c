/* Many things made by as many threads as there are.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "simulate/make_all.h"

#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/crew.h"

typedef struct making {
    routh_status (*make)(routh_context *context, const void *all, size_t index);
    const void *all;
} making;

static routh_status make_one(routh_context *own, void *with, size_t index, int thread) {
    const making *m = with;
    (void)thread;
    return m->make(own, m->all, index);
}

routh_status routh_make_all(routh_context *caller, const char *one, size_t count,
                            routh_status (*make)(routh_context *context, const void *all, size_t index),
                            const void *all) {
    making m = {make, all};
    char several[32];
    size_t failed = count;
    snprintf(several, sizeof several, "%s%s", one, one[strlen(one) - 1] == 's' ? "es" : "s");
    const routh_status status = routh_share_out(
        caller, &(routh_shares){.what = several, .count = count, .chunk = 4, .work = make_one, .with = &m}, &failed);
    if (status == ROUTH_OK || status == ROUTH_CANCELLED || !caller)
        return status;
    return routh_fail_field(caller, status, caller->field, "%s %zu: %s", one, failed + 1, caller->message);
}
