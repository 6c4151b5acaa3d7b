/* Which variable of a MATLAB file holds the impacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "data/read_bounce.h"

routh_bounce_choice routh_bounce_choice_of(const routh_reading *reading) {
    return (routh_bounce_choice){.wanted = reading->options->variable};
}

static bool is_called(const char *wanted, const char *name, size_t length) {
    return strlen(wanted) == length && memcmp(wanted, name, length) == 0;
}

static void list(routh_bounce_choice *choice, const char *name, size_t length) {
    char shown[sizeof((routh_reading *)0)->variable];
    const size_t used = strlen(choice->listed);
    routh_show_text(shown, sizeof shown, name, length);
    if (used + strlen(shown) + sizeof ", …" < sizeof choice->listed)
        snprintf(choice->listed + used, sizeof choice->listed - used, "%s%s", used > 0 ? ", " : "", shown);
    else if (used < 3 || strcmp(choice->listed + used - strlen("…"), "…") != 0)
        snprintf(choice->listed + used, sizeof choice->listed - used, ", …");
}

/* One of the right name is read even if its form is wrong: the message then says what is. */
bool routh_bounce_offer(routh_reading *reading, routh_bounce_choice *choice, const char *name, size_t length,
                        bool has_form) {
    const bool named = is_called(choice->wanted ? choice->wanted : ROUTH_BOUNCE_VARIABLE, name, length);
    const bool take = choice->wanted ? named : has_form ? choice->count == 0 : named && choice->count == 0;
    if (has_form) {
        list(choice, name, length);
        choice->count++;
    }
    choice->named = choice->named || named;
    if (take)
        routh_show_text(reading->variable, sizeof reading->variable, name, length);
    return take;
}

routh_status routh_bounce_choose(routh_reading *reading, const routh_bounce_choice *choice) {
    routh_context *context = reading->source->context;
    const char *shown = reading->source->shown;
    if (choice->wanted && !choice->named) {
        char wanted[sizeof reading->variable];
        routh_show_text(wanted, sizeof wanted, choice->wanted, strlen(choice->wanted));
        return routh_fail_at(context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = shown, .column = wanted, .field = "variable"},
                             "there is no variable %s; of the form of a " ROUTH_BOUNCE_VARIABLE " are: %s", wanted,
                             choice->count > 0 ? choice->listed : "none");
    }
    if (!choice->wanted && choice->count > 1)
        return routh_fail_at(context, ROUTH_BAD_FORMAT, &(routh_place){.file = shown, .field = "variable"},
                             "which variable? %zu are of the form of a " ROUTH_BOUNCE_VARIABLE ": %s", choice->count,
                             choice->listed);
    if (!choice->named && choice->count == 0)
        return routh_fail_at(
            context, ROUTH_BAD_FORMAT, &(routh_place){.file = shown, .field = "columns"},
            "a MATLAB file without a variable of the form of a " ROUTH_BOUNCE_VARIABLE
            ", a struct array with fields states, n, d and flags, or a struct with tables states_i, states_f, n and d");
    return ROUTH_OK;
}
