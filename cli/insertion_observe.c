/* routh insertion observe: what a recording shows of the parts' displacements, before anything is trusted.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "insertion.h"
#include "program.h"

typedef struct observe_options {
    insertion_options data;
    const char *output;
    int json;
} observe_options;

static int print_all(const char *verb, const observe_options *options, const routh_assembly *assembly,
                     const routh_observability *o) {
    output_file out;
    return OUTPUT_WRITE(out, verb, options->output,
                        routh_observability_write(&out.context, assembly, o,
                                                  routh_io_file(out.file, options->json ? ".json" : ".txt")));
}

static int run(const char *verb, void *given) {
    const observe_options *options = given;
    routh_context context = routh_context_default();
    context.threads = (int)options->data.threads;
    ENDS(insertion_close) insertion_single single = {0};
    OWNED(routh_observability) observability = {0};
    TRY(insertion_open(verb, &options->data, &single));
    TRY(routh_insertion_observe(&context, &single.data.assembly, &single.reduced, NULL, &single.options.fit,
                                &observability) == ROUTH_OK
            ? print_all(verb, options, &single.data.assembly, &observability)
            : fail_input(verb, &context));
    return insertion_verdict(verb, &observability.check);
}

static const option_entry entries[] = {
    {"RECORDING", OPTION_OPERANDS, offsetof(observe_options, data.recordings), NULL,
     .about = "a recording, .h5, or .csv with a .json file of the same name beside it", .path = PATH_INPUT,
     .beside = "*.json assembly.json scene.json"},
    OPTION_OUTPUT(observe_options, output),
    OPTION_JSON(observe_options, json, "every number as JSON instead of text"),
};

static const option_group groups[] = {{"Options", OPTION_ENTRIES(entries), 0, NULL},
                                      INSERTION_LOG_GROUP(observe_options, data.log),
                                      INSERTION_GROUP(observe_options, data),
                                      {.entry = NULL}};

const program_verb verb_insertion_observe = {
    .name = "observe",
    .title = "insertion observe",
    .about = "which displacements the recording determines, which only together, which not at all",
    .usage = "insertion observe RECORDING [-o FILE] [OPTION]…",
    .text =
        "Which displacements of parts the recording determines, which only in combination and with which others, which "
        "not at all, and what motion would reveal them. Evaluated at the parts as drawn: nothing is fitted. The first "
        "line "
        "says whether the recording fits the parts at all; if not, the exit code is 1.",
    .groups = groups,
    .examples = "routh insertion observe insertions/1a.h5",
    .options_size = sizeof(observe_options),
    .run = run,
};
