/* Does learning pay? On impacts whose truth is known: where a law made them, where the ground does more than any law says,
 * and where another body's model is at hand. Then the numbers against one another.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../effort.h"
#include "../subject.h"
#include "learning_cases.h"
#include "study/learning.h"

enum { IMPACTS = 240 };

/* Nothing predicts better than the law that made the data with the parameters that made them. */
static void learning_does_not_pay_where_a_law_made_the_data(void **state) {
    (void)state;
    const size_t sizes[] = {20, 60, 120};
    const routh_learning_options options = quick_options(sizes, 3, effort((size_t)1, (size_t)1, (size_t)3));
    routh_sample *samples = drops_on((ground){.noise = 0.02}, IMPACTS, 21);
    routh_learning learning;
    assert_int_equal(learn(NULL, samples, IMPACTS, &options, &learning), ROUTH_OK);
    const routh_contestant *truth = contestant(&learning, "wang-mason");
    for (size_t c = 0; c < learning.count; c++) {
        const routh_contestant *other = &learning.contestant[c];
        for (size_t i = 0; i < 3 && other->kind <= ROUTH_CONTESTANT_LAW; i++)
            assert_true(truth->curve[i].mean <= other->curve[i].mean * 1.02);
    }
    assert_true(isnan(learning.pays_from));
    assert_true(learning.gain < 0.05);
    /* three errors of deviation 0.02 m/s: their length has the mean √(8/π) times that */
    assert_true(fabs(truth->curve[2].mean - 0.02 * sqrt(8 / acos(-1.0))) < 0.002);
    routh_learning_release(NULL, &learning);
    free(samples);
}

static void learning_pays_where_friction_falls_with_slip(void **state) {
    (void)state;
    const size_t sizes[] = {8, 100};
    const routh_learning_options options = quick_options(sizes, 2, effort((size_t)2, (size_t)2, (size_t)3));
    routh_sample *samples = drops_on((ground){.friction = -0.1, .noise = 0.01}, IMPACTS, 22);
    routh_learning learning;
    assert_int_equal(learn(NULL, samples, IMPACTS, &options, &learning), ROUTH_OK);
    assert_true(learning.pays_from == 100 && learning.gain > 0.3);
    assert_true(contestant(&learning, "residual")->pays_from == 100);
    assert_true(isnan(contestant(&learning, "rigid-2d")->pays_from) &&
                isnan(contestant(&learning, "mirtich")->pays_from));
    assert_true(contestant(&learning, "residual")->curve[1].mean <
                0.7 * contestant(&learning, "wang-mason")->curve[1].mean);
    assert_true(contestant(&learning, "parameters")->curve[1].mean <
                0.8 * contestant(&learning, "wang-mason")->curve[1].mean);
    routh_learning_release(NULL, &learning);
    free(samples);
}

/* A couple is what no rigid law and no single impulse has: only a wrench comes below the rigid bound. */
static void only_a_wrench_learns_a_couple(void **state) {
    (void)state;
    const size_t sizes[] = {100};
    const routh_learning_options options = quick_options(sizes, 1, effort((size_t)2, (size_t)2, (size_t)3));
    routh_sample *samples = drops_on((ground){.couple = 0.3, .noise = 0.005}, IMPACTS, 23);
    routh_learning learning;
    assert_int_equal(learn(NULL, samples, IMPACTS, &options, &learning), ROUTH_OK);
    const double bound = contestant(&learning, "irb-velocity")->curve[0].mean;
    assert_true(contestant(&learning, "wrench")->curve[0].mean < 0.5 * bound);
    assert_true(contestant(&learning, "residual-wrench")->curve[0].mean < 0.5 * bound);
    assert_true(contestant(&learning, "rigid")->curve[0].mean > bound);
    assert_true(contestant(&learning, "rigid-velocity")->curve[0].mean > bound);
    assert_true(contestant(&learning, "rigid-velocity")->curve[0].mean < contestant(&learning, "rigid")->curve[0].mean);
    assert_true(learning.pays_from <= 100);
    routh_learning_release(NULL, &learning);
    free(samples);
}

