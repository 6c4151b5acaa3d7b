/* Systematics as JSON and as a table for people: every reading of the recording, then sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/material_json.h"
#include "report/systematics.h"

#include <routh/report.h>

#include "file/ending.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "file/output.h"
#include "report/findings_json.h"

static json_t *variant_object(const routh_law *law, const routh_variant *v) {
    json_t *object = ROUTH_JSON_FIELDS(routh_variant, v, name, count);
    ROUTH_PUT(&object, routh_frame_hypothesis, &v->identity, slope, r2, residual);
    routh_put_parameters(&object, law, v->parameters);
    ROUTH_PUT(&object, routh_variant, v, error, error_velocity, bound);
    return object;
}

static json_t *parameter_object(const routh_systematics *s, int j) {
    json_t *object = ROUTH_JSON_FIELDS(routh_parameter, &s->law->parameter[j], name);
    ROUTH_PUT_AT(&object, routh_variant, &s->variant[0], j, parameters);
    routh_json_put(&object, "standard_error", routh_json_number(s->interval[j].deviation));
    ROUTH_PUT_AT(&object, routh_systematics, s, j, low, high);
    return object;
}

json_t *routh_systematics_json(const routh_systematics *s) {
    if (!s || s->count < 2)
        return json_null();
    json_t *object = json_object(), *readings = json_array(), *parameters = json_array();
    for (size_t i = 0; i < s->count; i++)
        routh_json_add(&readings, variant_object(s->law, &s->variant[i]));
    for (int j = 0; j < s->law->parameter_count; j++)
        routh_json_add(&parameters, parameter_object(s, j));
    ROUTH_PUT(&object, routh_systematics, s, law);
    routh_json_put(&object, "parameters", parameters);
    routh_json_put(&object, "readings", readings);
    ROUTH_PUT(&object, routh_systematics, s, findings);
    return object;
}

void routh_systematics_print(FILE *file, const void *what) {
    const routh_systematics *s = what;
    fprintf(file, "%-32s%8s%8s%7s%10s", "READING", "IMPACTS", "m/I", "R2", "RESIDUAL");
    for (int j = 0; j < s->law->parameter_count; j++)
        fprintf(file, "%8s", s->law->parameter[j].name);
    fprintf(file, "%8s%8s\n", "BOUND", "ERROR");
    for (size_t i = 0; i < s->count; i++) {
        const routh_variant *v = &s->variant[i];
        fprintf(file, "%-32s %7zu %7.0f %6.3f %9.2f", v->name, v->count, v->identity.slope, v->identity.r2,
                v->identity.residual);
        for (int j = 0; j < s->law->parameter_count; j++)
            fprintf(file, " %7.3f", v->parameters[j]);
        fprintf(file, " %7.3f %7.3f\n", v->bound, v->error);
    }
    for (size_t i = 0; i < s->findings.count; i++)
        fprintf(file, "%s\n", s->findings.finding[i].text);
}

routh_status routh_systematics_write(routh_context *context, const routh_systematics *systematics, routh_io to) {
    static const char *const endings[] = {".txt", ".json", NULL};
    const int format = routh_ending_of(context, "routh_systematics", endings, to);
    if (format < 0)
        return ROUTH_BAD_ARGUMENT;
    return format == 0 ? routh_text_print(context, to, routh_systematics_print, systematics)
                       : routh_json_write(context, routh_systematics_json(systematics), ROUTH_JSON_RESULTS, to);
}
