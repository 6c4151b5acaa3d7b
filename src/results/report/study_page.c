/* The study as the page's one object: every number that a figure shows. web/src/study.ts describes it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "study/result_words.h"

/* The file's name without its folders: pages are passed on, and should not reveal where they were made. */
static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static json_t *dataset_object(const routh_study *study) {
    const routh_dataset *d = study->dataset;
    char shape[ROUTH_NAME_SIZE];
    return ROUTH_JSON_NEW(routh_page_dataset_layout, .body = &d->body, .dataset = d,
                          .counts = routh_counts_of(d, false), .words = routh_paragraph_json(&study->used),
                          .shape = routh_shape_words(&d->body.shape, shape));
}

static json_t *check_object(const routh_study *study) {
    const routh_frame_evidence *frame = &study->evidence;
    json_t *findings = json_array();
    for (size_t i = 0; i < study->check.count; i++) {
        const routh_finding *one = &study->check.finding[i];
        routh_json_add(&findings, ROUTH_JSON_NEW(routh_page_finding_layout, one->kind, one->topic, one->text));
    }
    return ROUTH_JSON_NEW(routh_page_check_layout, .evidence = frame, .hypotheses = routh_hypotheses_json(frame, false),
                          .findings = findings);
}

static json_t *convergence_list(const routh_law_study *s) {
    json_t *list = json_array();
    for (size_t i = 0; i < s->convergence_count; i++) {
        const routh_convergence *c = &s->convergence[i];
        routh_json_add(&list, ROUTH_JSON_NEW(routh_convergence_layout, c->k, routh_parameters_json(s->law, c->mean),
                                             routh_parameters_json(s->law, c->deviation)));
    }
    return list;
}

static json_t *surface_object(const routh_frame_study *f, const routh_law_study *s) {
    if (!s->surface)
        return json_null();
    return ROUTH_JSON_NEW(routh_surface_layout, ROUTH_JSON_FIELDS(routh_frame_study, f, surface_mu, surface_eps),
                          routh_json_matrix(s->surface, f->surface_size, f->surface_size));
}

/* Whether the interval of each parameter holds the truth, which only generated data have. */
static json_t *covered_object(const routh_study *study, const routh_law_study *s) {
    if (s->law != study->options.truth)
        return json_null();
    json_t *object = json_object();
    for (int j = 0; j < s->law->parameter_count; j++)
        routh_json_put(&object, s->law->parameter[j].name, json_boolean(s->covers[j]));
    return object;
}

static json_t *law_object(const routh_study *study, const routh_frame_study *f, const routh_law_study *s) {
    return ROUTH_JSON_NEW(routh_page_law_layout, .study = s, .registered = s->law, .law = routh_law_json(f, s),
                          .covered = covered_object(study, s),
                          .individual_mean = routh_parameters_json(s->law, s->own_mean),
                          .convergence = convergence_list(s), .surface = surface_object(f, s));
}

static json_t *densities_object(const routh_frame_study *f) {
    json_t *series = json_array();
    for (size_t i = 0; i < f->law_count + 2; i++) {
        const char *name = i < f->law_count ? f->law[i].law->name : (i == f->law_count ? "best-post-hoc" : "irb");
        const double *density = f->density + i * ROUTH_DENSITY_POINTS;
        routh_json_add(&series,
                       ROUTH_JSON_NEW(routh_density_layout, name, routh_json_numbers(density, ROUTH_DENSITY_POINTS)));
    }
    return ROUTH_JSON_NEW(routh_densities_layout, ROUTH_JSON_FIELDS(routh_frame_study, f, density_error), series);
}

/* Impacts as columns --------------------------------------------------------------------------------------*/

/* Whole numbers are written as such. */
static void add_number(json_t **list, double x) {
    routh_json_add(list, x == floor(x) && fabs(x) < 1e9 ? json_integer((json_int_t)x) : routh_json_number(x));
}

static json_t *column(routh_series series) {
    json_t *list = json_array();
    for (size_t i = 0; i < series.count; i++)
        add_number(&list, routh_series_at(&series, i));
    return list;
}

