/* The study as the page's one object: every number that a figure shows. web/src/study.ts describes it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "file/c_locale.h"
#include "file/json_struct.h"
#include "report/covariates_json.h"
#include "report/findings_json.h"
#include "report/learning_json.h"
#include "report/motion_json.h"
#include "report/page.h"
#include "report/split_json.h"
#include "report/study_json.h"
#include "report/systematics.h"
#include "report/writers.h"

/* The file's name without its folders: pages are passed on, and should not reveal where they were made. */
static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static json_t *dataset_object(const routh_study *study) {
    const routh_dataset *d = study->dataset;
    json_t *object = json_object();
    char shape[128];
    if (d->body.shape.kind == ROUTH_ELLIPSE && d->body.shape.a == 0)
        snprintf(shape, sizeof shape, "shape not known");
    else if (d->body.shape.kind == ROUTH_ELLIPSE)
        snprintf(shape, sizeof shape, "ellipse %g × %g mm", 2e3 * d->body.shape.a, 2e3 * d->body.shape.b);
    else if (d->body.shape.kind == ROUTH_DISC)
        snprintf(shape, sizeof shape, "disc of %g mm", 2e3 * d->body.shape.a);
    else
        snprintf(shape, sizeof shape, "polygon with %zu corners", d->body.shape.count);
    ROUTH_PUT(&object, routh_dataset, d, count);
    routh_json_put(&object, "used", routh_json_count(routh_dataset_used(d, NULL)));
    routh_json_put(&object, "rejected", routh_rejected_json(d));
    routh_json_put(&object, "words", routh_paragraph_json(&study->used));
    routh_json_put(&object, "shape", json_string(shape));
    ROUTH_PUT(&object, routh_body, &d->body, mass, inertia);
    ROUTH_PUT(&object, routh_dataset, d, rate, gravity);
    return object;
}

static json_t *check_object(const routh_study *study) {
    const routh_findings *check = &study->check;
    const routh_frame_evidence *frame = &study->evidence;
    json_t *object = json_object(), *findings = json_array();
    for (size_t i = 0; i < check->count; i++) {
        json_t *finding = ROUTH_JSON_FIELDS(routh_finding, &check->finding[i], kind);
        routh_json_put(&finding, "what", json_string(check->finding[i].topic));
        routh_json_put(&finding, "words", json_string(check->finding[i].text));
        routh_json_add(&findings, finding);
    }
    ROUTH_PUT_SPAN(&object, routh_frame_evidence, frame, kn, kt_error);
    ROUTH_PUT(&object, routh_frame_evidence, frame, stated_gyration);
    routh_json_put(&object, "hypotheses", routh_hypotheses_json(frame));
    routh_json_put(&object, "findings", findings);
    return object;
}

static json_t *named_values(const routh_law *law, const double *values) {
    json_t *object = json_object();
    for (int j = 0; j < law->parameter_count; j++)
        routh_json_put(&object, law->parameter[j].name, routh_json_number(values[j]));
    return object;
}

static json_t *convergence_list(const routh_law_study *s) {
    json_t *list = json_array();
    for (size_t i = 0; i < s->convergence_count; i++) {
        json_t *object = ROUTH_JSON_FIELDS(routh_convergence, &s->convergence[i], k);
        routh_json_put(&object, "mean", named_values(s->law, s->convergence[i].mean));
        routh_json_put(&object, "sd", named_values(s->law, s->convergence[i].deviation));
        routh_json_add(&list, object);
    }
    return list;
}

static json_t *surface_object(const routh_frame_study *f, const routh_law_study *s) {
    if (!s->surface)
        return json_null();
    json_t *object = json_object(), *rows = json_array();
    for (size_t i = 0; i < f->surface_size; i++)
        routh_json_add(&rows, routh_json_numbers(s->surface + i * f->surface_size, f->surface_size));
    ROUTH_PUT(&object, routh_frame_study, f, surface_mu, surface_eps);
    routh_json_put(&object, "cost", rows);
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
    routh_json_put(&object, "individual_mean", named_values(s->law, s->own_mean));
    routh_json_put(&object, "convergence", convergence_list(s));
    routh_json_put(&object, "surface", surface_object(f, s));
    return object;
}

