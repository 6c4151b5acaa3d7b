/* Impacts of one trajectory are drawn and resampled together, and intervals then hold where each trajectory has a
 * restitution of its own.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../effort.h"
#include "../subject.h"
#include "base/context.h"
#include "fit/fit.h"

enum { TRAJECTORIES = 40, IMPACTS = 5, COUNT = TRAJECTORIES * IMPACTS };

static routh_sample samples[COUNT];

/* Trajectories of 1 to 9 impacts. */
static void number_trajectories(void) {
    routh_random random = routh_random_seed(1, 2);
    size_t trajectory = 1, left = 3;
    for (size_t i = 0; i < COUNT; i++) {
        samples[i].trajectory = trajectory;
        if (--left == 0) {
            trajectory++;
            left = 1 + routh_random_index(&random, 9);
        }
    }
}

static void single_impacts_are_drawn_as_before(void **state) {
    (void)state;
    memset(samples, 0, sizeof samples);
    for (uint64_t seed = 0; seed < 50; seed++) {
        size_t one[COUNT], other[COUNT], group[COUNT];
        const size_t wanted = 1 + seed * 3;
        routh_random a = routh_random_seed(seed, 0), b = routh_random_seed(seed, 0);
        routh_random_draw(&a, COUNT, wanted, one);
        routh_samples_draw(&b, samples, COUNT, wanted, other);
        assert_memory_equal(one, other, wanted * sizeof *one);
        assert_int_equal(routh_samples_groups(samples, NULL, COUNT, group), COUNT);
    }
}

static void trajectories_stay_whole(void **state) {
    (void)state;
    double times[COUNT] = {0};
    const size_t seeds = 4000, wanted = 70;
    number_trajectories();
    for (uint64_t seed = 0; seed < seeds; seed++) {
        routh_random random = routh_random_seed(seed, 0);
        size_t index[COUNT], cut = 0;
        bool taken[COUNT] = {0};
        routh_samples_draw(&random, samples, COUNT, wanted, index);
        for (size_t i = 0; i < wanted; i++) {
            assert_true(index[i] < COUNT && (i == 0 || index[i] > index[i - 1]));
            taken[index[i]] = true;
            times[index[i]]++;
        }
        for (size_t i = 1, last = 0; i < COUNT; i++)
            if (samples[i].trajectory == samples[i - 1].trajectory && taken[i] != taken[i - 1]) {
                cut += samples[i].trajectory != last;
                last = samples[i].trajectory;
            }
        assert_true(cut <= 1);
    }
    double sum = 0;
    for (size_t i = 0; i < COUNT; i++) { /* all alike; 0.04 is five deviations */
        sum += times[i];
        assert_true(fabs(times[i] / (double)seeds - (double)wanted / COUNT) < 0.04);
    }
    assert_true(fabs(sum - (double)(seeds * wanted)) < 0.5);
}

/* A recording in which each trajectory has a restitution of its own, 0.5 on average. */
static void make(uint64_t seed) {
    const routh_law *law = routh_law_find(NULL, "ap-newton");
    routh_random random = routh_random_seed(seed, 7);
    for (size_t i = 0; i < COUNT;) {
        const double eps = 0.5 + 0.06 * routh_random_normal(&random);
        for (size_t k = 0; k < IMPACTS;) {
            const double turn = routh_random_uniform(&random, -0.02, 0.02);
            const routh_impact impact = {1,
                                         4e-4,
                                         turn,
                                         -0.03,
                                         routh_random_uniform(&random, -1, 1),
                                         routh_random_uniform(&random, -2, -0.5),
                                         routh_random_normal(&random)};
            double parameters[ROUTH_MAX_PARAMETERS];
            routh_contact contact;
            routh_outcome outcome;
            if (routh_contact_of(NULL, &impact, &contact) != ROUTH_OK)
                continue;
            routh_law_parameters(law, 0.2, eps, parameters);
            assert_int_equal(routh_law_solve(law, parameters, &contact, &outcome), ROUTH_OK);
            routh_velocity after = routh_impact_after(&impact, outcome.pt, outcome.pn, 0);
            after.vx += 0.02 * routh_random_normal(&random);
            after.vy += 0.02 * routh_random_normal(&random);
            assert_int_equal(routh_sample_of(NULL, &impact, after, &samples[i]), ROUTH_OK);
            samples[i].trajectory = 1 + i / IMPACTS;
            k++;
            i++;
        }
    }
}

static bool holds(bool together) {
    const routh_law *law = routh_law_find(NULL, "ap-newton");
    const int eps = routh_law_parameter(law, "eps");
    routh_fit_options options = routh_fit_options_default();
    routh_estimate estimate;
    options.resamples = 100;
    for (size_t i = 0; i < COUNT && !together; i++)
        samples[i].trajectory = 0;
    assert_int_equal(routh_law_fit(NULL, law, samples, NULL, COUNT, &options, &estimate), ROUTH_OK);
    return estimate.interval[eps].low < 0.5 && estimate.interval[eps].high > 0.5;
}

static void intervals_hold_where_trajectories_differ(void **state) {
    (void)state;
    const int seeds = effort(10, 40, 200);
    int together = 0, apart = 0;
    for (int seed = 1; seed <= seeds; seed++) {
        make((uint64_t)seed);
        together += holds(true);
        apart += holds(false);
    }
    print_message("95 %% intervals of restitution hold %d of %d times by trajectory, %d by impact\n", together, seeds,
                  apart);
    assert_true(together >= 88 * seeds / 100 - 1); /* the binomial's 1 % of 200 is 0.91, of 40 0.86 */
    assert_true(seeds < 40 || apart < together);
}

SLOW_SUBJECT(by_trajectory) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_impacts_are_drawn_as_before),
        cmocka_unit_test(trajectories_stay_whole),
        cmocka_unit_test(intervals_hold_where_trajectories_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
