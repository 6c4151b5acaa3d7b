/* routh paper noise: how noise biases the estimate of m/I, beside a printed table.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact_options.h"
#include "papers.h"
#include "program.h"

typedef struct noise_table_options {
    const char *output;
    format_options format;
    size_t count, repetitions, seed, threads;
} noise_table_options;

static int run(const char *verb, void *given) {
    const noise_table_options *o = given;
    noise_options options = noise_options_default();
    noise_body table[NOISE_BODIES];
    output_format format;
    output_file out;
    routh_context context = routh_context_default();
    int answer =
        choose_format(verb, &o->format, o->output, 1u << FORMAT_TEXT | 1u << FORMAT_JSON, FORMAT_TEXT, &format);
    if (answer != 0)
        return answer;
    options.runs = o->count ? o->count : options.runs;
    options.repetitions = o->repetitions ? o->repetitions : options.repetitions;
    options.seed = o->seed ? o->seed : options.seed;
    context.threads = (int)o->threads;
    progress_show(&context);
    const routh_status status = noise_table_run(&context, &options, table);
    progress_end();
    answer = status == ROUTH_OK ? output_open(&out, verb, o->output) : fail_input(verb, &context);
    if (answer != 0)
        return answer;
    (format == FORMAT_JSON ? noise_table_json : noise_table_text)(out.file, &options, table);
    return output_close(&out);
}

static const option_entry entries[] = {
    {"count", OPTION_COUNT, offsetof(noise_table_options, count), "N", .about = "drops for one estimate",
     .otherwise = "100", .field = "runs"},
    {"repetitions", OPTION_COUNT, offsetof(noise_table_options, repetitions), "N", .about = "estimates",
     .otherwise = "20"},
    OPTION_SEED(noise_table_options, seed),
    OPTION_WORKERS(noise_table_options, threads),
    OPTION_OUTPUT(noise_table_options, output),
    FORMAT_OPTION_ENTRIES(noise_table_options, format, "text json", "text"),
};

static const option_group groups[] = {{"Options", OPTION_ENTRIES(entries), 0, NULL}, {.entry = NULL}};

const program_verb verb_paper_noise = {
    .name = "noise",
    .title = "paper noise",
    .about = "Identifiability analysis of planar rigid-body frictional contact, table 1: how noise biases m/I",
    .usage = "paper noise [OPTION]…",
    .text = "Drops a block and an ellipse, adds noise at four signal-to-noise ratios to what is measured of their "
            "first impacts, and "
            "estimates m/I as `routh inertia` does: by least squares as in the paper, and by errors in variables. "
            "docs/inertia.md compares.",
    .groups = groups,
    .examples = "routh paper noise --repetitions 40",
    .options_size = sizeof(noise_table_options),
    .run = run,
};
