/* The estimate contact by contact: rows are the fits of the first contacts, and their intervals hold the truth at every
 * count, in worlds with and without flights, known noise and unknown.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/simulate.h>

#include "../effort.h"
#include "../subject.h"
#include "inertia/inertia.h"
#include "steps.h"

enum { ROWS = 40 };

/* How often intervals hold the truth, by row. */
typedef struct tally {
    size_t contacts[ROWS], answers[ROWS], held[ROWS], refused[ROWS];
    double width[ROWS];
} tally;

static void count_rows(const routh_inertia_history *history, double truth, tally *t) {
    for (size_t i = 0; i < history->count && i < ROWS; i++) {
        const routh_inertia_row *row = &history->row[i];
        t->contacts[i] = row->contacts;
        t->refused[i] += row->why != NULL;
        t->answers[i] += row->why == NULL;
        t->held[i] += row->low <= truth && truth <= row->high;
        t->width[i] += row->why ? 0 : (row->high - row->low) / truth;
    }
}

/* All rows together hold at least 90 %: answers of one recording depend on each other. */
static void check_tally(const char *world, const tally *t) {
    size_t answers = 0, held = 0;
    for (int i = 0; i < ROWS; i++) {
        if (t->answers[i] + t->refused[i] == 0)
            continue;
        answers += t->answers[i];
        held += t->held[i];
        print_message("%s, %4zu contacts: %zu of %zu hold, %zu not determined, mean width %.2f %%\n", world,
                      t->contacts[i], t->held[i], t->answers[i], t->refused[i],
                      t->answers[i] ? 100 * t->width[i] / (double)t->answers[i] : 0.0);
    }
    print_message("%s: %zu of %zu hold, %.1f %%\n", world, held, answers, 100.0 * (double)held / (double)answers);
    assert_true(answers > 0 && (double)held >= 0.9 * (double)answers);
}

/* Rows are fits of the first contacts; the counts are those that are said; exact contacts need no more than the least. */
static void test_rows(void **state) {
    (void)state;
    enum { COUNT = 42 };
    static const size_t counts[] = {5, 6, 8, 10, 13, 16, 20, 25, 32, 40, 42};
    const step_case s = {.mass = 1.7, .inertia = 0.4, .mu = 0.4, .eps = 0.6, .gravity = 9.81, .h = 0.02, .tilt = 0.3};
    step steps[COUNT];
    routh_record records[COUNT];
    routh_inertia_history history;
    make_steps(&s, 11, COUNT, steps);
    take_records(steps, COUNT, records);
    for (size_t i = 0; i < COUNT; i++) /* a little noise, and one wrong record that has to be left out */
        records[i].after.omega += (i == 30 ? 9 : 0.01 * sin(7.0 * (double)i));
    assert_int_equal(routh_inertia_online(NULL, records, COUNT, NULL, &history), ROUTH_OK);
    assert_int_equal(history.count, sizeof counts / sizeof counts[0]);
    for (size_t i = 0; i < history.count; i++) {
        const routh_inertia_row *row = &history.row[i];
        routh_inertia_estimate fit;
        assert_int_equal(row->contacts, counts[i]);
        if (row->why) {
            assert_true(isnan(row->m_over_i) && isnan(row->error) && isnan(row->low) && isnan(row->high));
            continue;
        }
        assert_int_equal(routh_inertia_fit(NULL, records, counts[i], NULL, &fit), ROUTH_OK);
        check_near(row->m_over_i, fit.m_over_i, 0);
        assert_true(row->error >= fit.m_over_i_error && row->low < fit.low[0] && row->high > fit.high[0]);
        assert_true(counts[i] <= 30 || row->used < counts[i]);
        routh_inertia_estimate_release(NULL, &fit);
    }
    assert_null(history.row[history.count - 1].why);
    routh_inertia_history_release(NULL, &history);
    assert_true(history.count == 0 && !history.row);
}

/* What the first contacts cannot carry is said, and is no failure; what no contact can be asked is one. */
static void test_what_few_contacts_cannot_say(void **state) {
    (void)state;
    const step_case s = {.mass = 1.7, .inertia = 0.4, .mu = 0.4, .eps = 0.6, .gravity = 9.81, .h = 0};
    step steps[20];
    routh_record records[20];
    routh_inertia_history history;
    make_steps(&s, 12, 20, steps);
    take_records(steps, 20, records);
    for (size_t i = 0; i < 8; i++) { /* straight below the centre, without friction: nothing turns */
        records[i].rx = 0;
        records[i].after = (routh_velocity){records[i].before.vx, 1, records[i].before.omega};
    }
    assert_int_equal(routh_inertia_online(NULL, records, 20, NULL, &history), ROUTH_OK);
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(history.row[i].why, "no contact turns the body");
    assert_null(history.row[history.count - 1].why);
    routh_inertia_history_release(NULL, &history);
    assert_int_equal(routh_inertia_online(NULL, records, 3, NULL, &history), ROUTH_OK); /* a single row */
    assert_true(history.count == 1 && history.row[0].contacts == 3 && history.row[0].why);
    routh_inertia_history_release(NULL, &history);
    routh_context context = routh_context_default();
    assert_int_equal(routh_inertia_online(&context, records, 0, NULL, &history), ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_inertia_online(&context, NULL, 3, NULL, &history), ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_inertia_online(&context, records, 3, NULL, NULL), ROUTH_BAD_ARGUMENT);
    routh_inertia_options options = routh_inertia_options_default();
    options.gravity = -1;
    assert_int_equal(routh_inertia_online(&context, records, 20, &options, &history), ROUTH_BAD_ARGUMENT);
    records[19].rx = NAN; /* the last one is looked at before the first is fitted */
    assert_int_equal(routh_inertia_online(&context, records, 20, NULL, &history), ROUTH_NOT_FINITE);
    assert_non_null(strstr(context.message, "record 19"));
}

