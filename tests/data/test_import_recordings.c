/* The recordings themselves, where they are at hand: counts that others have published or counted.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "dataset_cases.h"

#include "../cases/recorded.h"

static void ellipse_drops(void **state) {
    (void)state;
    char path[4096];
    routh_dataset dataset;
    expect_read(recorded_or_skip(ELLIPSE_DROPS, path), NULL, &dataset);
    size_t rejected[ROUTH_REASON_COUNT];
    assert_string_equal(dataset.name, "ellipse_uniform");
    assert_int_equal(dataset.count, 2000);
    assert_int_equal(routh_dataset_used(&dataset, rejected), 1718); /* unflagged by its authors: none is lost to us */
    assert_int_equal(rejected[ROUTH_SEPARATES_INDEX], 0);
    assert_int_equal(rejected[ROUTH_IMPOSSIBLE_INDEX], 0);
    /* |r| of every contact lies between the semi-axes */
    for (size_t i = 0; i < dataset.count; i++) {
        double reach = hypot(dataset.record[i].rx, dataset.record[i].ry);
        assert_true(reach > 0.025 - 1e-9 && reach < 0.035 + 1e-9);
    }
    routh_context context = routh_context_default();
    routh_dataset back;
    assert_int_equal(routh_dataset_write(&context, &dataset, routh_io_path("ellipse.h5")), ROUTH_OK);
    expect_read("ellipse.h5", NULL, &back);
    assert_true(same_dataset(&dataset, &back));
    routh_dataset_release(NULL, &back);
    routh_dataset_release(NULL, &dataset);
}

static void square_drops(void **state) {
    (void)state;
    char path[4096];
    routh_dataset dataset;
    const routh_body body = {.shape = routh_shape_square(0.06), .mass = NAN, .inertia = NAN};
    routh_import_options options = routh_import_options_default();
    options.body = &body;
    options.rate = 250;
    expect_read(recorded_or_skip("square-drops", path), &options, &dataset);
    assert_int_equal(dataset.trajectory_count, 333);
    for (size_t i = 0; i < dataset.trajectory_count; i++) {
        assert_non_null(dataset.trajectory[i].vx);
        if (i > 0)
            assert_true(strcmp(dataset.trajectory[i - 1].name, dataset.trajectory[i].name) < 0);
    }
    /* 1 kg for want of better; m/I is that of a uniform square, 6/side² */
    assert_true(fabs(dataset.body.mass / dataset.body.inertia - 6 / (0.06 * 0.06)) < 1e-9);
    routh_dataset_release(NULL, &dataset);
}

static void cube_tosses_are_not_planar(void **state) {
    (void)state;
    char path[4096];
    expect_unreadable(recorded_or_skip("cube-tosses/toss_000.csv", path), NULL, ROUTH_BAD_FORMAT,
                      "looks like a three-dimensional recording");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter_scratch, leave_scratch)

SUBJECT(import_recordings) {
    const struct CMUnitTest tests[] = {TEST(ellipse_drops), TEST(square_drops), TEST(cube_tosses_are_not_planar)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
