/* The frame check on impacts whose frame is known: generated drops resolved with a law, their rows mirrored on purpose.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/data.h>
#include <routh/segment.h>
#include <routh/simulate.h>

#include "../subject.h"

enum { COUNT = 300 };

/* Impacts of the generator's ellipse with noise on the velocities after (m/s, and rad/s a hundred times as large), as
 * a file would hold them whose rows were mirrored like `frame`. The caller releases it. */
static routh_dataset generated(routh_frame frame, double noise, uint64_t seed) {
    routh_impact_generator drops = routh_impact_generator_default();
    drops.seed = seed;
    routh_impact impact[COUNT];
    assert_int_equal(routh_impacts_generate(NULL, &drops, COUNT, impact), ROUTH_OK);
    const routh_law *law = routh_law_find(NULL, "wang-mason");
    const double parameters[] = {0.2, 0.5};
    routh_random random = routh_random_seed(seed, 99);
    routh_dataset dataset = {.name = "generated", .gravity = 9.81, .gap = 0.004, .rate = 250, .count = COUNT};
    dataset.body = (routh_body){routh_shape_ellipse(0.035, 0.025), drops.mass, drops.inertia};
    dataset.record = calloc(COUNT, sizeof *dataset.record);
    assert_non_null(dataset.record);
    for (size_t i = 0; i < COUNT; i++) {
        routh_contact contact;
        routh_outcome outcome;
        assert_int_equal(routh_contact_of(NULL, &impact[i], &contact), ROUTH_OK);
        assert_int_equal(routh_law_solve(law, parameters, &contact, &outcome), ROUTH_OK);
        routh_velocity after = routh_impact_after(&impact[i], outcome.pt, outcome.pn, 0);
        dataset.record[i] = (routh_record){
            .rx = frame == ROUTH_MIRROR_N || frame == ROUTH_MIRROR_BOTH ? -impact[i].rx : impact[i].rx,
            .ry = frame == ROUTH_MIRROR_T || frame == ROUTH_MIRROR_BOTH ? -impact[i].ry : impact[i].ry,
            .before = {impact[i].vx, impact[i].vy + dataset.gravity * dataset.gap, impact[i].omega},
            .after = {after.vx + noise * routh_random_normal(&random), after.vy + noise * routh_random_normal(&random),
                      after.omega + 100 * noise * routh_random_normal(&random)},
            .trajectory = -1};
    }
    return dataset;
}

/* A wrong angle or shape leaves signs that are significant, and a frame that explains little: no mirror is derived. */
static void test_poor_impacts_have_no_frame(void **state) {
    (void)state;
    routh_dataset dataset = generated(ROUTH_MIRROR_T, 0, 1);
    double squares = 0;
    for (size_t i = 0; i < dataset.count; i++)
        squares += pow(dataset.record[i].after.omega - dataset.record[i].before.omega, 2) / (double)dataset.count;
    routh_random random = routh_random_seed(8, 8);
    for (size_t i = 0; i < dataset.count; i++)
        dataset.record[i].after.omega += 1.5 * sqrt(squares) * routh_random_normal(&random);
    routh_frame_evidence check;
    assert_int_equal(routh_frame_evidence_of(NULL, &dataset, &check), ROUTH_OK);
    assert_true(check.kn - 2 * check.kn_error > 0 && check.kt + 2 * check.kt_error < 0);
    assert_false(check.decided || check.gyration_disagrees);
    assert_int_equal(check.best, ROUTH_AS_RECORDED);
    assert_non_null(strstr(check.why, "no frame explains them"));
    routh_dataset_release(NULL, &dataset);
}

/* Without noise the identity holds to rounding in the right frame, and in no other. */
static void test_every_frame_is_recognised(void **state) {
    (void)state;
    for (int frame = 0; frame < ROUTH_FRAME_COUNT; frame++) {
        routh_dataset dataset = generated((routh_frame)frame, 0, 1);
        double truth = dataset.body.mass / dataset.body.inertia;
        routh_frame_evidence check;
        assert_int_equal(routh_frame_evidence_of(NULL, &dataset, &check), ROUTH_OK);
        assert_int_equal(check.count, COUNT);
        assert_true(check.decided);
        assert_int_equal(check.best, frame);
        assert_true(fabs(fabs(check.kn) / truth - 1) < 1e-9 && fabs(fabs(check.kt) / truth - 1) < 1e-9);
        const routh_frame_hypothesis *best = &check.hypothesis[frame];
        assert_true(fabs(best->slope / truth - 1) < 1e-9 && best->r2 > 1 - 1e-12 && best->residual < 1e-9);
        assert_true(fabs(best->gyration * sqrt(truth) - 1) < 1e-9);
        assert_true(fabs(best->correlation - 1) < 1e-9);
        assert_false(check.gyration_disagrees);
        for (int other = 0; other < ROUTH_FRAME_COUNT; other++)
            assert_true(other == frame || check.hypothesis[other].r2 < 0.99 || check.hypothesis[other].slope < 0);
        routh_dataset_release(NULL, &dataset);
    }
}

