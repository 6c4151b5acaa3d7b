/* The error of the body's size in the error of the estimate: closed forms on exact contacts, intervals that hold the truth
 * where bodies were measured wrongly, and what is refused.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/simulate.h>

#include "../effort.h"
#include "../subject.h"
#include "inertia/inertia.h"
#include "steps.h"

/* Exact contacts of a disc 2 m wide, known to 0.05 m. m/I goes with 1/(1 + s), so half the difference is κ s/(1 − s²). A torque
 * without a force separates m and I; its moment does not depend on r, so I stays as it is and m goes with m/I. */
static void test_closed_form(void **state) {
    (void)state;
    enum { COUNT = 30 };
    const step_case s = {.mass = 1.7, .inertia = 0.4, .mu = 0.4, .eps = 0.6, .gravity = 9.81, .h = 0.02, .force = 30};
    const routh_shape disc = routh_shape_disc(1);
    const double kappa = s.mass / s.inertia, share = 0.05 / 2, half = share / (1 - share * share);
    for (int forced = 0; forced < 2; forced++) {
        step steps[COUNT];
        routh_record records[COUNT];
        routh_inertia_options options = routh_inertia_options_default();
        routh_inertia_estimate fit;
        make_steps(&s, 5, COUNT, steps);
        take_records(steps, COUNT, records);
        for (size_t i = 0; i < COUNT; i++) { /* the force taken out again, with what it did */
            routh_record *c = &records[i];
            c->after.vx -= s.h * c->fx / s.mass;
            c->after.vy -= s.h * c->fy / s.mass;
            c->after.omega -= forced ? 0 : s.h * c->torque / s.inertia;
            c->fx = c->fy = 0;
            c->torque = forced ? c->torque : 0;
        }
        options.shape = &disc;
        options.size_error = 0.05;
        assert_int_equal(routh_inertia_fit(NULL, records, COUNT, &options, &fit), ROUTH_OK);
        check_near(fit.m_over_i, kappa, 1e-9 * kappa);
        check_near(fit.m_over_i_size_error, kappa * half, 1e-6 * kappa);
        check_near(fit.m_over_i_error, kappa * half, 1e-6 * kappa);
        check_near(fit.high[0] - fit.low[0], 2 * 1.959963984540054 * kappa * half, 1e-5 * kappa);
        if (forced) {
            check_near(fit.mass_error, s.mass * half, 1e-6);
            check_near(fit.inertia_error, 0, 1e-6);
        }
        assert_non_null(strstr(fit.findings.finding[1].text, "come from the error of the size, 0.05 m"));
        routh_inertia_estimate_release(NULL, &fit);
        options.size_error = 0;
        assert_int_equal(routh_inertia_fit(NULL, records, COUNT, &options, &fit), ROUTH_OK);
        check_near(fit.m_over_i_size_error, 0, 0);
        routh_inertia_estimate_release(NULL, &fit);
    }
}

/* The body drawn larger or smaller than it was measured, by so many errors: every r is wrong alike, heights are right. */
static void mismeasure(double scale, routh_record *record, size_t count, routh_shape *shape) {
    for (size_t i = 0; i < count; i++) {
        record[i].rx *= scale;
        record[i].ry *= scale;
    }
    for (size_t k = 0; k < shape->count; k++) {
        shape->vertex[k][0] *= scale;
        shape->vertex[k][1] *= scale;
    }
}

/* A square of 60 mm, measured with a standard error of 0.6 mm: without it few intervals hold the truth, with it they do. */
static void test_coverage(void **state) {
    (void)state;
    const unsigned seeds = effort(2u, 4u, 60u);
    unsigned held[2] = {0, 0}, answers[2] = {0, 0};
    for (unsigned seed = 0; seed < seeds; seed++) {
        routh_world_generator throws = routh_world_generator_default();
        routh_inertia_options options = routh_inertia_options_default();
        routh_dataset dataset;
        routh_record *records;
        size_t count;
        throws.world.body.shape = routh_shape_square(0.06);
        throws.world.body.inertia = throws.world.body.mass * 6e-4;
        throws.noise_db = 40;
        throws.seed = 500 + seed;
        throws.count = 15;
        throws.run.duration = 0.6;
        assert_int_equal(routh_world_generate(NULL, &throws, &dataset), ROUTH_OK);
        assert_int_equal(routh_records_of_noisy(NULL, &dataset, ROUTH_AS_RECORDED, &records, &count), ROUTH_OK);
        assert_int_equal(routh_noise_of_snr(NULL, records, count, 40, &options.noise), ROUTH_OK);
        routh_random random = routh_random_seed(seed, 3);
        mismeasure(1 + 0.01 * routh_random_normal(&random), records, count, &dataset.body.shape);
        options.shape = &dataset.body.shape;
        for (int k = 0; k < 2; k++) {
            routh_inertia_estimate fit;
            options.size_error = k ? 0.0006 : 0;
            if (routh_inertia_fit(NULL, records, count, &options, &fit) != ROUTH_OK)
                continue;
            answers[k]++;
            held[k] += fit.low[0] <= 1 / 6e-4 && 1 / 6e-4 <= fit.high[0];
            routh_inertia_estimate_release(NULL, &fit);
        }
        routh_records_release(NULL, records);
        routh_dataset_release(NULL, &dataset);
    }
    print_message("of %u seeds, 95 %% intervals that hold the truth: %u of %u, without the size's error %u of %u\n",
                  seeds, held[1], answers[1], held[0], answers[0]);
    assert_true(answers[1] >= seeds / 2 && held[1] + 1 >= 0.9 * answers[1]);
}

static void test_refusals(void **state) {
    (void)state;
    const step_case s = {.mass = 1.7, .inertia = 0.4, .mu = 0.4, .eps = 0.6, .gravity = 9.81, .h = 0};
    step steps[10];
    routh_record records[10];
    routh_context context = routh_context_default();
    routh_inertia_options options = routh_inertia_options_default();
    routh_inertia_estimate fit;
    const double wrong[] = {-1, NAN, INFINITY, 0.013}; /* a fifth of 60 mm is 12 mm */
    const routh_shape square = routh_shape_square(0.06);
    make_steps(&s, 12, 10, steps);
    take_records(steps, 10, records);
    options.shape = &square;
    for (int k = 0; k < 4; k++) {
        options.size_error = wrong[k];
        assert_int_equal(routh_inertia_fit(&context, records, 10, &options, &fit), ROUTH_BAD_ARGUMENT);
        assert_non_null(strstr(context.message, "error of the size"));
    }
    options.size_error = 0.001;
    options.shape = NULL;
    assert_int_equal(routh_inertia_fit(&context, records, 10, &options, &fit), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "needs the body's shape"));
}

SLOW_SUBJECT(size) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_closed_form), cmocka_unit_test(test_coverage),
                                       cmocka_unit_test(test_refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
