/* The registry of laws in space, and many impacts with one of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <routh/impact3.h>

#include "base/context.h"
#include "impact/impact.h"
#include "impact3/impact3.h"

/* The registry of laws in space: by number and by name, their parameters, and the calls that solve them. */

static const routh_law3 *const laws[] = {
#define ROUTH_LAW3_ADDRESS(name) &routh_law3_##name,
    ROUTH_LAW3_TABLE(ROUTH_LAW3_ADDRESS)
#undef ROUTH_LAW3_ADDRESS
};

const routh_law3 *routh_law3_at(size_t index) {
    return index < ROUTH_LAWS3 ? laws[index] : NULL;
}

/* Laws of the registry, then those with modifiers; NULL past the end. */
static const routh_law3 *any_law_at(size_t index) {
    return index < ROUTH_LAWS3 ? laws[index] : routh_law3_modified_at(index - ROUTH_LAWS3);
}

static const char *name_at(size_t index, const void *user) {
    (void)user;
    return any_law_at(index)->name;
}

const routh_law3 *routh_law3_find(routh_context *context, const char *name) {
    size_t all = 0;
    for (; any_law_at(all); all++)
        if (strcmp(any_law_at(all)->name, name) == 0)
            return any_law_at(all);
    routh_fail_unknown_law(context, name, strchr(name, '+') ? all : ROUTH_LAWS3, name_at);
    return NULL;
}

routh_law3_options routh_law3_options_default(void) {
    return (routh_law3_options){.tolerance = 1e-10};
}

/* By position: laws are solved while something steps, which is no time to compare names. */
static double *number_of(const routh_law3 *law, routh_pair *pair, int i) {
    const int own = i > 0 ? routh_law3_own_parameters(law) : 1;
    if (i >= own)
        return routh_law3_modifier(law, pair, i - own);
    return i == 0 ? &pair->eps : i == 1 ? &pair->mu : &pair->eta2;
}

routh_pair routh_pair_of(const routh_law3 *law, const double *parameters) {
    routh_pair pair = routh_pair_default();
    for (int i = 0; i < law->parameter_count; i++)
        *number_of(law, &pair, i) = parameters[i];
    return pair;
}

/* Parameters that the law does not use may have any value. */
static routh_status check_pair(routh_context *context, const routh_law3 *law, const routh_pair *pair) {
    routh_pair given = *pair, used = routh_pair_default();
    for (int i = 0; i < law->parameter_count; i++) {
        const double value = *number_of(law, &given, i);
        *number_of(law, &used, i) = value;
        const routh_parameter *p = &law->parameter[i];
        if (i >= routh_law3_own_parameters(law) && routh_parameter_status(p, value) != ROUTH_OK)
            return routh_fail(context, routh_parameter_status(p, value), "%s = %g of %s is outside %g … %g", p->name,
                              value, law->name, p->low, p->high);
    }
    return routh_pair_check(context, &used);
}

static routh_status check_options(routh_context *context, const routh_law3_options *options) {
    if (!(options->tolerance >= 1e-13 && options->tolerance <= 1e-3))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the tolerance %g of an impact is outside 1e-13 … 1e-3",
                          options->tolerance);
    if (options->points > ROUTH_MOST_MADE)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "points", "%zu moments of an impact, at most %d",
                                options->points, ROUTH_MOST_MADE);
    return ROUTH_OK;
}

routh_status routh_law3_solve(routh_context *context, const routh_law3 *law, const routh_pair *pair,
                              const routh_contact3 *contact, const routh_law3_options *options,
                              routh_outcome3 *outcome) {
    if (!law || !pair || !contact || !outcome)
        return routh_fail_null(context, "law pair contact outcome", (const void *const[]){law, pair, contact, outcome});
    const routh_law3_options chosen = options ? *options : routh_law3_options_default();
    ROUTH_TRY(routh_contact3_check(context, contact));
    ROUTH_TRY(check_pair(context, law, pair));
    ROUTH_TRY(check_options(context, &chosen));
    return law->solve(context, pair, contact, &chosen, outcome);
}

/* Many impacts. They differ in cost, so threads take the next one as they get free; none depends on another. */

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
