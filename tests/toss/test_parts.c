/* The room's small parts: rotations, least squares in a few unknowns, the fit of one flight.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "generated_tosses.h"

#include "algebra/normal.h"
#include "toss/flight.h"

/* A turn and its rotation vector are two names of one thing; turning twice is turning by the product. */
static void test_turns(void **state) {
    (void)state;
    routh_random random = routh_random_seed(3, 0);
    for (int trial = 0; trial < 200; trial++) {
        double vector[3], back[3], turn[4], other[4], both[4], once[3], twice[3], at_once[3];
        const double size = trial % 2 ? 1e-9 : 1.8; /* rotation vectors of up to π come back */
        for (int c = 0; c < 3; c++)
            vector[c] = routh_random_uniform(&random, -size, size);
        routh_turn_of(vector, turn);
        routh_turn_vector(turn, back);
        for (int c = 0; c < 3 && routh_length3(vector) < 3.1; c++)
            assert_true(fabs(back[c] - vector[c]) < 1e-12 * size);
        const double further[3] = {0.3, -0.7, 1.1};
        routh_turn_of(further, other);
        routh_turn_product(other, turn, both);
        routh_turn_apply(turn, further, once);
        routh_turn_apply(other, once, twice);
        routh_turn_apply(both, further, at_once);
        for (int c = 0; c < 3; c++)
            assert_true(fabs(twice[c] - at_once[c]) < 1e-14);
        assert_true(fabs(routh_length3(once) - routh_length3(further)) < 1e-14);
        routh_turn_between(turn, both, back);
        for (int c = 0; c < 3; c++)
            assert_true(fabs(back[c] - further[c]) < 1e-13);
    }
    const double quarter[3] = {0, 0, 1.5707963267948966}, x[3] = {1, 0, 0};
    double turn[4], y[3];
    routh_turn_of(quarter, turn);
    routh_turn_apply(turn, x, y);
    assert_true(fabs(y[0]) < 1e-15 && fabs(y[1] - 1) < 1e-15); /* right-handed */
}

/* A straight line through (0, 1), (1, 3), (2, 4), (3, 4): intercept 1.5, slope 1, residuals ½, ½, ½, ½ in size, so that
 * s² = 1/2, the slope's variance s²/5 and the intercept's s² (1/4 + 1.5²/5). */
static void test_least_squares(void **state) {
    (void)state;
    static const double y[] = {1, 3, 4, 4};
    routh_normal normal = {.unknowns = 2};
    for (int i = 0; i < 4; i++)
        routh_normal_add(&normal, (double[]){1, i}, y[i]);
    routh_normal_answer answer;
    assert_true(routh_normal_solve(&normal, &answer));
    assert_true(fabs(answer.value[0] - 1.5) < 1e-14 && fabs(answer.value[1] - 1) < 1e-14);
    assert_true(fabs(answer.scatter - sqrt(0.5)) < 1e-14);
    assert_true(fabs(answer.error[1] - sqrt(0.5 / 5)) < 1e-14);
    assert_true(fabs(answer.error[0] - sqrt(0.5 * (0.25 + 2.25 / 5))) < 1e-14);

    routh_normal same = {.unknowns = 2}; /* two columns alike */
    for (int i = 0; i < 4; i++)
        routh_normal_add(&same, (double[]){i, 2 * i}, y[i]);
    assert_false(routh_normal_solve(&same, &answer));
    routh_normal few = {.unknowns = 2}; /* no more rows than unknowns */
    for (int i = 0; i < 2; i++)
        routh_normal_add(&few, (double[]){1, i}, y[i]);
    assert_false(routh_normal_solve(&few, &answer));
}

/* A flight without noise comes back whole, spinning fast, with its centre of mass off the tracked point. */
static void test_flight(void **state) {
    (void)state;
    toss_truth t = usual_truth();
    t.position_noise = t.turn_noise = 0;
    t.scale = 0.98;
    t.centre[2] = 0.006;
    routh_toss toss = {.position = calloc(10, sizeof *toss.position),
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
    const routh_toss_options options = routh_toss_options_default();
    const routh_toss_setting setting = {
        .options = &options, .interval = 1 / t.rate, .scale = t.scale, .centre = {0, 0, t.centre[2]}, .gyration = 0.04};
    const routh_toss_arc arc = routh_toss_arc_fit(&setting, &toss, 0, 9);
    const routh_toss_motion motion = routh_toss_arc_motion(&arc, 0);
    double position[3], orientation[4], turned[3];
    routh_toss_arc_pose(&arc, 0, position, orientation);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_least_squares),
        cmocka_unit_test(test_flight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
