/* routh study: everything about a recording, from one command.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <routh/routh.h>

#include "dataset_options.h"
#include "folder.h"
#include "impact_options.h"
#include "program.h"
#include "study_options.h"

typedef struct study_options {
    dataset_options data;
    drops_options drops;
    learning_options learning;
    covariate_options covariates;
    const char *output, *use;
    option_choice frame, cost, metric;
    option_list laws;
    int robust, norms, no_reference, json;
    option_choice rank;
    size_t train, k, draws, bootstrap, seed, split, threads;
    option_number mu_slow;
    sphere_options sphere;
} study_options;

/* What does not depend on how fits measure. */
static int common_options_of(const char *verb, const study_options *options, routh_study_options *study) {
    study->fit_count = options->train;
    study->k_max = options->k ? options->k : study->k_max;
    study->draws = options->draws ? options->draws : study->draws;
    study->references = options->no_reference ? 0 : study->references;
    study->resamples = options->bootstrap ? options->bootstrap : study->resamples;
    study->seed = options->seed ? options->seed : study->seed;
    study->split = options->split;
    if (options->mu_slow.given && !(options->mu_slow.value >= 0))
        return fail(verb, "--mu-slow %g must not be negative", options->mu_slow.value);
    study->slow_friction = options->mu_slow.given ? options->mu_slow.value : NAN;
    return 0;
}

static int library_options(const char *verb, const study_options *options, const routh_law *const *laws,
                           size_t law_count, routh_study_options *study) {
    *study = routh_study_options_default();
    study->laws = laws;
    study->law_count = law_count;
    study->ensemble.cost = options->cost.index ? ROUTH_COST_VELOCITY : ROUTH_COST_IMPULSE;
    study->ensemble.metric = (routh_metric)options->metric.index;
    study->ensemble.robust = options->robust;
    study->ensemble.norms = options->norms;
    study->rank_by_impulse = options->rank.index == 1;
    return common_options_of(verb, options, study);
}

/* The recording, or generated drops with their truth in the study's options. */
static int read_data(const char *verb, const study_options *options, dataset_notes *notes, routh_dataset *dataset,
                     drops_truth *truth, routh_study_options *study) {
    const int answer =
        dataset_read_or_generate(verb, &options->data, &options->drops, study->seed, notes, dataset, truth);
    if (answer != 0)
        return answer;
    if (truth->generated) {
        study->truth = truth->recording.law;
        memcpy(study->truth_parameters, truth->recording.parameters, sizeof study->truth_parameters);
    }
    return 0;
}

/* Where the results come from; the library keeps no more than the pointers. */
static void say_origin(const study_options *options, const routh_dataset *dataset, origin *from,
                       routh_study_options *study) {
    origin_of(options->data.data, dataset, from);
    study->command = from->command;
    study->date = from->date[0] ? from->date : NULL;
    study->checksum = from->checksum[0] ? from->checksum : NULL;
}

/* The name of the first of them; NULL: auto. */
static const char *frame_word(const study_options *options) {
    const char *word = options->frame.word;
    return word && strcmp(word, "both") == 0 ? NULL : word;
}

/* The frames to study, the chosen one first. */
static int choose_frames(const char *verb, const study_options *options, const routh_dataset *dataset,
                         routh_frame *frames, size_t *count, char *why) {
    routh_context context = routh_context_default();
    const int both = options->frame.word && strcmp(options->frame.word, "both") == 0;
    if (routh_frame_of(&context, dataset, frame_word(options), &frames[0], why) != ROUTH_OK)
        return fail_input(verb, &context);
    frames[1] = ROUTH_AS_RECORDED;
    *count = both && frames[0] != ROUTH_AS_RECORDED ? 2 : 1;
    if (both && *count == 1)
        note(verb, "--frame both: the recorded frame is the one to use, so there is no second frame to show");
    return 0;
}

typedef struct written_frame {
    const routh_study *study;
    size_t frame;
} written_frame;

static routh_status write_one(routh_context *context, const void *what, routh_io to) {
    const written_frame *w = what;
    return routh_study_write(context, w->study, w->frame, to);
}

enum { FILE_NAME = ROUTH_NAME_SIZE + 32 };

