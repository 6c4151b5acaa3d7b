/* `routh study` of rebounding spheres, written into a folder.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study_print.h"

#include <stdio.h>

#include <routh/routh.h>

#include "dataset_options.h"
#include "folder.h"
#include "formats.h"
#include "message.h"
#include "output.h"
#include "verbs.h"

const option_entry sphere_entries[SPHERE_OPTIONS] = {
    {"radius", OPTION_NUMBER, offsetof(sphere_options, radius), "R", .about = "radius of the sphere, m"},
    {"speed", OPTION_NUMBER, offsetof(sphere_options, speed), "V", .about = "its speed before impact, m/s"},
};

static const char *const names[] = {"results.json", "rebounds.csv", "rebounds.svg"};
enum { NAMES = sizeof names / sizeof *names };

static routh_status write_one(routh_context *context, const void *study, routh_io to) {
    return routh_rebound_study_write(context, study, to);
}

static int print(const char *verb, const rebounds_options *options, const routh_rebound_study *study) {
    output_file out;
    if (output_open(&out, verb, NULL) != 0)
        return EXIT_BAD_USE;
    const routh_status status =
        routh_rebound_study_write(&out.context, study, routh_io_file(out.file, options->json ? ".json" : ".txt"));
    if (status == ROUTH_OK && !options->json)
        fprintf(out.file, "\nNumbers are in %s/results.json and %s/rebounds.csv, the picture is %s/rebounds.svg.\n",
                options->folder, options->folder, options->folder);
    return output_end(&out, status);
}

static int study_and_write(const char *verb, const rebounds_options *options, const law_list *laws,
                           const routh_rebounds *rebounds, result_folder *results) {
    routh_context context = routh_context_default();
    routh_rebound_options library = routh_rebound_options_default();
    routh_rebound_study study;
    if (options->laws->count > 0) {
        library.laws = laws->law;
        library.law_count = laws->count;
    }
    library.resamples = options->bootstrap ? options->bootstrap : library.resamples;
    library.seed = options->seed ? options->seed : library.seed;
    context.threads = (int)options->threads;
    progress_show(&context);
    const routh_status status = routh_rebound_study_run(&context, rebounds, &library, &study);
    progress_end();
    if (status != ROUTH_OK)
        return fail_input(verb, &context);
    int answer = 0;
    for (int i = 0; i < NAMES && answer == 0; i++)
        answer = results_write(results, names[i], write_one, &study);
    if (answer == 0)
        answer = results_place(results);
    if (answer == 0)
        answer = print(verb, options, &study);
    routh_rebound_study_release(&context, &study);
    return answer;
}

int study_rebounds(const char *verb, const rebounds_options *options) {
    static const char *const taken[] = {"DATA",      "output", "radius",  "speed", "law",
                                        "bootstrap", "seed",   "threads", "json",  NULL};
    routh_context context = routh_context_default();
    routh_rebounds rebounds = {0};
    result_folder results = {0};
    law_list laws = {0};
    int answer = refuse_idle_options(verb, &verb_study, options->all, taken, "on rebounds of spheres");
    if (answer == 0 && (!options->sphere->radius.given || !options->sphere->speed.given))
        answer =
            fail(verb, "%s holds rebounds of a sphere: give its --radius in m and its --speed before impact in m/s",
                 options->data);
    if (answer == 0)
        answer = choose_laws(verb, options->laws, &laws);
    if (answer == 0 && routh_rebounds_read(&context, dataset_io(options->data), options->sphere->radius.value,
                                           options->sphere->speed.value, &rebounds) != ROUTH_OK)
        answer = fail_input(verb, &context);
    if (answer == 0)
        answer = results_open(&results, verb, options->folder, RESULTS_REPLACE);
    for (int i = 0; i < NAMES && answer == 0; i++)
        answer = results_claim(&results, names[i]);
    if (answer == 0)
        answer = study_and_write(verb, options, &laws, &rebounds, &results);
    results_release(&results);
    routh_rebounds_release(&context, &rebounds);
    law_list_release(&laws);
    return answer;
}
