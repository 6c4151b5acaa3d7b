/* The frame check on the recorded ellipse drops (ROUTH_DATA/ellipse-drops, see its NOTICE), where they are to be had.
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

#include <routh/data.h>
#include <routh/segment.h>

#include "../cases/recorded.h"
#include "../subject.h"

/* Numbers of an independent implementation, in issue 3 and data-and-study.md. */
static void test_ellipse_drops(void **state) {
    (void)state;
    char path[PATH_SIZE];
    recorded_or_skip(ELLIPSE_DROPS, path);
    routh_context context = routh_context_default();
    routh_dataset dataset;
    if (routh_dataset_read(&context, routh_io_path(path), NULL, &dataset) != ROUTH_OK)
        fail_msg("%s", context.message);
    routh_findings check;
    routh_frame_evidence evidence;
    assert_int_equal(routh_dataset_check(&context, &dataset, &check, &evidence), ROUTH_OK);
    const routh_frame_evidence *frame = &evidence;
    assert_int_equal(frame->count, 1718);
    assert_true(fabs(frame->kn / 2523 - 1) < 0.03 && fabs(frame->kt / -2389 - 1) < 0.03);
    assert_true(frame->decided && frame->best == ROUTH_MIRROR_T && !frame->gyration_disagrees);
    const routh_frame_hypothesis *recorded = &frame->hypothesis[ROUTH_AS_RECORDED];
    const routh_frame_hypothesis *mirrored = &frame->hypothesis[ROUTH_MIRROR_T];
    assert_true(fabs(mirrored->gyration - 0.0196) < 0.0003 && fabs(recorded->gyration - 0.0406) < 0.0003);
    assert_true(fabs(recorded->r2 - 0.51) < 0.01 && fabs(recorded->correlation - 0.87) < 0.01);
    assert_true(fabs(mirrored->r2 - 0.92) < 0.01 && fabs(mirrored->correlation - 0.96) < 0.01);
    assert_true(fabs(frame->stated_gyration - 0.0192) < 0.0001);
    assert_string_equal(check.finding[0].topic, "frame");
    assert_int_equal(check.finding[0].kind, ROUTH_WRONG);
    routh_findings_release(NULL, &check);
    routh_dataset_release(&context, &dataset);
}

SUBJECT(check_recorded) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ellipse_drops)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
