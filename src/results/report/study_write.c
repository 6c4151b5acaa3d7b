/* The study as results.json, the numbers that other programs read in the layout of docs/study.md, and as text for people.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <string.h>

#include "base/context.h"

static json_t *rejected_json(const routh_dataset *dataset) {
    size_t counts[ROUTH_REASON_COUNT];
    routh_dataset_used(dataset, counts);
    return routh_counts_json(&routh_reasons, counts, ROUTH_REASON_COUNT);
}

json_t *routh_counts_of(const routh_dataset *dataset, bool name) {
    return ROUTH_JSON_NEW(routh_counts_layout, .name = name ? json_string(dataset->name) : routh_json_absent(),
                          .impacts = dataset->count, .used = routh_dataset_used(dataset, NULL),
                          .rejected = rejected_json(dataset));
}

json_t *routh_hypotheses_json(const routh_frame_evidence *check, bool named) {
    json_t *list = json_array();
    for (int i = 0; i < ROUTH_FRAME_COUNT; i++) {
        json_t *frame = json_string(routh_name(&routh_frames, i));
        routh_json_add(&list, ROUTH_JSON_NEW(routh_hypothesis_layout, named ? routh_json_absent() : frame,
                                             named ? frame : routh_json_absent(), &check->hypothesis[i]));
    }
    return list;
}

static json_t *frame_object(const routh_study *study, const routh_frame_study *f) {
    const routh_frame_evidence *check = &study->evidence;
    return ROUTH_JSON_NEW(routh_study_frame_layout, .frame = f, .check = check, .recommended = check->best,
                          .hypotheses = routh_hypotheses_json(check, false));
}

static json_t *parameters_json(const routh_law_study *s) {
    json_t *object = json_object();
    for (int j = 0; j < s->law->parameter_count; j++)
        routh_json_put(&object, s->law->parameter[j].name,
                       ROUTH_JSON_NEW(routh_value_layout, s->fit.parameters[j], s->interval[j].deviation,
                                      s->interval[j].low, s->interval[j].high));
    return object;
}

json_t *routh_law_json(const routh_frame_study *f, const routh_law_study *s) {
    char flags[ROUTH_FIT_TEXT];
    return ROUTH_JSON_NEW(
        routh_law_study_layout, .law = s, .frame = f, .name = s->law->name, .parameters = parameters_json(s),
        .correlation = routh_correlation_json(s->law->parameter, s->law->parameter_count, s->fit.correlation, NULL),
        .flags = routh_fit_text(s->fit.flags, flags), .range_fraction = s->range_fraction[ROUTH_MOMENTUM],
        .range_fraction_velocity = s->range_fraction[ROUTH_VELOCITY],
        .range_fraction_unweighted = s->range_fraction[ROUTH_UNWEIGHTED],
        .reference = s->reference.error.mean > 0 ? ROUTH_JSON_OF(routh_reference, &s->reference) : routh_json_absent());
}

/* The law at the other study's parameters; null where that has no such law. */
static json_t *used_object(const routh_law_study *s) {
    if (isnan(s->transfer_error_mean))
        return json_null();
    return ROUTH_JSON_NEW(routh_used_layout, .parameters = routh_parameters_json(s->law, s->transferred),
                          .error_mean = s->transfer_error_mean, .error_mean_velocity = s->transfer_error_velocity);
}

/* What was corrected, by name; --use reads it. */
static json_t *calibration_object(const routh_calibration *c) {
    json_t *object = json_object();
    for (int k = 0; k < ROUTH_CALIBRATION_COUNT; k++)
        if (c->value[k].freed)
            routh_json_put(&object, routh_name(&routh_calibration_values, k), routh_json_number(c->value[k].value));
    return object;
}

/* The two parameters that every table has a column for; null where the law has none. */
static json_t *two_object(const routh_law_study *s) {
    const int mu = routh_law_parameter(s->law, "mu"), eps = routh_law_parameter(s->law, "eps");
    return ROUTH_JSON_NEW(
        routh_two_layout, .mu = mu < 0 ? NAN : s->fit.parameters[mu], .mu_sd = mu < 0 ? NAN : s->interval[mu].deviation,
        .eps = eps < 0 ? NAN : s->fit.parameters[eps], .eps_sd = eps < 0 ? NAN : s->interval[eps].deviation);
}

json_t *routh_bounds_json(const routh_frame_study *f) {
    json_t *object = json_object();
    ROUTH_PUT_SPAN(&object, routh_frame_study, f, irb_mean, best_post_hoc_median);
    return object;
}

json_t *routh_truth_json(const routh_study *study) {
    const routh_law *truth = study->options.truth;
    return truth ? ROUTH_JSON_NEW(routh_truth_layout, .law = truth->name,
                                  .parameters = routh_parameters_json(truth, study->options.truth_parameters))
                 : json_null();
}

