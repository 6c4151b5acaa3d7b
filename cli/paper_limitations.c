/* routh paper limits: the tables of Fundamental limitations, printed and reproduced.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "dataset_options.h"
#include "impact_options.h"
#include "papers.h"
#include "program.h"

typedef struct limitations_options_given {
    dataset_options data;
    const char *output;
    format_options format;
    size_t train, k, draws, seed, threads;
} limitations_options_given;

static int compare(const char *verb, const limitations_options_given *o, const routh_dataset *dataset,
                   output_format format) {
    const routh_law *laws[LIMITATIONS_LAWS];
    routh_study_options options = limitations_options(laws);
    routh_context context = routh_context_default();
    limitations table;
    output_file out;
    options.fit_count = o->train;
    options.k_max = o->k ? o->k : options.k_max;
    options.draws = o->draws ? o->draws : options.draws;
    options.seed = o->seed ? o->seed : options.seed;
    context.threads = (int)o->threads;
    progress_show(&context);
    const routh_status status = limitations_run(&context, dataset, &options, &table);
    progress_end();
    const int answer = status == ROUTH_OK ? output_open(&out, verb, o->output) : fail_input(verb, &context);
    if (answer != 0)
        return answer;
    (format == FORMAT_CSV ? limitations_csv : limitations_text)(out.file, &table);
    return output_close(&out);
}

static int run(const char *verb, void *given) {
    const limitations_options_given *o = given;
    dataset_input in = {.notes = {.count = 0}};
    output_format format;
    int answer = choose_format(verb, &o->format, o->output, 1u << FORMAT_TEXT | 1u << FORMAT_CSV, FORMAT_TEXT, &format);
    if (answer == 0)
        answer = dataset_input_read(verb, &o->data, NULL, &in);
    if (answer == 0)
        answer = compare(verb, o, &in.dataset, format);
    dataset_input_release(verb, answer == 0, &in);
    return answer;
}

static const option_entry entries[] = {
    DATASET_OPERAND(limitations_options_given, data, NULL),
    {"train", OPTION_COUNT, offsetof(limitations_options_given, train), "N",
     .about = "impacts drawn to fit; the others test", .otherwise = "half, at most 500", .field = "fit_count"},
    {"k", OPTION_COUNT, offsetof(limitations_options_given, k), "K", .about = "impacts in a draw", .otherwise = "120",
     .field = "k_max"},
    {"draws", OPTION_COUNT, offsetof(limitations_options_given, draws), "M", .about = "draws", .otherwise = "20"},
    OPTION_SEED(limitations_options_given, seed),
    OPTION_WORKERS(limitations_options_given, threads),
    OPTION_OUTPUT(limitations_options_given, output),
    FORMAT_OPTION_ENTRIES(limitations_options_given, format, "text csv", "text"),
};

static const option_group groups[] = {
    {"Options", OPTION_ENTRIES(entries), 0, NULL}, DATASET_GROUP(limitations_options_given, data), {.entry = NULL}};

const program_verb verb_paper_limitations = {
    .name = "limits",
    .title = "paper limits",
    .about = "Fundamental limitations in performance and interpretability …, tables 1 and 2: printed and reproduced",
    .usage = "paper limits DATA [OPTION]…",
    .text = "Does what the authors did (impacts as recorded, unweighted metric, sum of norms, ranked by impulse, their "
            "AP Poisson), "
            "and puts the printed tables beside what comes out. The recording is theirs, ellipse_uniform.mat; with "
            "another one the "
            "method is the same and the printed numbers are not about it. docs/study.md has the result. A whole study "
            "by that "
            "method: `routh study DATA --frame as-recorded --metric unweighted --norms --rank impulse`.",
    .groups = groups,
    .notes = "Columns as csv: printed_law, law, quantity, printed, printed_sd, found, found_sd, difference, "
             "with_three_frames_of_gravity, why.",
    .examples = "routh paper limits ellipse_uniform.mat -o tables.csv",
    .options_size = sizeof(limitations_options_given),
    .run = run,
};
