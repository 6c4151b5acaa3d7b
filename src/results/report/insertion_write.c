/* Insertions as JSON: results.json, which has every number for other programs, in the layout of docs/insertion.md; single answers
 * in its words; and the pieces that their page has too, which web/src/insertion/study.ts describes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include "algebra/space.h"
#include "base/context.h"
#include "drawing/drawing.h"
#include "simulate/simulate.h"

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

static json_t *names_json(const routh_assembly *assembly, size_t count) {
    json_t *list = json_array();
    for (size_t j = 0; j < count; j++)
        routh_json_add(&list, json_string(assembly->displacement[j].name));
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
        json_t *object = ROUTH_JSON_FIELDS(routh_insertion_answer, a, stiffness), *load = json_array();
        for (size_t p = 0; a->load && p < pairs; p++)
            if (a->load[p] > 0)
                routh_json_add(
                    &load, routh_json_numbers((double[]){(double)(p / seconds), (double)(p % seconds), a->load[p]}, 3));
        ROUTH_PUT_SPAN(&object, routh_insertion_answer, a, stiffness_low, friction_error);
        ROUTH_JSON_PUT(&object, {"x", routh_json_numbers(a->x, a->x ? fit->count : 0)},
                       {"error", routh_json_numbers(a->error, a->error ? fit->count : 0)});
        ROUTH_PUT_SPAN(&object, routh_insertion_answer, a, gamma, evidence);
        routh_json_put(&object, "load", load);
        routh_json_add(&list, object);
    }
    return list;
}

static json_t *fit_json(const routh_insertion_estimate *fit) {
    json_t *object = ROUTH_JSON_FIELDS(routh_insertion_estimate, fit, stiffness, stiffness_error, stiffness_low,
                                       stiffness_high, friction, friction_error, x, error);
    ROUTH_PUT_SPAN(&object, routh_insertion_estimate, fit, gamma, evaluations);
    ROUTH_PUT(&object, routh_insertion_estimate, fit, modes);
    routh_json_put(&object, "flags", flags_json(fit->flags));
    return object;
}

/* Curvature and unknowns are for files of studies and pages; null where there is no curve. */
static json_t *lcurve_json(const routh_lcurve *lcurve, bool whole) {
    if (lcurve->count == 0)
        return json_null();
    json_t *points = json_array();
    for (size_t i = 0; i < lcurve->count; i++) {
        const routh_lcurve_point *p = &lcurve->point[i];
        json_t *point = json_object();
        ROUTH_PUT_SPAN(&point, routh_lcurve_point, p, gamma, friction);
        if (whole) {
            ROUTH_PUT(&point, routh_lcurve_point, p, curvature);
            routh_json_put(&point, "x", routh_json_numbers(p->x, lcurve->unknowns));
        }
        routh_json_add(&points, point);
    }
    json_t *object = ROUTH_JSON_OBJECT({"points", points});
    ROUTH_PUT_SPAN(&object, routh_lcurve, lcurve, corner, evaluations);
    return object;
}

static json_t *check_json(const routh_insertion_check *check) {
    json_t *object = json_object();
    ROUTH_PUT_SPAN(&object, routh_insertion_check, check, fits, turn);
    routh_json_put(&object, "suggestion", check->suggestion[0] ? json_string(check->suggestion) : json_null());
    ROUTH_PUT(&object, routh_insertion_check, check, other_error, findings);
    return object;
}

static void put_observability(json_t **object, const routh_observability *o) {
    json_t *seen = json_array(), *correlation = json_array();
    const size_t columns = o->correlation[0] ? o->count + 1 : 0; /* Φ first */
    for (size_t j = 0; j < o->count; j++)
        routh_json_add(&seen, json_string(routh_name(&routh_seens, o->seen[j])));
    for (int matrix = 0; matrix < 2; matrix++)
        routh_json_add(&correlation, routh_json_matrix(o->correlation[matrix], columns, columns));
    if (o->check.findings.count)
        routh_json_put(object, "check", check_json(&o->check));
    ROUTH_JSON_PUT(object, {"sensitivity", routh_json_matrix(o->sensitivity, o->count, 2)},
                   {"correlation", correlation});
    ROUTH_PUT(object, routh_observability, o, singular);
    routh_json_put(object, "direction", routh_json_matrix(o->direction, o->count, o->count));
    ROUTH_PUT(object, routh_observability, o, posterior);
    routh_json_put(object, "seen", seen);
    ROUTH_PUT(object, routh_observability, o, findings);
}

