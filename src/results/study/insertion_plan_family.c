/* The family of paths that a plan chooses from.
 *
 * What makes K and μ known, in the generator (docs/insertion.md): contacts that slide at several depths separate K from
 * the offset; sliding to and fro separates μ from errors of geometry; contacts that stick show neither, and what friction
 * they have frozen in looks like an error of geometry. Far starts suffer from what the reference pose leaves open.
 *
 * Slowly up against much of the force shows most. On a flank at an angle a to X the normal force N is F/(sin a − μ cos a)
 * upwards and F/(sin a + μ cos a) downwards: at 40° and μ = 0.2 friction is 1.6 times as large on the way up, and
 * depths differ by as much between the two. Across, N (cos a + μ sin a) has to be there, 1.8 F at the same angle, which the moment
 * that is allowed exerts and the force across does not.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>

#include "base/numbers.h"
#include "study/insertion_plan.h"

enum { MOST_LEVELS = 6 };

/* Values of each choice. */
static const struct {
    size_t count;
    double value[MOST_LEVELS];
} choices[ROUTH_PLAN_CHOICES] = {
    [ROUTH_PLAN_DIRECTION] = {6, {0, 1, 2, 3, 4, 5}},               /* see `directions` */
    [ROUTH_PLAN_AMPLITUDE] = {5, {0.1, 0.25, 0.5, 0.75, 1}},        /* of the furthest start */
    [ROUTH_PLAN_CYCLES] = {6, {0, 1, 2, 3, 4, 6}},                  /* up and down */
    [ROUTH_PLAN_UP_TIME] = {3, {1, 1.5, 2.25}},                     /* s, before it is stretched to fill a given time */
    [ROUTH_PLAN_DOWN_TIME] = {5, {0.25, 0.35, 0.5, 0.7, 1}},        /* ÷ that */
    [ROUTH_PLAN_UP_FORCE] = {6, {0.3, 0.45, 0.6, 0.75, 0.9, 0.95}}, /* of the force */
    [ROUTH_PLAN_UP_SIDE] = {2, {0.7, 1}},                           /* of the wrench across that is allowed */
    [ROUTH_PLAN_DOWN_FORCE] = {2, {0.7, 1}},                        /* of the force */
    [ROUTH_PLAN_DOWN_SIDE] = {3, {0, 0.25, 0.5}},                   /* of the wrench across */
    [ROUTH_PLAN_WAVE] = {5, {0, 1, 2, 3, 4}},                       /* see `waves` */
    [ROUTH_PLAN_SETTLE] = {3, {0, 0.2, 1}},                         /* s */
};

/* Axes along or about which a path starts, and the sign. */
static const struct {
    int axis;
    double sign;
} directions[] = {{3, 1}, {3, -1}, {2, 1}, {2, -1}, {1, 1}, {1, -1}};

/* On all stages the wrench along or about an axis may vary: by a share of the force that is wanted, or, about Y and Z, of the
 * moment that is allowed. The hand follows at most at its speed, so much force needs a long period. */
static const struct {
    const char *about;
    int axis;
    double share, period; /* s */
} waves[] = {{"", 0, 0, 0},
             {", force varied", 0, 0.2, 2},
             {", force varied much", 0, 0.45, 4},
             {", rocked about Y", 4, 0.2, 2},
             {", rocked about Z", 5, 0.2, 2}};

static double value_of(const routh_plan_point *point, routh_plan_choice choice) {
    return choices[choice].value[point->level[choice]];
}

size_t routh_plan_levels(routh_plan_choice choice) {
    return choices[choice].count;
}

routh_plan_point routh_plan_first(size_t direction, bool cycles) {
    const bool turns = directions[direction].axis > 2;
    routh_plan_point point = {.stretch = 1};
    point.level[ROUTH_PLAN_DIRECTION] = direction;
    point.level[ROUTH_PLAN_CYCLES] = cycles;
    point.level[ROUTH_PLAN_AMPLITUDE] = cycles ? 0 : 2;
    point.level[ROUTH_PLAN_UP_TIME] = 2;
    point.level[ROUTH_PLAN_UP_FORCE] = turns ? 4 : 1;
    point.level[ROUTH_PLAN_UP_SIDE] = 1;
    point.level[ROUTH_PLAN_DOWN_FORCE] = 1;
    point.level[ROUTH_PLAN_DOWN_SIDE] = 2;
    return point;
}