/* Of velocities; null where it is not known. */
static json_t *noise_object(const routh_frame_study *f) {
    const bool known = f->noise > 0;
    return ROUTH_JSON_NEW(
        routh_study_noise_layout, .noise = known ? f->noise : NAN, .noise_error = known ? f->noise_error : NAN,
        .noise_from = known ? json_string(routh_name(&routh_noise_sources, f->noise_source)) : routh_json_absent(),
        .noise_interval = known ? routh_json_pair(f->noise_low, f->noise_high) : routh_json_absent(),
        .noise_bound = known ? ROUTH_JSON_FIELDS(routh_frame_study, f, noise_bound) : json_object());
}

json_t *routh_study_object(const void *what) {
    const routh_study *study = ((const routh_study_view *)what)->study;
    const bool first = ((const routh_study_view *)what)->frame == 0;
    const routh_study_options *options = &study->options;
    const routh_frame_study *f = &study->frame[((const routh_study_view *)what)->frame];
    json_t *laws = json_array();
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study *law = &f->law[l];
        routh_json_add(&laws, ROUTH_JSON_NEW(routh_result_law_layout, .study = law, .law = routh_law_json(f, law),
                                             .used = options->transfer ? used_object(law) : routh_json_absent(),
                                             .two = two_object(law)));
    }
    return ROUTH_JSON_NEW(
        routh_study_layout, .study = f, .options = options, .dataset = routh_counts_of(study->dataset, true),
        .frame = frame_object(study, f),
        .calibration = options->calibration ? calibration_object(options->calibration) : routh_json_absent(),
        .used = options->transfer ? json_string(options->transfer->name) : routh_json_absent(),
        .approach = routh_approach_json(f->approach),
        .misfit = f->remainder.count > 0 ? ROUTH_JSON_NEW(routh_remainder_layout, .rest = &f->remainder)
                                         : routh_json_absent(),
        .laws = laws, .bounds = routh_bounds_json(f),
        .reach_tolerance = routh_json_numbers(routh_reach_tolerance, ROUTH_REACH_TOLERANCES), .noise = noise_object(f),
        .systematics = first ? routh_systematics_json(&study->systematics) : routh_json_absent(),
        .split = first && study->split.groups > 0 ? routh_split_json(&study->split) : routh_json_absent(),
        .learning = routh_learning_json(f), .covariates = routh_covariates_json(f->dependence),
        .exploration = routh_exploration_json(f->exploration), .inputs = routh_inputs_json(f->inputs),
        .metric = "relative velocity error, omega weighted by the radius of gyration", .truth = routh_truth_json(study),
        .version = routh_version());
}

/* Text ------------------------------------------------------------------------------------------------*/

static void print_parameter(FILE *file, const routh_law_study *s, const char *name) {
    const int j = routh_law_parameter(s->law, name);
    if (j < 0)
        fprintf(file, "  %16s", "");
    else if (isinf(s->interval[j].high))
        fprintf(file, "  %6.3f at least ", s->interval[j].low);
    else
        fprintf(file, "  %6.3f ± %.3f  ", s->fit.parameters[j], s->interval[j].deviation);
}

/* A name that is longer than its column has a line of its own. */
static void print_law(FILE *file, const routh_law *law) {
    if (strlen(law->name) > 18)
        fprintf(file, "%s\n%18s", law->name, "");
    else
        fprintf(file, "%-18s", law->name);
}

/* Parameters that have no column, below the law. */
static void print_further(FILE *file, const routh_law_study *s) {
    for (int j = 0; j < s->law->parameter_count; j++) {
        const routh_parameter *p = &s->law->parameter[j];
        if (strcmp(p->name, "mu") != 0 && strcmp(p->name, "eps") != 0)
            fprintf(file, "%-18s  %6.3f ± %.3f  %s, %s\n", "", s->fit.parameters[j], s->interval[j].deviation,
                    p->symbol, p->about);
    }
}

