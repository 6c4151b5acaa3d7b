/* Fits of laws to rebounds of spheres: the least of all valleys, against a search of the test's own from many starts,
 * and intervals that hold the truth.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../effort.h"
#include "../subject.h"
#include "kharaz.h"
#include "study/internal.h"

enum { MOST_ROWS = 64 };

/* The logarithm of the likelihood, negative, with each quantity's own deviation, which is at least 1e-4 of the quantity's size. */
static double cost_of(const routh_rebounds *rebounds, const routh_law *law, const double *parameters) {
    double squares[3] = {0}, count[3] = {0}, size[3] = {0}, cost = 0;
    for (size_t i = 0; i < rebounds->count; i++) {
        const routh_rebound *row = &rebounds->rebound[i];
        double value;
        if (routh_rebound_predict(NULL, rebounds, law, parameters, row, &value) != ROUTH_OK)
            return INFINITY;
        squares[row->quantity] += (value - row->value) * (value - row->value);
        size[row->quantity] += row->value * row->value;
        count[row->quantity]++;
    }
    for (int q = 0; q < 3; q++)
        cost += count[q] > 0 ? 0.5 * count[q] * log((squares[q] + 1e-8 * size[q]) / count[q]) : 0;
    return cost;
}

/* A walk that keeps every step down, with steps that shrink, from a random place. */
static double walk(const routh_rebounds *rebounds, const routh_law *law, routh_random *random) {
    double at[3] = {exp(routh_random_uniform(random, log(0.02), log(1.5))), routh_random_uniform(random, 0.3, 1),
                    exp(routh_random_uniform(random, log(0.05), log(8)))};
    double least = cost_of(rebounds, law, at), size = 0.3;
    for (int step = 0; step < 500; step++) {
        double next[3];
        for (int j = 0; j < 3; j++)
            next[j] = at[j] * exp(size * routh_random_normal(random));
        next[1] = fmin(next[1], 1);
        const double cost = cost_of(rebounds, law, next);
        size *= cost < least ? 1.2 : 0.97;
        if (cost < least) {
            least = cost;
            memcpy(at, next, sizeof at);
        }
    }
    return least;
}

/* Of the measured rows without some of them: those within 1.5° of one angle, or a random third. */
static size_t keep_some(const routh_rebounds *all, double without, routh_random *random, routh_rebound *kept) {
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const double degrees = all->rebound[i].incidence * 57.29577951308232;
        if (without > 0 ? fabs(degrees - without) > 1.5 : routh_random_uniform(random, 0, 1) > 1.0 / 3)
            kept[count++] = all->rebound[i];
    }
    return count;
}

/* Without the rows at 2° or at 20° a second valley, of springs that are far too soft or too stiff, lies on the way. */
static void the_least_of_many_starts_is_found(void **state) {
    (void)state;
    static const double without[] = {2.1, 20.5, 4.1, 6, 10.3, 30.5, 39.3, 49.8, 60};
    const int subsets = effort(1, 1, 30), walks = effort(5, 5, 100);
    routh_rebounds all = kharaz_or_skip();
    const routh_law *law = routh_law_find(NULL, "compliant");
    routh_random random = routh_random_seed(8, 1);
    for (int s = 0; s < subsets; s++) {
        routh_rebound kept[MOST_ROWS];
        routh_rebounds some = all;
        some.rebound = kept;
        some.count = keep_some(&all, s < 9 ? without[s] : 0, &random, kept);
        routh_rebound_options options = routh_rebound_options_default();
        routh_rebound_study study;
        options.laws = &law;
        options.law_count = 1;
        options.resamples = 2;
        assert_int_equal(routh_rebound_study_run(NULL, &some, &options, &study), ROUTH_OK);
        const double found = cost_of(&some, law, study.law[0].parameters);
        double least = INFINITY;
        for (int k = 0; k < walks; k++)
            least = fmin(least, walk(&some, law, &random));
        print_message("%zu rows: η² %.3f, cost %.3f; %d walks end at %.3f or above\n", some.count,
                      study.law[0].parameters[2], found, walks, least);
        assert_true(found < least + 1e-3);
        routh_rebound_study_release(NULL, &study);
    }
    routh_rebounds_release(NULL, &all);
}

