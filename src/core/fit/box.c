/* A law's parameters as points of the unit cube.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "fit/box.h"

#include "base/context.h"

routh_status routh_box_of(routh_context *context, const routh_law *law, double mu_max, routh_box *box) {
    if (!(mu_max > 0) || !isfinite(mu_max))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "mu_max",
                                "the cap on friction must be a positive number, not %g", mu_max);
    if (law->parameter_count > 0 && routh_law_parameter(law, "eps") < 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s has no restitution eps to fit", law->name);
    *box = (routh_box){.dimension = law->parameter_count, .friction = routh_law_parameter(law, "mu")};
    for (int i = 0; i < law->parameter_count; i++) {
        const routh_parameter *p = &law->parameter[i];
        const int own = p->fit_high > p->fit_low && p->fit_low > 0;
        box->low[i] = own ? p->fit_low : p->low;
        box->high[i] = own ? p->fit_high : (i == box->friction ? fmin(mu_max, p->high) : p->high);
        box->decades[i] = own ? log(p->fit_high / p->fit_low) : 0;
    }
    return ROUTH_OK;
}

int routh_box_at_edge(const routh_box *box, const double *u) {
    for (int i = 0; i < box->dimension; i++)
        if (u[i] < ROUTH_BOX_EDGE || u[i] > 1 - ROUTH_BOX_EDGE)
            return 1;
    return 0;
}
