/* Simulators that predict tosses of a box, behind one interface, for bench_tosses.
 *
 * Each has the same body: mass, centre of mass and inertia tensor of the world, and its shape as the simulator can have it:
 * a ball of the rounding's radius at each corner, which on a plane is exactly the rounded box, or a box where it is sharp.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_BENCH_TOSSES_PEERS_H
#define ROUTH_BENCH_TOSSES_PEERS_H

#include <routh/motion3.h>

enum { TOSS_PARAMETERS = 6, TOSS_STEPS = 4, TOSS_CORNERS = 8 };

/* A number that the search may choose. */
typedef struct toss_parameter {
    const char *name;
    double low, high;
    double usual;   /* where the search begins */
    bool is_factor; /* searched in its logarithm */
} toss_parameter;

typedef struct toss_peer {
    const char *name;
    const char *package; /* of Debian, which brings it; NULL: ours */
    size_t count;
    toss_parameter parameter[TOSS_PARAMETERS];
    int steps[TOSS_STEPS]; /* time steps from one sample to the next that are tried; 0: no more */

    /* Made ready for many runs with these parameters. NULL as a function: not installed. */
    void *(*create)(const routh_world3 *world, const double *parameter, int steps, double rate);
    /* `count` states at the rate, the first of them the start. */
    void (*run)(void *made, const routh_state3 *start, size_t count, routh_state3 *predicted);
    void (*release)(void *made);
} toss_peer;

extern const toss_peer toss_ours, toss_mujoco, toss_bullet, toss_ode, toss_dart;

/* Centre of a corner's ball, or of a sharp corner, from the centre of mass, body axes, m. */
static inline void toss_corner(const routh_world3 *world, size_t i, double corner[3]) {
    for (int c = 0; c < 3; c++)
        corner[c] = world->shape->vertex[i][c] - world->rounding * world->shape->inset[i][c] - world->centre[c];
}

#endif