static json_t *densities_object(const routh_frame_study *f) {
    json_t *object = json_object(), *series = json_array();
    for (size_t i = 0; i < f->law_count + 2; i++) {
        const char *name = i < f->law_count ? f->law[i].law->name : (i == f->law_count ? "best-post-hoc" : "irb");
        json_t *entry = json_object();
        routh_json_put(&entry, "name", json_string(name));
        routh_json_put(&entry, "density",
                       routh_json_numbers(f->density + i * ROUTH_DENSITY_POINTS, ROUTH_DENSITY_POINTS));
        routh_json_add(&series, entry);
    }
    ROUTH_PUT(&object, routh_frame_study, f, density_error);
    routh_json_put(&object, "series", series);
    return object;
}

/* A column over all samples, read through a function. */
typedef double (*column)(const routh_frame_study *f, const routh_law_study *s, size_t i);

static json_t *column_list(const routh_frame_study *f, const routh_law_study *s, column value) {
    json_t *list = json_array();
    for (size_t i = 0; i < f->count; i++) {
        const double x = value(f, s, i);
        routh_json_add(&list, x == floor(x) && fabs(x) < 1e9 ? json_integer((json_int_t)x) : routh_json_number(x));
    }
    return list;
}

#define COLUMN(name, expression)                                                                                       \
    static double name(const routh_frame_study *f, const routh_law_study *s, size_t i) {                               \
        (void)f;                                                                                                       \
        (void)s;                                                                                                       \
        return expression;                                                                                             \
    }

COLUMN(record, (double)f->sample[i].record)
COLUMN(held_out, f->held_out[i])
COLUMN(wtt, f->sample[i].contact.wtt)
COLUMN(wtn, f->sample[i].contact.wtn)
COLUMN(wnn, f->sample[i].contact.wnn)
COLUMN(vt, f->sample[i].contact.vt)
COLUMN(vn, f->sample[i].contact.vn)
COLUMN(measured_pt, f->sample[i].measured[ROUTH_MOMENTUM].pt)
COLUMN(measured_pn, f->sample[i].measured[ROUTH_MOMENTUM].pn)
COLUMN(irb, f->irb[i])
COLUMN(law_pt, s->impact[i].impulse.pt)
COLUMN(law_pn, s->impact[i].impulse.pn)
COLUMN(law_error, s->impact[i].error)
COLUMN(law_mode, s->impact[i].impulse.mode)
COLUMN(own_distance, s->impact[i].own[ROUTH_MOMENTUM].relative)
COLUMN(own_flags, s->impact[i].own[ROUTH_MOMENTUM].flags & 15)

static double own_parameter(const routh_law_study *s, size_t i, const char *name) {
    const int j = routh_law_parameter(s->law, name);
    return j < 0 ? 0.0 : s->impact[i].own[ROUTH_MOMENTUM].parameters[j];
}

COLUMN(own_mu, own_parameter(s, i, "mu"))
COLUMN(own_eps, own_parameter(s, i, "eps"))

/* Own values of parameters beyond μ and ε, by name; NULL where the law has none. */
static json_t *further_object(const routh_frame_study *f, const routh_law_study *s) {
    json_t *object = NULL;
    for (int j = 0; j < s->law->parameter_count; j++) {
        const char *name = s->law->parameter[j].name;
        if (strcmp(name, "mu") == 0 || strcmp(name, "eps") == 0)
            continue;
        json_t *list = json_array();
        for (size_t i = 0; i < f->count; i++)
            routh_json_add(&list, routh_json_number(s->impact[i].own[ROUTH_MOMENTUM].parameters[j]));
        object = object ? object : json_object();
        routh_json_put(&object, name, list);
    }
    return object;
}

