/* Errors of predicted tosses, against numbers computed by hand.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../subject.h"

#include "rollout/rollout.h"

#define assert_near(x, y, tolerance) assert_true(fabs((x) - (y)) <= (tolerance))

enum { COUNT = 6 };

/* A cube that stands still as recorded, in lengths that are 0.5 times the true ones, 3 mm above a board at 1 mm. */
typedef struct still {
    double position[COUNT][3], orientation[COUNT][4];
    routh_trajectory3 toss;
    routh_shape3 shape;
    routh_world3 world;
    routh_dataset3 dataset;
    routh_start3 start;
    routh_state3 predicted[COUNT];
} still;

static void make(still *s) {
    const double side[3] = {0.1, 0.1, 0.1};
    *s = (still){.toss = {.count = COUNT, .position = s->position, .orientation = s->orientation},
                 .dataset = {.width = 0.1,
                             .rate = 100,
                             .trajectory_count = 1,
                             .trajectory = &s->toss,
                             .calibration = {.applied = true, .scale = 0.5, .ground = 0.001}},
                 .start = {.trajectory = 0, .first = 1, .last = 3}};
    assert_int_equal(routh_shape3_box(NULL, side, &s->shape), ROUTH_OK);
    s->world = routh_world3_of(&s->shape, 1);
    s->world.centre[0] = 0.01;
    for (int i = 0; i < COUNT; i++) {
        s->position[i][2] = 0.002;
        s->orientation[i][0] = s->predicted[i].orientation[0] = 1;
        s->predicted[i].position[0] = 0.01; /* the centre of mass */
        s->predicted[i].position[2] = 0.002 / 0.5 - 0.001;
    }
}

static void test_none(void **state) {
    (void)state;
    still s;
    make(&s);
    const routh_rollout_error error = routh_rollout_error_of(&s.dataset, &s.world, &s.start, s.predicted);
    assert_int_equal(error.instants, 4);
    assert_near(error.position, 0, 1e-15);
    assert_near(error.rotation, 0, 1e-15);
    assert_true(error.face_right);
    routh_shape3_release(NULL, &s.shape);
}

/* Instants 2 … 5 are compared, 4 and 5 after the fit: 3-4-0 mm at instant 2, 12 mm and a half turn about z at 5. */
static void test_by_hand(void **state) {
    (void)state;
    still s;
    make(&s);
    s.predicted[0].position[1] += 1; /* the first fitted instant does not count */
    s.predicted[1].position[1] += 0.003, s.predicted[1].position[2] += 0.004;
    const double half_turn[4] = {0, 0, 0, 1};
    for (int i = 0; i < 4; i++)
        s.predicted[4].orientation[i] = half_turn[i];
    s.predicted[4].position[0] = -0.01 + 0.012; /* the centre of mass is on the other side now */
    const routh_rollout_error error = routh_rollout_error_of(&s.dataset, &s.world, &s.start, s.predicted);
    assert_near(error.position, (0.005 + 0.012) / 4, 1e-15);
    assert_near(error.position_after, 0.012 / 2, 1e-15);
    assert_near(error.position_end, 0.012, 1e-15);
    assert_near(error.rotation, acos(-1) / 4, 1e-12);
    assert_near(error.rotation_after, acos(-1) / 2, 1e-12);
    assert_near(error.rotation_end, acos(-1), 1e-12);
    assert_true(error.face_right); /* it turned about the vertical */
    routh_shape3_release(NULL, &s.shape);
}

static void test_face(void **state) {
    (void)state;
    still s;
    make(&s);
    s.predicted[4].orientation[0] = s.predicted[4].orientation[1] = sqrt(0.5);
    const routh_rollout_error error = routh_rollout_error_of(&s.dataset, &s.world, &s.start, s.predicted);
    assert_false(error.face_right);
    assert_near(error.rotation_end, acos(0), 1e-12);
    routh_shape3_release(NULL, &s.shape);
}

SUBJECT(rollout_error) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_face),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
