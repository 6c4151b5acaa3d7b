/* A scene from JSON. Fields of the right name and type make a scene; whether it is possible is checked last.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <routh/drawing.h>

#include "base/context.h"
#include "base/shown.h"
#include "file/json_fields.h"
#include "file/json_struct.h"
#include "impact3/scene.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* Bodies -------------------------------------------------------------------------------------------------*/

static void read_name(routh_fields *body_fields, const routh_scene *scene, routh_body3 *body) {
    const char *name = routh_read_text(body_fields, "name", ROUTH_MAY_MISS);
    if (!name)
        return;
    const size_t length = strlen(name);
    if (length == 0)
        routh_refuse(body_fields, "name", "is empty; leave it out for a body without a name");
    else if (length >= sizeof body->name)
        routh_refuse(body_fields, "name", "%zu bytes long; at most %zu are allowed", length, sizeof body->name - 1);
    for (size_t s = 0; s < scene->body_count; s++)
        if (strcmp(name, scene->body[s].name) == 0)
            routh_refuse(body_fields, "name", "\"%s\" is taken by bodies[%zu]", name, s);
    if (body_fields->status == ROUTH_OK)
        memcpy(body->name, name, length + 1);
}

static void read_freedom(routh_fields *body_fields, routh_body3 *body) {
    const char *name = routh_read_text(body_fields, "freedom", ROUTH_MAY_MISS);
    if (!name)
        return;
    const int freedom = routh_find(NULL, &routh_freedoms, name);
    if (freedom >= 0) {
        body->freedom = (routh_freedom)freedom;
        return;
    }
    char shown[ROUTH_SHOWN_VALUE];
    routh_show_text(shown, sizeof shown, name, strlen(name));
    routh_refuse(body_fields, "freedom", "\"%s\" is neither \"free\", \"guided\" nor \"fixed\"", shown);
}

/* A number for a sphere, three for principal axes, or three rows of three. */
static void read_inertia(routh_fields *body_fields, routh_body3 *body) {
    const json_t *value =
        routh_read_field(body_fields, "inertia", body->freedom == ROUTH_FREE ? ROUTH_MUST_BE : ROUTH_MAY_MISS);
    if (!value)
        return;
    double inertia[3][3] = {{0}};
    if (json_is_number(value)) {
        for (int k = 0; k < 3; k++)
            inertia[k][k] = json_number_value(value);
    } else if (!json_is_array(value)) {
        routh_refuse(body_fields, "inertia", "%s, neither a number, three numbers nor three rows of three",
                     routh_json_kind(value));
    } else if (json_is_array(json_array_get(value, 0))) {
        if (json_array_size(value) != 3)
            routh_refuse(body_fields, "inertia", "%zu rows, not 3", json_array_size(value));
        for (size_t k = 0; body_fields->status == ROUTH_OK && k < 3; k++) {
            const json_t *row = json_array_get(value, k);
            const char *const place[] = {"[0]", "[1]", "[2]"};
            if (json_is_array(row))
                routh_numbers_of(body_fields, "inertia", place[k], row, inertia[k], 3);
            else
                routh_refuse(body_fields, "inertia", "row %zu is %s, not a list", k, routh_json_kind(row));
        }
    } else {
        double diagonal[3] = {0};
        routh_numbers_of(body_fields, "inertia", "", value, diagonal, 3);
        for (int k = 0; k < 3; k++)
            inertia[k][k] = diagonal[k];
    }
    memcpy(body->inertia, inertia, sizeof inertia);
}

