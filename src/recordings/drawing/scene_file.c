/* Scenes as JSON, in and out.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include <routh/drawing.h>

#include "base/context.h"
#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/output.h"
#include "impact3/impact3.h"

/* A scene from JSON. Fields of the right name and type make a scene; whether it is possible is checked last. */

#define KEY(field) ROUTH_KEY(routh_scene, field)

/* Bodies -------------------------------------------------------------------------------------------------*/

static void read_name(routh_fields *body_fields, const routh_scene *scene, routh_body3 *body) {
    const char *const key = ROUTH_KEY(routh_body3, name), *name = routh_read_text(body_fields, key, ROUTH_MAY_MISS);
    if (name && !*name)
        routh_refuse(body_fields, key, "is empty; leave it out for a body without a name");
    for (size_t s = 0; name && s < scene->body_count; s++)
        if (strcmp(name, scene->body[s].name) == 0)
            routh_refuse(body_fields, key, "\"%s\" is taken by bodies[%zu]", name, s);
    ROUTH_READ(body_fields, ROUTH_MAY_MISS, routh_body3, body, name);
}

/* A number for a sphere, three for principal axes, or three rows of three. */
static void read_inertia(routh_fields *body_fields, routh_body3 *body) {
    const char *const key = ROUTH_KEY(routh_body3, inertia);
    const json_t *value =
        routh_read_field(body_fields, key, body->freedom == ROUTH_FREE ? ROUTH_MUST_BE : ROUTH_MAY_MISS);
    if (!value)
        return;
    double inertia[3][3] = {{0}};
    if (json_is_number(value)) {
        for (int k = 0; k < 3; k++)
            inertia[k][k] = json_number_value(value);
    } else if (!json_is_array(value)) {
        routh_refuse(body_fields, key, "%s, neither a number, three numbers nor three rows of three",
                     routh_json_kind(value));
    } else if (json_is_array(json_array_get(value, 0))) {
        if (json_array_size(value) != 3)
            routh_refuse(body_fields, key, "%zu rows, not 3", json_array_size(value));
        for (size_t k = 0; body_fields->status == ROUTH_OK && k < 3; k++) {
            const json_t *row = json_array_get(value, k);
            const char *const place[] = {"[0]", "[1]", "[2]"};
            if (json_is_array(row))
                routh_numbers_of(body_fields, key, place[k], row, inertia[k], 3);
            else
                routh_refuse(body_fields, key, "row %zu is %s, not a list", k, routh_json_kind(row));
        }
    } else {
        double diagonal[3] = {0};
        routh_numbers_of(body_fields, key, "", value, diagonal, 3);
        for (int k = 0; k < 3; k++)
            inertia[k][k] = diagonal[k];
    }
    memcpy(body->inertia, inertia, sizeof inertia);
}

/* `scene` has the bodies that were read before. */
static void read_body(routh_fields *body_fields, const routh_scene *scene, routh_body3 *body) {
    *body = routh_body3_default();
    ROUTH_READ_ONLY(body_fields, NULL, routh_body3, name, freedom, mass, inertia, axis, position, orientation, velocity,
                    spin);
    read_name(body_fields, scene, body);
    ROUTH_READ(body_fields, ROUTH_MAY_MISS, routh_body3, body, freedom);
    /* what a body needs depends on how it can move; fields that it does not need are allowed */
    const routh_freedom freedom = body->freedom;
    ROUTH_READ(body_fields, freedom == ROUTH_FIXED ? ROUTH_MAY_MISS : ROUTH_MUST_BE, routh_body3, body, mass);
    read_inertia(body_fields, body);
    ROUTH_READ(body_fields, freedom == ROUTH_GUIDED ? ROUTH_MUST_BE : ROUTH_MAY_MISS, routh_body3, body, axis);
    ROUTH_READ(body_fields, freedom == ROUTH_FREE ? ROUTH_MUST_BE : ROUTH_MAY_MISS, routh_body3, body, position);
    ROUTH_READ(body_fields, ROUTH_MAY_MISS, routh_body3, body, orientation, velocity, spin);
}

/* Contacts -----------------------------------------------------------------------------------------------*/

static const char *body_name(size_t index, const void *user) {
    return ((const routh_scene *)user)->body[index].name;
}

