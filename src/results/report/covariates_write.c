/* Parameters that depend on something, and what was found in looking for that: as JSON, as text, and as a picture.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>

#include "base/context.h"
#include "study/result_words.h"

static json_t *terms_of(const routh_dependence *d) {
    json_t *list = json_array();
    for (int j = 0; j < d->law->parameter_count; j++) {
        json_t *own = json_object();
        ROUTH_PUT_AT(&own, routh_dependence, d, j, parameters);
        routh_json_add(&list, ROUTH_JSON_NEW(routh_term_layout, d->law->parameter[j].name, NULL, own,
                                             ROUTH_JSON_OF(routh_interval, &d->interval[j])));
    }
    for (size_t t = 0; t < d->term_count; t++) {
        const routh_term *term = &d->term[t];
        routh_json_add(&list, ROUTH_JSON_NEW(routh_term_layout, d->law->parameter[term->parameter].name,
                                             d->covariate[term->covariate].quantity,
                                             ROUTH_JSON_FIELDS(routh_term, term, power, multiple, coefficient),
                                             ROUTH_JSON_OF(routh_interval, &term->interval)));
    }
    return list;
}

static json_t *laws_of(const routh_dependence_study *s) {
    json_t *list = json_array();
    for (size_t l = 0; l < s->law_count; l++) {
        const routh_dependence_test *t = &s->law[l];
        routh_json_add(&list, ROUTH_JSON_NEW(routh_dependence_layout, .law = t->fit.law, .test = t, .fit = &t->fit,
                                             .terms = terms_of(&t->fit)));
    }
    return list;
}

static json_t *asked_for(const routh_dependence_study *s) {
    json_t *list = json_array();
    for (size_t k = 0; k < s->covariate_count; k++) {
        json_t *one = ROUTH_JSON_FIELDS(routh_covariate, &s->covariate[k], parameter, quantity, degree);
        ROUTH_PUT_AT(&one, routh_dependence, &s->law[s->best].fit, k, mean, deviation, least, most);
        routh_json_add(&list, one);
    }
    return list;
}

static json_t *figures_of(const routh_dependence_study *s) {
    json_t *list = json_array();
    for (size_t k = 0; k < s->figure_count; k++) {
        const routh_dependence_figure *f = &s->figure[k];
        routh_json_add(&list, ROUTH_JSON_NEW(routh_dependence_figure_layout, .figure = f,
                                             .at = routh_json_numbers(f->at, f->bins),
                                             .restitution = routh_json_numbers(f->restitution, f->bins),
                                             .restitution_se = routh_json_numbers(f->restitution_se, f->bins),
                                             .friction = routh_json_numbers(f->friction, f->bins),
                                             .friction_se = routh_json_numbers(f->friction_se, f->bins)));
    }
    return list;
}

static json_t *steps_of(const routh_explored *x) {
    json_t *steps = json_array();
    for (size_t s = 0; s < x->step_count; s++) {
        json_t *candidates = json_array();
        for (size_t c = 0; c < x->step[s].count; c++) {
            const routh_candidate *candidate = &x->step[s].candidate[c];
            json_t *object = json_object();
            ROUTH_PUT_SPAN(&object, routh_candidate, candidate, quantity, chance);
            ROUTH_PUT(&object, routh_candidate, candidate, inseparable, blocks);
            if (candidate->reading[0])
                ROUTH_PUT(&object, routh_candidate, candidate, reading, reading_share);
            routh_json_add(&candidates, object);
        }
        routh_json_add(&steps, ROUTH_JSON_NEW(routh_explore_step_layout, x->step[s].claimed, candidates));
    }
    return steps;
}

json_t *routh_exploration_json(const routh_exploration *e) {
    if (!e)
        return routh_json_absent();
    json_t *parameters = json_array();
    for (int k = 0; k < 2; k++) {
        const routh_explored *one = &e->explored[k];
        routh_json_add(&parameters, ROUTH_JSON_NEW(routh_explored_layout, .explored = one, .steps = steps_of(one)));
    }
    return ROUTH_JSON_NEW(routh_exploration_layout, .exploration = e, .parameters = parameters);
}

json_t *routh_inputs_json(const routh_input_study *inputs) {
    if (!inputs)
        return routh_json_absent();
    json_t *learned = json_object(), *conclusion = json_object();
    for (int set = 0; set < ROUTH_INPUT_SETS; set++)
        routh_json_put(&learned, routh_name(&routh_input_sets, set), routh_json_number(inputs->learned[set]));
    ROUTH_PUT_SPAN(&conclusion, routh_input_study, inputs, from_inputs, findings);
    return ROUTH_JSON_NEW(routh_inputs_layout,
                          ROUTH_JSON_FIELDS(routh_input_study, inputs, law, law_constant, law_covariates), learned,
                          conclusion);
}

json_t *routh_covariates_json(const routh_dependence_study *s) {
    return !s ? routh_json_absent()
              : ROUTH_JSON_NEW(routh_covariates_layout, .study = s, .covariates = asked_for(s), .laws = laws_of(s),
                               .best_law = s->law[s->best].fit.law->name, .figures = figures_of(s));
}

/* Text --------------------------------------------------------------------------------------------------*/