/* `scene` has the bodies that were read before. */
static void read_body(routh_fields *body_fields, const routh_scene *scene, routh_body3 *body) {
    static const char *const names[] = {"name",     "freedom",     "mass",     "inertia", "axis",
                                        "position", "orientation", "velocity", "spin"};
    *body = routh_body3_default();
    routh_read_object(body_fields, names, COUNT(names));
    read_name(body_fields, scene, body);
    read_freedom(body_fields, body);
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
    char shown[ROUTH_SHOWN_VALUE];
    routh_show_text(shown, sizeof shown, name, strlen(name));
    const char *nearest = routh_nearest_name(name, scene->body_count, body_name, scene);
    if (nearest)
        routh_refuse(contact_fields, key, "there is no body \"%s\"; did you mean \"%s\"?", shown, nearest);
    else
        routh_refuse(contact_fields, key, "there is no body \"%s\"", shown);
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

static void read_eta2(routh_fields *contact_fields, routh_pair *pair) {
    double nu = -1;
    ROUTH_READ(contact_fields, ROUTH_MAY_MISS, routh_pair, pair, eta2);
    routh_read_number(contact_fields, "poisson", ROUTH_MAY_MISS, &nu);
    if (contact_fields->status != ROUTH_OK || !json_object_get(contact_fields->object, "poisson"))
        return;
    if (json_object_get(contact_fields->object, "eta2"))
        routh_refuse(contact_fields, "poisson", "eta2 is given as well; one of them is enough");
    else if (!(nu >= 0 && nu <= 0.5))
        routh_refuse(contact_fields, "poisson", "%g is outside 0 … 0.5", nu);
    else
        pair->eta2 = routh_eta2_of_poisson(nu);
}

static void read_contact(routh_fields *contact_fields, const routh_scene *scene, routh_scene_contact *scene_contact) {
    static const char *const names[] = {"a",  "b", "point", "normal",  "stiffness",
                                        "mu", "e", "eta2",  "poisson", "result" /* of an earlier collision */};
    *scene_contact = routh_scene_contact_default();
    routh_read_object(contact_fields, names, COUNT(names));
    read_side(contact_fields, "a", scene, &scene_contact->a);
    read_side(contact_fields, "b", scene, &scene_contact->b);
    ROUTH_READ(contact_fields, ROUTH_MUST_BE, routh_scene_contact, scene_contact, point, normal);
    ROUTH_READ(contact_fields, ROUTH_MAY_MISS, routh_scene_contact, scene_contact, stiffness);
    ROUTH_READ(contact_fields, ROUTH_MUST_BE, routh_pair, &scene_contact->pair, mu);
    routh_read_number(contact_fields, "e", ROUTH_MUST_BE, &scene_contact->pair.eps);
    read_eta2(contact_fields, &scene_contact->pair);
}

/* The scene ----------------------------------------------------------------------------------------------*/

static routh_fields item_of(const routh_fields *file, const json_t *list, const char *name, size_t index) {
    return (routh_fields){.context = file->context,
                          .source = file->source,
                          .object = json_array_get(list, index),
                          .list = name,
                          .index = index};
}

static routh_status read_lists(routh_fields *file, const json_t *bodies, const json_t *contacts, routh_scene *scene) {
    const size_t solids = json_array_size(bodies), contact_count = json_array_size(contacts);
    if (contact_count > ROUTH_MOST_SCENE_CONTACTS) {
        routh_refuse(file, "contacts", "%zu contacts: a scene has %d at most", contact_count,
                     ROUTH_MOST_SCENE_CONTACTS);
        return file->status;
    }
    scene->body = routh_allocate(file->context, solids, sizeof *scene->body);
    scene->contact = routh_allocate(file->context, contact_count, sizeof *scene->contact);
    if (!scene->body || !scene->contact)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t s = 0; s < solids; s++) {
        routh_fields body_fields = item_of(file, bodies, "bodies", s);
        read_body(&body_fields, scene, &scene->body[s]);
        if (body_fields.status != ROUTH_OK)
            return body_fields.status;
        scene->body_count++;
    }
    for (size_t i = 0; i < contact_count; i++) {
        routh_fields contact_fields = item_of(file, contacts, "contacts", i);
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
    static const char *const names[] = {"bodies", "contacts", "collision", "rigid" /* an earlier one */};
    routh_fields file = {.context = context, .source = source->shown, .object = root};
    routh_read_object(&file, names, COUNT(names));
    const json_t *bodies = routh_read_list(&file, "bodies", ROUTH_MUST_BE);
    const json_t *contacts = routh_read_list(&file, "contacts", ROUTH_MUST_BE);
    if (file.status != ROUTH_OK)
        return file.status;
    routh_status status = read_lists(&file, bodies, contacts, scene);
    if (status != ROUTH_OK)
        return status;
    status = routh_scene_legal(context, scene);
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
