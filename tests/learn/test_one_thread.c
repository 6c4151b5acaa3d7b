/* BLAS is on one thread while anybody is at work, and has its threads back when all have left.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cblas.h>

#include "../on_threads.h"
#include "../subject.h"
#include "base/context.h"
#include "learn/gp.h"

static void the_last_one_gives_threads_back(void **state) {
    (void)state;
    if (!has_threads())
        skip();
    const int before = openblas_get_num_threads(), own = omp_get_max_threads();
    openblas_set_num_threads(2);
    omp_set_num_threads(3);
    const routh_one_thread first = routh_one_thread_begin();
    assert_int_equal(openblas_get_num_threads(), 1);
    const routh_one_thread second = routh_one_thread_begin();
    routh_one_thread_end(second);
    assert_int_equal(openblas_get_num_threads(), 1);
    routh_one_thread_end(first);
    assert_int_equal(openblas_get_num_threads(), 2);
    assert_int_equal(omp_get_max_threads(), 3);
    openblas_set_num_threads(before);
    omp_set_num_threads(own);
}

static void many_callers_do_not_lose_count(void **state) {
    (void)state;
    if (!has_threads())
        skip();
    const int before = openblas_get_num_threads();
    int wrong = 0;
    openblas_set_num_threads(2);
#pragma omp parallel for num_threads(4) reduction(+ : wrong)
    for (int i = 0; i < 2000; i++) {
        const routh_one_thread held = routh_one_thread_begin();
        wrong += openblas_get_num_threads() != 1;
        routh_one_thread_end(held);
    }
    assert_int_equal(wrong, 0);
    assert_int_equal(openblas_get_num_threads(), 2);
    openblas_set_num_threads(before);
}

SUBJECT(one_thread) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_one_gives_threads_back),
        cmocka_unit_test(many_callers_do_not_lose_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
