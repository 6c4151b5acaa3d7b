/* A scene as JSON that routh_scene_read reads again: what a collision did stands in fields that it passes over.
 * Each body, contact and change of phase has a line of its own.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include <routh/drawing.h>

#include "base/context.h"
#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "file/output.h"
#include "impact3/scene.h"

static json_t *rows_of(const double first[3], const double second[3], const double third[3]) {
    json_t *list = json_array();
    routh_json_add(&list, routh_json_numbers(first, 3));
    routh_json_add(&list, routh_json_numbers(second, 3));
    routh_json_add(&list, routh_json_numbers(third, 3));
    return list;
}

/* A field that the reader fills in by itself may be left out where it has that value. */
static void put_unless(json_t **object, const char *key, const double *values, const double *filled_in, size_t count,
                       int wanted) {
    if (wanted || memcmp(values, filled_in, count * sizeof *values) != 0)
        routh_json_put(object, key, routh_json_numbers(values, count));
}

static json_t *body_object(const routh_body3 *body) {
    const routh_body3 filled_in = routh_body3_default();
    const int moves = body->freedom != ROUTH_FIXED, turns = body->freedom == ROUTH_FREE;
    json_t *object = json_object();
    if (body->name[0] != '\0')
        ROUTH_PUT(&object, routh_body3, body, name);
    ROUTH_PUT(&object, routh_body3, body, freedom);
    if (moves || memcmp(&body->mass, &filled_in.mass, sizeof body->mass) != 0)
        ROUTH_PUT(&object, routh_body3, body, mass);
    if (turns || memcmp(body->inertia, filled_in.inertia, sizeof body->inertia) != 0)
        routh_json_put(&object, "inertia", rows_of(body->inertia[0], body->inertia[1], body->inertia[2]));
    put_unless(&object, "axis", body->axis, filled_in.axis, 3, body->freedom == ROUTH_GUIDED);
    put_unless(&object, "position", body->position, filled_in.position, 3, turns);
    put_unless(&object, "orientation", body->orientation, filled_in.orientation, 4, turns);
    put_unless(&object, "velocity", body->velocity, filled_in.velocity, 3, moves);
    put_unless(&object, "spin", body->spin, filled_in.spin, 3, turns);
    return object;
}

/* A body by its name, or without one by its number. */
static json_t *side(const routh_scene *scene, size_t s) {
    const char *name = scene->body[s].name;
    return name[0] != '\0' ? json_string(name) : routh_json_count(s);
}

static json_t *result_object(const routh_scene *scene, const routh_collision *collision, size_t i) {
    double axes[3][3];
    routh_contact3_axes(scene->contact[i].normal, axes);
    json_t *object = json_object(), *phases = json_array();
    for (size_t s = 0; s < collision->switch_count; s++)
        if (collision->switches[s].contact == i)
            routh_json_add(&phases, json_string(routh_name(&routh_phases, collision->switches[s].phase)));
    routh_json_put(&object, "axes", rows_of(axes[0], axes[1], axes[2]));
    ROUTH_PUT_AT(&object, routh_collision, collision, i, p, v);
    routh_json_put(&object, "phases", phases);
    return object;
}

static json_t *contact_object(const routh_scene *scene, const routh_collision *collision, size_t i) {
    const routh_scene_contact *scene_contact = &scene->contact[i];
    json_t *object = json_object();
    routh_json_put(&object, "a", side(scene, scene_contact->a));
    routh_json_put(&object, "b", side(scene, scene_contact->b));
    ROUTH_PUT(&object, routh_scene_contact, scene_contact, point, normal, stiffness);
    ROUTH_PUT(&object, routh_pair, &scene_contact->pair, mu);
    routh_json_put(&object, "e", json_real(scene_contact->pair.eps));
    ROUTH_PUT(&object, routh_pair, &scene_contact->pair, eta2);
    if (collision)
        routh_json_put(&object, "result", result_object(scene, collision, i));
    return object;
}

/* When which contact changed its phase, and which contacts act from then on. */
static json_t *state_object(const routh_scene *scene, const routh_collision *collision, size_t s) {
    const routh_scene_switch *change = &collision->switches[s];
    json_t *object = json_object(), *active = json_array();
    for (size_t i = 0; i < scene->contact_count; i++)
        if (change->phases[i] != ROUTH_APART)
            routh_json_add(&active, routh_json_count(i));
    ROUTH_PUT(&object, routh_scene_switch, change, time, contact, phase);
    routh_json_put(&object, "active", active);
    return object;
}

