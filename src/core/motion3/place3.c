/* A place for a body above all that is fixed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "motion3/motion3.h"

/* The distance to a plane changes with the height as the plane is inclined, that to a part as its surface is: raising by
 * what is missing leads there step by step, unless it leads away. */
routh_status routh_world3_place(routh_context *context, const routh_world3 *world, double clearance,
                                routh_state3 *state) {
    if (!world || !state)
        return routh_fail_null(context, "world state", (const void *const[]){world, state});
    enum { MOST_STEPS = 100 };
    static const double near_enough = 1e-12;
    const routh_status status = routh_world3_check(context, world);
    double off = INFINITY;
    for (int i = 0; i < MOST_STEPS && status == ROUTH_OK; i++) {
        const double missing = clearance - routh_world3_distance(world, state);
        if (!(fabs(missing) > near_enough))
            break;
        if (!(fabs(missing) < off))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "position",
                                    "no place was found for the body %g m above all that is fixed", clearance);
        off = fabs(missing);
        state->position[2] += missing;
    }
    return status;
}
