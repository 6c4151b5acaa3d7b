/* What the hand does in a generated insertion: the default path, bounds, and what a path wants.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "simulate/insertion_path.h"

#include <math.h>
#include <stdio.h>

#include "base/constants.h"
#include "base/context.h"

routh_insertion_path routh_insertion_path_default(void) {
    return (routh_insertion_path){.name = "turned",
                                  .start = {0, 0, 0, 0.0349065850398866, 0, 0}, /* 2° */
                                  .settle = 2};
}

/* Stages -------------------------------------------------------------------------------------------------*/

double routh_insertion_path_time(const routh_insertion_path *path) {
    double sum = 0;
    for (size_t i = 0; i < path->count; i++)
        sum += path->stage[i].time;
    return sum;
}

bool routh_insertion_path_wants(const routh_insertion_path *path, double time, double wrench[6]) {
    for (size_t i = 0; i < path->count; time -= path->stage[i++].time) {
        const routh_insertion_stage *stage = &path->stage[i];
        if (!(time < stage->time))
            continue;
        for (int k = 0; k < 6; k++)
            wrench[k] = stage->wrench[k] +
                        (stage->wave[k] != 0 ? stage->wave[k] * sin(2 * ROUTH_PI * time / stage->period) : 0.0);
        return true;
    }
    return false;
}

/* Bounds -------------------------------------------------------------------------------------------------*/

static routh_status check_six(routh_context *context, const char *what, const char *field, const double value[6],
                              const double most[2]) {
    static const char *const axis[6] = {"along X", "along Y", "along Z", "about X", "about Y", "about Z"};
    for (int k = 0; k < 6; k++)
        if (!(fabs(value[k]) <= most[k / 3]))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "path", "%s: %s %s is %g; at most ±%g is allowed",
                                    what, field, axis[k], value[k], most[k / 3]);
    return ROUTH_OK;
}

static routh_status check_stage(routh_context *context, const routh_insertion_stage *stage, size_t index) {
    static const double most[2] = {1e9, 1e9};
    char what[32];
    snprintf(what, sizeof what, "stages[%zu]", index);
    routh_status status = check_six(context, what, "wrench", stage->wrench, most);
    if (status == ROUTH_OK)
        status = check_six(context, what, "wave", stage->wave, most);
    if (status != ROUTH_OK)
        return status;
    bool varies = false;
    for (int k = 0; k < 6; k++)
        varies = varies || stage->wave[k] != 0;
    if (!(stage->time >= 1e-3 && stage->time <= 1000))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "path", "%s: time is %g s; 0.001 to 1000 s are allowed",
                                what, stage->time);
    if (varies && !(stage->period > 0 && stage->period <= 1e9))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "path",
                                "%s: the wrench varies with a period of %g s, which must be positive", what,
                                stage->period);
    if (!(stage->wrench[0] - fabs(stage->wave[0]) >= 0))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "path",
                                "%s: a force of %g N that varies by %g N along X would pull", what, stage->wrench[0],
                                fabs(stage->wave[0]));
    return ROUTH_OK;
}

routh_status routh_insertion_path_check(routh_context *context, const routh_insertion_path *path) {
    static const double most[2] = {1, 1}; /* m, rad */
    if (path->count > ROUTH_MOST_STAGES)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "path", "%zu stages are more than %d", path->count,
                                ROUTH_MOST_STAGES);
    routh_status status = check_six(context, "the path", "start", path->start, most);
    if (status == ROUTH_OK && !(path->settle >= 0 && path->settle <= 1000))
        status = routh_fail_field(context, ROUTH_BAD_ARGUMENT, "path",
                                  "the path settles for %g s; 0 to 1000 s are allowed", path->settle);
    for (size_t i = 0; status == ROUTH_OK && i < path->count; i++)
        status = check_stage(context, &path->stage[i], i);
    return status;
}
