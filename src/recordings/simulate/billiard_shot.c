/* A shot: its defaults and its checks.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/simulate.h>

#include "base/context.h"
#include "base/limits.h"
#include "simulate/billiard.h"

static const double quarter_turn = 1.57079632679489661923;

routh_shot routh_shot_default(void) {
    return (routh_shot){.speed = 2};
}

routh_shot routh_shot_masse(void) {
    return (routh_shot){.elevation = 65 * quarter_turn / 90, .speed = 6, .side = 0.2, .up = 0.05};
}

routh_status routh_shot_check(routh_context *context, const routh_shot *shot) {
    if (!shot)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "shot: it is missing");
    const struct {
        const char *name, *unit;
        double value;
    } field[] = {{"elevation", " rad", shot->elevation},
                 {"azimuth", " rad", shot->azimuth},
                 {"speed", " m/s", shot->speed},
                 {"side", " radii", shot->side},
                 {"up", " radii", shot->up},
                 {"ball_position[0]", " m", shot->ball_position[0]},
                 {"ball_position[1]", " m", shot->ball_position[1]},
                 {"ball_velocity[0]", " m/s", shot->ball_velocity[0]},
                 {"ball_velocity[1]", " m/s", shot->ball_velocity[1]},
                 {"ball_velocity[2]", " m/s", shot->ball_velocity[2]},
                 {"ball_spin[0]", " rad/s", shot->ball_spin[0]},
                 {"ball_spin[1]", " rad/s", shot->ball_spin[1]},
                 {"ball_spin[2]", " rad/s", shot->ball_spin[2]}};
    enum { STATE = 5 }; /* where the ball's state begins */
    static const double most = 1e6;
    for (size_t i = 0; i < sizeof field / sizeof field[0]; i++) {
        if (!isfinite(field[i].value))
            return routh_fail(context, ROUTH_NOT_FINITE, "shot: %s = %g%s is not finite", field[i].name, field[i].value,
                              field[i].unit);
        if (i >= STATE && fabs(field[i].value) > most)
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "shot: %s = %g%s is outside %g … %g", field[i].name,
                              field[i].value, field[i].unit, -most, most);
    }
    if (shot->elevation < 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "shot: elevation = %g rad is negative: the cue would come up through the table",
                          shot->elevation);
    if (shot->elevation > quarter_turn)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "shot: elevation = %g rad is more than upright (π/2); turn the azimuth instead",
                          shot->elevation);
    if (shot->speed <= 0)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "speed", "shot: speed = %g m/s is not positive",
                                shot->speed);
    const routh_limit limits[] = {{"speed", "m/s", shot->speed, 1e-6, 1e6},
                                  {"azimuth", "rad", shot->azimuth, ROUTH_RANGE_ANGLE}};
    const routh_status status = routh_check_limits(context, "shot", limits, sizeof limits / sizeof limits[0]);
    if (status != ROUTH_OK)
        return status;
    double offset = hypot(shot->side, shot->up);
    if (offset >= 1)
        return routh_fail_field(
            context, ROUTH_BAD_ARGUMENT, "side up",
            "shot: side = %g, up = %g radii misses the ball: the offset %g is not less than 1 radius", shot->side,
            shot->up, offset);
    return ROUTH_OK;
}
