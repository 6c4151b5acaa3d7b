/* The registry of laws as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/report.h>

#include "file/json_build.h"
#include "file/json_write.h"
#include "report/text.h"
#include "report/writers.h"

static json_t *parameter_object(const routh_parameter *parameter) {
    json_t *object = json_object();
    routh_json_put(&object, "name", json_string(parameter->name));
    routh_json_put(&object, "symbol", json_string(parameter->symbol));
    routh_json_put(&object, "unit", json_string(parameter->unit));
    routh_json_put(&object, "about", json_string(parameter->about));
    routh_json_put(&object, "low", routh_json_number(parameter->low));
    routh_json_put(&object, "high", routh_json_number(parameter->high));
    routh_json_put(&object, "default", routh_json_number(parameter->initial));
    return object;
}

static json_t *law_object(const routh_law *law) {
    json_t *object = json_object(), *parameters = json_array(), *traits = json_array();
    for (int i = 0; i < law->parameter_count; i++)
        routh_json_add(&parameters, parameter_object(&law->parameter[i]));
    for (size_t i = 0; i < routh_law_traits.count; i++)
        if (law->traits & 1u << i)
            routh_json_add(&traits, json_string(routh_name(&routh_law_traits, (long)i)));
    routh_json_put(&object, "name", json_string(law->name));
    routh_json_put(&object, "title", json_string(law->title));
    routh_json_put(&object, "restitution", json_string(routh_name(&routh_restitutions, law->restitution)));
    routh_json_put(&object, "rule", json_string(law->rule));
    routh_json_put(&object, "reference", json_string(law->reference));
    routh_json_put(&object, "parameters", parameters);
    routh_json_put(&object, "traits", traits);
    return object;
}

routh_status routh_laws_write(routh_context *context, const routh_law *law, routh_io to) {
    if (routh_wants_text(&to))
        return routh_laws_write_text(context, law, to);
    if (routh_wants_csv(&to))
        return routh_laws_write_csv(context, law, to);
    json_t *list = json_array();
    for (size_t i = 0; i < (law ? 1 : routh_law_count()); i++)
        routh_json_add(&list, law_object(law ? law : routh_law_at(i)));
    return routh_json_write(context, list, JSON_INDENT(2) | JSON_REAL_PRECISION(15), to);
}
