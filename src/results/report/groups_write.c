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
        json_t *one = ROUTH_JSON_FIELDS(routh_variant, v, name, count);
        ROUTH_PUT(&one, routh_frame_hypothesis, &v->identity, slope, r2, residual);
        routh_put_parameters(&one, s->law, v->parameters);
        ROUTH_PUT(&one, routh_variant, v, error, error_velocity, bound);
        routh_json_add(&readings, one);
    }
    for (int j = 0; j < s->law->parameter_count; j++) {
        json_t *one = ROUTH_JSON_FIELDS(routh_parameter, &s->law->parameter[j], name);
        ROUTH_PUT_AT(&one, routh_variant, &s->variant[0], j, parameters);
        routh_json_put(&one, "standard_error", routh_json_number(s->interval[j].deviation));
        ROUTH_PUT_AT(&one, routh_systematics, s, j, low, high);
        routh_json_add(&parameters, one);
    }
    json_t *object = ROUTH_JSON_FIELDS(routh_systematics, s, law);
    ROUTH_JSON_PUT(&object, {"parameters", parameters}, {"readings", readings});
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
    json_t *object = ROUTH_JSON_FIELDS(routh_split, s, groups, units, least, most, seed), *numbers = json_array();
    for (size_t k = 0; k < s->count; k++) {
        const routh_split_number *n = &s->number[k];
        if (!is_known(n))
            continue;
        json_t *one = ROUTH_JSON_FIELDS(routh_split_number, n, of, name, unit);
        ROUTH_JSON_PUT(&one, {"random", order_object(n, ROUTH_SPLIT_AT_RANDOM)},
                       {"in_order", order_object(n, ROUTH_SPLIT_IN_ORDER)});
        routh_json_add(&numbers, one);
    }
    ROUTH_JSON_PUT(&object, {"ratio_random", routh_json_number(s->ratio[ROUTH_SPLIT_AT_RANDOM])},
                   {"ratio_in_order", routh_json_number(s->ratio[ROUTH_SPLIT_IN_ORDER])});
    ROUTH_PUT(&object, routh_split, s, chance, drifts);
    routh_json_put(&object, "numbers", numbers);
    ROUTH_PUT(&object, routh_split, s, findings);
    return object;
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
