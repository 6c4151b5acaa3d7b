/* Learning on the recorded ellipse, where it is at hand. Reference figures come from an independent implementation, with 300
 * impacts to learn from, in m/s: Wang–Mason 0.237, rigid 0.209, wrench 0.195, residual wrench 0.191, bounds 0.130 and
 * 0.070 in the mirrored frame; wrench 0.25 and bound 0.68 … 0.75 as recorded. The tests ask for 0.215, 0.20 and 0.195.
 * One draw, or in the soak ten.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../cases/recorded.h"
#include "../effort.h"
#include "../subject.h"
#include "learning_cases.h"

/* Learned in that frame from 300 impacts. */
static routh_learning learned(routh_frame frame) {
    static const size_t sizes[] = {300};
    const routh_import_options import = routh_import_options_default();
    const routh_learning_options options = quick_options(sizes, 1, effort(1, 1, 10));
    char path[PATH_SIZE];
    routh_dataset dataset;
    routh_sample *samples;
    size_t count;
    routh_learning learning;
    recorded_or_skip(ELLIPSE_DROPS, path);
    assert_int_equal(routh_dataset_read(NULL, routh_io_path(path), &import, &dataset), ROUTH_OK);
    assert_int_equal(routh_samples_of(NULL, &dataset, frame, &samples, &count, NULL), ROUTH_OK);
    assert_int_equal(learn(NULL, samples, count, &options, &learning), ROUTH_OK);
    routh_samples_release(NULL, samples);
    routh_dataset_release(NULL, &dataset);
    return learning;
}

static double error_of(const routh_learning *learning, const char *name) {
    return contestant(learning, name)->curve[0].mean;
}

static void learning_pays_in_the_corrected_frame(void **state) {
    (void)state;
    routh_learning learning = learned(ROUTH_MIRROR_T);
    for (size_t c = 0; c < learning.count; c++)
        printf("%-16s %.4f\n", learning.contestant[c].name, learning.contestant[c].curve[0].mean);
    const double more = effort(1.02, 1.02, 1); /* a draw of 300 impacts errs by about 2 % from the mean of many */
    assert_true(error_of(&learning, "rigid") <= more * 0.215);
    assert_true(error_of(&learning, "wrench") <= more * 0.20);
    assert_true(error_of(&learning, "residual-wrench") <= more * 0.195);
    assert_true(error_of(&learning, "rigid-velocity") < error_of(&learning, "rigid"));
    assert_true(fabs(error_of(&learning, "wang-mason") - 0.237) < 0.005);
    assert_true(fabs(error_of(&learning, "irb-momentum") - 0.130) < 0.003);
    assert_true(fabs(error_of(&learning, "irb-velocity") - 0.070) < 0.002);
    assert_true(learning.pays_from == 300 && learning.gain > 0.2);
    for (size_t c = 0; c < learning.count; c++) {
        const routh_model_study *m = &learning.contestant[c].detail;
        for (size_t j = 0; j < m->outputs; j++)
            assert_true(m->coverage[j][2] >= 0.90 && m->coverage[j][2] <= 0.98);
    }
    routh_learning_release(NULL, &learning);
}

/* The paper's ranking, and why: no rigid law can explain this frame. */
static void as_recorded_a_wrench_beats_the_bound(void **state) {
    (void)state;
    routh_learning learning = learned(ROUTH_AS_RECORDED);
    const double bound = error_of(&learning, "irb-velocity");
    assert_true(bound > 0.68 && bound < 0.77);
    assert_true(error_of(&learning, "wrench") < 0.26 && error_of(&learning, "residual-wrench") < 0.26);
    assert_true(error_of(&learning, "rigid-velocity") > bound && error_of(&learning, "wang-mason") > bound);
    routh_learning_release(NULL, &learning);
}

SLOW_SUBJECT(learning_ellipse_drops) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learning_pays_in_the_corrected_frame),
        cmocka_unit_test(as_recorded_a_wrench_beats_the_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
