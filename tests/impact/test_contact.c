/* Contact space against J M⁻¹ Jᵀ multiplied out, and every kind of bad input.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../subject.h"
#include "cases.h"
#include "impact/impact.h"

static const routh_impact good = {.mass = 2, .inertia = 0.5, .rx = 0.3, .ry = -0.4, .vx = 1, .vy = -2, .omega = 3};

static void compliance_is_the_product(void **state) {
    (void)state;
    routh_random random = routh_random_seed(12, 0);
    for (int i = 0; i < 1000; i++) {
        const routh_impact k = {
            .mass = log_uniform(&random, 1e-3, 1e3),
            .inertia = log_uniform(&random, 1e-3, 1e3),
            .rx = routh_random_normal(&random),
            .ry = routh_random_normal(&random),
            .vx = routh_random_normal(&random),
            .vy = -100,
            .omega = routh_random_normal(&random),
        };
        const double jacobian[2][3] = {{1, 0, -k.ry}, {0, 1, k.rx}},
                     inverse_mass[3] = {1 / k.mass, 1 / k.mass, 1 / k.inertia};
        const double velocity[3] = {k.vx, k.vy, k.omega};
        double w[2][2] = {{0}}, v[2] = {0};
        for (int a = 0; a < 2; a++)
            for (int j = 0; j < 3; j++) {
                v[a] += jacobian[a][j] * velocity[j];
                for (int b = 0; b < 2; b++)
                    w[a][b] += jacobian[a][j] * inverse_mass[j] * jacobian[b][j];
            }
        routh_contact c;
        assert_int_equal(routh_contact_of(NULL, &k, &c), ROUTH_OK);
        assert_true(fabs(c.wtt - w[0][0]) <= 1e-14 * w[0][0] && fabs(c.wnn - w[1][1]) <= 1e-14 * w[1][1]);
        assert_true(fabs(c.wtn - w[0][1]) <= 1e-14 * (w[0][0] + w[1][1]));
        assert_true(fabs(c.vt - v[0]) <= 1e-13 && fabs(c.vn - v[1]) <= 1e-12);
    }
}

/* The body's velocity after P moves the contact point as contact space says, and its energy changes by as much. */
static void body_and_contact_space_agree_after_the_impulse(void **state) {
    (void)state;
    routh_contact c;
    routh_outcome outcome;
    const double parameters[] = {0.2, 0.5};
    assert_int_equal(routh_contact_of(NULL, &good, &c), ROUTH_OK);
    assert_int_equal(routh_law_solve(routh_law_find(NULL, "mirtich"), parameters, &c, &outcome), ROUTH_OK);
    const routh_velocity after = routh_impact_after(&good, outcome.pt, outcome.pn, 0);
    assert_true(fabs(after.vx - good.ry * after.omega - outcome.vt) < 1e-14);
    assert_true(fabs(after.vy + good.rx * after.omega - outcome.vn) < 1e-14);

    const double before =
        0.5 * (good.mass * (good.vx * good.vx + good.vy * good.vy) + good.inertia * good.omega * good.omega);
    const double change = before * (routh_impact_energy_ratio(&good, after) - 1);
    const double det = c.wtt * c.wnn - c.wtn * c.wtn;
    const double reachable = 0.5 * (c.wnn * c.vt * c.vt - 2 * c.wtn * c.vt * c.vn + c.wtt * c.vn * c.vn) / det;
    assert_true(fabs(change - reachable * (outcome.contact_energy_ratio - 1)) < 1e-14);
}

/* A law of the caller's: the impulse in its data, whatever the contact. */
static routh_impulse given(const routh_law *law, const routh_contact *contact, const double *parameters) {
    (void)contact;
    (void)parameters;
    return *(const routh_impulse *)law->data;
}

/* Without a couple the body's flags are those of contact space; a couple that spins the body up is energy gained. */
static void flags_of_the_body_are_those_of_contact_space(void **state) {
    (void)state;
    routh_random random = routh_random_seed(13, 0);
    unsigned seen = 0;
    int fine = 0;
    for (int i = 0; i < 1000; i++) {
        const routh_impulse impulse = {.pt = 4 * routh_random_normal(&random), .pn = 4 * routh_random_normal(&random)};
        const routh_law law = {.name = "given", .answer = given, .data = &impulse};
        routh_contact c;
        routh_outcome outcome;
        assert_int_equal(routh_contact_of(NULL, &good, &c), ROUTH_OK);
        assert_int_equal(routh_law_solve(&law, NULL, &c, &outcome), ROUTH_OK);
        const routh_velocity after = routh_impact_after(&good, impulse.pt, impulse.pn, 0);
        assert_int_equal(routh_impact_flags(&good, impulse.pn, after), outcome.flags);
        seen |= outcome.flags;
        fine += outcome.flags == 0;
    }
    assert_int_equal(seen, ROUTH_PENETRATES | ROUTH_PULLS | ROUTH_GAINS_ENERGY);
    assert_true(fine > 10);
    const routh_velocity spun = routh_impact_after(&good, 0, 4, 100);
    assert_int_equal(routh_impact_flags(&good, 4, spun), ROUTH_GAINS_ENERGY);
}

