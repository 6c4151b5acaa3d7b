/* The flags of a fit in words.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>

#include <routh/fit.h>

const char *routh_fit_text(unsigned flags, char *buffer) {
    static const struct {
        unsigned flag;
        const char *words;
    } table[] = {{ROUTH_FIT_BOUNDED_BELOW, "bounded below"},
                 {ROUTH_FIT_NEVER_STICKS, "never sticks"},
                 {ROUTH_FIT_OUT_OF_RANGE, "out of range"},
                 {ROUTH_FIT_AT_BOUND, "at a bound"},
                 {ROUTH_FIT_FLAT, "flat"},
                 {ROUTH_FIT_NOT_CONVERGED, "not converged"}};
    size_t length = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (flags & table[i].flag)
            length +=
                (size_t)snprintf(buffer + length, ROUTH_FIT_TEXT - length, "%s%s", length ? ", " : "", table[i].words);
    return buffer;
}
