/* What `routh simulate` writes: a trajectory as comma-separated values, and a summary.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include "fail_input.h"
#include "output.h"
#include "simulate.h"

int is_summary_hidden(const simulate_options *options) {
    const char *const files[] = {options->output, options->svg, options->html};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i] && strcmp(files[i], "-") == 0)
            return 1;
    return 0;
}

int finish_summary(output_file *out, const simulate_options *options, routh_status status) {
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
