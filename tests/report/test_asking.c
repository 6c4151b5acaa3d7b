/* How long a call works until it asks whether to stop.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../effort.h"
#include "../subject.h"
#include "long_calls_planar.h"
#include "long_calls_space.h"
#include "long_calls_study.h"

/* A tenth of a second is what a person takes for "at once"; half of it is for the caller. */
static const double longest_gap = 0.05;

static const long_call *const long_groups[] = {planar_calls, study_calls, space_calls};

/* One factor or inverse of 1,800 × 1,800 numbers is a call of LAPACK, which nothing interrupts: 0.14 s. */
static double longest_of(const long_call *call) {
    return strcmp(call->name, "model_train") == 0 ? 4 * longest_gap : longest_gap;
}

/* With recordings as laboratories have them; minutes of work. */
static void test_the_hook_is_called_often(void **state) {
    (void)state;
    if (effort_level() < 2 || EFFORT_SANITIZED)
        skip();
    planar_input_begin(2000, 400, 1800);
    space_input_begin(369, 2);
    const char *only = getenv("ROUTH_LONG_CALL");
    const int most = 2;
    size_t late = 0;
    printf("%-28s %9s %9s %9s %8s  %s\n", "", "threads", "s", "gap, ms", "calls/s", "longest gap between");
    for (size_t g = 0; g < sizeof long_groups / sizeof *long_groups; g++)
        for (const long_call *call = long_groups[g]; call->name; call++)
            for (int threads = 1; threads <= most; threads++) {
                listener l;
                if (only && !strstr(call->name, only))
                    continue;
                const routh_status status = listen_to(call, threads, &l);
                const double took = l.last - l.began;
                printf("%-28s %9d %9.3f %9.1f %8.0f  %s … %s\n", call->name, threads, took, 1e3 * l.gap,
                       (double)l.calls / (took + 1e-9), l.before, l.after);
                fflush(stdout);
                late += l.gap > threads * longest_of(call); /* of the processor: all threads may be at work */
                assert_int_equal(status, ROUTH_OK);
                assert_int_equal(l.elsewhere, 0);
            }
    planar_input_end();
    space_input_end();
    assert_int_equal(late, 0);
}

SLOW_SUBJECT(asking) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_hook_is_called_often),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
