/* The JSON file beside a table of samples: what does not change, and how the table is meant.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/context.h"
#include "data/insertion_recording.h"
#include "file/json_fields.h"
#include "geometry/geometry.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

routh_status routh_insertion_beside(routh_context *context, const char *path, char beside[ROUTH_BESIDE_SIZE]) {
    if (!path || strcmp(path, "-") == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "a CSV recording has a JSON file beside it and so needs a path; use HDF5 here");
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    const int stem = (int)(dot && (!slash || dot > slash + 1) && dot > path ? (size_t)(dot - path) : strlen(path));
    if (snprintf(beside, ROUTH_BESIDE_SIZE, "%.*s.json", stem, path) >= ROUTH_BESIDE_SIZE)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the path of the recording is too long");
    return ROUTH_OK;
}

/* The convention -------------------------------------------------------------------------------------------*/

/* What is wrong with a field of the convention is said at its place in the file. */
static void set(routh_fields *fields, const char *key, const char *text, routh_insertion_convention *convention) {
    routh_context words = routh_context_default();
    if (fields->status == ROUTH_OK && routh_insertion_convention_set(&words, key, text, convention) != ROUTH_OK)
        routh_refuse(fields, key, "%s", words.message);
}

static void read_word(routh_fields *fields, const char *key, routh_insertion_convention *convention) {
    const char *text = routh_read_text(fields, key, ROUTH_MAY_MISS);
    if (text)
        set(fields, key, text, convention);
}

/* Names may have commas here. */
static void read_columns(routh_fields *fields, routh_insertion_convention *convention) {
    json_t *map = routh_read_field(fields, "columns", ROUTH_MAY_MISS), *name;
    const char *key;
    if (map && !json_is_object(map))
        routh_refuse(fields, "columns", "%s, not an object such as {\"px\": \"x\"}", routh_json_kind(map));
    if (!map || fields->status != ROUTH_OK)
        return;
    json_object_foreach(map, key, name) {
        routh_context words = routh_context_default();
        if (!json_is_string(name)) {
            routh_refuse(fields, "columns", "%.20s is %s, not a name", key, routh_json_kind(name));
            return;
        }
        if (routh_insertion_set_column(&words, key, strlen(key), json_string_value(name), json_string_length(name),
                                       convention) != ROUTH_OK) {
            routh_refuse(fields, "columns", "%s", words.message);
            return;
        }
    }
}

static void read_sensor(routh_fields *fields, routh_insertion_convention *convention) {
    double number[7] = {0};
    if (!routh_read_list(fields, "sensor", ROUTH_MAY_MISS))
        return;
    char fault[ROUTH_FAULT_SIZE];
    routh_pose3 pose;
    routh_read_numbers(fields, "sensor", ROUTH_MUST_BE, number, 7);
    const char *wrong = fields->status == ROUTH_OK ? routh_pose_from_numbers(number, &pose, fault) : NULL;
    if (wrong)
        routh_refuse(fields, "sensor", "%s", wrong);
    memcpy(convention->sensor, number, sizeof number);
}

static void read_convention(routh_fields *fields, routh_insertion_convention *convention) {
    double on = 0, window = 0;
    char text[32];
    read_columns(fields, convention);
    read_word(fields, "quaternion", convention);
    read_word(fields, "units", convention);
    read_word(fields, "wrench_frame", convention);
    read_sensor(fields, convention);
    if (routh_read_field(fields, "wrench_on", ROUTH_MAY_MISS)) {
        routh_read_number(fields, "wrench_on", ROUTH_MUST_BE, &on);
        snprintf(text, sizeof text, "%g", on);
        set(fields, "wrench_on", text, convention);
    }
    if (routh_read_field(fields, "velocity_window", ROUTH_MAY_MISS)) {
        routh_read_number(fields, "velocity_window", ROUTH_MUST_BE, &window);
        snprintf(text, sizeof text, "%.17g", window);
        set(fields, "velocity_window", text, convention);
    }
}

/* What does not change -------------------------------------------------------------------------------------*/

static void read_pose(routh_fields *fields, const routh_insertion_convention *convention, const char *key,
                      routh_pose3 *pose) {
    char text[ROUTH_FAULT_SIZE];
    double number[7] = {0};
    routh_read_numbers(fields, key, ROUTH_MUST_BE, number, 7);
    const char *fault = fields->status == ROUTH_OK ? routh_pose_from_file(convention, number, pose, text) : NULL;
    if (fault)
        routh_refuse(fields, key, "%s", fault);
}

