/* Options of the segmentation of tosses, and which values are valid.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "segment/segment3.h"

#include <math.h>

#include "algebra/space.h"
#include "base/context.h"
#include "data/dataset3.h"

routh_segment3_options routh_segment3_options_default(void) {
    return (routh_segment3_options){.calibrate = 1,
                                    .flight_min = 5,
                                    .flight_max = 10,
                                    .deviation_max = 0.0005,
                                    .meeting_max = 0.001,
                                    .ground_max = 0.008,
                                    .corner_gap = 0.005,
                                    .rounding = NAN};
}

routh_status routh_segment3_options_check(routh_context *context, const routh_segment3_options *options) {
    const routh_stated_number numbers[] = {
        {"inertia", "kg m²", options->inertia, 1, ROUTH_BAD_INERTIA, "inertia", ROUTH_RANGE_INERTIA},
        {"largest deviation", "m", options->deviation_max, 1, ROUTH_BAD_ARGUMENT, "deviation_max", 1e-12, 1e9},
        {"largest distance at the meeting", "m", options->meeting_max, 1, ROUTH_BAD_ARGUMENT, "meeting_max", 1e-12,
         1e9},
        {"largest distance from the board", "m", options->ground_max, 1, ROUTH_BAD_ARGUMENT, "ground_max", 1e-12, 1e9},
        {"gap to the next corner", "m", options->corner_gap, 1, ROUTH_BAD_ARGUMENT, "corner_gap", 1e-12, 1e9}};
    const routh_stated_number rounding = {"rounding", "m", options->rounding, 1, ROUTH_BAD_ARGUMENT, "rounding",
                                          1e-12,      1e6};
    routh_status status = routh_stated_numbers_check(context, numbers, sizeof numbers / sizeof numbers[0]);
    if (status == ROUTH_OK && !isnan(options->rounding))
        status = routh_stated_numbers_check(context, &rounding, 1);
    if (status != ROUTH_OK)
        return status;
    const routh_calibration3 *given = options->calibration;
    if (given && !options->calibrate)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "calibration",
                                "tosses: a calibration is given, and is not to be used");
    if (given && !(given->scale > 0 && given->inertia > 0 && given->rounding >= 0 && isfinite(given->scale) &&
                   isfinite(given->inertia) && isfinite(given->rounding) && isfinite(given->ground) &&
                   isfinite(given->drag) && isfinite(routh_length3(given->centre))))
        return routh_fail_field(
            context, ROUTH_BAD_ARGUMENT, "calibration",
            "tosses: the given calibration has a scale of %g, an inertia of %g kg m² and a rounding "
            "of %g m; all must be finite, the first two more than 0, the third not negative",
            given->scale, given->inertia, given->rounding);
    if (options->flight_min < 3 || options->flight_max < options->flight_min)
        return routh_fail_field(
            context, ROUTH_BAD_ARGUMENT, "flight_min flight_max",
            "tosses: frames of flight from %zu to %zu; the first must be at least 3, the second not less "
            "than the first",
            options->flight_min, options->flight_max);
    return ROUTH_OK;
}
