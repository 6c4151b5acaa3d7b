/* What is wanted of an engine, of one impact of it, and a setting from JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "algebra/space.h"
#include "base/context.h"
#include "engine/engine.h"
#include "file/json_struct.h"
#include "motion3/motion3.h"

/* What is wanted of an engine, and the body that it is wanted for. */

routh_engine_target routh_engine_target_default(void) {
    return (routh_engine_target){.surface = routh_surface3_default(),
                                 .restitution = ROUTH_ENERGETIC,
                                 .speed = {0.3, 3},
                                 .eps_tolerance = 0.01,
                                 .friction_tolerance = 0.02,
                                 .depth = NAN};
}

double routh_engine_target_eps(const routh_engine_target *target, double speed) {
    return routh_surface3_restitution(&target->surface, speed, 0);
}

double routh_engine_depth(const routh_engine_target *target, const routh_engine_body *body) {
    if (isfinite(target->depth))
        return target->depth;
    if (body->shape && !(body->ball_count == 1))
        return 0.1 * body->shape->thickness;
    double radius = 0;
    for (size_t i = 0; i < body->ball_count; i++)
        radius = fmax(radius, body->ball[i][3]);
    return 0.1 * radius;
}

routh_status routh_engine_target_check(routh_context *context, const routh_engine_target *target,
                                       const routh_engine_body *body, double step) {
    const double *speed = target->speed;
    ROUTH_TRY(routh_surface3_check(context, &target->surface));
    if (!(step >= 1e-7 && step <= 0.1))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "step", "the time step %g s is outside 1e-7 … 0.1 s",
                                step);
    if (!(speed[0] > 0 && speed[0] <= speed[1] && speed[1] <= 1e3))
        return routh_fail_field(
            context, ROUTH_BAD_ARGUMENT, "speeds",
            "speeds of approach from %g to %g m/s: they must rise from more than 0 to 1000 m/s at most", speed[0],
            speed[1]);
    if (!(body->mass > 0) || !isfinite(body->mass))
        return routh_fail_field(context, ROUTH_BAD_MASS, "mass",
                                "the body's mass %g kg is not positive; engines need it", body->mass);
    if (!body->shape && body->ball_count == 0)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape", "the body has neither a shape nor balls");
    if (!(routh_engine_depth(target, body) > 0))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "depth",
                                "contacts may sink in by %g m; that must be more than 0", target->depth);
    return ROUTH_OK;
}

/* No part of the body is farther from its centre of mass than twice the ball around it; and engines divide by moments. */
static routh_status check_inertia(routh_context *context, const routh_world3 *world) {
    const routh_shape3 *shape = world->shape;
    double matrix[3][3], moment[3], axes[3][3], off[3];
    for (int c = 0; c < 3; c++)
        off[c] = world->centre[c] - shape->centroid[c];
    if (!(routh_length3(off) <= shape->radius))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "centre",
                                "the centre of mass is %.3g m from the middle of the body, whose radius is %.3g m",
                                routh_length3(off), shape->radius);
    memcpy(matrix, world->inertia, sizeof matrix);
    routh_symmetric3_eigen(matrix, moment, axes);
    const double most = 4 * world->mass * shape->radius * shape->radius, least = 1e-12 * most;
    for (int c = 0; c < 3; c++)
        if (!(moment[c] > least && moment[c] <= most))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "inertia",
                                    "a principal moment of inertia is %.3g kg m²; a body of %.3g kg and this shape has "
                                    "from %.2g to %.2g kg m²",
                                    moment[c], world->mass, least, most);
    return ROUTH_OK;
}

/* What is fixed is the engine's own ground, so that the world need not have any. */
static routh_status check_body(routh_context *context, const routh_world3 *world) {
    const routh_plane3 ground = routh_plane3_default();
    routh_world3 on_ground = *world;
    on_ground.plane = &ground;
    on_ground.plane_count = 1;
    ROUTH_TRY(routh_world3_check(context, &on_ground));
    return check_inertia(context, world);
}

routh_status routh_engine_body_of(routh_context *context, const routh_world3 *world, routh_engine_body *body) {
    *body = (routh_engine_body){0};
    ROUTH_TRY(check_body(context, world));
    const routh_shape3 *shape = world->shape;
    *body = (routh_engine_body){.mass = world->mass, .shape = shape, .gravity = world->gravity, .drag = world->drag};
    memcpy(body->inertia, world->inertia, sizeof body->inertia);
    memcpy(body->centre, world->centre, sizeof body->centre);
    if (!(world->rounding > 0))
        return ROUTH_OK;
    double(*ball)[4] = routh_allocate(context, shape->count, sizeof *ball);
    if (!ball)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < shape->count; i++) {
        for (int c = 0; c < 3; c++)
            ball[i][c] = shape->vertex[i][c] - world->rounding * shape->inset[i][c] - world->centre[c];
        ball[i][3] = world->rounding;
    }
    body->ball = (const double(*)[4])ball;
    body->ball_count = shape->count;
    return ROUTH_OK;
}

