/* Pieces of JSON that results.json of insertions and their page have in common.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/insertion_json.h"

#include <math.h>

#include <routh/report.h>

#include "drawing/assembly.h"
#include "report/findings_json.h"

const char *routh_seen_name(routh_seen seen) {
    return routh_name(&routh_seens, seen);
}

json_t *routh_insertion_displacements_json(const routh_assembly *assembly) {
    json_t *list = json_array();
    for (size_t j = 0; j < assembly->count; j++) {
        const routh_displacement *d = &assembly->displacement[j];
        const routh_displacement_words *words = routh_displacement_words_of(d->kind);
        json_t *object = json_object();
        routh_json_put(&object, "name", json_string(d->name));
        routh_json_put(&object, "kind", json_string(words->name));
        routh_json_put(&object, "object", json_integer(d->object));
        routh_json_put(&object, "part", d->part < 0 ? json_null() : json_integer(d->part));
        routh_json_put(&object, "unit", json_string(words->unit));
        routh_json_put(&object, "axis", routh_json_numbers(d->axis, 3));
        routh_json_put(&object, "through", routh_json_numbers(d->through, 3));
        routh_json_put(&object, "nominal", routh_json_number(d->nominal));
        routh_json_put(&object, "deviation", routh_json_number(d->deviation));
        routh_json_add(&list, object);
    }
    return list;
}

static json_t *flags_json(unsigned flags) {
    static const struct {
        unsigned flag;
        const char *name;
    } names[] = {{ROUTH_INSERTION_ALL_STICK, "all-stick"},         {ROUTH_INSERTION_NO_CONTACT, "no-contact"},
                 {ROUTH_INSERTION_ONE_CONTACT, "one-contact"},     {ROUTH_INSERTION_NOT_CONVERGED, "not-converged"},
                 {ROUTH_INSERTION_OFFSET_UNSEEN, "offset-unseen"}, {ROUTH_INSERTION_SEVERAL_ANSWERS, "several-answers"},
                 {ROUTH_INSERTION_MORE_MODES, "more-modes"}};
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (flags & names[i].flag)
            routh_json_add(&list, json_string(names[i].name));
    return list;
}

/* Every answer that the recording does not separate; pairs are [part of object 1, part of object 2, share]. */
static json_t *answers_json(const routh_insertion_estimate *fit, const routh_assembly *assembly) {
    json_t *list = json_array();
    const size_t seconds = assembly->object[1].count, pairs = assembly->object[0].count * seconds;
    for (size_t i = 0; i < fit->answers; i++) {
        const routh_insertion_answer *a = &fit->answer[i];
        json_t *object = json_object(), *load = json_array();
        for (size_t p = 0; a->load && p < pairs; p++)
            if (a->load[p] > 0)
                routh_json_add(
                    &load, routh_json_numbers((double[]){(double)(p / seconds), (double)(p % seconds), a->load[p]}, 3));
        routh_json_put(&object, "stiffness", routh_json_number(a->stiffness));
        routh_json_put(&object, "stiffness_low", routh_json_number(a->stiffness_low));
        routh_json_put(&object, "stiffness_high", routh_json_number(a->stiffness_high));
        routh_json_put(&object, "friction", routh_json_number(a->friction));
        routh_json_put(&object, "friction_error", routh_json_number(a->friction_error));
        routh_json_put(&object, "x", routh_json_numbers(a->x, a->x ? fit->count : 0));
        routh_json_put(&object, "error", routh_json_numbers(a->error, a->error ? fit->count : 0));
        routh_json_put(&object, "gamma", routh_json_number(a->gamma));
        routh_json_put(&object, "force_cost", routh_json_number(a->force_cost));
        routh_json_put(&object, "geometric_cost", routh_json_number(a->geometric_cost));
        routh_json_put(&object, "evidence", routh_json_number(a->evidence));
        routh_json_put(&object, "load", load);
        routh_json_add(&list, object);
    }
    return list;
}

