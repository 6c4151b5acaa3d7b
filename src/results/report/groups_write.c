/* A recording read otherwise, and dealt into groups: how its numbers change, as JSON and as tables for people, the same in a
 * check and a study.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>

/* Systematics -------------------------------------------------------------------------------------------*/

json_t *routh_systematics_json(const routh_systematics *s) {
    if (!s || s->count < 2)
        return json_null();
    json_t *readings = json_array(), *parameters = json_array();
    for (size_t i = 0; i < s->count; i++) {
        const routh_variant *v = &s->variant[i];
        routh_json_add(&readings, ROUTH_JSON_NEW(routh_variant_layout, .variant = v, .identity = &v->identity,
                                                 .parameters = routh_parameters_json(s->law, v->parameters)));
    }
    for (int j = 0; j < s->law->parameter_count; j++) {
        routh_json_add(&parameters,
                       ROUTH_JSON_NEW(routh_reading_value_layout, .name = s->law->parameter[j].name,
                                      .value = s->variant[0].parameters[j], .standard_error = s->interval[j].deviation,
                                      .low = s->low[j], .high = s->high[j]));
    }
    return ROUTH_JSON_NEW(routh_systematics_layout, .law = s->law->name, .parameters = parameters, .readings = readings,
                          .words = s->findings);
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
    routh_print_findings(file, &s->findings, "");
}

/* A split recording -------------------------------------------------------------------------------------*/

static json_t *order_object(const routh_split_number *n, int order) {
    json_t *object = json_object();
    ROUTH_PUT_AT(&object, routh_split_number, n, order, groups, mean, scatter, claimed, ratio);
    return object;
}

/* Determined in some group; a disc has no angle, and its row says nothing. */
static bool is_known(const routh_split_number *n) {
    return n->groups[ROUTH_SPLIT_AT_RANDOM] > 0 || n->groups[ROUTH_SPLIT_IN_ORDER] > 0;
}

json_t *routh_split_json(const routh_split *s) {
    if (s->groups == 0)
        return json_null();
    json_t *numbers = json_array();
    for (size_t k = 0; k < s->count; k++) {
        const routh_split_number *n = &s->number[k];
        if (!is_known(n))
            continue;
        routh_json_add(&numbers, ROUTH_JSON_NEW(routh_split_number_layout, .number = n,
                                                .random = order_object(n, ROUTH_SPLIT_AT_RANDOM),
                                                .in_order = order_object(n, ROUTH_SPLIT_IN_ORDER)));
    }
    return ROUTH_JSON_NEW(routh_split_layout, .split = s, .ratio_random = s->ratio[ROUTH_SPLIT_AT_RANDOM],
                          .ratio_in_order = s->ratio[ROUTH_SPLIT_IN_ORDER], .numbers = numbers);
}

void routh_print_split(FILE *file, const void *what) {
    static const routh_column columns[] = {
        {"", "%-18s"},         {"NUMBER", "%-12s"},     {"MEAN", " %11.4g"}, {"STATED ERROR", " %13.2g"},
        {"RANDOM", " %11.2f"}, {"IN ORDER", " %11.2f"}, {"", "  %s"}};
    const routh_split *s = what;
    fprintf(file,
            "In %zu groups of %zu to %zu %s: scatter between groups ÷ stated error, at random (seed %llu) and in "
            "the order of the recording\n\n",
            s->groups, s->least, s->most, s->units, (unsigned long long)s->seed);
    routh_rows rows = ROUTH_ROWS_BEGIN(file, columns);
    rows.missing = "";
    for (size_t k = 0; k < s->count; k++) {
        const routh_split_number *n = &s->number[k];
        if (is_known(n))
            ROUTH_ROW(&rows, n->of, n->name, n->mean[ROUTH_SPLIT_AT_RANDOM], n->claimed[ROUTH_SPLIT_AT_RANDOM],
                      n->ratio[ROUTH_SPLIT_AT_RANDOM], n->ratio[ROUTH_SPLIT_IN_ORDER], n->unit);
    }
    fputc('\n', file);
    routh_print_findings(file, &s->findings, "");
}