static void expect(routh_impact impact, routh_status status, const char *word) {
    routh_context context = routh_context_default();
    routh_contact c = {.wtt = -7};
    assert_int_equal(routh_contact_of(&context, &impact, &c), status);
    assert_non_null(strstr(context.message, word));
    assert_true(c.wtt == -7); /* nothing is written on failure */
}

static void bad_bodies_are_refused_with_the_value(void **state) {
    (void)state;
    routh_impact k = good;
    k.mass = 0;
    expect(k, ROUTH_BAD_MASS, "mass 0 kg");
    k.mass = -1.5;
    expect(k, ROUTH_BAD_MASS, "-1.5 kg");
    k = good;
    k.inertia = -0.25;
    expect(k, ROUTH_BAD_INERTIA, "-0.25 kg m²");
    k = good;
    k.vy = NAN;
    expect(k, ROUTH_NOT_FINITE, "finite");
    k = good;
    k.rx = INFINITY;
    expect(k, ROUTH_NOT_FINITE, "finite");
    k = good;
    k.vy = 2;
    expect(k, ROUTH_SEPARATING, "2.9 m/s");
    k = good;
    k.vy = -good.rx * good.omega;
    expect(k, ROUTH_SEPARATING, "v_n < 0");
}

static void bad_contacts_and_parameters_are_refused(void **state) {
    (void)state;
    const routh_contact c = {.wtt = 1, .wtn = 0.2, .wnn = 1, .vt = 0.5, .vn = -1};
    const struct {
        routh_contact contact;
        double mu, eps;
        routh_status status;
    } table[] = {
        {c, 0.3, 0.5, ROUTH_OK},
        {{.wtt = 1, .wtn = 1, .wnn = 1, .vt = 0, .vn = -1}, 0.3, 0.5, ROUTH_BAD_COMPLIANCE},
        {{.wtt = -1, .wtn = 0, .wnn = 1, .vt = 0, .vn = -1}, 0.3, 0.5, ROUTH_BAD_COMPLIANCE},
        {{.wtt = 1, .wtn = 0, .wnn = 0, .vt = 0, .vn = -1}, 0.3, 0.5, ROUTH_BAD_COMPLIANCE},
        {{.wtt = 1, .wtn = NAN, .wnn = 1, .vt = 0, .vn = -1}, 0.3, 0.5, ROUTH_NOT_FINITE},
        {{.wtt = 1, .wtn = 0, .wnn = 1, .vt = INFINITY, .vn = -1}, 0.3, 0.5, ROUTH_NOT_FINITE},
        {{.wtt = 1, .wtn = 0, .wnn = 1, .vt = 0, .vn = 0}, 0.3, 0.5, ROUTH_SEPARATING},
        {{.wtt = 1, .wtn = 0, .wnn = 1, .vt = 0, .vn = 1}, 0.3, 0.5, ROUTH_SEPARATING},
        {c, -1e-9, 0.5, ROUTH_BAD_PARAMETER},
        {c, 0.3, 1.0000001, ROUTH_BAD_PARAMETER},
        {c, 0.3, -0.1, ROUTH_BAD_PARAMETER},
        {c, NAN, 0.5, ROUTH_NOT_FINITE},
        {c, INFINITY, 0.5, ROUTH_NOT_FINITE},
        {c, 0.3, NAN, ROUTH_NOT_FINITE},
        {{.wtt = 1e-310, .wtn = 0, .wnn = 1e300, .vt = 1e200, .vn = -1e200}, 0.3, 0.5, ROUTH_OUT_OF_RANGE},
        {{.wtt = 1e-170, .wtn = 0, .wnn = 1e-170, .vt = 1, .vn = -1}, 0.3, 0.5, ROUTH_OUT_OF_RANGE},
        {{.wtt = 1, .wtn = 0, .wnn = 1, .vt = 0, .vn = -3e-162}, 0.3, 0.9, ROUTH_OUT_OF_RANGE},
        {{.wtt = 1, .wtn = 0.9, .wnn = 1, .vt = -5, .vn = -1}, 1e155, 0.5, ROUTH_BAD_PARAMETER},
    };
    for (size_t l = 0; l < routh_law_count(); l++)
        for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
            const routh_law *law = routh_law_at(l);
            double parameters[ROUTH_MAX_PARAMETERS];
            routh_law_parameters(law, table[i].mu, table[i].eps, parameters);
            const int without_friction = routh_law_parameter(law, "mu") < 0 && table[i].mu != 0.3;
            routh_outcome outcome = {.pn = -7};
            assert_int_equal(routh_law_solve(law, parameters, &table[i].contact, &outcome),
                             without_friction ? ROUTH_OK : table[i].status);
            if (table[i].status != ROUTH_OK && !without_friction)
                assert_true(outcome.pn == -7);
        }
}

SUBJECT(contact) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compliance_is_the_product),
        cmocka_unit_test(body_and_contact_space_agree_after_the_impulse),
        cmocka_unit_test(flags_of_the_body_are_those_of_contact_space),
        cmocka_unit_test(bad_bodies_are_refused_with_the_value),
        cmocka_unit_test(bad_contacts_and_parameters_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
