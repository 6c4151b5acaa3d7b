/* Fits of laws to rebounds of spheres: the least of all valleys, against a search of the test's own from many starts.
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

#include "../cases/recorded.h"
#include "../effort.h"
#include "../subject.h"

#define KHARAZ "oblique-spheres/kharaz-2001.csv"

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
    const int subsets = effort(1, 3, 30), walks = effort(5, 20, 100);
    char path[PATH_SIZE];
    routh_rebounds all;
    recorded_or_skip(KHARAZ, path);
    assert_int_equal(routh_rebounds_read(NULL, routh_io_path(path), 0.0025, 3.9, &all), ROUTH_OK);
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
    char path[PATH_SIZE];
    routh_rebounds all;
    routh_rebound_study whole, part;
    recorded_or_skip(KHARAZ, path);
    assert_int_equal(routh_rebounds_read(NULL, routh_io_path(path), 0.0025, 3.9, &all), ROUTH_OK);
    routh_rebound_options options = routh_rebound_options_default();
    options.resamples = 2;
    assert_int_equal(routh_rebound_study_run(NULL, &all, &options, &whole), ROUTH_OK);
    for (int s = 0; s < effort(3, 10, 10); s++) {
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

SUBJECT(rebound_fit) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_of_many_starts_is_found),
        cmocka_unit_test(whole_incidences_are_held_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