/* What the momentum metric says of each impact under one law. */
static json_t *law_columns(const routh_frame_study *f, const routh_law_study *s) {
#define COLUMN(field) ROUTH_SERIES(routh_law_impact, s->impact, f->count, field, 1)
    const int mu = routh_law_parameter(s->law, "mu"), eps = routh_law_parameter(s->law, "eps");
    json_t *mode = json_array(), *flags = json_array(), *further = NULL;
    for (size_t i = 0; i < f->count; i++) {
        add_number(&mode, s->impact[i].impulse.mode);
        add_number(&flags, s->impact[i].own[ROUTH_MOMENTUM].flags & 15);
    }
    for (int j = 0; j < s->law->parameter_count; j++) { /* own values of parameters beyond μ and ε */
        if (j == mu || j == eps)
            continue;
        further = further ? further : json_object();
        routh_json_put(&further, s->law->parameter[j].name,
                       routh_series_json(COLUMN(own[ROUTH_MOMENTUM].parameters[j])));
    }
    routh_series none = COLUMN(own[ROUTH_MOMENTUM].parameters[0]);
    none.factor = 0; /* where the law has no such parameter */
    return ROUTH_JSON_NEW(routh_law_columns_layout, .pt = column(COLUMN(impulse.pt)), .pn = column(COLUMN(impulse.pn)),
                          .error = column(COLUMN(error)), .mode = mode,
                          .mu = column(mu < 0 ? none : COLUMN(own[ROUTH_MOMENTUM].parameters[mu])),
                          .eps = column(eps < 0 ? none : COLUMN(own[ROUTH_MOMENTUM].parameters[eps])),
                          .distance = column(COLUMN(own[ROUTH_MOMENTUM].relative)), .flags = flags,
                          .further = further ? further : routh_json_absent());
#undef COLUMN
}

static json_t *impacts_object(const routh_frame_study *f) {
#define COLUMN(field) column(ROUTH_SERIES(routh_sample, f->sample, f->count, field, 1))
    json_t *record = json_object(), *laws = json_object(), *held_out = json_array();
    for (size_t i = 0; i < f->count; i++)
        add_number(&held_out, f->held_out[i]);
    ROUTH_PUT_COLUMNS(&record, routh_sample, f->sample, f->count, record);
    for (size_t l = 0; l < f->law_count; l++)
        routh_json_put(&laws, f->law[l].law->name, law_columns(f, &f->law[l]));
    return ROUTH_JSON_NEW(routh_impact_columns_layout, .record = record, .held_out = held_out,
                          .wtt = COLUMN(contact.wtt), .wtn = COLUMN(contact.wtn), .wnn = COLUMN(contact.wnn),
                          .vt = COLUMN(contact.vt), .vn = COLUMN(contact.vn), .pt = COLUMN(measured[ROUTH_MOMENTUM].pt),
                          .pn = COLUMN(measured[ROUTH_MOMENTUM].pn),
                          .irb = column((routh_series){f->irb, sizeof *f->irb, 0, f->count, 1}), .laws = laws);
#undef COLUMN
}

static json_t *anomalies_object(const routh_frame_study *f) {
    json_t *predicted = json_object(), *false_alarms = json_object(), *examples = json_array();
    for (size_t l = 0; l < f->law_count; l++) {
        routh_json_put(&predicted, f->law[l].law->name, routh_json_count(f->law[l].reversals_predicted));
        routh_json_put(&false_alarms, f->law[l].law->name, routh_json_count(f->law[l].reversals_false));
    }
    for (size_t i = 0; i < f->example_count; i++) {
        routh_json_add(&examples, ROUTH_JSON_NEW(routh_example_layout, f->sample[f->example[i].sample].record,
                                                 ROUTH_JSON_FIELDS(routh_example, &f->example[i], what)));
    }
    const bool known = f->zero_friction_law < f->law_count;
    return ROUTH_JSON_NEW(routh_anomalies_layout, .frame = f,
                          .zero_friction_law = known ? f->law[f->zero_friction_law].law->name : "",
                          .reversals_predicted = predicted, .reversals_false = false_alarms, .examples = examples,
                          .words = routh_sentences_json(&f->findings, ROUTH_TOPIC_ANOMALIES));
}

static json_t *alarm_object(const routh_findings *alarm) {
    if (alarm->count == 0)
        return json_null();
    const routh_findings rest = {alarm->count - 1, alarm->finding + 1};
    return ROUTH_JSON_NEW(routh_alarm_layout, alarm->finding[0].text, routh_sentences_json(&rest, NULL));
}

