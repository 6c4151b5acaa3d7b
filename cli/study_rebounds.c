/* `routh study` of rebounding spheres, written into a folder.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study_options.h"

#include <stdio.h>

#include <routh/routh.h>

#include "dataset_options.h"
#include "folder.h"
#include "impact_options.h"
#include "program.h"

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
    OWNED(routh_rebound_study) study = {0};
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
    for (int i = 0; i < NAMES; i++)
        TRY(results_write(results, names[i], write_one, &study));
    TRY(results_place(results));
    return print(verb, options, &study);
}

int study_rebounds(const char *verb, const rebounds_options *options) {
    static const char *const taken[] = {"DATA",      "output", "radius",  "speed", "law",
                                        "bootstrap", "seed",   "threads", "json",  NULL};
    routh_context context = routh_context_default();
    OWNED(routh_rebounds) rebounds = {0};
    ENDS(results_release) result_folder results = {0};
    ENDS(law_list_release) law_list laws = {0};
    TRY(refuse_idle_options(verb, &verb_study, options->all, taken, "on rebounds of spheres"));
    if (!options->sphere->radius.given || !options->sphere->speed.given)
        return fail(verb, "%s holds rebounds of a sphere: give its --radius in m and its --speed before impact in m/s",
                    options->data);
    TRY(choose_laws(verb, options->laws, &laws));
    if (routh_rebounds_read(&context, dataset_io(options->data), options->sphere->radius.value,
                            options->sphere->speed.value, &rebounds) != ROUTH_OK)
        return fail_input(verb, &context);
    TRY(results_open(&results, verb, options->folder, RESULTS_REPLACE));
    for (int i = 0; i < NAMES; i++)
        TRY(results_claim(&results, names[i]));
    return study_and_write(verb, options, &laws, &rebounds, &results);
}
