/* What noise does to the estimates, against drops whose truth is known.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../on_threads.h"
#include "../subject.h"
#include "steps.h"

/* Table 1 in shape, and beaten: ordinary least squares is off by as much as the paper has it for the block, errors in
 * variables by less than 2 % at 20 dB; its intervals hold the truth about as often as they say. */
static void test_the_table(void **state) {
    (void)state;
    routh_inertia_noise_options options = routh_inertia_noise_options_default();
    routh_inertia_noise_body table[ROUTH_NOISE_BODIES];
    options.repetitions = effort(3u, 3u, 40u);
    assert_int_equal(routh_inertia_noise_table(NULL, &options, table), ROUTH_OK);
    static const double tolerance[ROUTH_NOISE_LEVELS] = {0.4, 1.5, 3, 6};
    static const double bias[ROUTH_NOISE_LEVELS] = {0.3, 0.6, 2, 6};
    const double wider = sqrt(40 / (double)options.repetitions); /* a mean of fewer repetitions scatters more */
    double covered = 0;
    for (int body = 0; body < ROUTH_NOISE_BODIES; body++)
        for (int level = 0; level < ROUTH_NOISE_LEVELS; level++) {
            const routh_inertia_noise_row *row = &table[body].row[level];
            print_message(
                "%-8s%3.0f dB: least squares %7.2f ± %5.2f, errors in variables %6.2f ± %5.2f, claimed %5.2f, "
                "covered %.3f\n",
                table[body].name, row->snr_db, row->least_squares, row->least_squares_deviation, row->variables,
                row->variables_deviation, row->claimed, row->covered);
            if (body == 0)
                check_near(row->least_squares, row->printed_percent, wider * tolerance[level]);
            check_near(row->variables, 0, wider * bias[level]);
            assert_int_equal(row->failed, 0);
            assert_true(row->covered >= effort(0.3, 0.3, 0.85)); /* of 3 or 40 repetitions */
            covered += row->covered / (ROUTH_NOISE_BODIES * ROUTH_NOISE_LEVELS);
        }
    /* at 10 dB errors are larger than the scatter, and Student's quantiles are than the normal ones */
    assert_true(covered >= effort(0.85, 0.85, 0.90) && covered <= effort(1, 1, 0.99));
}

static void test_threads_change_nothing(void **state) {
    (void)state;
    routh_inertia_noise_options options = routh_inertia_noise_options_default();
    options.runs = 10;
    options.repetitions = 2;
    routh_inertia_noise_body one[ROUTH_NOISE_BODIES], two[ROUTH_NOISE_BODIES];
    routh_context alone = on_threads(1), both = on_threads(2);
    assert_int_equal(routh_inertia_noise_table(&alone, &options, one), ROUTH_OK);
    assert_int_equal(routh_inertia_noise_table(&both, &options, two), ROUTH_OK);
    for (int body = 0; body < ROUTH_NOISE_BODIES; body++)
        assert_memory_equal(one[body].row, two[body].row, sizeof one[body].row);
    options.runs = 1;
    routh_context context = routh_context_default();
    assert_int_equal(routh_inertia_noise_table(&context, &options, one), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "2 runs"));
}

static int stop_at_once(const char *what, double fraction, void *user) {
    (void)what;
    (void)fraction;
    (void)user;
    return 1;
}

static void test_it_can_be_stopped(void **state) {
    (void)state;
    const routh_inertia_noise_options options = routh_inertia_noise_options_default();
    routh_inertia_noise_body table[ROUTH_NOISE_BODIES];
    routh_context context = routh_context_default();
    context.progress = stop_at_once;
    assert_int_equal(routh_inertia_noise_table(&context, &options, table), ROUTH_CANCELLED);
}

/* With exact poses and one kind of noise the answer is that of total least squares, which for noise of the lever alone
 * is the inverse regression ΣΔω²/ΣLΔω. The correction of second order is what is between them. */
