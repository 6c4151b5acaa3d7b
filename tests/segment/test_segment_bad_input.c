/* What segmentation and checks refuse: a status and a message that names trajectory, sample and value, nothing changed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../data/simulated_drops.h"
#include <routh/segment.h>

#include "../subject.h"

/* Two drops of eighty frames. */
static routh_dataset two_drops(void) {
    routh_random random = routh_random_seed(1, 0);
    routh_dataset dataset = empty_dataset();
    for (int i = 0; i < 2; i++) {
        course path = drop(&dataset.body, random_start(&random), 8);
        record_course(&dataset, &path, 80, &(camera){0});
    }
    return dataset;
}

static void expect_refusal(routh_dataset *dataset, const routh_segment_options *options, routh_status status,
                           const char *words) {
    routh_context context = routh_context_default();
    routh_record *before = dataset->record;
    size_t count = dataset->count;
    assert_int_equal(routh_dataset_segment(&context, options, dataset), status);
    if (!strstr(context.message, words))
        print_error("\"%s\" is not in: %s\n", words, context.message);
    assert_non_null(strstr(context.message, words));
    assert_ptr_equal(dataset->record, before);
    assert_int_equal(dataset->count, count);
    routh_dataset_release(NULL, dataset);
}

static void test_nothing_to_segment(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    assert_int_equal(routh_dataset_segment(&context, NULL, NULL), ROUTH_BAD_ARGUMENT);
    routh_dataset dataset = empty_dataset();
    expect_refusal(&dataset, NULL, ROUTH_BAD_ARGUMENT, "no trajectories");
}

static void test_too_few_samples(void **state) {
    (void)state;
    routh_dataset dataset = two_drops();
    dataset.trajectory[0].count = 10;
    dataset.trajectory[1].count = 3;
    expect_refusal(&dataset, NULL, ROUTH_BAD_ARGUMENT, "the longest of 2 trajectories has 10, and 11 are needed");
    for (size_t count = 0; count < 3; count++) { /* beside a good one they are only useless */
        dataset = two_drops();
        dataset.trajectory[1].count = count;
        assert_int_equal(routh_dataset_segment(NULL, NULL, &dataset), ROUTH_OK);
        assert_true(dataset.count > 0);
        routh_dataset_release(NULL, &dataset);
    }
}

static void test_time_running_backwards(void **state) {
    (void)state;
    routh_dataset dataset = two_drops();
    dataset.trajectory[1].time[7] = 0.02;
    expect_refusal(&dataset, NULL, ROUTH_BAD_FORMAT, "drop_001.csv: sample 8: time does not increase: 0.02 s");
    dataset = two_drops();
    dataset.trajectory[0].time[5] = dataset.trajectory[0].time[4];
    expect_refusal(&dataset, NULL, ROUTH_BAD_FORMAT, "drop_000.csv: sample 6");
}

static void test_not_finite(void **state) {
    (void)state;
    routh_dataset dataset = two_drops();
    dataset.trajectory[0].y[40] = NAN;
    expect_refusal(&dataset, NULL, ROUTH_NOT_FINITE, "drop_000.csv: sample 41: y is");
    dataset = two_drops();
    dataset.trajectory[1].theta[0] = INFINITY;
    expect_refusal(&dataset, NULL, ROUTH_NOT_FINITE, "drop_001.csv: sample 1: theta is inf");
    dataset = two_drops();
    dataset.trajectory[1].time[3] = NAN;
    expect_refusal(&dataset, NULL, ROUTH_NOT_FINITE, "drop_001.csv: sample 4: time is");
}

static void test_unusable_shape(void **state) {
    (void)state;
    routh_dataset dataset = two_drops();
    dataset.body.shape = (routh_shape){0};
    expect_refusal(&dataset, NULL, ROUTH_BAD_ARGUMENT, "semi-axes");
}

static void test_options(void **state) {
    (void)state;
    routh_segment_options options = routh_segment_options_default();
    options.flight_min = 2;
    routh_dataset dataset = two_drops();
    expect_refusal(&dataset, &options, ROUTH_BAD_ARGUMENT, "frames of flight from 2");
    options = routh_segment_options_default();
    options.flight_max = 4;
    dataset = two_drops();
    expect_refusal(&dataset, &options, ROUTH_BAD_ARGUMENT, "from 5 to 4");
    options = routh_segment_options_default();
    options.deviation_max = NAN;
    dataset = two_drops();
    expect_refusal(&dataset, &options, ROUTH_BAD_ARGUMENT, "deviation_max");
    options = routh_segment_options_default();
    options.corner_gap = -1;
    dataset = two_drops();
    expect_refusal(&dataset, &options, ROUTH_BAD_ARGUMENT, "corner_gap is -1");
    options = routh_segment_options_default();
    options.angle_offset = INFINITY;
    dataset = two_drops();
    expect_refusal(&dataset, &options, ROUTH_NOT_FINITE, "offsets");
}

/* Memory that runs out at any one request leaves no half-made dataset behind and leaks nothing. */
typedef struct limited {
    int left;
} limited;

static void *allocate_some(size_t size, void *user) {
    limited *memory = user;
    return memory->left-- > 0 ? malloc(size) : NULL;
}

static void *reallocate_some(void *block, size_t size, void *user) {
    limited *memory = user;
    return memory->left-- > 0 ? realloc(block, size) : NULL;
}

static void release_some(void *block, void *user) {
    (void)user;
    free(block);
}

static void test_out_of_memory(void **state) {
    (void)state;
    routh_status status = ROUTH_OUT_OF_MEMORY;
    int requests = 0;
    for (; status != ROUTH_OK; requests++) {
        limited memory = {requests};
        routh_context context = {
            .allocate = allocate_some, .reallocate = reallocate_some, .release = release_some, .user = &memory};
        routh_dataset dataset = two_drops();
        routh_findings check = {0};
        status = routh_dataset_segment(&context, NULL, &dataset);
        if (status == ROUTH_OK)
            status = routh_dataset_check(&context, &dataset, &check, NULL);
        assert_true(status == ROUTH_OK || status == ROUTH_OUT_OF_MEMORY);
        routh_findings_release(&context, &check);
        routh_dataset_release(&context, &dataset);
    }
    assert_true(requests > 5);
}

static int stop(const char *what, double fraction, void *user) {
    (void)what;
    (void)user;
    return fraction > 0.4;
}

static void test_cancelled(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    context.progress = stop;
    routh_dataset dataset = two_drops();
    assert_int_equal(routh_dataset_segment(&context, NULL, &dataset), ROUTH_CANCELLED);
    assert_int_equal(dataset.count, 0);
    routh_dataset_release(NULL, &dataset);
}

SUBJECT(segment_bad_input) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_to_segment),     cmocka_unit_test(test_too_few_samples),
        cmocka_unit_test(test_time_running_backwards), cmocka_unit_test(test_not_finite),
        cmocka_unit_test(test_unusable_shape),         cmocka_unit_test(test_options),
        cmocka_unit_test(test_out_of_memory),          cmocka_unit_test(test_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
