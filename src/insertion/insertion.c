/* The public calls about insertions: each makes a regressor of its own.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/regressor.h"

routh_status routh_insertion_fit(routh_context *context, const routh_assembly *assembly,
                                 const routh_insertion *insertion, const routh_insertion_options *options,
                                 routh_insertion_estimate *fit) {
    *fit = (routh_insertion_estimate){0};
    routh_regressor *regressor = NULL;
    routh_status status = routh_regressor_create(context, assembly, insertion, options, &regressor);
    if (status == ROUTH_OK)
        status = routh_regressor_fit(context, regressor, options, fit);
    routh_regressor_release(context, regressor);
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
    routh_status status = routh_regressor_create(context, assembly, insertion, options, &regressor);
    if (status == ROUTH_OK)
        status = routh_regressor_lcurve(context, regressor, options, lcurve);
    routh_regressor_release(context, regressor);
    return status;
}
