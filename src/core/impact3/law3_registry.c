/* The registry of laws in space: by number and by name, their parameters, and the calls that solve them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "base/context.h"
#include "impact/registry.h"
#include "impact3/law3.h"

static const routh_law3 *const laws[] = {
#define ROUTH_LAW3_ADDRESS(name) &routh_law3_##name,
    ROUTH_LAW3_TABLE(ROUTH_LAW3_ADDRESS)
#undef ROUTH_LAW3_ADDRESS
};

const routh_law3 *routh_law3_at(size_t index) {
    return index < ROUTH_LAWS3 ? laws[index] : NULL;
}

static const char *name_at(size_t index, const void *user) {
    (void)user;
    return laws[index]->name;
}

const routh_law3 *routh_law3_find(routh_context *context, const char *name) {
    for (size_t i = 0; i < ROUTH_LAWS3; i++)
        if (strcmp(laws[i]->name, name) == 0)
            return laws[i];
    routh_fail_unknown_law(context, name, ROUTH_LAWS3, name_at);
    return NULL;
}

routh_law3_options routh_law3_options_default(void) {
    return (routh_law3_options){.tolerance = 1e-10};
}

/* By position: laws are solved while something steps, which is no time to compare names. */
static double *number_of(routh_pair *pair, int i) {
    return i == 0 ? &pair->eps : i == 1 ? &pair->mu : &pair->eta2;
}

routh_pair routh_pair_of(const routh_law3 *law, const double *parameters) {
    routh_pair pair = routh_pair_default();
    for (int i = 0; i < law->parameter_count; i++)
        *number_of(&pair, i) = parameters[i];
    return pair;
}

/* Parameters that the law does not use may have any value. */
static routh_status check_pair(routh_context *context, const routh_law3 *law, const routh_pair *pair) {
    routh_pair given = *pair, used = routh_pair_default();
    for (int i = 0; i < law->parameter_count; i++)
        *number_of(&used, i) = *number_of(&given, i);
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
    routh_status status = routh_contact3_check(context, contact);
    if (status == ROUTH_OK)
        status = check_pair(context, law, pair);
    if (status == ROUTH_OK)
        status = check_options(context, &chosen);
    return status == ROUTH_OK ? law->solve(context, pair, contact, &chosen, outcome) : status;
}
