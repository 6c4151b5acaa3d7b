/* The registry of laws as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/report.h>

#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "report/text.h"
#include "report/writers.h"

static json_t *parameter_object(const routh_parameter *parameter) {
    json_t *object = json_object();
    ROUTH_PUT_SPAN(&object, routh_parameter, parameter, name, high);
    ROUTH_PUT(&object, routh_parameter, parameter, initial);
    return object;
}

static json_t *law_object(const routh_law *law) {
    json_t *object = json_object(), *parameters = json_array(), *traits = json_array();
    for (int i = 0; i < law->parameter_count; i++)
        routh_json_add(&parameters, parameter_object(&law->parameter[i]));
    for (size_t i = 0; i < routh_law_traits.count; i++)
        if (law->traits & 1u << i)
            routh_json_add(&traits, json_string(routh_name(&routh_law_traits, (long)i)));
    ROUTH_PUT(&object, routh_law, law, name, title, restitution, rule, reference);
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
