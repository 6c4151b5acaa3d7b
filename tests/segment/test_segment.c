/* Segmentation against the truth: simulated drops of a square whose every contact is known.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/segment.h>

#include "../data/simulated_drops.h"
#include "../subject.h"
#include "segment/segment.h"

enum { DROPS = 60, FRAMES = 90, CONTACTS = 12 };

typedef struct scene {
    course path[DROPS];
    routh_dataset dataset;
} scene;

static scene *record_scene(const camera *eye) {
    scene *all = calloc(1, sizeof *all);
    assert_non_null(all);
    routh_random random = routh_random_seed(7, 0);
    all->dataset = empty_dataset();
    for (int i = 0; i < DROPS; i++) {
        all->path[i] = drop(&all->dataset.body, random_start(&random), CONTACTS);
        record_course(&all->dataset, &all->path[i], FRAMES, eye);
    }
    return all;
}

static void release_scene(scene *all) {
    routh_dataset_release(NULL, &all->dataset);
    free(all);
}

/* The contact of the truth nearest in time; its flight before is the one with the lesser index. */
static size_t true_contact(const course *path, double time) {
    size_t nearest = 1;
    for (size_t i = 2; i < path->count; i++)
        if (fabs(path->flight[i].time - time) < fabs(path->flight[nearest].time - time))
            nearest = i;
    return nearest;
}

/* Largest errors of one record, or of all used ones. */
typedef struct errors {
    double time, lever, velocity, spin;
} errors;

static errors errors_of(const scene *all, const routh_record *record) {
    const course *path = &all->path[record->trajectory];
    size_t contact = true_contact(path, record->time);
    motion before = motion_after(&path->flight[contact - 1], path->flight[contact].time);
    const motion *after = &path->flight[contact];
    routh_impact truth = impact_of(&all->dataset.body, &before);
    double early = hypot(record->before.vx - before.v.vx, record->before.vy - before.v.vy);
    double late = hypot(record->after.vx - after->v.vx, record->after.vy - after->v.vy);
    return (errors){.time = fabs(record->time - after->time),
                    .lever = hypot(record->rx - truth.rx, record->ry - truth.ry),
                    .velocity = fmax(early, late),
                    .spin =
                        fmax(fabs(record->before.omega - before.v.omega), fabs(record->after.omega - after->v.omega))};
}

static int within(const errors *found, const errors *limit) {
    return found->time <= limit->time && found->lever <= limit->lever && found->velocity <= limit->velocity &&
           found->spin <= limit->spin;
}

/* How many used records are within the limit. */
static size_t count_within(const scene *all, errors limit) {
    size_t count = 0;
    for (size_t i = 0; i < all->dataset.count; i++)
        if (all->dataset.record[i].reasons == 0) {
            errors found = errors_of(all, &all->dataset.record[i]);
            count += (size_t)within(&found, &limit);
        }
    return count;
}

static void segment(scene *all, const routh_segment_options *options) {
    routh_context context = routh_context_default();
    if (routh_dataset_segment(&context, options, &all->dataset) != ROUTH_OK)
        fail_msg("%s", context.message);
}

/* Without noise the parabolas are the flights, so everything is recovered to rounding. */
static void test_exact_without_noise(void **state) {
    (void)state;
    scene *all = record_scene(&(camera){0});
    segment(all, NULL);
    size_t used = routh_dataset_used(&all->dataset, NULL);
    assert_true(used >= DROPS);
    assert_int_equal(count_within(all, (errors){1e-9, 1e-9, 1e-9, 1e-7}), used);
    assert_true(all->dataset.gap == 0);
    routh_frame_evidence check;
    assert_int_equal(routh_frame_evidence_of(NULL, &all->dataset, &check), ROUTH_OK);
    assert_int_equal(check.best, ROUTH_AS_RECORDED);
    assert_true(fabs(check.kn * SIDE * SIDE / 6 - 1) < 1e-6 && fabs(check.kt * SIDE * SIDE / 6 - 1) < 1e-6);
    release_scene(all);
}

/* 50 µm and 0.5 mrad, as a motion-capture system has. A velocity from the least, five frames, has σ / (h √10), 4 mm/s
 * and 0.04 rad/s: four of those, and the time and angle that such an error shifts the contact by. A contact too weak to
 * show in the noise may hide in a window now and then, and then the error is larger, but not by much. */
static void test_within_errors_with_noise(void **state) {
    (void)state;
    routh_random random = routh_random_seed(3, 1);
    scene *all = record_scene(&(camera){.position_noise = 5e-5, .angle_noise = 5e-4, .random = &random});
    segment(all, NULL);
    size_t used = routh_dataset_used(&all->dataset, NULL);
    assert_true(used >= DROPS);
    assert_true(count_within(all, (errors){5e-4, 3e-4, 0.016, 0.16}) >= used * 95 / 100);
    assert_int_equal(count_within(all, (errors){2e-3, 1e-3, 0.05, 1}), used);
    routh_frame_evidence check;
    assert_int_equal(routh_frame_evidence_of(NULL, &all->dataset, &check), ROUTH_OK);
    assert_true(check.decided && check.best == ROUTH_AS_RECORDED);
    assert_true(fabs(check.hypothesis[ROUTH_AS_RECORDED].slope * SIDE * SIDE / 6 - 1) < 0.02);
    release_scene(all);
}