/* Gravity's share: with the wrong gap the identity fails by g × gap × lever. */
static void test_gap_matters(void **state) {
    (void)state;
    routh_dataset dataset = generated(ROUTH_AS_RECORDED, 0, 1);
    dataset.gap = 0;
    routh_frame_evidence check;
    assert_int_equal(routh_frame_evidence_of(NULL, &dataset, &check), ROUTH_OK);
    double residual = check.hypothesis[ROUTH_AS_RECORDED].residual;
    assert_true(residual > 0.1 && residual < 9.81 * 0.004 * 0.035 * dataset.body.mass / dataset.body.inertia);
    routh_dataset_release(NULL, &dataset);
}

/* The stated standard errors: of 200 noisy datasets the truth is within two of them in about 95 of a hundred. The noise
 * of the levers biases the slope a little, so the noise here is in ω alone. */
static void test_standard_errors(void **state) {
    (void)state;
    int covered[3] = {0}, sets = 200;
    for (int set = 0; set < sets; set++) {
        routh_dataset dataset = generated(ROUTH_AS_RECORDED, 0, (uint64_t)set + 1);
        routh_random random = routh_random_seed((uint64_t)set, 5);
        double truth = dataset.body.mass / dataset.body.inertia;
        for (size_t i = 0; i < dataset.count; i++)
            dataset.record[i].after.omega +=
                fabs(dataset.record[i].before.vy) * 3 * routh_random_normal(&random); /* uneven */
        routh_frame_evidence check;
        assert_int_equal(routh_frame_evidence_of(NULL, &dataset, &check), ROUTH_OK);
        const routh_frame_hypothesis *found = &check.hypothesis[ROUTH_AS_RECORDED];
        covered[0] += fabs(check.kn - truth) < 2 * check.kn_error;
        covered[1] += fabs(check.kt - truth) < 2 * check.kt_error;
        covered[2] += fabs(found->slope - truth) < 2 * found->slope_error;
        routh_dataset_release(NULL, &dataset);
    }
    for (int i = 0; i < 3; i++)
        assert_in_range(covered[i], sets * 90 / 100, sets * 99 / 100);
}

static void test_noise_decides_nothing(void **state) {
    (void)state;
    routh_dataset dataset = generated(ROUTH_AS_RECORDED, 0, 1);
    routh_random random = routh_random_seed(4, 0);
    for (size_t i = 0; i < dataset.count; i++)
        dataset.record[i].after.omega = dataset.record[i].before.omega + 30 * routh_random_normal(&random);
    routh_frame_evidence check;
    assert_int_equal(routh_frame_evidence_of(NULL, &dataset, &check), ROUTH_OK);
    assert_false(check.decided);
    assert_int_equal(check.best, ROUTH_AS_RECORDED);
    assert_non_null(strstr(check.why, "not determined"));
    assert_false(check.gyration_disagrees);
    routh_dataset_release(NULL, &dataset);
}

static void test_inertia_that_disagrees(void **state) {
    (void)state;
    routh_dataset dataset = generated(ROUTH_MIRROR_T, 0.01, 1);
    routh_frame_evidence check;
    dataset.body.inertia *= 1.1 * 1.1 * 1.05; /* 12.7 % in the radius of gyration */
    assert_int_equal(routh_frame_evidence_of(NULL, &dataset, &check), ROUTH_OK);
    assert_true(check.decided && check.best == ROUTH_MIRROR_T && check.gyration_disagrees);
    dataset.body.inertia /= 1.1 * 1.05;
    assert_int_equal(routh_frame_evidence_of(NULL, &dataset, &check), ROUTH_OK);
    assert_false(check.gyration_disagrees);
    routh_dataset_release(NULL, &dataset);
}

