/* Laws in space with modifiers: the law itself at their limits, otherwise the law with the numbers of each speed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../subject.h"
#include "base/context.h"
#include "impact3/impact3.h"

/* W of a body hit beside its centre, 1/m + what turns it, and any velocity that closes. */
static routh_contact3 random_contact(routh_random *r) {
    routh_contact3 c;
    double b[3][3];
    for (int i = 0; i < 9; i++)
        b[i / 3][i % 3] = routh_random_normal(r);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            c.w[i][j] = i == j;
            for (int k = 0; k < 3; k++)
                c.w[i][j] += 0.3 * b[i][k] * b[j][k];
        }
    for (int i = 0; i < 3; i++)
        c.v[i] = i == 2 ? -exp(routh_random_uniform(r, -3, 2)) : 2 * routh_random_normal(r);
    return c;
}

static void they_are_the_law_with_its_own_numbers_for_each_speed(void **state) {
    (void)state;
    routh_random random = routh_random_seed(91, 0);
    for (size_t l = 0; routh_law3_modified_at(l); l++) {
        const routh_law3 *law = routh_law3_modified_at(l);
        char name[40] = "";
        memcpy(name, law->name, strcspn(law->name, "+"));
        const routh_law3 *base = routh_law3_find(NULL, name);
        assert_ptr_equal(routh_law3_find(NULL, law->name), law);
        assert_int_equal(routh_law3_own_parameters(law), base->parameter_count);
        for (int i = 0; i < 200; i++) {
            const routh_contact3 contact = random_contact(&random);
            routh_pair pair = routh_pair_default(), plain;
            static routh_outcome3 with, without;
            pair.eps = routh_random_uniform(&random, 0, 1);
            pair.mu = routh_random_uniform(&random, 0, 1);
            assert_int_equal(routh_law3_solve(NULL, law, &pair, &contact, NULL, &with), ROUTH_OK);
            assert_int_equal(routh_law3_solve(NULL, base, &pair, &contact, NULL, &without), ROUTH_OK);
            assert_memory_equal(with.p, without.p, sizeof with.p);
            pair.eps_power = routh_random_uniform(&random, -0.5, 0.5);
            pair.eps_rate = routh_random_uniform(&random, 0, 1);
            pair.mu_fast = routh_random_uniform(&random, 0, 2);
            pair.mu_speed = exp(routh_random_uniform(&random, -2, 2));
            plain = pair;
            const double v = -contact.v[2], s = hypot(contact.v[0], contact.v[1]);
            if (strstr(law->name, "+eps-power"))
                plain.eps = fmin(1, plain.eps / exp2(pair.eps_power * log2(v)));
            if (strstr(law->name, "+eps-exp"))
                plain.eps = fmin(1, plain.eps / exp(pair.eps_rate * v));
            if (strstr(law->name, "+mu-stribeck"))
                plain.mu *= 1 + (pair.mu_fast - 1) * -expm1(-s / pair.mu_speed);
            assert_int_equal(routh_law3_solve(NULL, law, &pair, &contact, NULL, &with), ROUTH_OK);
            assert_int_equal(routh_law3_solve(NULL, base, &plain, &contact, NULL, &without), ROUTH_OK);
            for (int k = 0; k < 3; k++)
                assert_true(fabs(with.p[k] - without.p[k]) <= 1e-7 * fabs(without.p[2]));
            assert_true(with.energy.after <= with.energy.before * (1 + 1e-12));
        }
    }
    routh_context context = routh_context_default();
    assert_null(routh_law3_find(&context, "rigid+eps-powr"));
    assert_non_null(strstr(context.message, "rigid+eps-power"));
    routh_pair pair = routh_pair_default();
    pair.eps_power = 2;
    const routh_contact3 contact = random_contact(&random);
    routh_outcome3 unused;
    const routh_law3 *rigid = routh_law3_find(NULL, "rigid"), *power = routh_law3_find(NULL, "rigid+eps-power");
    assert_int_equal(routh_law3_solve(&context, power, &pair, &contact, NULL, &unused), ROUTH_BAD_PARAMETER);
    assert_int_equal(routh_law3_solve(&context, rigid, &pair, &contact, NULL, &unused), ROUTH_OK); /* not its own */
}

SUBJECT(modified3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_are_the_law_with_its_own_numbers_for_each_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
