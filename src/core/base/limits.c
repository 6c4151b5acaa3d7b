/* Inputs within their ranges.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/limits.h"

#include "base/context.h"

routh_status routh_check_limits(routh_context *context, const char *what, const routh_limit *limit, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const routh_limit *one = &limit[i];
        const char *space = *one->unit ? " " : "";
        if (!(one->value >= one->low && one->value <= one->high))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, one->field,
                                    "%s: %s = %.15g%s%s is outside %.15g … %.15g%s%s", what, one->field, one->value,
                                    space, one->unit, one->low, one->high, space, one->unit);
    }
    return ROUTH_OK;
}

routh_status routh_check_count(routh_context *context, const char *what, const char *field, size_t value, size_t low,
                               size_t high) {
    if (value >= low && value <= high)
        return ROUTH_OK;
    return routh_fail_field(context, ROUTH_BAD_ARGUMENT, field, "%s: %s = %zu is outside %zu … %zu", what, field, value,
                            low, high);
}

routh_status routh_check_fitted(routh_context *context, const char *what, const char *fields, double impacts) {
    if (impacts <= ROUTH_MOST_FITTED)
        return ROUTH_OK;
    return routh_fail_field(
        context, ROUTH_BAD_ARGUMENT, fields,
        "%s: each law would be fitted to %.3g impacts, counting repetition; at most %g are possible", what, impacts,
        ROUTH_MOST_FITTED);
}
