/* Numbers in files have a decimal point. setlocale would change the whole program under the caller's other threads;
 * uselocale changes the calling thread only.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/c_locale.h"

#include <errno.h>

#include "base/context.h"

routh_status routh_c_locale_begin(routh_context *context, routh_c_locale *numbers) {
    *numbers = (routh_c_locale){.own = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    if (numbers->own)
        numbers->before = uselocale(numbers->own);
    if (numbers->before)
        return ROUTH_OK;
    if (numbers->own)
        freelocale(numbers->own);
    numbers->own = (locale_t)0;
    return routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory for the locale in which files are written");
}

void routh_c_locale_end(routh_c_locale *numbers) {
    int reason = errno;
    if (!numbers->own)
        return;
    uselocale(numbers->before);
    freelocale(numbers->own);
    errno = reason;
}