/* "impacts", 1 → "impacts-as-recorded.csv"; without a table the numbers of all, "results.json". */
static const char *name_file(char name[FILE_NAME], const char *table, size_t frame) {
    snprintf(name, FILE_NAME, "%s%s.%s", table ? table : "results", frame == 0 ? "" : "-as-recorded",
             table ? "csv" : "json");
    return name;
}

/* Every file that the study will have. */
static int claim_all(const result_folder *results, size_t frame_count, const routh_study_options *library) {
    char name[FILE_NAME];
    routh_learning learning = {0};
    routh_dependence_study dependence = {0};
    routh_exploration exploration = {0};
    routh_study planned = {.frame_count = frame_count};
    for (size_t i = 0; i < frame_count; i++) {
        routh_frame_study *f = &planned.frame[i];
        f->learning = library->learning ? &learning : NULL;
        f->dependence = library->covariate_count > 0 ? &dependence : NULL;
        f->exploration = library->explore ? &exploration : NULL;
        f->noise = library->references > 0;
    }
    int answer = results_claim(results, "report.html");
    for (size_t i = 0; i < frame_count && answer == 0; i++) {
        answer = results_claim(results, name_file(name, NULL, i));
        const char *table;
        for (size_t t = 0; answer == 0 && (table = routh_study_table(&planned, i, t)); t++)
            answer = results_claim(results, name_file(name, table, i));
    }
    return answer;
}

static int write_frame(result_folder *results, const routh_study *study, size_t frame) {
    char name[FILE_NAME];
    int answer = results_write(results, name_file(name, NULL, frame), write_one, &(written_frame){study, frame});
    const char *table;
    for (size_t t = 0; answer == 0 && (table = routh_study_table(study, frame, t)); t++)
        answer = results_write(results, name_file(name, table, frame), write_one, &(written_frame){study, frame});
    return answer;
}

static int write_all(result_folder *results, const routh_study *study) {
    for (size_t i = 0; i < study->frame_count; i++)
        TRY(write_frame(results, study, i));
    TRY(results_write(results, "report.html", write_one, &(written_frame){study, 0}));
    return results_place(results);
}

static int study_and_write(const char *verb, result_folder *results, const study_options *options, const law_list *laws,
                           const routh_dataset *dataset, const routh_frame *frames, size_t frame_count, const char *why,
                           const routh_study_options *library, const dataset_notes *notes) {
    routh_context context = routh_context_default();
    routh_study study;
    context.threads = (int)options->threads;
    progress_show(&context);
    const routh_status status = routh_study_run(&context, dataset, frames, frame_count, why, library, &study);
    progress_end();
    if (status != ROUTH_OK)
        return fail_input(verb, &context);
    const bool explained = study.frame[0].standing != ROUTH_STANDING_NONE;
    int answer = write_all(results, &study);
    if (answer == 0) {
        dataset_note(verb, notes);
        dataset_warn(verb, &study.check, &study.evidence, frames[0]);
        study_warn_of_models(verb, laws, &study);
        answer = options->json ? study_print_json(verb, &study) : study_print_summary(verb, options->output, &study);
    }
    routh_study_release(&context, &study);
    return answer == 0 && !explained ? 1 : answer;
}

