/* Do the intervals of a model hold what is then measured? In a world of its own: another law, noise with heavy tails, and
 * every kind of model.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "model_cases.h"

/* Errors of the velocities after are those of Laplace: tails fall as e^−|x|, so that normal intervals of 95 % hold 94 %
 * and those of 50 % hold 61 %. */
static generated world(size_t count, uint64_t seed) {
    generated made =
        generate(routh_law_find(NULL, "ap-newton"), (const double[]){0.3, 0.65}, count, (noise){0.005, 0.1}, seed);
    routh_random random = routh_random_seed(seed, 5);
    for (size_t i = 0; i < made.count; i++) {
        routh_sample *s = &made.sample[i];
        routh_velocity after = s->after;
        double *const each[] = {&after.vx, &after.vy, &after.omega};
        const double size[] = {0.02, 0.02, 0.8};
        for (int k = 0; k < 3; k++) {
            const double u = routh_random_uniform(&random, -1, 1);
            *each[k] += size[k] * (u < 0 ? log1p(u) : -log1p(-u));
        }
        assert_int_equal(routh_sample_of(NULL, &s->impact, after, s), ROUTH_OK);
    }
    return made;
}

/* Shares of vx, vy, ω after within their intervals, and scatter ÷ claim of each. */
static void coverage_of(routh_model_kind kind, size_t count, size_t draws, double share[3], double ratio[3]) {
    double errors[3] = {0}, claims[3] = {0}, tested = 0;
    for (int k = 0; k < 3; k++)
        share[k] = 0;
    for (size_t d = 0; d < draws; d++) {
        generated train = world(count, 1000 + 2 * d), test = world(60, 1001 + 2 * d);
        const routh_model_options options = options_for(kind);
        routh_model *model = train_on_all(&train, &options);
        routh_prediction *said = predictions(model, &test, 1);
        for (size_t i = 0; i < test.count; i++, tested++) {
            const routh_velocity a = test.sample[i].after, b = said[i].after;
            const double off[] = {a.vx - b.vx, a.vy - b.vy, a.omega - b.omega};
            for (int k = 0; k < 3; k++) {
                share[k] += fabs(off[k]) <= said[i].after_interval[k];
                errors[k] += off[k] * off[k];
                claims[k] += said[i].after_sd[k] * said[i].after_sd[k];
            }
        }
        free(said);
        routh_model_release(NULL, model);
        forget(&train);
        forget(&test);
    }
    for (int k = 0; k < 3; k++) {
        share[k] /= tested;
        ratio[k] = sqrt(errors[k] / claims[k]);
    }
}

/* Predictions of one model are not independent: one with few impacts may be wrong everywhere. Twelve of them allow about
 * four per cent each way for the mean of three quantities. */
static void intervals_hold(void **state) {
    (void)state;
    static const size_t counts[] = {14, 40, 250};
    for (int kind = 0; kind < ROUTH_MODEL_COUNT; kind += effort(3, 1, 1))
        for (size_t c = 0; c < 3; c++) {
            double share[3], ratio[3];
            coverage_of((routh_model_kind)kind, counts[c], effort(c < 2 ? 6 : 1, c < 2 ? 12 : 2, c < 2 ? 60 : 10),
                        share, ratio);
            print_message(
                "%-16s %3zu impacts: 95 %% intervals hold %.0f %.0f %.0f %%, scatter ÷ claim %.2f %.2f %.2f\n",
                routh_name(&routh_model_kinds, kind), counts[c], 100 * share[0], 100 * share[1], 100 * share[2],
                ratio[0], ratio[1], ratio[2]);
            const double mean = (share[0] + share[1] + share[2]) / 3;
            assert_true(mean > 0.90 && mean < 0.995);
        }
}

