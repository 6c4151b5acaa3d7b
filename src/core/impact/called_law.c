/* A law of the caller's own, by a call.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "impact/impact.h"

static routh_impulse ask(const routh_law *law, const routh_contact *contact, const double *parameters) {
    const routh_law_caller *caller = law->data;
    routh_impulse impulse = {NAN, NAN, ROUTH_SLIDING, 0};
    caller->call(contact, parameters, caller->user, &impulse);
    const bool answered = impulse.mode >= 0 && impulse.mode < ROUTH_UNSOLVED && isfinite(impulse.couple);
    return answered ? impulse : (routh_impulse){NAN, NAN, ROUTH_UNSOLVED, 0};
}

static bool is_in_order(const routh_parameter *p) {
    return isfinite(p->low) && p->low <= p->initial && p->initial <= p->high && isfinite(p->initial);
}

/* What routh_box_of searches; of friction it has a bound of its own. */
static bool can_be_searched(const routh_parameter *p) {
    return p->fit_high > 0 ? p->fit_low > 0 && p->fit_low < p->fit_high && isfinite(p->fit_high)
                           : isfinite(p->high) || p->is_friction;
}

static routh_status take_parameter(routh_context *context, routh_law *law, int i) {
    routh_parameter *p = &law->parameter[i];
    if (!p->name || !*p->name)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "parameter",
                                "parameter %d of the law \"%.60s\" has no name", i, law->name);
    for (int j = 0; j < i; j++)
        if (strcmp(p->name, law->parameter[j].name) == 0)
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "parameter",
                                    "the law \"%.60s\" has two parameters \"%.60s\"", law->name, p->name);
    p->is_friction = strcmp(p->name, "mu") == 0;
    if (!is_in_order(p))
        return routh_fail_field(
            context, ROUTH_BAD_ARGUMENT, "parameter",
            "%.60s of the law \"%.60s\" is from %g to %g with the default %g; they must be in order "
            "and finite, but for the greatest",
            p->name, law->name, p->low, p->high, p->initial);
    if (!can_be_searched(p))
        return routh_fail_field(
            context, ROUTH_BAD_ARGUMENT, "parameter",
            "%.60s of the law \"%.60s\" is searched from %g to %g; fits need 0 < fit_low < fit_high, "
            "finite, or both 0 and a finite greatest value",
            p->name, law->name, p->fit_high > 0 ? p->fit_low : p->low, p->fit_high > 0 ? p->fit_high : p->high);
    p->symbol = p->symbol ? p->symbol : p->name;
    p->unit = p->unit ? p->unit : "1";
    p->about = p->about ? p->about : p->name;
    return ROUTH_OK;
}

routh_status routh_law_of_call(routh_context *context, const routh_law_caller *caller, routh_law *law) {
    if (!caller || !law)
        return routh_fail_null(context, "caller law", (const void *const[]){caller, law});
    if (!caller || !caller->call || !law)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a law by a call needs the call and the law");
    if (!law->name || !*law->name)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "name", "the law has no name");
    if (routh_law_find(NULL, law->name))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "name",
                                "\"%s\" is a law of the registry; a law of your own needs another name", law->name);
    if (law->parameter_count < 0 || law->parameter_count > ROUTH_MAX_PARAMETERS)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "parameter_count",
                                "the law \"%.60s\" has %d parameters; 0 to %d are possible", law->name,
                                law->parameter_count, ROUTH_MAX_PARAMETERS);
    for (int i = 0; i < law->parameter_count; i++) {
        const routh_status status = take_parameter(context, law, i);
        if (status != ROUTH_OK)
            return status;
    }
    law->title = law->title ? law->title : law->name;
    law->rule = law->rule ? law->rule : "a law of the caller's own";
    law->reference = law->reference ? law->reference : "";
    law->impulse = NULL;
    law->impulses = NULL;
    law->answer = ask;
    law->data = caller;
    return ROUTH_OK;
}
