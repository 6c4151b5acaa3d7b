/* What lies between the two states of a record, and flags of our own, on records made by hand.
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

#include "../cases/recorded.h"
#include "../effort.h"
#include "../subject.h"

enum { COUNT = 400 };

/* Impacts of an ellipse in which any impulse may act, with poses `frames` apart, the contact anywhere between them, and
 * the gravity of `gap` seconds in the velocities between. */
static routh_dataset dataset_of(double frames, double gap, double noise, uint64_t seed) {
    static const double slope = 2000, rate = 200, a = 0.05, b = 0.02;
    routh_random random = routh_random_seed(seed, 3);
    routh_dataset dataset = {.name = "made", .gravity = 9.81, .rate = rate, .count = COUNT};
    dataset.body = (routh_body){routh_shape_ellipse(a, b), 0.1, 0.1 / slope};
    dataset.record = calloc(COUNT, sizeof *dataset.record);
    assert_non_null(dataset.record);
    for (int i = 0; i < COUNT; i++) {
        routh_record *r = &dataset.record[i];
        const double angle = routh_random_uniform(&random, -3, 3), height = hypot(a * sin(angle), b * cos(angle));
        const double rx = (b * b - a * a) * sin(angle) * cos(angle) / height;
        const double vx = routh_random_uniform(&random, -2, 2), vy = routh_random_uniform(&random, -3, -0.3);
        const double omega = routh_random_uniform(&random, -20, 20);
        const double up = -vy * routh_random_uniform(&random, 1.1, 1.9), along = routh_random_uniform(&random, -1, 1);
        const double before = routh_random_uniform(&random, 0, frames / rate), after = frames / rate - before;
        *r = (routh_record){.theta = angle, .rx = rx, .ry = -height, .trajectory = -1, .time = NAN};
        r->before = (routh_velocity){vx, vy, omega};
        r->after = (routh_velocity){vx + along, vy + up, omega + slope * (rx * up + height * along)};
        r->x = 1 + 0.001 * routh_random_normal(&random);
        r->y = height - vy * before;
        r->x_after = r->x + vx * before + r->after.vx * after + 0.0005 * routh_random_normal(&random);
        r->y_after = r->y + vy * before + r->after.vy * after + 0.0005 * routh_random_normal(&random);
        r->theta_after = r->theta + omega * before + r->after.omega * after + 6.283185307179586;
        r->after.vy -= dataset.gravity * gap;
        r->after.vx += noise * routh_random_normal(&random);
        r->after.vy += noise * routh_random_normal(&random);
        r->after.omega += 40 * noise * routh_random_normal(&random);
    }
    return dataset;
}

/* Poses one, two and a half, or no frames apart are found to be so. */
static void test_frames(void **state) {
    (void)state;
    const double frames[] = {1, 2.5, 4};
    for (int i = 0; i < 3; i++) {
        routh_dataset dataset = dataset_of(frames[i], 0, 0.001, 5);
        routh_provenance p;
        assert_int_equal(routh_provenance_of(NULL, &dataset, ROUTH_AS_RECORDED, &p), ROUTH_OK);
        assert_true(fabs(p.frames - frames[i]) < 4 * p.frames_error + 0.02 && p.frames_error < 0.1);
        assert_true(p.drift_agrees);
        for (size_t k = 0; k < dataset.count; k++) { /* the camera's x mirrored */
            dataset.record[k].before.vx *= -1;
            dataset.record[k].after.vx *= -1;
        }
        assert_int_equal(routh_provenance_of(NULL, &dataset, ROUTH_AS_RECORDED, &p), ROUTH_OK);
        assert_false(p.drift_agrees);
        free(dataset.record);
    }
}

/* Noise in the velocities shortens the time that a regression finds, noise in the poses lengthens that of its inverse: the
 * interval holds the truth with either. */
