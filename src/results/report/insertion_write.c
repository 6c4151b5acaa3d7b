/* Insertions as JSON: results.json, which has every number for other programs, in the layout of docs/insertion.md; single answers
 * in its words; and the pieces that their page has too, which web/src/insertion/study.ts describes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>

#include "algebra/space.h"
#include "base/context.h"
#include "drawing/drawing.h"
#include "simulate/simulate.h"
#include "study/result_words.h"

json_t *routh_insertion_displacements_json(const routh_assembly *assembly) {
    json_t *list = json_array();
    for (size_t j = 0; j < assembly->count; j++) {
        const routh_displacement *d = &assembly->displacement[j];
        const routh_displacement_words *words = routh_displacement_words_of(d->kind);
        routh_json_add(&list,
                       ROUTH_JSON_NEW(routh_displacement_layout, .displacement = d, .kind = words->name,
                                      .part = d->part < 0 ? json_null() : json_integer(d->part), .unit = words->unit));
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
        json_t *load = json_array();
        for (size_t p = 0; a->load && p < pairs; p++)
            if (a->load[p] > 0)
                routh_json_add(
                    &load, routh_json_numbers((double[]){(double)(p / seconds), (double)(p % seconds), a->load[p]}, 3));
        routh_json_add(&list,
                       ROUTH_JSON_NEW(routh_answer_layout, .answer = a,
                                      .x = routh_json_numbers(a->x, a->x ? fit->count : 0),
                                      .error = routh_json_numbers(a->error, a->error ? fit->count : 0), .load = load));
    }
    return list;
}

/* How far it is from the truth, or from the measured wrench, only the page shows. */
static json_t *fit_json(const routh_insertion_estimate *fit, const routh_insertion_misfit *misfit) {
    return ROUTH_JSON_NEW(
        routh_insertion_fit_layout, .fit = fit, .flags = flags_json(fit->flags),
        .misfit = misfit ? ROUTH_JSON_NEW(routh_misfit_layout, misfit->wrench, misfit->stiffness, misfit->friction)
                         : routh_json_absent());
}

/* Null where there is no curve. What a file of studies and a page have beside its numbers; errors are for the page. */
typedef enum lcurve_form { ALONE, STUDIED, SHOWN } lcurve_form;

static json_t *lcurve_json(const routh_lcurve *lcurve, lcurve_form form) {
    if (lcurve->count == 0)
        return json_null();
    json_t *points = json_array();
    for (size_t i = 0; i < lcurve->count; i++) {
        const routh_lcurve_point *p = &lcurve->point[i];
        routh_json_add(
            &points, ROUTH_JSON_NEW(
                         routh_lcurve_point_layout, .point = p, .studied = form == ALONE ? NULL : p,
                         .x = form == ALONE ? routh_json_absent() : routh_json_numbers(p->x, lcurve->unknowns),
                         .wrench_error = form == SHOWN ? routh_json_number(sqrt(p->force_cost)) : routh_json_absent()));
    }
    return ROUTH_JSON_NEW(routh_lcurve_layout, points, lcurve);
}

static json_t *check_json(const routh_insertion_check *check) {
    return ROUTH_JSON_NEW(routh_insertion_check_layout, .check = check,
                          .suggestion = check->suggestion[0] ? check->suggestion : NULL);
}

/* The class of every correlation in both matrices: 2 high, 1 middle, 0 low. */
static json_t *classes_json(const routh_observability *o, size_t columns) {
    json_t *matrices = json_array();
    for (int m = 0; m < 2; m++) {
        json_t *rows = json_array();
        for (size_t i = 0; i < columns; i++) {
            json_t *row = json_array();
            for (size_t j = 0; j < columns; j++)
                routh_json_add(&row, json_integer(o->class_of[m][i * columns + j]));
            routh_json_add(&rows, row);
        }
        routh_json_add(&matrices, rows);
    }
    return matrices;
}