/* The same ground under the same body: what was learned there is worth most while there are few impacts. */
static void a_good_prior_pays_while_impacts_are_few(void **state) {
    (void)state;
    const size_t sizes[] = {12, 30};
    const ground g = {.couple = 0.3, .noise = 0.01};
    routh_learning_options options = quick_options(sizes, 2, 3);
    routh_model_options before = routh_model_options_default();
    routh_sample *other = drops_on(g, 150, 24), *samples = drops_on(g, IMPACTS, 25);
    routh_model *prior = NULL;
    routh_learning learning;
    before.gp.starts = 1;
    assert_int_equal(routh_model_train(NULL, other, NULL, 150, &before, &prior), ROUTH_OK);
    options.prior = prior;
    strcpy(options.prior_name, "earlier drops");
    assert_int_equal(learn(NULL, samples, IMPACTS, &options, &learning), ROUTH_OK);
    const routh_contestant *as_it_is = contestant(&learning, "prior"), *on = contestant(&learning, "on-prior");
    assert_string_equal(as_it_is->title, "earlier drops as it is");
    assert_string_equal(on->title, "wrench on earlier drops");
    assert_true(on->curve[0].mean < 0.7 * contestant(&learning, "wrench")->curve[0].mean);
    assert_true(as_it_is->curve[0].mean < 0.7 * contestant(&learning, "wrench")->curve[0].mean);
    assert_true(learning.prior_pays_until >= 12);
    routh_learning_release(NULL, &learning);
    routh_model_release(NULL, prior);
    free(samples);
    free(other);
}

/* Normal noise of one size, which a Gaussian process supposes: intervals hold what they say. */
static void intervals_hold_what_they_say(void **state) {
    (void)state;
    const size_t sizes[] = {100};
    const routh_learning_options options = quick_options(sizes, 1, effort((size_t)2, (size_t)2, (size_t)4));
    routh_sample *samples = drops_on((ground){.friction = 0.2, .couple = 0.1, .noise = 0.1}, 400, 26);
    routh_learning learning;
    assert_int_equal(learn(NULL, samples, 400, &options, &learning), ROUTH_OK);
    static const char *const names[] = {"wrench", "rigid", "residual-wrench", "baseline"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        const routh_model_study *m = &contestant(&learning, names[n])->detail;
        assert_true(m->outputs >= 2);
        for (size_t j = 0; j < m->outputs; j++)
            for (int level = 0; level < ROUTH_COVERAGE_LEVELS; level++) {
                /* two to four draws of 300 tests each, and hyper-parameters that are estimates */
                const double said = routh_coverage_level(level);
                assert_true(fabs(m->coverage[j][level] - said) < 0.015 + 0.15 * sqrt(said * (1 - said)));
            }
        assert_true(m->speed_confidence < 4);
        for (int bin = 0; bin < ROUTH_SPEED_BINS; bin++)
            assert_true(m->bin_error[bin] > 0.7 && m->bin_error[bin] < 1.4);
    }
    /* the impulse's noise is m times that of the velocity */
    const routh_model_study *wrench = &contestant(&learning, "wrench")->detail;
    assert_string_equal(wrench->output[1], "Pn");
    assert_true(fabs(wrench->noise[1] / (samples[0].impact.mass * 0.1) - 1) < 0.15);
    routh_learning_release(NULL, &learning);
    free(samples);
}

static void noise_that_grows_with_speed_is_seen(void **state) {
    (void)state;
    const size_t sizes[] = {100};
    const routh_learning_options options = quick_options(sizes, 1, 2);
    routh_sample *samples = drops_on((ground){0}, IMPACTS, 27);
    routh_random random = routh_random_seed(27, 1);
    routh_learning learning;
    for (size_t i = 0; i < IMPACTS; i++) {
        const double noise = 0.05 * pow(hypot(samples[i].contact.vt, samples[i].contact.vn), 2);
        routh_velocity after = samples[i].after;
        after.vx += noise * routh_random_normal(&random);
        after.vy += noise * routh_random_normal(&random);
        assert_int_equal(routh_sample_of(NULL, &samples[i].impact, after, &samples[i]), ROUTH_OK);
    }
    assert_int_equal(learn(NULL, samples, IMPACTS, &options, &learning), ROUTH_OK);
    const routh_model_study *m = &contestant(&learning, "wrench")->detail;
    assert_true(m->speed_correlation > 0.3 && m->speed_confidence > 4);
    assert_true(m->bin_speed[0] < m->bin_speed[4] && m->bin_error[4] > 1.5 * m->bin_error[0]);
    routh_learning_release(NULL, &learning);
    free(samples);
}

