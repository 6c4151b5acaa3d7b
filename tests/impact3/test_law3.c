/* The registry of laws in space, and the law without friction, which the others must become without any.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../subject.h"
#include "impact3/impact3.h"
#include "strike_cases.h"

/* Laws are found by their names, parameters have the order eps, mu, eta2, and a wrong name gets a suggestion. */
static void test_registry(void **state) {
    (void)state;
    static const char *const names[] = {"frictionless", "rigid", "compliant"};
    static const char *const parameters[] = {"eps", "mu", "eta2"};
    assert_true(routh_law3_at(2) && !routh_law3_at(3));
    assert_null(routh_law3_at(3));
    for (int i = 0; i < 3; i++) {
        const routh_law3 *law = routh_law3_at((size_t)i);
        assert_string_equal(law->name, names[i]);
        assert_ptr_equal(routh_law3_find(NULL, names[i]), law);
        assert_int_equal(law->parameter_count, i + 1);
        for (int k = 0; k <= i; k++) {
            const routh_parameter *p = &law->parameter[k];
            assert_string_equal(p->name, parameters[k]);
            assert_true(p->low <= p->initial && p->initial <= p->high);
            assert_true(p->fit_high == 0 || (p->low <= p->fit_low && p->fit_high <= p->high));
        }
    }
    routh_context context = routh_context_default();
    assert_null(routh_law3_find(&context, "rigit"));
    assert_non_null(strstr(context.message, "did you mean \"rigid\"?"));
}

/* The pair has the law's parameters by name, and the defaults for the rest. */
static void test_pair(void **state) {
    (void)state;
    const double parameters[] = {0.1, 0.2, 3};
    const routh_pair usual = routh_pair_default(), rigid = routh_pair_of(routh_law3_find(NULL, "rigid"), parameters);
    const routh_pair compliant = routh_pair_of(routh_law3_find(NULL, "compliant"), parameters);
    assert_true(rigid.eps == 0.1 && rigid.mu == 0.2 && rigid.eta2 == usual.eta2);
    assert_true(compliant.eps == 0.1 && compliant.mu == 0.2 && compliant.eta2 == 3);
}

/* Without friction all laws are one: the same impulse, velocity and energies. */
static void test_without_friction(void **state) {
    (void)state;
    routh_random random = routh_random_seed(91, 0);
    for (int i = 0; i < 1000; i++) {
        strike_case k = random_strike(&random);
        routh_outcome3 outcome[3];
        k.pair.eps = i % 10 == 0 ? 0 : k.pair.eps;
        for (size_t l = 0; l < 3; l++) {
            k.pair.mu = l == 0 ? NAN : 0; /* the first has none, and does not look at it */
            assert_int_equal(routh_law3_solve(NULL, routh_law3_at(l), &k.pair, &k.contact, NULL, &outcome[l]),
                             ROUTH_OK);
        }
        for (int l = 1; l < 3; l++) {
            const double size = outcome[l].p[2], speed = hypot(hypot(k.contact.v[0], k.contact.v[1]), k.contact.v[2]);
            for (int c = 0; c < 3; c++) {
                assert_true(fabs(outcome[0].p[c] - outcome[l].p[c]) <= 1e-12 * size);
                assert_true(fabs(outcome[0].v[c] - outcome[l].v[c]) <= 1e-11 * (speed + size * k.contact.w[c][c]));
            }
            const routh_outcome3_energy *a = &outcome[0].energy, *b = &outcome[l].energy;
            assert_true(fabs(a->normal_stored - b->normal_stored) <= 1e-11 * a->normal_stored);
            assert_true(fabs(a->normal - b->normal) <= 1e-11 * a->normal_stored);
            assert_true(a->friction == 0 && fabs(b->friction) <= 1e-11 * b->before);
        }
        const routh_outcome3_energy *e = &outcome[0].energy;
        assert_true(fabs(e->before - e->normal - e->after) <= 1e-9 * e->before);
        assert_true(fabs(outcome[0].v[2] + k.pair.eps * k.contact.v[2]) <= 1e-12 * fabs(k.contact.v[2]));
    }
}

SUBJECT(law3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registry),
        cmocka_unit_test(test_pair),
        cmocka_unit_test(test_without_friction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
