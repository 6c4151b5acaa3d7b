/* One rounding of a b + c where the system's fma has two.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/algebra.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <routh/base.h>

#include "../subject.h"

/* The same bits as this machine's fma, also where a b and c all but cancel. */
static void sums_and_products_round_once(void **state) {
    (void)state;
    routh_random random = routh_random_seed(5, 0);
    size_t twice = 0;
    for (int trial = 0; trial < 100000; trial++) {
        const double a = routh_random_normal(&random), b = ldexp(routh_random_normal(&random), trial % 40 - 20);
        const double near = trial % 3 == 0 ? -(a * b) : routh_random_normal(&random);
        const double c = near * (1 + (trial % 7 == 0 ? 1e-15 * routh_random_normal(&random) : 0));
        assert_true(routh_fused_of_sums(a, b, c) == fma(a, b, c));
        twice += a * b + c != fma(a, b, c);
    }
    assert_true(twice > 10000); /* two roundings would have been seen */
}

SUBJECT(fused) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums_and_products_round_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
