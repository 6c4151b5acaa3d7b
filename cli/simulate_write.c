/* What `routh simulate` writes: a trajectory as comma-separated values, and a summary.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include "fail_input.h"
#include "output.h"
#include "simulate.h"

int finish_summary(output_file *out, const simulate_options *options) {
    const char *const files[] = {options->output, options->svg, options->html};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i])
            fprintf(out->file, "  written to  %s\n", files[i]);
    return output_close(out);
}

int simulation_run(const char *verb, const simulation *s, size_t drop, routh_run *run) {
    routh_context context = routh_context_default();
    const routh_state start = routh_world_generator_at(&s->throws, drop);
    const routh_status status = routh_world_run(&context, &s->throws.world, &start, &s->throws.run, run);
    return status == ROUTH_OK ? 0 : fail_input(verb, &context);
}

int write_trajectory(const char *verb, const char *path, const routh_dataset *dataset) {
    routh_context context = routh_context_default();
    output_file out;
    const int answer = output_open(&out, verb, path);
    if (answer != 0)
        return answer;
    return output_end(&out, &context, routh_trajectory_write(&context, dataset, 0, routh_io_file(out.file, ".csv")));
}

static int print_json(const char *verb, const simulation *s, const routh_dataset *dataset, const routh_run *run) {
    routh_context context = routh_context_default();
    output_file out;
    const int answer = output_open(&out, verb, NULL);
    if (answer != 0)
        return answer;
    return output_end(&out, &context,
                      routh_simulation_write(&context, &s->throws, dataset, run, routh_io_file(out.file, ".json")));
}

static int print_text(const char *verb, const simulate_options *options, const simulation *s,
                      const routh_dataset *dataset, const routh_run *run) {
    routh_context context = routh_context_default();
    output_file out;
    const int answer = output_open(&out, verb, NULL);
    if (answer != 0)
        return answer;
    const routh_status status =
        routh_simulation_write(&context, &s->throws, dataset, run, routh_io_file(out.file, ".txt"));
    return status == ROUTH_OK ? finish_summary(&out, options) : output_end(&out, &context, status);
}

/* A trajectory on standard output has it for itself. */
int print_simulation(const char *verb, const simulate_options *options, const simulation *s,
                     const routh_dataset *dataset, const routh_run *run) {
    const char *const files[] = {options->output, options->svg, options->html};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i] && strcmp(files[i], "-") == 0)
            return 0;
    return options->json ? print_json(verb, s, dataset, run) : print_text(verb, options, s, dataset, run);
}
