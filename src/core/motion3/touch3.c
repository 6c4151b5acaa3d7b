/* Where a body touches what is fixed, or nearly does.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "algebra/matrix3.h"
#include "algebra/turn.h"
#include "base/constants.h"
#include "impact3/body3.h"
#include "motion3/fixed3.h"
#include "motion3/motion3.h"

/* Contacts that are enough for one plane, however many corners lie on it. */
enum { MOST_ON_PLANE = 33 };

double routh_touch3_rate(const routh_touch3 *touch, const routh_velocity3 *velocity) {
    double moved[3];
    routh_cross3(velocity->spin, touch->arm, moved);
    return routh_dot3(touch->normal, velocity->velocity) + routh_dot3(touch->normal, moved);
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

/* The contact of a ball with a plane. */
static routh_touch3 touch_of(const routh_stage3 *stage, const routh_state3 *state, const double rotation[3][3],
                             size_t plane, size_t ball, double gap) {
    const double *normal = stage->plane[plane].normal;
    routh_touch3 one = {.gap = gap, .name = (unsigned)(plane * stage->count + ball)};
    for (int c = 0; c < 3; c++) {
        one.normal[c] = normal[c];
        one.arm[c] = routh_dot3(rotation[c], stage->ball[ball]) - stage->radius * normal[c];
    }
    one.rate = routh_touch3_rate(&one, &state->velocity);
    return one;
}

/* Of many balls on one plane those that lie farthest out in directions all around, and the lowest one: what they hold up
 * holds up the others. */
static size_t keep_outermost(const routh_stage3 *stage, const routh_state3 *state, const double rotation[3][3],
                             size_t plane, const double inside[3], double height, double farthest, routh_touch3 *touch,
                             size_t count) {
    double axes[3][3], out[MOST_ON_PLANE][3], best[MOST_ON_PLANE], lowest = INFINITY;
    size_t ball[MOST_ON_PLANE] = {0};
    routh_contact3_axes(stage->plane[plane].normal, axes);
    for (int d = 1; d < MOST_ON_PLANE; d++) {
        const double angle = 2 * ROUTH_PI * d / (MOST_ON_PLANE - 1);
        best[d] = -INFINITY;
        for (int c = 0; c < 3; c++) { /* in body axes */
            out[d][c] = 0;
            for (int k = 0; k < 3; k++)
                out[d][c] += rotation[k][c] * (cos(angle) * axes[0][k] + sin(angle) * axes[1][k]);
        }
    }
    for (size_t i = 0; i < stage->count; i++) {
        const double gap = height + routh_dot3(inside, stage->ball[i]);
        if (gap > farthest)
            continue;
        if (gap < lowest)
            lowest = gap, ball[0] = i;
        for (int d = 1; d < MOST_ON_PLANE; d++) {
            const double far = routh_dot3(out[d], stage->ball[i]);
            if (far > best[d])
                best[d] = far, ball[d] = i;
        }
    }
    for (int d = 0; d < MOST_ON_PLANE; d++) {
        bool again = false;
        for (int k = 0; k < d; k++)
            again = again || ball[k] == ball[d];
        if (again)
            continue;
        const double gap = height + routh_dot3(inside, stage->ball[ball[d]]);
        const routh_touch3 one = touch_of(stage, state, rotation, plane, ball[d], gap);
        count = keep(touch, count, &one);
    }
    return count;
}

static size_t touches_on(const routh_stage3 *stage, const routh_state3 *state, const double rotation[3][3],
                         size_t plane, double farthest, routh_touch3 *touch, size_t count) {
    const double *normal = stage->plane[plane].normal;
    const double height = routh_dot3(normal, state->position) - stage->plane[plane].level - stage->radius;
    if (height - stage->size + stage->radius > farthest)
        return count;
    double inside[3]; /* the normal in body axes */
    for (int c = 0; c < 3; c++)
        inside[c] = rotation[0][c] * normal[0] + rotation[1][c] * normal[1] + rotation[2][c] * normal[2];
    if (stage->count > MOST_ON_PLANE) {
        size_t on = 0;
        for (size_t i = 0; i < stage->count; i++)
            on += height + routh_dot3(inside, stage->ball[i]) <= farthest;
        if (on > MOST_ON_PLANE)
            return keep_outermost(stage, state, rotation, plane, inside, height, farthest, touch, count);
    }
    for (size_t i = 0; i < stage->count; i++) {
        const double gap = height + routh_dot3(inside, stage->ball[i]);
        if (gap <= farthest) {
            const routh_touch3 one = touch_of(stage, state, rotation, plane, i, gap);
            count = keep(touch, count, &one);
        }
    }
    return count;
}

size_t routh_stage3_touches(const routh_stage3 *stage, const routh_state3 *state, double farthest,
                            routh_touch3 *touch) {
    double rotation[3][3];
    size_t count = 0;
    routh_rotation_of(state->orientation, rotation);
    for (size_t k = 0; k < stage->plane_count; k++)
        count = touches_on(stage, state, (const double(*)[3])rotation, k, farthest, touch, count);
    if (!stage->fixed)
        return count;
    routh_touch3 more[ROUTH_MOST_CONTACTS3];
    const size_t found =
        routh_fixed3_contacts(stage->fixed, state->position, state->orientation, farthest, more, ROUTH_MOST_CONTACTS3);
    for (size_t i = 0; i < found; i++) {
        more[i].name += (unsigned)(stage->plane_count * stage->count);
        more[i].rate = routh_touch3_rate(&more[i], &state->velocity);
        count = keep(touch, count, &more[i]);
    }
    return count;
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