static void test_noise_of_the_lever_alone(void **state) {
    (void)state;
    enum { COUNT = 4000 };
    routh_record *c = calloc(COUNT, sizeof *c);
    routh_random random = routh_random_seed(6, 0);
    double turns = 0, product = 0;
    for (size_t i = 0; i < COUNT; i++) {
        const double change = 3 + routh_random_normal(&random);
        c[i] = (routh_record){.rx = 0.5, .ry = 0, .trajectory = -1, .y = NAN, .theta = NAN, .index = i};
        c[i].rx = i % 2 ? 0.5 : -0.5;
        c[i].after = (routh_velocity){0, change + 0.5 * routh_random_normal(&random), 4 * c[i].rx * change};
        turns += c[i].after.omega * c[i].after.omega;
        product += c[i].after.omega * c[i].rx * c[i].after.vy;
    }
    routh_inertia_options o = routh_inertia_options_default();
    o.gravity = 0;
    o.robust = 0;
    o.noise.vy = 0.5 / sqrt(2);
    routh_inertia_estimate fit;
    assert_int_equal(routh_inertia_fit(NULL, c, COUNT, &o, &fit), ROUTH_OK);
    check_near(fit.m_over_i, turns / product, 1e-3);
    check_near(fit.m_over_i, 4, 3 * fit.m_over_i_error);
    routh_inertia_estimate_release(NULL, &fit);
    free(c);
}

/* Known forces with noisy velocities: both mass and inertia within their errors, least squares far off. */
static void test_mass_and_inertia_in_noise(void **state) {
    (void)state;
    enum { COUNT = 1500 };
    const step_case s = {.mass = 1.7, .inertia = 0.4, .mu = 0.4, .eps = 0.6, .gravity = 9.81, .h = 0.05, .force = 60};
    step *steps = calloc(COUNT, sizeof *steps);
    routh_record *c = calloc(COUNT, sizeof *c);
    routh_random random = routh_random_seed(8, 1);
    const double noise = 0.4;
    make_steps(&s, 8, COUNT, steps);
    take_records(steps, COUNT, c);
    for (size_t i = 0; i < COUNT; i++) {
        routh_velocity *both[] = {&c[i].before, &c[i].after};
        for (int k = 0; k < 2; k++) {
            both[k]->vx += noise * routh_random_normal(&random);
            both[k]->vy += noise * routh_random_normal(&random);
            both[k]->omega += noise * routh_random_normal(&random);
        }
    }
    routh_inertia_options o = routh_inertia_options_default();
    o.noise = (routh_noise){.vx = noise, .vy = noise, .omega = noise};
    routh_inertia_estimate fit, plain;
    assert_int_equal(routh_inertia_fit(NULL, c, COUNT, &o, &fit), ROUTH_OK);
    o.estimator = ROUTH_LEAST_SQUARES;
    assert_int_equal(routh_inertia_fit(NULL, c, COUNT, &o, &plain), ROUTH_OK);
    print_message("m %.4f ± %.4f, I %.4f ± %.4f; least squares %.4f, %.4f\n", fit.mass, fit.mass_error, fit.inertia,
                  fit.inertia_error, plain.mass, plain.inertia);
    assert_true(fit.identifiable);
    check_near(fit.mass, 1.7, 3 * fit.mass_error);
    check_near(fit.inertia, 0.4, 3 * fit.inertia_error);
    assert_true(fit.mass_error < 0.1 * 1.7 && fit.inertia_error < 0.1 * 0.4);
    assert_true(fabs(plain.m_over_i - 1.7 / 0.4) > 5 * fit.m_over_i_error);
    routh_inertia_estimate_release(NULL, &fit);
    routh_inertia_estimate_release(NULL, &plain);
    free(steps);
    free(c);
}

SLOW_SUBJECT(noise) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_table),
        cmocka_unit_test(test_threads_change_nothing),
        cmocka_unit_test(test_it_can_be_stopped),
        cmocka_unit_test(test_noise_of_the_lever_alone),
        cmocka_unit_test(test_mass_and_inertia_in_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
