/* Tosses in our own world, behind the interface of the peers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tosses_peers.h"

enum { FRICTION, SLIDING, SLIDING_SLOPE, RESTITUTION, RESTITUTION_SLOPE };

typedef struct toss_scene {
    routh_world3 world;
    routh_run3_options options;
} toss_scene;

static void *create(const routh_world3 *world, const double *parameter, int steps, double rate) {
    toss_scene *scene = malloc(sizeof *scene);
    if (!scene)
        abort();
    *scene = (toss_scene){*world, routh_run3_options_default()};
    scene->world.surface.pair.mu = parameter[FRICTION];
    scene->world.surface.pair.eps = parameter[RESTITUTION];
    scene->world.surface.mu_slide = parameter[SLIDING];
    scene->world.surface.mu_slope = parameter[SLIDING_SLOPE];
    scene->world.surface.eps_slope = parameter[RESTITUTION_SLOPE];
    scene->options.rate = rate;
    scene->options.step = 1 / (rate * steps);
    scene->options.records = false;
    return scene;
}

static void run(void *made, const routh_state3 *start, size_t count, routh_state3 *predicted) {
    toss_scene *scene = made;
    routh_run3 found;
    scene->options.duration = ((double)count - 0.5) / scene->options.rate;
    if (routh_world3_run(NULL, &scene->world, start, &scene->options, &found) != ROUTH_OK) {
        for (size_t i = 0; i < count; i++) /* refused: the body stays where it was */
            predicted[i] = *start;
        return;
    }
    for (size_t i = 0; i < count; i++)
        predicted[i] = found.sample[i < found.sample_count ? i : found.sample_count - 1];
    routh_run3_release(NULL, &found);
}

static void release(void *made) {
    free(made);
}

const toss_peer toss_ours = {.name = "routh",
                             .count = 5,
                             .parameter = {[FRICTION] = {"friction", 0.05, 0.5, 0.18, false},
                                           [SLIDING] = {"sliding", 0.05, 0.5, 0.2, false},
                                           [SLIDING_SLOPE] = {"its slope", -0.05, 0.05, 0, false},
                                           [RESTITUTION] = {"restitution", 0, 0.6, 0.25, false},
                                           [RESTITUTION_SLOPE] = {"its slope", -0.2, 0.1, -0.05, false}},
                             .steps = {4, 2, 8},
                             .create = create,
                             .run = run,
                             .release = release};