/* Independent contacts with noise in the velocities, of which the estimator knows nothing; Student's t with 4 degrees of
 * freedom in every second world. */
static void test_single_contacts(void **state) {
    (void)state;
    const step_case s = {.mass = 1.7, .inertia = 0.4, .mu = 0.4, .eps = 0.6, .gravity = 9.81, .h = 0};
    for (int heavy = 0; heavy < 2; heavy++) {
        tally t = {.held = {0}};
        for (unsigned seed = 0; seed < effort(30u, 60u, 1000u); seed++) {
            enum { COUNT = 100 };
            static step steps[COUNT];
            static routh_record records[COUNT];
            routh_inertia_history history;
            make_steps(&s, 100 + seed, COUNT, steps);
            take_records(steps, COUNT, records);
            routh_random random = routh_random_seed(seed, 7);
            for (size_t i = 0; i < COUNT; i++) {
                routh_velocity *const v[] = {&records[i].before, &records[i].after};
                for (int k = 0; k < 2; k++) {
                    double *const number[] = {&v[k]->vx, &v[k]->vy, &v[k]->omega};
                    for (int j = 0; j < 3; j++) {
                        double chi = 0;
                        for (int f = 0; f < 4; f++)
                            chi += pow(routh_random_normal(&random), 2) / 4;
                        *number[j] += (j == 2 ? 0.1 : 0.05) * routh_random_normal(&random) / (heavy ? sqrt(chi) : 1);
                    }
                }
            }
            assert_int_equal(routh_inertia_online(NULL, records, COUNT, NULL, &history), ROUTH_OK);
            count_rows(&history, s.mass / s.inertia, &t);
            routh_inertia_history_release(NULL, &history);
        }
        check_tally(heavy ? "single contacts, heavy tails" : "single contacts", &t);
    }
}

/* Drops with noise in pose and velocities, stated as a ratio. */
static void test_drops(void **state) {
    (void)state;
    static const struct {
        const char *name, *law;
        int ellipse;
        double decibels;
    } worlds[] = {{"square 30 dB", "mirtich", 0, 30},
                  {"ellipse 30 dB", "wang-mason", 1, 30},
                  {"square 40 dB", "ap-newton", 0, 40}};
    for (size_t w = 0; w < sizeof worlds / sizeof worlds[0]; w++) {
        tally t = {.held = {0}};
        for (unsigned seed = 0; seed < effort(1u, 1u, 40u); seed++) {
            routh_world_generator throws = routh_world_generator_default();
            routh_inertia_options options = routh_inertia_options_default();
            routh_inertia_history history;
            routh_dataset dataset;
            routh_record *records;
            size_t count;
            if (!worlds[w].ellipse) {
                throws.world.body.shape = routh_shape_square(0.06);
                throws.world.body.inertia = throws.world.body.mass * 6e-4;
            }
            throws.run.law = routh_law_find(NULL, worlds[w].law);
            routh_law_parameters(throws.run.law, 0.3, 0.6, throws.run.parameters);
            throws.noise_db = worlds[w].decibels;
            throws.seed = 1000 + seed;
            throws.count = 20;
            assert_int_equal(routh_world_generate(NULL, &throws, &dataset), ROUTH_OK);
            assert_int_equal(routh_records_of_noisy(NULL, &dataset, ROUTH_AS_RECORDED, &records, &count), ROUTH_OK);
            count = count > 200 ? 200 : count;
            assert_int_equal(routh_noise_of_snr(NULL, records, count, worlds[w].decibels, &options.noise), ROUTH_OK);
            options.shape = &dataset.body.shape;
            assert_int_equal(routh_inertia_online(NULL, records, count, &options, &history), ROUTH_OK);
            count_rows(&history, dataset.body.mass / dataset.body.inertia, &t);
            routh_inertia_history_release(NULL, &history);
            routh_records_release(NULL, records);
            routh_dataset_release(NULL, &dataset);
        }
        check_tally(worlds[w].name, &t);
    }
}

SLOW_SUBJECT(online) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_what_few_contacts_cannot_say),
                                       cmocka_unit_test(test_single_contacts), cmocka_unit_test(test_drops)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
