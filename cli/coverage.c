/* routh coverage: would a study's intervals hold, and would it notice what is wrong?
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <routh/routh.h>

#include "dataset_options.h"
#include "program.h"

typedef struct coverage_options {
    dataset_options data;
    const char *output, *frame;
    option_list worlds;
    size_t draws, seed, threads;
    int json;
} coverage_options;

static int library_options(const char *verb, const coverage_options *o, routh_coverage_options *library) {
    *library = routh_coverage_options_default();
    library->draws = o->draws ? o->draws : library->draws;
    library->seed = o->seed ? o->seed : library->seed;
    for (size_t i = 0; i < o->worlds.count; i++) {
        routh_context context = routh_context_default();
        const int kind = routh_find(&context, &routh_coverage_kinds, o->worlds.text[i]);
        if (kind < 0)
            return fail_input(verb, &context);
        library->only |= 1u << kind;
    }
    return 0;
}

static int write_all(const char *verb, const coverage_options *o, const routh_coverage *coverage) {
    output_file out;
    if (o->output) {
        const int answer = OUTPUT_WRITE(out, verb, o->output,
                                        routh_coverage_write(&out.context, coverage, routh_io_file(out.file, ".csv")));
        if (answer != 0 || strcmp(o->output, "-") == 0)
            return answer;
    }
    return OUTPUT_WRITE(
        out, verb, NULL,
        routh_coverage_write(&out.context, coverage, routh_io_file(out.file, o->json ? ".json" : ".txt")));
}

static int study_worlds(const char *verb, const coverage_options *o, const routh_coverage_options *library,
                        const routh_dataset *dataset) {
    routh_context context = routh_context_default();
    routh_coverage coverage;
    context.threads = (int)o->threads;
    progress_show(&context);
    const routh_status status = routh_coverage_run(&context, dataset, o->frame, library, &coverage);
    progress_end();
    const int answer = status == ROUTH_OK ? write_all(verb, o, &coverage) : fail_input(verb, &context);
    routh_coverage_release(NULL, &coverage);
    return answer;
}

static int run(const char *verb, void *given) {
    const coverage_options *o = given;
    OWNED(routh_dataset) dataset = {0};
    dataset_notes notes = {0};
    routh_coverage_options library;
    OWNED(routh_correction) done = {.calibrated = false};
    TRY(library_options(verb, o, &library));
    TRY(dataset_read(verb, &o->data, &notes, &dataset));
    TRY(dataset_segment(verb, &notes, &dataset));
    TRY(dataset_correct(verb, &o->data, o->frame, NULL, &dataset, &done));
    if (routh_dataset_used(&dataset, NULL) == 0)
        return dataset_fail_unusable(verb, o->data.data, &dataset);
    TRY(study_worlds(verb, o, &library, &dataset));
    dataset_note(verb, &notes);
    correction_note(verb, &done);
    return 0;
}

static const option_entry entries[] = {
    DATASET_OPERAND(coverage_options, data, NULL),
    OPTION_FRAME(coverage_options, frame, "the frame to read the impacts in"),
    {"world", OPTION_LIST, offsetof(coverage_options, worlds), "KIND", .about = "a kind of world; repeat it for more",
     .otherwise = "all"},
    {"draws", OPTION_COUNT, offsetof(coverage_options, draws), "N", .about = "recordings of each world",
     .otherwise = "40", .field = "draws"},
    {"output", OPTION_TEXT, offsetof(coverage_options, output), "FILE",
     .about = "a line for each world as comma-separated values", .path = PATH_OUTPUT},
    OPTION_SEED(coverage_options, seed),
    OPTION_WORKERS(coverage_options, threads),
    OPTION_JSON(coverage_options, json, "print every number as JSON"),
};

static const option_group groups[] = {{"Options", OPTION_ENTRIES(entries), 0, NULL},
                                      DATASET_GROUP(coverage_options, data),
                                      CORRECTION_GROUP(coverage_options, data),
                                      {.entry = NULL}};

const program_verb verb_coverage = {
    .name = "coverage",
    .title = "coverage",
    .about = "would the intervals hold, and would a study notice what is wrong: in simulated worlds like a recording",
    .usage = "coverage DATA [OPTION]…",
    .text =
        "Simulates recordings like DATA, whose truth is known: its body, its states before, its best law and its "
        "noise, "
        "with nothing wrong, or with a couple at the contact, two bodies mixed, drift and more. Each is studied as "
        "`routh study` does. The table says how many intervals hold the truth, and how many studies say that something "
        "is wrong. docs/coverage.md has other worlds, which are not made by the library.",
    .groups = groups,
    .notes = "Takes about a second for each recording of a hundred impacts.\n"
             "No recording yet: `routh simulate … -o planned.h5`, then `routh coverage planned.h5`.",
    .examples = "routh coverage drops.h5\nrouth coverage drops.h5 --world couple --world drift --draws 100",
    .options_size = sizeof(coverage_options),
    .run = run,
};
