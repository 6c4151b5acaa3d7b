/* What a model answered to `routh predict`, as comma-separated values and as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "predict.h"

#include <math.h>

#include "output.h"

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

static int moved(const predict_answer *a, size_t i) {
    return a->project && !a->prediction[i].inside;
}

static routh_velocity after_of(const predict_answer *a, size_t i) {
    return moved(a, i) ? a->prediction[i].projected_after : a->prediction[i].after;
}

double predict_error(const predict_answer *a, size_t i) {
    return routh_impact_error(ROUTH_VELOCITY, &a->impact[i], after_of(a, i), a->measured[i]);
}

static int knows_couple(const predict_answer *a) {
    for (size_t i = 0; i < a->count; i++)
        if (a->prediction[i].couple != 0)
            return 1;
    return 0;
}

/* The numbers of one impact. The baseline has no impulse unless it was put on one. */
static row numbers_of(const predict_answer *a, size_t i, int couple) {
    const routh_prediction *p = &a->prediction[i];
    const int impulse = a->facts.kind != ROUTH_MODEL_BASELINE;
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
        put(&r, "error", predict_error(a, i));
    return r;
}

void predict_write_csv(FILE *file, const predict_answer *a) {
    const int couple = knows_couple(a);
    for (size_t i = 0; i < a->count && !ferror(file); i++) {
        const row r = numbers_of(a, i, couple);
        for (int k = 0; i == 0 && k < r.count; k++)
            fprintf(file, "%s,", r.name[k]);
        if (i == 0)
            fputs("inside\n", file);
        for (int k = 0; k < r.count; k++) {
            print_number(file, r.value[k]);
            fputc(',', file);
        }
        fprintf(file, "%d\n", a->prediction[i].inside);
    }
}

void predict_write_json(FILE *file, const predict_answer *a) {
    const int couple = knows_couple(a);
    fprintf(file, "{\"model\": \"%s\", \"kind\": \"%s\", \"trained_on\": %zu, \"frame\": \"%s\", \"projected\": %s, ",
            a->name, routh_name(&routh_model_kinds, a->facts.kind), a->facts.count,
            routh_name(&routh_frames, a->origin->frame), a->project ? "true" : "false");
    fputs("\"predictions\": [", file);
    for (size_t i = 0; i < a->count && !ferror(file); i++) {
        const row r = numbers_of(a, i, couple);
        fputs(i == 0 ? "\n{" : ",\n{", file);
        for (int k = 0; k < r.count; k++) {
            fprintf(file, "\"%s\": ", r.name[k]);
            print_number(file, r.value[k]);
            fputs(", ", file);
        }
        fprintf(file, "\"inside\": %s}", a->prediction[i].inside ? "true" : "false");
    }
    fputs("\n]}\n", file);
}
