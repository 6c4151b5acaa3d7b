/* Recorded quantities on which parameters may depend.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/identify.h>

#include "base/context.h"
#include "fit/fit.h"

/* Quantities of recorded impacts: those that every impact has, and further columns of the recording. */

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

/* Covariates: what was asked for, checked, and its values. */

/* The parameters of all laws of the registry, one after another. */
static const char *parameter_at(size_t index, const void *user) {
    (void)user;
    for (size_t l = 0; l < routh_law_count(); l++) {
        const routh_law *law = routh_law_at(l);
        if (index < (size_t)law->parameter_count)
            return law->parameter[index].name;
        index -= (size_t)law->parameter_count;
    }
    return NULL;
}

static routh_status check_parameter(routh_context *context, const char *name) {
    size_t count = 0;
    if (!name[0]) /* of a learned model, which finds by itself what depends on it */
        return ROUTH_OK;
    for (; parameter_at(count, NULL); count++)
        if (strcmp(parameter_at(count, NULL), name) == 0)
            return ROUTH_OK;
    const char *nearest = routh_nearest_name(name, count, parameter_at, NULL);
    return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "covariate",
                            "no law has a parameter \"%s\"%s%s%s; allowed are mu, eps and those of single laws", name,
                            nearest ? ": did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
}

/* A covariate of a learned model has no parameter, and its degree means nothing. */
static routh_status refuse_twice(routh_context *context, const routh_covariate *c) {
    if (!c->parameter[0])
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "covariate", "%s is given twice; give it once",
                                c->quantity);
    return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "covariate",
                            "%s over %s is given twice; give it once, with the highest degree", c->parameter,
                            c->quantity);
}

static routh_status check(routh_context *context, const routh_covariate *covariates, size_t count) {
    if (count > ROUTH_MOST_COVARIATES)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "covariate",
                                "%zu covariates are too many: at most %d are allowed", count, ROUTH_MOST_COVARIATES);
    for (size_t k = 0; k < count; k++) {
        const routh_covariate *c = &covariates[k];
        ROUTH_TRY(check_parameter(context, c->parameter));
        if (c->degree < 1 || c->degree > ROUTH_MOST_DEGREE)
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "covariate",
                                    "%s over %s: the degree %d is out of range: 1 … %d are allowed", c->parameter,
                                    c->quantity, c->degree, ROUTH_MOST_DEGREE);
        for (size_t j = 0; j < k; j++)
            if (strcmp(c->parameter, covariates[j].parameter) == 0 && strcmp(c->quantity, covariates[j].quantity) == 0)
                ROUTH_TRY(refuse_twice(context, c));
    }
    return ROUTH_OK;
}

static routh_status refuse_missing(routh_context *context, const routh_dataset *dataset, const routh_sample *samples,
                                   const char *name, const double *value, size_t count) {
    size_t missing = 0, first = 0;
    for (size_t i = count; i-- > 0;)
        if (!isfinite(value[i])) {
            missing++;
            first = samples[i].record;
        }
    if (missing == 0)
        return ROUTH_OK;
    if (missing == count)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "covariate",
                                "%s: the recording has no %s, so nothing can depend on it", dataset->name, name);
    return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "covariate",
                            "%s: %s is missing in %zu of %zu used impacts, first in record %zu (from 0); a covariate "
                            "needs it in all of them",
                            dataset->name, name, missing, count, first);
}

routh_status routh_covariates_of(routh_context *context, const routh_dataset *dataset, const routh_sample *samples,
                                 size_t count, const routh_covariate *covariates, size_t covariate_count,
                                 double **value) {
    *value = NULL;
    routh_status status = check(context, covariates, covariate_count);
    if (status != ROUTH_OK)
        return status;
    ROUTH_ARENA(room, context);
    double *column = routh_take(&room, count, sizeof *column);
    double *all = column ? routh_allocate(context, count, (covariate_count + 1) * sizeof *all) : NULL;
    status = all ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    for (size_t k = 0; k < covariate_count && status == ROUTH_OK; k++) {
        status = routh_quantity_of(context, dataset, samples, count, covariates[k].quantity, column);
        if (status == ROUTH_OK)
            status = refuse_missing(context, dataset, samples, covariates[k].quantity, column, count);
        for (size_t i = 0; i < count && status == ROUTH_OK; i++)
            all[i * covariate_count + k] = column[i];
    }
    if (status == ROUTH_OK)
        *value = all;
    else
        routh_release(context, all);
    return status;
}

void routh_covariates_release(routh_context *context, double *value) {
    routh_release(context, value);
}
