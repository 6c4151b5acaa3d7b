/* An export for programs: the material, what is wanted, the body, and every engine's parameters.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/export.h"

#include <math.h>

#include "base/context.h"
#include "file/json_build.h"
#include "file/json_write.h"

static json_t *material_json(const routh_material *material) {
    json_t *object = json_object(), *values = json_object();
    routh_json_put(&object, "name", json_string(material->name));
    routh_json_put(&object, "body", json_string(material->body));
    routh_json_put(&object, "ground", json_string(material->ground));
    routh_json_put(&object, "law", json_string(material->law));
    routh_json_put(&object, "source", json_string(material->source));
    routh_json_put(&object, "licence", json_string(material->licence));
    routh_json_put(&object, "command", json_string(material->command));
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
    json_t *object = ROUTH_JSON_ENTRIES(
        {"mu", target->surface.pair.mu}, {"eps", target->surface.pair.eps}, {"eps_slope", target->surface.eps_slope},
        {"eps_tolerance", target->eps_tolerance}, {"friction_tolerance", target->friction_tolerance},
        {"depth", routh_engine_depth(target, &what->body)});
    routh_json_put(&object, "restitution", json_string(routh_name(&routh_restitutions, target->restitution)));
    routh_json_put(&object, "approach", routh_json_pair(target->speed[0], target->speed[1]));
    return object;
}

static json_t *body_json(const routh_engine_body *body) {
    json_t *object = ROUTH_JSON_ENTRIES({"mass", body->mass}, {"gravity", body->gravity});
    json_t *inertia = json_array(), *balls = json_array();
    for (int i = 0; i < 3; i++)
        routh_json_add(&inertia, routh_json_numbers(body->inertia[i], 3));
    for (size_t i = 0; i < body->ball_count; i++)
        routh_json_add(&balls, routh_json_numbers(body->ball[i], 4));
    routh_json_put(&object, "inertia", inertia);
    routh_json_put(&object, "centre", routh_json_numbers(body->centre, 3));
    routh_json_put(&object, "balls", balls);
    return object;
}

static json_t *parameters_json(const routh_engine_setting *setting) {
    json_t *list = json_array();
    for (size_t i = 0; i < setting->engine->parameter_count; i++) {
        const routh_engine_parameter *p = &setting->engine->parameter[i];
        double body, ground;
        routh_pair_split(p->rule, setting->value[i], &body, &ground);
        json_t *object = json_object();
        routh_json_put(&object, "name", json_string(p->name));
        routh_json_put(&object, "value", routh_json_number(setting->value[i]));
        routh_json_put(&object, "unit", json_string(p->unit));
        routh_json_put(&object, "about", json_string(p->about));
        routh_json_put(&object, "usual", routh_json_number(p->usual));
        routh_json_put(&object, "rule", json_string(routh_name(&routh_pair_rules, p->rule)));
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
    routh_json_put(object, "engine", json_string(engine->name));
    routh_json_put(object, "title", json_string(engine->title));
    routh_json_put(object, "contact", json_string(engine->contact));
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
    routh_json_put(&root, "version", json_string(routh_version()));
    routh_json_put(&root, "kind", json_string("export"));
    routh_json_put(&root, "step", routh_json_number(what->setting.step));
    routh_json_put(&root, "material", material_json(what->material));
    routh_json_put(&root, "target", target_json(what));
    routh_json_put(&root, "body", body_json(&what->body));
    if (what->newton.impacts > 0) {
        json_t *newton = ROUTH_JSON_ENTRIES({"eps", what->newton.eps}, {"deviation", what->newton.deviation},
                                            {"low", what->newton.low}, {"high", what->newton.high});
        routh_json_put(&newton, "impacts", routh_json_count(what->newton.impacts));
        routh_json_put(&root, "newton", newton);
    }
    for (size_t i = 0; i < routh_engine_count() && status == ROUTH_OK; i++) {
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