static json_t *suspects_json(const routh_insertion_case *item) {
    json_t *list = json_array();
    for (size_t i = 0; i < item->suspect_count; i++) {
        const routh_suspect *s = &item->suspect[i];
        json_t *object = ROUTH_JSON_FIELDS(routh_displacement, &s->displacement, name);
        ROUTH_PUT(&object, routh_displacement_words, routh_displacement_words_of(s->displacement.kind), unit);
        ROUTH_PUT(&object, routh_suspect, s, value, error, shown);
        routh_json_add(&list, object);
    }
    return list;
}

static json_t *truth_json(const routh_insertion_case *item) {
    const routh_insertion_truth *truth = &item->insertion.truth;
    if (!(truth->stiffness > 0))
        return json_null();
    json_t *object = ROUTH_JSON_FIELDS(routh_insertion_truth, truth, stiffness, friction);
    routh_json_put(&object, "x", item->truth ? routh_json_numbers(item->truth, item->fit.count) : json_null());
    return object;
}

json_t *routh_insertion_together_json(const routh_insertion_study *study) {
    const routh_insertion_together *together = study->together;
    if (!together)
        return json_null();
    json_t *object = ROUTH_JSON_OBJECT(
        {"fit", fit_json(&together->fit)}, {"displacements", routh_insertion_displacements_json(together->assembly)},
        {"stiffness_error_without", routh_json_numbers(together->without, study->count)});
    ROUTH_PUT(&object, routh_insertion_together, together, disagreement);
    return object;
}

json_t *routh_insertion_case_json(const routh_insertion_case *item, const routh_assembly *assembly) {
    json_t *object = ROUTH_JSON_FIELDS(routh_insertion, &item->insertion, name, rate, count, offset, twist_window);
    json_t *observability = json_object();
    put_observability(&observability, &item->observability);
    ROUTH_PUT(&object, routh_insertion_gaps, &item->insertion.gaps, count);
    ROUTH_PUT(&object, routh_insertion_case, item, findings);
    ROUTH_JSON_PUT(&object, {"plain", fit_json(&item->plain)}, {"fit", fit_json(&item->fit)},
                   {"answers", answers_json(&item->fit, assembly)}, {"lcurve", lcurve_json(&item->lcurve, true)},
                   {"observability", observability}, {"truth", truth_json(item)}, {"suspects", suspects_json(item)});
    return object;
}

/* results.json ------------------------------------------------------------------------------------------*/

enum { LINES_DEPTH = 4 };

/* One member to a line down to some depth, and what lies below it in one piece: a column of thousands of numbers would
 * otherwise be thousands of lines. False: a piece could not be written. */
static bool write_lines(const json_t *value, int depth, FILE *file) {
    const char *key;
    json_t *member;
    size_t i;
    if (depth == LINES_DEPTH || !(json_is_object(value) || json_is_array(value))) {
        return routh_json_print(value, JSON_COMPACT | JSON_REAL_PRECISION(17), file);
    }
    bool written = true;
    const char *separator = "";
    fputc(json_is_object(value) ? '{' : '[', file);
    json_object_foreach((json_t *)value, key, member) {
        json_t *name = json_string(key);
        fprintf(file, "%s\n%*s", separator, depth + 1, "");
        written &= routh_json_print(name, 0, file);
        json_decref(name);
        fputs(": ", file);
        written &= write_lines(member, depth + 1, file);
        separator = ",";
    }
    json_array_foreach(value, i, member) {
        fprintf(file, "%s\n%*s", separator, depth + 1, "");
        written &= write_lines(member, depth + 1, file);
        separator = ",";
    }
    fprintf(file, "\n%*s%c", depth, "", json_is_object(value) ? '}' : ']');
    return written;
}

static json_t *objects_json(const routh_assembly *assembly) {
    json_t *objects = json_array();
    for (int o = 0; o < 2; o++) {
        json_t *object = ROUTH_JSON_FIELDS(routh_object, &assembly->object[o], name), *parts = json_array();
        for (size_t i = 0; i < assembly->object[o].count; i++)
            routh_json_add(&parts, json_string(assembly->object[o].part[i].name));
        routh_json_put(&object, "parts", parts);
        routh_json_add(&objects, object);
    }
    return objects;
}

