/* The registry of laws, and a law of the caller's own.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "impact/impact.h"
#include "impact/modified.h"

/* The registry: laws by number and by name, their parameters, and the names of modes and flags. */

static const routh_law *const laws[] = {
#define ROUTH_LAW_ADDRESS(name) &routh_law_##name,
    ROUTH_LAW_TABLE(ROUTH_LAW_ADDRESS)
#undef ROUTH_LAW_ADDRESS
};

size_t routh_law_count(void) {
    return sizeof laws / sizeof *laws;
}

const routh_law *routh_law_at(size_t index) {
    return index < routh_law_count() ? laws[index] : NULL;
}

/* "wang-mason+couple": which modifiers that law has, each once. */
static bool list_modifiers(const char *name, size_t count, const char *(*name_at)(size_t index, const void *user),
                           char *list, size_t size) {
    const char *plus = strchr(name, '+');
    const size_t length = plus ? (size_t)(plus - name) : 0;
    size_t used = 0;
    for (size_t i = 0; plus && i < count; i++) {
        const char *known = name_at(i, NULL);
        if (strncmp(known, name, length + 1) == 0 && !strchr(known + length + 1, '+') && used < size)
            used += (size_t)snprintf(list + used, size - used, "%s%s", used ? ", " : "", known + length);
    }
    return used > 0;
}

void routh_fail_unknown_law(routh_context *context, const char *name, size_t count,
                            const char *(*name_at)(size_t index, const void *user)) {
    const char *nearest = routh_nearest_name(name, count, name_at, NULL);
    char list[ROUTH_MESSAGE_SIZE / 2], shown[61];
    routh_show_text(shown, sizeof shown, name, strlen(name));
    if (nearest)
        routh_fail_field(context, ROUTH_UNKNOWN_LAW, "law", "no law is called \"%s\"; did you mean \"%s\"?", shown,
                         nearest);
    else if (list_modifiers(name, count, name_at, list, sizeof list))
        routh_fail_field(context, ROUTH_UNKNOWN_LAW, "law", "no law is called \"%s\"; %.*s takes %s", shown,
                         (int)strcspn(shown, "+"), shown, list);
    else {
        size_t plain = 0; /* those with modifiers, which come last, would fill the line */
        while (plain < count && !strchr(name_at(plain, NULL), '+'))
            plain++;
        routh_list_names(list, sizeof list, ", ", plain, name_at, NULL);
        routh_fail_field(context, ROUTH_UNKNOWN_LAW, "law", "no law is called \"%s\"; there are %s", shown, list);
    }
}

/* Laws of the registry, then those with modifiers. */
static const routh_law *any_law_at(size_t index) {
    return index < routh_law_count() ? laws[index] : routh_modified_at(index - routh_law_count());
}

static const char *name_at(size_t index, const void *user) {
    (void)user;
    return any_law_at(index)->name;
}

const routh_law *routh_law_find(routh_context *context, const char *name) {
    const size_t all = routh_law_count() + routh_modified_count();
    for (size_t i = 0; i < all; i++)
        if (strcmp(any_law_at(i)->name, name) == 0)
            return any_law_at(i);
    routh_fail_unknown_law(context, name, strchr(name, '+') ? all : routh_law_count(), name_at);
    return NULL;
}

int routh_law_parameter(const routh_law *law, const char *name) {
    for (int i = 0; i < law->parameter_count; i++)
        if (strcmp(law->parameter[i].name, name) == 0)
            return i;
    return -1;
}

void routh_law_parameters(const routh_law *law, double mu, double eps, double *parameters) {
    for (int i = 0; i < law->parameter_count; i++)
        parameters[i] = law->parameter[i].initial;
    const int friction = routh_law_parameter(law, "mu"), restitution = routh_law_parameter(law, "eps");
    if (friction >= 0)
        parameters[friction] = mu;
    if (restitution >= 0)
        parameters[restitution] = eps;
}

routh_status routh_law_check(routh_context *context, const routh_law *law, const double *parameters) {
    if (!law || (!parameters && law->parameter_count > 0))
        return routh_fail_null(context, "law parameters", (const void *const[]){law, parameters});
    for (int i = 0; i < law->parameter_count; i++) {
        const routh_parameter *p = &law->parameter[i];
        const double value = parameters[i];
        const routh_status status = routh_parameter_status(p, value);
        if (status == ROUTH_NOT_FINITE)
            return routh_fail(context, ROUTH_NOT_FINITE, "%s of %s must be a finite number, not %g", p->name, law->name,
                              value);
        if (status != ROUTH_OK) {
            if (isinf(p->high))
                return routh_fail(context, ROUTH_BAD_PARAMETER, "%s = %g of %s must be at least %g", p->name, value,
                                  law->name, p->low);
            return routh_fail(context, ROUTH_BAD_PARAMETER, "%s = %g of %s is outside %g … %g", p->name, value,
                              law->name, p->low, p->high);
        }
    }
    return ROUTH_OK;
}

static const routh_name_entry modes[] = {
#define ROUTH_MODE_NAME(code, name) {name, NULL},
    ROUTH_MODE_TABLE(ROUTH_MODE_NAME)
#undef ROUTH_MODE_NAME
};
const routh_names routh_modes = {"mode", ROUTH_MODE_COUNT, modes};

int routh_mode_sticks(routh_mode mode) {
    return mode == ROUTH_STICKING || mode == ROUTH_C_STICKING || mode == ROUTH_R_STICKING;
}

static const routh_name_entry restitutions[] = {
    [ROUTH_NEWTON] = {"Newton", "ratio of normal velocities"},
    [ROUTH_POISSON] = {"Poisson", "ratio of normal impulses"},
    [ROUTH_ENERGETIC] = {"energetic", "root of the ratio of normal work"},
};
const routh_names routh_restitutions = {"restitution", sizeof restitutions / sizeof *restitutions, restitutions};

const char *routh_flags_text(unsigned flags, char *buffer) {
    static const struct {
        unsigned flag;
        const char *name;
    } table[] = {{ROUTH_PENETRATES, "penetrates"}, {ROUTH_PULLS, "pulls"}, {ROUTH_GAINS_ENERGY, "gains-energy"}};
    size_t length = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (flags & table[i].flag)
            length +=
                (size_t)snprintf(buffer + length, ROUTH_FLAGS_TEXT - length, "%s%s", length ? "+" : "", table[i].name);
    return buffer;
}

/* In the order of the bits. */
static const routh_name_entry law_traits[] = {
    {"one of the six", NULL}, {"on Routh's path", NULL}, {"never gains energy", NULL},
    {"feasible", NULL},       {"springs", NULL},
};
const routh_names routh_law_traits = {"trait", sizeof law_traits / sizeof *law_traits, law_traits};

/* A law of the caller's own, by a call. */

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
        ROUTH_TRY(take_parameter(context, law, i));
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