json_t *routh_insertion_fit_json(const routh_insertion_estimate *fit) {
    json_t *object = json_object();
    routh_json_put(&object, "stiffness", routh_json_number(fit->stiffness));
    routh_json_put(&object, "stiffness_error", routh_json_number(fit->stiffness_error));
    routh_json_put(&object, "stiffness_low", routh_json_number(fit->stiffness_low));
    routh_json_put(&object, "stiffness_high", routh_json_number(fit->stiffness_high));
    routh_json_put(&object, "friction", routh_json_number(fit->friction));
    routh_json_put(&object, "friction_error", routh_json_number(fit->friction_error));
    routh_json_put(&object, "x", routh_json_numbers(fit->x, fit->x ? fit->count : 0));
    routh_json_put(&object, "error", routh_json_numbers(fit->error, fit->error ? fit->count : 0));
    routh_json_put(&object, "gamma", routh_json_number(fit->gamma));
    routh_json_put(&object, "gamma_bayes", routh_json_number(fit->gamma_bayes));
    routh_json_put(&object, "force_cost", routh_json_number(fit->force_cost));
    routh_json_put(&object, "geometric_cost", routh_json_number(fit->geometric_cost));
    routh_json_put(&object, "objective", routh_json_number(fit->objective));
    routh_json_put(&object, "used", routh_json_count(fit->used));
    routh_json_put(&object, "evaluations", routh_json_count(fit->evaluations));
    routh_json_put(&object, "modes", routh_json_count(fit->modes));
    routh_json_put(&object, "flags", flags_json(fit->flags));
    return object;
}

json_t *routh_insertion_lcurve_json(const routh_lcurve *lcurve) {
    if (lcurve->count == 0)
        return json_null();
    json_t *object = json_object(), *points = json_array();
    for (size_t i = 0; i < lcurve->count; i++) {
        const routh_lcurve_point *p = &lcurve->point[i];
        json_t *point = json_object();
        routh_json_put(&point, "gamma", routh_json_number(p->gamma));
        routh_json_put(&point, "force_cost", routh_json_number(p->force_cost));
        routh_json_put(&point, "geometric_cost", routh_json_number(p->geometric_cost));
        routh_json_put(&point, "stiffness", routh_json_number(p->stiffness));
        routh_json_put(&point, "friction", routh_json_number(p->friction));
        routh_json_put(&point, "curvature", routh_json_number(p->curvature));
        routh_json_put(&point, "x", routh_json_numbers(p->x, lcurve->unknowns));
        routh_json_add(&points, point);
    }
    routh_json_put(&object, "points", points);
    routh_json_put(&object, "corner", routh_json_count(lcurve->corner));
    routh_json_put(&object, "chosen", routh_json_count(lcurve->chosen));
    routh_json_put(&object, "why", json_string(lcurve->why));
    routh_json_put(&object, "gamma_bayes", routh_json_number(lcurve->gamma_bayes));
    routh_json_put(&object, "evaluations", routh_json_count(lcurve->evaluations));
    return object;
}

static json_t *matrix_json(const double *values, size_t rows, size_t columns) {
    json_t *list = json_array();
    for (size_t i = 0; i < rows; i++)
        routh_json_add(&list, routh_json_numbers(values + i * columns, columns));
    return list;
}

static json_t *check_json(const routh_insertion_check *check) {
    json_t *object = json_object();
    routh_json_put(&object, "fits", json_boolean(check->fits));
    routh_json_put(&object, "wrench_error", routh_json_number(check->wrench_error));
    routh_json_put(&object, "stiffness", routh_json_number(check->stiffness));
    routh_json_put(&object, "depth", routh_json_number(check->depth));
    routh_json_put(&object, "turn", routh_json_number(check->turn));
    routh_json_put(&object, "suggestion", check->suggestion[0] ? json_string(check->suggestion) : json_null());
    routh_json_put(&object, "other_error", routh_json_number(check->other_error));
    routh_json_put(&object, "sentences", routh_sentences_json(&check->findings, NULL));
    return object;
}

