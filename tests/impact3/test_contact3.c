/* What one contact demands: of its compliance and velocity, of friction, restitution and stiffness.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../subject.h"
#include "bodies.h"

static const routh_contact3 good = {.w = {{3, 0.5, 0.2}, {0.5, 2, -0.3}, {0.2, -0.3, 1}}, .v = {1, 2, -3}};

static void expect_contact(routh_contact3 contact, routh_status status, const char *words) {
    routh_context context = routh_context_default();
    assert_int_equal(routh_contact3_check(&context, &contact), status);
    assert_int_equal(routh_contact3_check(NULL, &contact), status);
    if (!strstr(context.message, words))
        fail_msg("\"%s\" is not in \"%s\"", words, context.message);
}

/* W with the smallest of its three eigenvalues, along (1, 2, 2)/3, set to `least`, the others 1. */
static routh_contact3 thinned(double least) {
    const double d[3] = {1.0 / 3, 2.0 / 3, 2.0 / 3};
    routh_contact3 contact = good;
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
            contact.w[k][l] = (k == l) - (1 - least) * d[k] * d[l];
    return contact;
}

static void bad_contacts_are_refused_in_words(void **state) {
    (void)state;
    routh_contact3 c = good;
    expect_contact(c, ROUTH_OK, "");
    c.w[1][2] = NAN;
    expect_contact(c, ROUTH_NOT_FINITE, "not finite");
    c = good;
    c.v[0] = INFINITY;
    expect_contact(c, ROUTH_NOT_FINITE, "(inf, 2, -3) m/s");
    c = good;
    c.w[0][1] = 0.5000001;
    expect_contact(c, ROUTH_BAD_COMPLIANCE, "not symmetric");
    c.w[0][1] = nextafter(0.5, 1);
    expect_contact(c, ROUTH_OK, "");
    c = good;
    c.w[0][0] = -3;
    expect_contact(c, ROUTH_BAD_COMPLIANCE, "not positive definite");
    c.w[0][0] = 0;
    expect_contact(c, ROUTH_BAD_COMPLIANCE, "not positive definite");
    expect_contact(thinned(0.1), ROUTH_OK, "");
    expect_contact(thinned(1e-10), ROUTH_OK, "");
    expect_contact(thinned(0), ROUTH_BAD_COMPLIANCE, "not positive definite");
    expect_contact(thinned(-1e-10), ROUTH_BAD_COMPLIANCE, "not positive definite");
    c = good;
    c.v[2] = 0;
    expect_contact(c, ROUTH_SEPARATING, "v_n = 0 m/s");
    c.v[2] = 0.25;
    expect_contact(c, ROUTH_SEPARATING, "v_n = 0.25 m/s");
    c.v[2] = -1e-200;
    expect_contact(c, ROUTH_OUT_OF_RANGE, "-1e-200");
    c.v[2] = -1e200;
    expect_contact(c, ROUTH_OUT_OF_RANGE, "-1e+200");
    c = good;
    c.w[0][0] = 1e200;
    expect_contact(c, ROUTH_OUT_OF_RANGE, "too large or too small");
}

static void expect_touch(double mu, double e, double eta2, routh_status status, const char *words) {
    routh_context context = routh_context_default();
    const routh_pair pair = {.mu = mu, .eps = e, .eta2 = eta2};
    assert_int_equal(routh_pair_check(&context, &pair), status);
    if (!strstr(context.message, words))
        fail_msg("\"%s\" is not in \"%s\"", words, context.message);
}

static void bad_touches_are_refused_in_words(void **state) {
    (void)state;
    expect_touch(0.3, 0.5, 1.2, ROUTH_OK, "");
    expect_touch(0, 0, ROUTH_ETA2_LOW, ROUTH_OK, "");
    expect_touch(ROUTH_MU_HIGH, 1, ROUTH_ETA2_HIGH, ROUTH_OK, "");
    expect_touch(-0.1, 0.5, 1.2, ROUTH_BAD_PARAMETER, "μ = -0.1 is outside 0 … 1e+06");
    expect_touch(1.1e6, 0.5, 1.2, ROUTH_BAD_PARAMETER, "μ = 1.1e+06");
    expect_touch(0.3, -0.01, 1.2, ROUTH_BAD_PARAMETER, "e = -0.01 is outside 0 … 1");
    expect_touch(0.3, 1.01, 1.2, ROUTH_BAD_PARAMETER, "e = 1.01");
    expect_touch(0.3, 0.5, 0, ROUTH_BAD_PARAMETER, "η² = 0 is not positive");
    expect_touch(0.3, 0.5, -2, ROUTH_BAD_PARAMETER, "η² = -2 is not positive");
    expect_touch(0.3, 0.5, 1e-9, ROUTH_BAD_PARAMETER, "η² = 1e-09 is outside 1e-08 … 1e+08");
    expect_touch(0.3, 0.5, 1e9, ROUTH_BAD_PARAMETER, "η² = 1e+09 is outside");
    expect_touch(NAN, 0.5, 1.2, ROUTH_NOT_FINITE, "finite");
    expect_touch(0.3, INFINITY, 1.2, ROUTH_NOT_FINITE, "finite");
    expect_touch(0.3, 0.5, NAN, ROUTH_NOT_FINITE, "finite");
}

/* Johnson's formula: 1 without lateral contraction, 1.5 without change of volume, 1.7/1.4 for steel. */
static void stiffness_ratio_of_poissons_ratio(void **state) {
    (void)state;
    assert_true(routh_eta2_of_poisson(0) == 1);
    assert_true(routh_eta2_of_poisson(0.5) == 1.5);
    assert_true(fabs(routh_eta2_of_poisson(0.3) - 17.0 / 14) < 1e-15);
    assert_true(isnan(routh_eta2_of_poisson(0.51)) && isnan(routh_eta2_of_poisson(-0.1)));
    assert_true(isnan(routh_eta2_of_poisson(NAN)));
    const routh_pair pair = routh_pair_default();
    assert_int_equal(routh_pair_check(NULL, &pair), ROUTH_OK);
    assert_true(pair.mu == 0.3 && pair.eps == 0.5 && pair.eta2 == routh_eta2_of_poisson(0.3));
}

static void names_are_those_of_the_papers_phases(void **state) {
    (void)state;
    static const char *const names[] = {"apart", "c-stick", "c-slip", "r-stick", "r-slip"};
    for (int i = 0; i < ROUTH_PHASE_COUNT; i++)
        assert_string_equal(routh_name(&routh_phases, (routh_phase)i), names[i]);
    assert_string_equal(routh_name(&routh_phases, ROUTH_PHASE_COUNT), "unknown");
}

SUBJECT(contact3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_contacts_are_refused_in_words),
        cmocka_unit_test(bad_touches_are_refused_in_words),
        cmocka_unit_test(stiffness_ratio_of_poissons_ratio),
        cmocka_unit_test(names_are_those_of_the_papers_phases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