void routh_engine_body_release(routh_context *context, routh_engine_body *body) {
    routh_release(context, (void *)(uintptr_t)body->ball);
    *body = (routh_engine_body){0};
}

/* What a target wants of one impact. */

/* How far an outcome is from Newton's or Poisson's restitution. `compressed`: normal impulse without restitution. */
static double beyond(const routh_engine_target *target, const routh_contact3 *contact, const routh_outcome3 *outcome,
                     double eps, double compressed) {
    return target->restitution == ROUTH_NEWTON ? outcome->v[2] + eps * contact->v[2]
                                               : outcome->p[2] - (1 + eps) * compressed;
}

routh_status routh_engine_target_outcome(routh_context *context, const routh_engine_target *target,
                                         const routh_contact3 *contact, routh_outcome3 *wanted) {
    enum { HALVINGS = 30 };
    const routh_law3 *law = target->surface.law;
    const double eps = routh_engine_target_eps(target, -contact->v[2]);
    double low = 0, high = 1, compressed = 0;
    routh_pair pair = target->surface.pair;
    pair.eps = target->restitution == ROUTH_ENERGETIC ? eps : 0;
    routh_status status = routh_law3_solve(context, law, &pair, contact, NULL, wanted);
    if (status != ROUTH_OK || target->restitution == ROUTH_ENERGETIC)
        return status;
    compressed = wanted->p[2];
    for (int i = 0; status == ROUTH_OK && i < HALVINGS; i++) {
        pair.eps = (low + high) / 2;
        status = routh_law3_solve(context, law, &pair, contact, NULL, wanted);
        *(status == ROUTH_OK && beyond(target, contact, wanted, eps, compressed) < 0 ? &low : &high) = pair.eps;
    }
    return status;
}

/* An engine's setting from the JSON that exports are written as. */

typedef struct reading {
    const routh_engine *engine;
    routh_engine_setting *setting;
} reading;

static const char kind[] = "kind", all_engines[] = "engines", parameters[] = "parameters";

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* Parameters that this version does not have are refused: leaving one out would make another contact of it. */
static void take_parameter(routh_fields *fields, const json_t *one, const reading *r) {
    const routh_engine *engine = r->engine;
    const char *name = text_of(one, ROUTH_KEY(routh_engine_parameter, name));
    const json_t *value = json_object_get(one, ROUTH_KEY(routh_engine_setting, value));
    const size_t place = routh_engine_place(engine, name);
    if (place == engine->parameter_count) {
        routh_refuse(fields, parameters, "%s has no parameter \"%.40s\"", engine->title, name);
        return;
    }
    const routh_engine_parameter *p = &engine->parameter[place];
    const double number = json_is_number(value) ? json_number_value(value) : NAN;
    if (!(number >= p->low && number <= p->high))
        routh_refuse(fields, parameters, "%s of %s must be a number from %g to %g", name, engine->title, p->low,
                     p->high);
    r->setting->value[place] = number;
}

static routh_status take_setting(routh_source *source, json_t *root, void *user) {
    const reading *r = user;
    routh_fields fields = {.context = source->context, .source = source->name, .object = root};
    const json_t *found = NULL;
    if (strcmp(text_of(root, kind), "export") != 0)
        routh_refuse(&fields, kind, "it must be \"export\": give what an export as JSON wrote");
    json_t *engines = routh_read_list(&fields, all_engines, ROUTH_MUST_BE);
    double step = NAN;
    routh_read_number(&fields, ROUTH_KEY(routh_engine_setting, step), ROUTH_MUST_BE, &step);
    if (fields.status == ROUTH_OK && !(step > 0 && step <= 1))
        routh_refuse(&fields, ROUTH_KEY(routh_engine_setting, step), "%g s; it must be more than 0 and at most 1",
                     step);
    for (size_t i = 0; i < json_array_size(engines); i++)
        if (strcmp(text_of(json_array_get(engines, i), ROUTH_KEY(routh_engine, name)), r->engine->name) == 0)
            found = json_array_get(engines, i);
    const json_t *list = json_object_get(found, parameters);
    if (fields.status == ROUTH_OK && !json_is_array(list))
        routh_refuse(&fields, all_engines, "there are no parameters of %s", r->engine->title);
    for (size_t i = 0; fields.status == ROUTH_OK && i < json_array_size(list); i++)
        take_parameter(&fields, json_array_get(list, i), r);
    r->setting->step = step;
    return fields.status;
}

routh_status routh_engine_setting_read(routh_context *context, routh_io from, const routh_engine *engine,
                                       routh_engine_setting *setting) {
    routh_engine_setting read = routh_engine_setting_default(engine, 1e-3);
    ROUTH_TRY(routh_json_read_file(context, from, take_setting, &(reading){engine, &read}));
    *setting = read;
    return ROUTH_OK;
}
