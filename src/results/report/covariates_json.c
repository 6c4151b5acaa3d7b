/* Parameters that depend on something, as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/covariates_json.h"

#include "file/json_build.h"
#include "report/findings_json.h"

static void put_interval(json_t **object, const routh_interval *interval) {
    routh_json_put(object, "low", routh_json_number(interval->low));
    routh_json_put(object, "high", routh_json_number(interval->high));
    routh_json_put(object, "sd", routh_json_number(interval->deviation));
}

static json_t *terms_of(const routh_dependence *d) {
    json_t *list = json_array();
    for (int j = 0; j < d->law->parameter_count; j++) {
        json_t *one = json_object();
        routh_json_put(&one, "parameter", json_string(d->law->parameter[j].name));
        routh_json_put(&one, "quantity", json_null());
        routh_json_put(&one, "coefficient", routh_json_number(d->parameters[j]));
        put_interval(&one, &d->interval[j]);
        routh_json_add(&list, one);
    }
    for (size_t t = 0; t < d->term_count; t++) {
        const routh_term *term = &d->term[t];
        json_t *one = json_object();
        routh_json_put(&one, "parameter", json_string(d->law->parameter[term->parameter].name));
        routh_json_put(&one, "quantity", json_string(d->covariate[term->covariate].quantity));
        routh_json_put(&one, "power", json_integer(term->power));
        routh_json_put(&one, "multiple", json_integer(term->multiple));
        routh_json_put(&one, "coefficient", routh_json_number(term->coefficient));
        put_interval(&one, &term->interval);
        routh_json_add(&list, one);
    }
    return list;
}

static json_t *law_of(const routh_dependence_test *t) {
    json_t *object = json_object();
    routh_json_put(&object, "name", json_string(t->fit.law->name));
    routh_json_put(&object, "title", json_string(t->fit.law->title));
    routh_json_put(&object, "constant_mean", routh_json_number(t->constant_mean));
    routh_json_put(&object, "constant_velocity", routh_json_number(t->constant_velocity));
    routh_json_put(&object, "error_mean", routh_json_number(t->error_mean));
    routh_json_put(&object, "error_se", routh_json_number(t->error_se));
    routh_json_put(&object, "error_velocity", routh_json_number(t->error_velocity));
    routh_json_put(&object, "gain", routh_json_number(t->gain));
    routh_json_put(&object, "gain_se", routh_json_number(t->gain_se));
    routh_json_put(&object, "clipped", routh_json_count(t->fit.clipped));
    routh_json_put(&object, "terms", terms_of(&t->fit));
    return object;
}

static json_t *asked_for(const routh_dependence_study *s) {
    const routh_dependence *d = &s->law[s->best].fit;
    json_t *list = json_array();
    for (size_t k = 0; k < s->covariate_count; k++) {
        json_t *one = json_object();
        routh_json_put(&one, "parameter", json_string(s->covariate[k].parameter));
        routh_json_put(&one, "quantity", json_string(s->covariate[k].quantity));
        routh_json_put(&one, "degree", json_integer(s->covariate[k].degree));
        routh_json_put(&one, "mean", routh_json_number(d->mean[k]));
        routh_json_put(&one, "deviation", routh_json_number(d->deviation[k]));
        routh_json_put(&one, "least", routh_json_number(d->least[k]));
        routh_json_put(&one, "most", routh_json_number(d->most[k]));
        routh_json_add(&list, one);
    }
    return list;
}

static json_t *figures_of(const routh_dependence_study *s) {
    json_t *list = json_array();
    for (size_t k = 0; k < s->figure_count; k++) {
        const routh_dependence_figure *f = &s->figure[k];
        json_t *one = json_object();
        routh_json_put(&one, "quantity", json_string(f->quantity));
        routh_json_put(&one, "unit", json_string(f->unit));
        routh_json_put(&one, "at", routh_json_numbers(f->at, f->bins));
        routh_json_put(&one, "restitution", routh_json_numbers(f->restitution, f->bins));
        routh_json_put(&one, "restitution_se", routh_json_numbers(f->restitution_se, f->bins));
        routh_json_put(&one, "friction", routh_json_numbers(f->friction, f->bins));
        routh_json_put(&one, "friction_se", routh_json_numbers(f->friction_se, f->bins));
        routh_json_put(&one, "curve_at", routh_json_numbers(f->curve_at, ROUTH_DEPENDENCE_CURVE));
        routh_json_put(&one, "eps", routh_json_numbers(f->eps, ROUTH_DEPENDENCE_CURVE));
        routh_json_put(&one, "mu", routh_json_numbers(f->mu, ROUTH_DEPENDENCE_CURVE));
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
    routh_json_put(&object, "words", routh_sentences_json(&s->findings, NULL));
    return object;
}

static json_t *candidate_object(const routh_candidate *c) {
    json_t *object = json_object();
    routh_json_put(&object, "quantity", json_string(c->quantity));
    routh_json_put(&object, "degree", json_integer(c->degree));
    routh_json_put(&object, "share", routh_json_number(c->share));
    routh_json_put(&object, "beyond_law", routh_json_number(c->beyond_law));
    routh_json_put(&object, "behind", routh_json_number(c->behind));
    routh_json_put(&object, "behind_se", routh_json_number(c->error));
    routh_json_put(&object, "correlation", routh_json_number(c->correlation));
    routh_json_put(&object, "chance", routh_json_number(c->chance));
    routh_json_put(&object, "inseparable", json_boolean(c->inseparable));
    routh_json_put(&object, "blocks", routh_json_count(c->blocks));
    if (c->reading[0]) {
        routh_json_put(&object, "reading", json_string(c->reading));
        routh_json_put(&object, "reading_share", routh_json_number(c->reading_share));
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
            routh_json_put(&step, "claimed", json_boolean(x->step[s].claimed));
            routh_json_put(&step, "candidates", candidates);
            routh_json_add(&steps, step);
        }
        routh_json_put(&one, "parameter", json_string(x->parameter));
        routh_json_put(&one, "impacts", routh_json_count(x->count));
        routh_json_put(&one, "claimed", routh_json_count(x->claimed));
        routh_json_put(&one, "share", routh_json_number(x->share));
        routh_json_put(&one, "steps", steps);
        routh_json_add(&parameters, one);
    }
    routh_json_put(&object, "law", json_string(e->law->name));
    routh_json_put(&object, "tried", routh_json_count(e->tried));
    routh_json_put(&object, "parameters", parameters);
    routh_json_put(&object, "words", routh_sentences_json(&e->findings, NULL));
    return object;
}

void routh_put_inputs(json_t **object, const routh_input_study *inputs) {
    if (!inputs)
        return;
    json_t *own = json_object(), *learned = json_object();
    for (int set = 0; set < ROUTH_INPUT_SETS; set++)
        routh_json_put(&learned, routh_name(&routh_input_sets, set), routh_json_number(inputs->learned[set]));
    routh_json_put(&own, "law", json_string(inputs->law->name));
    routh_json_put(&own, "law_constant", routh_json_number(inputs->law_constant));
    routh_json_put(&own, "law_covariates", routh_json_number(inputs->law_covariates));
    routh_json_put(&own, "learned", learned);
    routh_json_put(&own, "from_inputs", routh_json_number(inputs->from_inputs));
    routh_json_put(&own, "from_structure", routh_json_number(inputs->from_structure));
    routh_json_put(&own, "inputs_first", routh_json_number(inputs->inputs_first));
    routh_json_put(&own, "advantage_se", routh_json_number(inputs->advantage_se));
    routh_json_put(&own, "from_inputs_se", routh_json_number(inputs->from_inputs_se));
    routh_json_put(&own, "inputs_first_se", routh_json_number(inputs->inputs_first_se));
    routh_json_put(&own, "words", routh_sentences_json(&inputs->findings, NULL));
    routh_json_put(object, "inputs", own);
}

void routh_put_covariates(json_t **object, const routh_dependence_study *dependence,
                          const routh_exploration *exploration) {
    if (dependence)
        routh_json_put(object, "covariates", dependence_object(dependence));
    if (exploration)
        routh_json_put(object, "exploration", exploration_object(exploration));
}
