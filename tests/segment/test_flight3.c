/* The fit of one flight.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "generated_tosses.h"

#include "segment/segment3.h"

/* A flight without noise comes back whole, spinning fast, with its centre of mass off the tracked point. */
static void test_flight(void **state) {
    (void)state;
    toss_truth t = usual_truth();
    t.position_noise = t.turn_noise = 0;
    t.scale = 0.98;
    t.centre[2] = 0.006;
    routh_trajectory3 toss = {.position = calloc(10, sizeof *toss.position),
                              .orientation = calloc(10, sizeof *toss.orientation)};
    routh_random random = routh_random_seed(5, 0);
    cube c = {.truth = &t,
              .position = {0.1, 0.2, 0.5},
              .orientation = {0.5, -0.5, 0.5, 0.5},
              .motion = {.velocity = {1, -2, 0.5}, .spin = {20, -5, 8}}};
    for (int i = 0; i < 10; i++) {
        const cube there = cube_after(&c, i / t.rate);
        take_frame(&t, there.position, there.orientation, &random, &toss);
    }
    const routh_dataset3 dataset = {.gravity = t.gravity, .width = t.width, .rate = t.rate};
    const routh_segment3_setting setting = {
        .dataset = &dataset, .interval = 1 / t.rate, .scale = t.scale, .centre = {0, 0, t.centre[2]}, .gyration = 0.04};
    const routh_flight3_arc arc = routh_flight3_arc_fit(&setting, &toss, 0, 9);
    const routh_velocity3 motion = routh_flight3_arc_velocity(&arc, 0);
    double position[3], orientation[4], turned[3];
    routh_flight3_arc_pose(&arc, 0, position, orientation);
    routh_turn_between(orientation, c.orientation, turned);
    for (int k = 0; k < 3; k++) {
        assert_true(fabs(position[k] - c.position[k]) < 1e-12);
        assert_true(fabs(motion.velocity[k] - c.motion.velocity[k]) < 1e-11);
        assert_true(fabs(motion.spin[k] - c.motion.spin[k]) < 1e-6);
        assert_true(fabs(turned[k]) < 1e-7);
    }
    assert_true(arc.deviation < 1e-8 && arc.excess < 1e-4);
    free(toss.position);
    free(toss.orientation);
}

SUBJECT(flight3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
