/* A body is moved out of what it overlaps, as if depths were speeds of contacts without friction.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "algebra/turn.h"
#include "motion3/motion3.h"

/* Depths below this share of the body's size are left alone. */
static const double level = 1e-10;

/* How much farther than the depth the body's other balls may be to be kept out, too. */
static const double nearby = 4;

enum { MOST_CORRECTIONS = 4 };

/* Moves the body out of what it overlaps, not into what is near. */
void routh_stage3_correct(const routh_stage3 *stage, routh_state3 *state) {
    routh_touch3 touch[ROUTH_MOST_CONTACTS3];
    routh_cone3 cone;
    for (int n = 0; n < MOST_CORRECTIONS; n++) {
        const double depth = -routh_stage3_gap(stage, state);
        if (depth <= level * stage->size)
            return;
        const size_t count = routh_stage3_touches(stage, state, nearby * depth, touch);
        routh_velocity3 moved = {{0}, {0}};
        double turned[4];
        routh_cone3_of(stage, state, touch, count, 0, &cone);
        for (size_t i = 0; i < count; i++)
            cone.contact[i].target = -touch[i].gap;
        routh_cone3_solve(&cone, ROUTH_SETTLED3, &moved);
        for (int c = 0; c < 3; c++)
            state->position[c] += moved.velocity[c];
        routh_turn_on(state->orientation, moved.spin, 1, turned);
        memcpy(state->orientation, turned, sizeof turned);
    }
}
