/* The dataset in space itself: release, counting, and which numbers are valid.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "data/dataset3.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "data/dataset.h"

void routh_dataset3_release(routh_context *context, routh_dataset3 *dataset) {
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        routh_release(context, dataset->trajectory[i].name);
        routh_release(context, dataset->trajectory[i].position);
        routh_release(context, dataset->trajectory[i].orientation);
        routh_release(context, dataset->trajectory[i].spin);
        routh_release(context, dataset->trajectory[i].time);
    }
    routh_release(context, dataset->trajectory);
    routh_release(context, dataset->record);
    routh_dataset3_release_shape(context, dataset);
    *dataset = (routh_dataset3){0};
}

size_t routh_dataset3_used(const routh_dataset3 *dataset, size_t *rejected) {
    size_t used = 0;
    if (rejected)
        memset(rejected, 0, ROUTH_REASON_COUNT * sizeof *rejected);
    for (size_t i = 0; i < dataset->count; i++)
        used += routh_reasons_count(dataset->record[i].reasons, rejected);
    return used;
}

routh_status routh_stated_numbers_check(routh_context *context, const routh_stated_number *number, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const double value = number[i].value;
        if (!isfinite(value) || value < 0 || (value == 0 && !number[i].may_be_zero))
            return routh_fail_field(context, number[i].status, number[i].field,
                                    "tosses: the %s is %g %s; it must be %s", number[i].what, value, number[i].unit,
                                    number[i].may_be_zero ? "0 or more" : "more than 0");
        const routh_limit limit = {number[i].field, number[i].unit, value, number[i].low, number[i].high};
        const routh_status status = value == 0 ? ROUTH_OK : routh_check_limits(context, "tosses", &limit, 1);
        if (status != ROUTH_OK)
            return status;
    }
    return ROUTH_OK;
}
