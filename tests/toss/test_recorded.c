/* The recorded cube tosses (ROUTH_DATA/cube-tosses, see its NOTICE), where they are to be had: the figures of
 * docs/cube-tosses.md.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/toss.h>

#include "../cases/recorded.h"
#include "../subject.h"

/* Reads and segments the tosses, or skips the test. */
static routh_toss_impacts segment_tosses(const routh_toss_options *options) {
    char path[PATH_SIZE];
    recorded_or_skip("cube-tosses", path);
    routh_context context = routh_context_default();
    routh_tosses tosses;
    routh_toss_impacts impacts;
    if (routh_tosses_read(&context, routh_io_path(path), options, &tosses) != ROUTH_OK)
        fail_msg("%s", context.message);
    assert_int_equal(tosses.count, 369);
    if (routh_toss_segment(&context, &tosses, options, &impacts) != ROUTH_OK)
        fail_msg("%s", context.message);
    routh_tosses_release(NULL, &tosses);
    return impacts;
}

/* Lengths about 2 % short by gravity and by rest alike; a centre of mass off the middle; rounded corners; and with them a
 * point-impulse identity far better than the 0.95 or so of a sharp cube tracked at its centre. */
static void test_recording(void **state) {
    (void)state;
    const routh_toss_options options = routh_toss_options_default();
    routh_toss_impacts impacts = segment_tosses(&options);
    const routh_toss_calibration *c = &impacts.calibration;
    assert_true(c->scale > 0.975 && c->scale < 0.985);
    assert_true(c->rest_scale > 0.975 && c->rest_scale < 0.985);
    assert_true(fabs(c->spin_ratio - 1) < 0.005); /* the rate is right */
    assert_true(c->spin_body < 0.1 && c->spin_world > 1);
    assert_true(hypot(c->centre[0], c->centre[1]) < 5e-4);
    assert_true(fabs(c->centre[2] - 5.8e-3) < 3e-4);
    assert_true(fabs(c->rounding - 5e-3) < 1e-3);
    assert_true(impacts.used > 230);
    assert_true(impacts.identity.correlation > 0.997);
    assert_true(impacts.stated.correlation > 0.94 && impacts.stated.correlation < 0.98);
    const double uniform = options.mass * options.width * options.width / 6;
    assert_true(fabs(c->inertia / uniform - 1.43) < 0.05);
    assert_true(fabs(impacts.restitution_median - 0.27) < 0.01);
    assert_true(impacts.restitution_slow > impacts.restitution_fast + 0.01);
    assert_true(fabs(impacts.friction_median - 0.16) < 0.01);
    routh_toss_impacts_release(NULL, &impacts);
}

/* Friction explains most of what a law without it leaves, tangential compliance hardly anything more, and neither all
 * that a point impulse could. */
static void test_laws(void **state) {
    (void)state;
    routh_toss_options options = routh_toss_options_default();
    options.draws = 2;
    routh_toss_impacts impacts = segment_tosses(&options);
    routh_context context = routh_context_default();
    routh_toss_comparison all;
    if (routh_toss_compare(&context, &impacts, &options, &all) != ROUTH_OK)
        fail_msg("%s", context.message);
    const routh_toss_result *rigid = &all.result[ROUTH_TOSS_RIGID], *compliant = &all.result[ROUTH_TOSS_COMPLIANT];
    print_message("%zu impacts: frictionless %.4f, rigid %.4f, compliant %.4f, floor %.4f m/s\n", all.count,
                  all.result[ROUTH_TOSS_FRICTIONLESS].error, rigid->error, compliant->error,
                  all.result[ROUTH_TOSS_FLOOR].error);
    assert_true(fabs(rigid->parameters[0] - 0.27) < 0.01 && fabs(rigid->parameters[1] - 0.16) < 0.01);
    assert_true(fabs(compliant->parameters[0] - 0.27) < 0.01 && fabs(compliant->parameters[1] - 0.16) < 0.01);
    assert_true(rigid->error < 0.045 && rigid->error < all.result[ROUTH_TOSS_FRICTIONLESS].error / 5);
    assert_true(fabs(compliant->error - rigid->error) < 0.003);
    assert_true(all.result[ROUTH_TOSS_FLOOR].error < 0.015);
    assert_true(all.sticking < 0.1);
    routh_toss_comparison_release(NULL, &all);
    routh_toss_impacts_release(NULL, &impacts);
}

SUBJECT(recorded) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recording),
        cmocka_unit_test(test_laws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
