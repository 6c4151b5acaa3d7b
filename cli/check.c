/* routh check: is the frame of a recording right, and what else is off?
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/routh.h>

#include "dataset_options.h"
#include "program.h"

static bool has_wrong(const routh_findings *findings) {
    for (size_t i = 0; i < findings->count; i++)
        if (findings->finding[i].kind == ROUTH_WRONG)
            return 1;
    return 0;
}

static int write_answer(const char *verb, const routh_check_answer *answer, const char *path, int json) {
    output_file out;
    return OUTPUT_WRITE(out, verb, path,
                        routh_check_write(&out.context, answer, routh_io_file(out.file, json ? ".json" : ".txt")));
}

static int check_data(const char *verb, const routh_dataset *dataset, const routh_dataset *before, const char *frame,
                      const char *path, int json) {
    routh_context context = routh_context_default();
    routh_check_answer answer = {.hint = dataset_hint};
    const routh_status status = routh_check_run(&context, dataset, before, frame, &answer);
    const int code = status == ROUTH_OK ? write_answer(verb, &answer, path, json) : fail_input(verb, &context);
    const int wrong = has_wrong(&answer.findings);
    routh_check_answer_release(NULL, &answer);
    return code != 0 ? code : wrong;
}

typedef struct check_options {
    dataset_options data;
    const char *frame, *output;
    int json;
} check_options;

static int run(const char *verb, void *given) {
    const check_options *options = given;
    dataset_input in = {.notes = {.count = 0}};
    int answer = dataset_read(verb, &options->data, &in.notes, &in.dataset);
    if (answer == 0 && (options->data.calibrate || options->data.reflag))
        answer = dataset_segment(verb, &in.notes, &in.dataset);
    if (answer == 0)
        answer = dataset_correct(verb, &options->data, options->frame, NULL, &in.dataset, &in.done);
    if (answer == 0)
        answer = check_data(verb, &in.dataset, in.done.calibrated ? &in.done.before : NULL, options->frame,
                            options->output, options->json);
    dataset_input_release(verb, answer != EXIT_BAD_USE, &in);
    return answer;
}

static const option_entry entries[] = {
    DATASET_OPERAND(check_options, data, NULL),
    OPTION_FRAME(check_options, frame, "the frame to recommend"),
    OPTION_OUTPUT(check_options, output),
    OPTION_JSON(check_options, json, "the findings as JSON"),
};

static const option_group groups[] = {{"Options", OPTION_ENTRIES(entries), 0, NULL},
                                      DATASET_GROUP(check_options, data),
                                      CORRECTION_GROUP(check_options, data),
                                      {.entry = NULL}};

const program_verb verb_check = {
    .name = "check",
    .title = "check",
    .about = "is the frame of a recording right? Inertia, gravity, rate, units, rest pose",
    .usage = "check DATA [OPTION]…",
    .text =
        "Tests with the data itself whether its frame, inertia, gravity, rate, units and rest pose are right, before "
        "any law is fitted. docs/frame-check.md explains how.",
    .groups = groups,
    .notes =
        "Exit code: 0 nothing is wrong, though there may be warnings; 1 something is wrong; 2 bad use or bad input.",
    .examples = "routh check ellipse_uniform.mat\n"
                "routh check ellipse_uniform.mat --calibrate --reflag\n"
                "routh check recordings.mat --variable second_day\n"
                "routh check square-drops/ --shape square:0.06 --rate 250",
    .options_size = sizeof(check_options),
    .run = run,
};
