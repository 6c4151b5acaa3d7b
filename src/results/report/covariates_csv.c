/* Parameters that depend on something, as comma-separated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stddef.h>

#include "file/csv_struct.h"
#include "report/covariates_json.h"

/* Numbers after a comma each; nothing for one that does not exist. */
static void put(FILE *file, const double *number, size_t count) {
    for (size_t i = 0; i < count; i++) {
        fputc(',', file);
        if (isfinite(number[i]))
            fprintf(file, "%.10g", number[i]);
    }
}

void routh_covariates_csv(const routh_frame_study *f, FILE *file) {
    const routh_dependence_study *s = f->dependence;
    fputs("law", file);
    ROUTH_CSV_NAMES(file, routh_dependence_test, constant_mean, constant_velocity, error_mean, error_se, error_velocity,
                    gain, gain_se);
    fputc('\n', file);
    for (size_t l = 0; s && l < s->law_count; l++) {
        const routh_dependence_test *t = &s->law[l];
        fputs(t->fit.law->name, file);
        ROUTH_CSV_VALUES(file, routh_dependence_test, t, constant_mean, constant_velocity, error_mean, error_se,
                         error_velocity, gain, gain_se);
        fputc('\n', file);
    }
}

void routh_covariate_figures_csv(const routh_frame_study *f, FILE *file) {
    const routh_dependence_study *s = f->dependence;
    fputs("quantity,kind,at,restitution,restitution_se,friction,friction_se\n", file);
    for (size_t k = 0; s && k < s->figure_count; k++) {
        const routh_dependence_figure *g = &s->figure[k];
        for (size_t b = 0; b < g->bins; b++) {
            const double number[] = {g->at[b], g->restitution[b], g->restitution_se[b], g->friction[b],
                                     g->friction_se[b]};
            fprintf(file, "\"%s\",measured", g->quantity);
            put(file, number, sizeof number / sizeof *number);
            fputc('\n', file);
        }
        for (size_t i = 0; i < ROUTH_DEPENDENCE_CURVE; i++) {
            const double number[] = {g->curve_at[i], g->eps[i], NAN, g->mu[i], NAN};
            fprintf(file, "\"%s\",%s", g->quantity, s->law[s->best].fit.law->name);
            put(file, number, sizeof number / sizeof *number);
            fputc('\n', file);
        }
    }
}

void routh_explored_csv(const routh_frame_study *f, FILE *file) {
    const routh_exploration *e = f->exploration;
    fputs("parameter,step,claimed", file);
    ROUTH_CSV_NAMES(file, routh_candidate, quantity, inseparable, degree, share, beyond_law, behind, error, correlation,
                    chance, blocks, reading, reading_share);
    fputc('\n', file);
    for (int k = 0; e && k < 2; k++)
        for (size_t s = 0; s < e->explored[k].step_count; s++)
            for (size_t c = 0; c < e->explored[k].step[s].count; c++) {
                const routh_candidate *q = &e->explored[k].step[s].candidate[c];
                const double less = q->reading[0] ? q->reading_share : NAN;
                fprintf(file, "%s,%zu,%d", e->explored[k].parameter, s + 1, c == 0 && e->explored[k].step[s].claimed);
                ROUTH_CSV_VALUES(file, routh_candidate, q, quantity, inseparable, degree, share, beyond_law, behind,
                                 error, correlation, chance, blocks, reading);
                put(file, &less, 1);
                fputc('\n', file);
            }
}
