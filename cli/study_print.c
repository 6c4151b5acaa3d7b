/* What `routh study` prints.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <routh/routh.h>

#include "impact_options.h"
#include "program.h"
#include "study_options.h"

int study_print_json(const char *verb, const routh_study *study) {
    output_file out;
    return OUTPUT_WRITE(out, verb, NULL, routh_study_write(&out.context, study, 0, routh_io_file(out.file, ".json")));
}

int study_print_summary(const char *verb, const char *folder, const routh_study *study) {
    output_file out;
    if (output_open(&out, verb, NULL) != 0)
        return EXIT_BAD_USE;
    const routh_status status = routh_study_write(&out.context, study, 0, routh_io_file(out.file, ".txt"));
    if (status == ROUTH_OK)
        fprintf(out.file,
                "\nThe study took %.1f s. Open %s/report.html in a browser; numbers are in %s/results.json and the CSV "
                "files.\n",
                study->seconds, folder, folder);
    return output_end(&out, status);
}

void study_warn_of_models(const char *verb, const law_list *laws, const routh_study *study) {
    for (size_t i = 0; i < laws->named_count; i++) {
        const named_law *named = &laws->named[i];
        if (!named->model)
            continue;
        const routh_frame frame = study->frame[0].frame;
        if (named->origin.note[0])
            warn(verb, "%s was trained on %s; its error is too small on impacts that are among these", named->name,
                 named->origin.note);
        if (named->origin.frame != frame)
            warn(verb, "%s was trained in the frame %s, and these impacts are read in %s", named->name,
                 routh_name(&routh_frames, named->origin.frame), routh_name(&routh_frames, frame));
    }
}

/* `routh study --use`: parameters and calibration of another study. */

int use_read(const char *verb, const char *path, const dataset_options *data, routh_transfer *transfer) {
    routh_context context = routh_context_default();
    if (!path)
        return 0;
    if (routh_transfer_read(&context, routh_io_path(path), transfer) != ROUTH_OK)
        return fail_input(verb, &context);
    if (transfer->calibrated && data->calibrate)
        return fail(verb, "--use %s brings a calibration of its own; leave out --calibrate", path);
    return 0;
}

int use_calibration(const char *verb, const char *path, const routh_transfer *transfer, routh_frame frame,
                    routh_dataset *dataset) {
    routh_context context = routh_context_default();
    if (!transfer->calibrated)
        return 0;
    if (transfer->frame != frame)
        return fail(
            verb,
            "--use %s: its calibration is for the frame %s, and these impacts are read in %s; choose that one with "
            "--frame, or use a study without --calibrate",
            path, routh_name(&routh_frames, transfer->frame), routh_name(&routh_frames, frame));
    return routh_dataset_calibrate(&context, &transfer->calibration, NULL, dataset) == ROUTH_OK
               ? 0
               : fail_input(verb, &context);
}

/* The learned models of `routh study`: what the command line says about them, and what they came to. */

const option_entry learning_entries[LEARNING_OPTIONS] = {
    {"learn", OPTION_FLAG, offsetof(learning_options, learn), NULL,
     .about = "train all kinds of models on more and more impacts: does learning pay, and from how many impacts on?"},
    {"learn-sizes", OPTION_TEXT, offsetof(learning_options, sizes), "N,N,…", .about = "numbers of training impacts",
     .otherwise = "25,50,100,150,200,300,450 and nine tenths of all", .field = "learning.sizes"},
    {"learn-draws", OPTION_COUNT, offsetof(learning_options, draws), "M", .about = "draws for each size",
     .otherwise = "10, but 1 for the largest where it is more than 600", .field = "learning.draws"},
    {"learn-law", OPTION_TEXT, offsetof(learning_options, law), "LAW",
     .about = "the law behind residuals and parameters", .otherwise = "the best on held-out impacts", .path = PATH_LAW},
    {"prior", OPTION_TEXT, offsetof(learning_options, prior), "MODEL.h5",
     .about = "a model of another body: tested as it is, and as the starting point of a new model", .path = PATH_INPUT},
};

/* "25,50,100": whole numbers, each larger than the one before. */
static int parse_sizes(const char *verb, const char *text, learning_choice *choice) {
    const size_t most = strlen(text) / 2 + 1;
    choice->sizes = calloc(most, sizeof *choice->sizes);
    if (!choice->sizes)
        return fail(verb, "out of memory");
    size_t count = 0, before = 0;
    for (const char *at = text;; at++) {
        char *end = NULL;
        errno = 0;
        const unsigned long long value = *at >= '0' && *at <= '9' ? strtoull(at, &end, 10) : 0;
        if (value == 0 || errno == ERANGE || (*end != ',' && *end != '\0'))
            return fail(verb, "--learn-sizes \"%.60s\" is not a list of whole numbers such as 25,50,100", text);
        if (value <= before)
            return fail(verb,
                        "--learn-sizes %.60s: %llu does not come after %zu; each size must be larger than the last",
                        text, value, before);
        choice->sizes[count++] = before = (size_t)value;
        at = end;
        if (*at == '\0')
            break;
    }
    choice->options.sizes = choice->sizes;
    choice->options.size_count = count;
    return 0;
}

static const char *stray_option(const learning_options *given) {
    return given->sizes ? "learn-sizes" : given->draws ? "learn-draws" : given->law ? "learn-law" : "prior";
}

int learning_choose(const char *verb, const learning_options *given, size_t seed, learning_choice *choice) {
    *choice = (learning_choice){.wanted = given->learn, .options = routh_learning_options_default()};
    routh_context context = routh_context_default();
    if (!given->learn && (given->sizes || given->draws || given->law || given->prior))
        return fail(verb, "--%s needs --learn", stray_option(given));
    if (seed)
        choice->options.seed = seed;
    if (given->draws)
        choice->options.draws = given->draws;
    if (given->law && !(choice->options.law = routh_law_find(&context, given->law)))
        return fail(verb, "--learn-law: %s", context.message);
    int answer = given->learn ? model_check_room(verb) : 0;
    if (answer == 0 && given->sizes)
        answer = parse_sizes(verb, given->sizes, choice);
    if (answer == 0 && given->prior) {
        answer = model_read(verb, given->prior, &choice->prior, NULL);
        choice->options.prior = choice->prior;
        file_name_of(given->prior, choice->options.prior_name);
    }
    return answer;
}

void learning_release(learning_choice *choice) {
    routh_model_release(NULL, choice->prior);
    free(choice->sizes);
    *choice = (learning_choice){.wanted = 0};
}
