/* Paths of insertions as JSON; docs/insertion.md has the layout.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "drawing/assembly_read.h"
#include "file/json_build.h"
#include "file/json_fields.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "simulate/insertion_path.h"

json_t *routh_insertion_path_json(const routh_insertion_path *path) {
    return ROUTH_JSON_OF(routh_insertion_path, path);
}

routh_status routh_insertion_path_write(routh_context *context, const routh_insertion_path *path, routh_io to) {
    const routh_status status = routh_insertion_path_check(context, path);
    if (status != ROUTH_OK)
        return status;
    json_t *root = json_object();
    routh_json_put(&root, "path", routh_insertion_path_json(path));
    return routh_json_write(context, root, JSON_INDENT(1) | JSON_REAL_PRECISION(17), to);
}

static void read_stage(routh_fields *fields, routh_insertion_stage *stage) {
    static const char *const names[] = {"time", "wrench", "wave", "period"};
    routh_read_object(fields, names, sizeof names / sizeof *names);
    ROUTH_READ(fields, ROUTH_MUST_BE, routh_insertion_stage, stage, time, wrench);
    ROUTH_READ(fields, ROUTH_MAY_MISS, routh_insertion_stage, stage, wave, period);
}

static routh_status read_path(routh_fields *fields, routh_insertion_path *path) {
    static const char *const names[] = {"name", "start", "stages", "settle"};
    routh_read_object(fields, names, sizeof names / sizeof *names);
    routh_read_label(fields, path->name);
    if (fields->status == ROUTH_OK && strchr(path->name, '/'))
        routh_refuse(fields, "name", "has a /; recordings of the path are files of this name");
    ROUTH_READ(fields, ROUTH_MUST_BE, routh_insertion_path, path, start);
    ROUTH_READ(fields, ROUTH_MAY_MISS, routh_insertion_path, path, settle);
    const json_t *stages = routh_read_list(fields, "stages", ROUTH_MAY_MISS);
    const size_t count = stages ? json_array_size(stages) : 0;
    if (fields->status == ROUTH_OK && count > ROUTH_MOST_STAGES)
        routh_refuse(fields, "stages", "%zu stages are more than %d", count, ROUTH_MOST_STAGES);
    for (size_t i = 0; fields->status == ROUTH_OK && i < count; i++) {
        routh_fields stage = *fields;
        stage.object = json_array_get(stages, i);
        stage.list = "path.stages";
        stage.index = i;
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
