/* Scenes: what is legal, what a collision leaves, and their end.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact3/scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "impact3/body3.h"
#include "impact3/scene_contact.h"

/* Bounds on a stiffness relative to the first contact's: time scales that differ by its root. */
#define STIFFNESS_LOW  1e-16
#define STIFFNESS_HIGH 1e16

/* Passes a status on, with the body's name before its message. */
static routh_status at_body(routh_context *context, const routh_scene *scene, size_t s, routh_status status) {
    if (status == ROUTH_OK || !context)
        return status;
    const char *name = scene->body[s].name;
    char column[ROUTH_LABEL_SIZE];
    snprintf(column, sizeof column, "bodies[%zu]", s);
    const routh_place place = {.column = column};
    if (name[0] == '\0' || !memchr(name, '\0', ROUTH_LABEL_SIZE))
        return routh_fail_at(context, status, &place, "%s: %s", column, context->message);
    return routh_fail_at(context, status, &place, "%s \"%s\": %s", column, name, context->message);
}

static routh_status at_contact(routh_context *context, size_t i, routh_status status) {
    if (status == ROUTH_OK || !context)
        return status;
    char column[ROUTH_LABEL_SIZE];
    snprintf(column, sizeof column, "contacts[%zu]", i);
    return routh_fail_at(context, status, &(routh_place){.column = column}, "%s: %s", column, context->message);
}

/* Contacts are written with the names of their bodies. */
static routh_status name_check(routh_context *context, const routh_scene *scene, size_t s) {
    const char *name = scene->body[s].name;
    for (size_t other = 0; other < s && name[0] != '\0'; other++)
        if (strcmp(name, scene->body[other].name) == 0)
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "bodies[%zu]: the name \"%s\" is taken by bodies[%zu]", s,
                              name, other);
    return ROUTH_OK;
}

static routh_status sides_check(routh_context *context, const routh_scene *scene,
                                const routh_scene_contact *scene_contact) {
    const size_t outside = scene_contact->a >= scene->body_count ? scene_contact->a : scene_contact->b;
    if (outside >= scene->body_count)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no body %zu: the scene has %zu", outside,
                          scene->body_count);
    if (scene_contact->a == scene_contact->b)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a body cannot touch itself: a and b are both body %zu",
                          scene_contact->a);
    return ROUTH_OK;
}

static routh_status stiffness_check(routh_context *context, size_t i, double stiffness) {
    if (!isfinite(stiffness))
        return routh_fail(context, ROUTH_NOT_FINITE, "stiffness %g must be finite", stiffness);
    if (!(stiffness > 0))
        return routh_fail(context, ROUTH_BAD_PARAMETER, "stiffness %g is not positive", stiffness);
    if (i == 0 && stiffness != 1)
        return routh_fail(context, ROUTH_BAD_PARAMETER,
                          "stiffness %g: the first contact's stiffness is the unit for the others and must be 1",
                          stiffness);
    if (!(stiffness >= STIFFNESS_LOW && stiffness <= STIFFNESS_HIGH))
        return routh_fail(context, ROUTH_BAD_PARAMETER, "stiffness %g, relative to contacts[0], is outside %g … %g",
                          stiffness, STIFFNESS_LOW, STIFFNESS_HIGH);
    return ROUTH_OK;
}

static routh_status contact_check(routh_context *context, const routh_scene *scene, size_t i) {
    const routh_scene_contact *scene_contact = &scene->contact[i];
    routh_status status = sides_check(context, scene, scene_contact);
    if (status == ROUTH_OK)
        status = routh_pair_check(context, &scene_contact->pair);
    if (status == ROUTH_OK)
        status = stiffness_check(context, i, scene_contact->stiffness);
    if (status == ROUTH_OK)
        status = routh_scene_contact_legal(context, &scene->body[scene_contact->a], &scene->body[scene_contact->b],
                                           scene_contact);
    return at_contact(context, i, status);
}

routh_status routh_scene_legal(routh_context *context, const routh_scene *scene) {
    if (scene->contact_count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a scene without contacts: there is nothing to collide");
    if (scene->contact_count > ROUTH_MOST_SCENE_CONTACTS)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%zu contacts: a scene has %d at most", scene->contact_count,
                          ROUTH_MOST_SCENE_CONTACTS);
    routh_status given = routh_array_check(context, "body", scene->body, scene->body_count);
    if (given == ROUTH_OK)
        given = routh_array_check(context, "contact", scene->contact, scene->contact_count);
    if (given != ROUTH_OK)
        return given;
    for (size_t s = 0; s < scene->body_count; s++) {
        routh_status status = at_body(context, scene, s, routh_body3_check(context, &scene->body[s]));
        if (status == ROUTH_OK)
            status = name_check(context, scene, s);
        if (status != ROUTH_OK)
            return status;
    }
    for (size_t i = 0; i < scene->contact_count; i++) {
        const routh_status status = contact_check(context, scene, i);
        if (status != ROUTH_OK)
            return status;
    }
    return ROUTH_OK;
}

routh_status routh_scene_check(routh_context *context, const routh_scene *scene) {
    if (!scene)
        return routh_fail_null(context, "scene", (const void *const[]){scene});
    const routh_status status = routh_scene_legal(context, scene);
    if (status != ROUTH_OK)
        return status;
    double lowest = INFINITY;
    size_t nearest = 0;
    for (size_t i = 0; i < scene->contact_count; i++) {
        double v[3];
        routh_contact_velocity(scene, i, v);
        if (v[2] < lowest) {
            lowest = v[2];
            nearest = i;
        }
    }
    if (lowest < 0)
        return ROUTH_OK;
    return routh_fail(
        context, ROUTH_SEPARATING,
        "no contact is closing: v_n = %g m/s at contacts[%zu], no less at the others, and an impact needs "
        "v_n < 0 at one",
        lowest, nearest);
}

void routh_scene_apply(routh_scene *scene, const routh_collision *collision) {
    for (size_t i = 0; i < scene->contact_count; i++) {
        const routh_scene_contact *scene_contact = &scene->contact[i];
        routh_contact3_apply(&scene->body[scene_contact->a], &scene->body[scene_contact->b], scene_contact,
                             collision->p[i]);
    }
}

void routh_collision_release(routh_context *context, routh_collision *collision) {
    if (!collision)
        return;
    routh_release(context, collision->switches);
    routh_release(context, collision->rigid);
    *collision = (routh_collision){0};
}

void routh_scene_release(routh_context *context, routh_scene *scene) {
    if (!scene)
        return;
    routh_release(context, scene->body);
    routh_release(context, scene->contact);
    *scene = (routh_scene){0};
}
