/* Lower rates: straight motion stays as it is, fast waves vanish, slow ones stay; and the offset of the reference.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <routh/insertion.h>
#include <routh/segment.h>

#include "../subject.h"
#include "close.h"
#include "data/insertion_recording.h"
#include "geometry/geometry.h"

enum { SAMPLES = 2000, FACTOR = 20 };

static const double turn = 6.283185307179586;
static routh_insertion_instant sample[SAMPLES];

static routh_pose3 turned(double time) {
    const double axis[3] = {0.2, 0.5, -0.3}, origin[3] = {0, 0, 0};
    return routh_pose3_turn(axis, origin, 0.02 * time);
}

static routh_insertion recording(void) {
    for (int i = 0; i < SAMPLES; i++) {
        const double t = i / 1000.0;
        sample[i] = (routh_insertion_instant){.time = t, .hand = turned(t), .twist = {2e-3}};
        sample[i].hand.position[0] = 0.3 + 2e-3 * t;
        sample[i].wrench[0] = sin(turn * 3 * t);  /* Hz, well below 25 */
        sample[i].wrench[1] = sin(turn * 60 * t); /* would be folded to 10 */
    }
    return (routh_insertion){.rate = 1000,
                             .count = SAMPLES,
                             .sample = sample,
                             .receptacle = routh_pose3_default(),
                             .plate = routh_pose3_default(),
                             .reference = routh_pose3_default()};
}

static void test_filter(void **state) {
    (void)state;
    const routh_insertion insertion = recording();
    routh_insertion reduced;
    assert_int_equal(routh_insertion_downsample(NULL, &insertion, FACTOR, &reduced), ROUTH_OK);
    assert_close(reduced.rate, 50, 1e-12);
    assert_true(reduced.count > 85);
    for (size_t k = 0; k < reduced.count; k++) {
        const routh_insertion_instant *s = &reduced.sample[k];
        const routh_pose3 straight = turned(s->time);
        assert_close(s->hand.position[0], 0.3 + 2e-3 * s->time, 1e-14);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                assert_close(s->hand.rotation[i][j], straight.rotation[i][j], 1e-12);
        assert_close(s->twist[0], 2e-3, 1e-16);
        assert_close(s->wrench[0], sin(turn * 3 * s->time), 0.01);
        assert_close(s->wrench[1], 0, 0.01);
    }
    routh_insertion_release(NULL, &reduced);
}

static void test_refused(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_insertion insertion = recording(), reduced;
    assert_int_equal(routh_insertion_downsample(&context, &insertion, 0, &reduced), ROUTH_BAD_ARGUMENT);
    insertion.count = 100;
    assert_int_equal(routh_insertion_downsample(&context, &insertion, FACTOR, &reduced), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "161 needed"));
}

/* At rest for half a second, then a spring of 6e5 N/m lets go: 30 N are 5e-5 m, and 50 N would be 8.33e-5 m. Friction
 * that turns round first, and one of two springs that comes free at 40 % of the force, change nothing. */
static routh_insertion retraction(void) {
    routh_insertion insertion = recording();
    for (int i = 0; i < SAMPLES; i++) {
        const double way = 5e-5 - 4e-5 * fmax(0, sample[i].time - 0.5);
        const double both = 6e5 * way, turned = fmin(30, both + 6), one = 12 + 3e5 * (way - 2e-5);
        sample[i].hand.position[0] = 0.3 + way;
        sample[i].wrench[0] = -(way > 4e-5 ? turned - 6 * (5e-5 - way) / 1e-5 : fmax(0, way > 2e-5 ? both : one));
    }
    return insertion;
}

static const double along[3] = {1, 0, 0};

static void test_offset(void **state) {
    (void)state;
    routh_insertion insertion = retraction();
    routh_insertion_offset_estimate found;
    assert_int_equal(routh_insertion_offset(NULL, &insertion, along, 30, 50, &found), ROUTH_OK);
    assert_close(found.offset, 50 / 6e5, 3e-7);
    assert_close(found.pressed, 30 / 6e5, 2e-7);
    routh_context context = routh_context_default();
    insertion.count = 700;
    assert_int_equal(routh_insertion_offset(&context, &insertion, along, 30, 50, &found), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "does not fall"));
    insertion.count = SAMPLES;
    assert_int_equal(routh_insertion_offset(&context, &insertion, along, 40, 50, &found), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "no reference insertion to 40 N in it: the force along the axis is 30 N"));
    assert_int_equal(routh_insertion_offset(&context, &insertion, along, 20, 50, &found), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, " N, not under 20 N"));
    assert_int_equal(routh_insertion_offset(&context, &insertion, along, 30, 1e9, &found), ROUTH_BAD_ARGUMENT);
    assert_string_equal(context.field, "to");
    assert_int_equal(routh_insertion_offset(&context, &insertion, along, 30, 301, &found), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "at most 10 times"));
}

