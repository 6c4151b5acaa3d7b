/* A strike may begin exactly between stick and slip, where |v⊥| = μ η² |v_n|: the ball of Modeling of tangential
 * compliance does at Poisson's ratio 0.5. It ends all the same, and the impulse does not jump there.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <routh/drawing.h>

#include "../subject.h"

static const routh_contact3 ball = {{{3.5, 0, 0}, {0, 3.5, 0}, {0, 0, 1}}, {-3, 0, -5}};
static const routh_contact3 pencil = {
    {{4.04126717, 0, -1.755876419}, {0, 5.055022893, 0}, {-1.755876419, 0, 2.013755723}},
    {-3.501135596, -1.914473684, -2.978618421}};

static void check_around(const routh_contact3 *contact, double eta2) {
    static const double aside[] = {-1e-6, -1e-8, -1e-10, -1e-12, -1e-14, 0, 1e-14, 1e-12, 1e-10, 1e-8, 1e-6};
    const double *v = contact->v, marginal = hypot(v[0], v[1]) / (eta2 * -v[2]);
    double before[3] = {0};
    for (size_t i = 0; i < sizeof aside / sizeof aside[0]; i++) {
        const routh_pair pair = {.mu = marginal * (1 + aside[i]), .eps = 0.5, .eta2 = eta2};
        routh_context context = routh_context_default();
        routh_outcome3 strike;
        if (routh_law3_solve(&context, routh_law3_find(NULL, "compliant"), &pair, contact, NULL, &strike) != ROUTH_OK)
            fail_msg("%g beside: %s", aside[i], context.message);
        assert_true(strike.switch_total < 12);
        for (int k = 0; k < 3; k++) {
            assert_true(i == 0 || fabs(strike.p[k] - before[k]) < 1e-5);
            before[k] = strike.p[k];
        }
    }
}

static void test_ball_and_pencil(void **state) {
    (void)state;
    for (double eta2 = 0.9; eta2 < 1.6; eta2 += 0.1) {
        check_around(&ball, eta2);
        check_around(&pencil, eta2);
    }
}

SUBJECT(marginal_start) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ball_and_pencil)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
