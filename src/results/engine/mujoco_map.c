/* MuJoCo's steps are semi-implicit Euler's, and one contact with constant impedance d is a linear map as long as it pushes. Per
 * step, for unit h,
 *
 *     push = d g − damping ṙ − stiffness r + μ (damping s − d ΔS),  at least 0
 *     ṙ += push − g,  r += ṙ,  s −= ΔS,  ΔS = μ (W_tt/W_nn) push,  at most s.
 *
 * s is the slip. It appears in the normal direction because the solver is convex: where a contact slides, the residual of the
 * normal row is μ times that of the tangential one, whose reference is to stop the slip at the same rate. Slip therefore adds to
 * e, by about μ damping s for each step; nothing in the contact's parameters prevents it.
 *
 * At which depth the first step inside begins is chance, up to h v, and the fewer steps a contact has the more e depends on it.
 * Two exceptions make MuJoCo bounce alike at every speed. Many steps: the limit is formula_spring.c. And one: with
 * h damping = 1 + e and hardly any stiffness the first step inside turns −v into e v, wherever it begins.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/mujoco_map.h"

double routh_mujoco_map_bounce(const routh_mujoco_map *map, routh_mujoco_start start, double *depth) {
    enum { MOST = 20000 };
    const double mu = map->friction, yielding = mu * map->yielding;
    double r = -start.phase, v = -1, s = start.slip, deepest = start.phase, rebound = 0;
    int steps = 0;
    for (; r < 0 && steps < MOST; steps++) {
        const double plain = map->gravity * map->impedance - map->damping * v - map->stiffness * r;
        double push = (plain + mu * map->damping * s) / (1 + map->impedance * mu * yielding);
        if (yielding * push > s) /* sticks in the end */
            push = plain > 0 ? plain : 0;
        push = push > 0 ? push : 0;
        s = yielding * push < s ? s - yielding * push : 0;
        v += push - map->gravity;
        r += v;
        rebound = push > 0 ? v : rebound; /* what gravity takes on the way out it gave on the way in */
        deepest = -r > deepest ? -r : deepest;
    }
    if (depth)
        *depth = deepest;
    return rebound > 0 && steps < MOST ? rebound : 0;
}
