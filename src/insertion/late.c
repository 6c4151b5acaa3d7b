/* Unknowns that are found last.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/late.h"

#include <string.h>

#include "base/context.h"
#include "insertion/regressor.h"

size_t routh_late_count(const routh_assembly *assembly) {
    size_t count = 0;
    while (count < assembly->count && assembly->displacement[assembly->count - 1 - count].late)
        count++;
    return count;
}

routh_status routh_early_create(routh_context *context, const routh_regressor *regressor, routh_early *early) {
    *early = (routh_early){.assembly = *regressor->assembly};
    early->assembly.count -= routh_late_count(regressor->assembly);
    routh_status status = routh_regressor_create_of(context, &early->assembly, regressor->recording,
                                                    regressor->recordings, &regressor->options, &early->regressor);
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
    *early = (routh_early){0};
}

/* The same numbers with room for more, which are 0. */
static routh_status lengthen(routh_context *context, size_t from, size_t to, double **numbers) {
    double *longer = routh_allocate(context, to, sizeof *longer);
    if (!longer)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(longer, *numbers, from * sizeof *longer);
    routh_release(context, *numbers);
    *numbers = longer;
    return ROUTH_OK;
}

routh_status routh_late_follow(routh_context *context, const routh_separable *problem, routh_insertion_method method,
                               size_t early, routh_descent *descent, routh_lm_search *search, routh_basins *basins) {
    routh_status status = ROUTH_OK;
    for (size_t i = basins->count; i-- > 0 && status == ROUTH_OK;) {
        routh_basin *basin = &basins->basin[i];
        status = lengthen(context, early, problem->unknowns, &basin->z);
        if (status == ROUTH_OK)
            status = routh_descent_move(context, problem, basin->z, descent);
        search->gamma = basin->gamma;
        if (status == ROUTH_OK)
            status = routh_search_by(context, problem, descent, method, search);
        if (status == ROUTH_OK)
            memcpy(basin->z, descent->at.z, problem->unknowns * sizeof *basin->z);
    }
    return status;
}

routh_status routh_late_fill(routh_context *context, const routh_assembly *assembly, routh_lcurve *lcurve) {
    routh_status status = ROUTH_OK;
    for (size_t i = 0; i < lcurve->count && status == ROUTH_OK; i++) {
        double **x = &lcurve->point[i].x;
        status = lengthen(context, lcurve->unknowns, assembly->count, x);
        for (size_t j = lcurve->unknowns; status == ROUTH_OK && j < assembly->count; j++)
            (*x)[j] = assembly->displacement[j].nominal;
    }
    lcurve->unknowns = assembly->count;
    return status;
}
