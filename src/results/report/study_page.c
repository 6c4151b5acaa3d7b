/* The study as the page's one object: every number that a figure shows. web/src/study.ts describes it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <string.h>

#include "base/context.h"

/* The file's name without its folders: pages are passed on, and should not reveal where they were made. */
static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static json_t *dataset_object(const routh_study *study) {
    const routh_dataset *d = study->dataset;
    const routh_shape *s = &d->body.shape;
    json_t *object = json_object();
    char shape[128];
    if (s->kind == ROUTH_ELLIPSE && s->a == 0)
        snprintf(shape, sizeof shape, "shape not known");
    else if (s->kind == ROUTH_ELLIPSE)
        snprintf(shape, sizeof shape, "ellipse %g × %g mm", 2e3 * s->a, 2e3 * s->b);
    else if (s->kind == ROUTH_DISC)
        snprintf(shape, sizeof shape, "disc of %g mm", 2e3 * s->a);
    else
        snprintf(shape, sizeof shape, "polygon with %zu corners", s->count);
    routh_put_dataset(&object, d, false);
    ROUTH_JSON_PUT(&object, {"words", routh_paragraph_json(&study->used)}, {"shape", json_string(shape)});
    ROUTH_PUT(&object, routh_body, &d->body, mass, inertia);
    ROUTH_PUT(&object, routh_dataset, d, rate, gravity);
    return object;
}

static json_t *check_object(const routh_study *study) {
    const routh_frame_evidence *frame = &study->evidence;
    json_t *object = json_object(), *findings = json_array();
    for (size_t i = 0; i < study->check.count; i++) {
        const routh_finding *one = &study->check.finding[i];
        json_t *finding = ROUTH_JSON_FIELDS(routh_finding, one, kind);
        ROUTH_JSON_PUT(&finding, {"what", json_string(one->topic)}, {"words", json_string(one->text)});
        routh_json_add(&findings, finding);
    }
    ROUTH_PUT_SPAN(&object, routh_frame_evidence, frame, kn, kt_error);
    ROUTH_PUT(&object, routh_frame_evidence, frame, stated_gyration);
    ROUTH_JSON_PUT(&object, {"hypotheses", routh_hypotheses_json(frame, "frame")}, {"findings", findings});
    return object;
}

static json_t *convergence_list(const routh_law_study *s) {
    json_t *list = json_array();
    for (size_t i = 0; i < s->convergence_count; i++) {
        const routh_convergence *c = &s->convergence[i];
        json_t *object = ROUTH_JSON_FIELDS(routh_convergence, c, k);
        ROUTH_JSON_PUT(&object, {"mean", routh_parameters_json(s->law, c->mean)},
                       {"sd", routh_parameters_json(s->law, c->deviation)});
        routh_json_add(&list, object);
    }
    return list;
}

static json_t *surface_object(const routh_frame_study *f, const routh_law_study *s) {
    if (!s->surface)
        return json_null();
    json_t *object = ROUTH_JSON_FIELDS(routh_frame_study, f, surface_mu, surface_eps);
    routh_json_put(&object, "cost", routh_json_matrix(s->surface, f->surface_size, f->surface_size));
    return object;
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
    json_t *object = routh_law_json(f, s);
    ROUTH_PUT(&object, routh_law_study, s, best);
    routh_json_put(&object, "covered", covered_object(study, s));
    ROUTH_PUT(&object, routh_law, s->law, title, restitution);
    ROUTH_JSON_PUT(&object, {"individual_mean", routh_parameters_json(s->law, s->own_mean)},
                   {"convergence", convergence_list(s)}, {"surface", surface_object(f, s)});
    return object;
}

static json_t *densities_object(const routh_frame_study *f) {
    json_t *object = ROUTH_JSON_FIELDS(routh_frame_study, f, density_error), *series = json_array();
    for (size_t i = 0; i < f->law_count + 2; i++) {
        const char *name = i < f->law_count ? f->law[i].law->name : (i == f->law_count ? "best-post-hoc" : "irb");
        const double *density = f->density + i * ROUTH_DENSITY_POINTS;
        routh_json_add(&series, ROUTH_JSON_OBJECT({"name", json_string(name)},
                                                  {"density", routh_json_numbers(density, ROUTH_DENSITY_POINTS)}));
    }
    routh_json_put(&object, "series", series);
    return object;
}

/* Impacts as columns --------------------------------------------------------------------------------------*/

/* Whole numbers are written as such. */
static void add_number(json_t **list, double x) {
    routh_json_add(list, x == floor(x) && fabs(x) < 1e9 ? json_integer((json_int_t)x) : routh_json_number(x));
}

