/* Every reason for which segmentation rejects a contact, provoked; and what it must not reject.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../data/simulated_drops.h"
#include <routh/segment.h>

#include "../subject.h"

enum { FRAMES = 40 };

/* The contact of most scenes: at 80.5 ms, between frames 20 and 21, on one corner. */
static const double contact_time = 0.0805;
static const double contact_angle = 0.5;

static const routh_velocity falling = {0.3, -1.2, 2};
static const routh_velocity bounced = {0.2, 0.6, -6};

/* A flight that arrives at the ground with one velocity and leaves with another. */
static course bounce(double angle, routh_velocity before, routh_velocity after) {
    double rx, ry, next;
    const routh_shape shape = routh_shape_square(SIDE);
    routh_shape_lowest(&shape, angle, &rx, &ry, &next);
    motion contact = {.time = contact_time, .y = -ry, .theta = angle, .v = before};
    course path = {.flight = {motion_after(&contact, 0), contact}, .count = 2};
    path.flight[1].v = after;
    return path;
}

/* The velocity after a frictionless bounce with restitution ½, this share of the impulse at the next lowest corner: the same
 * as of one impulse in between. */
static routh_velocity pushed(double angle, double share) {
    const double lowest = SIDE / 2 * (sin(angle) - cos(angle)), next = SIDE / 2 * (sin(angle) + cos(angle));
    const double x = (1 - share) * lowest + share * next, gyration_squared = SIDE * SIDE / 6;
    const double change = -1.5 * (falling.vy + x * falling.omega) / (1 + x * x / gyration_squared);
    return (routh_velocity){falling.vx, falling.vy + change, falling.omega + change * x / gyration_squared};
}

/* Another change of velocity, later on. */
static void kick(course *path, double time, routh_velocity change) {
    motion at = course_at(path, time);
    at.v.vx += change.vx;
    at.v.vy += change.vy;
    at.v.omega += change.omega;
    path->flight[path->count++] = at;
}

static routh_dataset recorded(const course *path) {
    routh_dataset dataset = empty_dataset();
    record_course(&dataset, path, FRAMES, &(camera){0});
    return dataset;
}

static void segment(routh_dataset *dataset) {
    routh_context context = routh_context_default();
    routh_segment_options options = routh_segment_options_default();
    options.calibrate = 0;
    if (routh_dataset_segment(&context, &options, dataset) != ROUTH_OK)
        fail_msg("%s", context.message);
}

/* Segments a single trajectory; the contact nearest to that time must have exactly these reasons. */
static void expect_at(routh_dataset *dataset, double time, unsigned reasons) {
    segment(dataset);
    assert_true(dataset->count > 0);
    const routh_record *nearest = &dataset->record[0];
    for (size_t i = 1; i < dataset->count; i++)
        if (fabs(dataset->record[i].time - time) < fabs(nearest->time - time))
            nearest = &dataset->record[i];
    if (nearest->reasons != reasons)
        print_error("reasons %#x, expected %#x\n", nearest->reasons, reasons);
    assert_int_equal(nearest->reasons, reasons);
    routh_dataset_release(NULL, dataset);
}

static void expect_course(const course *path, unsigned reasons) {
    routh_dataset dataset = recorded(path);
    expect_at(&dataset, contact_time, reasons);
}

static void test_a_plain_bounce_is_accepted(void **state) {
    (void)state;
    course path = bounce(contact_angle, falling, bounced);
    routh_dataset dataset = recorded(&path);
    segment(&dataset);
    assert_int_equal(dataset.count, 1);
    assert_int_equal(dataset.record[0].reasons, 0);
    assert_int_equal(dataset.record[0].trajectory, 0);
    assert_true(fabs(dataset.record[0].time - contact_time) < 1e-9);
    routh_dataset_release(NULL, &dataset);
}

/* Spins after the contact that no point impulse can give, and a friction that no law has: accepted all the same. */
static void test_identity_and_laws_are_no_reasons(void **state) {
    (void)state;
    static const routh_velocity odd[] = {
        {0.2, 0.6, 12}, {0.2, 0.6, -12}, {-0.9, 0.4, 2}, {0.9, 0.2, -3}, {0.3, 1.15, 2}};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        course path = bounce(contact_angle, falling, odd[i]);
        expect_course(&path, 0);
    }
}

static void test_second_bounce(void **state) {
    (void)state;
    course path = bounce(contact_angle, falling, bounced);
    kick(&path, contact_time + 0.018, (routh_velocity){0, 0.5, 3});
    expect_course(&path, ROUTH_SECOND_BOUNCE);
}

