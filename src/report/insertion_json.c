/* Pieces of JSON that results.json of insertions and their page have in common.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion_json.h"

#include <math.h>

#include <routh/report.h>

#include "insertion/assembly.h"
#include "insertion_numbers.h"

json_t *routh_insertion_displacements_json(const routh_assembly *assembly) {
    json_t *list = json_array();
    for (size_t j = 0; j < assembly->count; j++) {
        const routh_displacement *d = &assembly->displacement[j];
        json_t *object = json_object();
        json_put(&object, "name", json_string(d->name));
        json_put(&object, "kind", json_string(routh_displacement_kind_name(d->kind)));
        json_put(&object, "object", json_integer(d->object));
        json_put(&object, "part", d->part < 0 ? json_null() : json_integer(d->part));
        json_put(&object, "unit", json_string(routh_displacement_si(d)));
        json_put(&object, "axis", json_numbers(d->axis, 3));
        json_put(&object, "through", json_numbers(d->through, 3));
        json_put(&object, "nominal", json_number(d->nominal));
        json_put(&object, "deviation", json_number(d->deviation));
        json_add(&list, object);
    }
    return list;
}

static json_t *flags_json(unsigned flags) {
    static const struct {
        unsigned flag;
        const char *name;
    } names[] = {{ROUTH_INSERTION_ALL_STICK, "all-stick"},         {ROUTH_INSERTION_NO_CONTACT, "no-contact"},
                 {ROUTH_INSERTION_ONE_CONTACT, "one-contact"},     {ROUTH_INSERTION_NOT_CONVERGED, "not-converged"},
                 {ROUTH_INSERTION_OFFSET_UNSEEN, "offset-unseen"}, {ROUTH_INSERTION_TWO_ANSWERS, "two-answers"}};
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (flags & names[i].flag)
            json_add(&list, json_string(names[i].name));
    return list;
}

json_t *routh_insertion_fit_json(const routh_insertion_fit *fit) {
    json_t *object = json_object();
    json_put(&object, "stiffness", json_number(fit->stiffness));
    json_put(&object, "stiffness_error", json_number(fit->stiffness_error));
    json_put(&object, "stiffness_low", json_number(fit->stiffness_low));
    json_put(&object, "stiffness_high", json_number(fit->stiffness_high));
    json_put(&object, "friction", json_number(fit->friction));
    json_put(&object, "friction_error", json_number(fit->friction_error));
    json_put(&object, "x", json_numbers(fit->x, fit->x ? fit->count : 0));
    json_put(&object, "error", json_numbers(fit->error, fit->error ? fit->count : 0));
    json_put(&object, "gamma", json_number(fit->gamma));
    json_put(&object, "gamma_bayes", json_number(fit->gamma_bayes));
    json_put(&object, "force_cost", json_number(fit->force_cost));
    json_put(&object, "geometric_cost", json_number(fit->geometric_cost));
    json_put(&object, "objective", json_number(fit->objective));
    json_put(&object, "used", json_count(fit->used));
    json_put(&object, "evaluations", json_count(fit->evaluations));
    json_put(&object, "flags", flags_json(fit->flags));
    return object;
}

json_t *routh_insertion_lcurve_json(const routh_lcurve *lcurve) {
    if (lcurve->count == 0)
        return json_null();
    json_t *object = json_object(), *points = json_array();
    for (size_t i = 0; i < lcurve->count; i++) {
        const routh_lcurve_point *p = &lcurve->point[i];
        json_t *point = json_object();
        json_put(&point, "gamma", json_number(p->gamma));
        json_put(&point, "force_cost", json_number(p->force_cost));
        json_put(&point, "geometric_cost", json_number(p->geometric_cost));
        json_put(&point, "stiffness", json_number(p->stiffness));
        json_put(&point, "friction", json_number(p->friction));
        json_put(&point, "curvature", json_number(p->curvature));
        json_put(&point, "x", json_numbers(p->x, lcurve->unknowns));
        json_add(&points, point);
    }
    json_put(&object, "points", points);
    json_put(&object, "corner", json_count(lcurve->corner));
    json_put(&object, "chosen", json_count(lcurve->chosen));
    json_put(&object, "why", json_string(lcurve->why));
    json_put(&object, "gamma_bayes", json_number(lcurve->gamma_bayes));
    json_put(&object, "evaluations", json_count(lcurve->evaluations));
    return object;
}

static json_t *matrix_json(const double *values, size_t rows, size_t columns) {
    json_t *list = json_array();
    for (size_t i = 0; i < rows; i++)
        json_add(&list, json_numbers(values + i * columns, columns));
    return list;
}

json_t *routh_insertion_observability_json(const routh_observability *o) {
    json_t *object = json_object(), *seen = json_array(), *sentences = json_array(), *correlation = json_array();
    const size_t columns = o->correlation[0] ? o->count + 1 : 0; /* Φ first */
    for (size_t j = 0; j < o->count; j++)
        json_add(&seen, json_string(routh_seen_name(o->seen[j])));
    for (size_t i = 0; i < o->sentence_count; i++)
        json_add(&sentences, json_string(o->sentence[i]));
    for (int matrix = 0; matrix < 2; matrix++)
        json_add(&correlation, matrix_json(o->correlation[matrix], columns, columns));
    json_put(&object, "sensitivity", matrix_json(o->sensitivity, o->count, 2));
    json_put(&object, "correlation", correlation);
    json_put(&object, "singular", json_numbers(o->singular, o->count));
    json_put(&object, "direction", matrix_json(o->direction, o->count, o->count));
    json_put(&object, "posterior", json_numbers(o->posterior, o->count));
    json_put(&object, "seen", seen);
    json_put(&object, "sentences", sentences);
    return object;
}

json_t *routh_insertion_truth_json(const routh_insertion_case *item) {
    const routh_insertion_truth *truth = &item->insertion.truth;
    if (!routh_insertion_has_truth(&item->insertion))
        return json_null();
    json_t *object = json_object();
    json_put(&object, "stiffness", json_number(truth->stiffness));
    json_put(&object, "friction", json_number(truth->friction));
    json_put(&object, "x", item->truth ? json_numbers(item->truth, truth->count) : json_null());
    return object;
}

routh_status routh_insertion_case_json(routh_context *context, const routh_insertion_study *study,
                                       const routh_insertion_case *item, json_t **object) {
    char **sentence;
    size_t count;
    const routh_status status = routh_insertion_words(context, item, study->assembly, &sentence, &count);
    *object = NULL;
    if (status != ROUTH_OK)
        return status;
    json_t *words = json_array();
    for (size_t i = 0; i < count; i++)
        json_add(&words, json_string(sentence[i]));
    routh_sentences_release(context, sentence, count);
    *object = json_object();
    json_put(object, "name", json_string(item->insertion.name));
    json_put(object, "rate", json_number(item->insertion.rate));
    json_put(object, "samples", json_count(item->insertion.count));
    json_put(object, "offset", json_number(item->insertion.offset));
    json_put(object, "words", words);
    json_put(object, "plain", routh_insertion_fit_json(&item->plain));
    json_put(object, "fit", routh_insertion_fit_json(&item->fit));
    json_put(object, "lcurve", routh_insertion_lcurve_json(&item->lcurve));
    json_put(object, "observability", routh_insertion_observability_json(&item->observability));
    json_put(object, "truth", routh_insertion_truth_json(item));
    return ROUTH_OK;
}
