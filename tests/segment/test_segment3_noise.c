/* Noisy tosses and few of them: limits follow the recording's own noise, and what few impacts leave open is not determined.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "generated_tosses.h"

static toss_truth noisy_truth(uint64_t seed, double noise) {
    toss_truth t = usual_truth();
    t.rate = 240;
    t.pair.eps = 0.5;
    t.rounding = 0.003;
    t.position_noise = noise;
    t.turn_noise = noise / 0.05;
    t.seed = seed;
    return t;
}

/* Segments tosses, and whether used impacts happened within two frames of where they were found. */
static routh_calibration3 calibrate(const toss_truth *t, size_t tosses, size_t *used) {
    cube *truths = calloc(tosses, sizeof *truths);
    routh_dataset3 dataset = generate_tosses(t, tosses, truths);
    assert_int_equal(routh_dataset3_segment(NULL, NULL, &dataset), ROUTH_OK);
    *used = 0;
    for (size_t i = 0; i < dataset.count; i++) {
        const cube *c = &truths[dataset.record[i].trajectory];
        double off = INFINITY;
        for (size_t k = 0; k < c->count; k++)
            off = fmin(off, fabs(c->strike_time[k] - dataset.record[i].time));
        if (dataset.record[i].reasons != 0)
            continue;
        assert_true(off * t->rate < 2);
        ++*used;
    }
    const routh_calibration3 calibration = dataset.calibration;
    routh_dataset3_release(NULL, &dataset);
    free(truths);
    return calibration;
}

/* With 0.2 mm of noise in a frame a limit of 0.5 mm leaves one contact of a hundred. */
static void limits_follow_the_noise(void **state) {
    (void)state;
    const toss_truth t = noisy_truth(3, 2e-4);
    size_t used;
    const routh_calibration3 c = calibrate(&t, 60, &used);
    print_message("%zu impacts of 60 tosses used; inertia %.3f ± %.3f of the true one\n", used, c.inertia / t.inertia,
                  c.inertia_error / t.inertia);
    assert_true(used >= 15);
    assert_true(fabs(c.inertia - t.inertia) < 4 * c.inertia_error);
    assert_true(c.inertia_error < 0.05 * t.inertia);
}

/* Intervals from three to six tosses hold the truth in 90 of 100, whether the rounding is determined or not, or there is none:
 * an inertia that is not determined is that of uniform density. */
static void few_tosses_say_what_they_know(void **state) {
    (void)state;
    const int draws = effort(12, 40, 200);
    int claimed = 0, held = 0;
    for (int i = 0; i < draws; i++) {
        const toss_truth t = noisy_truth(100 + (uint64_t)i, 1e-4);
        size_t used;
        const routh_calibration3 c = calibrate(&t, 3 + (size_t)i % 4, &used);
        if (isnan(c.inertia_error)) {
            assert_true(fabs(c.inertia / (t.mass * t.width * t.width / 6) - 1) < 1e-12);
            continue;
        }
        claimed++;
        held += c.inertia_interval.low <= t.inertia && t.inertia <= c.inertia_interval.high;
        assert_true(c.inertia_interval.high - c.inertia_interval.low < c.inertia);
        assert_true(isnan(c.rounding_error) ? c.rounding == 0 : c.rounding_error > 0);
    }
    print_message("%d of %d intervals hold, %d recordings determine none\n", held, claimed, draws - claimed);
    assert_true(claimed < draws && claimed > draws / 6);
    /* three standard deviations of chance below 90 of 100 */
    assert_true(held >= 0.9 * claimed - 3 * sqrt(0.09 * claimed));
}

SUBJECT(segment3_noise) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_follow_the_noise),
        cmocka_unit_test(few_tosses_say_what_they_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
