/* `routh study` of tosses: the study of `routh toss`, written into a folder.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study_options.h"

#include <stdbool.h>
#include <stdio.h>

#include "folder.h"
#include "program.h"

static int choose(const char *verb, const tosses_options *options, toss_choices *choices) {
    const dataset_options *data = options->data;
    *choices = toss_choices_default();
    choices->threads = options->threads;
    if (data->rate.given)
        choices->import.rate = data->rate.value;
    if (data->gravity.given)
        choices->import.gravity = data->gravity.value;
    if (data->inertia.given && !(data->inertia.value > 0))
        return fail(verb, "--inertia must be more than 0");
    if (data->inertia.given)
        choices->segment.inertia = data->inertia.value;
    if (options->bootstrap > 0)
        choices->study.resamples = options->bootstrap;
    if (options->seed > 0)
        choices->study.seed = options->seed;
    choices->study.split = options->split;
    return toss_choose_body(verb, data->shape, &data->mass, NULL, choices);
}

static routh_status write_one(routh_context *context, const void *study, routh_io to) {
    return routh_study3_write(context, study, to);
}

static int claim_all(const result_folder *results) {
    static const char *const names[] = {"results.json", "impacts.csv", "errors.svg"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        TRY(results_claim(results, names[i]));
    return 0;
}

static int write_all(result_folder *results, const routh_study3 *study) {
    TRY(results_write(results, "results.json", write_one, study));
    TRY(results_write(results, "impacts.csv", write_one, study));
    if (study->compared)
        TRY(results_write(results, "errors.svg", write_one, study));
    return results_place(results);
}

static int print(const char *verb, const tosses_options *options, const routh_study3 *study) {
    if (options->json)
        return toss_print(verb, study, 1);
    output_file out;
    if (output_open(&out, verb, NULL) != 0)
        return EXIT_BAD_USE;
    const routh_status status = routh_study3_write(&out.context, study, routh_io_file(out.file, ".txt"));
    if (status == ROUTH_OK) {
        fprintf(out.file, "\nNumbers are in %s/results.json and %s/impacts.csv", options->folder, options->folder);
        if (study->compared)
            fprintf(out.file, ", the picture is %s/errors.svg", options->folder);
        fputs(".\n", out.file);
    }
    const int answer = output_end(&out, status);
    return answer != 0 ? answer : !study->compared || study->standing == ROUTH_STANDING_NONE;
}

int study_tosses(const char *verb, const tosses_options *options) {
    toss_choices choices = toss_choices_default();
    routh_dataset3 dataset = {0};
    routh_study3 study = {0};
    result_folder results = {0};
    static const char *const taken[] = {"DATA", "output", "shape",     "mass",  "inertia", "rate", "gravity",
                                        "json", "seed",   "bootstrap", "split", "threads", NULL};
    int answer =
        refuse_idle_options(verb, &verb_study, options->all, taken, "on tosses; `routh toss` has the options for them");
    if (answer == 0)
        answer = choose(verb, options, &choices);
    if (answer == 0)
        answer = results_open(&results, verb, options->folder, RESULTS_REPLACE);
    if (answer == 0)
        answer = claim_all(&results);
    if (answer == 0)
        answer = toss_study(verb, options->data->data, &choices, &dataset, &study);
    if (answer == 0)
        answer = write_all(&results, &study);
    results_release(&results);
    if (answer == 0)
        answer = print(verb, options, &study);
    toss_release(&dataset, &study);
    toss_choices_release(&choices);
    return answer;
}
