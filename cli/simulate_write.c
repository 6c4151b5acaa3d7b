/* What `routh simulate` writes: a trajectory as comma-separated values, and a summary.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fail_input.h"
#include "output.h"
#include "simulate.h"

int finish_summary(const char *verb, const simulate_options *options) {
    const char *const files[] = {options->output, options->svg, options->html};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i])
            printf("  written to  %s\n", files[i]);
    return finish_standard_output(verb);
}

int simulation_run(const char *verb, const simulation *s, size_t drop, routh_run *run) {
    routh_context context = routh_context_default();
    const routh_state start = routh_world_generator_at(&s->throws, drop);
    const routh_status status = routh_world_run(&context, &s->throws.world, &start, &s->throws.run, run);
    return status == ROUTH_OK ? 0 : fail_input(verb, &context);
}

int write_trajectory(const char *verb, const char *path, const routh_dataset *dataset) {
    const routh_trajectory *one = &dataset->trajectory[0];
    const double *const column[] = {one->time, one->x, one->y, one->theta, one->vx, one->vy, one->omega};
    output_file out;
    const int answer = output_open(&out, verb, path);
    if (answer != 0)
        return answer;
    fputs("time,x,y,theta,vx,vy,omega\n", out.file);
    for (size_t i = 0; i < one->count; i++)
        for (size_t j = 0; j < sizeof column / sizeof column[0]; j++) {
            fputs(j > 0 ? "," : "", out.file);
            print_number(out.file, column[j][i]);
            fputs(j == 6 ? "\n" : "", out.file);
        }
    return output_close(&out);
}

static size_t count_two_corners(const routh_dataset *dataset) {
    size_t count = 0;
    for (size_t i = 0; i < dataset->count; i++)
        count += (dataset->record[i].reasons & ROUTH_TWO_CORNERS) != 0;
    return count;
}

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static void print_body(const routh_body *body) {
    const routh_shape *shape = &body->shape;
    printf("  body        ");
    if (shape->kind == ROUTH_POLYGON)
        printf("polygon of %zu vertices", shape->count);
    else if (shape->kind == ROUTH_DISC)
        printf("disc of radius %g m", shape->a);
    else
        printf("ellipse with semi-axes %g and %g m", shape->a, shape->b);
    printf(", %g kg, %.4g kg m²\n", body->mass, body->inertia);
}

static void print_single(const routh_run *run) {
    const routh_state *end = &run->sample[run->sample_count - 1];
    printf("  ends        at (%.4g, %.4g) m, %.4g rad after %g s, %s\n", end->pose.x, end->pose.y, end->pose.theta,
           end->time, run->rests ? "at rest" : "moving");
    printf("  deepest     %.2g m below a surface\n", run->penetration);
}

static int print_text(const char *verb, const simulate_options *options, const simulation *s,
                      const routh_dataset *dataset, const routh_run *run) {
    const routh_world_generator *throws = &s->throws;
    const int steps = throws->run.integrator == ROUTH_TIME_STEPS;
    const size_t two = count_two_corners(dataset);
    if (outputs_place(verb) != 0)
        return EXIT_BAD_USE;
    printf("%s: %zu drop%s of %g s, %zu %s%s", dataset->name, throws->count, plural(throws->count),
           throws->run.duration, dataset->count, steps ? "step" : "impact", plural(dataset->count));
    printf(steps ? " in contact" : "");
    if (two > 0)
        printf(", %zu with two corners at once", two);
    printf("\n");
    print_body(&throws->world.body);
    if (steps) {
        printf("  contact     friction %g, restitution %g, steps of %g s\n", throws->world.plane[0].mu,
               throws->world.plane[0].eps, throws->run.step);
    } else {
        printf("  contact     %s", throws->run.law->name);
        for (int i = 0; i < throws->run.law->parameter_count; i++)
            printf(", %s %g", throws->run.law->parameter[i].name, throws->run.parameters[i]);
        printf("\n");
    }
    if (isfinite(throws->noise_db))
        printf("  noise       signal-to-noise ratio %g dB\n", throws->noise_db);
    const routh_noise *noise = &throws->noise;
    if (options->noise)
        printf("  noise       y %g m, theta %g rad, vx %g m/s, vy %g m/s, omega %g rad/s\n", noise->y, noise->theta,
               noise->vx, noise->vy, noise->omega);
    if (run)
        print_single(run);
    return finish_summary(verb, options);
}

static int print_json(const char *verb, const simulation *s, const routh_dataset *dataset, const routh_run *run) {
    routh_context context = routh_context_default();
    output_file out;
    const int answer = output_open(&out, verb, NULL);
    if (answer != 0)
        return answer;
    return output_end(&out, &context,
                      routh_simulation_write(&context, &s->throws, dataset, run, routh_io_file(out.file, NULL)));
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
