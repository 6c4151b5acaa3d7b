/* Angles that a recorder wraps: the same drops, wrapped or not, are the same impacts; what turns too fast is said.
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

#include "../subject.h"
#include "base/numbers.h"

enum { DROPS = 12 };

typedef struct notes {
    int wraps, fast;
} notes;

static void keep(routh_log_level level, const char *line, void *user) {
    notes *kept = user;
    kept->wraps += level == ROUTH_LOG_INFO && strstr(line, "the angle wraps") != NULL;
    kept->fast += level == ROUTH_LOG_WARNING && strstr(line, "too fast for the rate") != NULL;
}

/* Into `low` … `low` + 2π; as it is where `low` is NaN. */
static double wrapped(double angle, double low) {
    return isnan(low) ? angle : angle - 2 * ROUTH_PI * floor((angle - low) / (2 * ROUTH_PI));
}

/* Frames that a recording lacks. */
typedef struct gap {
    size_t begin, end;
} gap;

/* The motion as comma-separated values, read back. The start is within a turn in each of the ways. */
static routh_dataset read_back_without(const routh_dataset *drops, size_t i, gap lost, double low, notes *kept) {
    const routh_trajectory *one = &drops->trajectory[i];
    const size_t room = 256 * (one->count + 1);
    char *text = malloc(room);
    assert_non_null(text);
    size_t used = (size_t)snprintf(text, room, "time,x,y,theta\n");
    for (size_t k = 0; k < one->count; k++)
        if (k < lost.begin || k >= lost.end)
            used += (size_t)snprintf(text + used, room - used, "%.17g,%.17g,%.17g,%.17g\n", one->time[k], one->x[k],
                                     one->y[k], wrapped(one->theta[k], low));
    routh_context context = routh_context_default();
    context.log = keep;
    context.user = kept;
    routh_import_options options = routh_import_options_default();
    options.body = &drops->body;
    routh_dataset read;
    const routh_status status = routh_dataset_read(&context, routh_io_memory(text, used, "drop.csv"), &options, &read);
    if (status != ROUTH_OK)
        print_error("%s\n", context.message);
    assert_int_equal(status, ROUTH_OK);
    free(text);
    return read;
}

static routh_dataset read_back(const routh_dataset *drops, size_t i, double low, notes *kept) {
    return read_back_without(drops, i, (gap){0, 0}, low, kept);
}

static routh_dataset make_drops(double spin) {
    routh_world_generator generator = routh_world_generator_default();
    routh_dataset drops;
    generator.count = DROPS;
    generator.run.duration = 0.8;
    generator.low.velocity.omega = spin - 5;
    generator.high.velocity.omega = spin + 5;
    assert_int_equal(routh_world_generate(NULL, &generator, &drops), ROUTH_OK);
    return drops;
}

static void segment(routh_dataset *dataset) {
    routh_segment_options options = routh_segment_options_default();
    options.calibrate = false;
    assert_int_equal(routh_dataset_segment(NULL, &options, dataset), ROUTH_OK);
}

/* Angles of the contacts may differ by whole turns, by which the drop began. */
static void expect_same(const routh_record *one, const routh_record *other) {
    const double a[] = {one->before.vx, one->before.vy,   one->before.omega, one->after.vx,
                        one->after.vy,  one->after.omega, one->rx,           one->ry};
    const double b[] = {other->before.vx, other->before.vy,   other->before.omega, other->after.vx,
                        other->after.vy,  other->after.omega, other->rx,           other->ry};
    for (size_t i = 0; i < sizeof a / sizeof a[0]; i++)
        assert_true(fabs(a[i] - b[i]) <= 1e-12 * (1 + fabs(a[i])) || (isnan(a[i]) && isnan(b[i])));
    assert_true(fabs(remainder(one->theta - other->theta, 2 * ROUTH_PI)) <= 1e-12);
    assert_int_equal(one->reasons, other->reasons);
}

static void wrapped_drops_are_the_same(void **state) {
    (void)state;
    const double ways[] = {-ROUTH_PI, 0};
    routh_dataset drops = make_drops(20);
    size_t compared = 0, wraps = 0;
    for (size_t i = 0; i < DROPS; i++)
        for (size_t way = 0; way < 2; way++) {
            notes plain_notes = {0}, kept = {0};
            routh_dataset plain = read_back(&drops, i, NAN, &plain_notes),
                          other = read_back(&drops, i, ways[way], &kept);
            assert_int_equal(plain_notes.wraps + plain_notes.fast + kept.fast, 0);
            wraps += (size_t)kept.wraps;
            segment(&plain);
            segment(&other);
            assert_int_equal(plain.count, other.count);
            for (size_t k = 0; k < plain.count; k++, compared++)
                expect_same(&plain.record[k], &other.record[k]);
            routh_dataset_release(NULL, &plain);
            routh_dataset_release(NULL, &other);
        }
    assert_true(wraps >= DROPS && compared >= DROPS);
    routh_dataset_release(NULL, &drops);
}

/* 250 frames a second, and a turn in less than two of them: nobody can tell which way round. */
static void too_fast_is_said(void **state) {
    (void)state;
    routh_dataset drops = make_drops(700);
    for (size_t i = 0; i < DROPS; i++) {
        notes kept = {0};
        routh_dataset read = read_back(&drops, i, -ROUTH_PI, &kept);
        assert_int_equal(kept.fast, 1);
        assert_int_equal(kept.wraps, 0);
        for (size_t k = 0; k < read.trajectory[0].count; k++)
            assert_true(read.trajectory[0].theta[k] == wrapped(drops.trajectory[i].theta[k], -ROUTH_PI));
        routh_dataset_release(NULL, &read);
    }
    routh_dataset_release(NULL, &drops);
}

/* At 15 rad/s and more, 60 frames of 4 ms are more than half a turn, and three are not. */
static void missing_frames_are_no_guess(void **state) {
    (void)state;
    const gap gaps[] = {{60, 63}, {60, 120}};
    routh_dataset drops = make_drops(20);
    int unwrapped[2] = {0}, left[2] = {0};
    for (size_t i = 0; i < DROPS; i++)
        for (size_t g = 0; g < 2; g++) {
            notes kept = {0};
            routh_dataset read = read_back_without(&drops, i, gaps[g], -ROUTH_PI, &kept);
            unwrapped[g] += kept.wraps;
            left[g] += kept.fast;
            const routh_trajectory *one = &read.trajectory[0], *made = &drops.trajectory[i];
            for (size_t k = 0; k < one->count; k++) {
                const size_t frame = k < gaps[g].begin ? k : k + gaps[g].end - gaps[g].begin;
                const double begun = made->theta[0] - wrapped(made->theta[0], -ROUTH_PI);
                const double expected =
                    kept.wraps ? made->theta[frame] - begun : wrapped(made->theta[frame], -ROUTH_PI);
                assert_true(fabs(one->theta[k] - expected) <= 1e-12 * (1 + fabs(expected)));
            }
            routh_dataset_release(NULL, &read);
        }
    assert_true(unwrapped[0] >= DROPS / 2 && left[0] == 0);
    assert_true(unwrapped[1] == 0 && left[1] >= DROPS / 2);
    routh_dataset_release(NULL, &drops);
}

SUBJECT(unwrap) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrapped_drops_are_the_same),
        cmocka_unit_test(too_fast_is_said),
        cmocka_unit_test(missing_frames_are_no_guess),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
