/* μ_s(ε): every law sticks above it and slides below it, and Wang–Mason's is known in closed form.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../effort.h"
#include "../subject.h"
#include "cases.h"
#include "impact/impact.h"

static int sticks(const routh_law *law, const routh_contact *c, double mu, double eps) {
    double p[ROUTH_MAX_PARAMETERS];
    routh_law_parameters(law, mu, eps, p);
    return routh_mode_sticks((routh_mode)law->impulse(c, p).mode);
}

/* Against a finer scan of the whole range of μ. */
static void law_slides_below_and_sticks_above(void **state) {
    (void)state;
    for (size_t l = 0; l < routh_law_count(); l++) {
        const routh_law *law = routh_law_at(l);
        routh_random random = routh_random_seed(14, l);
        size_t never = 0, again = 0, windows = 0;
        const size_t count = (size_t)effort(1000, 2000, 4000);
        for (size_t i = 0; i < count; i++) {
            const impact_case k = random_case(&random);
            double p[ROUTH_MAX_PARAMETERS];
            routh_stick_friction found;
            routh_law_parameters(law, 0, k.eps, p);
            assert_int_equal(routh_stick_friction_of(NULL, law, &k.contact, p, 1e3, &found), ROUTH_OK);
            never += !found.sticks;
            again += found.sticks && found.always > found.mu;
            if (found.sticks && found.mu > 0)
                assert_true(sticks(law, &k.contact, found.mu, k.eps) &&
                            !sticks(law, &k.contact, found.mu * (1 - 2e-13), k.eps));
            for (int j = 0; j <= 300; j++) {
                const double mu = j == 300 ? 1e3 : tan(1.57 * j / 300);
                if (mu >= found.always)
                    assert_true(sticks(law, &k.contact, mu, k.eps));
                else if (mu < found.mu * (1 - 1e-13) && sticks(law, &k.contact, mu, k.eps))
                    windows++; /* a window of sticking too narrow for the samples */
            }
        }
        printf("%-18s never sticks in %4.1f %% of random impacts, slides again above it in %.1f %%\n", law->name,
               100.0 * (double)never / (double)count, 100.0 * (double)again / (double)count);
        if (routh_law_find(NULL, "ap-poisson") != law && !(law->traits & ROUTH_LAW_COMPLIANT)) {
            assert_int_equal(again, 0);
            assert_int_equal(windows, 0);
        }
        assert_true(windows * 1000 < count);
    }
}

/* Slip dies at P_n = |v_t| / (μW_tt − s W_tn) and the impact ends at (1+ε)|v_n| / (W_nn − μ s W_tn) if it never does.
 */
static void wang_mason_in_closed_form(void **state) {
    (void)state;
    const routh_law *law = routh_law_find(NULL, "wang-mason");
    routh_random random = routh_random_seed(15, 0);
    size_t compared = 0;
    for (int i = 0; i < 20000; i++) {
        const impact_case k = random_case(&random);
        const routh_contact *c = &k.contact;
        const double p[] = {0, k.eps}, s = c->vt < 0 ? -1 : 1;
        routh_stick_friction found;
        assert_int_equal(routh_stick_friction_of(NULL, law, c, p, ROUTH_MU_CAP, &found), ROUTH_OK);
        const double push = (1 + k.eps) * fabs(c->vn), slip = fabs(c->vt);
        const double denominator = push * c->wtt + slip * s * c->wtn;
        const double stops = denominator > 0 ? (slip * c->wnn + push * s * c->wtn) / denominator : INFINITY;
        const double jams = s * c->wtn > 0 ? c->wnn / (s * c->wtn) : INFINITY; /* from here on slip dies whatever ε */
        const double expected = fmax(fabs(c->wtn) / c->wtt, fmin(stops > 0 ? stops : 0, jams));
        assert_int_equal(found.sticks, expected <= ROUTH_MU_CAP);
        if (found.sticks) {
            assert_true(fabs(found.mu - expected) <= 1e-10 * (1 + expected));
            compared++;
        }
    }
    assert_true(compared > 5000);
}

static void bad_input_is_refused(void **state) {
    (void)state;
    const routh_contact separating = {.wtt = 1, .wtn = 0, .wnn = 1, .vt = 0, .vn = 1},
                        closing = {.wtt = 1, .wtn = 0, .wnn = 1, .vt = 0, .vn = -1};
    const double p[] = {0, 0.5}, bad[] = {0, 1.5};
    routh_stick_friction found;
    const routh_law *law = routh_law_find(NULL, "mirtich");
    assert_int_equal(routh_stick_friction_of(NULL, law, &separating, p, 2, &found), ROUTH_SEPARATING);
    assert_int_equal(routh_stick_friction_of(NULL, law, &closing, bad, 2, &found), ROUTH_BAD_PARAMETER);
    assert_int_equal(routh_stick_friction_of(NULL, law, &closing, p, -2, &found), ROUTH_BAD_PARAMETER);
}

SLOW_SUBJECT(stick_friction) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(law_slides_below_and_sticks_above),
        cmocka_unit_test(wang_mason_in_closed_form),
        cmocka_unit_test(bad_input_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
