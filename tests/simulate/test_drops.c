/* The built-in drops: an ellipse that touches with its lowest point, closing, the same for the same seed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <math.h>
#include <string.h>

#include <cmocka.h>

#include <routh/simulate.h>

#include "../subject.h"

enum { COUNT = 5000 };

static const double half_turn = 3.14159265358979323846;

static void generate(const routh_impact_generator *drops, size_t count, routh_impact *impact) {
    routh_context context = routh_context_default();
    if (routh_impacts_generate(&context, drops, count, impact) != ROUTH_OK)
        fail_msg("%s", context.message);
}

/* Defaults set every field, to the published ellipse. */
static void test_defaults(void **state) {
    (void)state;
    routh_impact_generator drops;
    memset(&drops, 0xA5, sizeof drops);
    drops = routh_impact_generator_default();
    assert_true(drops.semi_a == 0.035 && drops.semi_b == 0.025 && drops.mass == 0.0364);
    assert_true(fabs(drops.inertia - 0.0364 * (0.035 * 0.035 + 0.025 * 0.025) / 5) < 1e-18);
    assert_true(drops.speed_x == 1 && drops.fall_min == 0.7 && drops.fall_max == 2 && drops.spin == 15);
    assert_int_equal(drops.seed, 1);
}

static void test_every_drop_is_an_impact_within_its_ranges(void **state) {
    (void)state;
    static routh_impact impact[COUNT];
    routh_impact_generator drops = routh_impact_generator_default();
    drops.spin = 200; /* fast enough for many draws to separate */
    generate(&drops, COUNT, impact);
    double mean_vx = 0, least_fall = 9, most_fall = 0, most_spin = 0;
    for (size_t i = 0; i < COUNT; i++) {
        routh_contact contact;
        assert_int_equal(routh_contact_of(NULL, &impact[i], &contact), ROUTH_OK);
        assert_true(contact.vn < 0);
        assert_true(impact[i].mass == drops.mass && impact[i].inertia == drops.inertia);
        assert_true(impact[i].ry < 0);
        assert_true(fabs(impact[i].vx) <= drops.speed_x && fabs(impact[i].omega) <= drops.spin);
        assert_true(-impact[i].vy >= drops.fall_min && -impact[i].vy <= drops.fall_max);
        mean_vx += impact[i].vx / COUNT;
        least_fall = fmin(least_fall, -impact[i].vy);
        most_fall = fmax(most_fall, -impact[i].vy);
        most_spin = fmax(most_spin, fabs(impact[i].omega));
    }
    /* and the ranges are filled: the mean of COUNT draws from ±1 deviates by 1/√(3 COUNT) = 0.008 */
    assert_true(fabs(mean_vx) < 0.04);
    assert_true(least_fall < 0.71 && most_fall > 1.99 && most_spin > 195);
}

/* Height of the boundary point at eccentric angle t of the ellipse turned by `angle`, and how it lies sideways. */
static double boundary_height(const routh_impact_generator *drops, double angle, double t, double *sideways) {
    double x = drops->semi_a * cos(t), y = drops->semi_b * sin(t);
    *sideways = cos(angle) * x - sin(angle) * y;
    return sin(angle) * x + cos(angle) * y;
}

/* The lowest boundary point by brute force: a coarse search over the boundary, then golden section. */
static double lowest_point(const routh_impact_generator *drops, double angle, double *sideways) {
    double best = 0, step = half_turn / 180;
    for (int k = 0; k < 360; k++) {
        double ignored;
        if (boundary_height(drops, angle, k * step, &ignored) < boundary_height(drops, angle, best, &ignored))
            best = k * step;
    }
    double low = best - step, high = best + step, ratio = (sqrt(5) - 1) / 2;
    for (int k = 0; k < 60; k++) {
        double left = high - ratio * (high - low), right = low + ratio * (high - low), ignored;
        if (boundary_height(drops, angle, left, &ignored) < boundary_height(drops, angle, right, &ignored))
            high = right;
        else
            low = left;
    }
    return boundary_height(drops, angle, (low + high) / 2, sideways);
}

/* Two orientations (up to a half turn) have their lowest point at the height ry; brute force over the boundary of
 * that orientation must find the contact point. ry² = a² sin² θ + b² cos² θ gives θ, the sign of rx which of the two.
 */
