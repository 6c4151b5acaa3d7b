/* A contact of MuJoCo alone, step by step.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ENGINE_MUJOCO_MAP_H
#define ROUTH_SRC_ENGINE_MUJOCO_MAP_H

#include <stddef.h>

/* In units of the step h and of the speed of approach v. */
typedef struct routh_mujoco_map {
    double stiffness; /* × h² */
    double damping;   /* × h */
    double impedance;
    double gravity;  /* × h/v */
    double friction; /* μ */
    double yielding; /* W_tt/W_nn: how much more easily the point moves along the ground than out of it */
} routh_mujoco_map;

/* How an impact begins: 0 … 1 of a step deep in its first step inside, with this slip (÷ v). */
typedef struct routh_mujoco_start {
    double phase, slip;
} routh_mujoco_start;

/* Speed of separation ÷ speed of approach. `depth` (may be NULL): the deepest, in units of h v. 0 where it never gets
 * apart. */
double routh_mujoco_map_bounce(const routh_mujoco_map *map, routh_mujoco_start start, double *depth);

#endif