/* The same collision with rigid contacts. */
static json_t *rigid_object(const routh_scene *scene, const routh_rigid_collision *rigid) {
    json_t *object = json_object(), *contacts = json_array();
    ROUTH_PUT(&object, routh_rigid_collision, rigid, kind, words, orders, ended);
    if (rigid->ended == 0)
        return json_decref(contacts), object;
    for (size_t i = 0; i < scene->contact_count; i++) {
        json_t *contact = json_object();
        ROUTH_PUT_AT(&contact, routh_rigid_collision, rigid, i, p, v, v_low, v_high);
        routh_json_add(&contacts, contact);
    }
    ROUTH_PUT(&object, routh_rigid_collision, rigid, impacts, energy_after, energy_low, energy_high);
    routh_json_put(&object, "contacts", contacts);
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
    if (!routh_json_print(value, JSON_REAL_PRECISION(17), writer->file))
        writer->failed = 1;
    json_decref(value);
}

static void write_field(scene_writer *writer, const char *key, double value) {
    fprintf(writer->file, "\"%s\": ", key);
    write_value(writer, routh_json_number(value));
    fputs(", ", writer->file);
}

static json_t *body_at(const scene_writer *writer, size_t s) {
    return body_object(&writer->scene->body[s]);
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
    fprintf(writer->file, "{\"layout\": %d, ", ROUTH_JSON_LAYOUT);
    write_list(writer, "bodies", writer->scene->body_count, body_at);
    fputs(", ", writer->file);
    write_list(writer, "contacts", writer->scene->contact_count, contact_at);
    if (collision) {
        fputs(", \"collision\": {", writer->file);
        write_field(writer, "energy_before", collision->energy_before);
        write_field(writer, "energy_after", collision->energy_after);
        write_field(writer, "lost_to_friction", collision->friction);
        write_field(writer, "lost_in_normal_springs", collision->normal);
        write_field(writer, "left_in_tangential_springs", collision->left);
        write_field(writer, "duration", collision->duration);
        fprintf(writer->file, "\"jammed\": %s, ", collision->jammed ? "true" : "false");
        write_list(writer, "states", collision->switch_count, state_at);
        fputc('}', writer->file);
    }
    if (collision && collision->rigid) {
        fputs(", \"rigid\": ", writer->file);
        write_value(writer, rigid_object(writer->scene, collision->rigid));
    }
    fputs("}\n", writer->file);
}

/* JSON is UTF-8; a name from elsewhere may be anything. */
static routh_status fail_name(routh_context *context, const routh_scene *scene, size_t s) {
    char shown[4 * sizeof scene->body[s].name];
    routh_show_text(shown, sizeof shown, scene->body[s].name, strlen(scene->body[s].name));
    return strcmp(shown, scene->body[s].name) == 0
               ? routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory to write the names of bodies")
               : routh_fail(context, ROUTH_BAD_ARGUMENT, "bodies[%zu]: the name is not UTF-8", s);
}

static routh_status names_check(routh_context *context, const routh_scene *scene) {
    for (size_t s = 0; s < scene->body_count; s++) {
        json_t *name = json_string(scene->body[s].name);
        if (!name)
            return fail_name(context, scene, s);
        json_decref(name);
    }
    return ROUTH_OK;
}

static routh_status write_scene(routh_context *context, scene_writer *writer) {
    write_lines(writer);
    return writer->failed ? routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory to write the scene as JSON") : ROUTH_OK;
}

routh_status routh_scene_write(routh_context *context, const routh_scene *scene, const routh_collision *collision,
                               routh_io to) {
    routh_status status = routh_scene_legal(context, scene);
    if (status == ROUTH_OK)
        status = names_check(context, scene);
    if (status != ROUTH_OK)
        return status;
    routh_scene after = *scene;
    after.body = routh_allocate(context, scene->body_count, sizeof *after.body);
    if (!after.body)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(after.body, scene->body, scene->body_count * sizeof *after.body);
    if (collision)
        routh_scene_apply(&after, collision);
    routh_text text;
    status = routh_text_begin(context, to, &text);
    if (status == ROUTH_OK) {
        scene_writer writer = {.file = text.file, .scene = &after, .collision = collision};
        status = routh_text_end(context, &text, write_scene(context, &writer));
    }
    routh_release(context, after.body);
    return status;
}
