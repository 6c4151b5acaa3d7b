/* Tosses in MuJoCo: soft contacts with elliptic friction cones, Newton's method.
 *
 * The contact is a spring and a damper, stated by a time constant and a damping ratio, and by how much of the ideal force
 * it may use (impedance). MuJoCo has no restitution; a damping ratio below 1 makes bodies bounce.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "tosses_peers.h"

typedef struct toss_scene {
    mjModel *model;
    mjData *data;
    int steps;
    double step, rate, lift, drag; /* drag: force ÷ velocity, N s/m */
} toss_scene;

enum { FRICTION, TIME_CONSTANT, DAMPING, IMPEDANCE };

/* The body's frame is at its centre of mass. */
static int write_model(const routh_world3 *world, const double *parameter, double step, char *text, size_t size) {
    const double(*inertia)[3] = world->inertia;
    int at = snprintf(text, size,
                      "<mujoco><option timestep='%.17g' gravity='0 0 %.17g' cone='elliptic'/>"
                      "<default><geom condim='3' priority='1' friction='%.17g 0 0' solref='%.17g %.17g' "
                      "solimp='%.17g %.17g .001'/></default><worldbody><geom type='plane' size='5 5 .1' priority='0'/>"
                      "<body><freejoint/><inertial pos='0 0 0' mass='%.17g' fullinertia='%.17g %.17g %.17g %.17g %.17g "
                      "%.17g'/>",
                      step, -world->gravity, parameter[FRICTION], parameter[TIME_CONSTANT], parameter[DAMPING],
                      parameter[IMPEDANCE], parameter[IMPEDANCE], world->mass, inertia[0][0], inertia[1][1],
                      inertia[2][2], inertia[0][1], inertia[0][2], inertia[1][2]);
    if (world->rounding > 0)
        for (size_t i = 0; i < world->shape->count; i++) {
            double corner[3];
            toss_corner(world, i, corner);
            at += snprintf(text + at, size - (size_t)at, "<geom type='sphere' size='%.17g' pos='%.17g %.17g %.17g'/>",
                           world->rounding, corner[0], corner[1], corner[2]);
        }
    else
        at += snprintf(text + at, size - (size_t)at,
                       "<geom type='box' size='%.17g %.17g %.17g' pos='%.17g %.17g %.17g'/>", toss_half_side(world, 0),
                       toss_half_side(world, 1), toss_half_side(world, 2), -world->centre[0], -world->centre[1],
                       -world->centre[2]);
    return at + snprintf(text + at, size - (size_t)at, "</body></worldbody></mujoco>");
}

static void *create(const routh_world3 *world, const double *parameter, int steps, double rate) {
    static mjVFS files;
    char text[8192], error[512] = "";
    toss_scene *scene = malloc(sizeof *scene);
    if (!scene)
        abort();
    *scene = (toss_scene){.steps = steps, .step = 1 / (rate * steps), .rate = rate, .drag = world->drag * world->mass};
    scene->lift = toss_lift(world, scene->step);
    const int length = write_model(world, parameter, scene->step, text, sizeof text);
    mj_defaultVFS(&files);
    if (mj_makeEmptyFileVFS(&files, "toss.xml", length) != 0)
        abort();
    memcpy(files.filedata[mj_findFileVFS(&files, "toss.xml")], text, (size_t)length);
    scene->model = mj_loadXML("toss.xml", &files, error, sizeof error);
    mj_deleteVFS(&files);
    if (!scene->model) {
        fprintf(stderr, "MuJoCo: %s\n", error);
        abort();
    }
    scene->data = mj_makeData(scene->model);
    return scene;
}

static void run(void *made, const routh_state3 *start, size_t count, routh_state3 *predicted) {
    toss_scene *scene = made;
    mjData *data = scene->data;
    mjtNum back[4];
    mj_resetData(scene->model, data);
    memcpy(data->qpos, start->position, sizeof start->position);
    memcpy(data->qpos + 3, start->orientation, sizeof start->orientation);
    memcpy(data->qvel, start->velocity.velocity, sizeof start->velocity.velocity);
    data->qvel[2] += scene->lift;
    mju_negQuat(back, start->orientation); /* spins are in body axes */
    mju_rotVecQuat(data->qvel + 3, start->velocity.spin, back);
    for (size_t i = 0; i < count; i++) {
        predicted[i].time = (double)i / scene->rate;
        memcpy(predicted[i].position, data->qpos, sizeof predicted[i].position);
        memcpy(predicted[i].orientation, data->qpos + 3, sizeof predicted[i].orientation);
        for (int k = 0; i + 1 < count && k < scene->steps; k++) {
            for (int c = 0; c < 3; c++)
                data->qfrc_applied[c] = -scene->drag * data->qvel[c];
            mj_step(scene->model, data);
        }
    }
}

static void release(void *made) {
    toss_scene *scene = made;
    mj_deleteData(scene->data);
    mj_deleteModel(scene->model);
    free(scene);
}

const toss_peer toss_mujoco = {.name = "MuJoCo",
                               .package = "libmujoco-dev",
                               .count = 4,
                               .parameter = {[FRICTION] = {"friction", 0.05, 0.5, 0.18, false},
                                             [TIME_CONSTANT] = {"time constant", 5e-4, 0.05, 0.005, true},
                                             [DAMPING] = {"damping ratio", 0.02, 2, 0.4, true},
                                             [IMPEDANCE] = {"impedance", 0.5, 0.9999, 0.95, false}},
                               .steps = {4, 2, 8, 16},
                               .create = create,
                               .run = run,
                               .release = release};