static void print_frame(FILE *file, const routh_study *study, size_t index) {
    const routh_frame_study *f = &study->frame[index];
    fprintf(file, "\nFrame %s: %zu impacts fitted, %zu held out%s%s\n\n", routh_name(&routh_frames, f->frame),
            f->fit_count, f->test_count, *f->why ? ". " : "", f->why);
    const int reference = f->noise > 0;
    fprintf(file, "%-18s   μ ± sd            ε ± sd          error  (m/s)  %s   best  worst  reach%s\n", "",
            reference ? " if true      " : "", reference ? "  if true" : "");
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study *s = &f->law[l];
        print_law(file, s->law);
        print_parameter(file, s, "mu");
        print_parameter(file, s, "eps");
        fprintf(file, " %.3f  (%.3f)", s->error_mean, s->error_mean_velocity);
        const int own = reference && isfinite(s->reference.error.mean); /* a law without answers has none */
        if (reference)
            fprintf(file, own ? "  (%.3f–%.3f)" : "         –     ", s->reference.error_velocity.low,
                    s->reference.error_velocity.high);
        fprintf(file, "  %4.0f %%  %3.0f %%  %3.0f %%", s->best_percent, s->worst_percent, 100 * s->reach);
        fprintf(file,
                own         ? "  %2.0f–%.0f %%\n"
                : reference ? "     –\n"
                            : "\n",
                100 * fmax(0, s->reference.reach.low), 100 * fmin(1, s->reference.reach.high));
        print_further(file, s);
    }
    fprintf(file, "%-33s  %19s %.3f\n", "best law per impact, in hindsight", "", f->best_post_hoc_mean);
    fprintf(file, "%-18s  %34s %.3f  (%.3f)\n", "rigid bound", "", f->irb_mean, f->irb_mean_velocity);
}

static const char explanation[] =
    "\nThe error is |predicted − measured| ÷ |measured| of the velocity after impact, on impacts that were not used to "
    "fit, with\n"
    "ω weighted by the radius of gyration; in brackets the same in m/s. Best, worst: how often a law came closest "
    "and least\n"
    "close. Reach: impacts whose measured impulse the law can produce at all. Best law per impact, in hindsight: "
    "the closest\n"
    "of these laws, chosen for each impact once its outcome is known. Rigid bound: the least error that any rigid "
    "point-contact law could have.\n";
static const char if_true[] =
    "If true: the range in which the law would be if it were exactly true, with the noise of this recording.\n";

/* Parameters of another study as they are. */
static void print_transfer(FILE *file, const routh_study *study) {
    const routh_transfer *other = study->options.transfer;
    const routh_frame_study *f = &study->frame[0];
    fprintf(file, "\nParameters of the study of %s as they are, on the same %zu held-out impacts%s\n\n", other->name,
            f->test_count, other->calibrated ? ", with its calibration" : "");
    fprintf(file, "%-18s %12s %12s   PARAMETERS\n", "", "FITTED HERE", "AS THEY ARE");
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study *s = &f->law[l];
        print_law(file, s->law);
        fprintf(file, " %12.3f", s->error_mean);
        if (isnan(s->transfer_error_mean)) {
            fprintf(file, " %12s   that study has no such law\n", "");
            continue;
        }
        fprintf(file, " %12.3f  ", s->transfer_error_mean);
        for (int j = 0; j < s->law->parameter_count; j++)
            fprintf(file, " %s = %.3f (here %.3f)", s->law->parameter[j].symbol, s->transferred[j],
                    s->fit.parameters[j]);
        fputc('\n', file);
    }
}

static void print_truth(FILE *file, const routh_study_options *options) {
    fprintf(file, "\nGenerated with %s,", options->truth->name);
    for (int j = 0; j < options->truth->parameter_count; j++)
        fprintf(file, " %s = %g", options->truth->parameter[j].symbol, options->truth_parameters[j]);
    fprintf(file, ".\n");
}

/* The answer: which values to use, or why none. */
static void print_answer(FILE *file, const routh_findings *findings) {
    if (findings->count == 0 || strcmp(findings->finding[0].topic, ROUTH_TOPIC_USE) != 0)
        return;
    fputc('\n', file);
    routh_print_wrapped(file, findings->finding[0].text, 0, 0);
    fputc('\n', file);
}

void routh_study_print(FILE *file, const void *what) {
    const routh_study *study = ((const routh_study_view *)what)->study;
    const routh_dataset *d = study->dataset;
    fprintf(file, "%s: %zu impacts, %zu used\n", d->name, d->count, routh_dataset_used(d, NULL));
    print_answer(file, &study->frame[0].findings);
    for (size_t i = 0; i < study->frame_count; i++)
        print_frame(file, study, i);
    fputs(explanation, file);
    if (study->frame[0].noise > 0)
        fputs(if_true, file);
    if (study->systematics.count > 1) {
        fputc('\n', file);
        routh_systematics_print(file, &study->systematics);
    }
    if (study->options.transfer)
        print_transfer(file, study);
    if (study->split.groups > 0) {
        fputc('\n', file);
        routh_print_split(file, &study->split);
    }
    for (size_t i = 0; i < study->frame_count; i++)
        routh_print_covariates(file, study->frame[i].dependence, study->frame[i].exploration);
    for (size_t i = 0; i < study->frame_count; i++)
        if (study->frame[i].learning)
            routh_print_learning(file, &study->frame[i]);
    for (size_t i = 0; i < study->frame_count; i++)
        if (study->frame[i].inputs) {
            fputc('\n', file);
            routh_print_findings(file, &study->frame[i].inputs->findings, "");
        }
    if (study->options.truth)
        print_truth(file, &study->options);
}
