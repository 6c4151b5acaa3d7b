/* routh insertion observe: what a recording shows of the parts' displacements, before anything is trusted.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fail_input.h"
#include "insertion.h"
#include "output.h"

typedef struct observe_options {
    insertion_options data;
    const char *output;
    int json;
} observe_options;

static const char *const seen_names[] = {"determined", "only together", "not determined"};

static void print_matrix(FILE *file, const routh_observability *o, int column) {
    static const char *const mark[] = {" ·", " o", " ●"};
    const size_t side = o->count + 1;
    fprintf(file, "\n  P%d\n", column + 1);
    for (size_t i = 0; i < side; i++) {
        fputs("   ", file);
        for (size_t j = 0; j < side; j++)
            fputs(mark[o->class_of[column][i * side + j]], file);
        fputc('\n', file);
    }
}

static void print_text(FILE *file, const routh_assembly *assembly, const routh_observability *o) {
    for (size_t i = 0; i < o->check.findings.count; i++)
        fprintf(file, "%s\n", o->check.findings.finding[i].text);
    for (size_t i = 0; i < o->findings.count; i++)
        fprintf(file, "%s\n", o->findings.finding[i].text);
    fprintf(file, "\n  %-24s %12s %12s %12s %16s\n", "displacement", "sensitivity", "(friction)", "error÷prior",
            "in this recording");
    for (size_t j = 0; j < o->count; j++)
        fprintf(file, "  %-24s %12.3g %12.3g %12.2g %16s\n", assembly->displacement[j].name, o->sensitivity[2 * j],
                o->sensitivity[2 * j + 1], o->posterior[j], seen_names[o->seen[j]]);
    fprintf(file,
            "\nSensitivity: how much the spread of the regressor's column for K (and for friction) changes per m or "
            "rad,\nrelative to itself. Error÷prior: what the recording leaves of what was uncertain before.\n");
    fprintf(file,
            "\nCorrelation of the regressor (first) and its derivatives: ● 0.85 or more, o 0.5 or more, · less\n");
    for (int column = 0; column < 2; column++)
        print_matrix(file, o, column);
    fprintf(file, "\nSingular values of the projected Jacobian, per prior deviation and in deviations of the noise:");
    for (size_t j = 0; j < o->count; j++)
        fprintf(file, " %.3g", o->singular[j]);
    fputc('\n', file);
}

static int print_all(const char *verb, const observe_options *options, const routh_assembly *assembly,
                     const routh_observability *o) {
    routh_context context = routh_context_default();
    output_file out;
    const int answer = output_open(&out, verb, options->output);
    if (answer != 0)
        return answer;
    if (options->json)
        return output_end(&out, &context,
                          routh_observability_write(&context, assembly, o, routh_io_file(out.file, NULL)));
    print_text(out.file, assembly, o);
    return output_close(&out);
}

static int run(const char *verb, void *given) {
    const observe_options *options = given;
    routh_context context = routh_context_default();
    context.threads = (int)options->data.threads;
    insertion_single single;
    routh_observability observability;
    int answer = insertion_open(verb, &options->data, &single);
    if (answer != 0)
        return answer;
    answer = routh_insertion_observe(&context, &single.data.assembly, &single.reduced, NULL, &single.options.fit,
                                     &observability) == ROUTH_OK
                 ? print_all(verb, options, &single.data.assembly, &observability)
                 : fail_input(verb, &context);
    if (answer == 0)
        answer = insertion_verdict(verb, &observability.check);
    routh_observability_release(&context, &observability);
    insertion_close(&single);
    return answer;
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