static void test_the_lowest_point_touches(void **state) {
    (void)state;
    static const double axes[][2] = {{0.035, 0.025}, {0.025, 0.035}, {1, 0.01}, {2, 2.000001}};
    for (size_t k = 0; k < sizeof axes / sizeof axes[0]; k++) {
        static routh_impact impact[300];
        routh_impact_generator drops = routh_impact_generator_default();
        drops.semi_a = axes[k][0];
        drops.semi_b = axes[k][1];
        drops.spin = 0;
        generate(&drops, 300, impact);
        double a = drops.semi_a, b = drops.semi_b, scale = fmax(a, b);
        for (size_t i = 0; i < 300; i++) {
            double sine = sqrt(fmin(1, fmax(0, (impact[i].ry * impact[i].ry - b * b) / (a * a - b * b))));
            double angle = asin(sine), sideways;
            double height = lowest_point(&drops, angle, &sideways);
            assert_true(fabs(height - impact[i].ry) < 1e-9 * scale);
            /* a minimum is flat: half the digits of the height are those of the place, and θ has lost some before */
            assert_true(fabs(fabs(sideways) - fabs(impact[i].rx)) < 1e-6 * scale);
        }
    }
}

/* Turn the contact point into the body's frame: it lies on the ellipse, and the ellipse's normal there is vertical.
 * Both orientations of that height and side are tried; one must fit. */
static void test_the_contact_point_lies_on_the_ellipse(void **state) {
    (void)state;
    static routh_impact impact[COUNT];
    routh_impact_generator drops = routh_impact_generator_default();
    generate(&drops, COUNT, impact);
    double a = drops.semi_a, b = drops.semi_b;
    for (size_t i = 0; i < COUNT; i++) {
        double rx = impact[i].rx, ry = impact[i].ry;
        assert_true(-ry >= b * (1 - 1e-15) && -ry <= a * (1 + 1e-15));
        double angle = asin(sqrt(fmin(1, fmax(0, (ry * ry - b * b) / (a * a - b * b)))));
        if (rx > 0) /* (b² − a²) sin θ cos θ > 0 with a > b */
            angle = -angle;
        double x = cos(angle) * rx + sin(angle) * ry, y = -sin(angle) * rx + cos(angle) * ry;
        assert_true(fabs(x * x / (a * a) + y * y / (b * b) - 1) < 1e-6);
        double normal_x = x / (a * a), normal_y = y / (b * b);
        double across = cos(angle) * normal_x - sin(angle) * normal_y,
               up = sin(angle) * normal_x + cos(angle) * normal_y;
        assert_true(fabs(across) < 1e-6 * fabs(up));
        assert_true(up < 0);
    }
}

/* Without spin nothing is drawn again, so that heights follow from uniform angles: ry² has mean (a² + b²)/2. */
static void test_orientations_are_uniform(void **state) {
    (void)state;
    static routh_impact impact[COUNT];
    routh_impact_generator drops = routh_impact_generator_default();
    drops.spin = 0;
    generate(&drops, COUNT, impact);
    double a = drops.semi_a, b = drops.semi_b, mean = 0, left = 0;
    for (size_t i = 0; i < COUNT; i++) {
        mean += impact[i].ry * impact[i].ry / COUNT;
        left += (impact[i].rx < 0 ? 1.0 : 0.0) / COUNT;
    }
    /* one deviation is (a² − b²)/√(8 COUNT) and 1/√(4 COUNT); five are allowed */
    assert_true(fabs(mean - (a * a + b * b) / 2) < 5 * (a * a - b * b) / sqrt(8.0 * COUNT));
    assert_true(fabs(left - 0.5) < 5 / sqrt(4.0 * COUNT));
}

static void test_a_circle_touches_below_its_centre(void **state) {
    (void)state;
    static routh_impact impact[100];
    routh_impact_generator drops = routh_impact_generator_default();
    drops.semi_b = drops.semi_a;
    generate(&drops, 100, impact);
    for (size_t i = 0; i < 100; i++) {
        assert_true(impact[i].rx == 0);
        assert_true(fabs(impact[i].ry + drops.semi_a) < 1e-15);
    }
}

/* Impact i depends on seed and i only. */
static void test_the_same_seed_gives_the_same_drops(void **state) {
    (void)state;
    static routh_impact first[COUNT], again[COUNT];
    routh_impact_generator drops = routh_impact_generator_default();
    generate(&drops, COUNT, first);
    generate(&drops, COUNT, again);
    assert_memory_equal(first, again, sizeof first);
    memset(again, 0, sizeof again);
    generate(&drops, 100, again);
    assert_memory_equal(first, again, 100 * sizeof first[0]);
    drops.seed = 2;
    generate(&drops, 100, again);
    for (size_t i = 0; i < 100; i++)
        assert_true(first[i].vx != again[i].vx);
    for (size_t i = 1; i < COUNT; i++)
        assert_true(first[i].vx != first[i - 1].vx);
}

