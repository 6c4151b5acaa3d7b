/* The settings of the generated insertion: tests, defaults and their bounds.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "simulate/insertion_generate.h"

#include <math.h>

#include "algebra/matrix3.h"
#include "base/context.h"
#include "base/limits.h"

routh_status routh_check_setting(routh_context *context, const routh_insertion_generator *s) {
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
                 {"time to settle", "s", s->settle, 1, "settle"},
                 {"rate", "Hz", s->rate, 0, "rate"}};
    if ((unsigned)s->test >= ROUTH_INSERTION_TEST_COUNT)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no insertion test number %d", (int)s->test);
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
                                  {"settle", "s", s->settle, 0, 1000},
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
