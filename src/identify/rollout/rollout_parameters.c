/* The parameters of whole tosses: where they are in a world, and how far a search may go.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "rollout/rollout.h"

static const routh_name_entry entries[] = {
#define ENTRY(code, name, unit, about) {name, about},
    ROUTH_ROLLOUT_TABLE(ENTRY)
#undef ENTRY
};
const routh_names routh_rollout_parameters = {"parameter of whole tosses", ROUTH_ROLLOUT_PARAMETERS, entries};

const char *routh_rollout_unit(routh_rollout_parameter parameter) {
    static const char *const units[] = {
#define UNIT(code, name, unit, about) unit,
        ROUTH_ROLLOUT_TABLE(UNIT)
#undef UNIT
    };
    return (unsigned)parameter < ROUTH_ROLLOUT_PARAMETERS ? units[parameter] : "";
}

static double mean_moment(const routh_world3 *world) {
    return (world->inertia[0][0] + world->inertia[1][1] + world->inertia[2][2]) / 3;
}

/* Where a number is; NULL for the mean moment of inertia, which belongs to nine. */
static double *field_of(routh_rollout_parameter parameter, routh_world3 *world, routh_run3_options *run) {
    switch (parameter) {
    case ROUTH_ROLLOUT_MU:
        return &world->surface.pair.mu;
    case ROUTH_ROLLOUT_MU_SLIDE:
        return &world->surface.mu_slide;
    case ROUTH_ROLLOUT_MU_SLOPE:
        return &world->surface.mu_slope;
    case ROUTH_ROLLOUT_EPS:
        return &world->surface.pair.eps;
    case ROUTH_ROLLOUT_EPS_SLOPE:
        return &world->surface.eps_slope;
    case ROUTH_ROLLOUT_ETA2:
        return &world->surface.pair.eta2;
    case ROUTH_ROLLOUT_ROUNDING:
        return &world->rounding;
    case ROUTH_ROLLOUT_CENTRE_X:
    case ROUTH_ROLLOUT_CENTRE_Y:
    case ROUTH_ROLLOUT_CENTRE_Z:
        return &world->centre[parameter - ROUTH_ROLLOUT_CENTRE_X];
    case ROUTH_ROLLOUT_DRAG:
        return &world->drag;
    case ROUTH_ROLLOUT_GAP:
        return &run->together;
    default:
        return NULL;
    }
}

double routh_rollout_get(routh_rollout_parameter parameter, const routh_world3 *world, const routh_run3_options *run) {
    routh_world3 copy = *world;
    routh_run3_options running = *run;
    const double *field = field_of(parameter, &copy, &running);
    return field ? *field : mean_moment(world);
}

void routh_rollout_set(routh_rollout_parameter parameter, double value, routh_world3 *world, routh_run3_options *run) {
    double *field = field_of(parameter, world, run);
    if (field) {
        *field = value;
        return;
    }
    const double share = value / mean_moment(world);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            world->inertia[i][j] *= share;
}

void routh_rollout_apply(const routh_rollout_estimate *estimate, routh_world3 *world, routh_run3_options *run) {
    routh_run3_options unused;
    for (int k = 0; k < ROUTH_ROLLOUT_PARAMETERS; k++)
        if (estimate->free >> k & 1)
            routh_rollout_set((routh_rollout_parameter)k, estimate->value[k], world, run ? run : &unused);
}

/* Steps are what changes a toss by about as much for each: a few hundredths of the body, of a coefficient or of the
 * inertia. */
routh_rollout_range routh_rollout_range_of(routh_rollout_parameter parameter, const routh_world3 *world,
                                           const routh_run3_options *run) {
    const double radius = world->shape->radius, moment = mean_moment(world);
    const double here = routh_rollout_get(parameter, world, run);
    switch (parameter) {
    case ROUTH_ROLLOUT_MU:
    case ROUTH_ROLLOUT_MU_SLIDE:
        return (routh_rollout_range){0, 2, 0.02};
    case ROUTH_ROLLOUT_MU_SLOPE:
        return (routh_rollout_range){-0.2, 0.2, 0.01};
    case ROUTH_ROLLOUT_EPS:
        return (routh_rollout_range){0, 1, 0.03};
    case ROUTH_ROLLOUT_EPS_SLOPE:
        return (routh_rollout_range){-0.5, 0.5, 0.03};
    case ROUTH_ROLLOUT_ETA2:
        return (routh_rollout_range){1e-3, 100, 0.3};
    case ROUTH_ROLLOUT_ROUNDING:
        return (routh_rollout_range){0, 0.95 * world->shape->thickness, 0.008 * radius};
    case ROUTH_ROLLOUT_CENTRE_X:
    case ROUTH_ROLLOUT_CENTRE_Y:
    case ROUTH_ROLLOUT_CENTRE_Z:
        return (routh_rollout_range){here - 0.2 * radius, here + 0.2 * radius, 0.006 * radius};
    case ROUTH_ROLLOUT_INERTIA:
        return (routh_rollout_range){0.4 * moment, 2.5 * moment, 0.03 * moment};
    case ROUTH_ROLLOUT_DRAG:
        return (routh_rollout_range){0, 10, 0.03};
    default:
        return (routh_rollout_range){0, 0.1 * radius, 0.005 * radius};
    }
}