/* A disc has no lever in the normal row: only the tangential one can be wrong, and it can be told. */
static void test_disc(void **state) {
    (void)state;
    for (int mirrored = 0; mirrored <= 1; mirrored++) {
        routh_dataset dataset = generated(ROUTH_AS_RECORDED, 0, 1);
        dataset.body = (routh_body){routh_shape_disc(0.03), 0.1, 0.1 * 0.03 * 0.03 / 2};
        routh_random random = routh_random_seed(8, 0);
        for (size_t i = 0; i < dataset.count; i++) {
            double change = routh_random_normal(&random);
            routh_record *record = &dataset.record[i];
            record->rx = 0;
            record->ry = mirrored ? 0.03 : -0.03;
            record->after.vx = record->before.vx + change;
            record->after.omega = record->before.omega + 0.03 * change * 2 / (0.03 * 0.03);
        }
        routh_frame_evidence check;
        assert_int_equal(routh_frame_evidence_of(NULL, &dataset, &check), ROUTH_OK);
        assert_true(check.decided);
        assert_int_equal(check.best, mirrored ? ROUTH_MIRROR_T : ROUTH_AS_RECORDED);
        assert_true(isnan(check.kn));
        routh_dataset_release(NULL, &dataset);
    }
}

static void test_few_impacts(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_dataset dataset = generated(ROUTH_MIRROR_T, 0, 1);
    for (size_t i = 2; i < dataset.count; i++)
        dataset.record[i].reasons = ROUTH_ENERGY;
    routh_frame_evidence check;
    assert_int_equal(routh_frame_evidence_of(&context, &dataset, &check), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "2 usable impacts"));
    routh_frame frame = ROUTH_MIRROR_N;
    char why[ROUTH_NAME_SIZE];
    assert_int_equal(routh_frame_of(&context, &dataset, "auto", &frame, why), ROUTH_OK);
    assert_int_equal(frame, ROUTH_AS_RECORDED);
    assert_non_null(strstr(why, "too few"));
    dataset.record[2].reasons = 0; /* three are enough */
    assert_int_equal(routh_frame_evidence_of(&context, &dataset, &check), ROUTH_OK);
    assert_int_equal(check.best, ROUTH_MIRROR_T);
    dataset.record[1].after.vy = NAN;
    assert_int_equal(routh_frame_evidence_of(&context, &dataset, &check), ROUTH_NOT_FINITE);
    routh_dataset_release(NULL, &dataset);
}

static void expect_frame(const routh_dataset *dataset, const char *wanted, routh_frame expected, const char *words) {
    routh_frame frame;
    char why[ROUTH_NAME_SIZE];
    assert_int_equal(routh_frame_of(NULL, dataset, wanted, &frame, why), ROUTH_OK);
    assert_int_equal(frame, expected);
    if (!strstr(why, words))
        print_error("\"%s\" is not in: %s\n", words, why);
    assert_non_null(strstr(why, words));
}

static void test_deciding(void **state) {
    (void)state;
    routh_dataset dataset = generated(ROUTH_MIRROR_T, 0.01, 1);
    expect_frame(&dataset, NULL, ROUTH_MIRROR_T, "tangential row has the wrong sign");
    expect_frame(&dataset, "auto", ROUTH_MIRROR_T, "300 impacts");
    expect_frame(&dataset, "mirror-t", ROUTH_MIRROR_T, "the impacts agree");
    expect_frame(&dataset, "as-recorded", ROUTH_AS_RECORDED, "although the impacts indicate mirror-t");
    dataset.frame_decided = 1;
    dataset.frame = ROUTH_MIRROR_N;
    strcpy(dataset.frame_why, "decided last week");
    expect_frame(&dataset, "auto", ROUTH_MIRROR_N, "decided last week");
    expect_frame(&dataset, "mirror-both", ROUTH_MIRROR_BOTH, "as requested");

    routh_context context = routh_context_default();
    routh_frame frame;
    char why[ROUTH_NAME_SIZE];
    assert_int_equal(routh_frame_of(&context, &dataset, "miror-t", &frame, why), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "did you mean \"mirror-t\"?"));
    routh_dataset_release(NULL, &dataset);
}

SUBJECT(check_frame) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_frame_is_recognised),
        cmocka_unit_test(test_poor_impacts_have_no_frame),
        cmocka_unit_test(test_gap_matters),
        cmocka_unit_test(test_standard_errors),
        cmocka_unit_test(test_noise_decides_nothing),
        cmocka_unit_test(test_inertia_that_disagrees),
        cmocka_unit_test(test_disc),
        cmocka_unit_test(test_few_impacts),
        cmocka_unit_test(test_deciding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
