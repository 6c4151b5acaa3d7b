/* How learning runs: the same for any number of threads, stopped and out of memory without a trace, with few impacts, and
 * what is written of it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../effort.h"
#include "../ledger.h"
#include "../on_threads.h"
#include "../subject.h"
#include "learning_cases.h"

static const size_t two_sizes[] = {10, 30};
static const ground some_ground = {.friction = -0.05, .couple = 0.1, .noise = 0.02};

static void any_number_of_threads_gives_the_same(void **state) {
    (void)state;
    if (!has_threads())
        skip();
    routh_learning_options options = quick_options(two_sizes, 2, 3);
    routh_sample *samples = drops_on(some_ground, 80, 31);
    routh_learning learning[3];
    for (int i = 0; i < 3; i++) {
        routh_context context = on_threads((int[]){1, 2, 5}[i]);
        assert_int_equal(learn(&context, samples, 80, &options, &learning[i]), ROUTH_OK);
    }
    for (int i = 1; i < 3; i++) {
        assert_memory_equal(learning[i].density_error, learning[0].density_error, sizeof learning[0].density_error);
        assert_memory_equal(&learning[i].pays_from, &learning[0].pays_from, sizeof(double));
        assert_memory_equal(&learning[i].gain, &learning[0].gain, sizeof(double));
        for (size_t c = 0; c < learning[0].count; c++) {
            const routh_contestant *a = &learning[0].contestant[c], *b = &learning[i].contestant[c];
            assert_memory_equal(b->curve, a->curve, 2 * sizeof *a->curve);
            assert_memory_equal(b->density, a->density, sizeof a->density);
            assert_memory_equal(&b->detail, &a->detail, sizeof a->detail);
        }
    }
    for (int i = 0; i < 3; i++)
        routh_learning_release(NULL, &learning[i]);
    free(samples);
}

/* A size has the same draws whichever other sizes there are. */
static void sizes_do_not_depend_on_one_another(void **state) {
    (void)state;
    const routh_learning_options both = quick_options(two_sizes, 2, 2), one = quick_options(two_sizes + 1, 1, 2);
    routh_sample *samples = drops_on(some_ground, 80, 32);
    routh_learning learning[2];
    assert_int_equal(learn(NULL, samples, 80, &both, &learning[0]), ROUTH_OK);
    assert_int_equal(learn(NULL, samples, 80, &one, &learning[1]), ROUTH_OK);
    for (size_t c = 0; c < learning[0].count; c++)
        assert_memory_equal(&learning[0].contestant[c].curve[1], &learning[1].contestant[c].curve[0],
                            sizeof(routh_learning_point));
    routh_learning_release(NULL, &learning[0]);
    routh_learning_release(NULL, &learning[1]);
    free(samples);
}

/* A ledger that asks to stop after so many calls. */
typedef struct patience {
    ledger book; /* first: the hooks of memory get its address */
    int calls_left;
    double last;
} patience;

static int lose_patience(const char *what, double fraction, void *user) {
    patience *p = user;
    assert_non_null(what);
    assert_true(fraction >= 0 && fraction <= 1);
    p->last = fraction;
    return p->calls_left-- <= 0;
}

static void stopping_leaves_nothing_behind(void **state) {
    (void)state;
    routh_sample *samples = drops_on(some_ground, 60, 33);
    for (int threads = 1; threads <= 2; threads++)
        for (int calls = 0; calls < 12; calls += 4) {
            routh_learning_options options = quick_options(two_sizes, 2, 2);
            patience p = {.book = {.budget = 1 << 30}, .calls_left = calls};
            routh_context context = context_with(&p.book);
            routh_learning learning;
            context.progress = lose_patience;
            context.threads = threads;
            const routh_status status = learn(&context, samples, 60, &options, &learning);
            if (threads == 1)
                assert_int_equal(status, ROUTH_CANCELLED);
            if (status == ROUTH_OK) /* the other thread did nearly all */
                routh_learning_release(&context, &learning);
            assert_int_equal(p.book.blocks, 0);
            assert_null(learning.contestant);
            assert_true(p.book.calls > 0);
        }
    free(samples);
}

