/* What the hand does in a generated insertion: the default path, bounds, what a path wants, and paths as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "drawing/drawing.h"
#include "file/json_build.h"
#include "file/json_struct.h"
#include "simulate/simulate.h"

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
    ROUTH_TRY(check_six(context, what, "wrench", stage->wrench, most));
    ROUTH_TRY(check_six(context, what, "wave", stage->wave, most));
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

/* Paths of insertions as JSON; docs/insertion.md has the layout. */

json_t *routh_insertion_path_json(const routh_insertion_path *path) {
    return ROUTH_JSON_OF(routh_insertion_path, path);
}

routh_status routh_insertion_path_write(routh_context *context, const routh_insertion_path *path, routh_io to) {
    ROUTH_TRY(routh_insertion_path_check(context, path));
    json_t *root = json_object();
    routh_json_put(&root, "path", routh_insertion_path_json(path));
    return routh_json_write(context, root, JSON_INDENT(1) | JSON_REAL_PRECISION(17), to);
}

static void read_stage(routh_fields *fields, routh_insertion_stage *stage) {
    ROUTH_READ_ONLY(fields, NULL, routh_insertion_stage, time, wrench, wave, period);
    ROUTH_READ(fields, ROUTH_MUST_BE, routh_insertion_stage, stage, time, wrench);
    ROUTH_READ(fields, ROUTH_MAY_MISS, routh_insertion_stage, stage, wave, period);
}

static routh_status read_path(routh_fields *fields, routh_insertion_path *path) {
    const char *const key = ROUTH_KEY(routh_insertion_path, stage);
    ROUTH_READ_ONLY(fields, NULL, routh_insertion_path, name, start, stage, settle);
    ROUTH_READ(fields, ROUTH_MUST_BE, routh_insertion_path, path, name);
    if (fields->status == ROUTH_OK && strchr(path->name, '/'))
        routh_refuse(fields, ROUTH_KEY(routh_insertion_path, name),
                     "has a /; recordings of the path are files of this name");
    ROUTH_READ(fields, ROUTH_MUST_BE, routh_insertion_path, path, start);
    ROUTH_READ(fields, ROUTH_MAY_MISS, routh_insertion_path, path, settle);
    const json_t *stages = routh_read_list(fields, key, ROUTH_MAY_MISS);
    const size_t count = stages ? json_array_size(stages) : 0;
    if (fields->status == ROUTH_OK && count > ROUTH_MOST_STAGES)
        routh_refuse(fields, key, "%zu stages are more than %d", count, ROUTH_MOST_STAGES);
    for (size_t i = 0; fields->status == ROUTH_OK && i < count; i++) {
        routh_fields stage = routh_fields_at(fields, stages, "path.stages", i);
        read_stage(&stage, &path->stage[path->count++]);
        fields->status = stage.status;
    }
    return fields->status;
}

/* A path alone, {"path": {…}}, or a plan, which has more. */
static routh_status read_root(routh_source *source, json_t *root, void *user) {
    routh_context *context = source->context;
    routh_insertion_path *result = user;
    routh_fields file = {.context = context, .source = source->shown, .object = root};
    if (!json_is_object(root))
        routh_refuse(&file, NULL, "is %s, not an object", routh_json_kind(root));
    json_t *path = routh_read_field(&file, "path", ROUTH_MUST_BE);
    if (file.status != ROUTH_OK)
        return file.status;
    file.object = path;
    if (read_path(&file, result) != ROUTH_OK)
        return file.status;
    const routh_status status = routh_insertion_path_check(context, result);
    if (status != ROUTH_OK) { /* the same message, with the file's name */
        char fault[ROUTH_MESSAGE_SIZE] = "";
        snprintf(fault, sizeof fault, "%s", context ? context->message : "");
        routh_refuse(&file, NULL, "%s", fault);
    }
    return status;
}

routh_status routh_insertion_path_read(routh_context *context, routh_io from, routh_insertion_path *path) {
    *path = (routh_insertion_path){.settle = routh_insertion_path_default().settle};
    return routh_json_read_file(context, from, read_root, path);
}
