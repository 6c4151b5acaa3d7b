/* Tosses in simulators, through the adapters of engines/ and without their pipe.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "adapter.h"
#include "tosses_peers.h"

typedef struct toss_scene {
    const engine_adapter *by;
    void *made;
    int steps;
    double rate, lift;
} toss_scene;

#if defined(ROUTH_HAVE_MUJOCO) || defined(ROUTH_HAVE_BULLET) || defined(ROUTH_HAVE_ODE) || defined(ROUTH_HAVE_DART)

static void *create_in(const engine_adapter *by, const routh_world3 *world, const double *parameter, int steps,
                       double rate) {
    double ball[TOSS_CORNERS][4];
    char error[ENGINE_ERROR] = "";
    toss_scene *scene = malloc(sizeof *scene);
    routh_engine_body body = {.mass = world->mass,
                              .ball = (const double(*)[4])ball,
                              .shape = world->shape,
                              .gravity = world->gravity,
                              .drag = world->drag};
    for (int r = 0; r < 3; r++) {
        body.centre[r] = world->centre[r];
        for (int c = 0; c < 3; c++)
            body.inertia[r][c] = world->inertia[r][c];
    }
    for (; world->rounding > 0 && body.ball_count < world->shape->count && body.ball_count < TOSS_CORNERS;
         body.ball_count++) {
        toss_corner(world, body.ball_count, ball[body.ball_count]);
        ball[body.ball_count][3] = world->rounding;
    }
    if (!scene)
        abort();
    *scene = (toss_scene){.by = by, .steps = steps, .rate = rate};
    scene->made = by->create(&body, parameter, 1 / (rate * steps), error);
    if (!scene->made) {
        fprintf(stderr, "%s: %s\n", by->name, error);
        abort();
    }
    scene->lift = by->lift(scene->made);
    return scene;
}

static void run(void *made, const routh_state3 *start, size_t count, routh_state3 *predicted) {
    const toss_scene *scene = made;
    routh_state3 raised = *start;
    raised.velocity.velocity[2] += scene->lift;
    scene->by->set(scene->made, &raised);
    for (size_t i = 0; i < count; i++) {
        scene->by->get(scene->made, &predicted[i]);
        predicted[i].time = (double)i / scene->rate;
        predicted[i].velocity.velocity[2] -= scene->lift;
        for (int k = 0; i + 1 < count && k < scene->steps; k++) {
            engine_push push;
            scene->by->step(scene->made, &push);
        }
    }
}

static void release(void *made) {
    toss_scene *scene = made;
    scene->by->release(scene->made);
    free(scene);
}

#endif

/* MuJoCo: searched in the form that its manual recommends; a time constant is at least two steps there. */
enum { FRICTION, TIME_CONSTANT, DAMPING_RATIO, IMPEDANCE };

#ifdef ROUTH_HAVE_MUJOCO
static void *create_mujoco(const routh_world3 *world, const double *parameter, int steps, double rate) {
    const double constant = fmax(parameter[TIME_CONSTANT], 2 / (rate * steps));
    const double root = 1 / (constant * parameter[DAMPING_RATIO]);
    const double direct[ROUTH_ENGINE_PARAMETERS] = {parameter[FRICTION], root * root, 2 / constant,
                                                    parameter[IMPEDANCE]};
    return create_in(&engine_mujoco, world, direct, steps, rate);
}
#endif

const toss_peer toss_mujoco = {.name = "MuJoCo",
                               .package = "libmujoco-dev",
                               .count = 4,
                               .parameter = {[FRICTION] = {"friction", 0.05, 0.5, 0.18, false},
                                             [TIME_CONSTANT] = {"time constant", 5e-4, 0.05, 0.005, true},
                                             [DAMPING_RATIO] = {"damping ratio", 0.02, 2, 0.4, true},
                                             [IMPEDANCE] = {"impedance", 0.5, 0.9999, 0.95, false}},
                               .steps = {4, 2, 8, 16},
#ifdef ROUTH_HAVE_MUJOCO
                               .create = create_mujoco,
                               .run = run,
                               .release = release
#endif
};

#ifdef ROUTH_HAVE_BULLET
static void *create_bullet(const routh_world3 *world, const double *parameter, int steps, double rate) {
    return create_in(&engine_bullet, world, parameter, steps, rate);
}
#endif

const toss_peer toss_bullet = {.name = "Bullet",
                               .package = "libbullet-dev",
                               .count = 4,
                               .parameter = {{"friction", 0.05, 0.5, 0.18, false},
                                             {"restitution", 0, 0.6, 0.25, false},
                                             {"bounce speed", 0.001, 1, 0.1, true},
                                             {"error reduction", 0.01, 0.8, 0.2, true}},
                               .steps = {4, 2, 8, 16},
#ifdef ROUTH_HAVE_BULLET
                               .create = create_bullet,
                               .run = run,
                               .release = release
#endif
};

/* ODE and DART: friction across the slip is searched, too. ODE corrects depths with 1 m/s at most, the adapter's parameter after
 * the engine's own: at the usual 100 a large error reduction throws what has sunk in. */
#ifdef ROUTH_HAVE_ODE
static void *create_ode(const routh_world3 *world, const double *p, int steps, double rate) {
    const double own[ROUTH_ENGINE_PARAMETERS] = {p[0], p[2], p[3], p[4], p[5], p[1], 1};
    return create_in(&engine_ode, world, own, steps, rate);
}
#endif

const toss_peer toss_ode = {.name = "ODE",
                            .package = "libode-dev",
                            .count = 6,
                            .parameter = {{"friction", 0.05, 0.5, 0.18, false},
                                          {"share across", 0, 1, 0.1, false},
                                          {"bounce", 0, 0.6, 0.25, false},
                                          {"bounce speed", 0.001, 1, 0.05, true},
                                          {"error reduction", 0.01, 0.8, 0.2, true},
                                          {"force mixing", 1e-8, 1, 1e-5, true}},
                            .steps = {4, 2, 8, 16},
#ifdef ROUTH_HAVE_ODE
                            .create = create_ode,
                            .run = run,
                            .release = release
#endif
};

#ifdef ROUTH_HAVE_DART
static void *create_dart(const routh_world3 *world, const double *p, int steps, double rate) {
    const double across = world->rounding > 0 ? p[1] : 1; /* of a sharp body DART has no other */
    const double own[ROUTH_ENGINE_PARAMETERS] = {p[0], p[2], 0.1, p[3], across};
    return create_in(&engine_dart, world, own, steps, rate);
}
#endif

const toss_peer toss_dart = {.name = "DART",
                             .package = "libdart-dev",
                             .count = 4,
                             .parameter = {{"friction", 0.05, 0.5, 0.18, false},
                                           {"share across", 0, 1, 0.1, false},
                                           {"restitution", 0, 0.6, 0.25, false},
                                           {"error reduction", 0.001, 0.8, 0.01, true}},
                             .steps = {4, 2, 8},
#ifdef ROUTH_HAVE_DART
                             .create = create_dart,
                             .run = run,
                             .release = release
#endif
};
