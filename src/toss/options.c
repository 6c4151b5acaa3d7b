/* What a recording of tosses needs to be told, and what is legal.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/toss.h>

#include "base/context.h"

routh_toss_options routh_toss_options_default(void) {
    return (routh_toss_options){.width = 0.1048,
                                .mass = 0.37,
                                .rate = 148,
                                .gravity = 9.81,
                                .calibrate = 1,
                                .flight_min = 5,
                                .flight_max = 10,
                                .deviation_max = 0.0005,
                                .meeting_max = 0.001,
                                .ground_max = 0.008,
                                .corner_gap = 0.005,
                                .draws = 100,
                                .seed = 1};
}

routh_status routh_toss_options_check(routh_context *context, const routh_toss_options *options) {
    const struct {
        const char *what, *unit;
        double value;
        int may_be_zero;
        routh_status status;
    } numbers[] = {{"width", "m", options->width, 0, ROUTH_BAD_ARGUMENT},
                   {"mass", "kg", options->mass, 0, ROUTH_BAD_MASS},
                   {"rate", "Hz", options->rate, 0, ROUTH_BAD_ARGUMENT},
                   {"gravity", "m/s²", options->gravity, 0, ROUTH_BAD_ARGUMENT},
                   {"unit of length", "m", options->unit, 1, ROUTH_BAD_ARGUMENT},
                   {"inertia", "kg m²", options->inertia, 1, ROUTH_BAD_INERTIA},
                   {"largest deviation", "m", options->deviation_max, 1, ROUTH_BAD_ARGUMENT},
                   {"largest distance at the meeting", "m", options->meeting_max, 1, ROUTH_BAD_ARGUMENT},
                   {"largest distance from the board", "m", options->ground_max, 1, ROUTH_BAD_ARGUMENT},
                   {"gap to the next corner", "m", options->corner_gap, 1, ROUTH_BAD_ARGUMENT}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const double value = numbers[i].value;
        if (!isfinite(value) || value < 0 || (value == 0 && !numbers[i].may_be_zero))
            return routh_fail(context, numbers[i].status, "tosses: the %s is %g %s; it must be %s", numbers[i].what,
                              value, numbers[i].unit, numbers[i].may_be_zero ? "0 or more" : "more than 0");
    }
    if (options->flight_min < 3 || options->flight_max < options->flight_min)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "tosses: frames of flight from %zu to %zu; at least 3, and the second not less",
                          options->flight_min, options->flight_max);
    if (options->draws < 2)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "tosses: %zu bootstrap draws; at least 2", options->draws);
    return ROUTH_OK;
}