static int study(const char *verb, const study_options *options, const law_list *laws,
                 const learning_choice *learning) {
    routh_study_options library;
    routh_covariate covariates[ROUTH_MOST_COVARIATES];
    routh_dataset dataset = {0};
    dataset_notes notes;
    drops_truth truth = {.generated = 0};
    routh_frame frames[2];
    size_t frame_count = 0;
    char why[ROUTH_NAME_SIZE] = "";
    routh_correction done = {.calibrated = false};
    routh_transfer transfer = {.calibrated = false};
    origin from;
    result_folder results = {0};
    int answer = library_options(verb, options, laws->law, laws->count, &library);
    library.learning = learning->wanted ? &learning->options : NULL;
    library.covariates = covariates;
    library.explore = options->covariates.explore;
    if (answer == 0)
        answer = covariates_parse(verb, &options->covariates, covariates, &library.covariate_count);
    if (answer == 0)
        answer = use_read(verb, options->use, &options->data, &transfer);
    if (answer == 0)
        answer = read_data(verb, options, &notes, &dataset, &truth, &library);
    if (answer == 0)
        say_origin(options, &dataset, &from, &library);
    if (answer == 0)
        answer = dataset_correct(verb, &options->data, frame_word(options), NULL, &dataset, &done);
    library.uncalibrated = done.calibrated ? &done.before : NULL;
    if (answer == 0)
        answer = choose_frames(verb, options, &dataset, frames, &frame_count, why);
    if (answer == 0)
        answer = use_calibration(verb, options->use, &transfer, frames[0], &dataset);
    library.transfer = options->use ? &transfer : NULL;
    library.calibration = done.calibrated ? &done.calibration : transfer.calibrated ? &transfer.calibration : NULL;
    if (answer == 0)
        answer = results_open(&results, verb, options->output, RESULTS_REPLACE);
    if (answer == 0)
        answer = claim_all(&results, frame_count, &library);
    if (answer == 0)
        answer = study_and_write(verb, &results, options, laws, &dataset, frames, frame_count, why, &library, &notes);
    results_release(&results);
    if (answer == 0)
        correction_note(verb, &done);
    routh_correction_release(NULL, &done);
    named_law_release(&truth.named);
    routh_dataset_release(NULL, &dataset);
    return answer;
}

static int run(const char *verb, void *given) {
    const study_options *options = given;
    law_list laws;
    learning_choice learning = {0};
    int kind = 0, answer = options->data.data ? dataset_recognise(verb, options->data.data, &kind) : 0;
    if (answer != 0)
        return answer;
    if (kind & ROUTH_RECORDING_TOSSES)
        return study_tosses(verb, &(tosses_options){.data = &options->data,
                                                    .folder = options->output,
                                                    .bootstrap = options->bootstrap,
                                                    .seed = options->seed,
                                                    .split = options->split,
                                                    .threads = options->threads,
                                                    .json = options->json,
                                                    .all = options});
    if (kind & ROUTH_RECORDING_REBOUNDS)
        return study_rebounds(verb, &(rebounds_options){.data = options->data.data,
                                                        .folder = options->output,
                                                        .sphere = &options->sphere,
                                                        .laws = &options->laws,
                                                        .bootstrap = options->bootstrap,
                                                        .seed = options->seed,
                                                        .threads = options->threads,
                                                        .json = options->json,
                                                        .all = options});
    if (options->sphere.radius.given || options->sphere.speed.given)
        return fail(verb, "--%s is for rebounds of spheres, a file with the columns quantity,incidence_deg,value",
                    options->sphere.radius.given ? "radius" : "speed");
    answer = choose_laws(verb, &options->laws, &laws);
    if (answer == 0)
        answer = learning_choose(verb, &options->learning, options->seed, &learning);
    if (answer == 0)
        answer = study(verb, options, &laws, &learning);
    learning_release(&learning);
    law_list_release(&laws);
    return answer;
}

