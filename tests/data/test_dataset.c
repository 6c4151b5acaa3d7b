/* Datasets in memory: the step from a record to an impact, counting, and the marks on records nobody can use.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <routh/data.h>

#include "../subject.h"
#include "data/dataset.h"

static routh_record fall(double rx, double vy, double omega) {
    return (routh_record){.x = 1,
                          .y = 0.03,
                          .theta = 0.2,
                          .rx = rx,
                          .ry = -0.03,
                          .before = {0.5, vy, omega},
                          .after = {0.4, 0.6, 1},
                          .time = NAN,
                          .trajectory = -1};
}

static routh_dataset dataset_of(routh_record *record, size_t count) {
    return (routh_dataset){.body = {.shape = routh_shape_square(0.06), .mass = 0.4, .inertia = 2e-4},
                           .gravity = 10,
                           .gap = 0.004,
                           .count = count,
                           .record = record};
}

static void a_record_read_in_four_frames(void **state) {
    (void)state;
    routh_record record = fall(0.02, -1, 3);
    const routh_dataset dataset = dataset_of(&record, 1);
    const double sign[ROUTH_FRAME_COUNT][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    for (int frame = 0; frame < ROUTH_FRAME_COUNT; frame++) {
        routh_impact impact = routh_dataset_impact(&dataset, 0, (routh_frame)frame);
        assert_true(fabs(impact.rx - sign[frame][0] * 0.02) < 1e-17);
        assert_true(fabs(impact.ry - sign[frame][1] * -0.03) < 1e-17);
        /* gravity acts for one gap before the impact: 10 m/s² × 4 ms */
        assert_true(fabs(impact.vy - -1.04) < 1e-15);
        assert_true(fabs(impact.vx - 0.5) < 1e-17 && fabs(impact.omega - 3) < 1e-17);
        assert_true(fabs(impact.mass - 0.4) < 1e-17 && fabs(impact.inertia - 2e-4) < 1e-19);
    }
    assert_string_equal(routh_name(&routh_frames, ROUTH_MIRROR_T), "mirror-t");
    assert_string_equal(routh_name(&routh_frames, ROUTH_FRAME_COUNT), "unknown");
}

static void reasons_are_counted_one_by_one(void **state) {
    (void)state;
    routh_record record[4] = {fall(0, -1, 0), fall(0, -1, 0), fall(0, -1, 0), fall(0, -1, 0)};
    record[1].reasons = ROUTH_ENERGY;
    record[2].reasons = ROUTH_ENERGY | ROUTH_DUPLICATE;
    const routh_dataset dataset = dataset_of(record, 4);
    size_t rejected[ROUTH_REASON_COUNT];
    assert_int_equal(routh_dataset_used(&dataset, rejected), 2);
    assert_int_equal(routh_dataset_used(&dataset, NULL), 2);
    for (int reason = 0; reason < ROUTH_REASON_COUNT; reason++)
        assert_int_equal(rejected[reason], reason == ROUTH_ENERGY_INDEX ? 2 : reason == ROUTH_DUPLICATE_INDEX ? 1 : 0);
}

static void every_reason_has_its_own_name(void **state) {
    (void)state;
    for (int i = 0; i < ROUTH_REASON_COUNT; i++) {
        assert_true(strlen(routh_about(&routh_reasons, i)) > 0);
        assert_null(strchr(routh_name(&routh_reasons, i), ',')); /* names are joined by commas in files */
        for (int j = 0; j < i; j++)
            assert_string_not_equal(routh_name(&routh_reasons, i), routh_name(&routh_reasons, j));
    }
    assert_string_equal(routh_name(&routh_reasons, -1), "unknown");
    assert_string_equal(routh_name(&routh_reasons, ROUTH_REASON_COUNT), "unknown");
}

static void impossible_and_separating_records_are_marked(void **state) {
    (void)state;
    routh_record record[] = {
        fall(0.02, -1, 3),     /* 0: fine */
        fall(0.02, -1, 60),    /* 1: separates as recorded, closes if mirrored: left to the frame */
        fall(0.02, -1, -60),   /* 2: the other way round */
        fall(0.02, 1, 3),      /* 3: separates in either sense */
        fall(NAN, -1, 3),      /* 4 */
        fall(0.02, -1001, 3),  /* 5 */
        fall(0.02, 0.039, 0),  /* 6: closes by gravity's share alone, 0.04 m/s */
        fall(0.02, 0.041, 0),  /* 7 */
        fall(0.02, -1, 3.001), /* 8: after is not finite */
        fall(0.02, -1, 3.002), /* 9: pose not known, which is no fault */
        fall(0.02, -1, -2e6),  /* 10 */
    };
    record[8].after.omega = INFINITY;
    record[9].x = record[9].y = record[9].theta = NAN;
    const unsigned expected[] = {0,
                                 0,
                                 0,
                                 ROUTH_SEPARATES,
                                 ROUTH_IMPOSSIBLE,
                                 ROUTH_IMPOSSIBLE,
                                 0,
                                 ROUTH_SEPARATES,
                                 ROUTH_IMPOSSIBLE,
                                 0,
                                 ROUTH_IMPOSSIBLE};
    routh_dataset dataset = dataset_of(record, sizeof record / sizeof record[0]);
    assert_int_equal(routh_dataset_mark(NULL, &dataset), ROUTH_OK);
    for (size_t i = 0; i < dataset.count; i++)
        assert_int_equal(record[i].reasons, expected[i]);
}

static void only_exact_repetitions_are_marked(void **state) {
    (void)state;
    enum { COUNT = 500 };
    routh_record record[COUNT];
    for (int i = 0; i < COUNT; i++)
        record[i] = fall(0.001 * (i % 400), -1, 0); /* 400 to 499 repeat 0 to 99 */
    record[450].after.vx = nextafter(record[450].after.vx, 1);
    record[451].time = 3; /* the time is not part of it: the same numbers twice are dubious all the same */
    record[10].theta = 0.0;
    record[410].theta = -0.0;
    routh_dataset dataset = dataset_of(record, COUNT);
    assert_int_equal(routh_dataset_mark(NULL, &dataset), ROUTH_OK);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(record[i].reasons, i >= 400 && i != 450 ? ROUTH_DUPLICATE : 0);
}

SUBJECT(dataset) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_read_in_four_frames),
        cmocka_unit_test(reasons_are_counted_one_by_one),
        cmocka_unit_test(every_reason_has_its_own_name),
        cmocka_unit_test(impossible_and_separating_records_are_marked),
        cmocka_unit_test(only_exact_repetitions_are_marked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
