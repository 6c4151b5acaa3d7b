/* The settings of the generated insertion: defaults and bounds.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "simulate/insertion_generate.h"

#include <math.h>

#include "algebra/matrix3.h"
#include "base/context.h"
#include "base/limits.h"

/* The hand is far softer than the contacts, so that forces change little while contacts come and go. About Y and Z it
 * is firm enough that guides stay near their grooves' directions, and soft enough that the tilt under the load of an object that
 * begins beside its place lifts one pair of guides off; it does not yield there, and so comes back upright in the end. Across X
 * and about X it yields so fast that the object slides at 1 to 2.5 mm/s under 50 N; along X fast enough that this speed
 * costs no more than a few newtons. */
routh_insertion_generator routh_insertion_generator_default(void) {
    return (routh_insertion_generator){.stiffness = 1.8e5,
                                       .friction = 0.2,
                                       .creep = 5e-5,
                                       .displacement = 1e-4,
                                       .turn = 1e-4,
                                       .speed = 2e-3,
                                       .force = 50,
                                       .settle = NAN,
                                       .longest = 200,
                                       .held = {2e4, 5e4, 5e4, 5000, 600, 600},
                                       .give = {1e-3, 8e-5, 8e-5, 5e-4, 0, 0},
                                       .sensors = 1,
                                       .resolution = {2e-6, 2e-4, 1.5},
                                       .rate = 1000,
                                       .seed = 1};
}

routh_status routh_check_setting(routh_context *context, const routh_insertion_generator *s) {
    const double settle = isnan(s->settle) ? 0 : s->settle;
    const struct {
        const char *name, *unit;
        double value;
        int zero; /* allowed? */
        const char *field;
    } field[] = {{"stiffness", "N/m", s->stiffness, 0, "stiffness"},
                 {"friction", "", s->friction, 1, "friction"},
                 {"creep speed", "m/s", s->creep, 0, "creep"},
                 {"deviation of shifts", "m", s->displacement, 1, "displacement"},
                 {"deviation of turns", "rad", s->turn, 1, "turn"},
                 {"speed", "m/s", s->speed, 0, "speed"},
                 {"force", "N", s->force, 0, "force"},
                 {"share of the force that varies", "", s->force_wave, 1, "force_wave"},
                 {"time to settle", "s", settle, 1, "settle"},
                 {"rate", "Hz", s->rate, 0, "rate"}};
    for (size_t i = 0; i < sizeof field / sizeof field[0]; i++)
        if (!isfinite(field[i].value) || field[i].value < 0 || (field[i].value == 0 && !field[i].zero))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, field[i].field,
                                    "%s of the insertion is %g%s%s, and must be %s", field[i].name, field[i].value,
                                    *field[i].unit ? " " : "", field[i].unit, field[i].zero ? "0 or more" : "positive");
    const routh_limit limits[] = {{"stiffness", "N/m", s->stiffness, 1, 1e12},
                                  {"friction", "", s->friction, 0, 100},
                                  {"creep", "m/s", s->creep, 1e-12, 1},
                                  {"displacement", "m", s->displacement, 0, 0.1},
                                  {"turn", "rad", s->turn, 0, 1},
                                  {"speed", "m/s", s->speed, 1e-9, 10},
                                  {"force", "N", s->force, 1e-6, 1e9},
                                  {"settle", "s", settle, 0, 1000},
                                  {"longest", "s", s->longest, 1, 1000},
                                  {"position_resolution", "m", s->resolution[0], 0, 1e9},
                                  {"velocity_resolution", "m/s", s->resolution[1], 0, 1e9},
                                  {"force_resolution", "N", s->resolution[2], 0, 1e9},
                                  {"rate", "Hz", s->rate, 1e-6, 1e5}};
    const routh_status status = routh_check_limits(context, "insertion", limits, sizeof limits / sizeof limits[0]);
    if (status != ROUTH_OK)
        return status;
    if (!(s->force_wave < 1))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "force_wave",
                                "a force that varies by a share of %g would pull; the share must be below 1",
                                s->force_wave);
    if (!routh_all_finite(s->held, 6) || !routh_all_finite(s->give, 6))
        return routh_fail(context, ROUTH_NOT_FINITE, "a stiffness or yield of the hand is missing");
    for (int k = 0; k < 6; k++) {
        if (!(s->held[k] > 0) || s->give[k] < 0)
            return routh_fail(
                context, ROUTH_BAD_ARGUMENT,
                "the hand's axis %d has stiffness %g, which must be positive, and yield %g, which must be 0 or more",
                k + 1, s->held[k], s->give[k]);
        if (!(s->give[k] * s->held[k] < s->rate))
            return routh_fail_field(
                context, ROUTH_BAD_ARGUMENT, "rate",
                "the hand's axis %d would yield within less than a sample: %g times a second at %g Hz", k + 1,
                s->give[k] * s->held[k], s->rate);
    }
    if (!(s->give[0] > 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a hand that does not yield along X cannot control its force");
    return s->path ? routh_insertion_path_check(context, s->path) : ROUTH_OK;
}
