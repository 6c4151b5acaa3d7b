/* Numbers in files have a decimal point, whatever the locale of the program that calls.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_C_LOCALE_H
#define ROUTH_SRC_BASE_C_LOCALE_H

#include <locale.h>

#include "base/context.h"

typedef struct routh_c_locale {
    locale_t own, before;
} routh_c_locale;

/* From here to the end this thread, and no other, reads and writes numbers as C does. Both leave errno alone when they
 * succeed; when the beginning fails there is nothing to end. */
routh_status routh_c_locale_begin(routh_context *context, routh_c_locale *numbers);
void routh_c_locale_end(routh_c_locale *numbers);

/* The same for the rest of a block, whichever way that is left. Returns what the beginning failed with. */
#define ROUTH_C_LOCALE(context)                                                                                        \
    __attribute__((cleanup(routh_c_locale_end))) routh_c_locale routh_numbers;                                         \
    ROUTH_TRY(routh_c_locale_begin(context, &routh_numbers))

#endif
