/* What learned models add, as JSON: contestants with their learning curves, what only models have, and the numbers of the
 * conclusion. The layout is that of docs/study.md.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/learning_json.h"

#include "file/json_struct.h"
#include "report/findings_json.h"
#include "report/learning_csv.h"
#include "report/study_json.h"
#include "study/learning.h"

static bool is_learned(routh_contestant_kind kind) {
    return kind == ROUTH_CONTESTANT_MODEL || kind == ROUTH_CONTESTANT_PRIOR || kind == ROUTH_CONTESTANT_ON_PRIOR;
}

static json_t *outputs_list(const routh_model_study *s) {
    json_t *list = json_array();
    for (size_t i = 0; i < s->outputs; i++) {
        json_t *output = json_object();
        ROUTH_PUT_AT(&output, routh_model_study, s, i, output, unit, noise, covered, coverage);
        routh_json_put(&output, "length", routh_json_numbers(s->length[i], s->inputs));
        routh_json_add(&list, output);
    }
    return list;
}

/* Mean over the outputs, for each level. */
static json_t *coverage_means(const routh_model_study *s) {
    json_t *list = json_array();
    for (int level = 0; level < ROUTH_COVERAGE_LEVELS; level++) {
        double sum = 0;
        for (size_t i = 0; i < s->outputs; i++)
            sum += s->coverage[i][level];
        routh_json_add(&list, routh_json_number(sum / (double)s->outputs));
    }
    return list;
}

static json_t *detail_object(const routh_model_study *s) {
    json_t *object = json_object(), *inputs = json_array(), *speed = json_object();
    for (size_t i = 0; i < s->inputs; i++)
        routh_json_add(&inputs, json_string(s->input[i]));
    ROUTH_PUT_SPAN(&speed, routh_model_study, s, bin_speed, speed_confidence);
    routh_json_put(&object, "inputs", inputs);
    routh_json_put(&object, "outputs", outputs_list(s));
    routh_json_put(&object, "coverage_mean", coverage_means(s));
    ROUTH_PUT(&object, routh_model_study, s, outside, projected_error, bounded);
    routh_json_put(&object, "speed", speed);
    return object;
}

static json_t *contestant_object(const routh_contestant *c, size_t size_count) {
    const int learned = is_learned(c->kind);
    json_t *object = ROUTH_JSON_FIELDS(routh_contestant, c, name, title);
    routh_json_put(&object, "kind", json_string(routh_contestant_kind_name(c->kind)));
    routh_json_put(&object, "model", learned ? json_string(routh_name(&routh_model_kinds, c->model)) : json_null());
    ROUTH_PUT(&object, routh_contestant, c, law);
    if (learned || c->kind == ROUTH_CONTESTANT_BOUND)
        ROUTH_PUT(&object, routh_contestant, c, metric);
    routh_json_put(&object, "curve", ROUTH_JSON_LIST(routh_learning_point, c->curve, size_count));
    ROUTH_PUT(&object, routh_contestant, c, density);
    routh_json_put(&object, "detail", learned && c->detail.outputs ? detail_object(&c->detail) : json_null());
    return object;
}

/* The name of that contestant; null where there is none. */
static json_t *named(const routh_learning *l, size_t index) {
    return index < l->count ? json_string(l->contestant[index].name) : json_null();
}

json_t *routh_learning_json(const routh_learning *l) {
    if (!l)
        return NULL;
    json_t *object = json_object(), *sizes = json_array(), *levels = json_array(), *contestants = json_array();
    for (size_t i = 0; i < l->size_count; i++)
        routh_json_add(&sizes, routh_json_count(l->size[i]));
    for (int i = 0; i < ROUTH_COVERAGE_LEVELS; i++)
        routh_json_add(&levels, routh_json_number(routh_coverage_level(i)));
    for (size_t i = 0; i < l->count; i++)
        routh_json_add(&contestants, contestant_object(&l->contestant[i], l->size_count));
    routh_json_put(&object, "sizes", sizes);
    routh_json_put(&object, "detail", l->detail < l->size_count ? routh_json_count(l->size[l->detail]) : json_null());
    ROUTH_PUT(&object, routh_learning, l, draws);
    routh_json_put(&object, "best_law", named(l, l->best_law));
    routh_json_put(&object, "best_model", named(l, l->best_model));
    ROUTH_PUT(&object, routh_learning, l, pays_from, gain, prior_pays_until);
    routh_json_put(&object, "coverage_levels", levels);
    routh_json_put(&object, "contestants", contestants);
    ROUTH_PUT(&object, routh_learning, l, density_error);
    return object;
}

void routh_put_learning(json_t **object, const routh_study *study, size_t frame) {
    if (!study->frame[frame].learning)
        return;
    json_t *learning = routh_learning_json(study->frame[frame].learning);
    routh_json_put(&learning, "words", routh_sentences_json(&study->frame[frame].findings, ROUTH_TOPIC_LEARNING));
    routh_json_put(object, "learning", learning);
}