static void put_column(json_t **object, const char *key, routh_series series) {
    json_t *list = json_array();
    for (size_t i = 0; i < series.count; i++)
        add_number(&list, routh_series_at(&series, i));
    routh_json_put(object, key, list);
}

/* What the momentum metric says of each impact under one law. */
static json_t *law_columns(const routh_frame_study *f, const routh_law_study *s) {
#define COLUMN(field) ROUTH_SERIES(routh_law_impact, s->impact, f->count, field, 1)
    static const char *const names[] = {"mu", "eps"};
    json_t *object = json_object(), *mode = json_array(), *flags = json_array(), *further = NULL;
    for (size_t i = 0; i < f->count; i++) {
        add_number(&mode, s->impact[i].impulse.mode);
        add_number(&flags, s->impact[i].own[ROUTH_MOMENTUM].flags & 15);
    }
    put_column(&object, "pt", COLUMN(impulse.pt));
    put_column(&object, "pn", COLUMN(impulse.pn));
    put_column(&object, "error", COLUMN(error));
    routh_json_put(&object, "mode", mode);
    for (int k = 0; k < 2; k++) {
        const int j = routh_law_parameter(s->law, names[k]); /* 0 where the law has none */
        routh_series own = COLUMN(own[ROUTH_MOMENTUM].parameters[0]);
        own.offset += (j < 0 ? 0 : (size_t)j) * sizeof(double);
        own.factor = j < 0 ? 0 : 1;
        put_column(&object, names[k], own);
    }
    put_column(&object, "distance", COLUMN(own[ROUTH_MOMENTUM].relative));
    routh_json_put(&object, "flags", flags);
    for (int j = 0; j < s->law->parameter_count; j++) { /* own values of parameters beyond μ and ε */
        const char *name = s->law->parameter[j].name;
        routh_series own = COLUMN(own[ROUTH_MOMENTUM].parameters[0]);
        own.offset += (size_t)j * sizeof(double);
        if (strcmp(name, "mu") == 0 || strcmp(name, "eps") == 0)
            continue;
        further = further ? further : json_object();
        routh_json_put(&further, name, routh_series_json(own));
    }
    if (further)
        routh_json_put(&object, "further", further);
    return object;
#undef COLUMN
}

static json_t *impacts_object(const routh_frame_study *f) {
#define COLUMN(field) ROUTH_SERIES(routh_sample, f->sample, f->count, field, 1)
    json_t *object = json_object(), *laws = json_object(), *held_out = json_array();
    for (size_t i = 0; i < f->count; i++)
        add_number(&held_out, f->held_out[i]);
    ROUTH_PUT_COLUMNS(&object, routh_sample, f->sample, f->count, record);
    routh_json_put(&object, "held_out", held_out);
    put_column(&object, "wtt", COLUMN(contact.wtt));
    put_column(&object, "wtn", COLUMN(contact.wtn));
    put_column(&object, "wnn", COLUMN(contact.wnn));
    put_column(&object, "vt", COLUMN(contact.vt));
    put_column(&object, "vn", COLUMN(contact.vn));
    put_column(&object, "pt", COLUMN(measured[ROUTH_MOMENTUM].pt));
    put_column(&object, "pn", COLUMN(measured[ROUTH_MOMENTUM].pn));
    put_column(&object, "irb", (routh_series){f->irb, sizeof *f->irb, 0, f->count, 1});
    for (size_t l = 0; l < f->law_count; l++)
        routh_json_put(&laws, f->law[l].law->name, law_columns(f, &f->law[l]));
    routh_json_put(&object, "laws", laws);
    return object;
#undef COLUMN
}

static json_t *anomalies_object(const routh_frame_study *f) {
    json_t *predicted = json_object(), *false_alarms = json_object(), *examples = json_array();
    for (size_t l = 0; l < f->law_count; l++) {
        routh_json_put(&predicted, f->law[l].law->name, routh_json_count(f->law[l].reversals_predicted));
        routh_json_put(&false_alarms, f->law[l].law->name, routh_json_count(f->law[l].reversals_false));
    }
    for (size_t i = 0; i < f->example_count; i++) {
        json_t *example = ROUTH_JSON_FIELDS(routh_sample, &f->sample[f->example[i].sample], record);
        ROUTH_PUT(&example, routh_example, &f->example[i], what);
        routh_json_add(&examples, example);
    }
    const bool known = f->zero_friction_law < f->law_count;
    json_t *object = ROUTH_JSON_FIELDS(routh_frame_study, f, zero_friction);
    routh_json_put(&object, "zero_friction_law", json_string(known ? f->law[f->zero_friction_law].law->name : ""));
    ROUTH_PUT(&object, routh_frame_study, f, reversals);
    ROUTH_JSON_PUT(&object, {"reversals_predicted", predicted}, {"reversals_false", false_alarms},
                   {"examples", examples}, {"words", routh_sentences_json(&f->findings, ROUTH_TOPIC_ANOMALIES)});
    return object;
}

