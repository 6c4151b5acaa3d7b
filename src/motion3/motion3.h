/* Inside of motion3: a world made ready for running, the contacts of a pose, and the solvers of impacts and steps.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_MOTION3_MOTION3_H
#define ROUTH_SRC_MOTION3_MOTION3_H

#include <routh/motion3.h>

#include "algebra/free_turn.h"

/* A place where the body touches what is fixed, or nearly does. */
typedef struct routh_touch3 {
    double gap;       /* m; negative: depth */
    double normal[3]; /* out of what is fixed, unit length, world axes */
    double arm[3];    /* from the centre of mass to the contact point on the body, world axes, m */
    double rate;      /* of the gap, m/s; filled by routh_touch3_rates */
} routh_touch3;

/* A world with what does not change during runs. */
typedef struct routh_stage3 {
    const routh_world3 *world;
    size_t count;       /* balls */
    double (*ball)[3];  /* centres from the centre of mass, body axes, m */
    double *reach;      /* their distances from it, m */
    double radius;      /* of the balls */
    double size;        /* of a ball about the centre of mass that contains the body, m */
    size_t plane_count;
    double plane[ROUTH_MOST_PLANES3][4]; /* unit normal, and n · x on the surface */
    double inverse[3][3]; /* of the inertia, body axes */
    routh_free_turn turn;
    bool even;         /* three equal moments */
    struct routh_fixed3 *fixed; /* the fixed part made ready, NULL: none */
} routh_stage3;

#endif
