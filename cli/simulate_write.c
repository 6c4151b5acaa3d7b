/* What `routh simulate` writes: a trajectory as comma-separated values, and a summary.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include "program.h"
#include "simulate.h"

/* A trajectory has standard output for itself. */
static int is_summary_hidden(const simulate_options *options) {
    const char *const files[] = {options->output, options->svg, options->html};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i] && strcmp(files[i], "-") == 0)
            return 1;
    return 0;
}

/* The end of a summary: the files that were written. The exit code. */
static int finish_summary(output_file *out, const simulate_options *options, routh_status status) {
    const char *const files[] = {options->output, options->svg, options->html};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i] && status == ROUTH_OK && !options->json)
            fprintf(out->file, "  written to  %s\n", files[i]);
    return output_end(out, status);
}

int simulation_run(const char *verb, const simulation *s, size_t drop, routh_run *run) {
    routh_context context = routh_context_default();
    const routh_state start = routh_world_generator_at(&s->throws, drop);
    const routh_status status = routh_world_run(&context, &s->throws.world, &start, &s->throws.run, run);
    return status == ROUTH_OK ? 0 : fail_input(verb, &context);
}

int write_trajectory(const char *verb, const char *path, const routh_dataset *dataset) {
    output_file out;
    return OUTPUT_WRITE(out, verb, path,
                        routh_trajectory_write(&out.context, dataset, 0, routh_io_file(out.file, ".csv")));
}

int print_simulation(const char *verb, const simulate_options *options, const simulation *s,
                     const routh_dataset *dataset, const routh_run *run) {
    output_file out;
    if (is_summary_hidden(options))
        return 0;
    if (output_open(&out, verb, NULL) != 0)
        return EXIT_BAD_USE;
    const routh_status status = routh_simulation_write(&out.context, &s->throws, dataset, run,
                                                       routh_io_file(out.file, options->json ? ".json" : ".txt"));
    return finish_summary(&out, options, status);
}

/* What `routh simulate --space` makes and writes: tosses, a picture, an animation, a summary. */

static int write_run(const char *verb, const char *path, const char *ending, const simulation3 *s,
                     const routh_run3 *run, const char *title) {
    output_file out;
    if (!path)
        return 0;
    return OUTPUT_WRITE(out, verb, path,
                        routh_run3_write(&out.context, &s->tosses.world, run, title, routh_io_file(out.file, ending)));
}

/* What was measured: poses with their noise. Velocities are not measured. */
static int write_measured(const char *verb, const char *path, const routh_dataset3 *dataset) {
    output_file out;
    return OUTPUT_WRITE(out, verb, path,
                        routh_trajectory3_write(&out.context, dataset, 0, routh_io_file(out.file, ".csv")));
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

static int print_summary(const char *verb, const simulate_options *options, const simulation3 *s,
                         const routh_dataset3 *dataset, const routh_run3 *run) {
    output_file out;
    if (is_summary_hidden(options))
        return 0;
    if (output_open(&out, verb, NULL) != 0)
        return EXIT_BAD_USE;
    const routh_status status = routh_simulation3_write(&out.context, &s->tosses, dataset, run,
                                                        routh_io_file(out.file, options->json ? ".json" : ".txt"));
    return finish_summary(&out, options, status);
}

static int write_all(const char *verb, const simulate_options *options, const simulation3 *s,
                     const routh_dataset3 *dataset) {
    const int drawn = options->svg || options->html;
    const size_t toss = options->drop ? options->drop : 1;
    char title[ROUTH_NAME_SIZE + 32];
    OWNED(routh_run3) run = {0};
    if (drawn || s->single) {
        routh_context context = routh_context_default();
        if (routh_world3_generator_run(&context, &s->tosses, toss - 1, &run) != ROUTH_OK)
            return fail_input(verb, &context);
    }
    snprintf(title, sizeof title, "%s, toss %zu", dataset->name, toss);
    TRY(write_output(verb, options, s, dataset, &run));
    TRY(write_run(verb, options->svg, ".svg", s, &run, title));
    TRY(write_run(verb, options->html, ".html", s, &run, title));
    return print_summary(verb, options, s, dataset, s->single ? &run : NULL);
}

int simulate_space(const char *verb, const simulate_options *options) {
    simulation3 s;
    dataset_notes notes = {0};
    routh_dataset3 dataset = {0};
    int answer = simulation3_make(verb, options, &s);
    if (answer == 0)
        answer = check_use_of(verb, options, "toss", "tosses", s.tosses.count);
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
