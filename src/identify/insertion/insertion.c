/* The public calls about insertions: each makes a regressor of its own.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "insertion/reference_pose.h"
#include "insertion/regressor.h"

/* The motions of the reference leave the list of displacements, for which the caller's assembly has no names. */
static void set_apart(size_t count, routh_insertion_estimate *fit) {
    const size_t from = fit->count + 2, to = count + 2;
    for (size_t i = count; i < fit->count; i++) {
        fit->motion[i - count] = fit->x[i];
        fit->motion_error[i - count] = fit->error[i];
    }
    for (size_t i = 0; i < to; i++)
        memmove(&fit->covariance[i * to], &fit->covariance[i * from], to * sizeof *fit->covariance);
    fit->motions = fit->count - count;
    fit->count = count;
}

routh_status routh_insertion_fit(routh_context *context, const routh_assembly *assembly,
                                 const routh_insertion *insertion, const routh_insertion_options *options,
                                 routh_insertion_estimate *fit) {
    *fit = (routh_insertion_estimate){0};
    routh_regressor *regressor = NULL;
    routh_assembly extended;
    routh_status status = routh_reference_create(context, assembly, &extended);
    if (status != ROUTH_OK)
        return status;
    status = routh_regressor_create(context, &extended, insertion, options, &regressor);
    if (status == ROUTH_OK)
        status = routh_regressor_fit(context, regressor, options, fit);
    if (status == ROUTH_OK)
        set_apart(assembly->count, fit);
    routh_regressor_release(context, regressor);
    routh_reference_release(context, &extended);
    return status;
}

routh_status routh_insertion_observe(routh_context *context, const routh_assembly *assembly,
                                     const routh_insertion *insertion, const double *x,
                                     const routh_insertion_options *options, routh_observability *observability) {
    *observability = (routh_observability){0};
    routh_regressor *regressor = NULL;
    routh_status status = routh_regressor_create(context, assembly, insertion, options, &regressor);
    if (status == ROUTH_OK)
        status = routh_regressor_observe(context, regressor, x, observability);
    routh_regressor_release(context, regressor);
    if (status != ROUTH_OK)
        return status;
    status = routh_insertion_check_of(context, assembly, insertion, x, options, &observability->check);
    if (status != ROUTH_OK)
        routh_observability_release(context, observability);
    return status;
}

routh_status routh_lcurve_of(routh_context *context, const routh_assembly *assembly, const routh_insertion *insertion,
                             const routh_insertion_options *options, routh_lcurve *lcurve) {
    *lcurve = (routh_lcurve){0};
    routh_regressor *regressor = NULL;
    routh_assembly extended;
    routh_status status = routh_reference_create(context, assembly, &extended);
    if (status != ROUTH_OK)
        return status;
    status = routh_regressor_create(context, &extended, insertion, options, &regressor);
    if (status == ROUTH_OK)
        status = routh_regressor_lcurve(context, regressor, options, lcurve);
    if (status == ROUTH_OK)
        lcurve->unknowns = assembly->count;
    routh_regressor_release(context, regressor);
    routh_reference_release(context, &extended);
    return status;
}