static void find_body(routh_fields *contact_fields, const char *key, const char *name, const routh_scene *scene,
                      size_t *found) {
    for (size_t s = 0; s < scene->body_count; s++)
        if (strcmp(name, scene->body[s].name) == 0) {
            *found = s;
            return;
        }
    routh_refuse_name(contact_fields, key, "there is no body", name, scene->body_count, body_name, scene);
}

/* A body by its name, or by its place in the list of bodies, from 0. */
static void read_side(routh_fields *contact_fields, const char *key, const routh_scene *scene, size_t *side) {
    const json_t *value = routh_read_field(contact_fields, key, ROUTH_MUST_BE);
    if (!value)
        return;
    if (json_is_string(value) && json_string_length(value) > 0) {
        find_body(contact_fields, key, json_string_value(value), scene, side);
    } else if (!json_is_integer(value)) {
        routh_refuse(contact_fields, key, "neither a body's name nor its number from 0");
    } else {
        const json_int_t index = json_integer_value(value);
        if (index < 0 || (unsigned long long)index >= scene->body_count)
            routh_refuse(contact_fields, key, "there is no body %lld: the scene has %zu, the first is 0",
                         (long long)index, scene->body_count);
        else
            *side = (size_t)index;
    }
}

static const char poisson[] = "poisson";

static void read_eta2(routh_fields *contact_fields, routh_pair *pair) {
    double nu = -1;
    ROUTH_READ(contact_fields, ROUTH_MAY_MISS, routh_pair, pair, eta2);
    routh_read_number(contact_fields, poisson, ROUTH_MAY_MISS, &nu);
    if (contact_fields->status != ROUTH_OK || !json_object_get(contact_fields->object, poisson))
        return;
    if (json_object_get(contact_fields->object, ROUTH_KEY(routh_pair, eta2)))
        routh_refuse(contact_fields, poisson, "eta2 is given as well; one of them is enough");
    else if (!(nu >= 0 && nu <= 0.5))
        routh_refuse(contact_fields, poisson, "%g is outside 0 … 0.5", nu);
    else
        pair->eta2 = routh_eta2_of_poisson(nu);
}

static void read_contact(routh_fields *contact_fields, const routh_scene *scene, routh_scene_contact *scene_contact) {
    static const char *const more[] = {"mu", "e", "eta2", poisson, "result" /* of an earlier collision */, NULL};
    *scene_contact = routh_scene_contact_default();
    ROUTH_READ_ONLY(contact_fields, more, routh_scene_contact, a, b, point, normal, stiffness);
    read_side(contact_fields, ROUTH_KEY(routh_scene_contact, a), scene, &scene_contact->a);
    read_side(contact_fields, ROUTH_KEY(routh_scene_contact, b), scene, &scene_contact->b);
    ROUTH_READ(contact_fields, ROUTH_MUST_BE, routh_scene_contact, scene_contact, point, normal);
    ROUTH_READ(contact_fields, ROUTH_MAY_MISS, routh_scene_contact, scene_contact, stiffness);
    ROUTH_READ(contact_fields, ROUTH_MUST_BE, routh_pair, &scene_contact->pair, mu);
    routh_read_number(contact_fields, "e", ROUTH_MUST_BE, &scene_contact->pair.eps);
    read_eta2(contact_fields, &scene_contact->pair);
}

/* The scene ----------------------------------------------------------------------------------------------*/

static routh_status read_lists(routh_fields *file, const json_t *bodies, const json_t *contacts, routh_scene *scene) {
    const size_t solids = json_array_size(bodies), contact_count = json_array_size(contacts);
    if (contact_count > ROUTH_MOST_SCENE_CONTACTS) {
        routh_refuse(file, KEY(contact), "%zu contacts: a scene has %d at most", contact_count,
                     ROUTH_MOST_SCENE_CONTACTS);
        return file->status;
    }
    scene->body = routh_allocate(file->context, solids, sizeof *scene->body);
    scene->contact = routh_allocate(file->context, contact_count, sizeof *scene->contact);
    if (!scene->body || !scene->contact)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t s = 0; s < solids; s++) {
        routh_fields body_fields = routh_fields_at(file, bodies, KEY(body), s);
        read_body(&body_fields, scene, &scene->body[s]);
        if (body_fields.status != ROUTH_OK)
            return body_fields.status;
        scene->body_count++;
    }
    for (size_t i = 0; i < contact_count; i++) {
        routh_fields contact_fields = routh_fields_at(file, contacts, KEY(contact), i);
        read_contact(&contact_fields, scene, &scene->contact[i]);
        if (contact_fields.status != ROUTH_OK)
            return contact_fields.status;
    }
    scene->contact_count = contact_count;
    return ROUTH_OK;
}