static void test_frames_interval(void **state) {
    (void)state;
    const int seeds = effort(5, 20, 100);
    static const struct {
        double frames, speed, pose;
    } cases[] = {{1, 0.1, 0.0002}, {1, 0.3, 0.0002}, {2, 0.1, 0.003}, {1, 0.01, 0.003}};
    for (int k = 0; k < 4; k++) {
        int covered = 0;
        double low = 0, high = 0;
        for (int seed = 0; seed < seeds; seed++) {
            routh_dataset dataset = dataset_of(cases[k].frames, 0, 0.001, (uint64_t)seed + 40);
            routh_random random = routh_random_seed((uint64_t)seed, 9);
            for (size_t i = 0; i < dataset.count; i++) {
                routh_record *r = &dataset.record[i];
                double *const speed[] = {&r->before.vx, &r->before.vy, &r->after.vx, &r->after.vy};
                for (int c = 0; c < 4; c++)
                    *speed[c] += cases[k].speed * routh_random_normal(&random);
                r->before.omega += 50 * cases[k].speed * routh_random_normal(&random);
                r->after.omega += 50 * cases[k].speed * routh_random_normal(&random);
                r->x_after += cases[k].pose * routh_random_normal(&random);
                r->y_after += cases[k].pose * routh_random_normal(&random);
                r->theta_after += 30 * cases[k].pose * routh_random_normal(&random);
            }
            routh_provenance p;
            assert_int_equal(routh_provenance_of(NULL, &dataset, ROUTH_AS_RECORDED, &p), ROUTH_OK);
            covered += p.frames_low <= cases[k].frames && cases[k].frames <= p.frames_high;
            low += p.frames_low / seeds;
            high += p.frames_high / seeds;
            free(dataset.record);
        }
        print_message("%g frames, noise %g m/s and %g m, of %d: covered %d; mean interval %.3f to %.3f\n",
                      cases[k].frames, cases[k].speed, cases[k].pose, seeds, covered, low, high);
        assert_true(covered >= 0.95 * seeds - 4 * sqrt(0.95 * 0.05 * seeds));
    }
}

/* The interval of the gap holds the truth; it decides with little noise, and says that it does not with much. */
static void test_gap(void **state) {
    (void)state;
    const int seeds = effort(3, 15, 100);
    int covered = 0, decided = 0, too_sure = 0;
    for (int seed = 0; seed < seeds; seed++) {
        routh_provenance p;
        routh_dataset sharp = dataset_of(1, 0.012, 0.002, (uint64_t)seed);
        assert_int_equal(routh_provenance_of(NULL, &sharp, ROUTH_AS_RECORDED, &p), ROUTH_OK);
        covered += p.gap_low <= 0.012 && 0.012 <= p.gap_high;
        decided += p.gravity_determined;
        routh_dataset blurred = dataset_of(1, 0.012, 0.1, (uint64_t)seed);
        assert_int_equal(routh_provenance_of(NULL, &blurred, ROUTH_AS_RECORDED, &p), ROUTH_OK);
        too_sure += p.gravity_determined;
        free(sharp.record);
        free(blurred.record);
    }
    print_message("of %d: gap covered %d, determined %d; with much noise %d\n", seeds, covered, decided, too_sure);
    assert_true(covered >= 0.95 * seeds - 4 * sqrt(0.95 * 0.05 * seeds));
    assert_int_equal(decided, seeds);
    assert_int_equal(too_sure, 0);
}

static void test_not_determined(void **state) {
    (void)state;
    routh_dataset dataset = dataset_of(1, 0, 0.001, 1);
    for (size_t i = 0; i < dataset.count; i++)
        dataset.record[i].x_after = dataset.record[i].y_after = dataset.record[i].theta_after = 0;
    routh_provenance p;
    assert_int_equal(routh_provenance_of(NULL, &dataset, ROUTH_AS_RECORDED, &p), ROUTH_OK);
    assert_true(isnan(p.frames) && p.count == 0);
    dataset.body.shape = (routh_shape){0};
    assert_int_equal(routh_provenance_of(NULL, &dataset, ROUTH_AS_RECORDED, &p), ROUTH_OK);
    assert_true(isnan(p.gap) && !p.gravity_determined);
    assert_int_equal(routh_provenance_of(NULL, &dataset, (routh_frame)7, &p), ROUTH_BAD_ARGUMENT);
    free(dataset.record);
}

