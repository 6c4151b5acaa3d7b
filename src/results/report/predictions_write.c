/* What a model answered, as comma-separated values and as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdbool.h>

#include <routh/report.h>

#include "file/ending.h"
#include "file/output.h"
#include "report/text.h"

enum { MOST_COLUMNS = 20 };

typedef struct row {
    int count;
    const char *name[MOST_COLUMNS];
    double value[MOST_COLUMNS];
} row;

static void put(row *r, const char *name, double value) {
    r->name[r->count] = name;
    r->value[r->count++] = value;
}

static bool moved(const routh_predictions *a, size_t i) {
    return a->project && !a->prediction[i].inside;
}

static routh_velocity after_of(const routh_predictions *a, size_t i) {
    return moved(a, i) ? a->prediction[i].projected_after : a->prediction[i].after;
}

static bool knows_couple(const routh_predictions *a) {
    for (size_t i = 0; i < a->count; i++)
        if (a->prediction[i].couple != 0)
            return true;
    return false;
}

/* The numbers of one impact. The baseline has no impulse unless it was put on one. */
static row numbers_of(const routh_predictions *a, size_t i, bool couple) {
    const routh_model_facts facts = routh_model_facts_of(a->model);
    const routh_prediction *p = &a->prediction[i];
    const bool impulse = facts.kind != ROUTH_MODEL_BASELINE;
    const routh_velocity after = after_of(a, i);
    row r = {0};
    if (impulse) {
        put(&r, "pt", moved(a, i) ? p->projected.pt : p->impulse.pt);
        put(&r, "pn", moved(a, i) ? p->projected.pn : p->impulse.pn);
    }
    if (couple)
        put(&r, "couple", moved(a, i) ? 0 : p->couple);
    put(&r, "vx", after.vx);
    put(&r, "vy", after.vy);
    put(&r, "omega", after.omega);
    if (impulse) {
        put(&r, "pt_sd", p->impulse_sd[0]);
        put(&r, "pn_sd", p->impulse_sd[1]);
    }
    if (couple)
        put(&r, "couple_sd", p->couple_sd);
    put(&r, "vx_sd", p->after_sd[0]);
    put(&r, "vy_sd", p->after_sd[1]);
    put(&r, "omega_sd", p->after_sd[2]);
    if (impulse) {
        put(&r, "pt_95", p->impulse_interval[0]);
        put(&r, "pn_95", p->impulse_interval[1]);
    }
    if (couple)
        put(&r, "couple_95", p->couple_interval);
    put(&r, "vx_95", p->after_interval[0]);
    put(&r, "vy_95", p->after_interval[1]);
    put(&r, "omega_95", p->after_interval[2]);
    put(&r, "energy_ratio", routh_impact_energy_ratio(&a->impact[i], after));
    if (a->measured)
        put(&r, "error", routh_impact_error(ROUTH_VELOCITY, &a->impact[i], after, a->measured[i]));
    return r;
}

static void print_csv(FILE *file, const void *what) {
    const routh_predictions *a = what;
    const bool couple = knows_couple(a);
    for (size_t i = 0; i < a->count && !ferror(file); i++) {
        const row r = numbers_of(a, i, couple);
        for (int k = 0; i == 0 && k < r.count; k++)
            fprintf(file, "%s,", r.name[k]);
        if (i == 0)
            fputs("inside\n", file);
        for (int k = 0; k < r.count; k++) {
            routh_number_print(file, r.value[k]);
            fputc(',', file);
        }
        fprintf(file, "%d\n", a->prediction[i].inside);
    }
}

static void print_json(FILE *file, const void *what) {
    const routh_predictions *a = what;
    const routh_model_facts facts = routh_model_facts_of(a->model);
    const bool couple = knows_couple(a);
    fprintf(file, "{\"model\": \"%s\", \"kind\": \"%s\", \"trained_on\": %zu, \"frame\": \"%s\", \"projected\": %s, ",
            a->name, routh_name(&routh_model_kinds, facts.kind), facts.count, routh_name(&routh_frames, a->frame),
            a->project ? "true" : "false");
    fputs("\"predictions\": [", file);
    for (size_t i = 0; i < a->count && !ferror(file); i++) {
        const row r = numbers_of(a, i, couple);
        fputs(i == 0 ? "\n{" : ",\n{", file);
        for (int k = 0; k < r.count; k++) {
            fprintf(file, "\"%s\": ", r.name[k]);
            routh_number_print(file, r.value[k]);
            fputs(", ", file);
        }
        fprintf(file, "\"inside\": %s}", a->prediction[i].inside ? "true" : "false");
    }
    fputs("\n]}\n", file);
}

routh_status routh_predictions_write(routh_context *context, const routh_predictions *predictions, routh_io to) {
    static const char *const endings[] = {".csv", ".json", NULL};
    static void (*const print[])(FILE *, const void *) = {print_csv, print_json};
    const int format = routh_ending_of(context, "routh_predictions", endings, to);
    return format < 0 ? ROUTH_BAD_ARGUMENT : routh_text_print(context, to, print[format], predictions);
}
