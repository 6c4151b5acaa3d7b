/* Many impacts. They differ in cost, so threads take the next one as they get free; none depends on another.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/impact3.h>

#include "base/context.h"
#include "base/crew.h"

typedef struct batch3 {
    const routh_law3 *law;
    const routh_pair *pair;
    const routh_contact3 *contact;
    routh_outcome3 *outcome;
    size_t bad; /* the first that failed; the others are solved all the same */
} batch3;

static routh_status solve_one(routh_context *own, void *with, size_t i, int thread) {
    (void)own, (void)thread;
    batch3 *b = with;
    if (routh_law3_solve(NULL, b->law, &b->pair[i], &b->contact[i], NULL, &b->outcome[i]) != ROUTH_OK)
#pragma omp critical(routh_law3_batch)
        b->bad = i < b->bad ? i : b->bad;
    return ROUTH_OK;
}

routh_status routh_law3_solve_batch(routh_context *context, const routh_law3 *law, const routh_pair *pair,
                                    const routh_contact3 *contact, size_t count, routh_outcome3 *outcome,
                                    size_t *first_bad) {
    if (!law)
        return routh_fail_null(context, "law", (const void *const[]){law});
    routh_status status = routh_array_check(context, "pair", pair, count);
    if (status == ROUTH_OK)
        status = routh_array_check(context, "contact", contact, count);
    if (status == ROUTH_OK)
        status = routh_array_check(context, "outcome", outcome, count);
    if (status != ROUTH_OK) {
        if (first_bad)
            *first_bad = 0;
        return status;
    }
    batch3 b = {.law = law, .pair = pair, .contact = contact, .outcome = outcome, .bad = count};
    status = routh_share_out(
        context, &(routh_shares){.what = "impacts", .count = count, .chunk = 16, .work = solve_one, .with = &b}, NULL);
    if (status != ROUTH_OK || b.bad == count)
        return status;
    if (first_bad)
        *first_bad = b.bad;
    /* once more, for the message, which other threads must not write into */
    routh_outcome3 unused;
    return routh_law3_solve(context, law, &pair[b.bad], &contact[b.bad], NULL, &unused);
}
