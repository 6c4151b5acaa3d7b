/* routh strike, a scene: bodies and contacts in, the same with everything after the collision out.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>
#include <unistd.h>

#include "fail_input.h"
#include "output.h"
#include "strike.h"

static int read_scene(const char *verb, const char *path, routh_scene *scene) {
    routh_context context = routh_context_default();
    const routh_status status = routh_scene_read(&context, routh_io_path(path), scene);
    return status == ROUTH_OK ? 0 : fail_input(verb, &context);
}

static int write_scene(const char *verb, const char *path, const routh_scene *scene, const routh_collision *collision) {
    routh_context context = routh_context_default();
    output_file out;
    int answer = output_open(&out, verb, path);
    if (answer != 0)
        return answer;
    return output_end(&out, &context, routh_scene_write(&context, scene, collision, routh_io_file(out.file, NULL)));
}

int strike_scene(const char *verb, const strike_options *options) {
    routh_context context = routh_context_default();
    routh_scene scene;
    int answer = read_scene(verb, options->scene, &scene);
    if (answer != 0)
        return answer;
    routh_collision collision;
    const double tolerance = routh_law3_options_default().tolerance;
    if (routh_scene_solve(&context, &scene, tolerance, &collision) != ROUTH_OK)
        answer = fail(verb, "%.200s: %s", strcmp(options->scene, "-") == 0 ? "standard input" : options->scene,
                      context.message);
    else {
        answer = write_scene(verb, options->output, &scene, &collision);
        if (answer == 0 && isatty(STDERR_FILENO))
            note(verb, "%zu contacts of %zu bodies changed phase %zu times; energy %.6g J before, %.6g J after",
                 scene.contact_count, scene.body_count, collision.switch_count - scene.contact_count,
                 collision.energy_before, collision.energy_after);
        routh_collision_release(&context, &collision);
    }
    routh_scene_release(&context, &scene);
    return answer;
}
