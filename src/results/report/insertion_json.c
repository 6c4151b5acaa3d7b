/* Pieces of JSON that results.json of insertions and their page have in common.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/insertion_json.h"

#include <math.h>

#include <routh/report.h>

#include "drawing/assembly.h"
#include "file/json_struct.h"
#include "report/findings_json.h"

const char *routh_seen_name(routh_seen seen) {
    return routh_name(&routh_seens, seen);
}

json_t *routh_insertion_displacements_json(const routh_assembly *assembly) {
    json_t *list = json_array();
    for (size_t j = 0; j < assembly->count; j++) {
        const routh_displacement *d = &assembly->displacement[j];
        const routh_displacement_words *words = routh_displacement_words_of(d->kind);
        json_t *object = ROUTH_JSON_FIELDS(routh_displacement, d, name);
        routh_json_put(&object, "kind", json_string(words->name));
        ROUTH_PUT(&object, routh_displacement, d, object);
        routh_json_put(&object, "part", d->part < 0 ? json_null() : json_integer(d->part));
        ROUTH_PUT(&object, routh_displacement_words, words, unit);
        ROUTH_PUT_SPAN(&object, routh_displacement, d, axis, deviation);
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
        ROUTH_PUT(&object, routh_insertion_answer, a, stiffness);
        ROUTH_PUT_SPAN(&object, routh_insertion_answer, a, stiffness_low, friction_error);
        routh_json_put(&object, "x", routh_json_numbers(a->x, a->x ? fit->count : 0));
        routh_json_put(&object, "error", routh_json_numbers(a->error, a->error ? fit->count : 0));
        ROUTH_PUT_SPAN(&object, routh_insertion_answer, a, gamma, evidence);
        routh_json_put(&object, "load", load);
        routh_json_add(&list, object);
    }
    return list;
}

json_t *routh_insertion_fit_json(const routh_insertion_estimate *fit) {
    json_t *object = ROUTH_JSON_FIELDS(routh_insertion_estimate, fit, stiffness, stiffness_error, stiffness_low,
                                       stiffness_high, friction, friction_error);
    ROUTH_PUT(&object, routh_insertion_estimate, fit, x, error);
    ROUTH_PUT_SPAN(&object, routh_insertion_estimate, fit, gamma, evaluations);
    ROUTH_PUT(&object, routh_insertion_estimate, fit, modes);
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
        ROUTH_PUT_SPAN(&point, routh_lcurve_point, p, gamma, curvature);
        routh_json_put(&point, "x", routh_json_numbers(p->x, lcurve->unknowns));
        routh_json_add(&points, point);
    }
    routh_json_put(&object, "points", points);
    ROUTH_PUT_SPAN(&object, routh_lcurve, lcurve, corner, evaluations);
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
    ROUTH_PUT_SPAN(&object, routh_insertion_check, check, fits, turn);
    routh_json_put(&object, "suggestion", check->suggestion[0] ? json_string(check->suggestion) : json_null());
    ROUTH_PUT(&object, routh_insertion_check, check, other_error, findings);
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
    ROUTH_PUT(&object, routh_observability, o, singular);
    routh_json_put(&object, "direction", matrix_json(o->direction, o->count, o->count));
    ROUTH_PUT(&object, routh_observability, o, posterior);
    routh_json_put(&object, "seen", seen);
    ROUTH_PUT(&object, routh_observability, o, findings);
    return object;
}

json_t *routh_insertion_suspects_json(const routh_insertion_case *item) {
    json_t *list = json_array();
    for (size_t i = 0; i < item->suspect_count; i++) {
        const routh_suspect *s = &item->suspect[i];
        json_t *object = ROUTH_JSON_FIELDS(routh_displacement, &s->displacement, name);
        routh_json_put(&object, "unit", json_string(routh_displacement_words_of(s->displacement.kind)->unit));
        ROUTH_PUT(&object, routh_suspect, s, value, error, shown);
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
    ROUTH_PUT(&object, routh_insertion_together, together, disagreement);
    return object;
}

json_t *routh_insertion_truth_json(const routh_insertion_case *item) {
    const routh_insertion_truth *truth = &item->insertion.truth;
    if (!(truth->stiffness > 0))
        return json_null();
    json_t *object = ROUTH_JSON_FIELDS(routh_insertion_truth, truth, stiffness, friction);
    routh_json_put(&object, "x", item->truth ? routh_json_numbers(item->truth, item->fit.count) : json_null());
    return object;
}

json_t *routh_insertion_case_json(const routh_insertion_case *item, const routh_assembly *assembly) {
    json_t *object = ROUTH_JSON_FIELDS(routh_insertion, &item->insertion, name, rate, count, offset, twist_window);
    ROUTH_PUT(&object, routh_insertion_gaps, &item->insertion.gaps, count);
    ROUTH_PUT(&object, routh_insertion_case, item, findings);
    routh_json_put(&object, "plain", routh_insertion_fit_json(&item->plain));
    routh_json_put(&object, "fit", routh_insertion_fit_json(&item->fit));
    routh_json_put(&object, "answers", answers_json(&item->fit, assembly));
    routh_json_put(&object, "lcurve", routh_insertion_lcurve_json(&item->lcurve));
    routh_json_put(&object, "observability", routh_insertion_observability_json(&item->observability));
    routh_json_put(&object, "truth", routh_insertion_truth_json(item));
    routh_json_put(&object, "suspects", routh_insertion_suspects_json(item));
    return object;
}
