/* What `routh simulate --space` makes and writes: tosses, a picture, an animation, a summary.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include "fail_input.h"
#include "import_space.h"
#include "output.h"
#include "progress.h"
#include "simulate.h"

static int check_use(const char *verb, const simulate_options *options, const simulation3 *s) {
    if (options->output && is_trajectory_output(options->output) && s->tosses.count > 1)
        return fail(verb, "%s: a trajectory as CSV is for a single toss; name a dataset, such as tosses.h5, for %zu",
                    options->output, s->tosses.count);
    if (options->drop > s->tosses.count)
        return fail(verb, "--drop %zu: there are %zu", options->drop, s->tosses.count);
    if (options->drop && !options->svg && !options->html)
        return fail(verb, "--drop has no effect without --svg or --html");
    return 0;
}

static int write_run(const char *verb, const char *path, const char *ending, const simulation3 *s,
                     const routh_run3 *run, const char *title) {
    routh_context context = routh_context_default();
    output_file out;
    if (!path)
        return 0;
    const int answer = output_open(&out, verb, path);
    if (answer != 0)
        return answer;
    return output_end(&out, &context,
                      routh_run3_write(&context, &s->tosses.world, run, title, routh_io_file(out.file, ending)));
}

/* What was measured: poses with their noise. Velocities are not measured. */
static int write_measured(const char *verb, const char *path, const routh_dataset3 *dataset) {
    routh_context context = routh_context_default();
    output_file out;
    const int answer = output_open(&out, verb, path);
    if (answer != 0)
        return answer;
    return output_end(&out, &context, routh_trajectory3_write(&context, dataset, 0, routh_io_file(out.file, ".csv")));
}

static int write_output(const char *verb, const simulate_options *options, const simulation3 *s,
                        const routh_dataset3 *dataset, const routh_run3 *run) {
    if (!options->output)
        return 0;
    if (!is_trajectory_output(options->output))
        return tosses_store(verb, options->output, dataset);
    return options->noise ? write_measured(verb, options->output, dataset)
                          : write_run(verb, options->output, ".csv", s, run, NULL);
}

static int print_json(const char *verb, const simulation3 *s, const routh_dataset3 *dataset, const routh_run3 *run) {
    routh_context context = routh_context_default();
    output_file out;
    const int answer = output_open(&out, verb, NULL);
    if (answer != 0)
        return answer;
    return output_end(&out, &context,
                      routh_simulation3_write(&context, &s->tosses, dataset, run, routh_io_file(out.file, ".json")));
}

static int print_text(const char *verb, const simulate_options *options, const simulation3 *s,
                      const routh_dataset3 *dataset, const routh_run3 *run) {
    routh_context context = routh_context_default();
    output_file out;
    const int answer = output_open(&out, verb, NULL);
    if (answer != 0)
        return answer;
    const routh_status status =
        routh_simulation3_write(&context, &s->tosses, dataset, run, routh_io_file(out.file, ".txt"));
    return status == ROUTH_OK ? finish_summary(&out, options) : output_end(&out, &context, status);
}

/* A trajectory on standard output has it for itself. */
static int print_summary(const char *verb, const simulate_options *options, const simulation3 *s,
                         const routh_dataset3 *dataset, const routh_run3 *run) {
    const char *const files[] = {options->output, options->svg, options->html};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i] && strcmp(files[i], "-") == 0)
            return 0;
    return options->json ? print_json(verb, s, dataset, run) : print_text(verb, options, s, dataset, run);
}

static int write_all(const char *verb, const simulate_options *options, const simulation3 *s,
                     const routh_dataset3 *dataset) {
    const int drawn = options->svg || options->html;
    const size_t toss = options->drop ? options->drop : 1;
    char title[ROUTH_NAME_SIZE + 32];
    routh_run3 run = {0};
    int answer = 0;
    if (drawn || s->single) {
        routh_context context = routh_context_default();
        if (routh_world3_generator_run(&context, &s->tosses, toss - 1, &run) != ROUTH_OK)
            return fail_input(verb, &context);
    }
    snprintf(title, sizeof title, "%s, toss %zu", dataset->name, toss);
    answer = write_output(verb, options, s, dataset, &run);
    if (answer == 0)
        answer = write_run(verb, options->svg, ".svg", s, &run, title);
    if (answer == 0)
        answer = write_run(verb, options->html, ".html", s, &run, title);
    if (answer == 0)
        answer = print_summary(verb, options, s, dataset, s->single ? &run : NULL);
    routh_run3_release(NULL, &run);
    return answer;
}

int simulate_space(const char *verb, const simulate_options *options) {
    simulation3 s;
    dataset_notes notes = {0};
    routh_dataset3 dataset = {0};
    int answer = simulation3_make(verb, options, &s);
    if (answer == 0)
        answer = check_use(verb, options, &s);
    if (answer == 0) {
        routh_context context = routh_context_default();
        dataset_keep_notes(&context, &notes);
        context.threads = (int)options->threads;
        progress_show(&context);
        const routh_status status = routh_world3_generate(&context, &s.tosses, &dataset);
        progress_end();
        if (status != ROUTH_OK)
            answer = fail_input(verb, &context);
        else if (s.name[0] != '\0')
            snprintf(dataset.name, sizeof dataset.name, "%s", s.name);
    }
    if (answer == 0)
        answer = write_all(verb, options, &s, &dataset);
    if (answer == 0)
        dataset_note(verb, &notes);
    if (answer == 0 && s.mass_taken)
        note(verb, "--mass was not given: 1 kg is used");
    routh_dataset3_release(NULL, &dataset);
    simulation3_release(&s);
    return answer;
}