/* Rows left out are predicted as by a study that never saw them, although its fit begins elsewhere. */
static void whole_incidences_are_held_out(void **state) {
    (void)state;
    static const double without[] = {0.24, 2.1, 4.1, 6, 10.3, 20.5, 30.5, 39.3, 49.8, 60};
    routh_rebounds all = kharaz_or_skip();
    routh_rebound_study whole, part;
    routh_rebound_options options = routh_rebound_options_default();
    options.resamples = 2;
    assert_int_equal(routh_rebound_study_run(NULL, &all, &options, &whole), ROUTH_OK);
    for (int s = 0; s < effort(2, 2, 10); s++) {
        routh_rebound kept[MOST_ROWS];
        routh_rebounds some = all;
        some.rebound = kept;
        some.count = keep_some(&all, without[s], NULL, kept);
        assert_int_equal(routh_rebound_study_run(NULL, &some, &options, &part), ROUTH_OK);
        for (size_t i = 0; i < 2 * all.count; i++) {
            const size_t l = i / all.count, k = i % all.count;
            double value;
            if (fabs(all.rebound[k].incidence * 57.29577951308232 - without[s]) > 1.5)
                continue;
            assert_int_equal(
                routh_rebound_predict(NULL, &all, part.law[l].law, part.law[l].parameters, &all.rebound[k], &value),
                ROUTH_OK);
            assert_true(fabs(value - whole.law[l].predicted_held_out[k]) < 1e-3 * fabs(value));
        }
        routh_rebound_study_release(NULL, &part);
    }
    routh_rebound_study_release(NULL, &whole);
    routh_rebounds_release(NULL, &all);
}

/* Rows of ten incidences, each with friction and restitution of its own around the true ones, and noise in what was read off;
 * not every quantity at every incidence. */
static void make_rows(const double truth[3], routh_random *random, routh_rebounds *rebounds) {
    static const double degrees[] = {2, 4, 6, 10, 20, 30, 40, 50, 60, 70}, noise[] = {0.003, 10, 0.012};
    rebounds->count = 0;
    for (int g = 0; g < 10; g++) {
        const double own[3] = {truth[0] * (1 + 0.04 * routh_random_normal(random)),
                               fmin(1, truth[1] + 0.01 * routh_random_normal(random)), truth[2]};
        for (int q = 0; q < 3; q++) {
            if ((g < 2 && q == ROUTH_REBOUND_SPIN) || (g == 2 && q != ROUTH_REBOUND_SPIN))
                continue;
            routh_rebound *row = &rebounds->rebound[rebounds->count++];
            *row = (routh_rebound){.quantity = (routh_rebound_quantity)q, .incidence = (degrees[g] + 0.3 * q) / 57.3};
            assert_int_equal(
                routh_rebound_predict(NULL, rebounds, routh_law_find(NULL, "compliant"), own, row, &row->value),
                ROUTH_OK);
            row->value += noise[q] * routh_random_normal(random);
        }
    }
}

/* The 95 % intervals hold the truth in nearly 95 of 100 recordings, and say something: η² within a factor of two. */
static void intervals_hold_the_truth(void **state) {
    (void)state;
    static const double truth[][3] = {{0.095, 0.97, 1.29}, {0.3, 0.7, 0.6}};
    const routh_law *law = routh_law_find(NULL, "compliant");
    const int seeds = effort(1, 1, 100);
    int all = 0;
    for (int w = 0; w < 2; w++) {
        int covered[3] = {0};
        double width[3] = {0};
        for (int seed = 0; seed < seeds; seed++) {
            routh_random random = routh_random_seed((uint64_t)seed + 50, (uint64_t)w);
            routh_rebound row[MOST_ROWS];
            routh_rebounds rebounds = {.name = "made", .radius = 0.0025, .speed = 3.9, .rebound = row};
            routh_rebound_options options = routh_rebound_options_default();
            routh_rebound_study study;
            make_rows(truth[w], &random, &rebounds);
            options.laws = &law;
            options.law_count = 1;
            options.resamples = effort(40, 40, 200);
            assert_int_equal(routh_rebound_study_run(NULL, &rebounds, &options, &study), ROUTH_OK);
            assert_int_equal(study.incidences, 10);
            for (int j = 0; j < 3; j++) {
                const routh_interval *interval = &study.law[0].interval[j];
                covered[j] += interval->low <= truth[w][j] && truth[w][j] <= interval->high;
                width[j] += (interval->high - interval->low) / seeds;
            }
            routh_rebound_study_release(NULL, &study);
        }
        print_message("μ %.3f, e %.2f, η² %.2f: of %d held %d %d %d; mean width %.3f %.3f %.3f\n", truth[w][0],
                      truth[w][1], truth[w][2], seeds, covered[0], covered[1], covered[2], width[0], width[1],
                      width[2]);
        all += covered[0] + covered[1] + covered[2];
        for (int j = 0; j < 3 && seeds >= 100; j++)
            assert_true(covered[j] >= 0.88 * seeds);
        assert_true(width[2] < truth[w][2]);
    }
    /* four deviations of a share of 0.95; the three of one recording err together */
    const double count = 6.0 * seeds;
    assert_true(all >= 0.95 * count - 4 * sqrt(3 * 0.95 * 0.05 * count));
}

SLOW_SUBJECT(rebound_fit) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_of_many_starts_is_found),
        cmocka_unit_test(whole_incidences_are_held_out),
        cmocka_unit_test(intervals_hold_the_truth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
