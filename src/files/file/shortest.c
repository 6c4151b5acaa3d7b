/* A double as the shortest decimal that reads back as the same.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include <routh/file.h>

/* %g drops trailing zeros, but 16 digits of a number that has only 15 may end in …01 or …99: so 15 has its try. */
const char *routh_shortest_text(double value, char text[ROUTH_SHORTEST_TEXT]) {
    for (int digits = 15; digits < 17; digits++) {
        snprintf(text, ROUTH_SHORTEST_TEXT, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return text;
    }
    snprintf(text, ROUTH_SHORTEST_TEXT, "%.17g", value);
    return text;
}