/* An offset camera is found out by the bodies at rest, and the impacts are the same as with a true one. */
static void test_rest_pose_is_calibrated(void **state) {
    (void)state;
    scene *straight = record_scene(&(camera){.rest = 40});
    scene *offset = record_scene(&(camera){.rest = 40, .height_offset = 0.0015, .angle_offset = -0.033});
    segment(straight, NULL);
    segment(offset, NULL);
    assert_true(fabs(straight->dataset.height_offset) < 1e-12 && fabs(straight->dataset.angle_offset) < 1e-12);
    assert_true(fabs(offset->dataset.height_offset - 0.0015) < 1e-12);
    assert_true(fabs(offset->dataset.angle_offset + 0.033) < 1e-12);
    assert_int_equal(offset->dataset.count, straight->dataset.count);
    for (size_t i = 0; i < offset->dataset.count; i++) {
        assert_int_equal(offset->dataset.record[i].reasons, straight->dataset.record[i].reasons);
        assert_true(fabs(offset->dataset.record[i].rx - straight->dataset.record[i].rx) < 1e-9);
        assert_true(fabs(offset->dataset.record[i].y - straight->dataset.record[i].y) < 1e-9);
    }
    /* once more: nothing is left to correct, and the total is remembered */
    segment(offset, NULL);
    assert_true(fabs(offset->dataset.height_offset - 0.0015) < 1e-9);
    release_scene(straight);
    release_scene(offset);
}

/* Offsets given by hand are about the recording as it was, however often it has been segmented. */
static void test_given_offsets(void **state) {
    (void)state;
    scene *all = record_scene(&(camera){.rest = 40, .height_offset = 0.0015, .angle_offset = -0.033});
    double raw = all->dataset.trajectory[0].theta[0];
    segment(all, NULL);
    routh_segment_options options = routh_segment_options_default();
    options.calibrate = 0;
    segment(all, &options);
    assert_true(fabs(all->dataset.trajectory[0].theta[0] - raw) < 1e-12);
    assert_true(fabs(all->dataset.height_offset) < 1e-12 && fabs(all->dataset.angle_offset) < 1e-12);
    routh_rest_pose rest;
    assert_int_equal(routh_rest_pose_of(NULL, &all->dataset, &rest), ROUTH_OK);
    assert_int_equal(rest.count, DROPS);
    assert_true(fabs(rest.height_offset - 0.0015) < 1e-12 && fabs(rest.angle_offset + 0.033) < 1e-12);
    release_scene(all);
}

/* Sensitivity leaves the dataset alone, knows the slope, and sees what an uncalibrated angle does to it. */
static void test_sensitivity(void **state) {
    (void)state;
    scene *all = record_scene(&(camera){.rest = 40, .height_offset = 0.0015, .angle_offset = -0.05});
    segment(all, NULL);
    double theta = all->dataset.trajectory[0].theta[0];
    size_t count = all->dataset.count;
    routh_sensitivity sensitivity;
    assert_int_equal(routh_sensitivity_of(NULL, &all->dataset, NULL, &sensitivity), ROUTH_OK);
    assert_int_equal(all->dataset.count, count);
    assert_memory_equal(&all->dataset.trajectory[0].theta[0], &theta, sizeof theta);
    double truth = 6 / (SIDE * SIDE);
    assert_true(fabs(sensitivity.slope / truth - 1) < 1e-6 && sensitivity.correlation > 0.999999);
    assert_true(sensitivity.correlation_uncalibrated < 0.9999);
    assert_true(fabs(sensitivity.slope_uncalibrated / truth - 1) > 1e-3);
    for (int i = 0; i < 2; i++) {
        /* the lever comes from the shape, so height matters not at all */
        assert_true(fabs(sensitivity.slope_height[i] / truth - 1) < 1e-6);
        assert_true(fabs(sensitivity.slope_angle[i] / truth - 1) > 1e-4);
    }
    release_scene(all);
}

/* The same recording gives the same bits. */
static void test_deterministic(void **state) {
    (void)state;
    routh_random one = routh_random_seed(3, 1), other = routh_random_seed(3, 1);
    scene *first = record_scene(&(camera){.position_noise = 5e-5, .angle_noise = 5e-4, .random = &one});
    scene *second = record_scene(&(camera){.position_noise = 5e-5, .angle_noise = 5e-4, .random = &other});
    segment(first, NULL);
    segment(second, NULL);
    assert_int_equal(first->dataset.count, second->dataset.count);
    for (size_t i = 0; i < first->dataset.count; i++) {
        const routh_record *a = &first->dataset.record[i], *b = &second->dataset.record[i];
        assert_int_equal(a->reasons, b->reasons);
        assert_memory_equal(&a->time, &b->time, sizeof a->time);
        assert_memory_equal(&a->before, &b->before, sizeof a->before);
        assert_memory_equal(&a->after, &b->after, sizeof a->after);
    }
    release_scene(first);
    release_scene(second);
}

SUBJECT(segment) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_without_noise),
        cmocka_unit_test(test_within_errors_with_noise),
        cmocka_unit_test(test_rest_pose_is_calibrated),
        cmocka_unit_test(test_given_offsets),
        cmocka_unit_test(test_sensitivity),
        cmocka_unit_test(test_deterministic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
