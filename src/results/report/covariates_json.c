/* Parameters that depend on something, as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/covariates_json.h"

#include "file/json_build.h"
#include "file/json_struct.h"
#include "report/findings_json.h"

static void put_interval(json_t **object, const routh_interval *interval) {
    ROUTH_PUT(object, routh_interval, interval, low, high, deviation);
}

static json_t *terms_of(const routh_dependence *d) {
    json_t *list = json_array();
    for (int j = 0; j < d->law->parameter_count; j++) {
        json_t *one = json_object();
        routh_json_put(&one, "parameter", json_string(d->law->parameter[j].name));
        routh_json_put(&one, "quantity", json_null());
        ROUTH_PUT_AT(&one, routh_dependence, d, j, parameters);
        put_interval(&one, &d->interval[j]);
        routh_json_add(&list, one);
    }
    for (size_t t = 0; t < d->term_count; t++) {
        const routh_term *term = &d->term[t];
        json_t *one = json_object();
        routh_json_put(&one, "parameter", json_string(d->law->parameter[term->parameter].name));
        ROUTH_PUT(&one, routh_covariate, &d->covariate[term->covariate], quantity);
        ROUTH_PUT(&one, routh_term, term, power, multiple, coefficient);
        put_interval(&one, &term->interval);
        routh_json_add(&list, one);
    }
    return list;
}

static json_t *law_of(const routh_dependence_test *t) {
    json_t *object = ROUTH_JSON_FIELDS(routh_law, t->fit.law, name, title);
    ROUTH_PUT_SPAN(&object, routh_dependence_test, t, constant_mean, gain_se);
    ROUTH_PUT(&object, routh_dependence, &t->fit, clipped);
    routh_json_put(&object, "terms", terms_of(&t->fit));
    return object;
}

static json_t *asked_for(const routh_dependence_study *s) {
    const routh_dependence *d = &s->law[s->best].fit;
    json_t *list = json_array();
    for (size_t k = 0; k < s->covariate_count; k++) {
        json_t *one = ROUTH_JSON_FIELDS(routh_covariate, &s->covariate[k], parameter, quantity, degree);
        ROUTH_PUT_AT(&one, routh_dependence, d, k, mean, deviation, least, most);
        routh_json_add(&list, one);
    }
    return list;
}

static json_t *figures_of(const routh_dependence_study *s) {
    json_t *list = json_array();
    for (size_t k = 0; k < s->figure_count; k++) {
        const routh_dependence_figure *f = &s->figure[k];
        json_t *one = ROUTH_JSON_FIELDS(routh_dependence_figure, f, quantity, unit);
        routh_json_put(&one, "at", routh_json_numbers(f->at, f->bins));
        routh_json_put(&one, "restitution", routh_json_numbers(f->restitution, f->bins));
        routh_json_put(&one, "restitution_se", routh_json_numbers(f->restitution_se, f->bins));
        routh_json_put(&one, "friction", routh_json_numbers(f->friction, f->bins));
        routh_json_put(&one, "friction_se", routh_json_numbers(f->friction_se, f->bins));
        ROUTH_PUT(&one, routh_dependence_figure, f, curve_at, eps, mu);
        routh_json_add(&list, one);
    }
    return list;
}

static json_t *dependence_object(const routh_dependence_study *s) {
    json_t *object = json_object(), *laws = json_array();
    for (size_t l = 0; l < s->law_count; l++)
        routh_json_add(&laws, law_of(&s->law[l]));
    routh_json_put(&object, "covariates", asked_for(s));
    routh_json_put(&object, "laws", laws);
    routh_json_put(&object, "best_law", json_string(s->law[s->best].fit.law->name));
    routh_json_put(&object, "figures", figures_of(s));
    ROUTH_PUT(&object, routh_dependence_study, s, findings);
    return object;
}

static json_t *candidate_object(const routh_candidate *c) {
    json_t *object = json_object();
    ROUTH_PUT_SPAN(&object, routh_candidate, c, quantity, chance);
    ROUTH_PUT(&object, routh_candidate, c, inseparable, blocks);
    if (c->reading[0]) {
        ROUTH_PUT(&object, routh_candidate, c, reading, reading_share);
    }
    return object;
}

static json_t *exploration_object(const routh_exploration *e) {
    json_t *object = json_object(), *parameters = json_array();
    for (int k = 0; k < 2; k++) {
        const routh_explored *x = &e->explored[k];
        json_t *one = json_object(), *steps = json_array();
        for (size_t s = 0; s < x->step_count; s++) {
            json_t *step = json_object(), *candidates = json_array();
            for (size_t c = 0; c < x->step[s].count; c++)
                routh_json_add(&candidates, candidate_object(&x->step[s].candidate[c]));
            ROUTH_PUT(&step, routh_explore_step, &x->step[s], claimed);
            routh_json_put(&step, "candidates", candidates);
            routh_json_add(&steps, step);
        }
        ROUTH_PUT(&one, routh_explored, x, parameter, count, claimed, share);
        routh_json_put(&one, "steps", steps);
        routh_json_add(&parameters, one);
    }
    ROUTH_PUT(&object, routh_exploration, e, law, tried);
    routh_json_put(&object, "parameters", parameters);
    ROUTH_PUT(&object, routh_exploration, e, findings);
    return object;
}

void routh_put_inputs(json_t **object, const routh_input_study *inputs) {
    if (!inputs)
        return;
    json_t *own = json_object(), *learned = json_object();
    for (int set = 0; set < ROUTH_INPUT_SETS; set++)
        routh_json_put(&learned, routh_name(&routh_input_sets, set), routh_json_number(inputs->learned[set]));
    ROUTH_PUT(&own, routh_input_study, inputs, law, law_constant, law_covariates);
    routh_json_put(&own, "learned", learned);
    ROUTH_PUT_SPAN(&own, routh_input_study, inputs, from_inputs, findings);
    routh_json_put(object, "inputs", own);
}

void routh_put_covariates(json_t **object, const routh_dependence_study *dependence,
                          const routh_exploration *exploration) {
    if (dependence)
        routh_json_put(object, "covariates", dependence_object(dependence));
    if (exploration)
        routh_json_put(object, "exploration", exploration_object(exploration));
}
