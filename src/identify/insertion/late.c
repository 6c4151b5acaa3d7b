/* Unknowns that are found last.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/identify.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "insertion/regressor.h"

static bool is_late(const routh_displacement *d) {
    return d->late || d->kind == ROUTH_DISPLACE_LATENCY;
}

size_t routh_late_count(const routh_assembly *assembly) {
    size_t count = 0;
    for (size_t j = 0; j < assembly->count; j++)
        count += is_late(&assembly->displacement[j]);
    return count;
}

size_t routh_late_motions(const routh_assembly *assembly) {
    size_t count = 0;
    while (count < assembly->count && assembly->displacement[assembly->count - 1 - count].late)
        count++;
    return count;
}

void routh_early_of(const routh_assembly *assembly, const double *x, double *early) {
    for (size_t j = 0, e = 0; j < assembly->count; j++)
        if (!is_late(&assembly->displacement[j]))
            early[e++] = x[j];
}

/* The assembly without what is late. */
static routh_status drop_late(routh_context *context, const routh_assembly *assembly, routh_assembly *early) {
    *early = *assembly;
    early->count = 0;
    early->displacement = routh_allocate(context, assembly->count, sizeof *early->displacement);
    if (!early->displacement)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t j = 0; j < assembly->count; j++)
        if (!is_late(&assembly->displacement[j]))
            early->displacement[early->count++] = assembly->displacement[j];
    return ROUTH_OK;
}

routh_status routh_early_create(routh_context *context, const routh_regressor *regressor, routh_early *early) {
    *early = (routh_early){0};
    routh_status status = drop_late(context, regressor->assembly, &early->assembly);
    if (status == ROUTH_OK)
        status = routh_regressor_create_of(context, &early->assembly, regressor->recording, regressor->recordings,
                                           &regressor->options, &early->regressor);
    if (status == ROUTH_OK)
        status = routh_separable_create(context, early->regressor, &early->problem);
    if (status == ROUTH_OK)
        status = routh_descent_create(context, &early->problem, &early->descent);
    if (status == ROUTH_OK)
        status = routh_project(context, &early->problem, &early->descent.at);
    if (status != ROUTH_OK)
        routh_early_release(context, early);
    return status;
}

void routh_early_release(routh_context *context, routh_early *early) {
    routh_descent_release(context, &early->descent);
    routh_separable_release(context, &early->problem);
    routh_regressor_release(context, early->regressor);
    routh_release(context, early->assembly.displacement);
    *early = (routh_early){0};
}

/* The same numbers with `late` or, if NULL, nominal values at the places of what is late. */
static routh_status add_late(routh_context *context, const routh_assembly *assembly, const double *late,
                             double **numbers) {
    double *longer = routh_allocate(context, assembly->count, sizeof *longer);
    if (!longer)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t j = 0, e = 0; j < assembly->count; j++) {
        const routh_displacement *d = &assembly->displacement[j];
        longer[j] = !is_late(d) ? (*numbers)[e++] : late ? *late : d->nominal;
    }
    routh_release(context, *numbers);
    *numbers = longer;
    return ROUTH_OK;
}

routh_status routh_late_follow(routh_context *context, const routh_separable *problem,
                               const routh_insertion_options *options, routh_descent *descent, routh_lm_search *search,
                               routh_minima *minima) {
    static const double none = 0; /* deviations */
    const bool own_gamma = problem->regressor->delays && isnan(options->gamma);
    routh_status status = ROUTH_OK;
    for (size_t i = minima->count; i-- > 0 && status == ROUTH_OK;) {
        routh_minimum *minimum = &minima->minimum[i];
        status = add_late(context, problem->regressor->assembly, &none, &minimum->z);
        if (status == ROUTH_OK && own_gamma)
            status = routh_minimum_settle(context, problem, true, search->tolerance, descent, search, minimum);
        else if (status == ROUTH_OK)
            status = routh_descent_move(context, problem, minimum->z, descent);
        search->gamma = minimum->gamma;
        if (status == ROUTH_OK)
            status = routh_search_by(context, problem, descent, options->method, search);
        if (status == ROUTH_OK)
            memcpy(minimum->z, descent->at.z, problem->unknowns * sizeof *minimum->z);
    }
    return status;
}

routh_status routh_late_fill(routh_context *context, const routh_assembly *assembly, routh_lcurve *lcurve) {
    routh_status status = ROUTH_OK;
    for (size_t i = 0; i < lcurve->count && status == ROUTH_OK; i++)
        status = add_late(context, assembly, NULL, &lcurve->point[i].x);
    lcurve->unknowns = assembly->count;
    return status;
}
