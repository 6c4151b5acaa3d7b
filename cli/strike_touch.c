/* μ, e and η² of a strike: from columns, options or defaults.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "strike.h"

const char *const touch_names[TOUCH_NUMBERS] = {"mu", "e", "eta2"};
static const char *const option_names[TOUCH_NUMBERS] = {"mu", "eps", "eta2"};

double *touch_number(routh_pair *pair, int index) {
    double *const numbers[TOUCH_NUMBERS] = {&pair->mu, &pair->eps, &pair->eta2};
    return numbers[index];
}

void touch_given(const strike_options *options, int given[TOUCH_NUMBERS]) {
    given[0] = options->mu.given;
    given[1] = options->eps.given;
    given[2] = options->eta2.given || options->nu.given;
}

const char *touch_complaint(routh_context *context, int index, double value) {
    routh_pair pair = routh_pair_default();
    *touch_number(&pair, index) = value;
    if (routh_pair_check(context, &pair) == ROUTH_OK)
        return NULL;
    const size_t used = strlen(context->message);
    if (index == 1 && value > 1 && value <= 100) /* what people mean who give percent */
        snprintf(context->message + used, sizeof context->message - used, " (%g %% is %g)", value, value / 100);
    return context->message;
}

int touch_from_options(const char *verb, const strike_options *options, routh_pair *pair) {
    if (options->eta2.given && options->nu.given)
        return fail(verb, "--eta2 or --nu, not both: the one follows from the other");
    if (options->nu.given && !(options->nu.value >= 0 && options->nu.value <= 0.5))
        return fail(verb, "--nu %.15g: Poisson's ratio lies in 0 … 0.5", options->nu.value);
    const option_number *const given[TOUCH_NUMBERS] = {&options->mu, &options->eps, &options->eta2};
    for (int i = 0; i < TOUCH_NUMBERS; i++) {
        routh_context context = routh_context_default();
        if (!given[i]->given)
            continue;
        const char *wrong = touch_complaint(&context, i, given[i]->value);
        if (wrong)
            return fail(verb, "--%s: %s", option_names[i], wrong);
        *touch_number(pair, i) = given[i]->value;
    }
    if (options->nu.given)
        pair->eta2 = routh_eta2_of_poisson(options->nu.value);
    return 0;
}

void touch_note_defaults(const char *verb, const strike_options *options, const int known[TOUCH_NUMBERS],
                         const routh_pair *pair) {
    routh_pair values = *pair;
    int given[TOUCH_NUMBERS];
    touch_given(options, given);
    for (int i = 0; i < TOUCH_NUMBERS; i++)
        if (!given[i] && !known[i] && !(i == 2 && options->rigid))
            note(verb, "--%s was not given: %.4g is used%s", option_names[i], *touch_number(&values, i),
                 i == 2 ? " (Poisson's ratio 0.3)" : "");
}