static json_t *impacts_object(const routh_frame_study *f) {
    static const struct {
        const char *name;
        column value;
    } common[] = {{"record", record}, {"held_out", held_out}, {"wtt", wtt},
                  {"wtn", wtn},       {"wnn", wnn},           {"vt", vt},
                  {"vn", vn},         {"pt", measured_pt},    {"pn", measured_pn},
                  {"irb", irb}},
      own[] = {{"pt", law_pt}, {"pn", law_pn},   {"error", law_error},       {"mode", law_mode},
               {"mu", own_mu}, {"eps", own_eps}, {"distance", own_distance}, {"flags", own_flags}};
    json_t *object = json_object(), *laws = json_object();
    for (size_t c = 0; c < sizeof common / sizeof *common; c++)
        routh_json_put(&object, common[c].name, column_list(f, NULL, common[c].value));
    for (size_t l = 0; l < f->law_count; l++) {
        json_t *law = json_object();
        for (size_t c = 0; c < sizeof own / sizeof *own; c++)
            routh_json_put(&law, own[c].name, column_list(f, &f->law[l], own[c].value));
        json_t *further = further_object(f, &f->law[l]);
        if (further)
            routh_json_put(&law, "further", further);
        routh_json_put(&laws, f->law[l].law->name, law);
    }
    routh_json_put(&object, "laws", laws);
    return object;
}

static json_t *anomalies_object(const routh_frame_study *f) {
    json_t *object = json_object(), *predicted = json_object(), *false_alarms = json_object(), *examples = json_array();
    for (size_t l = 0; l < f->law_count; l++) {
        routh_json_put(&predicted, f->law[l].law->name, routh_json_count(f->law[l].reversals_predicted));
        routh_json_put(&false_alarms, f->law[l].law->name, routh_json_count(f->law[l].reversals_false));
    }
    for (size_t i = 0; i < f->example_count; i++) {
        json_t *example = json_object();
        routh_json_put(&example, "record", routh_json_count(f->sample[f->example[i].sample].record));
        ROUTH_PUT(&example, routh_example, &f->example[i], what);
        routh_json_add(&examples, example);
    }
    const int known = f->zero_friction_law < f->law_count;
    ROUTH_PUT(&object, routh_frame_study, f, zero_friction);
    routh_json_put(&object, "zero_friction_law", json_string(known ? f->law[f->zero_friction_law].law->name : ""));
    ROUTH_PUT(&object, routh_frame_study, f, reversals);
    routh_json_put(&object, "reversals_predicted", predicted);
    routh_json_put(&object, "reversals_false", false_alarms);
    routh_json_put(&object, "examples", examples);
    routh_json_put(&object, "words", routh_sentences_json(&f->findings, ROUTH_TOPIC_ANOMALIES));
    return object;
}

static json_t *alarm_object(const routh_findings *alarm) {
    if (alarm->count == 0)
        return json_null();
    json_t *object = json_object(), *sentences = json_array();
    for (size_t i = 1; i < alarm->count; i++)
        routh_json_add(&sentences, json_string(alarm->finding[i].text));
    routh_json_put(&object, "title", json_string(alarm->finding[0].text));
    routh_json_put(&object, "words", sentences);
    return object;
}

/* What one law covers for one impact, appended to the list. */
static void add_region(const routh_law *law, const routh_region *region, json_t **list) {
    for (size_t i = 0; i < region->count; i++) {
        const routh_polygon *p = &region->polygon[i];
        json_t *piece = json_object(), *points = json_array();
        for (size_t j = 0; j < p->count; j++)
            routh_json_add(&points, routh_json_pair(p->point[j].pt, p->point[j].pn));
        routh_json_put(&piece, "law", json_string(law->name));
        routh_json_put(&piece, "mode", json_string(routh_name(&routh_modes, (routh_mode)p->mode)));
        routh_json_put(&piece, "polygon", points);
        routh_json_add(list, piece);
    }
}

static json_t *regions_object(const routh_frame_study *f) {
    json_t *object = json_object();
    for (size_t i = 0; i < f->example_count; i++) {
        json_t *list = json_array();
        for (size_t l = 0; l < f->law_count; l++)
            add_region(f->law[l].law, &f->example[i].region[l], &list);
        char key[32];
        snprintf(key, sizeof key, "%zu", f->sample[f->example[i].sample].record);
        routh_json_put(&object, key, list);
    }
    return object;
}