/* Only wrenches of the plate need one. */
static void read_plate(routh_fields *fields, const routh_insertion_convention *convention, routh_pose3 *plate) {
    const bool needed = convention->wrench_frame != ROUTH_WRENCH_HAND && convention->wrench_frame != ROUTH_WRENCH_WORLD;
    if (needed || routh_read_field(fields, "plate", ROUTH_MAY_MISS))
        read_pose(fields, convention, "plate", plate);
    else
        *plate = routh_pose3_default();
}

static routh_status read_truth(routh_context *context, const char *shown, json_t *object,
                               routh_insertion_truth *truth) {
    static const char *const names[] = {"stiffness", "friction", "displacement"};
    routh_fields fields = {.context = context, .source = shown, .object = object};
    routh_read_object(&fields, names, COUNT(names));
    routh_read_number(&fields, "stiffness", ROUTH_MUST_BE, &truth->stiffness);
    routh_read_number(&fields, "friction", ROUTH_MUST_BE, &truth->friction);
    const json_t *list = routh_read_list(&fields, "displacement", ROUTH_MUST_BE);
    if (fields.status != ROUTH_OK)
        return fields.status;
    truth->displacement = routh_allocate(context, json_array_size(list), sizeof *truth->displacement);
    if (!truth->displacement)
        return ROUTH_OUT_OF_MEMORY;
    truth->count = json_array_size(list);
    routh_numbers_of(&fields, "displacement", "", list, truth->displacement, truth->count);
    return fields.status;
}

static routh_status read_constants(routh_source *source, json_t *root, void *user) {
    routh_insertion_reader *reader = user;
    routh_insertion *insertion = reader->insertion;
    routh_insertion_convention *convention = &insertion->convention;
    static const char *const names[] = {"name",      "rate",         "offset",  "receptacle",      "plate",
                                        "reference", "truth",        "columns", "quaternion",      "units",
                                        "wrench_on", "wrench_frame", "sensor",  "velocity_window", "twist_window"};
    routh_fields fields = {.context = source->context, .source = source->shown, .object = root};
    routh_read_object(&fields, names, COUNT(names));
    read_convention(&fields, convention);
    routh_convention_override(reader->given, convention);
    const char *name = routh_read_text(&fields, "name", ROUTH_MAY_MISS);
    if (name)
        snprintf(insertion->name, sizeof insertion->name, "%s", name);
    routh_read_number(&fields, "rate", ROUTH_MAY_MISS, &insertion->rate);
    routh_read_number(&fields, "twist_window", ROUTH_MAY_MISS, &insertion->twist_window);
    routh_read_number(&fields, "offset", ROUTH_MUST_BE, &insertion->offset);
    insertion->offset *= routh_convention_unit(convention, ROUTH_LENGTH);
    read_pose(&fields, convention, "receptacle", &insertion->receptacle);
    read_plate(&fields, convention, &insertion->plate);
    read_pose(&fields, convention, "reference", &insertion->reference);
    json_t *truth = routh_read_field(&fields, "truth", ROUTH_MAY_MISS);
    if (truth && !json_is_object(truth)) {
        routh_refuse(&fields, "truth", "%s, not an object", routh_json_kind(truth));
        return fields.status;
    }
    return truth ? read_truth(source->context, source->shown, truth, &insertion->truth) : fields.status;
}

routh_status routh_insertion_read_beside(routh_context *context, routh_insertion_reader *reader) {
    char beside[ROUTH_BESIDE_SIZE];
    routh_source source;
    struct stat what;
    routh_status status = routh_insertion_beside(context, reader->path, beside);
    if (status == ROUTH_OK)
        status = routh_source_create(context, routh_io_path(beside), &source);
    if (status != ROUTH_OK)
        return status;
    if (stat(beside, &what) != 0)
        return routh_fail_in(context, ROUTH_FILE_ERROR, source.shown,
                             "cannot read: %s; it must hold offset, receptacle, plate and reference", strerror(errno));
    status = routh_json_read(&source, read_constants, reader);
    routh_source_release(&source);
    return status;
}
