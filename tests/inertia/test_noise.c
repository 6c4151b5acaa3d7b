/* What noise does to the estimates, against drops whose truth is known.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "steps.h"

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

SUBJECT(noise) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_noise_of_the_lever_alone),
        cmocka_unit_test(test_mass_and_inertia_in_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
