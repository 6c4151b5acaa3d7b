/* One simulator behind a few functions: set a state, take a step, read the state. What serves a pipe (serve.c) and what
 * benchmarks compare (bench/) take the same constants.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_ENGINES_ADAPTER_H
#define ROUTH_ENGINES_ADAPTER_H

#include <routh/engine.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ENGINE_ERROR = 512 };

/* What pushed in a step. */
typedef struct engine_push {
    size_t contacts; /* with a force */
    double depth;    /* of the deepest, m */
    double point[3]; /* and where it is, world axes, m */
} engine_push;

typedef struct engine_adapter {
    const char *name; /* that of its routh_engine; parameters have that one's order */
    const char *(*version)(void);

    /* The body above the ground, z = 0. NULL, with a sentence in `error`, where the engine has no such shape or refuses.
     * There are ROUTH_ENGINE_PARAMETERS parameters, NaN from where a request left them out; only friction_across may be.
     * After its own ODE has one more, the fastest correction of a depth in m/s: 100 unless that is above 0. Of a shape only
     * corners and faces are there. */
    void *(*create)(const routh_engine_body *body, const double *parameter, double step, char error[ENGINE_ERROR]);
    /* A file of the engine's own; NULL as a function: it reads none. `step` 0: the file's. */
    void *(*load)(const char *path, double step, routh_driver_model *model, char error[ENGINE_ERROR]);
    void (*release)(void *made);

    /* Position and velocity of the centre of mass, orientation of the body axes, spin in world axes, as the engine has them:
     * see `lift`. No memory of contacts before remains. */
    void (*set)(void *made, const routh_state3 *state);
    void (*get)(void *made, routh_state3 *state); /* without its time; NaN where the engine gave up */
    void (*step)(void *made, engine_push *push);

    /* Most engines step the velocity first and move with the new one, so that theirs is that of half a step ago: falling for
     * n steps from a velocity at the time 0 they would be n g h²/2 too low. With this added to the upward velocity at the
     * start, and taken off what `get` says, positions and velocities lie on the parabola. g h/2, m/s; 0 where the engine
     * has both at the same time. */
    double (*lift)(const void *made);
} engine_adapter;

/* ODE and DART have a friction pyramid, whose first side is laid along the slip. friction_across, or 1 where it was left
 * out. */
static inline double engine_share(double parameter) {
    return parameter >= 0 ? parameter : 1;
}

extern const engine_adapter engine_mujoco, engine_bullet, engine_ode, engine_dart;

#ifdef __cplusplus
}
#endif
#endif
