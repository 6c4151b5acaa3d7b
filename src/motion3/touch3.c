/* Where a body touches what is fixed, or nearly does.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "algebra/matrix3.h"
#include "algebra/turn.h"
#include "impact3/body3.h"
#include "motion3/fixed3.h"
#include "motion3/motion3.h"

static void find_rate(const routh_state3 *state, routh_touch3 *touch) {
    double moved[3];
    routh_cross3(state->velocity.spin, touch->arm, moved);
    touch->rate = routh_dot3(touch->normal, state->velocity.velocity) + routh_dot3(touch->normal, moved);
}

/* Adds a contact; where there is no room, in place of the one with the largest gap. */
static size_t keep(routh_touch3 *touch, size_t count, const routh_touch3 *one) {
    if (count < ROUTH_MOST_CONTACTS3) {
        touch[count] = *one;
        return count + 1;
    }
    size_t farthest = 0;
    for (size_t i = 1; i < count; i++)
        farthest = touch[i].gap > touch[farthest].gap ? i : farthest;
    if (one->gap < touch[farthest].gap)
        touch[farthest] = *one;
    return count;
}

size_t routh_stage3_touches(const routh_stage3 *stage, const routh_state3 *state, double farthest,
                            routh_touch3 *touch) {
    double rotation[3][3];
    size_t count = 0;
    routh_rotation_of(state->orientation, rotation);
    for (size_t k = 0; k < stage->plane_count; k++) {
        const double *normal = stage->plane[k].normal;
        const double height = routh_dot3(normal, state->position) - stage->plane[k].level - stage->radius;
        if (height - stage->size + stage->radius > farthest)
            continue;
        double inside[3]; /* the normal in body axes */
        for (int c = 0; c < 3; c++)
            inside[c] = rotation[0][c] * normal[0] + rotation[1][c] * normal[1] + rotation[2][c] * normal[2];
        for (size_t i = 0; i < stage->count; i++) {
            const double gap = height + routh_dot3(inside, stage->ball[i]);
            if (gap > farthest)
                continue;
            routh_touch3 one = {.gap = gap, .name = (unsigned)(k * stage->count + i)};
            for (int c = 0; c < 3; c++) {
                one.normal[c] = normal[c];
                one.arm[c] = routh_dot3(rotation[c], stage->ball[i]) - stage->radius * normal[c];
            }
            find_rate(state, &one);
            count = keep(touch, count, &one);
        }
    }
    if (!stage->fixed || count == ROUTH_MOST_CONTACTS3)
        return count;
    const size_t more = routh_fixed3_contacts(stage->fixed, state->position, state->orientation, farthest,
                                              touch + count, ROUTH_MOST_CONTACTS3 - count);
    for (size_t i = count; i < count + more; i++) {
        touch[i].name += (unsigned)(stage->plane_count * stage->count);
        find_rate(state, &touch[i]);
    }
    return count + more;
}

double routh_stage3_gap(const routh_stage3 *stage, const routh_state3 *state) {
    double least = INFINITY;
    for (size_t k = 0; k < stage->plane_count; k++) {
        double back[4], inside[3];
        routh_turn_inverse(state->orientation, back);
        routh_turn_apply(back, stage->plane[k].normal, inside);
        const double height =
            routh_dot3(stage->plane[k].normal, state->position) - stage->plane[k].level - stage->radius;
        for (size_t i = 0; i < stage->count; i++)
            least = fmin(least, height + routh_dot3(inside, stage->ball[i]));
    }
    double normal[3], arm[3];
    return stage->fixed
               ? fmin(least, routh_fixed3_distance(stage->fixed, state->position, state->orientation, normal, arm))
               : least;
}