static void print_coefficient(FILE *file, const char *parameter, const char *name, double value,
                              const routh_interval *interval) {
    fprintf(file, "  %-5s %-14s %9.4f", parameter, name, value);
    if (interval->low <= interval->high)
        fprintf(file, "   %7.4f … %7.4f", interval->low, interval->high);
    fputc('\n', file);
}

/* The best law's numbers, so that the curve can be used elsewhere. */
static void print_coefficients(FILE *file, const routh_dependence *d) {
    fprintf(file, "\n%s, coefficients:\n", d->law->title);
    for (int j = 0; j < d->law->parameter_count; j++)
        print_coefficient(file, d->law->parameter[j].name, "constant", d->parameters[j], &d->interval[j]);
    for (size_t i = 0; i < d->term_count; i++) {
        const routh_term *t = &d->term[i];
        char name[ROUTH_NAME_SIZE];
        print_coefficient(file, d->covariate[t->covariate].parameter, routh_term_text(d, t, name), t->coefficient,
                          &t->interval);
    }
    for (size_t k = 0; k < d->covariate_count; k++) {
        char text[2 * ROUTH_NAME_SIZE];
        fputs(routh_covariate_text(d, k, text), file);
    }
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
        fputc('\n', file);
        routh_print_findings(file, &dependence->findings, "");
    }
    if (exploration) {
        fputc('\n', file);
        routh_print_findings(file, &exploration->findings, "");
    }
}

/* The picture: law-free restitution and friction over the quantities, with the best law's curves -----------------------*/

/* A measured quantity in bins with standard errors, and the law's parameter. */
static void add_chart(json_t **charts, const routh_dependence_figure *f, const double *mean, const double *error,
                      const double *value, const char *law, const char *title) {
    json_t *lines = json_array();
    char label[2 * ROUTH_LABEL_SIZE];
    routh_line bins = routh_points_begin("without a law");
    for (size_t b = 0; b < f->bins; b++)
        if (isfinite(mean[b]))
            routh_points_add(&bins, f->at[b], mean[b], mean[b] - error[b], mean[b] + error[b]);
    routh_line_end(&bins, &lines);
    routh_line_of(&lines, law, routh_series_of(f->curve_at, ROUTH_DEPENDENCE_CURVE),
                  routh_series_of(value, ROUTH_DEPENDENCE_CURVE));
    snprintf(label, sizeof label, "%s%s%s", f->quantity, f->unit[0] ? ", " : "", f->unit);
    routh_chart_end(charts, "", label, title, lines);
}

routh_status routh_draw_covariates(routh_context *context, FILE *file, const routh_dependence_study *study) {
    if (!study || study->figure_count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "a picture of fits shows what parameters depend on: it needs a covariate");
    const char *law = study->law[study->best].fit.law->title;
    routh_figure figure = {.title = "What restitution and friction depend on",
                           .note = "Dots: means of bins of equal count, with standard errors. Curves: other covariates "
                                   "at their means.",
                           .findings = &study->findings,
                           .charts = json_array(),
                           .across = 2};
    for (size_t k = 0; k < study->figure_count; k++) {
        const routh_dependence_figure *f = &study->figure[k];
        add_chart(&figure.charts, f, f->restitution, f->restitution_se, f->eps, law, "restitution −*v*_n⁺/*v*_n");
        add_chart(&figure.charts, f, f->friction, f->friction_se, f->mu, law, "friction of slip |*P*_t|/*P*_n");
    }
    return routh_draw_figure(context, file, figure);
}