static json_t *frame_object(const routh_study *study, size_t index) {
    const routh_frame_study *f = &study->frame[index];
    json_t *object = json_object(), *laws = json_array();
    for (size_t l = 0; l < f->law_count; l++)
        routh_json_add(&laws, law_object(study, f, &f->law[l]));
    routh_json_put(&object, "frame", json_string(routh_name(&routh_frames, f->frame)));
    routh_json_put(&object, "chosen", json_boolean(index == 0));
    ROUTH_PUT(&object, routh_frame_study, f, why);
    routh_json_put(&object, "verdict", routh_paragraph_json(&f->verdict));
    routh_json_put(&object, "alarm", alarm_object(&f->alarm));
    routh_json_put(&object, "dataset", dataset_object(study));
    routh_json_put(&object, "check", check_object(study));
    routh_json_put(&object, "laws", laws);
    routh_json_put(&object, "best_law", json_string(f->law[f->best].law->name));
    routh_json_put(&object, "bounds", routh_bounds_json(f));
    routh_json_put(&object, "densities", densities_object(f));
    routh_json_put(&object, "impacts", impacts_object(f));
    routh_json_put(&object, "anomalies", anomalies_object(f));
    routh_json_put(&object, "regions", regions_object(f));
    routh_json_put(&object, "use", routh_sentences_json(&f->findings, ROUTH_TOPIC_USE));
    routh_json_put(&object, "noise", f->noise > 0 ? routh_json_number(f->noise) : json_null());
    routh_json_put(&object, "noise_from",
                   f->noise > 0 ? json_string(routh_about(&routh_noise_sources, f->noise_source)) : json_null());
    routh_put_learning(&object, study, index);
    routh_put_covariates(&object, f->dependence, f->exploration);
    routh_put_inputs(&object, f->inputs);
    ROUTH_PUT(&object, routh_frame_study, f, findings);
    return object;
}

static routh_status write_page(routh_context *context, const routh_study *study, routh_io to) {
    json_t *root = json_object(), *frames = json_array();
    for (size_t i = 0; i < study->frame_count; i++)
        routh_json_add(&frames, frame_object(study, i));
    routh_json_put_version(&root);
    ROUTH_PUT(&root, routh_dataset, study->dataset, name);
    routh_json_put(&root, "source",
                   json_string(study->options.truth ? study->dataset->source : last_part(study->dataset->source)));
    ROUTH_PUT(&root, routh_study_options, &study->options, seed);
    ROUTH_PUT(&root, routh_study, study, seconds);
    routh_json_put(&root, "metric", json_string("relative velocity error"));
    routh_json_put(&root, "cost",
                   json_string(study->options.ensemble.cost == ROUTH_COST_IMPULSE ? "impulse" : "velocity"));
    ROUTH_PUT(&root, routh_frame_study, &study->frame[0], fit_count);
    ROUTH_PUT(&root, routh_study_options, &study->options, draws);
    routh_json_put(&root, "truth", routh_truth_json(study));
    routh_json_put(&root, "reach_tolerance", routh_json_numbers(routh_reach_tolerance, ROUTH_REACH_TOLERANCES));
    ROUTH_PUT(&root, routh_study_options, &study->options, tolerance, slow_friction);
    routh_put_origin(&root, &study->options);
    ROUTH_PUT(&root, routh_study_options, &study->options, date);
    routh_json_put(&root, "systematics", routh_systematics_json(&study->systematics));
    if (study->split.groups > 0)
        routh_json_put(&root, "split", routh_split_json(&study->split));
    routh_json_put(&root, "motion", routh_motion_json(study));
    routh_json_put(&root, "frames", frames);
    return routh_write_page(context, ROUTH_STUDY_PAGE, root, 6, to);
}

routh_status routh_study_write_page(routh_context *context, const routh_study *study, routh_io to) {
    routh_c_locale numbers;
    routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    status = write_page(context, study, to);
    routh_c_locale_end(&numbers);
    return status;
}
