/* routh insertion lcurve: how the fit depends on the weight of what is known beforehand.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>

#include "impact_options.h"
#include "insertion.h"
#include "program.h"

typedef struct lcurve_options {
    insertion_options data;
    const char *output;
    format_options format_words;
    output_format format; /* what these mean */
    size_t gammas;
    option_number from, to;
} lcurve_options;

/* The table that `identify` writes. */
static routh_status print_csv(routh_context *context, FILE *file, const insertion_single *single,
                              const routh_lcurve *l) {
    routh_insertion_case item = {.insertion = single->reduced, .lcurve = *l};
    const routh_insertion_study study = {
        .assembly = &single->data.assembly, .options = single->options, .count = 1, .item = &item};
    return routh_insertion_study_write(context, &study, 0, routh_io_file(file, "l-curve.csv"));
}

static int print_all(const char *verb, const lcurve_options *options, const insertion_single *single,
                     const routh_lcurve *l) {
    output_file out;
    return OUTPUT_WRITE(
        out, verb, options->output,
        options->format == FORMAT_CSV
            ? print_csv(&out.context, out.file, single, l)
            : routh_lcurve_write(&out.context, l, routh_io_file(out.file, format_endings[options->format])));
}

static int run(const char *verb, void *given) {
    lcurve_options *options = given;
    const unsigned legal = 1u << FORMAT_TEXT | 1u << FORMAT_CSV | 1u << FORMAT_JSON;
    routh_context context = routh_context_default();
    const routh_insertion_options defaults = routh_insertion_options_default();
    const double from = options->from.given ? options->from.value : defaults.gamma_high;
    const double to = options->to.given ? options->to.value : defaults.gamma_low;
    insertion_single single;
    routh_lcurve lcurve;
    if (!(to > 0 && from > to))
        return fail(verb, "--from %g and --to %g: --from must be the larger and --to more than 0", from, to);
    int answer = choose_format(verb, &options->format_words, options->output, legal, FORMAT_TEXT, &options->format);
    if (answer == 0)
        answer = insertion_open(verb, &options->data, &single);
    if (answer != 0)
        return answer;
    context.threads = (int)options->data.threads;
    progress_show(&context);
    routh_insertion_options *fit = &single.options.fit;
    fit->gammas = options->gammas ? options->gammas : defaults.gammas;
    fit->gamma_high = from;
    fit->gamma_low = to;
    const routh_status status = routh_lcurve_of(&context, &single.data.assembly, &single.reduced, fit, &lcurve);
    progress_end();
    answer = status == ROUTH_OK ? print_all(verb, options, &single, &lcurve) : fail_input(verb, &context);
    routh_lcurve_release(&context, &lcurve);
    insertion_close(&single);
    return answer;
}

static const option_entry entries[] = {
    {"RECORDING", OPTION_OPERANDS, offsetof(lcurve_options, data.recordings), NULL,
     .about = "a recording, .h5, or .csv with a .json file of the same name beside it", .path = PATH_INPUT,
     .beside = "*.json assembly.json scene.json"},
    OPTION_OUTPUT(lcurve_options, output),
    FORMAT_OPTION_ENTRIES(lcurve_options, format_words, "text csv json", "text"),
    {"gammas", OPTION_COUNT, offsetof(lcurve_options, gammas), "N", .about = "how many weights", .otherwise = "19"},
    {"from", OPTION_NUMBER, offsetof(lcurve_options, from), "G", .about = "the largest weight", .otherwise = "1e3",
     .field = "gamma_high"},
    {"to", OPTION_NUMBER, offsetof(lcurve_options, to), "G", .about = "the smallest weight", .otherwise = "1e-6",
     .field = "gamma_low"},
    INSERTION_METHOD(lcurve_options, data),
};

static const option_group groups[] = {{"Options", OPTION_ENTRIES(entries), 0, NULL},
                                      INSERTION_LOG_GROUP(lcurve_options, data.log),
                                      INSERTION_GROUP(lcurve_options, data),
                                      {.entry = NULL}};

const program_verb verb_insertion_lcurve = {
    .name = "lcurve",
    .title = "insertion lcurve",
    .about = "how the fit depends on the weight of prior knowledge",
    .usage = "insertion lcurve RECORDING [-o FILE] [OPTION]…",
    .text = "Fits stiffness, friction and displacements for many weights γ of prior knowledge: the error of the wrench "
            "against the size of the displacements. Shows the corner of that curve, and the smallest weight that is "
            "not below "
            "the Bayesian one, which `identify --modes 0` takes; otherwise `identify` gives each answer its own "
            "Bayesian weight.",
    .groups = groups,
    .examples = "routh insertion lcurve insertions/2a.h5",
    .options_size = sizeof(lcurve_options),
    .run = run,
};
