/* The family of paths that a plan chooses from.
 *
 * What makes K and μ known, in the generator (docs/insertion.md): contacts that slide at several forces separate K from
 * the offset; sliding to and fro separates μ from errors of geometry; contacts that stick show neither, and what friction
 * they have frozen in looks like an error of geometry. Far starts suffer from what the reference pose leaves open.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>

#include "base/constants.h"
#include "study/insertion_plan.h"

enum { MOST_LEVELS = 6 };

/* Values of each choice. */
static const struct {
    size_t count;
    double value[MOST_LEVELS];
} choices[ROUTH_PLAN_CHOICES] = {
    [ROUTH_PLAN_DIRECTION] = {6, {0, 1, 2, 3, 4, 5}},        /* see `directions` */
    [ROUTH_PLAN_AMPLITUDE] = {5, {0.1, 0.25, 0.5, 0.75, 1}}, /* of the furthest start */
    [ROUTH_PLAN_CYCLES] = {6, {0, 1, 2, 3, 4, 6}},           /* up and down */
    [ROUTH_PLAN_UP_TIME] = {3, {1, 1.5, 2.25}},              /* s */
    [ROUTH_PLAN_DOWN_TIME] = {4, {0.5, 0.7, 1, 1.4}},        /* ÷ that */
    [ROUTH_PLAN_UP_FORCE] = {3, {0.3, 0.45, 0.6}},           /* of the force */
    [ROUTH_PLAN_UP_SIDE] = {2, {0.7, 1}},                    /* of the wrench across that is allowed */
    [ROUTH_PLAN_DOWN_FORCE] = {2, {0.7, 1}},                 /* of the force */
    [ROUTH_PLAN_DOWN_SIDE] = {3, {0, 0.25, 0.5}},            /* of the wrench across */
    [ROUTH_PLAN_WAVE] = {4, {0, 1, 2, 3}},                   /* see `add_wave` */
    [ROUTH_PLAN_SETTLE] = {3, {0.2, 1, 2}},                  /* s */
};

/* Axes along or about which a path starts, and the sign. */
static const struct {
    int axis;
    double sign;
} directions[] = {{3, 1}, {3, -1}, {2, 1}, {2, -1}, {1, 1}, {1, -1}};

static const double wave_period = 2;     /* s */
static const double force_share = 0.2;   /* of the force: that it varies by */
static const double rocking_share = 0.2; /* of the moment that is allowed: of rocking */

static double value_of(const routh_plan_point *point, routh_plan_choice choice) {
    return choices[choice].value[point->level[choice]];
}

size_t routh_plan_levels(routh_plan_choice choice) {
    return choices[choice].count;
}

routh_plan_point routh_plan_first(bool cycles) {
    routh_plan_point point = {.stretch = 1};
    point.level[ROUTH_PLAN_CYCLES] = cycles ? 2 : 0;
    point.level[ROUTH_PLAN_AMPLITUDE] = cycles ? 0 : 2;
    point.level[ROUTH_PLAN_UP_TIME] = 2;
    point.level[ROUTH_PLAN_DOWN_TIME] = 1;
    point.level[ROUTH_PLAN_UP_FORCE] = 1;
    point.level[ROUTH_PLAN_UP_SIDE] = 1;
    point.level[ROUTH_PLAN_DOWN_FORCE] = 1;
    point.level[ROUTH_PLAN_DOWN_SIDE] = 2;
    return point;
}

bool routh_plan_matters(const routh_plan_point *point, routh_plan_choice choice) {
    const bool cycles = value_of(point, ROUTH_PLAN_CYCLES) > 0;
    return cycles || choice < ROUTH_PLAN_UP_TIME || choice > ROUTH_PLAN_DOWN_SIDE;
}

/* On all stages: the force varies, or a moment about Y or Z rocks the object. */
static void add_wave(const routh_insertion_plan_options *options, int kind, routh_insertion_stage *stage) {
    stage->period = wave_period;
    if (kind == 1) { /* the most is what it was */
        stage->wave[0] = force_share * stage->wrench[0];
        stage->wrench[0] -= stage->wave[0];
    } else if (kind > 1)
        stage->wave[2 + kind] = rocking_share * options->moment;
}

void routh_plan_describe(const routh_insertion_plan_options *options, const routh_plan_point *point,
                         char about[ROUTH_LABEL_SIZE]) {
    static const char *const waves[] = {"", ", force varied", ", rocked about Y", ", rocked about Z"};
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
             waves[point->level[ROUTH_PLAN_WAVE]]);
}

routh_insertion_path routh_plan_path(const routh_insertion_plan_options *options, const routh_plan_point *point) {
    routh_insertion_path path = {.name = "plan", .settle = value_of(point, ROUTH_PLAN_SETTLE)};
    const size_t direction = point->level[ROUTH_PLAN_DIRECTION];
    const int axis = directions[direction].axis, wave = (int)value_of(point, ROUTH_PLAN_WAVE);
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