static json_t *options_json(const routh_insertion_study_options *options) {
    const bool simplex = options->fit.method == ROUTH_NELDER_MEAD;
    json_t *object = json_object();
    ROUTH_PUT_SPAN(&object, routh_insertion_options, &options->fit, slip_speed, stick_weight);
    routh_json_put(&object, "method", json_string(simplex ? "nelder-mead" : "levenberg-marquardt"));
    ROUTH_PUT_SPAN(&object, routh_insertion_options, &options->fit, geometry, starts);
    ROUTH_PUT(&object, routh_insertion_study_options, options, rate);
    routh_json_put(&object, "also", routh_flags_json(&routh_insertion_also, options->also));
    ROUTH_PUT(&object, routh_insertion_study_options, options, demand);
    return object;
}

routh_status routh_insertion_draw_results(routh_context *context, FILE *file, const void *what) {
    const routh_insertion_study *study = ((const routh_insertion_view *)what)->study;
    json_t *root = json_object(), *items = json_array();
    for (size_t i = 0; i < study->count; i++) {
        const routh_insertion_case *item = &study->item[i];
        const routh_sample_choice all = {item->insertion.count, NULL};
        const size_t n = item->fit.count + 2; /* the covariance of K, μK and x_u; null where it was not computed */
        json_t *object = routh_insertion_case_json(item, study->assembly);
        ROUTH_JSON_PUT(
            &object, {"covariance", item->fit.covariance ? routh_json_matrix(item->fit.covariance, n, n) : json_null()},
            {"series", routh_insertion_series_json(item, all)}, {"motion", routh_insertion_motion_json(item, all)});
        routh_json_add(&items, object);
    }
    routh_json_put_version(&root);
    ROUTH_JSON_PUT(&root, {"options", options_json(&study->options)}, {"objects", objects_json(study->assembly)},
                   {"displacements", routh_insertion_displacements_json(study->assembly)}, {"recordings", items},
                   {"together", routh_insertion_together_json(study)});
    ROUTH_PUT(&root, routh_insertion_study, study, findings);
    root = routh_json_with_layout(root);
    const bool written = root && write_lines(root, 0, file);
    fputc('\n', file);
    json_decref(root);
    return written ? ROUTH_OK : routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory to write the results");
}

/* Single answers ----------------------------------------------------------------------------------------*/

static json_t *observed_object(const void *what) {
    const routh_observed *o = what;
    json_t *object = ROUTH_JSON_OBJECT({"displacements", names_json(o->assembly, o->observability->count)});
    put_observability(&object, o->observability);
    return object;
}

routh_status routh_observability_write(routh_context *context, const routh_assembly *assembly,
                                       const routh_observability *observability, routh_io to) {
    const routh_observed what = {assembly, observability};
    return ROUTH_WRITE(context, "routh_observability", &what, to, {".txt", .print = routh_observability_print},
                       {"", .object = observed_object, .flags = JSON_INDENT(1)});
}

static json_t *lcurve_object(const void *what) {
    json_t *object = lcurve_json(what, false);
    routh_json_put_version(&object);
    return object;
}

routh_status routh_lcurve_write(routh_context *context, const routh_lcurve *lcurve, routh_io to) {
    return ROUTH_WRITE(context, "routh_lcurve", lcurve, to, {".txt", .print = routh_lcurve_print},
                       {"", .object = lcurve_object, .flags = JSON_INDENT(1)});
}

typedef struct summaries {
    const routh_insertion_summary *summary;
    size_t count;
} summaries;

static json_t *summaries_list(const void *what) {
    json_t *list = json_array();
    for (size_t i = 0; i < ((const summaries *)what)->count; i++) {
        const routh_insertion_summary *summary = &((const summaries *)what)->summary[i];
        const routh_insertion_generator *setting = &summary->setting;
        const routh_insertion_path usual = routh_insertion_path_default();
        json_t *object = ROUTH_JSON_OBJECT({"test", json_string(setting->path ? setting->path->name : usual.name)});
        ROUTH_PUT(&object, routh_insertion_summary, summary, path, samples, duration);
        ROUTH_PUT(&object, routh_insertion_generator, setting, stiffness, friction);
        ROUTH_PUT(&object, routh_insertion_summary, summary, offset);
        routh_json_add(&list, object);
    }
    return list;
}

