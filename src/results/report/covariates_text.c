/* What parameters depend on, as text for people.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>

#include "report/text.h"

static void print_term(FILE *file, const routh_dependence *d, const routh_term *t) {
    char name[ROUTH_LABEL_SIZE + 32];
    const routh_covariate *c = &d->covariate[t->covariate];
    if (t->power == 0)
        snprintf(name, sizeof name, abs(t->multiple) == 1 ? "%s %s" : "%s %s × %d", t->multiple > 0 ? "sin" : "cos",
                 c->quantity, abs(t->multiple));
    else
        snprintf(name, sizeof name, "%s^%d", c->quantity, t->power);
    fprintf(file, "  %-5s %-14s %9.4f", c->parameter, name, t->coefficient);
    if (t->interval.low <= t->interval.high)
        fprintf(file, "   %7.4f … %7.4f", t->interval.low, t->interval.high);
    fputc('\n', file);
}

/* The best law's numbers, so that the curve can be used elsewhere. */
static void print_coefficients(FILE *file, const routh_dependence *d) {
    fprintf(file, "\n%s, coefficients:\n", d->law->title);
    for (int j = 0; j < d->law->parameter_count; j++) {
        fprintf(file, "  %-5s %-14s %9.4f", d->law->parameter[j].name, "constant", d->parameters[j]);
        if (d->interval[j].low <= d->interval[j].high)
            fprintf(file, "   %7.4f … %7.4f", d->interval[j].low, d->interval[j].high);
        fputc('\n', file);
    }
    for (size_t t = 0; t < d->term_count; t++)
        print_term(file, d, &d->term[t]);
    for (size_t k = 0; k < d->covariate_count; k++)
        if (!routh_quantity_is_angle(d->covariate[k].quantity))
            fprintf(file, "%s enters as (%s %s %.6g)/%.6g, held between %.6g and %.6g.\n", d->covariate[k].quantity,
                    d->covariate[k].quantity, d->mean[k] < 0 ? "+" : "−", fabs(d->mean[k]), d->deviation[k],
                    d->least[k], d->most[k]);
}

void routh_print_covariates(FILE *file, const routh_dependence_study *dependence,
                            const routh_exploration *exploration) {
    if (dependence) {
        fputs("\nParameters that depend on", file);
        for (size_t k = 0; k < dependence->covariate_count; k++)
            fprintf(file, "%s %s:%s:%d", k ? "," : "", dependence->covariate[k].parameter,
                    dependence->covariate[k].quantity, dependence->covariate[k].degree);
        fprintf(file, "; error on held-out impacts\n\n%-18s  constant  (m/s)     with covariates  (m/s)   gain ± se\n",
                "");
        for (size_t l = 0; l < dependence->law_count; l++) {
            const routh_dependence_test *t = &dependence->law[l];
            fprintf(file, "%-18s  %.3f    (%.3f)    %.3f            (%.3f)  %.4f ± %.4f\n", t->fit.law->name,
                    t->constant_mean, t->constant_velocity, t->error_mean, t->error_velocity, t->gain, t->gain_se);
        }
        print_coefficients(file, &dependence->law[dependence->best].fit);
        routh_print_sentences(file, &dependence->findings);
    }
    if (exploration)
        routh_print_sentences(file, &exploration->findings);
}
