/* What learned models add, as comma-separated values: curves, densities, and facts about the models.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/learning_csv.h"

#include <math.h>

#include "study/learning.h"

const char *routh_contestant_kind_name(routh_contestant_kind kind) {
    static const char *const name[] = {[ROUTH_CONTESTANT_MODEL] = "model",
                                       [ROUTH_CONTESTANT_LAW] = "law",
                                       [ROUTH_CONTESTANT_PRIOR] = "prior",
                                       [ROUTH_CONTESTANT_ON_PRIOR] = "on-prior",
                                       [ROUTH_CONTESTANT_BEST_POST_HOC] = "best-post-hoc",
                                       [ROUTH_CONTESTANT_BOUND] = "bound"};
    return name[kind];
}

/* A number and what comes after it; nothing for one that does not exist. */
static void put(FILE *file, double value, const char *then) {
    if (isfinite(value))
        fprintf(file, "%.10g", value);
    fputs(then, file);
}

void routh_learning_curves_csv(const routh_frame_study *f, FILE *file) {
    const routh_learning *l = f->learning;
    fputs("contestant,kind,size,draws,mean,sd,least,most,relative\n", file);
    for (size_t c = 0; l && c < l->count; c++)
        for (size_t i = 0; i < l->size_count; i++) {
            const routh_learning_point *p = &l->contestant[c].curve[i];
            fprintf(file, "%s,%s,%zu,%zu,", l->contestant[c].name, routh_contestant_kind_name(l->contestant[c].kind),
                    p->size, p->draws);
            put(file, p->mean, ",");
            put(file, p->deviation, ",");
            put(file, p->least, ",");
            put(file, p->most, ",");
            put(file, p->relative, "\n");
        }
}

void routh_learning_densities_csv(const routh_frame_study *f, FILE *file) {
    const routh_learning *l = f->learning;
    fputs("error", file);
    for (size_t c = 0; l && c < l->count; c++)
        fprintf(file, ",%s", l->contestant[c].name);
    fputc('\n', file);
    for (size_t j = 0; l && j < ROUTH_DENSITY_POINTS; j++) {
        put(file, l->density_error[j], "");
        for (size_t c = 0; c < l->count; c++) {
            fputc(',', file);
            put(file, l->contestant[c].density[j], "");
        }
        fputc('\n', file);
    }
}

/* One line of the details. */
static void line(FILE *file, const routh_contestant *c, const char *what, const char *output, const char *of,
                 double value) {
    fprintf(file, "%s,%s,%s,%s,", c->name, what, output, of);
    put(file, value, "\n");
}

static void model_details(FILE *file, const routh_contestant *c) {
    const routh_model_study *m = &c->detail;
    char of[32];
    for (size_t j = 0; j < m->outputs; j++) {
        line(file, c, "noise", m->output[j], m->unit[j], m->noise[j]);
        for (size_t k = 0; k < m->inputs; k++)
            line(file, c, "length", m->output[j], m->input[k], m->length[j][k]);
        for (int level = 0; level < ROUTH_COVERAGE_LEVELS; level++) {
            snprintf(of, sizeof of, "%g", routh_coverage_level(level));
            line(file, c, "coverage", m->covered[j], of, m->coverage[j][level]);
        }
    }
    for (int bin = 0; bin < ROUTH_SPEED_BINS; bin++) {
        snprintf(of, sizeof of, "%d", bin + 1);
        line(file, c, "bin-speed", "", of, m->bin_speed[bin]);
        line(file, c, "bin-error", "", of, m->bin_error[bin]);
    }
    line(file, c, "speed-correlation", "", "", m->speed_correlation);
    line(file, c, "speed-confidence", "", "", m->speed_confidence);
    line(file, c, "outside", "", "", m->outside);
    line(file, c, "projected-error", "", "m/s", m->projected_error);
    line(file, c, "pays-from", "", "", c->pays_from);
    line(file, c, "bounded", "", "", (double)m->bounded);
}

void routh_learning_details_csv(const routh_frame_study *f, FILE *file) {
    const routh_learning *l = f->learning;
    fputs("contestant,what,output,of,value\n", file);
    for (size_t c = 0; l && c < l->count; c++)
        if (l->contestant[c].detail.outputs)
            model_details(file, &l->contestant[c]);
}
