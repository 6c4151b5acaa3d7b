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

routh_status routh_early_create(routh_arena *arena, const routh_regressor *regressor, routh_early *early) {
    const routh_assembly *assembly = regressor->assembly;
    routh_regressor *own;
    early->assembly = *assembly;
    early->assembly.count = 0;
    early->assembly.displacement = routh_take(arena, assembly->count, sizeof *assembly->displacement);
    ROUTH_TRY(arena->status);
    for (size_t j = 0; j < assembly->count; j++)
        if (!is_late(&assembly->displacement[j]))
            early->assembly.displacement[early->assembly.count++] = assembly->displacement[j];
    ROUTH_TRY(routh_regressor_create_of(arena, &early->assembly, regressor->recording, regressor->recordings,
                                        &regressor->options, &own));
    ROUTH_TRY(routh_separable_create(arena, own, &early->problem));
    ROUTH_TRY(routh_descent_create(arena, &early->problem, &early->descent));
    return routh_project(arena->context, &early->problem, &early->descent.at);
}

/* The same numbers with `late` or, if NULL, nominal values at the places of what is late. */
static void add_late(const routh_assembly *assembly, const double *late, const double *early, double *all) {
    for (size_t j = 0, e = 0; j < assembly->count; j++) {
        const routh_displacement *d = &assembly->displacement[j];
        all[j] = !is_late(d) ? early[e++] : late ? *late : d->nominal;
    }
}

routh_status routh_late_follow(routh_arena *arena, const routh_separable *problem,
                               const routh_insertion_options *options, routh_descent *descent, routh_lm_search *search,
                               routh_minima *minima) {
    static const double none = 0; /* deviations */
    routh_context *context = arena->context;
    const bool own_gamma = problem->regressor->delays && isnan(options->gamma);
    for (size_t i = minima->count; i-- > 0;) {
        routh_minimum *minimum = &minima->minimum[i];
        double *z = routh_take(arena, problem->unknowns, sizeof *z);
        ROUTH_TRY(arena->status);
        add_late(problem->regressor->assembly, &none, minimum->z, z);
        minimum->z = z;
        if (own_gamma)
            ROUTH_TRY(routh_minimum_settle(context, problem, true, search->tolerance, descent, search, minimum));
        else
            ROUTH_TRY(routh_descent_move(context, problem, z, descent));
        search->gamma = minimum->gamma;
        ROUTH_TRY(routh_search_by(context, problem, descent, options->method, search));
        memcpy(z, descent->at.z, problem->unknowns * sizeof *z);
    }
    return ROUTH_OK;
}

routh_status routh_late_fill(routh_context *context, const routh_assembly *assembly, routh_lcurve *lcurve) {
    for (size_t i = 0; i < lcurve->count; i++) {
        double *x = routh_allocate(context, assembly->count, sizeof *x);
        if (!x)
            return ROUTH_OUT_OF_MEMORY;
        add_late(assembly, NULL, lcurve->point[i].x, x);
        routh_release(context, lcurve->point[i].x);
        lcurve->point[i].x = x;
    }
    lcurve->unknowns = assembly->count;
    return ROUTH_OK;
}
