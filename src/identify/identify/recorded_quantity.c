/* Quantities of recorded impacts: those that every impact has, and further columns of the recording.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include <routh/identify.h>

#include "base/context.h"
#include "fit/quantity.h"

const char *routh_quantity_at(const routh_dataset *dataset, size_t index, const char **unit) {
    const char *name = NULL;
    if (index < routh_quantities.count)
        name = routh_quantities.entry[index].name;
    else if (index - routh_quantities.count < dataset->extra_count)
        name = dataset->extra[index - routh_quantities.count].name;
    if (name && unit)
        *unit = routh_quantity_unit(name);
    return name;
}

static const char *name_at(size_t index, const void *user) {
    return routh_quantity_at(user, index, NULL);
}

/* "temperature, plate", as many as there is room for. */
static void list_columns(const routh_dataset *dataset, char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "%s", dataset->extra_count > 0 ? "" : "there are none");
    for (size_t k = 0; k < dataset->extra_count; k++) {
        const char *name = dataset->extra[k].name;
        if (used + strlen(name) + sizeof ", …" > size) {
            snprintf(text + used, size - used, "…");
            return;
        }
        used += (size_t)snprintf(text + used, size - used, "%s%s", name, k + 1 < dataset->extra_count ? ", " : "");
    }
}

routh_status routh_quantity_of(routh_context *context, const routh_dataset *dataset, const routh_sample *samples,
                               size_t count, const char *name, double *value) {
    const int quantity = routh_quantity_index(name);
    const routh_extra *extra = NULL;
    for (size_t k = 0; quantity < 0 && k < dataset->extra_count; k++)
        extra = strcmp(dataset->extra[k].name, name) == 0 ? &dataset->extra[k] : extra;
    if (quantity < 0 && !extra) {
        const char *nearest =
            routh_nearest_name(name, (size_t)routh_quantities.count + dataset->extra_count, name_at, dataset);
        char columns[160];
        list_columns(dataset, columns, sizeof columns);
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "covariate",
                                "%.60s: there is no quantity \"%.60s\"%s%s%s; allowed are x, y, theta, 2theta, vx, vy, "
                                "speed, omega, vt, vn, momentum, order and further columns that hold numbers: %s",
                                dataset->name, name, nearest ? ": did you mean \"" : "", nearest ? nearest : "",
                                nearest ? "\"?" : "", columns);
    }
    for (size_t i = 0; i < count; i++) {
        const size_t record = samples[i].record;
        const routh_record *from = &dataset->record[record];
        value[i] = extra ? extra->value[record]
                         : routh_quantity_value(quantity, (const double[]){from->x, from->y, from->theta},
                                                &samples[i].impact, &samples[i].contact, (double)record);
    }
    return ROUTH_OK;
}