/* The press before it may be in the recording: 0.2 s in which the force rises. */
static void test_offset_with_the_press(void **state) {
    (void)state;
    routh_insertion insertion = retraction();
    routh_insertion_offset_estimate found, plain;
    assert_int_equal(routh_insertion_offset(NULL, &insertion, along, 30, 50, &plain), ROUTH_OK);
    for (int i = 0; i < 200; i++) {
        sample[i].hand.position[0] = 0.3 + 5e-5 * i / 200;
        sample[i].wrench[0] = -30.0 * i / 200;
    }
    assert_int_equal(routh_insertion_offset(NULL, &insertion, along, 30, 50, &found), ROUTH_OK);
    assert_close(found.offset, 50 / 6e5, 5e-7);
    assert_true(found.rest + 180 < plain.rest && found.rest + 220 > plain.rest);
}

/* With noise of the sensors the offset scatters as its error says. */
static void test_error_of_the_offset(void **state) {
    (void)state;
    enum { DRAWS = 300 };
    routh_random random = routh_random_seed(5, 5);
    double sum = 0, squares = 0, errors = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
        routh_insertion insertion = retraction();
        for (int i = 0; i < SAMPLES; i++) {
            sample[i].hand.position[0] += 2e-6 * routh_random_normal(&random);
            sample[i].wrench[0] += 0.5 * routh_random_normal(&random);
        }
        routh_insertion_offset_estimate found;
        assert_int_equal(routh_insertion_offset(NULL, &insertion, along, 30, 50, &found), ROUTH_OK);
        sum += found.offset / DRAWS;
        squares += found.offset * found.offset / DRAWS;
        errors += found.error / DRAWS;
    }
    const double scatter = sqrt(squares - sum * sum);
    print_message("offset %.4g m, scatter %.2g, error %.2g\n", sum, scatter, errors);
    assert_true(fabs(log(errors / scatter)) < log(1.25));
    assert_close(sum, 50 / 6e5, 1e-6);
}

/* Velocities with noise beside poses with and without: only clearly worse ones are replaced. */
static void test_noisy_velocities(void **state) {
    (void)state;
    static const struct {
        double speed, place; /* noise, m/s and m */
        bool derived;
    } cases[] = {{2e-5, 0, false}, {2e-4, 1e-6, true}, {2e-4, 1e-4, false}, {2e-5, 1e-7, false}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        routh_random random = routh_random_seed(8, c);
        routh_insertion insertion = retraction(), reduced;
        for (int i = 0; i < SAMPLES; i++) {
            sample[i].hand.position[1] = 1e-3 * sin(sample[i].time) + cases[c].place * routh_random_normal(&random);
            for (int k = 0; k < 6; k++)
                sample[i].twist[k] = 0;
            sample[i].twist[1] = 1e-3 * cos(sample[i].time);
            for (int k = 0; k < 3; k++)
                sample[i].twist[k] += cases[c].speed * routh_random_normal(&random);
        }
        assert_int_equal(routh_insertion_reduce(NULL, &insertion, 0, &reduced), ROUTH_OK);
        assert_int_equal(reduced.twist_window > 0, cases[c].derived);
        double square = 0;
        for (size_t k = 0; k < reduced.count; k++)
            square += pow(reduced.sample[k].twist[1] - 1e-3 * cos(reduced.sample[k].time), 2);
        assert_true(!cases[c].derived || sqrt(square / (double)reduced.count) < 0.5 * cases[c].speed);
        routh_insertion_release(NULL, &reduced);
    }
}

SUBJECT(downsample) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_filter),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_offset),
        cmocka_unit_test(test_offset_with_the_press),
        cmocka_unit_test(test_error_of_the_offset),
        cmocka_unit_test(test_noisy_velocities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