bool routh_plan_matters(const routh_plan_point *point, routh_plan_choice choice) {
    const bool cycles = value_of(point, ROUTH_PLAN_CYCLES) > 0;
    return cycles || choice < ROUTH_PLAN_UP_TIME || choice > ROUTH_PLAN_DOWN_SIDE;
}

static void add_wave(const routh_insertion_plan_options *options, size_t kind, routh_insertion_stage *stage) {
    const int axis = waves[kind].axis;
    stage->period = waves[kind].period;
    stage->wave[axis] = waves[kind].share * (axis == 0 ? stage->wrench[0] : options->moment);
    if (axis == 0) /* the most is what it was */
        stage->wrench[0] -= stage->wave[0];
}

void routh_plan_describe(const routh_insertion_plan_options *options, const routh_plan_point *point,
                         char about[ROUTH_LABEL_SIZE]) {
    const size_t direction = point->level[ROUTH_PLAN_DIRECTION];
    const int axis = directions[direction].axis;
    const double cycles = value_of(point, ROUTH_PLAN_CYCLES);
    const double away = directions[direction].sign * value_of(point, ROUTH_PLAN_AMPLITUDE);
    char start[32];
    const double furthest = axis > 2 ? options->start_turn * 180 / ROUTH_PI : options->start_shift * 1e3;
    if (axis > 2)
        snprintf(start, sizeof start, "turned by %.3g°", away * furthest);
    else
        snprintf(start, sizeof start, "shifted by %.3g mm along %c", away * furthest, "XYZ"[axis]);
    snprintf(about, ROUTH_LABEL_SIZE, "%s, %g cycle%s%s", start, cycles, cycles == 1 ? "" : "s",
             waves[point->level[ROUTH_PLAN_WAVE]].about);
}

routh_insertion_path routh_plan_path(const routh_insertion_plan_options *options, const routh_plan_point *point) {
    routh_insertion_path path = {.name = "plan", .settle = value_of(point, ROUTH_PLAN_SETTLE)};
    const size_t direction = point->level[ROUTH_PLAN_DIRECTION];
    const size_t wave = point->level[ROUTH_PLAN_WAVE];
    const int axis = directions[direction].axis;
    const double sign = directions[direction].sign, force = options->generator.force;
    const double side = sign * (axis < 3 ? force : options->moment);
    const size_t cycles = (size_t)value_of(point, ROUTH_PLAN_CYCLES);
    const double up = point->stretch * value_of(point, ROUTH_PLAN_UP_TIME);
    path.start[axis] =
        sign * value_of(point, ROUTH_PLAN_AMPLITUDE) * (axis < 3 ? options->start_shift : options->start_turn);
    for (size_t i = 0; i < 2 * cycles; i++) {
        routh_insertion_stage *stage = &path.stage[path.count++];
        const bool rises = i % 2 == 0;
        stage->time = rises ? up : up * value_of(point, ROUTH_PLAN_DOWN_TIME);
        stage->wrench[0] = force * value_of(point, rises ? ROUTH_PLAN_UP_FORCE : ROUTH_PLAN_DOWN_FORCE);
        stage->wrench[axis] =
            side * (rises ? value_of(point, ROUTH_PLAN_UP_SIDE) : -value_of(point, ROUTH_PLAN_DOWN_SIDE));
        add_wave(options, wave, stage);
    }
    if (cycles == 0 && wave > 0) { /* on the way home */
        routh_insertion_stage *stage = &path.stage[path.count++];
        *stage = (routh_insertion_stage){.time = 4 * up, .wrench = {force}};
        add_wave(options, wave, stage);
    }
    return path;
}
