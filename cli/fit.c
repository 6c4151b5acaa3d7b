/* routh fit: which parameters explain recorded impacts, how well, and what cannot be determined.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include <routh/routh.h>

#include "dataset_options.h"
#include "impact_options.h"
#include "program.h"

typedef struct fit_options {
    dataset_options data;
    covariate_options covariates;
    const char *output, *frame;
    option_choice cost, metric;
    option_list laws;
    format_options format;
    int robust, norms, individual;
    size_t train, k, draws, bootstrap, seed, threads;
    option_number mu_max;
} fit_options;

static int check_options(const char *verb, const fit_options *o, output_format format, routh_fit_options *library) {
    *library = routh_fit_options_default();
    if (o->individual && (format == FORMAT_JSON || o->k || o->train || o->bootstrap))
        return fail(verb,
                    "--%s has no effect with --individual, which fits each impact by itself and writes comma-separated "
                    "values",
                    format == FORMAT_JSON ? "json" : (o->k ? "k" : (o->train ? "train" : "bootstrap")));
    if (o->individual && (o->covariates.list.count || o->covariates.explore))
        return fail(verb, "--%s has no effect with --individual, which fits each impact by itself",
                    o->covariates.explore ? "explore" : "covariate");
    if (format == FORMAT_SVG && !o->covariates.list.count)
        return fail(verb, "the picture shows what parameters depend on: give a --covariate, as in eps:x:3");
    if (o->k && (o->train || o->bootstrap))
        return fail(verb, "--%s has no effect with --k, which draws again and again", o->train ? "train" : "bootstrap");
    if (o->draws && !o->k)
        return fail(verb, "--draws needs --k");
    if (o->mu_max.given && !(o->mu_max.value > 0))
        return fail(verb, "--mu-max %g must be positive", o->mu_max.value);
    library->cost = o->cost.index ? ROUTH_COST_VELOCITY : ROUTH_COST_IMPULSE;
    library->metric = (routh_metric)o->metric.index;
    library->robust = o->robust;
    library->norms = o->norms;
    library->mu_max = o->mu_max.given ? o->mu_max.value : library->mu_max;
    return 0;
}

/* The samples in the frame to read them in. */
static int make_samples(const char *verb, const fit_options *o, char *why, routh_fit_study *answer) {
    routh_context context = routh_context_default();
    if (routh_dataset_used(answer->dataset, NULL) == 0)
        return dataset_fail_unusable(verb, o->data.data, answer->dataset);
    const size_t wanted = o->k ? o->k : o->train;
    answer->fit_count = wanted;
    const routh_status status = routh_fit_study_samples(&context, o->frame, why, answer);
    if (status != ROUTH_OK) {
        if (status != ROUTH_BAD_ARGUMENT || context.field || !why[0]) /* no memory; no such frame */
            return fail_input(verb, &context);
        return fail(verb, "%s: no contact closes in the frame %s", o->data.data,
                    routh_name(&routh_frames, answer->frame));
    }
    if (wanted > answer->count)
        return fail(verb, "--%s %zu: there are only %zu impacts", o->k ? "k" : "train", wanted, answer->count);
    return 0;
}

static int fit_laws(const char *verb, size_t threads, routh_fit_study *a) {
    routh_context context = routh_context_default();
    context.threads = (int)threads;
    progress_show(&context);
    const routh_status status = routh_fit_study_run(&context, a);
    progress_end();
    return status == ROUTH_OK ? 0 : fail_input(verb, &context);
}

static int write_individual(const char *verb, const routh_fit_study *a, output_file *out) {
    routh_sample_estimate *each = calloc(a->law_count * a->count, sizeof *each);
    routh_status status = each ? routh_fit_study_each(&out->context, a, each) : ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK)
        status = routh_fit_study_each_write(&out->context, a, each, routh_io_file(out->file, ".csv"));
    free(each);
    if (!each) {
        output_discard(out);
        return fail(verb, "out of memory");
    }
    return output_end(out, status);
}

static int write_answer(const char *verb, const fit_options *o, output_format format, const routh_fit_study *a) {
    output_file out;
    if (output_open(&out, verb, o->output) != 0)
        return EXIT_BAD_USE;
    if (o->individual)
        return write_individual(verb, a, &out);
    return output_end(&out, routh_fit_study_write(&out.context, a, routh_io_file(out.file, format_endings[format])));
}

/* Where the output itself has no room for it. */
static void note_frame(const char *verb, const routh_fit_study *a) {
    note(verb, "read in the frame %s: %s", routh_name(&routh_frames, a->frame), a->why);
    if (a->separating)
        note(verb, "%zu impacts were left out: their contact does not close in this frame", a->separating);
}

static int fit_data(const char *verb, const fit_options *o, output_format format, routh_dataset *dataset,
                    routh_fit_study *a) {
    char why[ROUTH_NAME_SIZE] = "";
    int answer = make_samples(verb, o, why, a);
    if (answer == 0 && !o->individual)
        answer = fit_laws(verb, o->threads, a);
    if (answer == 0)
        answer = write_answer(verb, o, format, a);
    if (answer == 0 && (o->individual || format == FORMAT_CSV))
        note_frame(verb, a);
    if (answer == 0 && !o->individual && format != FORMAT_TEXT && !a->draws && *a->caution)
        warn(verb, "%s", a->caution);
    if (answer == 0 && format != FORMAT_TEXT && a->standing == ROUTH_STANDING_NONE)
        warn(verb, "no law predicts better than that every body stops dead: use none of these values");
    if (answer == 0)
        dataset_check(verb, dataset, a->frame);
    routh_samples_release(NULL, a->sample);
    routh_fit_study_release(NULL, a);
    return answer == 0 && a->standing == ROUTH_STANDING_NONE ? 1 : answer;
}