static routh_status read_scene(routh_source *source, json_t *root, void *user) {
    routh_context *context = source->context;
    routh_scene *scene = user;
    static const char *const more[] = {"collision", "rigid", NULL}; /* an earlier one */
    routh_fields file = {.context = context, .source = source->shown, .object = root};
    ROUTH_READ_ONLY(&file, more, routh_scene, body, contact);
    const json_t *bodies = routh_read_list(&file, KEY(body), ROUTH_MUST_BE);
    const json_t *contacts = routh_read_list(&file, KEY(contact), ROUTH_MUST_BE);
    if (file.status != ROUTH_OK)
        return file.status;
    ROUTH_TRY(read_lists(&file, bodies, contacts, scene));
    const routh_status status = routh_scene_legal(context, scene);
    return status == ROUTH_OK || !context
               ? status
               : routh_fail_at(context, status, &(routh_place){.file = source->shown, .within = &context->where}, "%s",
                               context->message);
}

routh_status routh_scene_read(routh_context *context, routh_io from, routh_scene *scene) {
    *scene = (routh_scene){0};
    const routh_status status = routh_json_read_file(context, from, read_scene, scene);
    if (status != ROUTH_OK)
        routh_scene_release(context, scene);
    return status;
}

/* A scene as JSON that routh_scene_read reads again: what a collision did stands in fields that it passes over.
 * Each body, contact and change of phase has a line of its own. */

/* A field that the reader fills in by itself may be left out where it has that value. */
#define PUT_UNLESS(wanted, field)                                                                                      \
    if ((wanted) || memcmp(&body->field, &filled_in.field, sizeof body->field) != 0)                                   \
    ROUTH_PUT(&object, routh_body3, body, field)

static json_t *body_object(const routh_body3 *body) {
    const routh_body3 filled_in = routh_body3_default();
    const int moves = body->freedom != ROUTH_FIXED, turns = body->freedom == ROUTH_FREE;
    json_t *object = json_object();
    ROUTH_PUT_KNOWN(&object, routh_body3, body, name);
    ROUTH_PUT(&object, routh_body3, body, freedom);
    PUT_UNLESS(moves, mass);
    PUT_UNLESS(turns, inertia);
    PUT_UNLESS(body->freedom == ROUTH_GUIDED, axis);
    PUT_UNLESS(turns, position);
    PUT_UNLESS(turns, orientation);
    PUT_UNLESS(moves, velocity);
    PUT_UNLESS(turns, spin);
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
    routh_json_put(&object, "axes", routh_json_matrix(axes[0], 3, 3));
    ROUTH_PUT_AT(&object, routh_collision, collision, i, p, v);
    routh_json_put(&object, "phases", phases);
    return object;
}

static json_t *contact_object(const routh_scene *scene, const routh_collision *collision, size_t i) {
    const routh_scene_contact *scene_contact = &scene->contact[i];
    json_t *object = json_object();
    routh_json_put(&object, ROUTH_KEY(routh_scene_contact, a), side(scene, scene_contact->a));
    routh_json_put(&object, ROUTH_KEY(routh_scene_contact, b), side(scene, scene_contact->b));
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
    ROUTH_TRY(routh_scene_legal(context, scene));
    ROUTH_TRY(names_check(context, scene));
    routh_scene after = *scene;
    after.body = routh_allocate(context, scene->body_count, sizeof *after.body);
    if (!after.body)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(after.body, scene->body, scene->body_count * sizeof *after.body);
    if (collision)
        routh_scene_apply(&after, collision);
    routh_text text;
    routh_status status = routh_text_begin(context, to, &text);
    if (status == ROUTH_OK) {
        scene_writer writer = {.file = text.file, .scene = &after, .collision = collision};
        status = routh_text_end(context, &text, write_scene(context, &writer));
    }
    routh_release(context, after.body);
    return status;
}
