/* An engine's setting from the JSON that exports are written as.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "engine/engine.h"
#include "file/json_fields.h"

typedef struct reading {
    const routh_engine *engine;
    routh_engine_setting *setting;
} reading;

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* Parameters that this version does not have are refused: leaving one out would make another contact of it. */
static void take_parameter(routh_fields *fields, const json_t *one, const reading *r) {
    const routh_engine *engine = r->engine;
    const char *name = text_of(one, "name");
    const json_t *value = json_object_get(one, "value");
    const size_t place = routh_engine_place(engine, name);
    if (place == engine->parameter_count) {
        routh_refuse(fields, "parameters", "%s has no parameter \"%.40s\"", engine->title, name);
        return;
    }
    const routh_engine_parameter *p = &engine->parameter[place];
    const double number = json_is_number(value) ? json_number_value(value) : NAN;
    if (!(number >= p->low && number <= p->high))
        routh_refuse(fields, "parameters", "%s of %s must be a number from %g to %g", name, engine->title, p->low,
                     p->high);
    r->setting->value[place] = number;
}

static routh_status take_setting(routh_source *source, json_t *root, void *user) {
    const reading *r = user;
    routh_fields fields = {.context = source->context, .source = source->name, .object = root};
    const json_t *found = NULL;
    if (strcmp(text_of(root, "kind"), "export") != 0)
        routh_refuse(&fields, "kind", "it must be \"export\": give what an export as JSON wrote");
    json_t *engines = routh_read_list(&fields, "engines", ROUTH_MUST_BE);
    double step = NAN;
    routh_read_number(&fields, "step", ROUTH_MUST_BE, &step);
    if (fields.status == ROUTH_OK && !(step > 0 && step <= 1))
        routh_refuse(&fields, "step", "%g s; it must be more than 0 and at most 1", step);
    for (size_t i = 0; i < json_array_size(engines); i++)
        if (strcmp(text_of(json_array_get(engines, i), "engine"), r->engine->name) == 0)
            found = json_array_get(engines, i);
    const json_t *parameters = json_object_get(found, "parameters");
    if (fields.status == ROUTH_OK && !json_is_array(parameters))
        routh_refuse(&fields, "engines", "there are no parameters of %s", r->engine->title);
    for (size_t i = 0; fields.status == ROUTH_OK && i < json_array_size(parameters); i++)
        take_parameter(&fields, json_array_get(parameters, i), r);
    r->setting->step = step;
    return fields.status;
}

routh_status routh_engine_setting_read(routh_context *context, routh_io from, const routh_engine *engine,
                                       routh_engine_setting *setting) {
    routh_engine_setting read = routh_engine_setting_default(engine, 1e-3);
    const routh_status status = routh_json_read_file(context, from, take_setting, &(reading){engine, &read});
    if (status == ROUTH_OK)
        *setting = read;
    return status;
}