static json_t *regions_object(const routh_frame_study *f) {
    json_t *object = json_object();
    for (size_t i = 0; i < f->example_count; i++) {
        json_t *list = json_array();
        char key[32];
        for (size_t l = 0; l < f->law_count; l++)
            routh_add_region(&list, &f->example[i].region[l], f->law[l].law->name);
        snprintf(key, sizeof key, "%zu", f->sample[f->example[i].sample].record);
        routh_json_put(&object, key, list);
    }
    return object;
}

static json_t *frame_object(const routh_study *study, size_t index) {
    const routh_frame_study *f = &study->frame[index];
    json_t *laws = json_array();
    for (size_t l = 0; l < f->law_count; l++)
        routh_json_add(&laws, law_object(study, f, &f->law[l]));
    return ROUTH_JSON_NEW(
        routh_page_frame_layout, .frame = f->frame, .shown = f, .chosen = index == 0,
        .verdict = routh_paragraph_json(&f->verdict), .alarm = alarm_object(&f->alarm),
        .dataset = dataset_object(study), .check = check_object(study), .laws = laws,
        .best_law = f->law[f->best].law->name, .bounds = routh_bounds_json(f), .densities = densities_object(f),
        .impacts = impacts_object(f), .anomalies = anomalies_object(f), .regions = regions_object(f),
        .use = routh_sentences_json(&f->findings, ROUTH_TOPIC_USE), .noise = f->noise > 0 ? f->noise : NAN,
        .noise_from = f->noise > 0 ? routh_about(&routh_noise_sources, f->noise_source) : NULL,
        .learning = routh_learning_json(f), .covariates = routh_covariates_json(f->dependence),
        .exploration = routh_exploration_json(f->exploration), .inputs = routh_inputs_json(f->inputs));
}

/* One trajectory with its parabolas -----------------------------------------------------------------------*/

static json_t *curve_object(const routh_motion_curve *curve) {
    json_t *object = json_object();
    if (curve->count > 0)
        ROUTH_PUT_SPAN(&object, routh_motion_curve, curve, time, arc);
    if (curve->count > 0)
        return object;
    json_decref(object);
    return json_null();
}

static json_t *motion_json(const routh_study *study) {
    const routh_motion_figure *figure = study->motion;
    if (!figure)
        return json_null();
    const char *name = study->dataset->trajectory[figure->trajectory].name;
    json_t *contacts = json_array();
    for (size_t i = 0; i < figure->contact_count; i++) {
        const routh_motion_contact *c = &figure->contact[i];
        routh_json_add(&contacts, ROUTH_JSON_NEW(routh_motion_contact_layout, c->time, c->used,
                                                 curve_object(&c->before), curve_object(&c->after)));
    }
    return ROUTH_JSON_NEW(routh_motion_layout, .figure = figure, .name = name ? name : "",
                          .recorded = curve_object(&figure->recorded), .contacts = contacts);
}

static json_t *page_object(const void *what) {
    const routh_study *study = ((const routh_study_view *)what)->study;
    const routh_study_options *options = &study->options;
    json_t *frames = json_array();
    for (size_t i = 0; i < study->frame_count; i++)
        routh_json_add(&frames, frame_object(study, i));
    return ROUTH_JSON_NEW(routh_page_layout, .dataset = study->dataset, .options = options, .version = routh_version(),
                          .source = options->truth ? study->dataset->source : last_part(study->dataset->source),
                          .seconds = study->seconds, .metric = "relative velocity error",
                          .cost = options->ensemble.cost == ROUTH_COST_IMPULSE ? "impulse" : "velocity",
                          .n_fit = study->frame[0].fit_count, .truth = routh_truth_json(study),
                          .reach_tolerance = routh_json_numbers(routh_reach_tolerance, ROUTH_REACH_TOLERANCES),
                          .systematics = routh_systematics_json(&study->systematics),
                          .split = study->split.groups > 0 ? routh_split_json(&study->split) : routh_json_absent(),
                          .motion = motion_json(study), .frames = frames);
}

routh_status routh_study_write(routh_context *context, const routh_study *study, size_t frame, routh_io to) {
    const routh_study_view view = {study, frame, to};
    if (frame >= study->frame_count)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no frame %zu: the study has %zu", frame,
                          study->frame_count);
    return ROUTH_WRITE(context, "routh_study", &view, to,
                       {".json", .object = routh_study_object, .flags = JSON_INDENT(2) | JSON_REAL_PRECISION(10)},
                       {".html", .object = page_object, .page = ROUTH_STUDY_PAGE},
                       {".csv", .draw = routh_study_draw_table}, {".txt", .print = routh_study_print});
}
