/* A scene as JSON that routh_scene_read_json reads again: what a collision did stands in fields that it passes over.
 * Each body, contact and change of phase has a line of its own.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include "base/c_locale.h"
#include "base/context.h"
#include "base/json_build.h"
#include "base/written.h"
#include "scene.h"

static json_t *rows_of(const double first[3], const double second[3], const double third[3]) {
    json_t *list = json_array();
    json_add(&list, json_numbers(first, 3));
    json_add(&list, json_numbers(second, 3));
    json_add(&list, json_numbers(third, 3));
    return list;
}

/* A field that the reader fills in by itself may be left out where it has that value. */
static void put_unless(json_t **object, const char *key, const double *values, const double *filled_in, size_t count,
                       int wanted) {
    if (wanted || memcmp(values, filled_in, count * sizeof *values) != 0)
        json_put(object, key, json_numbers(values, count));
}

static json_t *body_object(const routh_solid *solid) {
    const routh_solid filled_in = routh_solid_default();
    const int moves = solid->freedom != ROUTH_FIXED, turns = solid->freedom == ROUTH_FREE;
    json_t *object = json_object();
    if (solid->name[0] != '\0')
        json_put(&object, "name", json_string(solid->name));
    json_put(&object, "freedom", json_string(routh_freedom_name(solid->freedom)));
    if (moves || memcmp(&solid->mass, &filled_in.mass, sizeof solid->mass) != 0)
        json_put(&object, "mass", json_real(solid->mass));
    if (turns || memcmp(solid->inertia, filled_in.inertia, sizeof solid->inertia) != 0)
        json_put(&object, "inertia", rows_of(solid->inertia[0], solid->inertia[1], solid->inertia[2]));
    put_unless(&object, "axis", solid->axis, filled_in.axis, 3, solid->freedom == ROUTH_GUIDED);
    put_unless(&object, "position", solid->position, filled_in.position, 3, turns);
    put_unless(&object, "orientation", solid->orientation, filled_in.orientation, 4, turns);
    put_unless(&object, "velocity", solid->velocity, filled_in.velocity, 3, moves);
    put_unless(&object, "spin", solid->spin, filled_in.spin, 3, turns);
    return object;
}

/* A body by its name, or without one by its number. */
static json_t *side(const routh_scene *scene, size_t s) {
    const char *name = scene->solid[s].name;
    return name[0] != '\0' ? json_string(name) : json_count(s);
}

static json_t *result_object(const routh_scene *scene, const routh_collision *collision, size_t i) {
    double axes[3][3];
    routh_contact_axes(scene->meeting[i].normal, axes);
    json_t *object = json_object(), *phases = json_array();
    for (size_t s = 0; s < collision->switch_count; s++)
        if (collision->switches[s].meeting == i)
            json_add(&phases, json_string(routh_phase_name(collision->switches[s].phase)));
    json_put(&object, "axes", rows_of(axes[0], axes[1], axes[2]));
    json_put(&object, "impulse", json_numbers(collision->p[i], 3));
    json_put(&object, "velocity_after", json_numbers(collision->v[i], 3));
    json_put(&object, "phases", phases);
    return object;
}

static json_t *contact_object(const routh_scene *scene, const routh_collision *collision, size_t i) {
    const routh_meeting *meeting = &scene->meeting[i];
    json_t *object = json_object();
    json_put(&object, "a", side(scene, meeting->a));
    json_put(&object, "b", side(scene, meeting->b));
    json_put(&object, "point", json_numbers(meeting->point, 3));
    json_put(&object, "normal", json_numbers(meeting->normal, 3));
    json_put(&object, "stiffness", json_real(meeting->stiffness));
    json_put(&object, "mu", json_real(meeting->touch.mu));
    json_put(&object, "e", json_real(meeting->touch.e));
    json_put(&object, "eta2", json_real(meeting->touch.eta2));
    if (collision)
        json_put(&object, "result", result_object(scene, collision, i));
    return object;
}