/* Nothing about them can be fitted. */
static int refuse_models(const char *verb, const law_list *laws) {
    for (size_t i = 0; i < laws->named_count; i++)
        if (laws->named[i].model)
            return fail(verb,
                        "--law %s: a learned law has no parameters to fit; `routh study --law` tests it, `routh learn` "
                        "trains another",
                        laws->named[i].name);
    return 0;
}

static int run(const char *verb, void *given) {
    const fit_options *o = given;
    const unsigned legal = 1u << FORMAT_TEXT | 1u << FORMAT_CSV | 1u << FORMAT_JSON | 1u << FORMAT_SVG;
    routh_covariate covariates[ROUTH_MOST_COVARIATES];
    output_format format = FORMAT_TEXT;
    dataset_input in = {.notes = {.count = 0}};
    law_list laws = {0};
    routh_fit_study a = {.dataset = &in.dataset,
                         .draws = o->k ? (o->draws ? o->draws : 20) : 0,
                         .resamples = o->bootstrap ? o->bootstrap : 200,
                         .seed = o->seed ? o->seed : 1};
    int answer = choose_format(verb, &o->format, o->output, legal, FORMAT_TEXT, &format);
    if (answer == 0)
        answer = check_options(verb, o, format, &a.options);
    if (answer == 0)
        answer = covariates_parse(verb, &o->covariates, covariates, &a.covariate_count);
    a.covariates = covariates;
    a.explore = o->covariates.explore;
    if (answer == 0)
        answer = choose_laws(verb, &o->laws, &laws);
    if (answer == 0)
        answer = refuse_models(verb, &laws);
    if (answer == 0)
        answer = dataset_input_read(verb, &o->data, o->frame, &in);
    a.laws = laws.law;
    a.law_count = laws.count;
    if (answer == 0)
        answer = fit_data(verb, o, format, &in.dataset, &a);
    dataset_input_release(verb, answer == 0, &in);
    law_list_release(&laws);
    return answer;
}

static const option_entry entries[] = {
    DATASET_OPERAND(fit_options, data, NULL),
    {"law", OPTION_LIST, offsetof(fit_options, laws), "LAW",
     .about = "a law to fit; repeat it for more. Or the six laws of the papers' tables", .choices = "six",
     .otherwise = "those six", .path = PATH_LAW},
    OPTION_FRAME(fit_options, frame, "the frame to read the impacts in"),
    COST_OPTION(fit_options, cost),
    METRIC_OPTION(fit_options, metric),
    NORMS_OPTION(fit_options, norms),
    {"robust", OPTION_FLAG, offsetof(fit_options, robust), NULL, .about = "reduce the weight of outliers (Huber)"},
    {"mu-max", OPTION_NUMBER, offsetof(fit_options, mu_max), "X", .about = "upper bound on friction", .otherwise = "2"},
    {"train", OPTION_COUNT, offsetof(fit_options, train), "N",
     .about = "impacts drawn to fit; the others test the prediction", .otherwise = "half, at most 500",
     .field = "fit_count"},
    {"bootstrap", OPTION_COUNT, offsetof(fit_options, bootstrap), "B", .about = "resamples for the 95 % intervals",
     .otherwise = "200", .field = "resamples"},
    {"k", OPTION_COUNT, offsetof(fit_options, k), "K",
     .about = "instead: many fits to K impacts each, with mean and deviation over the draws"},
    {"draws", OPTION_COUNT, offsetof(fit_options, draws), "M", .about = "how many draws of K impacts",
     .otherwise = "20"},
    OPTION_SEED(fit_options, seed),
    OPTION_WORKERS(fit_options, threads),
    {"individual", OPTION_FLAG, offsetof(fit_options, individual), NULL,
     .about = "instead: each impact's own parameters, as comma-separated values"},
    OPTION_OUTPUT(fit_options, output),
    FORMAT_OPTION_ENTRIES(fit_options, format, "text csv json svg", "text"),
};

static const option_group groups[] = {{"Options", OPTION_ENTRIES(entries), 0, NULL},
                                      COVARIATE_GROUP(fit_options, covariates),
                                      DATASET_GROUP(fit_options, data),
                                      CORRECTION_GROUP(fit_options, data),
                                      {.entry = NULL}};

const program_verb verb_fit = {
    .name = "fit",
    .title = "fit",
    .about = "which parameters of a law explain recorded impacts, and which cannot be determined",
    .usage = "fit DATA [--law LAW]… [OPTION]…",
    .text =
        "Fits contact laws to recorded impacts. Some impacts are drawn to fit, the others test the prediction. Reports "
        "which frame the recording was read in, and which parameters these impacts do not determine. "
        "docs/identification.md explains.\n"
        "Trajectories are segmented first, as `routh segment` does.",
    .groups = groups,
    .notes =
        "Columns of --individual: record (from 0), law, metric, mu, eps, et, eta2 (those the law has), mu_s (least "
        "friction that sticks), distance (N s), relative (to the impulse), flags: bounded below, never sticks, out "
        "of range (by more than 0.1 % of the impulse), at a bound, flat.",
    .examples = "routh fit ellipse_uniform.mat\n"
                "routh fit ellipse_uniform.mat --law wang-mason --individual -o parameters.csv\n"
                "routh fit ellipse_uniform.mat --calibrate --reflag --law wang-mason\n"
                "routh fit ellipse_uniform.mat --explore\n"
                "routh fit ellipse_uniform.mat --covariate eps:x:3 -o restitution.svg",
    .options_size = sizeof(fit_options),
    .run = run,
};