static json_t *alarm_object(const routh_findings *alarm) {
    if (alarm->count == 0)
        return json_null();
    const routh_findings rest = {alarm->count - 1, alarm->finding + 1};
    return ROUTH_JSON_OBJECT({"title", json_string(alarm->finding[0].text)},
                             {"words", routh_sentences_json(&rest, NULL)});
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
    json_t *object = ROUTH_JSON_OBJECT({"frame", json_string(routh_name(&routh_frames, f->frame))},
                                       {"chosen", json_boolean(index == 0)});
    json_t *laws = json_array();
    for (size_t l = 0; l < f->law_count; l++)
        routh_json_add(&laws, law_object(study, f, &f->law[l]));
    ROUTH_PUT(&object, routh_frame_study, f, why);
    ROUTH_JSON_PUT(
        &object, {"verdict", routh_paragraph_json(&f->verdict)}, {"alarm", alarm_object(&f->alarm)},
        {"dataset", dataset_object(study)}, {"check", check_object(study)}, {"laws", laws},
        {"best_law", json_string(f->law[f->best].law->name)}, {"bounds", routh_bounds_json(f)},
        {"densities", densities_object(f)}, {"impacts", impacts_object(f)}, {"anomalies", anomalies_object(f)},
        {"regions", regions_object(f)}, {"use", routh_sentences_json(&f->findings, ROUTH_TOPIC_USE)},
        {"noise", routh_json_number(f->noise > 0 ? f->noise : NAN)},
        {"noise_from", f->noise > 0 ? json_string(routh_about(&routh_noise_sources, f->noise_source)) : json_null()});
    routh_put_learning(&object, study, index);
    routh_put_covariates(&object, f->dependence, f->exploration);
    routh_put_inputs(&object, f->inputs);
    ROUTH_PUT(&object, routh_frame_study, f, findings);
    return object;
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
    json_t *object = ROUTH_JSON_OBJECT({"name", json_string(name ? name : "")}), *contacts = json_array();
    for (size_t i = 0; i < figure->contact_count; i++) {
        const routh_motion_contact *c = &figure->contact[i];
        json_t *contact = ROUTH_JSON_FIELDS(routh_motion_contact, c, time, used);
        ROUTH_JSON_PUT(&contact, {"before", curve_object(&c->before)}, {"after", curve_object(&c->after)});
        routh_json_add(&contacts, contact);
    }
    ROUTH_PUT(&object, routh_motion_figure, figure, trajectory, gyration);
    ROUTH_JSON_PUT(&object, {"recorded", curve_object(&figure->recorded)}, {"contacts", contacts});
    return object;
}

static json_t *page_object(const void *what) {
    const routh_study *study = ((const routh_study_view *)what)->study;
    const routh_study_options *options = &study->options;
    json_t *root = json_object(), *frames = json_array();
    for (size_t i = 0; i < study->frame_count; i++)
        routh_json_add(&frames, frame_object(study, i));
    routh_json_put_version(&root);
    ROUTH_PUT(&root, routh_dataset, study->dataset, name);
    routh_json_put(&root, "source",
                   json_string(options->truth ? study->dataset->source : last_part(study->dataset->source)));
    ROUTH_PUT(&root, routh_study_options, options, seed);
    ROUTH_PUT(&root, routh_study, study, seconds);
    ROUTH_JSON_PUT(&root, {"metric", json_string("relative velocity error")},
                   {"cost", json_string(options->ensemble.cost == ROUTH_COST_IMPULSE ? "impulse" : "velocity")});
    ROUTH_PUT(&root, routh_frame_study, &study->frame[0], fit_count);
    ROUTH_PUT(&root, routh_study_options, options, draws);
    ROUTH_JSON_PUT(&root, {"truth", routh_truth_json(study)},
                   {"reach_tolerance", routh_json_numbers(routh_reach_tolerance, ROUTH_REACH_TOLERANCES)});
    ROUTH_PUT(&root, routh_study_options, options, tolerance, slow_friction, command, checksum, date);
    routh_json_put(&root, "systematics", routh_systematics_json(&study->systematics));
    if (study->split.groups > 0)
        routh_json_put(&root, "split", routh_split_json(&study->split));
    ROUTH_JSON_PUT(&root, {"motion", motion_json(study)}, {"frames", frames});
    return root;
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
