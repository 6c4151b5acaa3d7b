/* Several contacts with friction, in three dimensions, against direct integration of their springs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../subject.h"
#include "base/context.h"
#include "direct_springs.h"

/* Steps of h and of h/2; radial return is of first order, what is left after extrapolation is of second. */
static void integrate(const stage *s, double p[DIRECT_MOST][3]) {
    direct whole = direct_begin(s), half = whole;
    const double h = 1e-3 / direct_fastest(&whole);
    assert_true(direct_run(&whole, h, 1000000));
    assert_true(direct_run(&half, 0.5 * h, 2000000));
    for (size_t i = 0; i < s->meetings; i++)
        for (int k = 0; k < 3; k++)
            p[i][k] = 2 * half.contact[i].p[k] - whole.contact[i].p[k];
}

/* To 1e-5 of the largest impulse. */
static void expect_as_integrated(stage *s, uint64_t number) {
    double p[DIRECT_MOST][3], scale = 0;
    integrate(s, p);
    routh_collision c = collide(s);
    for (size_t i = 0; i < s->meetings; i++)
        scale = fmax(scale, sqrt(dot(p[i], p[i])));
    for (size_t i = 0; i < s->meetings; i++)
        for (int k = 0; k < 3; k++)
            if (fabs(c.p[i][k] - p[i][k]) > 1e-5 * scale)
                fail_msg("scene %llu, contact %zu: %.9f N s, not %.9f", (unsigned long long)number, i, c.p[i][k],
                         p[i][k]);
    release(&c);
}

static void random_scenes(void **state) {
    (void)state;
    for (uint64_t n = 0; n < TRIALS(60); n++) {
        routh_random random = routh_random_seed(71, n);
        const size_t solids = 2 + routh_random_index(&random, 3), meetings = 2 + routh_random_index(&random, 2);
        stage s = random_collision(&random, solids, meetings, (int)routh_random_index(&random, 2));
        expect_as_integrated(&s, n);
    }
}

/* One body moves, all others rest, and so do their contacts until they are pushed. */
static stage one_moves(routh_random *random, size_t solids, size_t meetings) {
    for (;;) {
        stage s = random_stage(random, solids, meetings, 1);
        for (size_t i = 1; i < solids; i++) {
            memset(s.body[i].velocity, 0, sizeof s.body[i].velocity);
            memset(s.body[i].spin, 0, sizeof s.body[i].spin);
        }
        for (size_t i = 0; i < meetings; i++)
            s.contact[i].pair.eps = fmax(s.contact[i].pair.eps, 0.05);
        const routh_scene scene = scene_of(&s);
        if (routh_scene_check(NULL, &scene) == ROUTH_OK)
            return s;
    }
}

static void pushed_from_rest(void **state) {
    (void)state;
    for (uint64_t n = 0; n < TRIALS(60); n++) {
        routh_random random = routh_random_seed(73, n);
        stage s = one_moves(&random, 2 + routh_random_index(&random, 3), 2 + routh_random_index(&random, 2));
        expect_as_integrated(&s, n);
    }
}

/* A massé shot: a cue that points down strikes a ball beside its middle, and the ball rests on a table. */
static stage masse(routh_random *random) {
    stage s = {.body = {ball("", 0.17, 0.0286), named("cue"), table_top()}, .solids = 3};
    const double down = routh_random_uniform(random, 0.3, 1.4), side = routh_random_uniform(random, -0.5, 0.5);
    const double table[3] = {0, 0, -0.0286}, up[3] = {0, 0, 1}, axis[3] = {cos(down), 0, -sin(down)};
    const double outwards[3] = {-axis[0] * cos(side), sin(side), -axis[2] * cos(side)};
    double tip[3], inwards[3];
    routh_body3 *cue = &s.body[1];
    cue->freedom = ROUTH_GUIDED;
    cue->mass = 0.5;
    for (int k = 0; k < 3; k++) {
        tip[k] = 0.0286 * outwards[k];
        inwards[k] = -outwards[k];
        cue->axis[k] = axis[k];
        cue->velocity[k] = 2 * axis[k];
    }
    meet(&s, 0, 1, tip, inwards)->pair = (routh_pair){.mu = 0.6, .eps = 0.7, .eta2 = 1.2};
    routh_scene_contact *cloth = meet(&s, 0, 2, table, up);
    cloth->pair = (routh_pair){.mu = routh_random_uniform(random, 0.1, 0.4), .eps = 0.5, .eta2 = 1.2};
    cloth->stiffness = exp(drawn(random));
    return s;
}

static void cue_ball_and_table(void **state) {
    (void)state;
    for (uint64_t n = 0; n < TRIALS(40); n++) {
        routh_random random = routh_random_seed(79, n);
        stage s = masse(&random);
        expect_as_integrated(&s, n);
    }
}

/* A cue pushes a ball straight along the table: that loads the table's contact only when the ball, pressed against a
 * leaning wall, is driven down by it, and by then the ball has long begun to slide. */
static void sliding_before_it_is_pressed(void **state) {
    (void)state;
    const double tip[3] = {-0.5, 0, 0}, foot[3] = {0, 0, -0.5}, along[3] = {1, 0, 0}, up[3] = {0, 0, 1};
    for (uint64_t n = 0; n < TRIALS(60); n++) {
        routh_random random = routh_random_seed(83, n);
        const double lean = routh_random_uniform(&random, 0.2, 1.2), side = drawn(&random);
        const double wall[3] = {-cos(lean) * cos(side), -cos(lean) * sin(side), -sin(lean)};
        const double point[3] = {-0.5 * wall[0], -0.5 * wall[1], -0.5 * wall[2]};
        stage s = {.body = {ball("", 1, 0.5), named("cue"), table_top()}, .solids = 3};
        set_freedom(&s.body[1], ROUTH_GUIDED);
        s.body[1].mass = exp(drawn(&random));
        memcpy(s.body[1].axis, along, sizeof along);
        memcpy(s.body[1].velocity, along, sizeof along);
        meet(&s, 0, 1, tip, along)->pair = (routh_pair){.mu = 0, .eps = 0.7, .eta2 = 1};
        meet(&s, 0, 2, foot, up);
        meet(&s, 0, 2, point, wall);
        for (size_t i = 1; i < 3; i++) {
            s.contact[i].stiffness = exp(drawn(&random));
            s.contact[i].pair = (routh_pair){.mu = routh_random_uniform(&random, 0.05, 0.5),
                                             .eps = routh_random_uniform(&random, 0.3, 0.9),
                                             .eta2 = exp(drawn(&random))};
        }
        expect_as_integrated(&s, n);
        routh_collision c = collide(&s);
        assert_int_not_equal(c.switches[1].phase, ROUTH_C_STICK);
        assert_true(c.switches[3].time > 1e-3); /* nothing to put right after the start */
        release(&c);
    }
}

SLOW_SUBJECT(collide_springs) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_scenes),
        cmocka_unit_test(pushed_from_rest),
        cmocka_unit_test(cue_ball_and_table),
        cmocka_unit_test(sliding_before_it_is_pressed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
