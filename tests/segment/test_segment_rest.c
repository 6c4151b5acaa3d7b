/* An ellipse that rocks seems to lie still where it turns back: that is no rest pose.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/segment.h>

#include "../data/simulated_drops.h"
#include "../subject.h"
#include "segment/segment3.h"

enum { FRAMES = 60 };

/* A body at rest on its flat side, or swinging about that pose by `swing` rad with a period of 0.6 s, seen with these
 * offsets. */
static void add_resting(routh_dataset *dataset, double swing, double phase, double height, double angle) {
    routh_trajectory *seen = add_trajectory(dataset, FRAMES);
    for (size_t i = 0; i < FRAMES; i++) {
        const double time = (double)i / RATE;
        double rx, ry, next;
        const double theta = swing * cos(2 * acos(-1) * (time / 0.6 - phase));
        routh_shape_lowest(&dataset->body.shape, theta, &rx, &ry, &next);
        seen->time[i] = time;
        seen->theta[i] = theta + angle;
        seen->y[i] = height - ry;
    }
}

static routh_dataset ellipses(void) {
    routh_dataset dataset = empty_dataset();
    dataset.body.shape = routh_shape_ellipse(0.035, 0.025);
    dataset.body.inertia = dataset.body.mass * routh_shape_gyration_squared(&dataset.body.shape);
    return dataset;
}

static void expect_offsets(routh_dataset *dataset, double height, double angle, double tolerance) {
    assert_int_equal(routh_dataset_segment(NULL, NULL, dataset), ROUTH_OK);
    assert_true(fabs(dataset->height_offset - height) < tolerance);
    assert_true(fabs(dataset->angle_offset - angle) < tolerance);
    routh_dataset_release(NULL, dataset);
}

static void test_rocking_is_no_rest(void **state) {
    (void)state;
    routh_rest_pose rest;
    routh_dataset dataset = ellipses();
    add_resting(&dataset, 0.03, 0.31, 0, 0); /* turns back at the end of the recording */
    assert_int_equal(routh_rest_pose_of(NULL, &dataset, &rest), ROUTH_OK);
    assert_int_equal(rest.count, 1); /* it looks like rest, and off by much of the swing */
    assert_true(fabs(rest.angle_offset) > 0.02);
    expect_offsets(&dataset, 0, 0, 1e-12);

    dataset = ellipses(); /* on either side: the median is within its error */
    for (int i = 0; i < 6; i++)
        add_resting(&dataset, i % 2 ? 0.03 : -0.02, 0.31, 0, 0);
    expect_offsets(&dataset, 0, 0, 2e-4);
}

static void test_offsets_of_bodies_at_rest_are_found(void **state) {
    (void)state;
    routh_dataset dataset = ellipses();
    for (int i = 0; i < 6; i++)
        add_resting(&dataset, 0.002 * (i - 3), 0.3, 0.001, 0.02);
    expect_offsets(&dataset, 0.001, 0.02, 2e-3);
    dataset = empty_dataset(); /* a square cannot rock: one will do */
    add_resting(&dataset, 0, 0, 0.001, 0.02);
    expect_offsets(&dataset, 0.001, 0.02, 1e-9);
}

SUBJECT(segment_rest) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rocking_is_no_rest),
                                       cmocka_unit_test(test_offsets_of_bodies_at_rest_are_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