static void test_too_close(void **state) {
    (void)state;
    course path = bounce(contact_angle, falling, (routh_velocity){0.2, 0.1, -20});
    kick(&path, contact_time + 0.007, (routh_velocity){0, 0.5, 15});
    expect_course(&path, ROUTH_TOO_CLOSE);
    /* both within one pair of frames: the parabolas do not meet in one point */
    path = bounce(contact_angle, falling, (routh_velocity){0.2, -0.4, -20});
    kick(&path, contact_time + 0.003, (routh_velocity){0.4, 0.9, 45});
    expect_course(&path, ROUTH_TOO_CLOSE);
}

static void test_short_flight(void **state) {
    (void)state;
    course path = bounce(contact_angle, falling, bounced);
    routh_dataset dataset = empty_dataset();
    record_course(&dataset, &path, 24, &(camera){0});
    expect_at(&dataset, contact_time, ROUTH_SHORT_FLIGHT);
}

/* Takes sample i out; the later ones keep their time stamps, or are stamped as if nothing had happened. */
static void lose_frame(routh_trajectory *trajectory, size_t i, int stamps_tell) {
    double *const column[] = {trajectory->time, trajectory->x, trajectory->y, trajectory->theta};
    for (int c = stamps_tell ? 0 : 1; c < 4; c++)
        memmove(column[c] + i, column[c] + i + 1, (trajectory->count - i - 1) * sizeof(double));
    --trajectory->count;
}

static void test_lost_frames(void **state) {
    (void)state;
    course path = bounce(contact_angle, falling, bounced);
    for (size_t frame = 18; frame <= 23; frame++) { /* before, in the midst of, and after the contact */
        routh_dataset dataset = recorded(&path);
        lose_frame(&dataset.trajectory[0], frame, 0);
        expect_at(&dataset, contact_time, ROUTH_LOST_FRAMES);
    }
}

/* Stamps that tell: one or two frames less, and the same contact to the last digit. More in a row: it may have bounced
 * unseen. */
static void test_missing_frames_that_stamps_show(void **state) {
    (void)state;
    const routh_velocity after = pushed(contact_angle, 0);
    course path = bounce(contact_angle, falling, after);
    for (size_t lost = 1; lost <= 3; lost++)
        for (size_t frame = 16; frame <= 23; frame++) {
            routh_dataset dataset = recorded(&path);
            for (size_t i = 0; i < lost; i++)
                lose_frame(&dataset.trajectory[0], frame, 1);
            if (lost > 2) {
                expect_at(&dataset, contact_time, ROUTH_LOST_FRAMES);
                continue;
            }
            segment(&dataset);
            assert_int_equal(dataset.count, 1);
            const routh_record *found = &dataset.record[0];
            assert_int_equal(found->reasons, 0);
            assert_true(fabs(found->time - contact_time) < 1e-9);
            assert_true(fabs(found->before.omega - falling.omega) < 1e-9);
            assert_true(fabs(found->after.vy - after.vy) < 1e-9);
            assert_true(fabs(found->theta - contact_angle) < 1e-9);
            routh_dataset_release(NULL, &dataset);
        }
}

static void test_repeated_frame(void **state) {
    (void)state;
    course path = bounce(contact_angle, falling, bounced);
    routh_dataset dataset = recorded(&path);
    routh_trajectory *seen = &dataset.trajectory[0];
    seen->x[24] = seen->x[25];
    seen->y[24] = seen->y[25];
    seen->theta[24] = seen->theta[25];
    expect_at(&dataset, contact_time, ROUTH_LOST_FRAMES);
}

static void test_not_ballistic(void **state) {
    (void)state;
    course path = bounce(contact_angle, falling, bounced);
    routh_dataset dataset = recorded(&path);
    for (size_t i = 21; i < FRAMES; i++) /* caught: no gravity any more */
        dataset.trajectory[0].y[i] = dataset.trajectory[0].y[20] + 0.002 * (double)(i - 20);
    expect_at(&dataset, contact_time, ROUTH_NOT_BALLISTIC);

    dataset = recorded(&path);
    for (size_t i = 21; i < FRAMES; i++) /* shaken by 4 mm */
        dataset.trajectory[0].x[i] += 0.002 * sin(0.35 * (double)(i - 21));
    expect_at(&dataset, contact_time, ROUTH_NOT_BALLISTIC);
}

static void test_energy(void **state) {
    (void)state;
    course path = bounce(contact_angle, falling, (routh_velocity){0.3, 1.4, 2});
    expect_course(&path, ROUTH_ENERGY);
    /* braked in flight: a tenth of the energy is gone in less than ten frames */
    path = bounce(contact_angle, (routh_velocity){1.2, -0.6, 2}, (routh_velocity){1.0, 0.3, -6});
    routh_dataset dataset = recorded(&path);
    for (size_t i = 0; i <= 20; i++) {
        double t = contact_time - (double)i / RATE;
        dataset.trajectory[0].x[i] -= 1.2 * 2.5 * t * t / 2;
    }
    expect_at(&dataset, contact_time, ROUTH_ENERGY);
}

