/* Three small studies of generated data at fixed seeds.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "golden.h"

static void drops(void **state) {
    (void)state;
    expect_golden("drops", written("study --count 200 --k 20 --draws 5 --bootstrap 20 -o out", "out/results.json"),
                  1e-8);
}

static void inertia(void **state) {
    (void)state;
    run_result made = succeed("simulate --count 40 --seed 5 --law mirtich --mu .3 --eps .6 --snr 30 -o drops.h5");
    forget_result(&made);
    expect_golden("inertia", printed("inertia drops.h5 --json"), 1e-9);
}

/* At 4 Hz there are few instants. The search for displacements ends within 1e-8 of the objective; at a flat minimum this
 * determines the displacements themselves only to its square root. */
static void insertion(void **state) {
    (void)state;
    run_result made = succeed("insertion simulate --test 2a --seed 3 --rate 100 -o in");
    forget_result(&made);
    expect_golden("insertion", written("insertion identify in/2a.h5 --rate 4 -o out", "out/results.json"), 1e-6);
}

SLOW_SUBJECT(study) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(drops, enter_scratch, leave_golden),
        cmocka_unit_test_setup_teardown(inertia, enter_scratch, leave_golden),
        cmocka_unit_test_setup_teardown(insertion, enter_scratch, leave_golden),
    };
    const int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}
