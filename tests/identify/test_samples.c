/* Samples: which records become one, the measured impulse of each, and the error of a prediction.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../fit/generated.h"
#include "../subject.h"

static const routh_law *law(void) {
    return routh_law_find(NULL, "wang-mason");
}

/* without noise the measured impulse is the law's, in either metric */
static void the_measured_impulse_is_the_impulse(void **state) {
    (void)state;
    const double parameters[] = {0.2, 0.6};
    generated made = generate(law(), parameters, 200, (noise){0, 0}, 3);
    assert_int_equal(made.count, 200);
    for (size_t i = 0; i < made.count; i++) {
        const routh_impulse p = law()->impulse(&made.sample[i].contact, parameters);
        const double size = hypot(p.pt, p.pn);
        for (int metric = 0; metric < 2; metric++) {
            assert_near(made.sample[i].measured[metric].pt, p.pt, 1e-13 * size);
            assert_near(made.sample[i].measured[metric].pn, p.pn, 1e-13 * size);
        }
        const routh_velocity predicted = routh_sample_predict(law(), parameters, &made.sample[i]);
        assert_near(routh_sample_error(&made.sample[i], predicted), 0, 1e-12);
    }
    forget(&made);
}

/* with noise it is the least-squares one: no neighbour explains the velocities better in its metric */
static void the_measured_impulse_is_the_best_one(void **state) {
    (void)state;
    const double parameters[] = {0.2, 0.6};
    generated made = generate(law(), parameters, 100, (noise){0.1, 3}, 4);
    for (size_t i = 0; i < made.count; i++)
        for (int metric = 0; metric < 2; metric++) {
            const routh_sample *s = &made.sample[i];
            const routh_point p = s->measured[metric];
            const double least = routh_impact_error((routh_metric)metric, &s->impact,
                                                    routh_impact_after(&s->impact, p.pt, p.pn, 0), s->after);
            for (int k = 0; k < 8; k++) {
                const double step = 1e-3 * hypot(p.pt, p.pn), angle = 0.785 * k;
                const routh_velocity v =
                    routh_impact_after(&s->impact, p.pt + step * cos(angle), p.pn + step * sin(angle), 0);
                assert_true(routh_impact_error((routh_metric)metric, &s->impact, v, s->after) > least);
            }
        }
    forget(&made);
}

/* a body that only turns: ω counts with the radius of gyration */
static void the_relative_error_weighs_spin(void **state) {
    (void)state;
    const routh_impact impact = {.mass = 2, .inertia = 0.5, .rx = 0.3, .ry = -0.4, .vx = 0, .vy = -1, .omega = 0};
    routh_sample sample;
    assert_int_equal(routh_sample_of(NULL, &impact, (routh_velocity){3, 0, 8}, &sample), ROUTH_OK);
    /* k = 1/2: |v⁺| = |(3, 0, 4)| = 5, the error |(0, 0, 1)| = 1 */
    assert_near(routh_sample_error(&sample, (routh_velocity){3, 0, 10}), 0.2, 1e-15);
    assert_near(routh_sample_error(&sample, (routh_velocity){0, 0, 0}), 1.0, 1e-15);
    assert_int_equal(sample.record, 0);
}

static void bad_impacts_are_refused(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_sample sample;
    const routh_impact good = {.mass = 1, .inertia = 1, .rx = 0, .ry = -1, .vx = 0, .vy = -1, .omega = 0};
    routh_impact rising = good;
    rising.vy = 1;
    assert_int_equal(routh_sample_of(&context, &rising, (routh_velocity){0, 1, 0}, &sample), ROUTH_SEPARATING);
    assert_int_equal(routh_sample_of(&context, &good, (routh_velocity){0, NAN, 0}, &sample), ROUTH_NOT_FINITE);
    assert_non_null(strstr(context.message, "nan"));
}

/* Four records: one used, one with a reason, one that closes only in the recorded frame, one used. */
static void unused_and_separating_records_are_left_out(void **state) {
    (void)state;
    routh_record record[4];
    for (int i = 0; i < 4; i++)
        record[i] = (routh_record){
            .rx = 0.01, .ry = -0.03, .before = {0.1, -1, 2}, .after = {0.2, 0.5, 1}, .time = NAN, .trajectory = -1};
    record[1].reasons = ROUTH_LOST_FRAMES;
    record[2].before = (routh_velocity){0, 0.05, -10}; /* v_n = 0.05 − 10 rx = −0.05; mirrored 0.15 */
    routh_dataset dataset = {.body = {.shape = routh_shape_ellipse(0.035, 0.025), .mass = 0.0364, .inertia = 1.35e-5},
                             .rate = 250,
                             .gravity = 9.81,
                             .count = 4,
                             .record = record};
    routh_sample *samples = NULL;
    size_t count = 0, separating = 99;
    routh_context context = routh_context_default();
    assert_int_equal(routh_samples_of(&context, &dataset, ROUTH_AS_RECORDED, &samples, &count, &separating), ROUTH_OK);
    assert_int_equal(count, 3);
    assert_int_equal(separating, 0);
    routh_samples_release(&context, samples);

    assert_int_equal(routh_samples_of(&context, &dataset, ROUTH_MIRROR_N, &samples, &count, &separating), ROUTH_OK);
    assert_int_equal(count, 2);
    assert_int_equal(separating, 1);
    assert_int_equal(samples[0].record, 0);
    assert_int_equal(samples[1].record, 3);
    assert_near(samples[0].impact.rx, -0.01, 0);
    assert_string_equal(context.message, "");
    routh_samples_release(&context, samples);

    record[3].after.vx = INFINITY;
    assert_int_equal(routh_samples_of(&context, &dataset, ROUTH_AS_RECORDED, &samples, &count, NULL), ROUTH_NOT_FINITE);
    assert_non_null(strstr(context.message, "record 3 (from 0)"));
}

SUBJECT(samples) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_measured_impulse_is_the_impulse),
        cmocka_unit_test(the_measured_impulse_is_the_best_one),
        cmocka_unit_test(the_relative_error_weighs_spin),
        cmocka_unit_test(bad_impacts_are_refused),
        cmocka_unit_test(unused_and_separating_records_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
