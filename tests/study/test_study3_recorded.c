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

#include <routh/routh.h>

#include "../cases/recorded.h"
#include "../effort.h"
#include "../subject.h"

/* The recording and its study with few draws, made once for all tests; except in soak of the impacts of every other pair of tosses. */
static routh_dataset3 dataset;
static routh_study3 study;

/* Reads, segments and studies the tosses, or skips the test. */
static void study_tosses(void) {
    char path[PATH_SIZE];
    recorded_or_skip("cube-tosses", path);
    if (study.sample)
        return;
    routh_context context = routh_context_default();
    const routh_study3_options options = {.resamples = 2, .seed = 1, .law = routh_law3_find(NULL, "rigid")};
    if (routh_dataset3_read(&context, routh_io_path(path), NULL, &dataset) != ROUTH_OK)
        fail_msg("%s", context.message);
    assert_int_equal(dataset.trajectory_count, 369);
    if (routh_dataset3_segment(&context, NULL, &dataset) != ROUTH_OK)
        fail_msg("%s", context.message);
    for (size_t i = 0; i < dataset.count && effort(1, 1, 0); i++)
        if (dataset.record[i].trajectory % 4 > 1)
            dataset.record[i].reasons |= ROUTH_LOST_FRAMES;
    if (routh_study3_run(&context, &dataset, &options, &study) != ROUTH_OK)
        fail_msg("%s", context.message);
}

static int release(void **state) {
    (void)state;
    routh_study3_release(NULL, &study);
    routh_dataset3_release(NULL, &dataset);
    return 0;
}

/* Lengths about 2 % short by gravity and by rest alike; a centre of mass off the middle; rounded corners; and with them a
 * point-impulse identity far better than the 0.95 or so of a sharp cube tracked at its centre. */
static void test_recording(void **state) {
    (void)state;
    study_tosses();
    const routh_calibration3 *c = &dataset.calibration;
    assert_true(c->scale > 0.975 && c->scale < 0.985);
    assert_true(c->rest_scale > 0.975 && c->rest_scale < 0.985);
    assert_true(fabs(c->spin_ratio - 1) < 0.005); /* the rate is right */
    assert_true(c->spin_body < 0.1 && c->spin_world > 1);
    assert_true(hypot(c->centre[0], c->centre[1]) < 5e-4);
    assert_true(fabs(c->centre[2] - 5.8e-3) < 3e-4);
    assert_true(fabs(c->rounding - 5e-3) < 1e-3);
    assert_true(study.count > effort(100u, 100u, 230u));
    assert_true(c->identity.correlation > 0.997);
    assert_true(c->stated.correlation > 0.94 && c->stated.correlation < 0.98);
    const double uniform = dataset.mass * dataset.width * dataset.width / 6;
    assert_true(fabs(c->inertia / uniform - 1.43) < 0.05);
    assert_true(fabs(study.restitution.median - 0.27) < 0.01);
    assert_true(study.restitution_slow > study.restitution_fast + 0.01);
    assert_true(fabs(study.friction.median - 0.16) < 0.01);
}

/* Friction explains most of what a law without it leaves, tangential compliance hardly anything more, and neither all
 * that a point impulse could. */
static void test_laws(void **state) {
    (void)state;
    study_tosses();
    const routh_law3_study *frictionless = &study.contestant[1], *rigid = &study.contestant[study.rigid];
    const routh_law3_study *compliant = &study.contestant[study.compliant], *floor = &study.contestant[study.floor];
    print_message("%zu impacts: frictionless %.4f, rigid %.4f, compliant %.4f, floor %.4f m/s\n", study.count,
                  frictionless->error, rigid->error, compliant->error, floor->error);
    assert_true(fabs(rigid->fit.parameters[0] - 0.27) < 0.01 && fabs(rigid->fit.parameters[1] - 0.16) < 0.01);
    assert_true(fabs(compliant->fit.parameters[0] - 0.27) < 0.01 && fabs(compliant->fit.parameters[1] - 0.16) < 0.01);
    assert_true(rigid->error < 0.045 && rigid->error < frictionless->error / 5);
    assert_true(fabs(compliant->error - rigid->error) < 0.003);
    assert_true(floor->error < 0.015);
    assert_true(study.sticking < 0.1);
}

/* Measured restitution over ln v_n by least absolute deviations, over the impacts of weight 1. */
static void fit_restitution(const double *weight, double line[2]) {
    line[0] = line[1] = 0;
    for (int pass = 0; pass < 6; pass++) {
        double w = 0, x = 0, y = 0, xx = 0, xy = 0;
        for (size_t i = 0; i < study.count; i++) {
            const routh_sample3 *sample = &study.sample[i];
            const double speed = log(-sample->contact.v[2]), left = sample->restitution - line[0] - line[1] * speed;
            const double share = weight[i] / (pass > 0 ? fmax(fabs(left), 0.01) : 1);
            w += share;
            x += share * speed;
            y += share * sample->restitution;
            xx += share * speed * speed;
            xy += share * speed * sample->restitution;
        }
        line[1] = (w * xy - x * y) / (w * xx - x * x);
        line[0] = (y - line[1] * x) / w;
    }
}

/* Restitution that falls with speed predicts held-out impacts better, by little: every other toss from the rest. */
static void test_restitution_over_speed(void **state) {
    (void)state;
    study_tosses();
    const routh_law3 *law = routh_law3_find(NULL, "rigid");
    const int eps = 0;
    assert_string_equal(law->parameter[eps].name, "eps");
    double *weight = calloc(study.count, sizeof *weight), error[2] = {0};
    assert_non_null(weight);
    for (size_t half = 0; half < 2; half++) {
        routh_estimate fit;
        double line[2];
        for (size_t i = 0; i < study.count; i++)
            weight[i] = dataset.record[study.sample[i].record].trajectory % 2 == half;
        assert_int_equal(routh_law3_fit(NULL, law, study.sample, weight, study.count, &fit), ROUTH_OK);
        fit_restitution(weight, line);
        print_message("e = %.3f, or %.3f %+.3f ln(v_n s/m)\n", fit.parameters[eps], line[0], line[1]);
        assert_true(line[1] < -0.02 && line[1] > -0.1);
        for (size_t i = 0; i < study.count; i++)
            for (int falls = 0; falls < 2 && weight[i] <= 0; falls++) {
                const routh_sample3 *sample = &study.sample[i];
                double parameters[ROUTH_MAX_PARAMETERS];
                routh_velocity3 after;
                memcpy(parameters, fit.parameters, sizeof parameters);
                if (falls)
                    parameters[eps] = line[0] + line[1] * log(-sample->contact.v[2]);
                assert_int_equal(routh_sample3_predict(NULL, law, parameters, sample, &after), ROUTH_OK);
                error[falls] += routh_sample3_error(sample, &after) / (double)study.count;
            }
    }
    print_message("held out: %.4f m/s with one e, %.4f with e over speed\n", error[0], error[1]);
    assert_true(error[1] < error[0]);
    free(weight);
}

SLOW_SUBJECT(study3_recorded) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recording),
        cmocka_unit_test(test_laws),
        cmocka_unit_test(test_restitution_over_speed),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