static void test_bad_settings(void **state) {
    (void)state;
    static const struct {
        size_t offset;
        double value;
        routh_status status;
        const char *message;
    } bad[] = {
#define FIELD(name) offsetof(routh_impact_generator, name)
        {FIELD(semi_a), 0, ROUTH_BAD_ARGUMENT, "drops: semi_a = 0 m is not positive"},
        {FIELD(semi_b), -1, ROUTH_BAD_ARGUMENT, "drops: semi_b = -1 m is not positive"},
        {FIELD(mass), 0, ROUTH_BAD_MASS, "drops: mass = 0 kg is not positive"},
        {FIELD(inertia), -2, ROUTH_BAD_INERTIA, "drops: inertia = -2 kg m² is not positive"},
        {FIELD(speed_x), -1, ROUTH_BAD_ARGUMENT, "drops: speed_x = -1 m/s is not zero or positive"},
        {FIELD(fall_min), 0, ROUTH_BAD_ARGUMENT, "drops: fall_min = 0 m/s is not positive"},
        {FIELD(fall_max), 0.5, ROUTH_BAD_ARGUMENT, "drops: fall_max = 0.5 m/s is less than fall_min = 0.7 m/s"},
        {FIELD(spin), -1, ROUTH_BAD_ARGUMENT, "drops: spin = -1 rad/s is not zero or positive"},
        {FIELD(spin), (double)INFINITY, ROUTH_NOT_FINITE, "drops: spin = inf rad/s is not finite"},
        {FIELD(mass), (double)NAN, ROUTH_NOT_FINITE, "drops: mass = nan kg is not finite"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        routh_impact_generator drops = routh_impact_generator_default();
        memcpy((char *)&drops + bad[i].offset, &bad[i].value, sizeof(double));
        routh_context context = routh_context_default();
        routh_impact impact;
        assert_int_equal(routh_impacts_generate(&context, &drops, 1, &impact), bad[i].status);
        assert_string_equal(context.message, bad[i].message);
    }
    routh_impact_generator drops = routh_impact_generator_default();
    assert_int_equal(routh_impacts_generate(NULL, &drops, 1, NULL), ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_impacts_generate(NULL, NULL, 0, NULL), ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_impacts_generate(NULL, &drops, 0, NULL), ROUTH_OK);
}

/* Settings that are legal one by one but not to be computed with fail with the drop's number. */
static void test_sizes_beyond_computing(void **state) {
    (void)state;
    routh_impact_generator drops = routh_impact_generator_default();
    drops.semi_a = 1e300;
    routh_context context = routh_context_default();
    routh_impact impact;
    assert_int_not_equal(routh_impacts_generate(&context, &drops, 1, &impact), ROUTH_OK);
    assert_memory_equal(context.message, "drop 1: ", 8);
}

static int stop(const char *what, double fraction, void *user) {
    (void)what;
    (void)fraction;
    (void)user;
    return 1;
}

/* What is not made is empty, whatever was there before. */
static void test_a_recording_that_is_not_made(void **state) {
    (void)state;
    static const routh_dataset empty;
    routh_dataset_generator recording = routh_dataset_generator_default();
    routh_context context = routh_context_default();
    routh_dataset dataset;
    context.progress = stop;
    memset(&dataset, 0xA5, sizeof dataset);
    assert_int_equal(routh_dataset_generate(&context, &recording, 20, &dataset), ROUTH_CANCELLED);
    assert_memory_equal(&dataset, &empty, sizeof dataset);
    memset(&dataset, 0xA5, sizeof dataset);
    recording.spin_noise = -1;
    assert_int_equal(routh_dataset_generate(&context, &recording, 20, &dataset), ROUTH_BAD_ARGUMENT);
    assert_memory_equal(&dataset, &empty, sizeof dataset);
}

SUBJECT(drops) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_a_recording_that_is_not_made),
        cmocka_unit_test(test_every_drop_is_an_impact_within_its_ranges),
        cmocka_unit_test(test_the_lowest_point_touches),
        cmocka_unit_test(test_the_contact_point_lies_on_the_ellipse),
        cmocka_unit_test(test_orientations_are_uniform),
        cmocka_unit_test(test_a_circle_touches_below_its_centre),
        cmocka_unit_test(test_the_same_seed_gives_the_same_drops),
        cmocka_unit_test(test_bad_settings),
        cmocka_unit_test(test_sizes_beyond_computing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