static void test_two_corners(void **state) {
    (void)state;
    course path = bounce(0.005, falling, bounced);
    expect_course(&path, ROUTH_TWO_CORNERS);
    path = bounce(0.03, falling, pushed(0.03, 0));
    expect_course(&path, 0);
}

/* More and more of the impulse goes through the next corner, from a share that does not matter on. Where that corner is
 * high up, the same is no reason. */
static void test_second_corner(void **state) {
    (void)state;
    static const double share[] = {0, 0.02, 0.1, 0.5, 1};
    for (size_t i = 0; i < sizeof share / sizeof share[0]; i++) {
        course path = bounce(0.03, falling, pushed(0.03, share[i]));
        expect_course(&path, share[i] > 0.05 ? ROUTH_SECOND_CORNER : 0);
        path = bounce(0.7, falling, pushed(0.7, share[i]));
        expect_course(&path, 0);
    }
}

static void test_separates(void **state) {
    (void)state;
    course path = bounce(contact_angle, (routh_velocity){0.6, 0.4, 2}, (routh_velocity){0.2, 0.3, -3});
    expect_course(&path, ROUTH_SEPARATES);
}

static void test_not_the_ground(void **state) {
    (void)state;
    course path = bounce(contact_angle, falling, bounced);
    for (size_t i = 0; i < path.count; i++)
        path.flight[i].y += 0.05;
    expect_course(&path, ROUTH_NOT_GROUND);
}

/* Ten bodies bounce off the ground and a wall at the same time: nothing but the wall explains where they turn back. */
static void test_wall(void **state) {
    (void)state;
    routh_dataset dataset = empty_dataset();
    for (int i = 0; i < 10; i++) {
        course path = bounce(contact_angle + 0.02 * i, (routh_velocity){-0.8, -0.7, 2}, (routh_velocity){0.4, 0.3, -6});
        double rx, ry, next;
        routh_shape_lowest(&dataset.body.shape, path.flight[1].theta + QUARTER_TURN, &rx, &ry, &next);
        for (size_t j = 0; j < path.count; j++)
            path.flight[j].x += -0.5 - ry;
        record_course(&dataset, &path, FRAMES, &(camera){0});
    }
    segment(&dataset);
    assert_int_equal(dataset.count, 10);
    for (size_t i = 0; i < dataset.count; i++)
        assert_int_equal(dataset.record[i].reasons, ROUTH_NOT_GROUND);
    routh_dataset_release(NULL, &dataset);
}

static void test_duplicate(void **state) {
    (void)state;
    course path = bounce(contact_angle, falling, bounced);
    routh_dataset dataset = recorded(&path);
    record_course(&dataset, &path, FRAMES, &(camera){0});
    segment(&dataset);
    assert_int_equal(dataset.count, 2);
    assert_int_equal(dataset.record[0].reasons, 0);
    assert_int_equal(dataset.record[1].reasons, ROUTH_DUPLICATE);
    routh_dataset_release(NULL, &dataset);
}

/* A slip of the tracking in flight is no contact, and a contact far enough from it is not touched. */
static void test_a_jump_is_no_contact(void **state) {
    (void)state;
    course path = bounce(contact_angle, falling, bounced);
    routh_dataset dataset = recorded(&path);
    dataset.trajectory[0].x[32] += 0.01;
    segment(&dataset);
    assert_int_equal(dataset.count, 1);
    assert_int_equal(dataset.record[0].reasons, 0);
    routh_dataset_release(NULL, &dataset);
}

SUBJECT(segment_reasons) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_plain_bounce_is_accepted),
        cmocka_unit_test(test_identity_and_laws_are_no_reasons),
        cmocka_unit_test(test_second_bounce),
        cmocka_unit_test(test_too_close),
        cmocka_unit_test(test_short_flight),
        cmocka_unit_test(test_lost_frames),
        cmocka_unit_test(test_missing_frames_that_stamps_show),
        cmocka_unit_test(test_repeated_frame),
        cmocka_unit_test(test_not_ballistic),
        cmocka_unit_test(test_energy),
        cmocka_unit_test(test_two_corners),
        cmocka_unit_test(test_second_corner),
        cmocka_unit_test(test_separates),
        cmocka_unit_test(test_not_the_ground),
        cmocka_unit_test(test_wall),
        cmocka_unit_test(test_duplicate),
        cmocka_unit_test(test_a_jump_is_no_contact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
