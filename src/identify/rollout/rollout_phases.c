/* What happens in a recorded toss, from its start to its end.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "algebra/turn.h"
#include "motion3/motion3.h"
#include "rollout/rollout.h"

/* How long the first impact lasts in its effects, s. */
static const double first_impact = 0.1;

/* A face that leans by less than this is down, rad. */
static const double lying = 0.1;

/* A body that is no farther than this from where it ends has come to rest, m and rad. */
static const double at_rest = 0.001, at_rest_turned = 0.01;

static const routh_name_entry entries[] = {
#define ENTRY(code, name, about) {name, about},
    ROUTH_ROLLOUT_PHASE_TABLE(ENTRY)
#undef ENTRY
};
const routh_names routh_rollout_phases = {"phase of a toss", ROUTH_ROLLOUT_PHASES, entries};

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t most(size_t a, size_t b) {
    return a > b ? a : b;
}

static bool lies(const routh_shape3 *shape, size_t face, const double orientation[4]) {
    double normal[3];
    routh_turn_apply(orientation, shape->face[face], normal);
    return -normal[2] > cos(lying);
}

static bool rests(const routh_dataset3 *dataset, const routh_trajectory3 *toss, size_t instant) {
    const double scale = dataset->calibration.applied ? dataset->calibration.scale : 1;
    double moved[3], turned[3];
    for (int c = 0; c < 3; c++)
        moved[c] = (toss->position[instant][c] - toss->position[toss->count - 1][c]) / scale;
    routh_turn_between(toss->orientation[instant], toss->orientation[toss->count - 1], turned);
    return routh_length3(moved) < at_rest && routh_length3(turned) < at_rest_turned;
}

void routh_rollout_phases_of(const routh_dataset3 *dataset, const routh_world3 *world, const routh_start3 *start,
                             size_t end[ROUTH_ROLLOUT_PHASES]) {
    const routh_trajectory3 *toss = &dataset->trajectory[start->trajectory];
    const size_t last_face = routh_shape3_face_below(world->shape, toss->orientation[toss->count - 1]);
    size_t down = toss->count, still = toss->count;
    while (down > 0 && lies(world->shape, last_face, toss->orientation[down - 1]))
        down--;
    while (still > 0 && rests(dataset, toss, still - 1))
        still--;
    if (still + 1 == toss->count) /* the last instant is where it ends: it may still move */
        still = toss->count;
    end[ROUTH_PHASE_FLIGHT] = least(start->last + 1, toss->count);
    end[ROUTH_PHASE_FIRST_IMPACT] =
        least(end[ROUTH_PHASE_FLIGHT] + (size_t)lround(first_impact * dataset->rate), toss->count);
    end[ROUTH_PHASE_TUMBLING] = most(end[ROUTH_PHASE_FIRST_IMPACT], down);
    end[ROUTH_PHASE_SLIDING] = most(end[ROUTH_PHASE_TUMBLING], still);
    end[ROUTH_PHASE_REST] = toss->count;
}
