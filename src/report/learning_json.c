/* What learned models add, as JSON: contestants with their learning curves, what only models have, and the numbers of the
 * conclusion. The layout is that of docs/study.md.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "learning_json.h"

#include "learning_csv.h"
#include "study_json.h"

static int is_learned(routh_contestant_kind kind) {
    return kind == ROUTH_CONTESTANT_MODEL || kind == ROUTH_CONTESTANT_PRIOR || kind == ROUTH_CONTESTANT_ON_PRIOR;
}

static json_t *curve_list(const routh_learning_point *curve, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *point = json_object();
        json_put(&point, "size", json_count(curve[i].size));
        json_put(&point, "draws", json_count(curve[i].draws));
        json_put(&point, "mean", json_number(curve[i].mean));
        json_put(&point, "deviation", json_number(curve[i].deviation));
        json_put(&point, "least", json_number(curve[i].least));
        json_put(&point, "most", json_number(curve[i].most));
        json_put(&point, "relative", json_number(curve[i].relative));
        json_add(&list, point);
    }
    return list;
}

static json_t *outputs_list(const routh_model_study *s) {
    json_t *list = json_array();
    for (size_t i = 0; i < s->outputs; i++) {
        json_t *output = json_object();
        json_put(&output, "name", json_string(s->output[i]));
        json_put(&output, "unit", json_string(s->unit[i]));
        json_put(&output, "noise", json_number(s->noise[i]));
        json_put(&output, "covered", json_string(s->covered[i]));
        json_put(&output, "coverage", json_numbers(s->coverage[i], ROUTH_COVERAGE_LEVELS));
        json_put(&output, "length", json_numbers(s->length[i], s->inputs));
        json_add(&list, output);
    }
    return list;
}

static json_t *detail_object(const routh_model_study *s) {
    json_t *object = json_object(), *inputs = json_array(), *speed = json_object();
    for (size_t i = 0; i < s->inputs; i++)
        json_add(&inputs, json_string(s->input[i]));
    json_put(&speed, "mean", json_numbers(s->bin_speed, ROUTH_SPEED_BINS));
    json_put(&speed, "error", json_numbers(s->bin_error, ROUTH_SPEED_BINS));
    json_put(&speed, "correlation", json_number(s->speed_correlation));
    json_put(&speed, "confidence", json_number(s->speed_confidence));
    json_put(&object, "inputs", inputs);
    json_put(&object, "outputs", outputs_list(s));
    json_put(&object, "outside", json_number(s->outside));
    json_put(&object, "projected_error", json_number(s->projected_error));
    json_put(&object, "bounded", json_count(s->bounded));
    json_put(&object, "speed", speed);
    return object;
}

static json_t *contestant_object(const routh_contestant *c, size_t size_count) {
    const int learned = is_learned(c->kind);
    json_t *object = json_object();
    json_put(&object, "name", json_string(c->name));
    json_put(&object, "title", json_string(c->title));
    json_put(&object, "kind", json_string(routh_contestant_kind_name(c->kind)));
    json_put(&object, "model", learned ? json_string(routh_model_name(c->model)) : json_null());
    json_put(&object, "law", c->law ? json_string(c->law->name) : json_null());
    if (learned || c->kind == ROUTH_CONTESTANT_BOUND)
        json_put(&object, "metric", json_string(c->metric == ROUTH_VELOCITY ? "velocity" : "momentum"));
    json_put(&object, "curve", curve_list(c->curve, size_count));
    json_put(&object, "density", json_numbers(c->density, ROUTH_DENSITY_POINTS));
    json_put(&object, "detail", learned && c->detail.outputs ? detail_object(&c->detail) : json_null());
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
        json_add(&sizes, json_count(l->size[i]));
    for (int i = 0; i < ROUTH_COVERAGE_LEVELS; i++)
        json_add(&levels, json_number(routh_coverage_level(i)));
    for (size_t i = 0; i < l->count; i++)
        json_add(&contestants, contestant_object(&l->contestant[i], l->size_count));
    json_put(&object, "sizes", sizes);
    json_put(&object, "detail", l->detail < l->size_count ? json_count(l->size[l->detail]) : json_null());
    json_put(&object, "draws", json_count(l->draws));
    json_put(&object, "best_law", named(l, l->best_law));
    json_put(&object, "best_model", named(l, l->best_model));
    json_put(&object, "pays_from", json_number(l->pays_from));
    json_put(&object, "gain", json_number(l->gain));
    json_put(&object, "prior_pays_until", json_number(l->prior_pays_until));
    json_put(&object, "seconds", json_number(l->seconds));
    json_put(&object, "coverage_levels", levels);
    json_put(&object, "contestants", contestants);
    json_put(&object, "density_error", json_numbers(l->density_error, ROUTH_DENSITY_POINTS));
    return object;
}

void routh_put_learning(json_t **object, const routh_study *study, size_t frame) {
    if (!study->frame[frame].learning)
        return;
    json_t *learning = routh_learning_json(study->frame[frame].learning);
    routh_words words = {.count = 0};
    routh_say_learning(study, frame, &words);
    json_put(&learning, "words", routh_sentences_json(&words));
    json_put(object, "learning", learning);
}
