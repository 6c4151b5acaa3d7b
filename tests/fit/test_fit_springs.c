/* Fits of the law with springs: its third parameter comes back, is reported at a bound or as undetermined, and nothing on a
 * grid is lower.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "generated.h"

static const noise none = {0, 0};

/* η² over its range comes back; a rigid contact drives it to its lower bound; without friction it does not show. */
static void springs_are_found_at_a_bound_or_not_at_all(void **state) {
    (void)state;
    const routh_law *law = routh_law_find(NULL, "compliant");
    const routh_fit_options options = routh_fit_options_default();
    for (double eta2 = 0.03; eta2 < 9; eta2 *= 2.5) {
        const double truth[] = {0.25, 0.6, eta2};
        generated made = generate(law, truth, 80, none, 12);
        const routh_estimate fit = fit_all(law, &made, &options);
        for (int d = 0; d < 3; d++)
            assert_near(fit.parameters[d], truth[d], 1e-6 * (1 + truth[d]));
        assert_int_equal(fit.flags, 0);
        forget(&made);
    }
    const double rigid[] = {0.25, 0.6}, frictionless[] = {0, 0.6, 1};
    generated made = generate(routh_law_find(NULL, "mirtich"), rigid, 200, none, 12);
    routh_estimate fit = fit_all(law, &made, &options);
    assert_near(fit.parameters[0], 0.25, 0.01);
    assert_near(fit.parameters[1], 0.6, 0.01);
    assert_true(fit.parameters[2] < 0.02);
    forget(&made);
    made = generate(law, frictionless, 80, none, 12);
    fit = fit_all(law, &made, &options);
    assert_near(fit.parameters[0], 0, 1e-6);
    assert_near(fit.parameters[1], 0.6, 1e-6);
    assert_int_equal(fit.flags & (ROUTH_FIT_FLAT | ROUTH_FIT_BOUNDED_BELOW), ROUTH_FIT_FLAT);
    forget(&made);
    const double soft[] = {0.25, 0.6, 12}; /* softer than fits look for */
    made = generate(law, soft, 80, none, 12);
    fit = fit_all(law, &made, &options);
    assert_near(fit.parameters[2], 10, 1e-4);
    assert_int_equal(fit.flags, ROUTH_FIT_AT_BOUND);
    forget(&made);
}

/* No point of a fine grid is lower, for draws of few impacts and of many. */
static void nothing_on_a_grid_is_lower_with_springs(void **state) {
    (void)state;
    const size_t sizes[] = {2, 5, 10, 40};
    const double truth[] = {0.2, 0.5, 0.3};
    const routh_law *law = routh_law_find(NULL, "compliant");
    routh_ensemble *ensemble = ensemble_for(40);
    int missed = 0, fits = 0;
    for (int k = 0; k < 4; k++)
        for (uint64_t draw = 0; draw < 3; draw++) {
            generated made = generate(law, truth, sizes[k], (noise){0.1, 4}, 20 + draw);
            const routh_fit_options options = routh_fit_options_default();
            routh_estimate fit;
            assert_int_equal(routh_ensemble_fit(NULL, law, made.sample, NULL, made.count, &options, ensemble, &fit),
                             ROUTH_OK);
            double least = INFINITY;
            for (int m = 0; m <= 24; m++)
                for (int e = 0; e <= 20; e++)
                    for (int h = 0; h <= 12; h++) {
                        const double at[] = {pow(m / 24.0, 2), e / 20.0, 0.01 * pow(1000, h / 12.0)};
                        least = fmin(least,
                                     routh_ensemble_cost(law, at, made.sample, NULL, made.count, &options, ensemble));
                    }
            fits++;
            if (fit.cost > least * (1 + 1e-9)) {
                print_message("%zu impacts, draw %d: %g, on the grid %g\n", sizes[k], (int)draw, fit.cost, least);
                missed++;
            }
            forget(&made);
        }
    assert_true(missed <= fits / 6); /* two beginnings need not lead to every valley of a few impacts */
    routh_ensemble_release(NULL, ensemble);
}

SLOW_SUBJECT(fit_springs) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(springs_are_found_at_a_bound_or_not_at_all),
        cmocka_unit_test(nothing_on_a_grid_is_lower_with_springs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