static json_t *observability_json(const routh_observability *o, bool shown) {
    json_t *seen = json_array(), *correlation = json_array();
    const size_t columns = o->correlation[0] ? o->count + 1 : 0; /* Φ first */
    for (size_t j = 0; j < o->count; j++)
        routh_json_add(&seen, json_string(routh_name(&routh_seens, o->seen[j])));
    for (int matrix = 0; matrix < 2; matrix++)
        routh_json_add(&correlation, routh_json_matrix(o->correlation[matrix], columns, columns));
    return ROUTH_JSON_NEW(routh_observability_layout, .observed = o,
                          .check = o->check.findings.count ? check_json(&o->check) : routh_json_absent(),
                          .sensitivity = routh_json_matrix(o->sensitivity, o->count, 2), .correlation = correlation,
                          .direction = routh_json_matrix(o->direction, o->count, o->count), .seen = seen,
                          .correlation_class = shown ? classes_json(o, columns) : routh_json_absent());
}

static json_t *sensor_errors_json(const routh_insertion_case *item) {
    json_t *list = json_array();
    for (size_t i = 0; i < item->sensor_error_count; i++) {
        const routh_sensor_error *s = &item->sensor_error[i];
        routh_json_add(&list, ROUTH_JSON_NEW(routh_sensor_error_layout, s->displacement.name,
                                             routh_displacement_words_of(s->displacement.kind)->unit, s->value,
                                             s->error, s->shown));
    }
    return list;
}

static json_t *truth_json(const routh_insertion_case *item) {
    const routh_insertion_truth *truth = &item->insertion.truth;
    if (!(truth->stiffness > 0))
        return json_null();
    return ROUTH_JSON_NEW(routh_insertion_truth_layout, truth->stiffness, truth->friction,
                          item->truth ? routh_json_numbers(item->truth, item->fit.count) : json_null());
}

json_t *routh_insertion_together_json(const routh_insertion_study *study) {
    const routh_insertion_together *together = study->together;
    if (!together)
        return json_null();
    return ROUTH_JSON_NEW(routh_together_layout, .together = together, .fit = fit_json(&together->fit, NULL),
                          .displacements = routh_insertion_displacements_json(together->assembly),
                          .stiffness_error_without = routh_json_numbers(together->without, study->count));
}

json_t *routh_insertion_case_json(const routh_insertion_study *study, const routh_insertion_case *item, bool shown,
                                  routh_sample_choice drawn, routh_sample_choice seen) {
    const size_t n = item->fit.count + 2; /* the covariance of K, μK and x_u; null where it was not computed */
    return ROUTH_JSON_NEW(routh_insertion_case_layout, .insertion = &item->insertion, .gaps = &item->insertion.gaps,
                          .item = item, .plain = fit_json(&item->plain, shown ? &item->plain_misfit : NULL),
                          .fit = fit_json(&item->fit, shown ? &item->fit_misfit : NULL),
                          .answers = answers_json(&item->fit, study->assembly),
                          .lcurve = lcurve_json(&item->lcurve, shown ? SHOWN : STUDIED),
                          .observability = observability_json(&item->observability, shown), .truth = truth_json(item),
                          .sensor_errors = sensor_errors_json(item),
                          .covariance = shown                  ? routh_json_absent()
                                        : item->fit.covariance ? routh_json_matrix(item->fit.covariance, n, n)
                                                               : json_null(),
                          .series = routh_insertion_series_json(item, drawn),
                          .motion = routh_insertion_motion_json(item, seen));
}

/* results.json ------------------------------------------------------------------------------------------*/

static json_t *objects_json(const routh_assembly *assembly) {
    json_t *objects = json_array();
    for (int o = 0; o < 2; o++) {
        json_t *parts = json_array();
        for (size_t i = 0; i < assembly->object[o].count; i++)
            routh_json_add(&parts, json_string(assembly->object[o].part[i].name));
        routh_json_add(&objects, ROUTH_JSON_NEW(routh_object_layout, assembly->object[o].name, parts));
    }
    return objects;
}

static json_t *options_json(const routh_insertion_study_options *options) {
    return ROUTH_JSON_NEW(routh_insertion_options_layout, .fit = &options->fit, .options = options,
                          .method = options->fit.method == ROUTH_NELDER_MEAD ? "nelder-mead" : "levenberg-marquardt",
                          .also = routh_flags_json(&routh_insertion_also, options->also));
}

/* A column of thousands of numbers would otherwise be thousands of lines. */
enum { LINES_DEPTH = 4 };

