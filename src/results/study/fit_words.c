/* What fits come to, in words.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include <routh/study.h>

#include "study/internal.h"

/* Names the parameters that are at a bound. With draws only some fits may have been. */
static void append_bounds(const routh_fit_study *a, const routh_law_fits *f, char words[ROUTH_FIT_WORDS]) {
    for (int d = 0; d < f->law->parameter_count; d++) {
        const routh_parameter *p = &f->law->parameter[d];
        const int friction = strcmp(p->name, "mu") == 0;
        const int own = p->fit_high > 0; /* where fits look, on a logarithmic scale */
        const double low = own ? p->fit_low : p->low;
        const double high = own ? p->fit_high : (friction ? a->options.mu_max : p->high);
        if (a->draws == 0 && f->value[d] - low <= 1e-5 * (own ? low : high - low))
            routh_words_add(words, ROUTH_FIT_WORDS, "", "%s is at its lower bound, %g. ", p->name, low);
        if (a->draws == 0 && high - f->value[d] <= 1e-5 * (high - low))
            routh_words_add(words, ROUTH_FIT_WORDS, "", "%s is at its upper bound, %g. ", p->name, high);
    }
    if (a->draws)
        routh_words_add(words, ROUTH_FIT_WORDS, "", "In some draws a parameter is at a bound. ");
}

const char *routh_law_fits_text(const routh_fit_study *a, const routh_law_fits *f, char words[ROUTH_FIT_WORDS]) {
    words[0] = '\0';
    if (f->flags & ROUTH_FIT_BOUNDED_BELOW)
        routh_words_add(words, ROUTH_FIT_WORDS, "",
                        "%s is only bounded below: every impact sticks, and any larger friction does as well. ",
                        a->draws ? "In some draws mu" : "mu");
    if (f->flags & ROUTH_FIT_AT_BOUND)
        append_bounds(a, f, words);
    if (f->flags & ROUTH_FIT_FLAT)
        routh_words_add(
            words, ROUTH_FIT_WORDS, "",
            "%s direction is flat: the parameters can change together by their whole range and move the predictions "
            "by less than 0.1 %%. ",
            a->draws ? "In some draws a" : "A");
    if (f->flags & ROUTH_FIT_NOT_CONVERGED)
        routh_words_add(words, ROUTH_FIT_WORDS, "", "%s search ran out of evaluations. ",
                        a->draws ? "In some draws the" : "The");
    if (words[0])
        words[strlen(words) - 1] = '\0';
    return words;
}