/* Laws among the numbers follow from the impacts; so do bounds, whatever was trained. */
static void numbers_agree_with_one_another(void **state) {
    (void)state;
    const size_t sizes[] = {15, 40};
    const routh_learning_options options = quick_options(sizes, 2, 2);
    routh_sample *samples = drops_on((ground){.friction = 0.3, .noise = 0.05}, 120, 28);
    routh_learning learning;
    assert_int_equal(learn(NULL, samples, 120, &options, &learning), ROUTH_OK);
    assert_int_equal(learning.size_count, 2);
    assert_int_equal(learning.detail, 1); /* 40 is nearest to 450 */
    assert_int_equal(learning.count, 8 + 3 + 1 + 2);
    for (size_t i = 0; i < 2; i++) {
        const routh_learning_point *best = &contestant(&learning, "best-post-hoc")->curve[i];
        for (size_t c = 0; c < learning.count; c++) {
            const routh_contestant *k = &learning.contestant[c];
            const routh_learning_point *p = &k->curve[i];
            assert_int_equal(p->size, sizes[i]);
            assert_int_equal(p->draws, 2);
            assert_true(p->least <= p->mean && p->mean <= p->most && p->relative > 0);
            assert_true(fabs(p->deviation - (p->most - p->least) / sqrt(2)) < 1e-12); /* of two */
            if (k->kind == ROUTH_CONTESTANT_LAW)
                assert_true(best->mean <= p->mean);
        }
        assert_true(contestant(&learning, "irb-velocity")->curve[i].mean <=
                    contestant(&learning, "irb-momentum")->curve[i].mean);
        /* Mirtich's law stays within what a rigid contact can do */
        assert_true(contestant(&learning, "irb-velocity")->curve[i].mean <=
                    contestant(&learning, "mirtich")->curve[i].mean);
    }
    const double step = learning.density_error[1];
    for (size_t c = 0; c < learning.count; c++) {
        double area = 0;
        for (size_t j = 0; j + 1 < ROUTH_DENSITY_POINTS; j++)
            area += 0.5 * step * (learning.contestant[c].density[j] + learning.contestant[c].density[j + 1]);
        assert_true(area > 0.8 && area < 1.02);
    }
    routh_learning_release(NULL, &learning);
    free(samples);
}

/* By hand: equal values share their rank, so that (1, 2, 3, 4) and (5, 5, 7, 7) have 4 / √(5 · 4). */
static void spearman(void **state) {
    (void)state;
    const double x[] = {1, 2, 3, 4}, square[] = {1, 4, 9, 16}, down[] = {3, 2, 1, 0}, ties[] = {5, 5, 7, 7};
    const double same[] = {2, 2, 2, 2};
    double correlation;
    assert_int_equal(routh_spearman(NULL, x, square, 4, &correlation), ROUTH_OK);
    assert_true(fabs(correlation - 1) < 1e-15);
    assert_int_equal(routh_spearman(NULL, x, down, 4, &correlation), ROUTH_OK);
    assert_true(fabs(correlation + 1) < 1e-15);
    assert_int_equal(routh_spearman(NULL, x, ties, 4, &correlation), ROUTH_OK);
    assert_true(fabs(correlation - 4 / sqrt(20)) < 1e-15);
    assert_int_equal(routh_spearman(NULL, x, same, 4, &correlation), ROUTH_OK);
    assert_true(isnan(correlation));
}

SLOW_SUBJECT(learning) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_agree_with_one_another),
        cmocka_unit_test(spearman),
        cmocka_unit_test(a_good_prior_pays_while_impacts_are_few),
        cmocka_unit_test(noise_that_grows_with_speed_is_seen),
        cmocka_unit_test(only_a_wrench_learns_a_couple),
        cmocka_unit_test(learning_pays_where_friction_falls_with_slip),
        cmocka_unit_test(learning_does_not_pay_where_a_law_made_the_data),
        cmocka_unit_test(intervals_hold_what_they_say),
    };
    const size_t count = (size_t)effort(5, 8, 8); /* the last three take longest, and call nothing else */
    return _cmocka_run_group_tests("learning", tests, count, NULL, NULL);
}
