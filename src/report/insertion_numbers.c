/* Numbers of a recorded insertion that words, tables and page share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/insertion_numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "insertion/regressor.h"

routh_display_unit routh_displacement_unit(const routh_displacement *displacement) {
    return displacement->kind == ROUTH_DISPLACE_TURN ? (routh_display_unit){"mrad", 1e3, 3}
                                                     : (routh_display_unit){"µm", 1e6, 1};
}

const char *routh_displacement_si(const routh_displacement *displacement) {
    return displacement->kind == ROUTH_DISPLACE_TURN ? "rad" : "m";
}

const char *routh_seen_name(routh_seen seen) {
    return seen == ROUTH_SEEN ? "seen" : seen == ROUTH_SEEN_TOGETHER ? "together" : "not";
}

int routh_insertion_is_displaced(const routh_insertion_case *item, const routh_assembly *assembly) {
    for (size_t j = 0; j < item->fit.count && j < assembly->count; j++)
        if (item->fit.x[j] != assembly->displacement[j].nominal)
            return 1;
    return 0;
}

int routh_insertion_has_truth(const routh_insertion *insertion) {
    return insertion->truth.stiffness > 0;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

routh_status routh_insertion_scatter(routh_context *context, const routh_insertion_estimate *fit, double *scatter) {
    double *value = routh_allocate(context, fit->sample_count, sizeof *value);
    size_t count = 0;
    *scatter = NAN;
    if (!value)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t k = 0; k < fit->sample_count; k++)
        if (isfinite(fit->instant[k].stiffness))
            value[count++] = fit->instant[k].stiffness;
    qsort(value, count, sizeof *value, by_size);
    if (count >= 4)
        *scatter = (value[3 * count / 4] - value[count / 4]) / fabs(value[count / 2]);
    routh_release(context, value);
    return ROUTH_OK;
}

routh_status routh_insertion_measured(routh_context *context, const routh_insertion_study *study,
                                      const routh_insertion_case *item, double **wrench) {
    routh_regressor *regressor = NULL;
    const routh_status status =
        routh_regressor_create(context, study->assembly, &item->insertion, &study->options.fit, &regressor);
    *wrench = NULL;
    if (status != ROUTH_OK)
        return status;
    *wrench = routh_allocate(context, item->insertion.count, 6 * sizeof **wrench);
    if (*wrench)
        memcpy(*wrench, routh_regressor_wrench(regressor), item->insertion.count * 6 * sizeof **wrench);
    routh_regressor_release(context, regressor);
    return *wrench ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}