routh_status routh_insertion_summaries_write(routh_context *context, const routh_insertion_summary *summary,
                                             size_t count, routh_io to) {
    const summaries what = {summary, count};
    return ROUTH_WRITE(context, "routh_insertion_summaries", &what, to,
                       {"", .object = summaries_list, .flags = JSON_INDENT(1)});
}

static json_t *offset_object(const void *what) {
    json_t *object = json_object();
    ROUTH_PUT_SPAN(&object, routh_insertion_offset_estimate, (const routh_insertion_offset_estimate *)what, offset,
                   used);
    return object;
}

routh_status routh_insertion_offset_write(routh_context *context, const routh_insertion_offset_estimate *estimate,
                                          routh_io to) {
    return ROUTH_WRITE(context, "routh_insertion_offset", estimate, to, {".txt", .print = routh_insertion_offset_print},
                       {"", .object = offset_object, .flags = JSON_INDENT(1)});
}

/* A plan ------------------------------------------------------------------------------------------------*/

static json_t *candidate_object(const routh_insertion_candidate *c, size_t unknowns) {
    json_t *object = ROUTH_JSON_FIELDS(routh_insertion_candidate, c, about);
    routh_json_put(&object, "path", routh_insertion_path_json(&c->path));
    if (*c->why) {
        ROUTH_PUT(&object, routh_insertion_candidate, c, why);
        return object;
    }
    ROUTH_PUT(&object, routh_insertion_candidate, c, draws, length, stiffness, friction, stiffness_90, friction_90,
              needed, remains);
    routh_json_put(&object, "error", routh_json_numbers(c->error, unknowns));
    return object;
}

static json_t *plan_object(const void *what) {
    const routh_insertion_plan *plan = what;
    const size_t unknowns = plan->assembly->count;
    const routh_insertion_plan_options *o = &plan->options;
    json_t *root = json_object(), *list = json_array();
    for (size_t i = 0; i < plan->count; i++)
        routh_json_add(&list, candidate_object(&plan->candidate[i], unknowns));
    routh_json_put_version(&root);
    routh_json_put(&root, "path", routh_insertion_path_json(&plan->candidate[0].path));
    ROUTH_PUT(&root, routh_insertion_plan, plan, findings, reached);
    routh_json_put(&root, "options",
                   ROUTH_JSON_ENTRIES({"precision", o->precision}, {"time", o->time}, {"force", o->generator.force},
                                      {"moment", o->moment}, {"start_shift", o->start_shift},
                                      {"start_turn", o->start_turn}, {"stiffness", o->generator.stiffness},
                                      {"friction", o->generator.friction}, {"draws", (double)o->draws},
                                      {"screening", (double)o->screening}, {"sweeps", (double)o->sweeps},
                                      {"rate", o->generator.rate}, {"seed", (double)o->generator.seed}));
    ROUTH_PUT(&root, routh_insertion_plan, plan, tried);
    ROUTH_JSON_PUT(&root, {"displacements", names_json(plan->assembly, unknowns)},
                   {"least", routh_json_numbers(plan->least, unknowns)},
                   {"test", candidate_object(&plan->test, unknowns)}, {"candidates", list});
    return root;
}

static void print_motion(FILE *file, const void *what) {
    const routh_insertion_plan *plan = what;
    routh_rows rows = routh_rows_csv(file, "%.10g", "time,px,py,pz,qw,qx,qy,qz,fx,fy,fz,mx,my,mz\n");
    for (size_t k = 0; k < plan->instants; k++) {
        const routh_plan_instant *at = &plan->instant[k];
        double turn[4];
        routh_turn_of_matrix(at->hand.rotation, turn);
        ROUTH_CELLS(&rows, at->time);
        routh_rows_add_numbers(&rows, at->hand.position, 3);
        routh_rows_add_numbers(&rows, turn, 4);
        routh_rows_add_numbers(&rows, at->wanted, 6);
        routh_rows_end(&rows);
    }
}

routh_status routh_insertion_plan_write(routh_context *context, const routh_insertion_plan *plan, routh_io to) {
    return ROUTH_WRITE(context, "routh_insertion_plan", plan, to, {".json", .object = plan_object},
                       {".csv", .print = print_motion}, {".txt", .print = routh_insertion_plan_print});
}