json_t *routh_insertion_observability_json(const routh_observability *o) {
    json_t *object = json_object(), *seen = json_array(), *correlation = json_array();
    const size_t columns = o->correlation[0] ? o->count + 1 : 0; /* Φ first */
    for (size_t j = 0; j < o->count; j++)
        routh_json_add(&seen, json_string(routh_seen_name(o->seen[j])));
    for (int matrix = 0; matrix < 2; matrix++)
        routh_json_add(&correlation, matrix_json(o->correlation[matrix], columns, columns));
    if (o->check.findings.count)
        routh_json_put(&object, "check", check_json(&o->check));
    routh_json_put(&object, "sensitivity", matrix_json(o->sensitivity, o->count, 2));
    routh_json_put(&object, "correlation", correlation);
    routh_json_put(&object, "singular", routh_json_numbers(o->singular, o->count));
    routh_json_put(&object, "direction", matrix_json(o->direction, o->count, o->count));
    routh_json_put(&object, "posterior", routh_json_numbers(o->posterior, o->count));
    routh_json_put(&object, "seen", seen);
    routh_json_put(&object, "sentences", routh_sentences_json(&o->findings, NULL));
    return object;
}

json_t *routh_insertion_suspects_json(const routh_insertion_case *item) {
    json_t *list = json_array();
    for (size_t i = 0; i < item->suspect_count; i++) {
        const routh_suspect *s = &item->suspect[i];
        json_t *object = json_object();
        routh_json_put(&object, "name", json_string(s->displacement.name));
        routh_json_put(&object, "unit", json_string(routh_displacement_words_of(s->displacement.kind)->unit));
        routh_json_put(&object, "value", routh_json_number(s->value));
        routh_json_put(&object, "error", routh_json_number(s->error));
        routh_json_put(&object, "shown", json_boolean(s->shown));
        routh_json_add(&list, object);
    }
    return list;
}

json_t *routh_insertion_together_json(const routh_insertion_study *study) {
    const routh_insertion_together *together = study->together;
    if (!together)
        return json_null();
    json_t *object = json_object(), *without = json_array();
    for (size_t i = 0; i < study->count; i++)
        routh_json_add(&without, routh_json_number(together->without[i]));
    routh_json_put(&object, "fit", routh_insertion_fit_json(&together->fit));
    routh_json_put(&object, "displacements", routh_insertion_displacements_json(together->assembly));
    routh_json_put(&object, "stiffness_error_without", without);
    routh_json_put(&object, "disagreement", routh_json_number(together->disagreement));
    return object;
}

json_t *routh_insertion_truth_json(const routh_insertion_case *item) {
    const routh_insertion_truth *truth = &item->insertion.truth;
    if (!(truth->stiffness > 0))
        return json_null();
    json_t *object = json_object();
    routh_json_put(&object, "stiffness", routh_json_number(truth->stiffness));
    routh_json_put(&object, "friction", routh_json_number(truth->friction));
    routh_json_put(&object, "x", item->truth ? routh_json_numbers(item->truth, item->fit.count) : json_null());
    return object;
}

json_t *routh_insertion_case_json(const routh_insertion_case *item, const routh_assembly *assembly) {
    json_t *object = json_object();
    routh_json_put(&object, "name", json_string(item->insertion.name));
    routh_json_put(&object, "rate", routh_json_number(item->insertion.rate));
    routh_json_put(&object, "samples", routh_json_count(item->insertion.count));
    routh_json_put(&object, "offset", routh_json_number(item->insertion.offset));
    routh_json_put(&object, "twist_window", routh_json_number(item->insertion.twist_window));
    routh_json_put(&object, "gaps", routh_json_count(item->insertion.gaps.count));
    routh_json_put(&object, "words", routh_sentences_json(&item->findings, NULL));
    routh_json_put(&object, "plain", routh_insertion_fit_json(&item->plain));
    routh_json_put(&object, "fit", routh_insertion_fit_json(&item->fit));
    routh_json_put(&object, "answers", answers_json(&item->fit, assembly));
    routh_json_put(&object, "lcurve", routh_insertion_lcurve_json(&item->lcurve));
    routh_json_put(&object, "observability", routh_insertion_observability_json(&item->observability));
    routh_json_put(&object, "truth", routh_insertion_truth_json(item));
    routh_json_put(&object, "suspects", routh_insertion_suspects_json(item));
    return object;
}