/* Of n samples, each predicted from all others, as many lie within as have a rank up to 0.95 (n + 1). */
static void rank_decides(void **state) {
    (void)state;
    enum { N = 260 };
    generated made = world(N, 1);
    for (int kind = ROUTH_MODEL_RIGID; kind <= ROUTH_MODEL_WRENCH; kind++) {
        const routh_model_options options = options_for((routh_model_kind)kind);
        routh_model *model = train_on_all(&made, &options);
        const routh_model_facts facts = routh_model_facts_of(model);
        double residual[3 * N], deviation[3 * N];
        routh_model_leave_one_out(model, residual, deviation);
        for (size_t o = 0; o < facts.outputs; o++) {
            size_t within = 0;
            double errors = 0, claims = 0;
            for (size_t i = 0; i < made.count; i++) {
                const double d = deviation[i * facts.outputs + o], e = residual[i * facts.outputs + o];
                within += fabs(e) <= facts.interval[o] * d;
                errors += e * e;
                claims += d * d;
            }
            assert_int_equal(within, (size_t)(0.95 * (double)(made.count + 1)));
            assert_near(errors / claims, 1, 1e-9); /* scatter is what is claimed */
        }
        routh_model_release(NULL, model);
    }
    forget(&made);
}

/* As recorded, a law that has the wrong sign leaves errors of about one size, with both signs: none is beyond 1.96 of their
 * deviation. Intervals by rank hold 95 % nevertheless. */
static void errors_of_one_size(void **state) {
    (void)state;
    generated both[] = {world(260, 3), world(400, 4)};
    for (int b = 0; b < 2; b++)
        for (size_t i = 0; i < both[b].count; i++) { /* the recording's frame: the tangent points the other way */
            routh_sample *s = &both[b].sample[i];
            const routh_impact *m = &s->impact;
            routh_velocity after = s->after;
            after.vx = 2 * m->vx - after.vx;
            assert_int_equal(routh_sample_of(NULL, m, after, s), ROUTH_OK);
        }
    const routh_model_options options = options_for(ROUTH_MODEL_PARAMETERS);
    routh_model *model = train_on_all(&both[0], &options);
    routh_prediction *said = predictions(model, &both[1], 1);
    double within = 0, normal = 0;
    for (size_t i = 0; i < both[1].count; i++) {
        const double off = fabs(both[1].sample[i].measured[ROUTH_MOMENTUM].pt - said[i].impulse.pt);
        within += (off <= said[i].impulse_interval[0]) / (double)both[1].count;
        normal += (off <= 1.96 * said[i].impulse_sd[0]) / (double)both[1].count;
    }
    print_message("Pt: the interval holds %.1f %%, ± 1.96 deviations %.1f %%\n", 100 * within, 100 * normal);
    assert_true(within > 0.91 && within < 0.985);
    free(said);
    routh_model_release(NULL, model);
    forget(&both[0]);
    forget(&both[1]);
}

/* Impacts like the samples are not far from them; those five times as fast are, for a model that sees speeds. */
static void far_is_calibrated(void **state) {
    (void)state;
    generated train = world(120, 5), test = world(400, 6), fast = world(60, 7);
    for (size_t i = 0; i < fast.count; i++) {
        routh_impact *impact = &fast.sample[i].impact;
        impact->vx *= 5;
        impact->vy *= 5;
        impact->omega *= 5;
    }
    for (int kind = 0; kind < ROUTH_MODEL_COUNT; kind++) {
        const routh_model_options options = options_for((routh_model_kind)kind);
        routh_model *model = train_on_all(&train, &options);
        routh_prediction *near = predictions(model, &test, 1), *beyond = predictions(model, &fast, 1);
        size_t false_alarms = 0, found = 0;
        for (size_t i = 0; i < test.count; i++)
            false_alarms += near[i].far;
        for (size_t i = 0; i < fast.count; i++)
            found += beyond[i].far;
        print_message("%-16s %zu of %zu like the samples are called far, %zu of %zu five times as fast\n",
                      routh_name(&routh_model_kinds, kind), false_alarms, test.count, found, fast.count);
        assert_true(false_alarms <= test.count / 40);
        assert_true(kind != ROUTH_MODEL_WRENCH || found > fast.count / 2);
        free(near);
        free(beyond);
        routh_model_release(NULL, model);
    }
    forget(&train);
    forget(&test);
    forget(&fast);
}

SLOW_SUBJECT(model_intervals) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_hold),
        cmocka_unit_test(rank_decides),
        cmocka_unit_test(errors_of_one_size),
        cmocka_unit_test(far_is_calibrated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