routh_status routh_insertion_draw_results(routh_context *context, FILE *file, const void *what) {
    const routh_insertion_study *study = ((const routh_insertion_view *)what)->study;
    json_t *items = json_array();
    for (size_t i = 0; i < study->count; i++) {
        const routh_sample_choice all = {study->item[i].insertion.count, NULL};
        routh_json_add(&items, routh_insertion_case_json(study, &study->item[i], false, all, all));
    }
    json_t *root = routh_json_with_layout(
        ROUTH_JSON_NEW(routh_insertion_study_layout, .study = study, .version = routh_version(),
                       .options = options_json(&study->options), .objects = objects_json(study->assembly),
                       .displacements = routh_insertion_displacements_json(study->assembly), .recordings = items,
                       .together = routh_insertion_together_json(study)));
    const bool written = root && routh_json_print_lines(root, LINES_DEPTH, JSON_REAL_PRECISION(17), file);
    fputc('\n', file);
    json_decref(root);
    return written ? ROUTH_OK : routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory to write the results");
}

/* Single answers ----------------------------------------------------------------------------------------*/

static json_t *observed_object(const void *what) {
    const routh_observed *o = what;
    return ROUTH_JSON_NEW(routh_observed_layout, names_json(o->assembly, o->observability->count),
                          observability_json(o->observability, false));
}

routh_status routh_observability_write(routh_context *context, const routh_assembly *assembly,
                                       const routh_observability *observability, routh_io to) {
    const routh_observed what = {assembly, observability};
    return ROUTH_WRITE(context, "routh_observability", &what, to, {".txt", .print = routh_observability_print},
                       {"", .object = observed_object, .flags = JSON_INDENT(1)});
}

static json_t *lcurve_object(const void *what) {
    json_t *object = lcurve_json(what, ALONE);
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
        routh_json_add(&list, ROUTH_JSON_NEW(routh_insertion_summary_layout, .summary = summary, .setting = setting,
                                             .test = setting->path ? setting->path->name : usual.name));
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

static routh_status print_offset(routh_context *context, FILE *file, const void *what) {
    routh_findings words = {0};
    return routh_print_words(context, file, routh_insertion_offset_words(context, what, &words), &words);
}

routh_status routh_insertion_offset_write(routh_context *context, const routh_insertion_offset_estimate *estimate,
                                          routh_io to) {
    return ROUTH_WRITE(context, "routh_insertion_offset", estimate, to, {".txt", .draw = print_offset},
                       {"", .object = offset_object, .flags = JSON_INDENT(1)});
}

/* A plan ------------------------------------------------------------------------------------------------*/

static json_t *candidate_object(const routh_insertion_candidate *c, size_t unknowns) {
    return ROUTH_JSON_NEW(routh_candidate_layout, .candidate = c, .refused = *c->why ? c : NULL,
                          .usable = *c->why ? NULL : c, .path = routh_insertion_path_json(&c->path),
                          .error = *c->why ? routh_json_absent() : routh_json_numbers(c->error, unknowns));
}

static json_t *plan_object(const void *what) {
    const routh_insertion_plan *plan = what;
    const size_t unknowns = plan->assembly->count;
    const routh_insertion_plan_options *o = &plan->options;
    json_t *list = json_array();
    for (size_t i = 0; i < plan->count; i++)
        routh_json_add(&list, candidate_object(&plan->candidate[i], unknowns));
    return ROUTH_JSON_NEW(
        routh_plan_layout, .plan = plan, .version = routh_version(),
        .path = routh_insertion_path_json(&plan->candidate[0].path),
        .options = ROUTH_JSON_NEW(routh_plan_options_layout, .precision = o->precision, .time = o->time,
                                  .force = o->generator.force, .moment = o->moment, .start_shift = o->start_shift,
                                  .start_turn = o->start_turn, .stiffness = o->generator.stiffness,
                                  .friction = o->generator.friction, .draws = (double)o->draws,
                                  .screening = (double)o->screening, .sweeps = (double)o->sweeps,
                                  .rate = o->generator.rate, .seed = (double)o->generator.seed),
        .displacements = names_json(plan->assembly, unknowns), .least = routh_json_numbers(plan->least, unknowns),
        .test = candidate_object(&plan->test, unknowns), .candidates = list);
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