static const option_entry entries[] = {
    DATASET_OPERAND(study_options, data, "drops that it generates, whose truth is known"),
    {"output", OPTION_TEXT, offsetof(study_options, output), "FOLDER", .about = "where to write", .otherwise = "study",
     .path = PATH_OUTPUT_FOLDER, .fallback = "study"},
    {"frame", OPTION_CHOICE, offsetof(study_options, frame), "FRAME",
     .about = "the frame to read the impacts in, where both adds the recorded frame to the recommended one",
     .choices = OPTION_FRAME_CHOICES " both", .otherwise = "auto"},
    {"law", OPTION_LIST, offsetof(study_options, laws), "LAW",
     .about = "a law to study; repeat it for more. Or a model that `routh learn` wrote, such as model.h5. Or the six "
              "laws of the paper",
     .choices = "six", .otherwise = "those six", .path = PATH_LAW},
    {"train", OPTION_COUNT, offsetof(study_options, train), "N", .about = "impacts drawn to fit; the others test",
     .otherwise = "half, at most 500", .field = "fit_count"},
    COST_OPTION(study_options, cost),
    METRIC_OPTION(study_options, metric),
    NORMS_OPTION(study_options, norms),
    {"rank", OPTION_CHOICE, offsetof(study_options, rank), "ERROR",
     .about = "the error by which best and worst are counted", .choices = "velocity impulse", .otherwise = "velocity"},
    {"robust", OPTION_FLAG, offsetof(study_options, robust), NULL, .about = "reduce the weight of outliers (Huber)"},
    {"k", OPTION_COUNT, offsetof(study_options, k), "K",
     .about = "largest number of impacts per fit in the convergence figure", .otherwise = "120", .field = "k_max"},
    {"draws", OPTION_COUNT, offsetof(study_options, draws), "M",
     .about = "draws for each number of impacts in that figure", .otherwise = "20"},
    {"bootstrap", OPTION_COUNT, offsetof(study_options, bootstrap), "B", .about = "resamples for the intervals",
     .otherwise = "200; 100 for tosses", .field = "resamples"},
    {"no-reference", OPTION_FLAG, offsetof(study_options, no_reference), NULL,
     .about = "do not simulate what each law would show if it were true"},
    {"mu-slow", OPTION_NUMBER, offsetof(study_options, mu_slow), "X",
     .about = "friction measured in a slow test, shown beside the fit", .otherwise = "none"},
    {"use", OPTION_TEXT, offsetof(study_options, use), "FILE",
     .about =
         "results.json of another study: test its parameters, with its calibration if it had one, on this recording as "
         "they are, beside those fitted here",
     .path = PATH_INPUT},
    {"split", OPTION_COUNT, offsetof(study_options, split), "N",
     .about =
         "also study the recording in N disjoint groups, at random and in its order: do numbers differ between groups "
         "by no more than their stated errors?"},
    OPTION_SEED(study_options, seed),
    OPTION_WORKERS(study_options, threads),
    OPTION_JSON(study_options, json, "print results.json instead of a summary"),
};

static const option_group groups[] = {{"Options", OPTION_ENTRIES(entries), 0, NULL},
                                      COVARIATE_GROUP(study_options, covariates),
                                      DROPS_GROUP(study_options, drops),
                                      LEARNING_GROUP(study_options, learning),
                                      DATASET_GROUP(study_options, data),
                                      CORRECTION_GROUP(study_options, data),
                                      SPHERE_GROUP(study_options, sphere),
                                      {.entry = NULL}};

const program_verb verb_study = {
    .name = "study",
    .title = "study",
    .about = "everything about a recording: check, fits, held-out tests, tables, figures, one report",
    .usage = "study [DATA] [-o FOLDER] [OPTION]…",
    .text =
        "Checks the recording's frame, fits every law, tests it on held-out impacts, and writes the tables and figures "
        "of the paper \"Fundamental limitations\": report.html (opens offline), results.json, and one CSV file for "
        "each table and "
        "figure. docs/study.md explains them. Without DATA it studies its own generated drops, whose truth is "
        "known.\n"
        "Trajectories are segmented first, as `routh segment` does.\n"
        "Tosses in three dimensions, CSV files with columns px,py,pz,qw,qx,qy,qz, are recognised and studied "
        "as by `routh toss`, which has more options for them; results.json, impacts.csv and errors.svg are "
        "written.\n"
        "Rebounds of a sphere over the angle of incidence, a CSV file with the columns quantity,incidence_deg,value, "
        "are "
        "recognised, too: rigid and compliant laws are fitted to them and compared, each incidence predicted from "
        "the others.",
    .groups = groups,
    .examples = "routh study -o demo\n"
                "routh study ellipse_uniform.mat --frame both -o ellipse\n"
                "routh study ellipse_uniform.mat --calibrate --reflag -o calibrated\n"
                "routh study ellipse_uniform.mat --explore --covariate eps:x:3 -o plate\n"
                "routh study recordings.mat --variable second_day -o second\n"
                "routh study ellipse_uniform.mat --learn -o ellipse\n"
                "routh study ellipse_uniform.mat --split 12 -o ellipse\n"
                "routh study second.mat --use ellipse/results.json -o second\n"
                "routh study square-drops/ --shape square:0.06 --rate 250 -o square\n"
                "routh study cube-tosses/ -o cube\n"
                "routh study part-tosses/ --shape mesh:part.stl,mm --mass 0.3 --rate 240 -o part\n"
                "routh study kharaz-2001.csv --radius 0.0025 --speed 3.9 -o spheres",
    .options_size = sizeof(study_options),
    .run = run,
};
