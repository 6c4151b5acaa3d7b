/* An export for programs: the material, what is wanted, the body, and every engine's parameters.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/export.h"

#include <math.h>

#include "base/context.h"
#include "engine/engine.h"
#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/json_write.h"

static json_t *material_json(const routh_material *material) {
    json_t *object = json_object(), *values = json_object();
    ROUTH_PUT_SPAN(&object, routh_material, material, name, law);
    ROUTH_PUT(&object, routh_material, material, source, licence, command);
    for (int i = 0; i < ROUTH_MATERIAL_PARAMETERS; i++) {
        if (!isfinite(material->value[i]))
            continue;
        json_t *value = ROUTH_JSON_ENTRIES({"value", material->value[i]}, {"sd", material->error[i]},
                                           {"low", material->interval[i].low}, {"high", material->interval[i].high});
        routh_json_put(&values, routh_name(&routh_material_parameters, i), value);
    }
    routh_json_put(&object, "parameters", values);
    return object;
}

static json_t *target_json(const routh_export *what) {
    const routh_engine_target *target = &what->target;
    json_t *object = ROUTH_JSON_FIELDS(routh_pair, &target->surface.pair, mu, eps);
    ROUTH_PUT(&object, routh_surface3, &target->surface, eps_slope);
    ROUTH_PUT(&object, routh_engine_target, target, eps_tolerance, friction_tolerance);
    routh_json_put(&object, "depth", routh_json_number(routh_engine_depth(target, &what->body)));
    ROUTH_PUT(&object, routh_engine_target, target, restitution);
    routh_json_put(&object, "approach", routh_json_pair(target->speed[0], target->speed[1]));
    return object;
}

static json_t *body_json(const routh_engine_body *body) {
    json_t *object = ROUTH_JSON_FIELDS(routh_engine_body, body, mass, gravity, inertia, centre), *balls = json_array();
    for (size_t i = 0; i < body->ball_count; i++)
        routh_json_add(&balls, routh_json_numbers(body->ball[i], 4));
    routh_json_put(&object, "balls", balls);
    return object;
}

static json_t *parameters_json(const routh_engine_setting *setting) {
    json_t *list = json_array();
    for (size_t i = 0; i < setting->engine->parameter_count; i++) {
        const routh_engine_parameter *p = &setting->engine->parameter[i];
        double body, ground;
        routh_pair_split(p->rule, setting->value[i], &body, &ground);
        json_t *object = ROUTH_JSON_FIELDS(routh_engine_parameter, p, name);
        ROUTH_PUT_AT(&object, routh_engine_setting, setting, i, value);
        ROUTH_PUT(&object, routh_engine_parameter, p, unit, about, usual, rule);
        routh_json_put(&object, "body", routh_json_number(body));
        routh_json_put(&object, "ground", routh_json_number(ground));
        routh_json_add(&list, object);
    }
    return list;
}

/* An engine that cannot says why. Memory that runs out is no such reason. */
static routh_status engine_json(routh_context *context, const routh_export *what, const routh_engine *engine,
                                json_t **object) {
    routh_context own = context ? *context : routh_context_default();
    routh_engine_setting setting = what->setting;
    routh_status status = ROUTH_OK;
    if (setting.engine != engine)
        status = routh_engine_convert(&own, engine, &what->target, &what->body, what->setting.step, what->textbook,
                                      &setting);
    if (status == ROUTH_OUT_OF_MEMORY || status == ROUTH_CANCELLED)
        return routh_fail(context, status, "%s", own.message);
    *object = json_object();
    ROUTH_PUT(object, routh_engine, engine, name, title, contact);
    if (status == ROUTH_OK) {
        routh_json_put(object, "parameters", parameters_json(&setting));
        routh_json_put(object, "slip_adds",
                       routh_json_number(routh_engine_slip_adds(&setting, &what->target, &what->body)));
        routh_json_put(object, "how", json_string(routh_export_how(what, &setting)));
    } else {
        routh_json_put(object, "cannot", json_string(own.message));
    }
    return ROUTH_OK;
}

routh_status routh_export_json(routh_context *context, const routh_export *what, routh_io to) {
    json_t *root = json_object(), *engines = json_array();
    routh_status status = ROUTH_OK;
    routh_json_put_version(&root);
    routh_json_put(&root, "kind", json_string("export"));
    ROUTH_PUT(&root, routh_engine_setting, &what->setting, step);
    routh_json_put(&root, "material", material_json(what->material));
    routh_json_put(&root, "target", target_json(what));
    routh_json_put(&root, "body", body_json(&what->body));
    if (what->newton.impacts > 0) {
        json_t *newton = ROUTH_JSON_FIELDS(routh_newton, &what->newton, eps, deviation, low, high);
        ROUTH_PUT(&newton, routh_newton, &what->newton, impacts);
        routh_json_put(&root, "newton", newton);
    }
    for (size_t i = 0; routh_engine_at(i) && status == ROUTH_OK; i++) {
        json_t *object = NULL;
        status = engine_json(context, what, routh_engine_at(i), &object);
        routh_json_add(&engines, object);
    }
    if (status != ROUTH_OK) {
        json_decref(engines);
        json_decref(root);
        return status;
    }
    routh_json_put(&root, "engines", engines);
    return routh_json_write(context, root, ROUTH_JSON_RESULTS, to);
}
