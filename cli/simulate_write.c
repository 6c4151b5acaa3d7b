/* What `routh simulate` writes: a trajectory as comma-separated values, and a summary.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "file/json_build.h"
#include "output.h"
#include "simulate.h"

int simulation_run(const char *verb, const simulation *s, size_t drop, routh_run *run) {
    routh_context context = routh_context_default();
    const routh_state start = routh_world_generator_at(&s->throws, drop);
    const routh_status status = routh_world_run(&context, &s->throws.world, &start, &s->throws.run, run);
    return status == ROUTH_OK ? 0 : fail(verb, "%s", context.message);
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
    if (run)
        print_single(run);
    const char *const files[] = {options->output, options->svg, options->html};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i])
            printf("  written to  %s\n", files[i]);
    return finish_standard_output(verb);
}

static json_t *run_object(const routh_run *run) {
    if (!run)
        return json_null();
    const routh_state *end = &run->sample[run->sample_count - 1];
    json_t *object = json_object(), *pose = json_array();
    routh_json_add(&pose, routh_json_number(end->pose.x));
    routh_json_add(&pose, routh_json_number(end->pose.y));
    routh_json_add(&pose, routh_json_number(end->pose.theta));
    routh_json_put(&object, "end", pose);
    routh_json_put(&object, "rests", json_boolean(run->rests));
    routh_json_put(&object, "penetration", routh_json_number(run->penetration));
    routh_json_put(&object, "energy_gain", routh_json_number(run->energy_gain));
    return object;
}

static json_t *contact_object(const routh_world_generator *throws) {
    json_t *object = json_object();
    if (throws->run.integrator == ROUTH_TIME_STEPS) {
        routh_json_put(&object, "integrator", json_string("steps"));
        routh_json_put(&object, "mu", routh_json_number(throws->world.plane[0].mu));
        routh_json_put(&object, "eps", routh_json_number(throws->world.plane[0].eps));
        routh_json_put(&object, "step", routh_json_number(throws->run.step));
        return object;
    }
    routh_json_put(&object, "integrator", json_string("events"));
    routh_json_put(&object, "law", json_string(throws->run.law->name));
    for (int i = 0; i < throws->run.law->parameter_count; i++)
        routh_json_put(&object, throws->run.law->parameter[i].name, routh_json_number(throws->run.parameters[i]));
    return object;
}

static int print_json(const char *verb, const simulation *s, const routh_dataset *dataset, const routh_run *run) {
    const routh_world_generator *throws = &s->throws;
    json_t *all = json_object();
    routh_json_put(&all, "name", json_string(dataset->name));
    routh_json_put(&all, "drops", routh_json_count(throws->count));
    routh_json_put(&all, "seed", routh_json_count((size_t)throws->seed));
    routh_json_put(&all, "duration", routh_json_number(throws->run.duration));
    routh_json_put(&all, "rate", routh_json_number(throws->run.rate));
    routh_json_put(&all, "contact", contact_object(throws));
    routh_json_put(&all, "snr", routh_json_number(throws->noise_db));
    routh_json_put(&all, "impacts", routh_json_count(dataset->count));
    routh_json_put(&all, "used", routh_json_count(routh_dataset_used(dataset, NULL)));
    routh_json_put(&all, "two_corners", routh_json_count(count_two_corners(dataset)));
    routh_json_put(&all, "run", run_object(run));
    routh_json_put(&all, "version", json_string(routh_version()));
    const int written =
        all && (json_dumpf(all, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) == 0 || ferror(stdout));
    json_decref(all);
    putchar('\n');
    return written ? finish_standard_output(verb) : fail(verb, "out of memory");
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
