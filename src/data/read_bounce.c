/* What the elements of a bounce_array mean; read_matlab.c and read_matlab_73.c know how they are stored.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "data/read_bounce.h"

#include "base/context.h"

routh_body routh_published_ellipse(void) {
    const double a = 0.035, b = 0.025, mass = 0.0364;
    return (routh_body){.shape = routh_shape_ellipse(a, b), .mass = mass, .inertia = mass * (a * a + b * b) / 5};
}

static routh_recorded published_ellipse(void) {
    routh_recorded recorded = routh_recorded_nothing();
    recorded.body = routh_published_ellipse();
    recorded.body_is_assumed = true;
    recorded.rate = 250;
    recorded.frames_apart = 1;
    return recorded;
}

routh_status routh_read_bounce_array(routh_reading *reading, int hierarchical) {
    routh_status status = hierarchical ? routh_read_bounces_73(reading) : routh_read_bounces_5(reading);
    const routh_recorded recorded = published_ellipse();
    return status == ROUTH_OK ? routh_reading_settle(reading, &recorded) : status;
}