static void progress_comes_to_an_end(void **state) {
    (void)state;
    routh_sample *samples = drops_on(some_ground, 60, 34);
    routh_learning_options options = quick_options(two_sizes, 2, 1);
    patience p = {.book = {.budget = 1 << 30}, .calls_left = 1 << 30};
    routh_context context = context_with(&p.book);
    routh_learning learning;
    context.progress = lose_patience;
    context.threads = 1;
    assert_int_equal(learn(&context, samples, 60, &options, &learning), ROUTH_OK);
    assert_true(fabs(p.last - 1) < 1e-12);
    routh_learning_release(&context, &learning);
    assert_int_equal(p.book.blocks, 0);
    free(samples);
}

/* Wherever memory ends: no leak, the status, and a message. */
static void no_memory_is_no_harm(void **state) {
    (void)state;
    routh_sample *samples = drops_on(some_ground, 60, 35);
    routh_learning_options options = quick_options(two_sizes + 1, 1, 1);
    options.gp.evaluations = 3;
    ledger all = {.budget = 1 << 30};
    routh_context context = context_with(&all);
    context.threads = 1;
    routh_learning learning;
    assert_int_equal(learn(&context, samples, 60, &options, &learning), ROUTH_OK);
    routh_learning_release(&context, &learning);
    const int requests = (1 << 30) - all.budget;
    assert_true(requests > 100);
    for (int budget = 0; budget < requests; budget += budget < 20 ? 1 : effort(47, 47, 23)) {
        ledger book = {.budget = budget};
        context = context_with(&book);
        context.threads = 1;
        assert_int_equal(learn(&context, samples, 60, &options, &learning), ROUTH_OUT_OF_MEMORY);
        assert_int_equal(book.blocks, 0);
        assert_true(strlen(context.message) > 0);
        assert_null(learning.contestant);
    }
    free(samples);
}

/* Four impacts are fewer than any model has hyper-parameters; laws do with them. */
static void models_that_cannot_be_trained_have_no_numbers(void **state) {
    (void)state;
    static const size_t sizes[] = {3, 30};
    routh_learning_options options = quick_options(sizes, 2, 2);
    routh_sample *samples = drops_on(some_ground, 60, 36);
    routh_learning learning;
    options.detail = 3;
    assert_int_equal(learn(NULL, samples, 60, &options, &learning), ROUTH_OK);
    for (size_t c = 0; c < learning.count; c++) {
        const routh_contestant *k = &learning.contestant[c];
        if (k->kind == ROUTH_CONTESTANT_MODEL) {
            assert_true(isnan(k->curve[0].mean) && k->curve[0].draws == 0);
            assert_true(isnan(k->density[0]) && k->detail.outputs == 0);
        } else
            assert_true(isfinite(k->curve[0].mean) && isfinite(k->density[0]));
        assert_true(isfinite(k->curve[1].mean));
    }
    assert_true(learning.best_model == learning.count && isnan(learning.pays_from)); /* none at these details */
    routh_learning_release(NULL, &learning);
    free(samples);
}

static void what_makes_no_sense_is_refused(void **state) {
    (void)state;
    static const size_t down[] = {30, 10}, all[] = {60}, none[] = {0};
    const struct {
        const size_t *sizes;
        size_t size_count, draws, count;
    } odd[] = {{two_sizes, 2, 1, 9}, {down, 2, 1, 60},      {all, 1, 1, 60},
               {none, 1, 1, 60},     {two_sizes, 0, 1, 60}, {two_sizes, 2, 0, 60}};
    routh_sample *samples = drops_on(some_ground, 60, 37);
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        routh_learning_options options = quick_options(odd[i].sizes, odd[i].size_count, odd[i].draws);
        routh_context context = routh_context_default();
        routh_learning learning;
        assert_int_equal(learn(&context, samples, odd[i].count, &options, &learning), ROUTH_BAD_ARGUMENT);
        assert_true(strlen(context.message) > 0);
        assert_null(learning.contestant);
    }
    free(samples);
}

/* 25 and 50 of 70, and nine tenths; with so few impacts all sizes have all draws. */
static void usual_sizes_end_at_nine_tenths(void **state) {
    (void)state;
    routh_learning_options options = routh_learning_options_default();
    routh_sample *samples = drops_on(some_ground, 70, 38);
    routh_learning learning;
    options.draws = 2;
    options.gp.evaluations = 10;
    assert_int_equal(learn(NULL, samples, 70, &options, &learning), ROUTH_OK);
    assert_int_equal(learning.size_count, 3);
    assert_int_equal(learning.size[0], 25);
    assert_int_equal(learning.size[1], 50);
    assert_int_equal(learning.size[2], 63);
    assert_int_equal(learning.detail, 2);
    assert_int_equal(learning.contestant[0].curve[2].draws, 2);
    routh_learning_release(NULL, &learning);
    free(samples);
}

