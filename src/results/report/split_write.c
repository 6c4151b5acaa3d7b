/* A split recording as JSON and as a table for people: how each number scatters between groups, then sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include <routh/report.h>

#include "file/ending.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "file/output.h"
#include "report/findings_json.h"
#include "report/split_json.h"
#include "report/text.h"

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
    json_t *object = json_object(), *numbers = json_array();
    for (size_t k = 0; k < s->count; k++) {
        const routh_split_number *n = &s->number[k];
        if (!is_known(n))
            continue;
        json_t *one = ROUTH_JSON_FIELDS(routh_split_number, n, of, name, unit);
        routh_json_put(&one, "random", order_object(n, ROUTH_SPLIT_AT_RANDOM));
        routh_json_put(&one, "in_order", order_object(n, ROUTH_SPLIT_IN_ORDER));
        routh_json_add(&numbers, one);
    }
    ROUTH_PUT(&object, routh_split, s, groups, units, least, most, seed);
    routh_json_put(&object, "ratio_random", routh_json_number(s->ratio[ROUTH_SPLIT_AT_RANDOM]));
    routh_json_put(&object, "ratio_in_order", routh_json_number(s->ratio[ROUTH_SPLIT_IN_ORDER]));
    ROUTH_PUT(&object, routh_split, s, chance, drifts);
    routh_json_put(&object, "numbers", numbers);
    ROUTH_PUT(&object, routh_split, s, findings);
    return object;
}

static void print_ratio(FILE *file, double ratio) {
    if (isfinite(ratio))
        fprintf(file, " %11.2f", ratio);
    else
        fprintf(file, "%12s", "");
}

void routh_print_split(FILE *file, const void *what) {
    const routh_split *s = what;
    fprintf(file,
            "In %zu groups of %zu to %zu %s: scatter between groups ÷ stated error, at random (seed %llu) and in "
            "the order of the recording\n\n",
            s->groups, s->least, s->most, s->units, (unsigned long long)s->seed);
    fprintf(file, "%-18s%-12s%12s%14s%12s%12s\n", "", "NUMBER", "MEAN", "STATED ERROR", "RANDOM", "IN ORDER");
    for (size_t k = 0; k < s->count; k++) {
        const routh_split_number *n = &s->number[k];
        if (!is_known(n))
            continue;
        fprintf(file, "%-18s%-12s %11.4g %13.2g", n->of, n->name, n->mean[ROUTH_SPLIT_AT_RANDOM],
                n->claimed[ROUTH_SPLIT_AT_RANDOM]);
        print_ratio(file, n->ratio[ROUTH_SPLIT_AT_RANDOM]);
        print_ratio(file, n->ratio[ROUTH_SPLIT_IN_ORDER]);
        fprintf(file, "  %s\n", n->unit);
    }
    fputc('\n', file);
    for (size_t i = 0; i < s->findings.count; i++)
        fprintf(file, "%s\n", s->findings.finding[i].text);
}

routh_status routh_split_write(routh_context *context, const routh_split *split, routh_io to) {
    static const char *const endings[] = {".txt", ".json", NULL};
    const int format = routh_ending_of(context, "routh_split", endings, to);
    if (format < 0)
        return ROUTH_BAD_ARGUMENT;
    return format == 0 ? routh_text_print(context, to, routh_print_split, split)
                       : routh_json_write(context, routh_split_json(split), ROUTH_JSON_RESULTS, to);
}
