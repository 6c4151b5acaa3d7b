/* routh insertion identify: stiffness, friction and displacements, on the terminal and in a folder.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "insertion.h"
#include "program.h"

typedef struct identify_options {
    insertion_options data;
    const char *output;
    option_list also;
    int no_geometry, json;
} identify_options;

typedef struct written_case {
    const routh_insertion_study *study;
    size_t item;
} written_case;

static routh_status write_one(routh_context *context, const void *what, routh_io to) {
    const written_case *w = what;
    return routh_insertion_study_write(context, w->study, w->item, to);
}

enum { TABLE_NAME = 2 * ROUTH_LABEL_SIZE };

/* "2a", "l-curve" → "2a-l-curve.csv". */
static const char *name_table(char name[TABLE_NAME], const char *recording, size_t table) {
    snprintf(name, TABLE_NAME, "%s-%s.csv", recording, routh_insertion_study_table(table));
    return name;
}

static int claim_all(const result_folder *results, const insertion_data *data) {
    char name[TABLE_NAME];
    int answer = results_claim(results, "results.json");
    for (size_t i = 0; i < data->count; i++)
        for (size_t t = 0; routh_insertion_study_table(t) && answer == 0; t++)
            answer = results_claim(results, name_table(name, data->recording[i].name, t));
    return answer == 0 ? results_claim(results, "report.html") : answer;
}

static int write_all(result_folder *results, const routh_insertion_study *study) {
    char name[TABLE_NAME];
    int answer = results_write(results, "results.json", write_one, &(written_case){study, 0});
    for (size_t i = 0; i < study->count; i++)
        for (size_t t = 0; routh_insertion_study_table(t) && answer == 0; t++)
            answer = results_write(results, name_table(name, study->item[i].insertion.name, t), write_one,
                                   &(written_case){study, i});
    if (answer == 0)
        answer = results_write(results, "report.html", write_one, &(written_case){study, 0});
    return answer == 0 ? results_place(results) : answer;
}

static int print_all(const char *verb, const identify_options *options, const routh_insertion_study *study) {
    output_file out;
    if (output_open(&out, verb, NULL) != 0)
        return EXIT_BAD_USE;
    const routh_status status =
        routh_insertion_study_write(&out.context, study, 0, routh_io_file(out.file, options->json ? ".json" : ".txt"));
    if (status == ROUTH_OK && !options->json && options->output)
        fprintf(out.file,
                "The identification took %.1f s. Open %s/report.html in a browser; numbers are in results.json and the "
                "CSV files there.\n",
                study->seconds, options->output);
    return output_end(&out, status);
}

static int study_and_write(const char *verb, const identify_options *options, const insertion_data *data,
                           const routh_insertion_study_options *library, result_folder *results) {
    routh_context context = routh_context_default();
    routh_insertion_study study;
    int answer = 0;
    context.threads = (int)options->data.threads;
    progress_show(&context);
    const routh_status status =
        routh_insertion_study_run(&context, &data->assembly, data->recording, data->count, library, &study);
    progress_end();
    if (status != ROUTH_OK)
        return fail_input(verb, &context);
    if (options->output)
        answer = write_all(results, &study);
    if (answer == 0)
        answer = print_all(verb, options, &study);
    for (size_t i = 0, code; i < study.count && answer != EXIT_BAD_USE; i++) {
        code = (size_t)insertion_verdict(verb, &study.item[i].observability.check);
        answer = code ? (int)code : answer;
    }
    routh_insertion_study_release(&context, &study);
    return answer;
}

static int take_also(const char *verb, const identify_options *options, routh_insertion_study_options *library) {
    routh_context context = routh_context_default();
    for (size_t i = 0; i < options->also.count; i++) {
        const char *name = options->also.text[i];
        if (strcmp(name, "none") == 0) {
            library->demand = 0;
            continue;
        }
        const int which = routh_find(&context, &routh_insertion_also, name);
        if (which < 0)
            return fail(verb, "--also: %s", context.message);
        library->also |= 1U << which;
    }
    if (!library->demand && options->also.count > 1)
        return fail(verb, "--also none excludes every other --also");
    if (options->no_geometry && library->also)
        return fail(verb, "--also adds unknowns, and --no-geometry leaves them out: give one of the two");
    return 0;
}

static int run(const char *verb, void *given) {
    const identify_options *options = given;
    routh_insertion_study_options library;
    ENDS(insertion_release) insertion_data data = {0};
    ENDS(results_release) result_folder results = {0};
    TRY(insertion_study_options(verb, &options->data, &library));
    TRY(insertion_read(verb, &options->data, &data));
    library.fit.geometry = !options->no_geometry;
    TRY(take_also(verb, options, &library));
    if (options->output)
        TRY(results_open(&results, verb, options->output, RESULTS_REPLACE));
    if (options->output)
        TRY(claim_all(&results, &data));
    return study_and_write(verb, options, &data, &library, &results);
}

static const option_entry entries[] = {
    {"RECORDING", OPTION_OPERANDS, offsetof(identify_options, data.recordings), NULL,
     .about = "recordings of the same two objects, .h5, or .csv with a .json file of the same name beside it",
     .path = PATH_INPUT, .beside = "*.json assembly.json scene.json"},
    {"output", OPTION_TEXT, offsetof(identify_options, output), "FOLDER",
     .about = "write report.html (opens offline), results.json and CSV tables there", .otherwise = "nothing is written",
     .path = PATH_OUTPUT_FOLDER},
    OPTION_JSON(identify_options, json, "print results.json instead of a summary"),
    {"no-geometry", OPTION_FLAG, offsetof(identify_options, no_geometry), NULL,
     .about = "stiffness and friction only, parts as drawn"},
    {"also", OPTION_LIST, offsetof(identify_options, also), "WHAT",
     .about = "a further unknown; repeat it for more. none: not even what a recording clearly shows",
     .choices = "bias latency stiffness friction speed scale none",
     .otherwise = "a bias of the wrench, and its latency, where a recording clearly shows it"},
    {"gamma", OPTION_NUMBER, offsetof(identify_options, data.gamma), "G", .about = "weight of prior knowledge",
     .otherwise = "from noise and prior, for each answer"},
    INSERTION_METHOD(identify_options, data),
    {"modes", OPTION_NUMBER, offsetof(identify_options, data.modes), "N",
     .about = "searches that begin in other contact modes than the drawing's, the most promising ones; 0: none",
     .otherwise = "12"},
};

static const option_group groups[] = {{"Options", OPTION_ENTRIES(entries), 0, NULL},
                                      INSERTION_LOG_GROUP(identify_options, data.log),
                                      INSERTION_GROUP(identify_options, data),
                                      {.entry = NULL}};

const program_verb verb_insertion_identify = {
    .name = "identify",
    .title = "insertion identify",
    .about = "stiffness, friction and displacements of parts; tables and a page to look at",
    .usage = "insertion identify RECORDING… [-o FOLDER] [OPTION]…",
    .text = "Stiffness and friction of the contacts, and how far the parts are from where they are drawn, from one or "
            "several recordings of the same two objects. Several recordings are identified one by one, and then "
            "together, with one stiffness, one friction and one set of displaced parts. What a recording does not "
            "determine is reported. The exit code is 1 if a recording does not fit the parts.",
    .groups = groups,
    .examples = "routh insertion identify insertions/2a.h5\n"
                "routh insertion identify insertions/1a.h5 insertions/2a.h5 -o report",
    .options_size = sizeof(identify_options),
    .run = run,
};
