/* `routh toss --rollouts`: whole tosses predicted from their first flight, as a folder of files.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study_options.h"

#include "program.h"

static const char *const names[] = {"results.json", "tosses.csv", "errors.svg", "report.html"};
enum { FILES = sizeof names / sizeof names[0] };

int rollouts_open(const char *verb, const char *folder, result_folder *results) {
    int answer = results_open(results, verb, folder, RESULTS_REPLACE);
    for (int i = 0; i < FILES && answer == 0; i++)
        answer = results_claim(results, names[i]);
    return answer;
}

static routh_status write_one(routh_context *context, const void *study, routh_io to) {
    return routh_rollout_study_write(context, study, to);
}

static int write_all(result_folder *results, const routh_rollout_study *study) {
    for (int i = 0; i < FILES; i++)
        TRY(results_write(results, names[i], write_one, study));
    return results_place(results);
}

static int print(const char *verb, const routh_rollout_study *study, int json, const char *folder) {
    output_file out;
    if (output_open(&out, verb, NULL) != 0)
        return EXIT_BAD_USE;
    const routh_status status =
        routh_rollout_study_write(&out.context, study, routh_io_file(out.file, json ? ".json" : ".txt"));
    if (status == ROUTH_OK && !json && folder)
        fprintf(out.file,
                "Numbers are in %s/results.json and %s/tosses.csv, curves over time in %s/errors.svg; %s/report.html "
                "shows tosses.\n",
                folder, folder, folder, folder);
    return output_end(&out, status);
}

int toss_rollouts(const char *verb, const rollouts_choices *choices, const routh_dataset3 *dataset,
                  const routh_study3 *single, result_folder *results) {
    routh_context context = routh_context_default();
    routh_rollout_study_options options = routh_rollout_study_options_default();
    OWNED(routh_rollout_study) study = {0};
    context.threads = (int)choices->threads;
    if (choices->evaluations > 0)
        options.fit.evaluations = choices->evaluations;
    if (choices->no_ablations)
        options.ablation_evaluations = 0;
    options.spread = choices->spread;
    options.fit.calibrated = dataset->calibration.applied;
    options.single = single;
    progress_show(&context);
    const routh_status status = routh_rollout_study_run(&context, dataset, &options, &study);
    progress_end();
    if (status != ROUTH_OK)
        return fail_input(verb, &context);
    TRY(choices->folder ? write_all(results, &study) : 0);
    return print(verb, &study, choices->json, choices->folder);
}