/* Recorded flags go, other reasons stay, and ours are set where a body gains energy, pulls or is still approaching. */
static void test_reflag(void **state) {
    (void)state;
    routh_record record[6];
    for (int i = 0; i < 6; i++)
        record[i] = (routh_record){.rx = 0, .ry = -0.03, .before = {0, -1, 0}, .after = {0, 0.5, 0}, .trajectory = -1};
    record[0].reasons = ROUTH_CONE;
    record[1].reasons = ROUTH_ENERGY | ROUTH_SECOND_BOUNCE;
    record[2].after.vy = 1.2;   /* 44 % more energy */
    record[3].after.vy = -0.4;  /* still approaching */
    record[4].after.vy = -1.02; /* pulled, within the energy allowed */
    record[5].trajectory = 0;
    record[5].reasons = ROUTH_ENERGY; /* ours already */
    routh_dataset dataset = {.body = {.mass = 1, .inertia = 1e-3}, .count = 6, .record = record};
    routh_reflag r;
    assert_int_equal(routh_dataset_reflag(NULL, ROUTH_AS_RECORDED, NULL, &dataset, &r), ROUTH_OK);
    const unsigned expected[] = {
        0, ROUTH_SECOND_BOUNCE, ROUTH_ENERGY, ROUTH_COMPRESSION, ROUTH_CONE | ROUTH_COMPRESSION, ROUTH_ENERGY};
    for (int i = 0; i < 6; i++)
        assert_int_equal(record[i].reasons, expected[i]);
    assert_true(r.recorded == 2 && r.only == 1 && r.gained == 1 && r.lost == 3);
    assert_true(r.energy == 1 && r.cone == 1 && r.compression == 2);
    const routh_reflag_options bad = {.energy = -1};
    assert_int_equal(routh_dataset_reflag(NULL, ROUTH_AS_RECORDED, &bad, &dataset, NULL), ROUTH_BAD_ARGUMENT);
}

/* What a calibration sets, and the poses after, come back from a file. */
static void test_file(void **state) {
    (void)state;
    routh_dataset dataset = dataset_of(1, 0, 0.001, 2), again;
    dataset.centre_offset[1] = -0.0012;
    dataset.angle_offset = 0.02;
    routh_buffer buffer = {0};
    assert_int_equal(routh_dataset_write(NULL, &dataset, routh_io_buffer(&buffer, ".h5")), ROUTH_OK);
    assert_int_equal(routh_dataset_read(NULL, routh_io_memory(buffer.byte, buffer.byte_count, "made.h5"), NULL, &again),
                     ROUTH_OK);
    assert_memory_equal(again.centre_offset, dataset.centre_offset, sizeof again.centre_offset);
    for (size_t i = 0; i < dataset.count; i++)
        assert_memory_equal(&again.record[i].x_after, &dataset.record[i].x_after, 3 * sizeof(double));
    routh_buffer_release(NULL, &buffer);
    routh_dataset_release(NULL, &again);
    free(dataset.record);
}

/* 188 drops have only the recorded flags energy, cone and compression; issue 14. */
static void test_ellipse_drops(void **state) {
    (void)state;
    char path[PATH_SIZE];
    recorded_or_skip(ELLIPSE_DROPS, path);
    routh_dataset dataset;
    routh_provenance p;
    routh_reflag r;
    assert_int_equal(routh_dataset_read(NULL, routh_io_path(path), NULL, &dataset), ROUTH_OK);
    assert_int_equal(routh_provenance_of(NULL, &dataset, ROUTH_MIRROR_T, &p), ROUTH_OK);
    assert_true(fabs(p.frames - 1) < 0.3 && p.drift_agrees && !p.gravity_determined);
    print_message("frames %.3f ± %.3f, %.3f to %.3f\n", p.frames, p.frames_error, p.frames_low, p.frames_high);
    assert_true(p.frames_low < 1 && 1 < p.frames_high);
    assert_int_equal(routh_dataset_reflag(NULL, ROUTH_MIRROR_T, NULL, &dataset, &r), ROUTH_OK);
    assert_int_equal(r.only, 188);
    assert_true(r.gained >= 180 && r.lost <= 5);
    routh_dataset_release(NULL, &dataset);
}

SLOW_SUBJECT(provenance) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frames),         cmocka_unit_test(test_frames_interval), cmocka_unit_test(test_gap),
        cmocka_unit_test(test_not_determined), cmocka_unit_test(test_reflag),          cmocka_unit_test(test_file),
        cmocka_unit_test(test_ellipse_drops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