/* The number of impacts does not count, only how many of them are learned from at once. */
static void the_largest_size_is_drawn_once_only_where_it_takes_long(void **state) {
    (void)state;
    enum { IMPACTS = 1100, DRAWS = 2 };
    static const size_t cheap[] = {12, 30}, dear[] = {12, 601};
    routh_sample *samples = drops_on(some_ground, IMPACTS, 39);
    for (int is_dear = 0; is_dear < 2; is_dear++) {
        routh_learning_options options = quick_options(is_dear ? dear : cheap, 2, DRAWS);
        routh_learning learning;
        options.last_draws = 0;
        options.gp.evaluations = 2;
        assert_int_equal(learn(NULL, samples, IMPACTS, &options, &learning), ROUTH_OK);
        assert_int_equal(contestant(&learning, "wrench")->curve[0].draws, DRAWS);
        assert_int_equal(contestant(&learning, "wrench")->curve[1].draws, is_dear ? 1 : DRAWS);
        routh_learning_release(NULL, &learning);
    }
    free(samples);
}

static int any_sentence_has(const routh_findings *words, const char *part) {
    for (size_t i = 0; i < words->count; i++)
        if (strstr(words->finding[i].text, part))
            return 1;
    return 0;
}

static int sees(const routh_contestant *model, const char *input) {
    for (size_t k = 0; k < model->detail.inputs; k++)
        if (strcmp(model->detail.input[k], input) == 0)
            return 1;
    return 0;
}

/* Within a study: the poses are seen, the tables are there, and the words say what the numbers do. */
/* Tables of what a study does only where it is asked to. */
static int is_asked_for(const char *name) {
    return strncmp(name, "covariate", 9) == 0 || strcmp(name, "explored") == 0;
}

static void a_study_tells_of_learning(void **state) {
    (void)state;
    routh_dataset_generator recording = routh_dataset_generator_default();
    const routh_learning_options learning = quick_options(two_sizes, 2, 2);
    routh_study_options options = routh_study_options_default();
    const routh_frame frame = ROUTH_AS_RECORDED;
    routh_dataset dataset;
    routh_study study;
    options.k_max = 4;
    options.draws = 2;
    options.resamples = 10;
    options.surface = 5;
    options.laws = &recording.law;
    options.law_count = 1;
    assert_int_equal(routh_dataset_generate(NULL, &recording, 80, &dataset), ROUTH_OK);
    for (size_t i = 0; i < dataset.count; i++)
        dataset.record[i].theta = 0.1 * (double)i; /* generated drops have no pose */
    for (int with = 0; with < 2; with++) {
        options.learning = with ? &learning : NULL;
        assert_int_equal(routh_study_run(NULL, &dataset, &frame, 1, "", &options, &study), ROUTH_OK);
        const routh_learning *l = study.frame[0].learning;
        assert_true((l != NULL) == with);
        const routh_findings *words = &study.frame[0].findings;
        assert_int_equal(any_sentence_has(words, "Learning "), with);
        if (with)
            assert_true(sees(contestant(l, "baseline"), "theta") && !sees(contestant(l, "baseline"), "x"));
        if (with)
            assert_int_equal(any_sentence_has(words, "does not pay"), isnan(l->pays_from));
        size_t tables = 0, learned = 0;
        for (const char *name; (name = routh_study_table(&study, 0, tables)); tables++) {
            assert_false(is_asked_for(name));
            learned += strncmp(name, "learning-", 9) == 0;
        }
        assert_int_equal(learned, with ? 3 : 0);
        assert_int_equal(tables - learned, 8);
        routh_study_release(NULL, &study);
    }
    routh_dataset_release(NULL, &dataset);
}

SLOW_SUBJECT(learning_run) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads_gives_the_same),
        cmocka_unit_test(sizes_do_not_depend_on_one_another),
        cmocka_unit_test(stopping_leaves_nothing_behind),
        cmocka_unit_test(progress_comes_to_an_end),
        cmocka_unit_test(no_memory_is_no_harm),
        cmocka_unit_test(models_that_cannot_be_trained_have_no_numbers),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(usual_sizes_end_at_nine_tenths),
        cmocka_unit_test(the_largest_size_is_drawn_once_only_where_it_takes_long),
        cmocka_unit_test(a_study_tells_of_learning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
