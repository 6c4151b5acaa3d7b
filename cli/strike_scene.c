/* routh strike, a scene: bodies and contacts in, the same with everything after the collision out.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>
#include <unistd.h>

#include "impact_options.h"
#include "program.h"

static int read_scene(const char *verb, const char *path, routh_scene *scene) {
    routh_context context = routh_context_default();
    const routh_status status = routh_scene_read(&context, routh_io_path(path), scene);
    return status == ROUTH_OK ? 0 : fail_input(verb, &context);
}

enum { POINTS = 500 };

static int write_curve(const char *verb, const char *path, const routh_scene *scene, const routh_scene_trace *trace) {
    output_file out;
    return OUTPUT_WRITE(out, verb, path,
                        routh_scene_trace_write(&out.context, scene, trace, routh_io_file(out.file, ".csv")));
}

/* The scene after the collision, or its course as a picture or numbers. */
static int write_scene(const char *verb, const strike_options *options, const routh_scene *scene,
                       const routh_scene_trace *trace) {
    output_file out;
    if (output_open(&out, verb, options->output) != 0)
        return EXIT_BAD_USE;
    routh_status status;
    if (options->format == FORMAT_JSON)
        status = routh_scene_write(&out.context, scene, &trace->collision, routh_io_file(out.file, NULL));
    else
        status = routh_scene_trace_write(&out.context, scene, trace,
                                         routh_io_file(out.file, options->format == FORMAT_SVG ? ".svg" : ".csv"));
    return output_end(&out, status);
}

/* The collision, and its whole course where somebody wants to see it. */
static routh_status solve(routh_context *context, const strike_options *options, const routh_scene *scene,
                          routh_scene_trace *trace) {
    const double tolerance = routh_law3_options_default().tolerance;
    routh_status status;
    if (options->format == FORMAT_JSON && !options->curve)
        status = routh_scene_solve(context, scene, tolerance, &trace->collision);
    else
        status = routh_scene_trace_of(context, scene, tolerance, options->points ? options->points : POINTS, trace);
    return status == ROUTH_OK && options->rigid ? routh_scene_solve_rigid(context, scene, &trace->collision) : status;
}

int strike_scene(const char *verb, const strike_options *options) {
    routh_context context = routh_context_default();
    routh_scene scene;
    int answer = read_scene(verb, options->scene, &scene);
    if (answer != 0)
        return answer;
    routh_scene_trace trace = {0};
    if (solve(&context, options, &scene, &trace) != ROUTH_OK)
        answer = fail(verb, "%.200s: %s", strcmp(options->scene, "-") == 0 ? "standard input" : options->scene,
                      context.message);
    if (answer == 0 && options->curve)
        answer = write_curve(verb, options->curve, &scene, &trace);
    if (answer == 0)
        answer = write_scene(verb, options, &scene, &trace);
    const routh_collision *collision = &trace.collision;
    if (answer == 0 && isatty(STDERR_FILENO))
        note(verb, "%zu contacts of %zu bodies changed phase %zu times; energy %.6g J before, %.6g J after",
             scene.contact_count, scene.body_count, collision->switch_count - scene.contact_count,
             collision->energy_before, collision->energy_after);
    if (answer == 0 && collision->rigid)
        note(verb, "rigid contacts: %s", collision->rigid->words);
    routh_scene_trace_release(&context, &trace);
    routh_scene_release(&context, &scene);
    return answer;
}
