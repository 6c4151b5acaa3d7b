/* Regressions for one mode of contact, on drops by time steps in which most contacts last.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/simulate.h>

#include "../effort.h"
#include "../subject.h"
#include "steps.h"

/* Drops with a known force, and their contacts. */
static routh_record *push(size_t drops, double restitution, routh_dataset *dataset, size_t *count) {
    const routh_half_plane ground = {.mu = 0.3, .eps = restitution};
    routh_world_generator throws = routh_world_generator_default();
    routh_record *records;
    throws.world.plane = &ground;
    throws.world.wrench.kind = ROUTH_SINUSOID;
    throws.world.wrench.fx = 0.3;
    throws.world.wrench.torque = 0.01;
    throws.world.wrench.frequency = 4;
    throws.run.integrator = ROUTH_TIME_STEPS;
    throws.count = drops;
    assert_int_equal(routh_world_generate(NULL, &throws, dataset), ROUTH_OK);
    assert_int_equal(routh_records_of(NULL, dataset, ROUTH_AS_RECORDED, &records, count), ROUTH_OK);
    return records;
}

/* Drops by time steps on a slope between walls, without a force, 1 kg or 0.1 kg. What the records say of gravity is
 * known per mass: m/I is exact, and the mass that the simulation used does not show. */
static void test_a_slope_does_not_show_the_mass(void **state) {
    (void)state;
    const routh_half_plane plane[3] = {{.angle = 0.3, .mu = 0.3, .eps = 0.4},
                                       {.x = -0.3, .angle = -1.5707963267948966, .mu = 0.3, .eps = 0.4},
                                       {.x = 0.3, .angle = 1.5707963267948966, .mu = 0.3, .eps = 0.4}};
    for (int k = 0; k < 4; k++) {
        routh_world_generator throws = routh_world_generator_default();
        throws.world.plane = plane;
        throws.world.plane_count = k % 2 ? 3 : 1;
        throws.world.body.mass = k / 2 ? 1 : 0.1;
        throws.world.body.inertia = throws.world.body.mass * 4e-4;
        throws.run.integrator = ROUTH_TIME_STEPS;
        throws.count = 10;
        routh_dataset dataset;
        routh_record *records;
        size_t count, tilts = 0;
        assert_int_equal(routh_world_generate(NULL, &throws, &dataset), ROUTH_OK);
        for (size_t i = 0; i < dataset.count; i++)
            tilts += fabs(dataset.record[i].gravity_tilt - 0.3) > 1e-9;
        assert_true(k % 2 ? tilts > 0 : tilts == 0);
        assert_int_equal(routh_records_of(NULL, &dataset, ROUTH_AS_RECORDED, &records, &count), ROUTH_OK);
        for (int estimator = ROUTH_LEAST_SQUARES; estimator <= ROUTH_ERRORS_IN_VARIABLES; estimator++) {
            routh_inertia_options options = routh_inertia_options_default();
            routh_inertia_estimate fit;
            options.estimator = (routh_estimator)estimator;
            assert_int_equal(routh_inertia_fit(NULL, records, count, &options, &fit), ROUTH_OK);
            assert_int_equal(fit.unknowns, 1);
            assert_true(isnan(fit.mass) && isnan(fit.inertia) && fit.left_out == 0);
            check_near(fit.m_over_i, 2500, 2500e-9);
            routh_inertia_estimate_release(NULL, &fit);
        }
        routh_records_release(NULL, records);
        routh_dataset_release(NULL, &dataset);
    }
}

/* Exact contacts give exact answers: lasting ones do not enter, and m, I and m/I are one set of numbers. */
static void test_lasting_contacts_do_not_enter(void **state) {
    (void)state;
    static const routh_regression modes[] = {ROUTH_SLIDING_MODE, ROUTH_STICKING_MODE};
    for (int eps = 0; eps < 2; eps++)
        for (int k = 0; k < 2; k++) {
            routh_dataset dataset;
            size_t count, left = 0;
            routh_record *records = push(effort(10u, 20u, 50u), eps ? 0.5 : 0.2, &dataset, &count);
            routh_inertia_options options = routh_inertia_options_default();
            routh_inertia_estimate fit;
            options.estimator = ROUTH_LEAST_SQUARES;
            options.regression = modes[k];
            options.mu = 0.3;
            options.eps = eps ? 0.5 : 0.2;
            assert_int_equal(routh_inertia_fit(NULL, records, count, &options, &fit), ROUTH_OK);
            for (size_t i = 0; i < count; i++)
                left += fit.misfit[i] == ROUTH_MISFIT_MODE;
            print_message("restitution %g, %s: m/I %.6f, m %.6f from %zu contacts, %zu in another mode or lasting\n",
                          options.eps, k ? "sticking" : "sliding", fit.m_over_i, fit.mass, fit.used, left);
            const routh_body *body = &dataset.body;
            assert_int_equal(fit.unknowns, 2);
            assert_true(left > 0 && fit.used > 10);
            check_near(fit.m_over_i, body->mass / body->inertia, 1e-6 * body->mass / body->inertia);
            check_near(fit.mass, body->mass, 1e-6 * body->mass);
            check_near(fit.inertia, body->inertia, 1e-6 * body->inertia);
            check_near(fit.mass / fit.inertia, fit.m_over_i, 1e-9 * fit.m_over_i);
            routh_inertia_estimate_release(NULL, &fit);
            routh_records_release(NULL, records);
            routh_dataset_release(NULL, &dataset);
        }
}

SUBJECT(modes) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lasting_contacts_do_not_enter),
                                       cmocka_unit_test(test_a_slope_does_not_show_the_mass)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