/* When which contact changed its phase, and which contacts act from then on. */
static json_t *state_object(const routh_scene *scene, const routh_collision *collision, size_t s) {
    const routh_scene_switch *change = &collision->switches[s];
    json_t *object = json_object(), *active = json_array();
    for (size_t i = 0; i < scene->meeting_count; i++)
        if (change->phases[i] != ROUTH_APART)
            json_add(&active, json_count(i));
    json_put(&object, "time", json_number(change->time));
    json_put(&object, "contact", json_count(change->meeting));
    json_put(&object, "phase", json_string(routh_phase_name(change->phase)));
    json_put(&object, "active", active);
    return object;
}

/* Lines --------------------------------------------------------------------------------------------------*/

typedef struct scene_writer {
    FILE *file;
    const routh_scene *scene;
    const routh_collision *collision;
    int failed; /* memory ran out */
} scene_writer;

static void write_value(scene_writer *writer, json_t *value) {
    if (!value || json_dumpf(value, writer->file, JSON_ENCODE_ANY | JSON_REAL_PRECISION(17)) != 0)
        writer->failed = 1;
    json_decref(value);
}

static void write_field(scene_writer *writer, const char *key, double value) {
    fprintf(writer->file, "\"%s\": ", key);
    write_value(writer, json_number(value));
    fputs(", ", writer->file);
}

static json_t *body_at(const scene_writer *writer, size_t s) {
    return body_object(&writer->scene->solid[s]);
}

static json_t *contact_at(const scene_writer *writer, size_t i) {
    return contact_object(writer->scene, writer->collision, i);
}

static json_t *state_at(const scene_writer *writer, size_t s) {
    return state_object(writer->scene, writer->collision, s);
}

static void write_list(scene_writer *writer, const char *key, size_t count,
                       json_t *(*at)(const scene_writer *writer, size_t index)) {
    fprintf(writer->file, "\"%s\": [", key);
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? ",\n  " : "\n  ", writer->file);
        write_value(writer, at(writer, i));
    }
    fputs("\n]", writer->file);
}

static void write_lines(scene_writer *writer) {
    const routh_collision *collision = writer->collision;
    fputc('{', writer->file);
    write_list(writer, "bodies", writer->scene->solid_count, body_at);
    fputs(", ", writer->file);
    write_list(writer, "contacts", writer->scene->meeting_count, contact_at);
    if (collision) {
        fputs(", \"collision\": {", writer->file);
        write_field(writer, "energy_before", collision->energy_before);
        write_field(writer, "energy_after", collision->energy_after);
        write_field(writer, "lost_to_friction", collision->friction);
        write_field(writer, "lost_in_normal_springs", collision->normal);
        write_field(writer, "left_in_tangential_springs", collision->left);
        write_field(writer, "duration", collision->duration);
        write_list(writer, "states", collision->switch_count, state_at);
        fputc('}', writer->file);
    }
    fputs("}\n", writer->file);
}

/* JSON is UTF-8; a name from elsewhere may be anything. */
static routh_status names_check(routh_context *context, const routh_scene *scene) {
    for (size_t s = 0; s < scene->solid_count; s++) {
        json_t *name = json_string(scene->solid[s].name);
        if (!name)
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "bodies[%zu]: the name is not UTF-8", s);
        json_decref(name);
    }
    return ROUTH_OK;
}

static routh_status write_scene(routh_context *context, scene_writer *writer) {
    routh_c_locale numbers;
    routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    write_lines(writer);
    status = routh_written(context, writer->file);
    routh_c_locale_end(&numbers);
    if (status == ROUTH_OK && writer->failed)
        return routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory to write the scene as JSON");
    return status;
}

routh_status routh_scene_write_json(routh_context *context, FILE *file, const routh_scene *scene,
                                    const routh_collision *collision) {
    routh_status status = routh_scene_legal(context, scene);
    if (status == ROUTH_OK)
        status = names_check(context, scene);
    if (status != ROUTH_OK)
        return status;
    routh_scene after = *scene;
    after.solid = routh_allocate(context, scene->solid_count, sizeof *after.solid);
    if (!after.solid)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(after.solid, scene->solid, scene->solid_count * sizeof *after.solid);
    if (collision)
        routh_collision_apply(&after, collision);
    scene_writer writer = {.file = file, .scene = &after, .collision = collision};
    status = write_scene(context, &writer);
    routh_release(context, after.solid);
    return status;
}
